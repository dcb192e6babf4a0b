//! One line of a file, for people who look for what a byte belongs to.

use std::borrow::Cow;
use std::path::PathBuf;

use pyo3::prelude::*;
use source::{
    Buffering, Compression, Encoding, Identity, LocalFile, Origin, Source, SourceError, TextStream,
};

use crate::file::{os_error, parse_compression, parse_encoding};

/// A file of this machine: path, size in bytes, when it was modified in ns, compression, encoding.
type PyFile = (PathBuf, u64, i64, String, String);

/// A line: its number from 1, its bytes without the end, and whether those are all.
type Line = (u64, Cow<'static, [u8]>, bool);

/// How much of a file is read at a time.
const READ_BYTES: u64 = 1 << 20;

/// The number, from 1, and the bytes of the line that byte `offset` of a file's text is on, without its end; of
/// the bytes at most `most_bytes`, and whether that is all. `None` if the text ends before that byte. Raises
/// OSError.
#[pyfunction]
pub fn line_at(py: Python<'_>, file: PyFile, offset: u64, most_bytes: usize) -> PyResult<Option<Line>> {
    let (path, size_bytes, modified_ns, compression, encoding) = file;
    let (compression, encoding) = (parse_compression(&compression)?, parse_encoding(&encoding)?);
    py.detach(|| {
        if compression != Compression::None || encoding != Encoding::UTF_8 {
            let origin = Origin::File { path, identity: Identity { size_bytes, modified_ns } };
            let mut stream = TextStream::open(origin, compression, encoding, Buffering::default())?;
            return find(|| stream.next(), offset, most_bytes);
        }
        let local = LocalFile::open(&path)?;
        let mut at = 0;
        let next = || {
            let mut buffer = vec![0; READ_BYTES.min(local.size() - at) as usize];
            local.read_exact_at(at, &mut buffer)?;
            at += buffer.len() as u64;
            Ok((!buffer.is_empty()).then_some(buffer))
        };
        find(next, offset, most_bytes)
    })
    .map_err(os_error)
}

fn find(
    mut next: impl FnMut() -> Result<Option<Vec<u8>>, SourceError>, offset: u64, most_bytes: usize,
) -> Result<Option<Line>, SourceError> {
    let (mut at, mut number, mut line, mut line_bytes) = (0, 1, Vec::new(), 0);
    while let Some(buffer) = next()? {
        for part in buffer.split_inclusive(|&byte| byte == b'\n') {
            let room = most_bytes - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            line_bytes += part.len();
            at += part.len() as u64;
            let ends = part.ends_with(b"\n");
            if ends && offset < at {
                return Ok(Some(told(number, line, line_bytes)));
            }
            if ends {
                number += 1;
                line_bytes = 0;
                line.clear();
            }
        }
    }
    Ok((offset < at).then(|| told(number, line, line_bytes)))
}

fn told(number: u64, mut line: Vec<u8>, line_bytes: usize) -> Line {
    let is_all = line.len() == line_bytes;
    if is_all && line.ends_with(b"\n") {
        line.pop();
        if line.ends_with(b"\r") {
            line.pop();
        }
    }
    (number, Cow::Owned(line), is_all)
}
