//! One field, byte by byte: where it ends, what stands behind it, and what is wrong with it.

use memchr::{memchr, memchr2};

use super::Tokenizer;
use crate::dialect::Terminator;
use crate::error::{Reason, shown};
use crate::tokens::{Span, Tokens};

/// What PostgreSQL and MySQL write for NULL where a backslash escapes: it is not unescaped, so that it can be
/// told from the letter.
const ESCAPED_NULL: u8 = b'N';

/// What stands behind a field.
pub(crate) enum Behind {
    /// A delimiter, and the next field from this byte on.
    Delimiter(usize),
    /// The end of the record, and the next one from this byte on.
    End(usize),
}

/// A field that was taken apart.
pub(crate) struct Found {
    pub span: Span,
    pub behind: Behind,
    pub reason: Option<Reason>,
}

impl Tokenizer {
    /// Takes apart the field at `first`; `None` if it does not end in `text`.
    pub fn field(&self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens) -> Option<Found> {
        match self.dialect.quote {
            Some(quote) if text.get(first) == Some(&quote) => {
                self.quoted(text, first, quote, is_end, &mut tokens.scratch)
            }
            _ => self.plain(text, first, is_end, &mut tokens.scratch),
        }
    }

    pub(super) fn plain(
        &self, text: &[u8], first: usize, is_end: bool, scratch: &mut Vec<u8>,
    ) -> Option<Found> {
        let (past, behind, is_escaped) = self.end_of_plain(text, first, is_end)?;
        let field = &text[first..past];
        let span = match self.dialect.escape {
            Some(escape) if is_escaped && field != [escape, ESCAPED_NULL] => {
                let begin = scratch.len();
                unescape(field, escape, scratch);
                Span::in_scratch(begin, scratch.len(), false)
            }
            _ => Span::in_text(first, past, false),
        };
        Some(Found { span, behind, reason: self.unexpected_quote(field) })
    }

    /// What is wrong with the plain field `field`, if it begins with what is no quote but looks like one.
    #[inline(always)]
    pub(super) fn unexpected_quote(&self, field: &[u8]) -> Option<Reason> {
        let is_refused =
            self.dialect.refuse_quote.is_some() && field.first() == self.dialect.refuse_quote.as_ref();
        is_refused.then(|| Reason::UnexpectedQuote { found: shown(field) })
    }

    /// Where the plain field at `first` ends, what stands behind it, and whether there are escapes in it.
    fn end_of_plain(&self, text: &[u8], first: usize, is_end: bool) -> Option<(usize, Behind, bool)> {
        let (mut at, mut is_escaped) = (first, false);
        loop {
            while at < text.len() && !self.special[text[at] as usize] {
                at += 1;
            }
            if at >= text.len() {
                return is_end.then_some((text.len(), Behind::End(text.len()), is_escaped));
            }
            if Some(text[at]) == self.dialect.escape {
                is_escaped = true;
                at += 2;
            } else if text[at..].starts_with(&self.dialect.delimiter) {
                return Some((at, Behind::Delimiter(at + self.dialect.delimiter.len()), is_escaped));
            } else if let Some(bytes) = self.end_at(text, at, is_end)? {
                return Some((at, Behind::End(at + bytes), is_escaped));
            } else {
                at += 1;
            }
        }
    }

    /// How many bytes at `at` end a record: `Some(None)` if none does, `None` if that cannot be told yet.
    #[inline(always)]
    pub(super) fn end_at(&self, text: &[u8], at: usize, is_end: bool) -> Option<Option<usize>> {
        let next = text.get(at + 1);
        match (&self.dialect.terminator, text[at]) {
            (Terminator::Bytes(bytes), _) => Some(text[at..].starts_with(bytes).then_some(bytes.len())),
            (_, b'\n') => Some(Some(1)),
            (_, b'\r') => match next {
                Some(b'\n') => Some(Some(2)),
                Some(_) => Some((self.dialect.terminator == Terminator::AnyLine).then_some(1)),
                // The file ends with half of a line end.
                None if is_end => Some(Some(1)),
                None => None,
            },
            _ => Some(None),
        }
    }

    pub(super) fn quoted(
        &self, text: &[u8], first: usize, quote: u8, is_end: bool, scratch: &mut Vec<u8>,
    ) -> Option<Found> {
        let scratch_begin = scratch.len();
        let (mut at, mut from) = (first + 1, first + 1);
        let closing = loop {
            let found = match self.dialect.escape {
                Some(escape) => memchr2(quote, escape, text.get(at..).unwrap_or_default()),
                None => memchr(quote, text.get(at..).unwrap_or_default()),
            };
            let Some(offset) = found else {
                scratch.truncate(scratch_begin);
                let span = Span::in_text(first, text.len(), true);
                let behind = Behind::End(text.len());
                return is_end.then_some(Found { span, behind, reason: Some(Reason::Unclosed) });
            };
            at += offset;
            if text[at] != quote {
                scratch.extend_from_slice(&text[from..at]);
                from = at + 1;
                at += 2;
            } else if text.get(at + 1) == Some(&quote) {
                scratch.extend_from_slice(&text[from..=at]);
                at += 2;
                from = at;
            } else {
                // If the text ends here, whether it closes is not known; but then nor is the field's end.
                break at;
            }
        };
        let span = if scratch.len() > scratch_begin {
            scratch.extend_from_slice(&text[from..closing]);
            Span::in_scratch(scratch_begin, scratch.len(), true)
        } else {
            Span::in_text(from, closing, true)
        };
        let Some((past, behind, _)) = self.end_of_plain(text, closing + 1, is_end) else {
            scratch.truncate(scratch_begin);
            return None;
        };
        let reason = (past > closing + 1)
            .then(|| Reason::BehindQuote { found: shown(&text[first..past]), at: closing + 1 - first });
        Some(Found { span, behind, reason })
    }
}

/// Appends `field` without the byte in front of each that is escaped.
fn unescape(field: &[u8], escape: u8, scratch: &mut Vec<u8>) {
    let mut rest = field;
    while let Some(at) = memchr(escape, rest) {
        scratch.extend_from_slice(&rest[..at]);
        match rest.get(at + 1) {
            Some(&byte) => scratch.push(byte),
            // Nothing is behind it that it could escape: it means itself.
            None => scratch.push(escape),
        }
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    scratch.extend_from_slice(rest);
}
