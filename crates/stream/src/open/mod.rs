//! A piece that is being read: its file, and where in it the parser's block stands.

mod begin;

use std::path::PathBuf;

use crc_fast::{CrcAlgorithm, Digest};
use flatfile::{Parser, Reason, RecordError, Reject, Terminator};

use crate::body::{Body, Share};
use crate::held::Held;
use crate::input::Input;
use crate::joins::{Claim, Cut, Joins};
use crate::lines::Lines;
use crate::{Options, Piece, PieceRecord, RejectedRecord, StreamError};

/// How far behind a piece's end is read at first to find the end of its last record: that much is read
/// twice, by this piece and by the next. Then as much again as there is, or a long record would be gone
/// through very often.
const OVERLAP_BYTES: u64 = 4 << 10;

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

    fn first_cut(&self) -> Cut {
        (self.piece.file, self.piece.first_byte)
    }

    /// The cut that the piece begins behind and where, if that was guessed.
    pub fn guess(&self) -> Option<(Cut, u64)> {
        self.is_guessed.then_some((self.first_cut(), self.record.first_byte))
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
