//! One look at each of many files: what it is, and the line that it begins with.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use source::{BINARY_HEAD_BYTES, Compression, Encoding, SourceError, binary_kind};

use crate::file::{in_threads, os_error};
use crate::opened::{Opened, answering_signals};

/// As much as comes with the first read of a file anyhow: a page. Most headers are shorter.
const HEAD_BYTES: usize = 4 << 10;

/// What a file is compressed with, the encoding that its mark says, what it is if it is no text, and the bytes up
/// to its first line's end, if that is in its head and was asked for.
type PyLook = (&'static str, Option<&'static str>, Option<String>, Option<Py<PyBytes>>);

struct Look {
    compression: Compression,
    encoding: Option<Encoding>,
    binary: Option<String>,
    first_line: Option<Vec<u8>>,
}

/// Looks at each of `files` (path, and itself if it is open already) once. Raises OSError for the first that
/// cannot be read.
#[pyfunction]
pub fn look(
    py: Python<'_>, files: Vec<(PathBuf, Option<Py<Opened>>)>, with_lines: bool,
) -> PyResult<Vec<PyLook>> {
    let files: Vec<_> =
        files.into_iter().map(|(path, opened)| (path, opened.map(|opened| opened.get().0.clone()))).collect();
    let looks = answering_signals(py, move || {
        Ok(in_threads(&files, |(path, opened)| look_at(path, opened.as_ref(), with_lines)))
    })?
    .map_err(os_error)?;
    // Of ten thousand files nearly all begin with the same line.
    let mut lines: HashMap<Vec<u8>, Py<PyBytes>> = HashMap::new();
    looks
        .into_iter()
        .map(|look| {
            let look = look.map_err(os_error)?;
            let line = look.first_line.map(|line| match lines.get(&line) {
                Some(known) => known.clone_ref(py),
                None => {
                    let bytes = PyBytes::new(py, &line).unbind();
                    lines.entry(line).or_insert(bytes).clone_ref(py)
                }
            });
            Ok((look.compression.name(), look.encoding.map(Encoding::name), look.binary, line))
        })
        .collect()
}

fn look_at(path: &Path, opened: Option<&stream::Opened>, with_line: bool) -> Result<Look, SourceError> {
    let most_bytes = if with_line { HEAD_BYTES } else { BINARY_HEAD_BYTES };
    let head = match opened {
        Some(opened) => opened.head(most_bytes)?.0,
        None => local_head(path, most_bytes)?,
    };
    let head = &head[..head.len().min(most_bytes)];
    let compression = Compression::detect(head);
    let mark = Encoding::of_mark(head);
    let is_text = compression == Compression::None && mark.is_none_or(|(mark, _)| mark == Encoding::UTF_8);
    let line = &head[mark.map_or(0, |(_, bytes)| bytes)..];
    let end = line.iter().position(|&byte| byte == b'\n').filter(|_| with_line && is_text);
    Ok(Look {
        compression,
        encoding: mark.map(|(encoding, _)| encoding),
        binary: if is_text { binary_kind(head) } else { None },
        first_line: end.map(|end| line[..=end].to_vec()),
    })
}

fn local_head(path: &Path, most_bytes: usize) -> Result<Vec<u8>, SourceError> {
    let mut head = vec![0; most_bytes];
    let mut filled = 0;
    let failed = |error| SourceError::io(path, 0, error);
    let mut file = File::open(path).map_err(failed)?;
    while filled < most_bytes {
        match file.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error)),
        }
    }
    head.truncate(filled);
    Ok(head)
}

/// What `head`, with which a text begins, is if it is no text.
#[pyfunction]
pub fn binary(head: &[u8]) -> Option<String> {
    binary_kind(head)
}
