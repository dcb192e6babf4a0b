//! The dialects that a text may be written in: all that its bytes allow.

use flatfile::{Dialect, Terminator};
use memchr::memmem;

use crate::{Given, Sample};

/// What separates fields in files that people have met, the more usual before the less: the first of equals
/// wins. Those of several bytes are what they are by design, and so stand for themselves.
const DELIMITERS: [&str; 23] = [
    ",",
    COMMA_SPACE,
    ";",
    "\t",
    "|",
    "\x01",
    "\x1f",
    "||",
    "|~|",
    "~|~",
    "|#|",
    "#|#",
    "^|^",
    "|^|",
    "<|>",
    "::",
    "@@",
    "~~",
    "^^",
    "\u{a7}",
    "\u{ac}",
    "\u{a6}",
    "\u{1e}",
];

/// Where a space stands between each comma and a quotation mark, the mark would be text if it did not belong to the
/// delimiter, and a comma in quotes would divide. Without quotes a comma alone does as well, and is read faster.
const COMMA_SPACE: &str = ", ";

/// Bytes that stand in texts, dates and times as well: they are believed only where nothing else is there.
const WEAK_DELIMITERS: [&str; 3] = [":", "~", "^"];

const QUOTES: [u8; 2] = [b'"', b'\''];

const BACKSLASH: u8 = b'\\';

/// A dialect to try.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub dialect: Dialect,
    /// Whether its delimiter means nothing by itself.
    pub is_weak: bool,
    /// Whether it stands for a text of one column.
    pub is_one_column: bool,
}

/// All that `samples` may be written in, given what is known; the first of equals is to win.
pub(crate) fn candidates(samples: &[Sample], given: &Given) -> Vec<Candidate> {
    let mut found = Vec::new();
    for terminator in terminators(samples, given) {
        let is_in_text =
            |mark: &str| samples.iter().any(|sample| memmem::find(&sample.text, mark.as_bytes()).is_some());
        let delimiters: Vec<(Vec<u8>, bool)> = match &given.delimiter {
            Some(delimiter) => vec![(delimiter.clone(), false)],
            None if separator(samples).is_some() => {
                separator(samples).into_iter().map(|delimiter| (delimiter, false)).collect()
            }
            None => [(&DELIMITERS[..], false), (&WEAK_DELIMITERS[..], true)]
                .into_iter()
                .flat_map(|(marks, is_weak)| marks.iter().map(move |mark| (*mark, is_weak)))
                .filter(|(mark, _)| is_in_text(mark) && (*mark != ":" || !has_times(samples)))
                .filter(|(mark, _)| *mark != COMMA_SPACE || is_in_text(", \""))
                .map(|(mark, is_weak)| (mark.as_bytes().to_vec(), is_weak))
                .collect(),
        };
        for (delimiter, is_weak) in delimiters {
            for (quote, escape) in marks(samples, &delimiter, given) {
                let dialect = dialect(&delimiter, quote, escape, &terminator, given);
                found.push(Candidate { dialect, is_weak, is_one_column: false });
            }
        }
        if given.delimiter.is_none() && separator(samples).is_none() {
            // Where nothing separates fields, a comma does it as well as any other: there is none, or no sense in
            // those there are.
            for (quote, escape) in marks(samples, b"\n", given) {
                let dialect = dialect(b",", quote, escape, &terminator, given);
                found.push(Candidate { dialect, is_weak: false, is_one_column: true });
            }
        }
    }
    found.retain(|candidate| candidate.dialect.check().is_ok());
    found
}

fn dialect(
    delimiter: &[u8], quote: Option<u8>, escape: Option<u8>, terminator: &Terminator, given: &Given,
) -> Dialect {
    Dialect {
        delimiter: delimiter.to_vec(),
        quote,
        escape,
        terminator: terminator.clone(),
        comment: given.comment.clone(),
        ..Dialect::default()
    }
}

/// What the first line of a file says if it is of the kind that Excel writes: `sep=;`.
fn separator(samples: &[Sample]) -> Option<Vec<u8>> {
    let head = samples.iter().find(|sample| sample.is_head)?;
    let first = head.text.split(|byte| matches!(byte, b'\r' | b'\n')).next()?;
    is_separator(first).then(|| first[SEPARATOR.len()..].to_vec())
}

const SEPARATOR: &[u8] = b"sep=";

/// Whether a line says what separates the fields of those below.
pub(crate) fn is_separator(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.get(..SEPARATOR.len()).is_some_and(|front| front.eq_ignore_ascii_case(SEPARATOR))
        && (1..=8).contains(&(line.len() - SEPARATOR.len()))
}

/// Whether most lines of the heads have a time of day such as 10:30:00 in them, which colons are a part of.
fn has_times(samples: &[Sample]) -> bool {
    let is_time = |text: &[u8]| {
        let [a, b, b':', c, d, b':', e, f] = text else { return false };
        [a, b, c, d, e, f].iter().all(|byte| byte.is_ascii_digit())
    };
    let lines = || {
        let heads = samples.iter().filter(|sample| sample.is_head);
        heads.flat_map(|sample| sample.text.split(|&byte| byte == b'\n')).filter(|line| !line.is_empty())
    };
    lines().filter(|line| line.windows(8).any(is_time)).count() * 2 > lines().count()
}

fn terminators(samples: &[Sample], given: &Given) -> Vec<Terminator> {
    if let Some(terminator) = &given.terminator {
        return vec![terminator.clone()];
    }
    let texts = || samples.iter().map(|sample| &sample.text[..]);
    let line_feeds: usize = texts().map(|text| memchr::memchr_iter(b'\n', text).count()).sum();
    let lone = |text: &[u8]| {
        memchr::memchr_iter(b'\r', text)
            .filter(|&at| text.get(at + 1).is_some_and(|&next| next != b'\n'))
            .count()
    };
    let lone_returns: usize = texts().map(lone).sum();
    let has_separators = || texts().any(|text| memchr::memchr(b'\x1e', text).is_some());
    match (line_feeds, lone_returns) {
        (0, 0) if has_separators() => vec![Terminator::Bytes(b"\x1e".to_vec()), Terminator::Lines],
        (_, 0) => vec![Terminator::Lines],
        (0, _) => vec![Terminator::AnyLine],
        _ => vec![Terminator::Lines, Terminator::AnyLine],
    }
}

/// The quotes and escapes that there are signs of.
fn marks(samples: &[Sample], delimiter: &[u8], given: &Given) -> Vec<(Option<u8>, Option<u8>)> {
    let has = |marks: &[u8]| samples.iter().any(|sample| memmem::find(&sample.text, marks).is_some());
    let begins_field = |quote: u8| {
        let at_front = |sample: &Sample| sample.is_head && sample.text.first() == Some(&quote);
        has(&[delimiter, &[quote]].concat())
            || has(&[b'\n', quote])
            || has(&[b'\r', quote])
            || samples.iter().any(at_front)
    };
    let quotes: Vec<Option<u8>> = match given.quote {
        Some(quote) => vec![quote],
        None => QUOTES.into_iter().filter(|&quote| begins_field(quote)).map(Some).chain([None]).collect(),
    };
    let mut found = Vec::new();
    for quote in quotes {
        let escaped = match quote {
            Some(quote) => has(&[BACKSLASH, quote]),
            None => has(&[&[BACKSLASH], delimiter].concat()) || has(b"\\\n") || has(b"\\\r\n"),
        };
        match given.escape {
            Some(escape) => found.push((quote, escape)),
            None => {
                found.push((quote, None));
                if escaped {
                    found.push((quote, Some(BACKSLASH)));
                }
            }
        }
    }
    found
}
