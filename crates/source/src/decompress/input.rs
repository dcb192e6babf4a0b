//! What decompressors read from.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::raw::Raw;

/// How much is read at once. A decompressor returns whenever its input is used up, and zlib-rs copies its
/// window of 32 KB each time: at 256 KB, which become 1 MB of text and more, that is not to be seen.
const BUFFER_BYTES: usize = 256 << 10;

/// How many compressed bytes a decompressor has taken, shared with who reports its errors.
#[derive(Clone, Debug, Default)]
pub(super) struct Consumed(Arc<AtomicU64>);

impl Consumed {
    pub fn bytes(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Compressed bytes, buffered. Unlike a [`BufReader`] it counts what is taken from the buffer, so an error
/// tells where the damage is rather than how far was read ahead.
pub(super) struct Input {
    reader: BufReader<Raw>,
    consumed: Consumed,
}

impl Input {
    pub fn new(raw: Raw, consumed: Consumed) -> Self {
        Input { reader: BufReader::with_capacity(BUFFER_BYTES, raw), consumed }
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.consumed.0.fetch_add(bytes as u64, Relaxed);
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}
