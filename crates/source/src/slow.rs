//! A reader for tests.

use std::io::{self, Read};

/// Gives at most `read_bytes` at once, and fails behind the last byte if it is told to.
pub(crate) struct Slow {
    pub bytes: Vec<u8>,
    pub at: usize,
    pub read_bytes: usize,
    pub fails: bool,
}

impl Slow {
    /// Gives `bytes`, at most `read_bytes` at once.
    pub fn new(bytes: impl Into<Vec<u8>>, read_bytes: usize) -> Self {
        Slow { bytes: bytes.into(), at: 0, read_bytes, fails: false }
    }
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.fails && self.at == self.bytes.len() {
            return Err(io::Error::from(io::ErrorKind::ConnectionReset));
        }
        let most = self.read_bytes.min(buffer.len());
        let bytes = (&self.bytes[self.at..]).read(&mut buffer[..most])?;
        self.at += bytes;
        Ok(bytes)
    }
}
