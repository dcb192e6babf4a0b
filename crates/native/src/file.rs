//! What files are, as far as their first bytes say, and the text that they begin with.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use source::{
    Buffering, Compression, Encoding, Identity, Origin, TextStream, UnknownCompression, UnknownEncoding,
};

/// As many bytes as the longest mark of a compression or an encoding.
const HEAD_BYTES: u64 = 64;

/// Threads that look at files: opening one is waiting, mostly.
const THREADS: usize = 4;

pub fn parse_compression(name: &str) -> PyResult<Compression> {
    name.parse().map_err(|error: UnknownCompression| PyValueError::new_err(error.to_string()))
}

pub fn parse_encoding(label: &str) -> PyResult<Encoding> {
    label.parse().map_err(|error: UnknownEncoding| PyValueError::new_err(error.to_string()))
}

/// The name of the encoding that `label` means. Raises ValueError if it means none.
#[pyfunction]
pub fn encoding_name(label: &str) -> PyResult<&'static str> {
    parse_encoding(label).map(Encoding::name)
}

/// The names of encodings, for those who have misspelt one.
#[pyfunction]
pub fn encoding_names() -> Vec<&'static str> {
    Encoding::NAMES.to_vec()
}

/// What each of the files at `paths` is compressed with, and what encoding its mark says, if it has one; a
/// file that cannot be read is said to be plain, and whoever reads it says why.
#[pyfunction]
pub fn detect(py: Python<'_>, paths: Vec<PathBuf>) -> Vec<(&'static str, Option<&'static str>)> {
    py.detach(|| {
        let share = paths.len().div_ceil(THREADS).max(1);
        std::thread::scope(|scope| {
            let workers: Vec<_> = paths
                .chunks(share)
                .map(|paths| scope.spawn(|| paths.iter().map(detect_one).collect::<Vec<_>>()))
                .collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("looking at a file does not panic"))
                .collect()
        })
    })
}

fn detect_one(path: &PathBuf) -> (&'static str, Option<&'static str>) {
    let mut head = Vec::new();
    let is_read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head)).is_ok();
    if !is_read {
        return (Compression::None.name(), None);
    }
    (Compression::detect(&head).name(), Encoding::of_mark(&head).map(|(encoding, _)| encoding.name()))
}

/// The first `most_bytes` of the text of a file, in UTF-8, or all if it has less. Raises OSError.
#[pyfunction]
pub fn read_head(
    py: Python<'_>, path: PathBuf, size_bytes: u64, modified_ns: i64, compression: &str, encoding: &str,
    most_bytes: usize,
) -> PyResult<Vec<u8>> {
    let (compression, encoding) = (parse_compression(compression)?, parse_encoding(encoding)?);
    let identity = Identity { size_bytes, modified_ns };
    let text = py.detach(move || {
        let buffering = Buffering { buffer_bytes: most_bytes.max(16), buffers: 1 };
        let mut stream = TextStream::open(Origin::File { path, identity }, compression, encoding, buffering)?;
        let mut text = Vec::new();
        while text.len() < most_bytes
            && let Some(buffer) = stream.next()?
        {
            text.extend_from_slice(&buffer);
            stream.recycle(buffer);
        }
        text.truncate(most_bytes);
        Ok(text)
    });
    text.map_err(|error: source::SourceError| PyOSError::new_err(error.to_string()))
}
