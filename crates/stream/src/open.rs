//! A piece that is being read: its file, and where in it the parser's block stands.

use std::path::PathBuf;

use crc_fast::{CrcAlgorithm, Digest};
use flatfile::{
    GUESS_BEFORE, GUESS_BYTES, Parser, Reason, RecordError, Reject, Terminator, begun_line_end, boundary,
    first_record, guess_first_record, line_past,
};

use crate::body::{Body, Share};
use crate::header::check_names;
use crate::held::Held;
use crate::input::Input;
use crate::joins::{Claim, Cut, Joins};
use crate::lines::Lines;
use crate::{Header, Options, Piece, PieceRecord, RejectedRecord, StreamError};

/// How far behind a piece's end is read at first to find the end of its last record: that much is read
/// twice, by this piece and by the next. Then as much again as there is, or a long record would be gone
/// through very often.
const OVERLAP_BYTES: u64 = 4 << 10;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A piece that is being read. The text in the parser's block is what the file holds from `text_at` to
/// `read_to`, and from the first record on it begins with a record.
pub(crate) struct OpenPiece {
    piece: Piece,
    input: Input,
    /// Where the lines begin that are no records, at the end of a file whose size is known.
    footer_at: u64,
    /// Keeps them back, where only the end of the text says which they are.
    held: Option<Held>,
    text_at: u64,
    read_to: u64,
    /// Whether the block has text that was never indexed.
    is_fresh: bool,
    /// Bytes at the front of the text that are indexed and will be done once they are converted.
    indexed_bytes: usize,
    /// Whether what is indexed ends with the piece's last record.
    is_last: bool,
    /// Whether it has to be proven where the piece begins, and whether it begins where it was guessed to.
    is_joined: bool,
    is_guessed: bool,
    /// The cut that the piece ends behind; its range may end further behind, with a byte order mark.
    past_cut: u64,
    record: PieceRecord,
    crc: Digest,
    /// The lines' numbers, where they have to be counted on the way.
    lines: Option<Lines>,
}

/// What opening a piece gives.
pub(crate) enum Opened {
    /// A piece to be read. Boxed, as it is so much larger.
    Piece(Box<OpenPiece>),
    /// One that has no byte of its file, because all lines in it are passed over by others.
    Nothing(PieceRecord),
}

impl OpenPiece {
    /// Opens `piece` of split `split`; the block is empty from here on.
    pub fn open(
        mut piece: Piece, split: u32, parser: &mut Parser, options: &Options,
    ) -> Result<Opened, StreamError> {
        let mut input = Input::open(&piece)?;
        let (mut footer_at, mut held, mut nothing_at) = (input.size(), None, None);
        if options.skip_lines > 0 || options.skip_footer > 0 {
            let terminator = &parser.dialect().terminator;
            if input.is_file() {
                let body = Body::find(&mut input, &piece, options, terminator)?;
                footer_at = body.past();
                match body.share(&piece) {
                    Share::Nothing(at) => nothing_at = Some(at),
                    Share::Range(first, past) => (piece.first_byte, piece.past_byte) = (first, past),
                }
            }
            // Where it is not known yet which lines are the last.
            let is_known = input.is_file() && (*terminator == Terminator::Lines || input.size() == 0);
            if options.skip_footer > 0 && !is_known {
                held = Some(Held::new(options.skip_footer, terminator.clone()));
            }
        }
        // One byte more says whether a record begins with the first.
        let begin = if piece.chunk.is_some() { piece.first_byte } else { piece.first_byte.saturating_sub(1) };
        parser.block().clear();
        parser.set_layout(piece.layout.as_ref());
        if let Some(lineage) = parser.lineage() {
            lineage.set_file(&piece.path.to_string_lossy());
        }
        // What a long record in the piece before took is not needed again.
        parser.block().shrink(options.block_bytes);
        let record = PieceRecord {
            split,
            file: piece.file,
            first_byte: nothing_at.unwrap_or(0),
            past_byte: nothing_at.unwrap_or(0),
            records: 0,
            rejected: 0,
            crc32c: 0,
        };
        if nothing_at.is_some() {
            return Ok(Opened::Nothing(record));
        }
        let crc = Digest::new(CrcAlgorithm::Crc32Iscsi);
        let (text_at, read_to) = (begin, begin);
        let (is_fresh, indexed_bytes, is_last, is_guessed) = (false, 0, false, false);
        let (lines, past_cut) = (Lines::of(&piece), piece.past_byte);
        let is_joined = piece.chunk.is_none() && !parser.dialect().is_splittable();
        let open = OpenPiece {
            piece,
            input,
            footer_at,
            held,
            text_at,
            read_to,
            is_fresh,
            indexed_bytes,
            is_last,
            is_joined,
            is_guessed,
            past_cut,
            record,
            crc,
            lines,
        };
        Ok(Opened::Piece(Box::new(open)))
    }

