//! A text that many streams parse: one thread decompresses and decodes it, and whoever is free takes what comes next.
//!
//! ```text
//! read, decompress, decode ──▶ buffers ──▶ cut behind the last whole record ──▶ chunk ──▶ stream 1 | 2 | … n
//!        (a thread)                          (whoever takes, one at a time)
//! ```
//!
//! The cuts need no proof: who makes them has seen all that stands before.

use std::sync::{Arc, Mutex, PoisonError};

use flatfile::index::InstructionSet;
use flatfile::{Dialect, RecordEnds, lines_past};
use source::TextStream;

use crate::input::open_text;
use crate::{Piece, StreamError};

/// Text in a chunk, in bytes, unless its last record is longer: the cost of taking one is small beside it, and what
/// the ledger keeps of it, too.
const CHUNK_BYTES: usize = 4 << 20;

/// Whole records of a text.
#[derive(Debug)]
pub struct Chunk {
    pub(crate) text: Vec<u8>,
    /// Line feeds in front of it.
    pub(crate) lines_before: u64,
}

/// A text that streams take chunks of.
pub struct SharedText {
    piece: Piece,
    dialect: Dialect,
    skip_lines: usize,
    record_limit_bytes: usize,
    state: Mutex<State>,
}

enum State {
    Unopened,
    Open(Box<Open>),
    /// All chunks are taken, of a text of so many bytes.
    Ended(u64),
    Failed,
}

struct Open {
    stream: TextStream,
    ends: RecordEnds,
    /// What is read and not taken: it begins with a record, or with the lines that are passed over before the first.
    rest: Vec<u8>,
    /// Its first byte in the text, and line feeds before it.
    at: u64,
    lines: u64,
}

impl SharedText {
    /// The text of `piece`, which is all of a file that can only be read from front to back. Nothing is opened yet.
    pub fn new(piece: Piece, dialect: Dialect, skip_lines: usize, record_limit_bytes: usize) -> Self {
        SharedText { piece, dialect, skip_lines, record_limit_bytes, state: Mutex::new(State::Unopened) }
    }

    /// How many bytes the text has, once all of it is taken.
    pub fn size_bytes(&self) -> Option<u64> {
        match *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Ended(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Takes the next chunk, as a piece; `None` if the text has ended.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, to the first that asks, who ends the load by it. All others are done with it.
    pub(crate) fn take(&self) -> Result<Option<Piece>, StreamError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = match &mut *state {
            State::Ended(_) | State::Failed => return Ok(None),
            State::Unopened => self.open().and_then(|mut open| {
                let taken = self.next(&mut open)?;
                *state = State::Open(Box::new(open));
                Ok(taken)
            }),
            State::Open(open) => self.next(open),
        };
        match taken {
            Ok((piece, ended)) => {
                if let Some(bytes) = ended {
                    *state = State::Ended(bytes);
                }
                Ok(piece)
            }
            Err(error) => {
                *state = State::Failed;
                Err(error)
            }
        }
    }

    fn open(&self) -> Result<Open, StreamError> {
        let ends = RecordEnds::new(&self.dialect, InstructionSet::detect());
        Ok(Open { stream: open_text(&self.piece)?, ends, rest: Vec::new(), at: 0, lines: 0 })
    }

    /// The next chunk, and the length of the text if that was the last.
    fn next(&self, open: &mut Open) -> Result<(Option<Piece>, Option<u64>), StreamError> {
        let mut wanted = CHUNK_BYTES;
        loop {
            let mut is_end = false;
            while open.rest.len() < wanted && !is_end {
                match open.stream.next()? {
                    Some(buffer) => {
                        open.rest.extend_from_slice(&buffer);
                        open.stream.recycle(buffer);
                    }
                    None => is_end = true,
                }
            }
            if is_end {
                let bytes = open.at + open.rest.len() as u64;
                // An empty text is one chunk of nothing, so that it is in the ledger.
                let is_left = !open.rest.is_empty() || bytes == 0;
                let rest = std::mem::take(&mut open.rest);
                return Ok((is_left.then(|| self.chunk(open, rest)), Some(bytes)));
            }
            let skipped = if open.at == 0 { self.skip_lines } else { 0 };
            let first = lines_past(&open.rest, skipped, &self.dialect.terminator, false);
            let past = first.map_or(0, |first| open.ends.last(&mut open.rest, first));
            if past > first.unwrap_or_default() {
                let rest = open.rest.split_off(past);
                let text = std::mem::replace(&mut open.rest, rest);
                return Ok((Some(self.chunk(open, text)), None));
            }
            if first.is_some() && open.rest.len() >= self.record_limit_bytes {
                return Err(self.too_long(open));
            }
            wanted = 2 * open.rest.len();
        }
    }

    fn chunk(&self, open: &mut Open, text: Vec<u8>) -> Piece {
        let first_byte = open.at;
        let lines_before = open.lines;
        open.at += text.len() as u64;
        open.lines += memchr::memchr_iter(b'\n', &text).count() as u64;
        let past_byte = open.at;
        let chunk = Some(Arc::new(Chunk { text, lines_before }));
        Piece { first_byte, past_byte, chunk, ..self.piece.clone() }
    }

    fn too_long(&self, open: &Open) -> StreamError {
        StreamError::RecordTooLong {
            path: self.piece.path.to_path_buf(),
            line: Some(open.lines + 1),
            byte: open.at,
            in_quotes: self.dialect.quote.is_some(),
            limit_bytes: self.record_limit_bytes,
        }
    }
}
