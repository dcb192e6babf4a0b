//! What a store says, as an error of a source.

use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

use object_store::Error;
use source::SourceError;

/// The error of reading `path` at `offset`.
pub(crate) fn of(error: Error, path: &Path, offset: u64) -> SourceError {
    match error {
        Error::NotFound { .. } => SourceError::NotFound(path.into()),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => SourceError::Forbidden(path.into()),
        Error::NotSupported { .. } => SourceError::NoRanges(path.into()),
        error => other(path.into(), offset, &without_addresses(&error)),
    }
}

/// Any other error.
pub(crate) fn other(path: PathBuf, offset: u64, detail: &str) -> SourceError {
    SourceError::Io { path, offset, error: io::Error::other(detail) }
}

/// What `error` and its causes say, except for what has a URL in it: that may be signed.
fn without_addresses(error: &Error) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        // Some repeat their cause.
        if !text.contains("://") && !said.iter().any(|before| before.contains(&text)) {
            said.push(text);
        }
        cause = error.source();
    }
    if said.is_empty() { "the request failed".to_owned() } else { said.join(": ") }
}
