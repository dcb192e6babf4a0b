//! Which line a byte is on.

use crate::{Source, SourceError};

/// The number, from 1, of the line that byte `offset` of `source` is on.
///
/// Splits count no lines: that would make every one wait for its left neighbours. Instead the few places
/// that are shown to people are counted when they are shown, at the speed of a read.
///
/// # Errors
///
/// If the source cannot be read up to there.
pub fn line_number(source: &dyn Source, offset: u64) -> Result<u64, SourceError> {
    const READ_BYTES: u64 = 1 << 20;
    let mut buffer = vec![0; READ_BYTES.min(offset) as usize];
    let (mut at, mut line) = (0, 1);
    while at < offset {
        let bytes = READ_BYTES.min(offset - at) as usize;
        source.read_exact_at(at, &mut buffer[..bytes])?;
        line += memchr::memchr_iter(b'\n', &buffer[..bytes]).count() as u64;
        at += bytes as u64;
    }
    Ok(line)
}
