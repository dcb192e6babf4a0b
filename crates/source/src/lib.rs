//! Where the bytes of flat files come from.
//!
//! Files are read by position (`pread`) and never mapped: a mapped file that shrinks kills the process,
//! a read that comes up short is an error with a name. A [`LocalFile`] knows the [`Identity`] that the
//! plan saw, and says so when the file is no longer that one.
//!
//! What cannot be read by position, because it is compressed, in another encoding than UTF-8, or a pipe, is a
//! [`TextStream`]. What remote stores have in common with a file is the [`Source`] trait. What can be read once
//! is a [`Flow`].
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod ahead;
mod binary;
mod compression;
mod decode;
mod decompress;
mod encoding;
mod error;
mod file;
mod flow;
mod line;
mod raw;
#[cfg(test)]
mod slow;
mod text;

use std::path::Path;

pub use ahead::Buffering;
pub use binary::{BINARY_HEAD_BYTES, binary_kind};
pub use compression::{Compression, UnknownCompression};
pub use encoding::{Encoding, UnknownEncoding};
pub use error::SourceError;
pub use file::{Identity, LocalFile};
pub use flow::Flow;
pub use line::{line_number, line_numbers, text_line_numbers};
pub use text::{Origin, TextStream};

/// Bytes that can be read from any position.
pub trait Source {
    /// What errors call it.
    fn path(&self) -> &Path;

    /// How many bytes there are.
    fn size(&self) -> u64;

    /// How many bytes to ask for at once when all are read in order, so that asking costs little beside them.
    fn read_bytes(&self) -> usize {
        256 << 10
    }

    /// Reads from `offset` on until `buffer` is full.
    ///
    /// # Errors
    ///
    /// [`SourceError::Shrunk`] if the bytes end before that, or what the system says.
    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError>;

    /// That the bytes are still those that were there when reading began.
    ///
    /// # Errors
    ///
    /// [`SourceError::Changed`] if not.
    fn check_unchanged(&self) -> Result<(), SourceError>;

    /// Makes reads that wait for somebody else's answer fail soon, and all others after them. Reads of this
    /// machine's disks end by themselves.
    fn cancel(&self) {}
}
