//! Where the block's records are: by the index, or taken apart where that is not enough.

use super::{Found, Indexed, Parser};
use crate::{Ragged, Way, records};

impl Parser {
    /// Finds the whole records of the block's text that begin before byte `before` of it, which is any number
    /// from the text's length on for all of them. With `is_end_of_file` the last one may end with the text,
    /// without a line end.
    ///
    /// Where the next record begins at `before` or behind it, the bytes found go up to there: what stands
    /// between two records belongs to the one in front.
    pub fn index(&mut self, before: usize, is_end_of_file: bool) -> Indexed {
        self.forget();
        let indexed = match self.way {
            _ if before == 0 => Indexed::default(),
            Way::Scanned => self.scan(before, is_end_of_file),
            way => {
                let text_bytes = self.block.text().len();
                // Without quotes the first line end from there on ends the last record.
                let until = match self.dialect.quote {
                    None => end_of_last(self.block.text(), before).unwrap_or(text_bytes),
                    Some(_) => text_bytes,
                };
                let ends_here = is_end_of_file && until == text_bytes;
                // The index knows records by their line feeds: one is lent to the last as long as it looks.
                let lacks_end = ends_here && until > 0 && self.block.text()[until - 1] != b'\n';
                if lacks_end {
                    self.block.push(b'\n');
                }
                let indexed = self.index_lines(until + usize::from(lacks_end), before, way == Way::Dense);
                if lacks_end {
                    self.block.truncate(until);
                    self.indexed_bytes = self.indexed_bytes.min(until);
                }
                let bytes = indexed.bytes.min(until);
                // What is left at the end of a file is a record all the same, with a quote that never ends.
                if ends_here && bytes < until && bytes < before {
                    self.scan(before, true)
                } else {
                    Indexed { bytes, ..indexed }
                }
            }
        };
        self.is_utf8 = simdutf8::basic::from_utf8(&self.block.text()[..indexed.bytes]).is_ok();
        indexed
    }

    /// Finds records by the index, each of which ends with a line feed, in the first `until` bytes.
    fn index_lines(&mut self, until: usize, before: usize, is_dense: bool) -> Indexed {
        let text = &self.block.text()[..until];
        self.positions.push(u32::MAX);
        if self.dialect.quote.is_some() {
            // SAFETY: a block has `PADDING` bytes behind its text.
            let quoted = unsafe { self.index.find_quoted(text, &mut self.positions) };
            if before < text.len() {
                truncate_behind(text, before, &mut self.positions);
            }
            let is_taken = quoted.is_regular
                && (self.tokenizer)
                    .by_index(text, &self.positions, quoted.has_doubled, &mut self.tokens)
                    .is_ok();
            return if is_taken { self.take_tokens() } else { self.scan(before, false) };
        }
        // SAFETY: as above.
        let line_feeds = unsafe { self.index.find(text, &mut self.positions) };
        if is_dense {
            let stride = self.dialect.stride(self.layout.width);
            let mut records = records::count(text, &self.positions, line_feeds, self.layout.width, stride);
            if let Some(quote) = self.dialect.refuse_quote {
                records::refuse_quotes(text, &self.positions, stride, quote, &mut records);
                if let Some(place) = records.broken.as_mut().map(|broken| &mut broken.place) {
                    place.column = place.column.and_then(|field| self.layout.column_of(field));
                }
            }
            if records.broken.is_none() || self.ragged == Ragged::Fail {
                let indexed = Indexed {
                    bytes: self.positions[records.whole * stride].wrapping_add(1) as usize,
                    records: records.whole,
                };
                self.indexed_bytes = indexed.bytes;
                self.found = Found::Dense(records);
                return indexed;
            }
        }
        (self.tokenizer)
            .by_index(text, &self.positions, false, &mut self.tokens)
            .expect("without quotes nothing is irregular");
        self.take_tokens()
    }

    fn scan(&mut self, before: usize, is_end_of_file: bool) -> Indexed {
        self.tokenizer.scan(self.block.text(), before, is_end_of_file, &mut self.tokens);
        self.take_tokens()
    }

    fn take_tokens(&mut self) -> Indexed {
        self.found = Found::Tokens;
        let tokens = &mut self.tokens;
        if self.ragged == Ragged::Fail {
            // The first that is broken ends the load; what is behind it was never read.
            tokens.broken.truncate(1);
            if let Some(broken) = tokens.broken.first() {
                tokens.records.truncate(broken.before);
                tokens.bytes = broken.extent.first as usize;
            }
        }
        self.indexed_bytes = tokens.bytes;
        let rejected = if self.ragged == Ragged::Fail { 0 } else { tokens.broken.len() };
        Indexed { bytes: tokens.bytes, records: tokens.records.len() + rejected }
    }
}

/// Where the record ends that the one before byte `before` of `text` is, if it ends in `text`: each ends with
/// the next line feed.
fn end_of_last(text: &[u8], before: usize) -> Option<usize> {
    let behind = text.get(before - 1..)?;
    memchr::memchr(b'\n', behind).map(|line_feed| before + line_feed)
}

/// Leaves of `positions` what belongs to records that begin before byte `before` of `text`.
fn truncate_behind(text: &[u8], before: usize, positions: &mut Vec<u32>) {
    // The entry in front is no position.
    let behind = 1 + positions[1..].partition_point(|&position| (position as usize) < before - 1);
    let last = positions[behind..].iter().position(|&position| text[position as usize] == b'\n');
    positions.truncate(last.map_or(positions.len(), |last| behind + last + 1));
}
