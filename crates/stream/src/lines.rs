//! The lines of a text that is gone when somebody asks which one a fault is on.

use std::sync::Arc;

use memchr::memchr_iter;
use source::Flow;

use crate::{Opened, Piece};

/// Counts lines as the text passes by. All else is counted when it is shown, by reading it again.
pub(crate) struct Lines {
    flow: Arc<Flow>,
    /// What passed last, and the lines that end before it.
    text: Vec<u8>,
    begin: u64,
    ended: u64,
}

impl Lines {
    /// Those of `piece`, if it can be read only once.
    pub fn of(piece: &Piece) -> Option<Self> {
        match &piece.opened {
            Some(Opened::Flow(flow)) => {
                let (begin, ended) = match &piece.chunk {
                    Some(chunk) => (piece.first_byte, chunk.lines_before),
                    None => (0, 0),
                };
                Some(Lines { flow: Arc::clone(flow), text: Vec::new(), begin, ended })
            }
            _ => None,
        }
    }

    /// Takes note of `text`, which follows what passed before.
    pub fn pass(&mut self, text: &[u8]) {
        self.ended += count(&self.text);
        self.begin += self.text.len() as u64;
        self.text.clear();
        self.text.extend_from_slice(text);
    }

    /// The line, from 1, that byte `byte` is on, which is in what passed last or follows it.
    pub fn line(&self, byte: u64) -> u64 {
        let behind = byte.saturating_sub(self.begin).min(self.text.len() as u64);
        1 + self.ended + count(&self.text[..behind as usize])
    }

    /// Keeps the line of byte `byte` for whoever asks when the text is gone.
    pub fn keep(&self, byte: u64) {
        self.flow.keep_line(byte, self.line(byte));
    }
}

fn count(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}
