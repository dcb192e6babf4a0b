//! The last lines of a text whose end nobody knows before it is there: what may be one of them is held back.

use std::collections::VecDeque;
use std::sync::Arc;

use flatfile::{Terminator, begun_line_end, line_past};

use crate::input::Input;
use crate::{Options, Piece, StreamError};

/// How much is read at a time.
const READ_BYTES: usize = 64 << 10;

/// A text without its last lines.
pub(crate) struct Held {
    lines: usize,
    terminator: Terminator,
    /// What is read and not given on yet; the first byte is byte `at` of the text.
    text: Vec<u8>,
    at: u64,
    /// How far in `text` no line end has to be looked for again.
    scanned: usize,
    /// Where lines begin, as bytes of the text: the last ones, one more than are held back, because the text may go
    /// on behind the last line end or not.
    begins: VecDeque<u64>,
    /// Where the footer begins, once the text has ended.
    past: Option<u64>,
}

impl Held {
    /// A text that is read from byte 0 on.
    pub fn new(lines: usize, terminator: Terminator) -> Self {
        let (text, begins) = (Vec::new(), VecDeque::from([0]));
        Held { lines, terminator, text, at: 0, scanned: 0, begins, past: None }
    }

    /// Whether all is given on that is not held back for good.
    pub fn is_at_end(&self) -> bool {
        self.past == Some(self.at)
    }

    /// Reads what comes next of `input` without its last lines into `room`, and gives how many bytes.
    pub fn read(
        &mut self, input: &mut Input, room: &mut [u8], piece: &Piece, options: &Options,
    ) -> Result<usize, StreamError> {
        self.fill(input, piece, options)?;
        let bytes = room.len().min(self.free());
        room[..bytes].copy_from_slice(&self.text[..bytes]);
        self.text.drain(..bytes);
        self.scanned = self.scanned.saturating_sub(bytes);
        self.at += bytes as u64;
        // At once, so that the last bytes are known to be the last when they are parsed.
        self.fill(input, piece, options)?;
        Ok(bytes)
    }

    /// What was held back for good.
    pub fn footer(&self) -> &[u8] {
        &self.text
    }

    /// How many bytes can be given on.
    fn free(&self) -> usize {
        let whole = self.begins.len() > self.lines;
        let past = self.past.unwrap_or(if whole { self.begins[0] } else { self.at });
        past.saturating_sub(self.at) as usize
    }

    fn fill(&mut self, input: &mut Input, piece: &Piece, options: &Options) -> Result<(), StreamError> {
        while self.past.is_none() && self.free() == 0 {
            let kept = self.text.len();
            let read = self.at + kept as u64;
            if kept > options.record_limit_bytes {
                let (path, limit_bytes) = (piece.path.to_path_buf(), options.record_limit_bytes);
                return Err(StreamError::RecordTooLong {
                    path,
                    line: None,
                    byte: self.at,
                    in_quotes: false,
                    limit_bytes,
                });
            }
            if !input.is_at_end(read) {
                let wanted = (input.size() - read).min(READ_BYTES as u64) as usize;
                self.text.resize(kept + wanted, 0);
                let bytes = input.read(read, &mut self.text[kept..])?;
                self.text.truncate(kept + bytes);
            }
            let end = self.at + self.text.len() as u64;
            let is_end = input.is_at_end(end);
            self.scan(is_end);
            if is_end {
                let ends_with_line = self.begins.back() == Some(&end);
                let lines = self.lines + usize::from(ends_with_line);
                let begin = self.begins.len().checked_sub(lines).map(|number| self.begins[number]);
                self.past = Some(begin.ok_or_else(|| StreamError::too_few_lines(&piece.path, options))?);
            }
        }
        Ok(())
    }

    /// Finds the lines that begin in what was read.
    fn scan(&mut self, is_end: bool) {
        while let Some(bytes) = line_past(&self.text[self.scanned..], &self.terminator, is_end) {
            self.scanned += bytes;
            self.begins.push_back(self.at + self.scanned as u64);
            if self.begins.len() > self.lines + 1 {
                self.begins.pop_front();
            }
        }
        let begun = self.text.len().saturating_sub(begun_line_end(&self.terminator));
        self.scanned = self.scanned.max(begun);
    }
}

impl StreamError {
    /// That the file of `path` has fewer lines than are to be passed over.
    pub(crate) fn too_few_lines(path: &Arc<std::path::PathBuf>, options: &Options) -> Self {
        let (before, behind) = (options.skip_lines, options.skip_footer);
        StreamError::TooFewLines { path: path.to_path_buf(), before, behind }
    }
}
