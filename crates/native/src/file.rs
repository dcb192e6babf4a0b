//! Planned files: the text that they begin with, and their lines.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use flatfile::{Dialect, first_record, lines_past};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use source::{
    Buffering, Compression, Encoding, Identity, LocalFile, Origin, Source, SourceError, TextStream,
    UnknownCompression, UnknownEncoding,
};
use stream::Piece;

use crate::dialect::PyDialect;
use crate::opened::{Opened, answering_signals};

/// A file: path, size in bytes, when it was modified in ns, compression, encoding, and itself if it is open.
pub type PyFile = (PathBuf, u64, i64, String, String, Option<Py<Opened>>);

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

/// The most text in front of a header that is passed over for it, in bytes.
const MOST_PREAMBLE_BYTES: usize = 64 << 20;

/// The fields of the first record of each of `files`, behind `skip_lines` lines; their first lines may be known.
/// Raises OSError for a file that cannot be read; a file without a record has none, and one whose first record is
/// too long is told by whoever reads it.
#[pyfunction]
#[pyo3(signature = (files, dialect, first_lines, skip_lines=0))]
pub fn read_headers(
    py: Python<'_>, files: Vec<PyFile>, dialect: PyDialect, first_lines: Vec<Option<Py<PyBytes>>>,
    skip_lines: usize,
) -> PyResult<Vec<Vec<String>>> {
    let dialect = Dialect::try_from(dialect)?;
    let pieces = files.into_iter().map(whole).collect::<PyResult<Vec<_>>>()?;
    let first_lines: Vec<Option<&[u8]>> =
        first_lines.iter().map(|line| line.as_ref().map(|line| line.as_bytes(py))).collect();
    let distinct: HashSet<&[u8]> = first_lines.iter().flatten().copied().collect();
    let known: HashMap<&[u8], Vec<String>> = distinct
        .into_iter()
        .filter_map(|line| Some((line, first_record(line, &dialect, false)?.0)))
        .collect();
    let looks: Vec<_> = pieces.iter().zip(&first_lines).collect();
    let headers = py.detach(|| {
        in_threads(&looks, |(piece, line)| match line.and_then(|line| known.get(line)) {
            Some(names) if skip_lines == 0 => Ok(names.clone()),
            _ => read_header(piece, &dialect, skip_lines),
        })
    });
    headers.into_iter().collect::<Result<_, _>>().map_err(os_error)
}

fn read_header(piece: &Piece, dialect: &Dialect, skip_lines: usize) -> Result<Vec<String>, SourceError> {
    let mut most_bytes = 4 << 10;
    loop {
        let (text, is_all) = head(piece, most_bytes)?;
        if is_all && text.is_empty() {
            return Ok(Vec::new());
        }
        let preamble = lines_past(&text, skip_lines, &dialect.terminator, is_all);
        let header = preamble.and_then(|bytes| first_record(&text[bytes..], dialect, is_all));
        if let Some((names, _)) = header {
            return Ok(names);
        }
        let most = preamble.map_or(MOST_PREAMBLE_BYTES, |bytes| bytes + MOST_HEADER_BYTES);
        if is_all || most_bytes >= most {
            return Ok(Vec::new());
        }
        most_bytes *= 16;
    }
}

/// The numbers, from 1, of the lines that the bytes at `offsets`, in ascending order, of a file's text are on; none
/// for a byte of a file that can be read only once, unless it was to blame for something, and for one far into a
/// remote file. Raises OSError.
#[pyfunction]
pub fn line_numbers(py: Python<'_>, file: PyFile, offsets: Vec<u64>) -> PyResult<Vec<Option<u64>>> {
    let piece = whole(file)?;
    py.detach(|| stream::line_numbers(&piece, &offsets)).map_err(os_error)
}

/// All of a file.
pub fn whole((path, size_bytes, modified_ns, compression, encoding, opened): PyFile) -> PyResult<Piece> {
    Ok(Piece {
        path: Arc::new(path),
        file: 0,
        identity: Identity { size_bytes, modified_ns },
        opened: opened.map(|opened| opened.get().0.clone()),
        compression: parse_compression(&compression)?,
        encoding: parse_encoding(&encoding)?,
        layout: None,
        first_byte: 0,
        past_byte: u64::MAX,
        chunk: None,
    })
}

