//! A part of a file whose every read costs a wait, as over a network, read in order.
//!
//! Some blocks are always on their way, each in a thread of its own: the wait for one is then no wait for the
//! next. What lies behind the part is only asked for when it is needed, to find the end of the last record.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use source::SourceError;

use crate::opened::Shared;

/// Blocks that are on their way at a time. With four of 4 MiB and 50 ms from a request to its answer, a stream
/// reads 300 MB/s where the link has them, and holds 20 MiB at most; one at a time, 80 MB/s.
const BLOCKS_AHEAD: usize = 4;

/// How far behind its part is read with it: the last record ends there, unless it is longer.
const BEHIND_BYTES: u64 = 16 << 10;

/// A part of a file, read in order.
pub(crate) struct Far {
    source: Arc<Shared>,
    /// Where the next block to be asked for begins, and where no more is asked for ahead.
    next: u64,
    past: u64,
    /// How much is asked for there the next time.
    behind_bytes: u64,
    coming: VecDeque<JoinHandle<Result<Vec<u8>, SourceError>>>,
    block: Vec<u8>,
    done: usize,
}

impl Far {
    /// Begins to read `source` from `begin` on, up to `past` and then as far as it is asked to.
    pub fn new(source: Arc<Shared>, begin: u64, past: u64) -> Self {
        let past = past.saturating_add(BEHIND_BYTES).min(source.size());
        Far {
            source,
            next: begin,
            past,
            behind_bytes: BEHIND_BYTES,
            coming: VecDeque::new(),
            block: Vec::new(),
            done: 0,
        }
    }

    /// Fills `room` with the bytes from `offset` on, which are on their way to nobody else.
    pub fn read_at(&self, offset: u64, room: &mut [u8]) -> Result<(), SourceError> {
        self.source.read_exact_at(offset, room)
    }

    /// The same file read from `begin` on.
    pub fn at(&self, begin: u64, past: u64) -> Self {
        Far::new(Arc::clone(&self.source), begin, past)
    }

    /// How many bytes the file has.
    pub fn size(&self) -> u64 {
        self.source.size()
    }

    /// Reads the next bytes into `room`, and gives how many; none at the end of the file.
    ///
    /// # Errors
    ///
    /// What the source says. After that it is of no use.
    pub fn read(&mut self, room: &mut [u8]) -> Result<usize, SourceError> {
        while self.done == self.block.len() {
            let free = std::mem::take(&mut self.block);
            self.done = 0;
            self.ask_ahead(free)?;
            let Some(block) = self.coming.pop_front() else { return Ok(0) };
            self.block = block.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        let bytes = room.len().min(self.block.len() - self.done);
        room[..bytes].copy_from_slice(&self.block[self.done..self.done + bytes]);
        self.done += bytes;
        Ok(bytes)
    }

    /// Has as many blocks on their way as there may be, and at least one while there is one; `free` becomes one.
    fn ask_ahead(&mut self, mut free: Vec<u8>) -> Result<(), SourceError> {
        while self.coming.len() < BLOCKS_AHEAD {
            let block_bytes = self.source.read_bytes() as u64;
            let bytes = match self.past.saturating_sub(self.next).min(block_bytes) {
                0 if self.coming.is_empty() => {
                    self.behind_bytes = (2 * self.behind_bytes).min(block_bytes);
                    self.behind_bytes.min(self.size() - self.next)
                }
                bytes => bytes,
            };
            if bytes == 0 {
                break;
            }
            let (source, at, mut block) = (Arc::clone(&self.source), self.next, std::mem::take(&mut free));
            let read = move || {
                block.resize(bytes as usize, 0);
                source.read_exact_at(at, &mut block).map(|()| block)
            };
            let thread = thread::Builder::new().name("far".into()).spawn(read);
            let failed = |error| SourceError::Io { path: self.source.path().into(), offset: at, error };
            self.coming.push_back(thread.map_err(failed)?);
            self.next += bytes;
        }
        Ok(())
    }
}

impl io::Read for Far {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Far::read(self, buffer).map_err(io::Error::other)
    }
}
