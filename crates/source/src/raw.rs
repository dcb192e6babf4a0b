//! Bytes as they come from outside, counted.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use crate::{Source, SourceError};

/// What has been read so far. Written by the thread that reads, looked at by others.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Bytes from outside, before they are decompressed.
    pub raw_bytes: AtomicU64,
    /// Time spent in waiting for them, in nanoseconds.
    pub read_ns: AtomicU64,
}

/// A reader that counts, and whose errors are [`SourceError`]s inside of [`io::Error`]s, so that they come
/// out of any decompressor as they went in (see [`SourceError::within`]).
pub(crate) struct Raw {
    reader: Box<dyn Read + Send>,
    path: Arc<Path>,
    counts: Arc<Counts>,
}

impl Raw {
    pub fn new(reader: Box<dyn Read + Send>, path: Arc<Path>, counts: Arc<Counts>) -> Self {
        Raw { reader, path, counts }
    }
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let begin = Instant::now();
        let result = loop {
            match self.reader.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.counts.read_ns.fetch_add(begin.elapsed().as_nanos() as u64, Relaxed);
        match result {
            Ok(bytes) => {
                self.counts.raw_bytes.fetch_add(bytes as u64, Relaxed);
                Ok(bytes)
            }
            Err(error) => {
                let at = self.counts.raw_bytes.load(Relaxed);
                let error = SourceError::within(error, |error| SourceError::io(&self.path, at, error));
                Err(io::Error::other(error))
            }
        }
    }
}

/// A [`Source`] from its first byte to its last.
pub(crate) struct FrontToBack {
    source: Arc<dyn Source + Send + Sync>,
    at: u64,
}

impl FrontToBack {
    pub fn new(source: Arc<dyn Source + Send + Sync>) -> Self {
        FrontToBack { source, at: 0 }
    }
}

impl Read for FrontToBack {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.source.size() - self.at;
        let bytes = left.min(buffer.len() as u64) as usize;
        self.source.read_exact_at(self.at, &mut buffer[..bytes]).map_err(io::Error::other)?;
        self.at += bytes as u64;
        Ok(bytes)
    }
}
