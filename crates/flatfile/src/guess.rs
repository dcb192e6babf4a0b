//! Where a record begins behind an arbitrary byte of a file in which the bytes alone do not say it.
//!
//! A line feed behind a cut may stand in quotes, and whether it does is decided by all that stands before. So
//! this is a guess, to begin with while the stream that reads what stands before is still at it; its end
//! proves the guess or refutes it. Both states that a text can begin in are tried:
//!
//! ```text
//! for state in (in quotes, not in quotes):
//!     start = end of the record that the text begins in the middle of
//!     judge by the records from there on: as wide as the table, quotes where they belong
//! ```
//!
//! The wrong state takes what stands between two quoted fields for a quoted field, and so has nearly no record
//! right. Ge et al. (SIGMOD 2019) measured that 64 KB tell the states apart but once in ten million times.

use crate::Ragged;
use crate::dialect::Dialect;
use crate::tokenize::Tokenizer;
use crate::tokens::Tokens;

/// Bytes in front of the cut that a guess is to be given: as long as the longest delimiter or terminator, which
/// the cut may stand in the middle of.
pub const GUESS_BEFORE: usize = 8;

/// Bytes behind the cut that are enough for a guess.
pub const GUESS_BYTES: usize = 64 << 10;

/// A state is taken for the right one if it has so many whole records for each that is broken.
const WHOLE_FOR_BROKEN: usize = 8;

/// What a state makes of the text.
struct Judged {
    start: usize,
    is_likely: bool,
}

/// The first byte of the first record that begins at byte `cut` of `text` or behind it, if it can be guessed.
/// Records are as wide as the table: `width` fields. `text` begins anywhere.
pub fn guess_first_record(
    text: &[u8], cut: usize, dialect: &Dialect, width: usize, is_end_of_file: bool,
) -> Option<usize> {
    let tokenizer = Tokenizer::new(dialect.clone(), width, Ragged::Reject);
    let judged = |in_quotes| judge(&tokenizer, text, cut, in_quotes, is_end_of_file);
    let outside = judged(false);
    if dialect.quote.is_none() {
        return outside.filter(|outside| outside.is_likely).map(|outside| outside.start);
    }
    match (outside, judged(true)) {
        (Some(outside), Some(inside)) if outside.start == inside.start && outside.is_likely => {
            Some(outside.start)
        }
        (Some(outside), Some(inside)) if outside.is_likely != inside.is_likely => {
            Some(if outside.is_likely { outside.start } else { inside.start })
        }
        (Some(only), None) | (None, Some(only)) if only.is_likely => Some(only.start),
        _ => None,
    }
}

/// How many records a sample of a file has, of `width` fields, and how many bytes they take. `begins`: the sample does
/// with a record; if not, they are counted from where one can be guessed to begin.
pub fn count_records(text: &[u8], begins: bool, dialect: &Dialect, width: usize) -> (usize, usize) {
    let first = if begins { Some(0) } else { guess_first_record(text, 1, dialect, width, false) };
    let Some(first) = first else {
        return (0, 0);
    };
    let mut tokens = Tokens::default();
    let tokenizer = Tokenizer::new(dialect.clone(), width, Ragged::Reject);
    tokenizer.scan(&text[first..], usize::MAX, false, &mut tokens);
    (tokens.records.len() + tokens.broken.len(), tokens.bytes)
}

