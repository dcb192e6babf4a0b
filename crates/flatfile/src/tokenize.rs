//! Text to records and fields, where the dialect has more than one delimiter byte and lines.
//!
//! There are two ways, which agree wherever both can go. [`Tokenizer::by_index`] takes the positions
//! that the index found and looks at each field once: the fast one, for dialects of [`Way::Indexed`].
//! [`Tokenizer::scan`] goes through the text byte by byte: for all others, and for what the index cannot
//! vouch for. Both follow the rules of Python's `csv` module and of RFC 4180:
//!
//! ```text
//! record    = comment | field { delimiter field } end
//! field     = quote { any | quote quote | escape any } quote      at a field's first byte only
//!           | { any but delimiter and end | escape any }          a quote in here means itself
//! end       = LF | CRLF | CR | bytes of the user's own | end of file
//! ```
//!
//! A field with text behind its closing quote is an error of its record. It ends at the next delimiter or
//! line end, so that a faulty record costs none of its neighbours.
//!
//! [`Way::Indexed`]: crate::Way::Indexed

use memchr::{memchr, memchr2};

use crate::dialect::{Dialect, Terminator};
use crate::error::{Reason, shown};
use crate::tokens::{Broken, Extent, Span, Tokens};
use crate::{PADDING, Ragged};

/// What PostgreSQL and MySQL write for NULL where a backslash escapes: it is not unescaped, so that it can be
/// told from the letter.
const ESCAPED_NULL: u8 = b'N';

/// The index cannot vouch for this text: it has to be scanned.
#[derive(Debug)]
pub(crate) struct Irregular;

