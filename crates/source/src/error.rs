//! Why bytes cannot be had.

use std::io;
use std::path::{Path, PathBuf};

use crate::Compression;

/// Why a source cannot be read. Every variant names the file.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// There is no such file.
    #[error("{}: no such file", .0.display())]
    NotFound(PathBuf),
    /// The file may not be read.
    #[error("{}: no permission to read it", .0.display())]
    Forbidden(PathBuf),
    /// It is a directory.
    #[error("{}: is a directory, expected a file", .0.display())]
    Directory(PathBuf),
    /// It is a pipe, a socket or a device, which cannot be read by position.
    #[error("{}: is no regular file, so it cannot be read in parts", .0.display())]
    NotRegular(PathBuf),
    /// Its server gives only the whole of it.
    #[error("{}: its server gives no parts of it; download it first", .0.display())]
    NoRanges(PathBuf),
    /// It is not the file that was planned.
    #[error("{}: changed while it was being loaded: {detail}", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is different.
        detail: String,
    },
    /// It ended before its planned size.
    #[error("{}: shrank while it was being loaded: it ends at byte {found}, expected {expected} bytes", .path.display())]
    Shrunk {
        /// The file.
        path: PathBuf,
        /// Where it ends now, in bytes.
        found: u64,
        /// Its size when it was planned, in bytes.
        expected: u64,
    },
    /// What is compressed is damaged, cut short, or compressed with something else.
    #[error("{}: damaged {compression} archive, at compressed byte {offset}: {detail}", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What it was read as.
        compression: Compression,
        /// How many compressed bytes had been taken when it was seen.
        offset: u64,
        /// What is wrong.
        detail: String,
    },
    /// Its bytes are no text of the encoding.
    #[error("{}: {} at byte {offset} of the text is no {encoding}; is it in another encoding?", .path.display(), hex(.bytes))]
    Undecodable {
        /// The file.
        path: PathBuf,
        /// The name of the encoding.
        encoding: &'static str,
        /// Where the bytes begin, after decompression.
        offset: u64,
        /// The bytes that mean nothing.
        bytes: Vec<u8>,
    },
    /// Anything else the system says.
    #[error("{}: cannot be read at byte {offset}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Where reading began, in bytes.
        offset: u64,
        /// What the system said.
        error: io::Error,
    },
}

impl SourceError {
    /// What the system said of reading `path` at `offset`.
    pub fn io(path: &Path, offset: u64, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => SourceError::NotFound(path.into()),
            io::ErrorKind::PermissionDenied => SourceError::Forbidden(path.into()),
            io::ErrorKind::IsADirectory => SourceError::Directory(path.into()),
            _ => SourceError::Io { path: path.into(), offset, error },
        }
    }

    /// The error that `error` carries, or what `otherwise` makes of it.
    pub(crate) fn within(error: io::Error, otherwise: impl FnOnce(io::Error) -> Self) -> Self {
        error.downcast().unwrap_or_else(otherwise)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            SourceError::NotFound(path)
            | SourceError::Forbidden(path)
            | SourceError::Directory(path)
            | SourceError::NotRegular(path)
            | SourceError::NoRanges(path)
            | SourceError::Changed { path, .. }
            | SourceError::Shrunk { path, .. }
            | SourceError::Corrupt { path, .. }
            | SourceError::Undecodable { path, .. }
            | SourceError::Io { path, .. } => path,
        }
    }

    /// A word for what is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            SourceError::NotFound(_) => "not_found",
            SourceError::Forbidden(_) => "forbidden",
            SourceError::Directory(_) => "directory",
            SourceError::NotRegular(_) => "not_regular",
            SourceError::NoRanges(_) => "no_ranges",
            SourceError::Changed { .. } => "changed",
            SourceError::Shrunk { .. } => "shrunk",
            SourceError::Corrupt { .. } => "corrupt",
            SourceError::Undecodable { .. } => "undecodable",
            SourceError::Io { .. } => "io",
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    digits.join(" ")
}
