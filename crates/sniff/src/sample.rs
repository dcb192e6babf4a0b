//! What is looked at: parts of files.

use flatfile::{Dialect, Terminator};
use memchr::{memchr, memchr2, memmem};

/// A part of a file's text, UTF-8 but perhaps for a character that is cut at its edges.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Which file, from 0.
    pub file: usize,
    /// Where in the file the text begins, in bytes.
    pub first_byte: u64,
    /// The text, without a byte order mark.
    pub text: Vec<u8>,
    /// Whether the file begins with it.
    pub is_head: bool,
    /// Whether the file ends with it.
    pub is_end: bool,
}

impl Sample {
    /// The first `bytes` of it, for what needs no more.
    pub(crate) fn shortened(&self, bytes: usize) -> Sample {
        let past = self.text.len().min(bytes);
        Sample { text: self.text[..past].to_vec(), is_end: self.is_end && past == self.text.len(), ..*self }
    }

    /// The offsets at which a record may begin: 0 at the head of a file; elsewhere the sample begins anywhere,
    /// outside of quotes or within them, and both are possible.
    pub(crate) fn beginnings(&self, dialect: &Dialect) -> Vec<usize> {
        if self.is_head {
            return vec![0];
        }
        let behind_line =
            |from: usize| line_end(&self.text[from..], &dialect.terminator).map(|past| from + past);
        let outside = behind_line(0);
        let inside = dialect.quote.and_then(|quote| {
            let closing = memchr(quote, &self.text)?;
            behind_line(closing + 1)
        });
        let mut found: Vec<_> = outside.into_iter().chain(inside).collect();
        found.dedup();
        found
    }
}

/// Where the byte behind the first line end is.
fn line_end(text: &[u8], terminator: &Terminator) -> Option<usize> {
    match terminator {
        Terminator::Lines => memchr(b'\n', text).map(|at| at + 1),
        Terminator::AnyLine => memchr2(b'\r', b'\n', text).map(|at| {
            let is_crlf = text[at] == b'\r' && text.get(at + 1) == Some(&b'\n');
            at + 1 + usize::from(is_crlf)
        }),
        Terminator::Bytes(bytes) => memmem::find(text, bytes).map(|at| at + bytes.len()),
    }
}

/// How many lines end in `text`, or begin in it and end with it.
pub(crate) fn count_lines(text: &[u8], terminator: &Terminator) -> usize {
    let (mut rest, mut lines) = (text, 0);
    while !rest.is_empty() {
        lines += 1;
        rest = line_end(rest, terminator).map_or(&[], |past| &rest[past..]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_their_ends() {
        for (text, terminator, lines) in [
            ("", Terminator::Lines, 0),
            ("a", Terminator::Lines, 1),
            ("a\r\nb\n", Terminator::Lines, 2),
            ("a\rb\r\nc\n\n", Terminator::AnyLine, 4),
            ("a\nb~~c~~", Terminator::Bytes(b"~~".to_vec()), 2),
        ] {
            assert_eq!(count_lines(text.as_bytes(), &terminator), lines, "{text:?}");
        }
    }

    #[test]
    fn a_sample_from_within_begins_behind_a_line_or_behind_a_quoted_one() {
        let text = b"x\ny\",1\nz,2\n".to_vec();
        let sample = Sample { file: 0, first_byte: 7, text, is_head: false, is_end: true };
        assert_eq!(sample.beginnings(&Dialect::default()), [2]);
        assert_eq!(sample.beginnings(&Dialect { quote: Some(b'"'), ..Dialect::default() }), [2, 7]);
    }
}