/// As Python's own: `strerror` says what is wrong, of `filename`. Where Python has a number, there is a word.
pub fn os_error(error: SourceError) -> PyErr {
    PyOSError::new_err((error.code(), error.to_string(), error.path().as_os_str().to_os_string()))
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

/// The first `most_bytes` of the text of a file, or fewer of one that is open already; and whether these are all.
pub fn head(piece: &Piece, most_bytes: usize) -> Result<(Vec<u8>, bool), SourceError> {
    if let Some(opened) = &piece.opened {
        return opened.text_head(piece.compression, piece.encoding, most_bytes);
    }
    if !piece.is_text() {
        let file = LocalFile::open_planned(&piece.path, piece.identity)?;
        let mut text = vec![0; file.size().min(most_bytes as u64) as usize];
        file.read_exact_at(0, &mut text)?;
        let is_all = text.len() as u64 == file.size();
        let mark_bytes = Encoding::of_mark(&text).filter(|(mark, _)| *mark == Encoding::UTF_8);
        text.drain(..mark_bytes.map_or(0, |(_, bytes)| bytes));
        return Ok((text, is_all));
    }
    let buffering = Buffering { buffer_bytes: most_bytes.max(16), buffers: 1 };
    let origin = Origin::File { path: piece.path.to_path_buf(), identity: piece.identity };
    let mut stream = TextStream::open(origin, piece.compression, piece.encoding, buffering)?;
    let mut text = Vec::new();
    while text.len() < most_bytes {
        let Some(buffer) = stream.next()? else { return Ok((text, true)) };
        text.extend_from_slice(&buffer);
        stream.recycle(buffer);
    }
    text.truncate(most_bytes);
    Ok((text, false))
}

/// The first `most_bytes` of the text of a file, in UTF-8, or fewer. Raises OSError.
#[pyfunction]
pub fn read_head(py: Python<'_>, file: PyFile, most_bytes: usize) -> PyResult<Vec<u8>> {
    let piece = whole(file)?;
    let text = answering_signals(py, move || head(&piece, most_bytes))?;
    Ok(text.map_err(os_error)?.0)
}

/// A part of a file: where it begins, whether the file ends with it, and its bytes.
pub type Part = (u64, bool, Vec<u8>);

/// The head of a file that is read by position, its middle and its tail, `part_bytes` each; or all of it, if it has no
/// more. With one of `parts` the head alone.
pub fn parts_of(piece: &Piece, part_bytes: u64, parts: u64) -> Result<Vec<Part>, SourceError> {
    let size = piece.identity.size_bytes;
    let read = |first: u64, bytes: u64| {
        let mut part = vec![0; usize::try_from(bytes).expect("a part fits into memory")];
        match &piece.opened {
            Some(stream::Opened::Far(source)) => source.read_exact_at(first, &mut part)?,
            _ => LocalFile::open_planned(&piece.path, piece.identity)?.read_exact_at(first, &mut part)?,
        }
        Ok((first, first + bytes == size, part))
    };
    if size <= part_bytes * parts {
        return Ok(vec![read(0, size)?]);
    }
    let last = size - part_bytes;
    let firsts: &[u64] = if parts == 1 { &[0] } else { &[0, last / 2, last] };
    firsts.iter().map(|&first| read(first, part_bytes)).collect()
}

/// The head, the middle and the tail of a file that is read by position, or all of it. Raises OSError.
#[pyfunction]
pub fn read_parts(py: Python<'_>, file: PyFile, part_bytes: u64) -> PyResult<Vec<Vec<u8>>> {
    let piece = whole(file)?;
    let parts = answering_signals(py, move || parts_of(&piece, part_bytes, 3))?;
    Ok(parts.map_err(os_error)?.into_iter().map(|(_, _, text)| text).collect())
}
