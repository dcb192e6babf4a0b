//! Bytes in, UTF-8 out.

mod transcoder;

use crate::decompress::Decompressor;
use crate::{Encoding, SourceError};

use self::transcoder::Transcoder;

/// A reader of text. A byte order mark of the encoding is dropped; between the two orders of UTF-16 the
/// mark decides, since in the other order it would be no character.
///
/// What is in UTF-8 is passed on as it is, without a copy and unchecked: the parser checks it anyhow, and
/// knows the line and the column.
pub(crate) struct Decoder {
    bytes: Bytes,
    encoding: Encoding,
    state: State,
}

enum State {
    Beginning,
    Utf8,
    Other(Transcoder),
}

impl Decoder {
    /// The least room that [`Decoder::read`] needs: the longest character has 4 bytes, and a decoder may hold
    /// back another.
    pub const MIN_ROOM_BYTES: usize = 16;

    /// Reads nothing yet.
    pub fn new(decompressor: Decompressor, encoding: Encoding) -> Self {
        let bytes = Bytes { decompressor, head: Vec::new() };
        Decoder { bytes, encoding, state: State::Beginning }
    }

    /// Text into `text`, which has [`Decoder::MIN_ROOM_BYTES`] or more; none at the end. Not to be called
    /// again after an error.
    pub fn read(&mut self, text: &mut [u8]) -> Result<usize, SourceError> {
        loop {
            match &mut self.state {
                State::Beginning => self.state = self.begin()?,
                State::Utf8 => return self.bytes.read(text),
                State::Other(transcoder) => return transcoder.read(&mut self.bytes, text),
            }
        }
    }

    fn begin(&mut self) -> Result<State, SourceError> {
        let head = self.bytes.look()?;
        let asked = self.encoding;
        let mark = Encoding::of_mark(head)
            .filter(|(marked, _)| *marked == asked || (marked.is_utf_16() && asked.is_utf_16()));
        let (encoding, mark_bytes) = mark.unwrap_or((asked, 0));
        self.bytes.head.drain(..mark_bytes);
        Ok(if encoding == Encoding::UTF_8 {
            State::Utf8
        } else {
            State::Other(Transcoder::new(encoding, mark_bytes))
        })
    }
}

/// Bytes whose first few can be looked at.
struct Bytes {
    decompressor: Decompressor,
    /// What was looked at and is still to be read.
    head: Vec<u8>,
}

impl Bytes {
    /// As many bytes as the longest mark has, or fewer at the end.
    fn look(&mut self) -> Result<&[u8], SourceError> {
        let (mut head, mut found) = ([0; 3], 0);
        while found < head.len() {
            match self.decompressor.read(&mut head[found..])? {
                0 => break,
                bytes => found += bytes,
            }
        }
        self.head.extend(&head[..found]);
        Ok(&self.head)
    }

    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        if self.head.is_empty() {
            return self.decompressor.read(buffer);
        }
        let bytes = self.head.len().min(buffer.len());
        buffer[..bytes].copy_from_slice(&self.head[..bytes]);
        self.head.drain(..bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;
