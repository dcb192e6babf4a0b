//! Files that are opened when they are planned, and stay so until they are read.

use std::io::Cursor;
use std::sync::Arc;

use source::{Buffering, Compression, Encoding, Flow, Origin, Source, SourceError, TextStream};

use crate::far::Far;

/// A source that threads share.
pub type Shared = dyn Source + Send + Sync;

/// A file that is opened when it is planned, because to open it again costs a wait, or gives other bytes.
#[derive(Clone)]
pub enum Opened {
    /// It is read by position, and each read waits for an answer from elsewhere.
    Far(Arc<Shared>),
    /// It is read once.
    Flow(Arc<Flow>),
}

impl Opened {
    /// Calls off whoever waits for its bytes.
    pub fn cancel(&self) {
        match self {
            Opened::Far(source) => source.cancel(),
            Opened::Flow(flow) => flow.cancel(),
        }
    }

    /// Its first bytes, about `most_bytes` of them, and whether these are all.
    ///
    /// # Errors
    ///
    /// If they cannot be read. A flow has those that were looked at.
    pub fn head(&self, most_bytes: usize) -> Result<(Vec<u8>, bool), SourceError> {
        match self {
            Opened::Far(source) => {
                let mut head = vec![0; source.size().min(most_bytes as u64) as usize];
                source.read_exact_at(0, &mut head)?;
                let is_all = head.len() as u64 == source.size();
                Ok((head, is_all))
            }
            Opened::Flow(flow) => Ok(flow.head()),
        }
    }

    /// The first `most_bytes` of its text, or fewer: no more than what is written in its first `most_bytes`.
    /// Also says whether that is all of the text.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or are no such text.
    pub fn text_head(
        &self, compression: Compression, encoding: Encoding, most_bytes: usize,
    ) -> Result<(Vec<u8>, bool), SourceError> {
        let (head, is_all) = self.head(most_bytes)?;
        let buffering = Buffering { buffer_bytes: 64 << 10, buffers: 1 };
        let mut stream =
            TextStream::over(Box::new(Cursor::new(head)), self.path(), compression, encoding, buffering)?;
        let mut text = Vec::new();
        while text.len() < most_bytes {
            match stream.next() {
                Ok(Some(buffer)) => text.extend_from_slice(&buffer),
                Ok(None) => return Ok((text, is_all)),
                // Where the head was cut, the text breaks off.
                Err(_) if !is_all => break,
                Err(error) => return Err(error),
            }
        }
        text.truncate(most_bytes);
        Ok((text, false))
    }

    /// What errors call it.
    pub fn path(&self) -> &std::path::Path {
        match self {
            Opened::Far(source) => source.path(),
            Opened::Flow(flow) => flow.path(),
        }
    }

    /// Its text, from front to back.
    ///
    /// # Errors
    ///
    /// If it cannot be read any more.
    pub(crate) fn text(
        &self, compression: Compression, encoding: Encoding,
    ) -> Result<TextStream, SourceError> {
        let buffering = Buffering::default();
        match self {
            Opened::Far(source) => {
                let far = Far::new(Arc::clone(source), 0, u64::MAX);
                TextStream::over(Box::new(far), source.path(), compression, encoding, buffering)
            }
            Opened::Flow(flow) => {
                TextStream::open(Origin::Flow(Arc::clone(flow)), compression, encoding, buffering)
            }
        }
    }
}
