//! Text to records and fields, where the dialect has more than one delimiter byte and lines.
//!
//! There are two ways, which agree wherever both can go. [`Tokenizer::by_index`] (`by_index.rs`) takes the positions
//! that the index found and looks at each field once: the fast one, for dialects of [`Way::Indexed`].
//! [`Tokenizer::scan`] (`field.rs`) goes through the text byte by byte: for all others, and for what the index cannot
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

mod by_index;
mod field;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::field::Behind;
use crate::dialect::{Dialect, Terminator};
use crate::error::Reason;
use crate::tokens::{Broken, Extent, Fault, Span, Tokens};
use crate::{PADDING, Ragged};

/// Takes texts apart into records of `width` fields.
pub(crate) struct Tokenizer {
    dialect: Dialect,
    width: usize,
    ragged: Ragged,
    /// Whether a byte can mean something outside of quotes.
    special: [bool; 256],
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
        let (past, _) = self.fields(text, at, is_end_of_file, &mut tokens)?;
        let is_trailing = self.dialect.trailing_delimiter && tokens.spans.len() > 1;
        if is_trailing && tokens.spans.last().is_some_and(|span| span.is_plain_and_empty()) {
            tokens.spans.pop();
        }
        let names = tokens.spans.iter().map(|span| tokens.field(text, *span));
        Some((names.map(|name| String::from_utf8_lossy(name).into_owned()).collect(), past))
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

    /// Where the record, or comment, that begins at `first` ends; `None` if it does not end in `text`. What is in
    /// `tokens` is lost.
    pub fn end_of_record(
        &self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens,
    ) -> Option<usize> {
        if first >= text.len() {
            return None;
        }
        if let Some(past) = self.comment(text, first, is_end) {
            return past;
        }
        tokens.clear(1);
        self.fields(text, first, is_end, tokens).map(|(past, _)| past)
    }

    /// Takes apart the record that begins at `first`, and gives where the next one does; `None` if it does
    /// not end in `text`.
    pub fn record(&self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens) -> Option<usize> {
        if let Some(past) = self.comment(text, first, is_end) {
            return past;
        }
        let begin = tokens.spans.len();
        let (past, fault) = self.fields(text, first, is_end, tokens)?;
        self.finish(text, first..past, begin, fault, tokens);
        Some(past)
    }

    /// Appends the fields of the record that begins at `first`, however many; gives where the next record begins and
    /// what is wrong with the first field that is broken. `None` if the record does not end in `text`, and then nothing
    /// is appended.
    #[inline(always)]
    pub fn fields(
        &self, text: &[u8], first: usize, is_end: bool, tokens: &mut Tokens,
    ) -> Option<(usize, Option<Fault>)> {
        let begin = tokens.spans.len();
        let (mut at, mut fault) = (first, None);
        loop {
            let Some(found) = self.field(text, at, is_end, tokens) else {
                tokens.spans.truncate(begin);
                return None;
            };
            if let (None, Some(reason)) = (&fault, found.reason) {
                fault = Some(Fault { field: Some((tokens.spans.len() - begin, at as u32)), reason });
            }
            tokens.spans.push(found.span);
            match found.behind {
                Behind::Delimiter(next) => at = next,
                Behind::End(past) => return Some((past, fault)),
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
        &self, text: &[u8], extent: Range<usize>, begin: usize, fault: Option<Fault>, tokens: &mut Tokens,
    ) {
        let found = tokens.spans.len() - begin;
        let expected = self.dialect.stride(self.width);
        let record = Extent { first: extent.start as u32, past: extent.end as u32 };
        if found == expected
            && fault.is_none()
            && self.dialect.comment.is_none()
            && (found > 1 || tokens.spans[begin].len() > 0)
            && (!self.dialect.trailing_delimiter || tokens.spans[begin + self.width].is_plain_and_empty())
        {
            tokens.spans.truncate(begin + self.width);
            tokens.records.push(record);
            return;
        }
        self.finish_other(&text[extent], record, begin, fault, tokens);
    }

    /// What is left: comments, blank lines, records of another width, faulty ones.
    #[cold]
    fn finish_other(
        &self, bytes: &[u8], extent: Extent, begin: usize, fault: Option<Fault>, tokens: &mut Tokens,
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
        let fault = fault.or_else(|| {
            let is_whole = found == self.width && has_its_end;
            let is_padded = self.ragged == Ragged::Pad && found < self.width && found > 0 && has_its_end;
            (!is_whole && !is_padded).then(|| {
                let expected = self.width;
                let reason =
                    Reason::Width { found, expected, trailing_delimiter: trailing, ends_in_delimiter };
                Fault { field: None, reason }
            })
        });
        if let Some(fault) = fault {
            tokens.spans.truncate(begin);
            tokens.broken.push(Broken { extent, before: tokens.records.len(), fault });
            return;
        }
        tokens.padded += (self.width - found) as u64;
        tokens.spans.truncate(begin + found);
        tokens.spans.resize(begin + self.width, Span::ABSENT);
        tokens.records.push(extent);
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
