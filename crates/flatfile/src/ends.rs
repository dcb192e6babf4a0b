//! Where the whole records of a text end, when it comes in parts that are cut anywhere: what one thread has to know to
//! hand the parts to many that parse them.

use crate::dialect::{Dialect, Terminator, Way};
use crate::index::{Index, InstructionSet};
use crate::tokenize::Tokenizer;
use crate::tokens::Tokens;
use crate::{PADDING, Ragged};

/// Finds the ends of records in texts that begin with one.
pub struct RecordEnds {
    /// Whether the last line feed is the last end.
    is_by_line: bool,
    /// For quotes that the index can tell.
    index: Option<Index>,
    tokenizer: Tokenizer,
    positions: Vec<u32>,
}

impl RecordEnds {
    /// For texts of `dialect`.
    pub fn new(dialect: &Dialect, instruction_set: InstructionSet) -> Self {
        let is_by_line =
            dialect.quote.is_none() && dialect.escape.is_none() && dialect.terminator == Terminator::Lines;
        let index = match (dialect.quote, dialect.way()) {
            (Some(quote), Way::Indexed) => {
                Some(Index::with_quote(dialect.delimiter[0], quote, instruction_set))
            }
            _ => None,
        };
        let tokenizer = Tokenizer::new(dialect.clone(), 1, Ragged::Reject);
        RecordEnds { is_by_line, index, tokenizer, positions: Vec::new() }
    }

    /// How many bytes of `text`, which begins with a record, are whole records; the text may go on.
    pub fn last(&mut self, text: &mut Vec<u8>, first: usize) -> usize {
        if self.is_by_line {
            return memchr::memrchr(b'\n', &text[first..]).map_or(first, |line_feed| first + line_feed + 1);
        }
        if let Some(index) = self.index {
            let text_bytes = text.len();
            text.resize(text_bytes + PADDING, 0);
            self.positions.clear();
            // SAFETY: there are `PADDING` bytes behind the text.
            let quoted = unsafe { index.find_quoted(&text[first..text_bytes], &mut self.positions) };
            text.truncate(text_bytes);
            if quoted.is_regular {
                let is_end = |&&position: &&u32| text[first + position as usize] == b'\n';
                let last = self.positions.iter().rev().find(is_end);
                return last.map_or(first, |&position| first + position as usize + 1);
            }
        }
        let (mut at, mut tokens) = (first, Tokens::default());
        while let Some(past) = self.tokenizer.end_of_record(text, at, false, &mut tokens) {
            at = past;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted() -> Dialect {
        Dialect { quote: Some(b'"'), ..Dialect::default() }
    }

    /// Each prefix of a text ends in whole records where the records of all of it that fit end.
    #[test]
    fn whole_records_are_found_in_every_prefix() {
        for (dialect, records) in [
            (Dialect::default(), vec!["a,b\n", "\n", "c\r\n"]),
            (quoted(), vec!["1,\"a\nb\"\n", "\"\"\"\",\n", "\n", "2,\"\r\n\"\r\n"]),
            (quoted(), vec!["1,5\" pipe\n", "\"a\n\",b\n", "x\" \n"]),
            (Dialect { escape: Some(b'\\'), ..quoted() }, vec!["\"\\\"\n\",b\n", "a\\\n,b\n", "\\\\\n"]),
            (Dialect { terminator: Terminator::AnyLine, ..quoted() }, vec!["a\r", "\"\r\"\r\n", "b\n"]),
            (Dialect { terminator: Terminator::Bytes(b"<>".to_vec()), ..quoted() }, vec!["a<>", "\"<>\"<>"]),
            (Dialect { comment: Some(b"#".to_vec()), ..quoted() }, vec!["a\n", "# \" \n", "\"\n\"\n"]),
        ] {
            let text = records.concat();
            for past in 0..=text.len() {
                let mut prefix = text.as_bytes()[..past].to_vec();
                let mut expected = 0;
                for record in &records {
                    if expected + record.len() <= past {
                        expected += record.len();
                    } else {
                        break;
                    }
                }
                let found = RecordEnds::new(&dialect, InstructionSet::detect()).last(&mut prefix, 0);
                // A CR at the very end may be half of a line end, or all of it.
                let is_open = dialect.terminator == Terminator::AnyLine && prefix.ends_with(b"\r");
                assert!(found == expected || is_open && found < expected, "{past} of {text:?}: {found}");
                assert_eq!(prefix, &text.as_bytes()[..past], "the text is as it was");
            }
        }
    }
}
