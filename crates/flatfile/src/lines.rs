//! Where lines end that are counted and not parsed: those before a file's records and behind them.
//!
//! A quote means nothing in them. What ends a record ends a line, too.

use crate::Terminator;

/// Where the first line of `text` ends, its end included. `None` if it does not end in `text`; with `is_end`
/// there is nothing behind `text`.
pub fn line_past(text: &[u8], terminator: &Terminator, is_end: bool) -> Option<usize> {
    match terminator {
        Terminator::Lines => memchr::memchr(b'\n', text).map(|at| at + 1),
        Terminator::AnyLine => {
            let at = memchr::memchr2(b'\n', b'\r', text)?;
            match (text[at], text.get(at + 1)) {
                (b'\r', Some(b'\n')) => Some(at + 2),
                // What comes may be its LF.
                (b'\r', None) => is_end.then_some(at + 1),
                _ => Some(at + 1),
            }
        }
        Terminator::Bytes(end) => memchr::memmem::find(text, end).map(|at| at + end.len()),
    }
}

/// How many bytes at the end of a text without a line end may be the beginning of one.
pub fn begun_line_end(terminator: &Terminator) -> usize {
    match terminator {
        Terminator::Lines => 0,
        Terminator::AnyLine => 1,
        Terminator::Bytes(end) => end.len() - 1,
    }
}

/// Where the first `lines` lines of `text` end. `None` if they do not end in `text`; with `is_end` the last one
/// may lack its end, and `None` says that there are not as many.
pub fn lines_past(text: &[u8], lines: usize, terminator: &Terminator, is_end: bool) -> Option<usize> {
    let mut at = 0;
    for _ in 0..lines {
        let rest = &text[at..];
        at += match line_past(rest, terminator, is_end) {
            Some(bytes) => bytes,
            None if is_end && !rest.is_empty() => rest.len(),
            None => return None,
        };
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_records_do() {
        let tildes = Terminator::Bytes(b"~~".to_vec());
        for (text, terminator, is_end, expected) in [
            ("a\nb", &Terminator::Lines, false, Some(2)),
            ("a\rb\r\nc", &Terminator::Lines, false, Some(5)),
            ("a\rb", &Terminator::Lines, true, None),
            ("a\rb", &Terminator::AnyLine, false, Some(2)),
            ("a\r\nb", &Terminator::AnyLine, false, Some(3)),
            ("a\nb", &Terminator::AnyLine, false, Some(2)),
            ("a\r", &Terminator::AnyLine, false, None),
            ("a\r", &Terminator::AnyLine, true, Some(2)),
            ("a\n~~b", &tildes, false, Some(4)),
            ("a~", &tildes, false, None),
            ("", &Terminator::Lines, true, None),
        ] {
            assert_eq!(
                line_past(text.as_bytes(), terminator, is_end),
                expected,
                "{text:?} by {terminator:?}"
            );
        }
    }

    #[test]
    fn several_lines_and_too_few() {
        let past = |text: &str, lines, is_end| lines_past(text.as_bytes(), lines, &Terminator::Lines, is_end);
        assert_eq!(past("a\n\nb", 0, false), Some(0));
        assert_eq!(past("a\n\nb", 2, false), Some(3));
        assert_eq!(past("a\n\nb", 3, false), None);
        assert_eq!(past("a\n\nb", 3, true), Some(4));
        assert_eq!(past("a\n\nb\n", 4, true), None);
    }
}
