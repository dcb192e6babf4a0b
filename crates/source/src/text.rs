//! Text from front to back.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::ahead::{Buffering, ReadAhead};
use crate::decode::Decoder;
use crate::decompress::Decompressor;
use crate::raw::{Counts, FrontToBack, Raw};
use crate::{Compression, Encoding, Flow, Identity, LocalFile, Source, SourceError};

/// Where text comes from.
#[derive(Clone)]
pub enum Origin {
    /// A file, which must be what the plan saw, from the beginning to the end.
    File {
        /// Where it is.
        path: PathBuf,
        /// What the plan saw.
        identity: Identity,
    },
    /// What can be read once.
    Flow(Arc<Flow>),
}

/// Text that can only be read from front to back: compressed, in another encoding than UTF-8, or a pipe.
///
/// It is read, decompressed and decoded in a thread of its own, some buffers ahead, so neither side waits for
/// the other's work. The buffers are text in UTF-8, cut anywhere, also within a character. A byte order mark
/// at the front is dropped. Text whose encoding is UTF-8 is passed on unchecked.
pub struct TextStream {
    buffers: ReadAhead,
    counts: Arc<Counts>,
    wait_ns: u64,
}

impl TextStream {
    /// Begins to read `origin`.
    ///
    /// # Errors
    ///
    /// If a file cannot be opened or is not the planned one, or a flow was taken before. Anything else is told by [`TextStream::next`].
    pub fn open(
        origin: Origin, compression: Compression, encoding: Encoding, buffering: Buffering,
    ) -> Result<Self, SourceError> {
        match origin {
            Origin::File { path, identity } => {
                let file = Arc::new(LocalFile::open_planned(&path, identity)?);
                TextStream::of(file, &path, compression, encoding, buffering)
            }
            Origin::Flow(flow) => {
                TextStream::over(Box::new(flow.take()?), flow.path(), compression, encoding, buffering)
            }
        }
    }

    /// Begins to read `source`, which errors call `path`, and which must not change meanwhile.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn of(
        source: Arc<dyn Source + Send + Sync>, path: &Path, compression: Compression, encoding: Encoding,
        buffering: Buffering,
    ) -> Result<Self, SourceError> {
        // Copies nothing where as much is read at once anyhow, as from local files.
        let reader = BufReader::with_capacity(source.read_bytes(), FrontToBack::new(source.clone()));
        let unchanged = move || source.check_unchanged();
        TextStream::start(Box::new(reader), unchanged, path, compression, encoding, buffering)
    }

    /// Begins to read what `reader` gives, which errors call `path`.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn over(
        reader: Box<dyn Read + Send>, path: &Path, compression: Compression, encoding: Encoding,
        buffering: Buffering,
    ) -> Result<Self, SourceError> {
        TextStream::start(reader, || Ok(()), path, compression, encoding, buffering)
    }

    fn start(
        reader: Box<dyn Read + Send>, unchanged: impl Fn() -> Result<(), SourceError> + Send + 'static,
        path: &Path, compression: Compression, encoding: Encoding, buffering: Buffering,
    ) -> Result<Self, SourceError> {
        let counts = Arc::new(Counts::default());
        let raw = Raw::new(reader, path.into(), counts.clone());
        let mut decoder = Decoder::new(Decompressor::new(raw, path.into(), compression)?, encoding);
        let read = move |text: &mut [u8]| {
            let result = decoder.read(text);
            // Also after an error, since a file that is written to meanwhile looks damaged first.
            if !matches!(result, Ok(1..)) {
                unchanged()?;
            }
            result
        };
        let buffers = ReadAhead::new(read, buffering).map_err(|error| SourceError::io(path, 0, error))?;
        Ok(TextStream { buffers, counts, wait_ns: 0 })
    }

    /// The next buffer, which is not empty; none at the end.
    ///
    /// # Errors
    ///
    /// After all text before it, and once: then there is nothing more.
    #[allow(clippy::should_implement_trait, reason = "an iterator would have no way to give buffers back")]
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, SourceError> {
        let begin = Instant::now();
        let result = self.buffers.next();
        self.wait_ns += begin.elapsed().as_nanos() as u64;
        result
    }

    /// Takes a buffer that is no longer needed to fill it again, best with the length that it had.
    pub fn recycle(&self, buffer: Vec<u8>) {
        self.buffers.recycle(buffer);
    }

    /// How many bytes were read so far, before decompression.
    pub fn raw_bytes(&self) -> u64 {
        self.counts.raw_bytes.load(Relaxed)
    }

    /// How long reading them has taken so far, in nanoseconds.
    pub fn read_ns(&self) -> u64 {
        self.counts.read_ns.load(Relaxed)
    }

    /// How long [`TextStream::next`] has waited so far, in nanoseconds.
    pub fn wait_ns(&self) -> u64 {
        self.wait_ns
    }
}