    /// Whether all records of the piece are indexed.
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    fn is_at_end_of_file(&self) -> bool {
        match &self.held {
            Some(held) => held.is_at_end(),
            None => self.read_to >= self.footer_at || self.input.is_at_end(self.read_to),
        }
    }

    /// Reads up to the first record that the piece owns, and passes over what a file begins with.
    pub fn find_first_record(
        &mut self, parser: &mut Parser, options: &Options, joins: &Joins, is_cancelled: &impl Fn() -> bool,
    ) -> Result<(), StreamError> {
        if self.piece.chunk.is_some() {
            self.read_more(parser, options)?;
        } else if self.piece.first_byte == 0 || parser.dialect().is_splittable() {
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
        while parser.text().len() < (before + GUESS_BYTES).min(parser.block().capacity())
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

    fn first_cut(&self) -> Cut {
        (self.piece.file, self.piece.first_byte)
    }

    /// The cut that the piece begins behind and where, if that was guessed.
    pub fn guess(&self) -> Option<(Cut, u64)> {
        self.is_guessed.then_some((self.first_cut(), self.record.first_byte))
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

    /// Consumes the first `bytes` of the text.
    fn pass(&mut self, parser: &mut Parser, bytes: usize) {
        parser.block().consume(bytes);
        self.text_at += bytes as u64;
    }

    /// Takes the first `bytes` of the text into the piece's account.
    fn account(&mut self, parser: &Parser, bytes: usize) {
        self.crc.update(&parser.text()[..bytes]);
        if let Some(lines) = &mut self.lines {
            lines.pass(&parser.text()[..bytes]);
        }
        self.record.past_byte = self.text_at + bytes as u64;
    }

    /// Whether the next block needs more text than there is.
    pub fn wants_more(&self) -> bool {
        !self.is_fresh && !self.is_at_end_of_file()
    }

    /// Reads more text behind the block's, up to the piece's end and then a little further each time.
    pub fn read_more(&mut self, parser: &mut Parser, options: &Options) -> Result<(), StreamError> {
        // A record that fills the block has to be seen whole: room for twice as much, up to the limit.
        if parser.text().len() >= parser.block_capacity() {
            let limit_bytes = options.record_limit_bytes;
            if parser.block_capacity() >= limit_bytes {
                let quote = parser.open_quote();
                let byte = self.text_at + quote.unwrap_or_default() as u64;
                return Err(StreamError::RecordTooLong {
                    path: self.piece.path.to_path_buf(),
                    line: self.line_number(byte),
                    byte,
                    in_quotes: quote.is_some(),
                    limit_bytes,
                });
            }
            let bytes = (parser.block_capacity() * 2).min(limit_bytes);
            parser.block().grow(bytes);
        }
        let block = parser.block();
        let text_bytes = block.text().len() as u64;
        let room = block.room();
        let past = self.piece.past_byte;
        let behind = OVERLAP_BYTES.max(text_bytes);
        let wanted = if self.read_to < past { past - self.read_to } else { behind };
        let bytes = wanted.min(self.footer_at - self.read_to).min(room.len() as u64) as usize;
        let room = &mut room[..bytes];
        let bytes = match &mut self.held {
            Some(held) => held.read(&mut self.input, room, &self.piece, options)?,
            None => self.input.read(self.read_to, room)?,
        };
        block.filled(bytes);
        self.read_to += bytes as u64;
        self.is_fresh = true;
        Ok(())
    }

    /// Indexes the piece's records in the block, so that they can be converted; gives how many bytes and
    /// records they are.
    pub fn index(&mut self, parser: &mut Parser) -> (u64, u64) {
        let text_bytes = parser.text().len();
        let is_end_of_file = self.is_at_end_of_file();
        let past = self.piece.past_byte;
        // All that is left, of the last piece.
        let is_open = past >= self.footer_at;
        let before = if is_open { usize::MAX } else { past.saturating_sub(self.text_at) as usize };
        let indexed = parser.index(before, is_end_of_file);
        self.is_fresh = false;
        self.is_last = indexed.bytes >= before || (is_end_of_file && indexed.bytes == text_bytes);
        if let Some(lineage) = parser.lineage() {
            lineage.set_text_at(self.text_at);
        }
        self.indexed_bytes = indexed.bytes;
        self.account(parser, indexed.bytes);
        self.record.records += indexed.records as u64;
        (indexed.bytes as u64, indexed.records as u64)
    }

    /// Consumes what was indexed: it is converted.
    pub fn release(&mut self, parser: &mut Parser) {
        parser.release();
        self.text_at += std::mem::take(&mut self.indexed_bytes) as u64;
    }

    /// What was read of the piece, all of which is converted, of a file that has not changed meanwhile.
    pub fn close(mut self, joins: &Joins) -> Result<PieceRecord, StreamError> {
        self.account_footer()?;
        self.input.check_unchanged()?;
        self.record.crc32c = self.crc.finalize() as u32;
        if self.is_joined {
            joins.claim(Claim {
                file: self.piece.file,
                first_cut: self.piece.first_byte,
                past_cut: self.past_cut,
                begin: self.record.first_byte,
                end: self.record.past_byte,
            });
        }
        Ok(self.record)
    }

    /// Takes the lines behind the last record into the account, if the piece has them.
    fn account_footer(&mut self) -> Result<(), StreamError> {
        if let Some(held) = &self.held {
            self.crc.update(held.footer());
            self.record.past_byte += held.footer().len() as u64;
        } else if self.record.past_byte == self.footer_at && self.piece.past_byte >= self.input.size() {
            let mut text = [0; 4 << 10];
            while self.record.past_byte < self.input.size() {
                let at = self.record.past_byte;
                let bytes = text.len().min((self.input.size() - at) as usize);
                self.input.read_at(at, &mut text[..bytes])?;
                self.crc.update(&text[..bytes]);
                self.record.past_byte = at + bytes as u64;
            }
        }
        Ok(())
    }

    /// Books a record of the block's text that was set aside, with its place in the file.
    pub fn reject(&mut self, mut reject: Reject) -> RejectedRecord {
        self.move_to_file(&mut reject.error);
        self.record.rejected += 1;
        if let Some(lines) = &self.lines {
            let place = &reject.error.place;
            [Some(place.record_byte), place.field_byte]
                .into_iter()
                .flatten()
                .for_each(|byte| lines.keep(byte));
        }
        RejectedRecord { split: self.record.split, file: self.record.file, reject }
    }

    /// The file's path.
    pub fn path(&self) -> PathBuf {
        self.piece.path.to_path_buf()
    }

    fn line_number(&self, byte: u64) -> Option<u64> {
        match &self.lines {
            Some(lines) => Some(lines.line(byte)),
            None => self.input.line_number(byte, &self.piece),
        }
    }

    fn move_to_file(&self, error: &mut RecordError) {
        error.place.record_byte += self.text_at;
        error.place.field_byte = error.place.field_byte.map(|byte| byte + self.text_at);
    }

    /// The error of a record in the block's text, with its place in the file.
    pub fn locate(&self, mut error: RecordError) -> StreamError {
        self.move_to_file(&mut error);
        let shown = match error.reason {
            // What has to be found is where it opens, which may be many lines behind the record's first.
            Reason::Unclosed => error.place.field_byte.unwrap_or(error.place.record_byte),
            _ => error.place.record_byte,
        };
        let line = self.line_number(shown);
        StreamError::Record { path: self.piece.path.to_path_buf(), line, error: Box::new(error) }
    }
}