fn judge(
    tokenizer: &Tokenizer, text: &[u8], cut: usize, in_quotes: bool, is_end_of_file: bool,
) -> Option<Judged> {
    let mut tokens = Tokens::default();
    let mut start = tokenizer.end_of_started(text, in_quotes, is_end_of_file)?;
    while start < cut {
        if start == text.len() {
            return None;
        }
        start = tokenizer.record(text, start, is_end_of_file, &mut tokens)?;
    }
    tokenizer.scan(&text[start..], usize::MAX, is_end_of_file, &mut tokens);
    let (whole, broken) = (tokens.records.len(), tokens.broken.len());
    // Behind an escaped line end there is half a record first.
    let begins_whole = tokens.broken.first().is_none_or(|broken| broken.before > 0);
    Some(Judged { start, is_likely: begins_whole && whole > broken * WHOLE_FOR_BROKEN })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terminator;

    /// Records, each as (first byte, is whole), of a text of `dialect`.
    fn firsts(text: &[u8], dialect: &Dialect, width: usize) -> Vec<usize> {
        let mut tokens = Tokens::default();
        let tokenizer = Tokenizer::new(dialect.clone(), width, Ragged::Reject);
        let mut firsts = vec![0];
        while *firsts.last().unwrap() < text.len() {
            firsts.push(tokenizer.record(text, *firsts.last().unwrap(), true, &mut tokens).unwrap());
        }
        firsts
    }

    fn quoted(delimiter: &str) -> Dialect {
        Dialect { delimiter: delimiter.into(), quote: Some(b'"'), ..Dialect::default() }
    }

    /// How many of all cuts of `text` are guessed right and how many not at all; none is guessed wrong.
    fn guess_everywhere(text: &str, dialect: &Dialect, width: usize) -> (usize, usize) {
        let (firsts, text) = (firsts(text.as_bytes(), dialect, width), text.as_bytes());
        let (mut right, mut unknown) = (0, 0);
        for cut in 1..text.len() {
            let before = cut.min(GUESS_BEFORE);
            let window = &text[cut - before..];
            let expected = firsts.iter().copied().find(|&first| first >= cut).unwrap();
            match guess_first_record(window, before, dialect, width, true) {
                None => unknown += 1,
                Some(offset) => {
                    assert_eq!(cut - before + offset, expected, "cut {cut} of {text:?}");
                    right += 1;
                }
            }
        }
        (right, unknown)
    }

    #[test]
    fn quoted_records_are_found_from_every_byte() {
        let lines = "1,\"a\nb\",x\n2,\"say \"\"hi\"\", twice\",\"\"\n\"3\",\"\",\"\r\n\"\r\n";
        let (right, unknown) = guess_everywhere(&lines.repeat(40), &quoted(","), 3);
        // Too few records are left behind the last cuts to tell the states apart.
        assert!(unknown * 20 < right, "{right} right, {unknown} unknown");
    }

    #[test]
    fn other_dialects_are_too() {
        for (dialect, line, width) in [
            (quoted("||"), "1||\"a||\n\"||x\n", 3),
            (Dialect { escape: Some(b'\\'), ..quoted(",") }, "1,\"a\\\"\n\",x\\\ny\n", 3),
            (Dialect { terminator: Terminator::AnyLine, ..quoted(";") }, "1;\"a\r\";x\r", 3),
            (
                Dialect { terminator: Terminator::Bytes(b"#\n".to_vec()), ..quoted(";") },
                "1;\"#\n\";x\n#\n",
                3,
            ),
        ] {
            let (right, unknown) = guess_everywhere(&line.repeat(30), &dialect, width);
            assert!(unknown * 5 < right, "{line:?}: {right} right, {unknown} unknown");
        }
    }

    #[test]
    fn without_quotes_the_next_end_is_it() {
        let dialect = Dialect { terminator: Terminator::AnyLine, ..Dialect::default() };
        assert_eq!(guess_everywhere("a,b\rc,d\r\ne,f\ng,h", &dialect, 2), (13, 2));
    }

    #[test]
    fn records_of_a_sample_are_counted() {
        let text = "1,\"a\nb\",x\n".repeat(9);
        assert_eq!(count_records(text.as_bytes(), true, &quoted(","), 3), (9, text.len()));
        assert_eq!(count_records(&text.as_bytes()[4..], false, &quoted(","), 3), (8, text.len() / 9 * 8));
        assert_eq!(count_records(b"1,\"no end\n", true, &quoted(","), 3), (0, 0));
    }

    #[test]
    fn what_cannot_be_told_is_not_guessed() {
        // As one column of texts, each line could be what stands between two others.
        assert_eq!(guess_first_record(b"x\n\n\"\n\"\n\"\n\"\n\"\n", 1, &quoted(","), 1, false), None);
        assert_eq!(guess_first_record(b"no end", 1, &quoted(","), 1, false), None);
    }
}
