//! What files are, as far as their first bytes say, and the text that they begin with.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flatfile::{Dialect, first_record};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use source::{
    Buffering, Compression, Encoding, Identity, LocalFile, Origin, SourceError, TextStream,
    UnknownCompression, UnknownEncoding, text_line_numbers,
};

use crate::dialect::PyDialect;

/// A file: path, size in bytes, when it was modified in ns, compression, encoding.
type PyFile = (PathBuf, u64, i64, String, String);

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

/// The longest header that is read, in bytes: some 10,000 names of columns.
const MOST_HEADER_BYTES: usize = 1 << 20;

/// The fields of the first record of each of `files`. Raises OSError for a file that cannot be read; a file
/// without a record has none, and one whose first record is too long is told by whoever reads it.
#[pyfunction]
pub fn read_headers(py: Python<'_>, files: Vec<PyFile>, dialect: PyDialect) -> PyResult<Vec<Vec<String>>> {
    let dialect = Dialect::try_from(dialect)?;
    let parsed = files
        .into_iter()
        .map(|(path, size_bytes, modified_ns, compression, encoding)| {
            let identity = Identity { size_bytes, modified_ns };
            Ok((path, identity, parse_compression(&compression)?, parse_encoding(&encoding)?))
        })
        .collect::<PyResult<Vec<_>>>()?;
    let headers = py.detach(|| {
        in_threads(&parsed, |(path, identity, compression, encoding)| {
            let mut most_bytes = 4 << 10;
            loop {
                let text = head(path, *identity, *compression, *encoding, most_bytes)?;
                let is_all = text.len() < most_bytes;
                if let Some((names, _)) = first_record(&text, &dialect, is_all) {
                    return Ok(names);
                }
                if is_all || most_bytes >= MOST_HEADER_BYTES {
                    return Ok(Vec::new());
                }
                most_bytes *= 16;
            }
        })
    });
    headers.into_iter().collect::<Result<_, _>>().map_err(os_error)
}

/// The numbers, from 1, of the lines that the bytes at `offsets`, in ascending order, of a file's text are on.
/// Raises OSError.
#[pyfunction]
pub fn line_numbers(py: Python<'_>, file: PyFile, offsets: Vec<u64>) -> PyResult<Vec<u64>> {
    let (path, size_bytes, modified_ns, compression, encoding) = file;
    let (compression, encoding) = (parse_compression(&compression)?, parse_encoding(&encoding)?);
    let identity = Identity { size_bytes, modified_ns };
    py.detach(|| {
        if compression == Compression::None && encoding == Encoding::UTF_8 {
            return source::line_numbers(&LocalFile::open(&path)?, &offsets);
        }
        let origin = Origin::File { path, identity };
        let mut stream = TextStream::open(origin, compression, encoding, Buffering::default())?;
        text_line_numbers(&mut stream, &offsets)
    })
    .map_err(os_error)
}

/// As Python's own: `strerror` says what is wrong, of `filename`.
pub fn os_error(error: SourceError) -> PyErr {
    PyOSError::new_err((0, error.to_string(), error.path().to_path_buf()))
}

/// What `work` makes of each of `items`, in their order.
pub fn in_threads<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (share, work) = (items.len().div_ceil(THREADS).max(1), &work);
    std::thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(share)
            .map(|items| scope.spawn(move || items.iter().map(work).collect::<Vec<_>>()))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("looking at a file does not panic"))
            .collect()
    })
}

/// The first `most_bytes` of the text of a file, or all if it has less.
pub fn head(
    path: &Path, identity: Identity, compression: Compression, encoding: Encoding, most_bytes: usize,
) -> Result<Vec<u8>, SourceError> {
    let buffering = Buffering { buffer_bytes: most_bytes.max(16), buffers: 1 };
    let origin = Origin::File { path: path.to_path_buf(), identity };
    let mut stream = TextStream::open(origin, compression, encoding, buffering)?;
    let mut text = Vec::new();
    while text.len() < most_bytes
        && let Some(buffer) = stream.next()?
    {
        text.extend_from_slice(&buffer);
        stream.recycle(buffer);
    }
    text.truncate(most_bytes);
    Ok(text)
}

/// What each of the files at `paths` is compressed with, and what encoding its mark says, if it has one; a
/// file that cannot be read is said to be plain, and whoever reads it says why.
#[pyfunction]
pub fn detect(py: Python<'_>, paths: Vec<PathBuf>) -> Vec<(&'static str, Option<&'static str>)> {
    py.detach(|| in_threads(&paths, |path| detect_one(path)))
}

fn detect_one(path: &Path) -> (&'static str, Option<&'static str>) {
    let mut head = Vec::new();
    let is_read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head)).is_ok();
    if !is_read {
        return (Compression::None.name(), None);
    }
    (Compression::detect(&head).name(), Encoding::of_mark(&head).map(|(encoding, _)| encoding.name()))
}

/// The first `most_bytes` of the text of a file, in UTF-8, or all if it has less. Raises OSError.
#[pyfunction]
pub fn read_head(py: Python<'_>, file: PyFile, most_bytes: usize) -> PyResult<Vec<u8>> {
    let (path, size_bytes, modified_ns, compression, encoding) = file;
    let (compression, encoding) = (parse_compression(&compression)?, parse_encoding(&encoding)?);
    let identity = Identity { size_bytes, modified_ns };
    let text = py.detach(|| head(&path, identity, compression, encoding, most_bytes));
    text.map_err(os_error)
}