/// Takes texts apart into records of `width` fields.
pub(crate) struct Tokenizer {
    dialect: Dialect,
    width: usize,
    ragged: Ragged,
    /// Whether a byte can mean something outside of quotes.
    special: [bool; 256],
}

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
    pub fn new(dialect: Dialect, width: usize, ragged: Ragged) -> Self {
        let mut special = [false; 256];
        special[dialect.delimiter[0] as usize] = true;
        if let Some(byte) = dialect.escape {
            special[byte as usize] = true;
        }
        match &dialect.terminator {
            Terminator::Lines | Terminator::AnyLine => {
                special[b'\n' as usize] = true;
                special[b'\r' as usize] = true;
            }
            Terminator::Bytes(bytes) => special[bytes[0] as usize] = true,
        }
        Tokenizer { dialect, width, ragged, special }
    }

    /// Records are taken apart into `width` fields from here on.
    pub fn set_width(&mut self, width: usize) {
        self.width = width;
    }

    /// Takes apart the records of `text` whose delimiters and line feeds are at `positions` (with one entry
    /// in front, as in `records.rs`). `has_doubled`: there may be doubled quotes.
    ///
    /// # Errors
    ///
    /// If quotes are not where the index took them to be.
    pub fn by_index(
        &self, text: &[u8], positions: &[u32], has_doubled: bool, tokens: &mut Tokens,
    ) -> Result<(), Irregular> {
        match self.dialect.quote {
            None => self.by_positions::<false>(text, positions, 0, false, tokens),
            Some(quote) => self.by_positions::<true>(text, positions, quote, has_doubled, tokens),
        }
    }

    #[inline(always)]
    fn by_positions<const QUOTES: bool>(
        &self, text: &[u8], positions: &[u32], quote: u8, has_doubled: bool, tokens: &mut Tokens,
    ) -> Result<(), Irregular> {
        tokens.clear(self.width);
        let (mut record, mut first, mut begin) = (0, 0, 0);
        let mut broken = None;
        for &position in &positions[1..] {
            let position = position as usize;
            let is_end = text[position] == b'\n';
            let mut past = position;
            if is_end && past > first && text[past - 1] == b'\r' {
                past -= 1;
            }
            let span = if QUOTES && past > first && text[first] == quote {
                if past - first < 2 || text[past - 1] != quote {
                    return Err(Irregular);
                }
                let (first, past) = (first + 1, past - 1);
                if has_doubled && memchr(quote, &text[first..past]).is_some() {
                    undouble(&text[first..past], quote, &mut tokens.scratch)?
                } else {
                    Span::in_text(first, past, true)
                }
            } else {
                if !QUOTES && broken.is_none() {
                    broken = self
                        .unexpected_quote(&text[first..past])
                        .map(|reason| (Some((tokens.spans.len() - begin, first as u32)), reason));
                }
                Span::in_text(first, past, false)
            };
            tokens.spans.push(span);
            first = position + 1;
            if is_end {
                self.finish(text, record..first, begin, broken.take(), tokens);
                (record, begin) = (first, tokens.spans.len());
            }
        }
        tokens.spans.truncate(begin);
        tokens.bytes = record;
        tokens.scratch.resize(tokens.scratch.len() + PADDING, 0);
        Ok(())
    }

    /// Takes apart all records of `text` that end in it and begin before its byte `before`; with
    /// `is_end_of_file` the last one ends with the text.
    pub fn scan(&self, text: &[u8], before: usize, is_end_of_file: bool, tokens: &mut Tokens) {
        tokens.clear(self.width);
        while tokens.bytes < text.len().min(before) {
            match self.record(text, tokens.bytes, is_end_of_file, tokens) {
                Some(past) => tokens.bytes = past,
                None => break,
            }
        }
        tokens.scratch.resize(tokens.scratch.len() + PADDING, 0);
    }

    /// The fields of the first record of `text`, and where the next one begins; see [`crate::first_record`].
    pub fn first_record(&self, text: &[u8], is_end_of_file: bool) -> Option<(Vec<String>, usize)> {
        let mut tokens = Tokens::default();
        let mut at = 0;
        while let Some(past) = self.passed_over(text, at, is_end_of_file) {
            at = past?;
        }
        let mut spans = Vec::new();
        loop {
            let found = self.field(text, at, is_end_of_file, &mut tokens)?;
            spans.push(found.span);
            match found.behind {
                Behind::Delimiter(next) => at = next,
                Behind::End(past) => {
                    let is_trailing = self.dialect.trailing_delimiter && spans.len() > 1;
                    if is_trailing && spans.last().is_some_and(|span| span.len() == 0) {
                        spans.pop();
                    }
                    let bytes = |span: &Span| {
                        let base = if span.is_in_scratch() { &tokens.scratch } else { text };
                        String::from_utf8_lossy(&base[span.first()..][..span.len()]).into_owned()
                    };
                    return Some((spans.iter().map(bytes).collect(), past));
                }
            }
        }
    }

    /// Where the record ends that `text` begins in the middle of: in quotes (its first byte is passed over then),
    /// or in a plain field; `None` if it does not end in `text`.
    pub fn end_of_started(&self, text: &[u8], in_quotes: bool, is_end_of_file: bool) -> Option<usize> {
        let mut tokens = Tokens::default();
        let mut found = match self.dialect.quote {
            Some(quote) if in_quotes => self.quoted(text, 0, quote, is_end_of_file, &mut tokens.scratch)?,
            _ => self.plain(text, 0, is_end_of_file, &mut tokens.scratch)?,
        };
        loop {
            match found.behind {
                Behind::End(past) => return Some(past),
                Behind::Delimiter(next) => found = self.field(text, next, is_end_of_file, &mut tokens)?,
            }
        }
    }

    /// Takes apart the record that begins at `first`, and gives where the next one does; `None` if it does
    /// not end in `text`.
    pub fn record(&self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens) -> Option<usize> {
        if let Some(past) = self.comment(text, first, is_end) {
            return past;
        }
        let begin = tokens.spans.len();
        let mut at = first;
        let mut broken = None;
        loop {
            let Some(found) = self.field(text, at, is_end, tokens) else {
                tokens.spans.truncate(begin);
                return None;
            };
            let number = tokens.spans.len() - begin;
            tokens.spans.push(found.span);
            if let (None, Some(reason)) = (&broken, found.reason) {
                broken = Some((Some((number, at as u32)), reason));
            }
            match found.behind {
                Behind::Delimiter(next) => at = next,
                Behind::End(past) => {
                    self.finish(text, first..past, begin, broken, tokens);
                    return Some(past);
                }
            }
        }
    }

    /// Where the record behind a comment begins; `None` if there is no comment at `first`, `Some(None)` if
    /// it does not end in `text`.
    pub fn comment(&self, text: &[u8], first: usize, is_end: bool) -> Option<Option<usize>> {
        let comment = self.dialect.comment.as_deref()?;
        // Of half a prefix where the text ends, there is no end of a record either.
        if !text[first..].starts_with(comment) {
            return None;
        }
        let mut at = first;
        while at < text.len() {
            match self.end_at(text, at, is_end) {
                Some(Some(bytes)) => return Some(Some(at + bytes)),
                Some(None) => at += 1,
                None => return Some(None),
            }
        }
        Some(is_end.then_some(text.len()))
    }

    /// Where the record behind a line that is none begins, a comment or a blank one, as [`Tokenizer::comment`] says it.
    fn passed_over(&self, text: &[u8], first: usize, is_end: bool) -> Option<Option<usize>> {
        let comment = self.comment(text, first, is_end);
        if comment.is_some() || !self.dialect.skip_blank_lines || first >= text.len() {
            return comment;
        }
        match self.end_at(text, first, is_end) {
            Some(bytes) => bytes.map(|bytes| Some(first + bytes)),
            None => Some(None),
        }
    }

    /// Books the record of bytes `extent` whose fields are the spans from `begin` on.
    #[inline(always)]
    fn finish(
        &self, text: &[u8], extent: std::ops::Range<usize>, begin: usize,
        broken: Option<(Option<(usize, u32)>, Reason)>, tokens: &mut Tokens,
    ) {
        let found = tokens.spans.len() - begin;
        let expected = self.dialect.stride(self.width);
        let record = Extent { first: extent.start as u32, past: extent.end as u32 };
        if found == expected
            && broken.is_none()
            && self.dialect.comment.is_none()
            && (found > 1 || tokens.spans[begin].len() > 0)
            && (!self.dialect.trailing_delimiter || tokens.spans[begin + self.width].is_plain_and_empty())
        {
            tokens.spans.truncate(begin + self.width);
            tokens.records.push(record);
            return;
        }
        self.finish_other(&text[extent], record, begin, broken, tokens);
    }

    /// What is left: comments, blank lines, records of another width, faulty ones.
    #[cold]
    fn finish_other(
        &self, bytes: &[u8], extent: Extent, begin: usize, broken: Option<(Option<(usize, u32)>, Reason)>,
        tokens: &mut Tokens,
    ) {
        if self.dialect.comment.as_ref().is_some_and(|comment| bytes.starts_with(comment)) {
            tokens.spans.truncate(begin);
            return;
        }
        let fields = &tokens.spans[begin..];
        let is_blank = fields.len() == 1 && fields[0].is_plain_and_empty();
        if is_blank && self.dialect.skip_blank_lines {
            tokens.spans.truncate(begin);
            return;
        }
        let ends_in_delimiter =
            fields.len() > 1 && fields.last().is_some_and(|span| span.is_plain_and_empty());
        let trailing = self.dialect.trailing_delimiter;
        // One empty field is a record of one column, unless a delimiter should stand behind it.
        let found = match is_blank && (self.width > 1 || trailing) {
            true => 0,
            false => fields.len() - usize::from(trailing && ends_in_delimiter),
        };
        let has_its_end = !trailing || ends_in_delimiter;
        let broken = broken.or_else(|| {
            let is_whole = found == self.width && has_its_end;
            let is_padded = self.ragged == Ragged::Pad && found < self.width && found > 0 && has_its_end;
            (!is_whole && !is_padded).then(|| {
                let expected = self.width;
                (None, Reason::Width { found, expected, trailing_delimiter: trailing, ends_in_delimiter })
            })
        });
        if let Some((field, reason)) = broken {
            tokens.spans.truncate(begin);
            tokens.broken.push(Broken { extent, before: tokens.records.len(), field, reason });
            return;
        }
        tokens.padded += (self.width - found) as u64;
        tokens.spans.truncate(begin + found);
        tokens.spans.resize(begin + self.width, Span::ABSENT);
        tokens.records.push(extent);
    }

    /// Takes apart the field at `first`; `None` if it does not end in `text`.
    pub fn field(&self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens) -> Option<Found> {
        match self.dialect.quote {
            Some(quote) if text.get(first) == Some(&quote) => {
                self.quoted(text, first, quote, is_end, &mut tokens.scratch)
            }
            _ => self.plain(text, first, is_end, &mut tokens.scratch),
        }
    }

    fn plain(&self, text: &[u8], first: usize, is_end: bool, scratch: &mut Vec<u8>) -> Option<Found> {
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
    fn unexpected_quote(&self, field: &[u8]) -> Option<Reason> {
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
    fn end_at(&self, text: &[u8], at: usize, is_end: bool) -> Option<Option<usize>> {
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

    fn quoted(
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

    /// Where in `record` its field `number` begins.
    pub fn field_first(&self, record: &[u8], number: usize) -> usize {
        let mut scratch = Tokens::default();
        let mut at = 0;
        for _ in 0..number {
            match self.field(record, at, true, &mut scratch).map(|found| found.behind) {
                Some(Behind::Delimiter(next)) => at = next,
                _ => break,
            }
        }
        at
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

/// Appends `field`, of which each quote is doubled, with single ones.
fn undouble(field: &[u8], quote: u8, scratch: &mut Vec<u8>) -> Result<Span, Irregular> {
    let begin = scratch.len();
    let mut rest = field;
    while let Some(at) = memchr(quote, rest) {
        if rest.get(at + 1) != Some(&quote) {
            return Err(Irregular);
        }
        scratch.extend_from_slice(&rest[..=at]);
        rest = &rest[at + 2..];
    }
    scratch.extend_from_slice(rest);
    Ok(Span::in_scratch(begin, scratch.len(), true))
}

#[cfg(test)]
#[path = "tokenize_tests.rs"]
mod tests;
