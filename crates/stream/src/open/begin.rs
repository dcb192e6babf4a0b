//! Where a piece begins: its first record, and what stands before that in a file.

use flatfile::{
    GUESS_BEFORE, GUESS_BYTES, Parser, begun_line_end, boundary, first_record, guess_first_record, line_past,
};

use super::OpenPiece;
use crate::header::check_names;
use crate::joins::Joins;
use crate::{Header, Options, StreamError};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl OpenPiece {
    /// Reads up to the first record that the piece owns, and passes over what a file begins with.
    pub fn find_first_record(
        &mut self, parser: &mut Parser, options: &Options, joins: &Joins, is_cancelled: &impl Fn() -> bool,
    ) -> Result<(), StreamError> {
        if self.piece.chunk.is_some() {
            self.read_more(parser, options)?;
        } else if self.piece.first_byte == 0 || !self.is_joined {
            self.find_boundary(parser, options, is_cancelled)?;
        } else {
            self.find_join(parser, options, joins, is_cancelled)?;
        }
        (self.record.first_byte, self.record.past_byte) = (self.text_at, self.text_at);
        // An empty range before a file's first byte owns nothing of it, and an empty file has no header.
        let is_empty = parser.text().is_empty() && self.held.is_none() && self.is_at_end_of_file();
        if self.piece.first_byte == 0 && self.piece.past_byte > 0 && !is_empty {
            self.pass_byte_order_mark(parser, options)?;
            self.pass_lines(parser, options)?;
            if options.header != Header::None {
                self.pass_header(parser, options)?;
            }
        }
        Ok(())
    }

    /// Reads up to the first record of the piece where a line feed is enough to find it.
    fn find_boundary(
        &mut self, parser: &mut Parser, options: &Options, is_cancelled: &impl Fn() -> bool,
    ) -> Result<(), StreamError> {
        loop {
            if is_cancelled() {
                return Err(StreamError::Cancelled);
            }
            // No limit here: whose record it is says that it is too long, and stops this stream, too.
            self.read_more(parser, options)?;
            match boundary(parser.text(), self.piece.first_byte) {
                Some(offset) => {
                    self.pass(parser, offset);
                    return Ok(());
                }
                // No record begins in this text: all of it belongs to one that began before.
                None => self.pass(parser, parser.text().len()),
            }
            if self.is_at_end_of_file() {
                return Ok(());
            }
        }
    }

    /// Goes where the piece before is known to end; if it is not known yet to where it probably does; if
    /// that cannot be told it waits for it.
    fn find_join(
        &mut self, parser: &mut Parser, options: &Options, joins: &Joins, is_cancelled: &impl Fn() -> bool,
    ) -> Result<(), StreamError> {
        if let Some(place) = joins.proven(self.first_cut()) {
            self.seek(parser, place);
            return Ok(());
        }
        let first = self.piece.first_byte;
        self.seek(parser, first.saturating_sub(GUESS_BEFORE as u64));
        let before = (first - self.text_at) as usize;
        while parser.text().len() < (before + GUESS_BYTES).min(parser.block_capacity())
            && !self.is_at_end_of_file()
        {
            self.read_more(parser, options)?;
        }
        let width = parser.layout().width;
        let is_end = self.is_at_end_of_file();
        if let Some(offset) = guess_first_record(parser.text(), before, parser.dialect(), width, is_end) {
            self.is_guessed = true;
            self.pass(parser, offset);
            return Ok(());
        }
        let place = joins.wait(self.first_cut(), is_cancelled).ok_or(StreamError::Cancelled)?;
        self.seek(parser, place);
        Ok(())
    }

    /// Begins at byte `place` of the file.
    fn seek(&mut self, parser: &mut Parser, place: u64) {
        parser.block().clear();
        if self.read_to != place {
            self.input.seek(place, self.piece.past_byte);
        }
        (self.text_at, self.read_to) = (place, place);
        self.is_fresh = false;
    }

    /// Consumes the mark that a file of UTF-8 may begin with.
    fn pass_byte_order_mark(&mut self, parser: &mut Parser, options: &Options) -> Result<(), StreamError> {
        // What was read ends with the piece, which may be shorter than the mark.
        while parser.text().len() < BYTE_ORDER_MARK.len() && !self.is_at_end_of_file() {
            self.read_more(parser, options)?;
        }
        if parser.text().starts_with(BYTE_ORDER_MARK) {
            self.account(parser, BYTE_ORDER_MARK.len());
            self.pass(parser, BYTE_ORDER_MARK.len());
            // The first record begins with the mark and not behind it: a cut in between is inside of the
            // record, for this piece as it is for the next one.
            self.piece.past_byte = self.piece.past_byte.max(self.text_at + 1);
        }
        Ok(())
    }

    /// Consumes the lines before the header.
    fn pass_lines(&mut self, parser: &mut Parser, options: &Options) -> Result<(), StreamError> {
        let mut left = options.skip_lines;
        while left > 0 {
            let (is_end, text_bytes) = (self.is_at_end_of_file(), parser.text().len());
            let terminator = &parser.dialect().terminator;
            let line = line_past(parser.text(), terminator, is_end);
            // Of a line that does not end here all goes but what may begin its end, so that it can be of any length.
            let rest = text_bytes.saturating_sub(if is_end { 0 } else { begun_line_end(terminator) });
            let bytes = line.unwrap_or(rest);
            if line.is_some() || is_end && bytes > 0 {
                left -= 1;
            } else if is_end {
                return Err(StreamError::too_few_lines(&self.piece.path, options));
            }
            self.account(parser, bytes);
            self.pass(parser, bytes);
            if line.is_none() && !is_end {
                self.read_more(parser, options)?;
            }
        }
        Ok(())
    }

    /// Consumes the first record of the file, and compares it with the columns' names if it is to hold them. A
    /// layout was made of the header itself, of what is still the same file.
    fn pass_header(&mut self, parser: &mut Parser, options: &Options) -> Result<(), StreamError> {
        let (names, length) = loop {
            if let Some(header) = first_record(parser.text(), parser.dialect(), self.is_at_end_of_file()) {
                break header;
            }
            if self.is_at_end_of_file() {
                break (Vec::new(), parser.text().len());
            }
            self.read_more(parser, options)?;
        };
        if options.header == Header::Names && self.piece.layout.is_none() {
            let (path, byte) = (&self.piece.path, self.text_at);
            check_names(&names, parser.columns(), parser.layout()).map_err(|detail| StreamError::Header {
                path: path.to_path_buf(),
                byte,
                detail,
            })?;
        }
        self.account(parser, length);
        self.pass(parser, length);
        Ok(())
    }
}
