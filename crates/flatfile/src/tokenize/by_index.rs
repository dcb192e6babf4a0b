//! Records by the positions that the index found: a look at each field, and none at the bytes between.

use memchr::memchr;

use super::Tokenizer;
use crate::PADDING;
use crate::tokens::{Fault, Span, Tokens};

/// The index cannot vouch for this text: it has to be scanned.
#[derive(Debug)]
pub(crate) struct Irregular;

impl Tokenizer {
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
        let mut fault = None;
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
                if !QUOTES && fault.is_none() {
                    fault = self.unexpected_quote(&text[first..past]).map(|reason| Fault {
                        field: Some((tokens.spans.len() - begin, first as u32)),
                        reason,
                    });
                }
                Span::in_text(first, past, false)
            };
            tokens.spans.push(span);
            first = position + 1;
            if is_end {
                self.finish(text, record..first, begin, fault.take(), tokens);
                (record, begin) = (first, tokens.spans.len());
            }
        }
        tokens.spans.truncate(begin);
        tokens.bytes = record;
        tokens.scratch.resize(tokens.scratch.len() + PADDING, 0);
        Ok(())
    }
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
