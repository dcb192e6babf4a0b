//! Compressed bytes in, plain bytes out.
//!
//! The end of the plain bytes is only ever the end of a whole archive: one that is cut short anywhere, or
//! followed by what is no archive, is an error, and so is one whose checksums do not agree.

mod gzip;
mod input;
mod lz4;

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use bzip2::bufread::MultiBzDecoder;
use liblzma::bufread::XzDecoder;

use self::gzip::Gzip;
use self::input::{Consumed, Input};
use self::lz4::Lz4;
use crate::raw::Raw;
use crate::{Compression, SourceError};

/// The largest window of a zstd frame is 2^31 bytes, as `zstd --long=31` writes it. It is allocated as large
/// as the frame says, so what the tool asks a flag for (it stops at 2^27) costs nothing where it is not used.
const ZSTD_WINDOW_LOG_MAX: u32 = 31;

/// A reader of plain bytes, whatever they are compressed with.
pub(crate) struct Decompressor {
    reader: Box<dyn Read + Send>,
    compression: Compression,
    path: Arc<Path>,
    consumed: Consumed,
}

impl Decompressor {
    /// Reads nothing yet.
    pub fn new(raw: Raw, path: Arc<Path>, compression: Compression) -> Result<Self, SourceError> {
        let consumed = Consumed::default();
        let input = |raw| Input::new(raw, consumed.clone());
        let reader = match compression {
            Compression::None => Ok(Box::new(raw) as Box<dyn Read + Send>),
            Compression::Gzip => Ok(Box::new(Gzip::new(input(raw))) as _),
            Compression::Zstd => zstd(input(raw)),
            Compression::Bzip2 => Ok(Box::new(MultiBzDecoder::new(input(raw))) as _),
            Compression::Xz => xz(input(raw)),
            Compression::Lz4 => Lz4::new(input(raw)).map(|lz4| Box::new(lz4) as _),
        };
        let reader = reader.map_err(|error| SourceError::io(&path, 0, error))?;
        Ok(Decompressor { reader, compression, path, consumed })
    }

    /// Plain bytes into `buffer`; none at the end. Not to be called again after an error.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, SourceError> {
        self.reader.read(buffer).map_err(|error| SourceError::within(error, |error| self.corrupt(&error)))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn corrupt(&self, error: &io::Error) -> SourceError {
        let detail = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it is cut short".to_owned(),
            _ => error.to_string(),
        };
        let (path, compression) = (self.path.to_path_buf(), self.compression);
        SourceError::Corrupt { path, compression, offset: self.consumed.bytes(), detail }
    }
}

fn zstd(input: Input) -> io::Result<Box<dyn Read + Send>> {
    let mut decoder = zstd::Decoder::with_buffer(input)?;
    decoder.window_log_max(ZSTD_WINDOW_LOG_MAX)?;
    Ok(Box::new(decoder))
}

/// Not `XzDecoder::new_multi_decoder`: that also reads the older `.lzma`, which has no checksum.
fn xz(input: Input) -> io::Result<Box<dyn Read + Send>> {
    let stream = liblzma::stream::Stream::new_stream_decoder(u64::MAX, liblzma::stream::CONCATENATED)?;
    Ok(Box::new(XzDecoder::new_stream(input, stream)))
}

#[cfg(test)]
mod tests;
