//! Samples of files, and what is sniffed of them, as dictionaries.

use ::sniff::{Evidence, Given, Header, Sample, SniffError, Sniffed, sniff_alike};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use flatfile::{FormatOptions, Terminator, Trim};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use source::{Compression, Encoding, SourceError};
use stream::{Opened, Piece};

use crate::file::{PyFile, head, in_threads, os_error, part, whole};

/// Text that is looked at of a table, in bytes, and at least and at most of one part of a file: the whole is
/// looked at in less than a second, and a part has some hundred records.
const SAMPLED_BYTES: u64 = 6 << 20;
const LEAST_PART_BYTES: u64 = 4 << 10;
const MOST_PART_BYTES: u64 = 256 << 10;

/// Files that columns are sniffed from; of all others, the head must fit.
const MOST_SAMPLED_FILES: usize = 256;

/// Files whose middle and tail are looked at as well.
const MOST_FILES_IN_PARTS: usize = 64;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// What is known already, by the words of a job.
#[derive(FromPyObject)]
pub struct PyKnown {
    delimiter: Option<String>,
    trailing_delimiter: Option<bool>,
    /// `none`, or the character.
    quote: Option<String>,
    escape: Option<String>,
    terminator: Option<String>,
    comment: Option<String>,
    skip_blank_lines: Option<bool>,
    skip_lines: Option<usize>,
    skip_footer: Option<usize>,
    header: Option<String>,
    null: Option<Vec<String>>,
    null_quoted: Option<bool>,
}

impl TryFrom<PyKnown> for Given {
    type Error = PyErr;

    fn try_from(known: PyKnown) -> PyResult<Self> {
        let mark = |mark: Option<String>| match mark.as_deref() {
            None => Ok(None),
            Some("none") => Ok(Some(None)),
            Some(text) => match text.as_bytes() {
                [byte] => Ok(Some(Some(*byte))),
                _ => Err(PyValueError::new_err(format!("{text:?} is not one ASCII character"))),
            },
        };
        Ok(Given {
            delimiter: known.delimiter.map(String::into_bytes),
            trailing_delimiter: known.trailing_delimiter,
            quote: mark(known.quote)?,
            escape: mark(known.escape)?,
            terminator: known.terminator.map(|terminator| match terminator.as_str() {
                "lines" => Terminator::Lines,
                "any" => Terminator::AnyLine,
                other => Terminator::Bytes(other.as_bytes().to_vec()),
            }),
            comment: known.comment.map(String::into_bytes),
            skip_blank_lines: known.skip_blank_lines,
            skip_lines: known.skip_lines,
            skip_footer: known.skip_footer,
            header: match known.header.as_deref() {
                None => None,
                Some("none") => Some(Header::None),
                Some("names") => Some(Header::Names),
                Some("skip") => Some(Header::Skip),
                Some(other) => return Err(PyValueError::new_err(format!("{other:?} is no kind of header"))),
            },
            null_texts: known.null,
            null_quoted: known.null_quoted,
        })
    }
}

/// A file, its encoding, how that is known, and parts of its text.
struct Looked {
    encoding: Encoding,
    how: &'static str,
    samples: Vec<Sample>,
}

enum Failure {
    Source(SourceError),
    Sniff(SniffError),
}

/// Find out how `files`, all of one table, are written, and what their columns are; `known` is not guessed, nor
/// are their encodings with `is_encoding_said`. Raises OSError for a file that cannot be read. What cannot be found
/// out is in the dictionary as `problem`, with the files it is about.
#[pyfunction]
pub fn sniff<'py>(
    py: Python<'py>, files: Vec<PyFile>, is_encoding_said: bool, known: PyKnown,
) -> PyResult<Bound<'py, PyDict>> {
    let given = Given::try_from(known)?;
    let files = files.into_iter().map(whole).collect::<PyResult<Vec<_>>>()?;
    let looked = py.detach(|| {
        // Spread over all files, the first one among them.
        let step = files.len().div_ceil(MOST_SAMPLED_FILES).max(1);
        let parts: u64 = if files.len() <= MOST_FILES_IN_PARTS { 3 } else { 1 };
        let sampled: Vec<usize> = (0..files.len()).step_by(step).collect();
        let share = SAMPLED_BYTES / (sampled.len() as u64 * parts).max(1);
        let part_bytes = share.clamp(LEAST_PART_BYTES, MOST_PART_BYTES);
        let look_at = |number: usize, part_bytes: u64, parts: u64| {
            look(number, &files[number], is_encoding_said, part_bytes, parts)
        };
        let looked = in_threads(&sampled, |&number| look_at(number, part_bytes, parts));
        let looked = looked.into_iter().collect::<Result<Vec<_>, _>>().map_err(Failure::Source)?;
        let samples: Vec<Sample> = looked.iter().flat_map(|one| one.samples.iter().cloned()).collect();
        let sniffed = sniff_alike(&samples, &given).map_err(Failure::Sniff)?;
        let others: Vec<usize> = (0..files.len()).filter(|number| number % step != 0).collect();
        let unlike = in_threads(&others, |&number| {
            let looked = look_at(number, LEAST_PART_BYTES, 1)?;
            Ok(looked.samples.first().and_then(|head| sniffed.fits(head).err()))
        });
        for (&number, unlike) in others.iter().zip(unlike) {
            if let Some(detail) = unlike.map_err(Failure::Source)? {
                return Err(Failure::Sniff(SniffError::Differs { files: [0, number], detail }));
            }
        }
        let bytes: usize = samples.iter().map(|sample| sample.text.len()).sum();
        Ok((sniffed, looked, sampled, bytes))
    });
    let found = PyDict::new(py);
    match looked {
        Err(Failure::Source(error)) => return Err(os_error(error)),
        Err(Failure::Sniff(error)) => {
            let its_files = match &error {
                SniffError::Differs { files, .. } => files.to_vec(),
                SniffError::Empty { file }
                | SniffError::Binary { file, .. }
                | SniffError::NoRecordEnds { file, .. } => vec![*file],
                SniffError::Dialect { .. } => Vec::new(),
            };
            found.set_item("problem", error.to_string())?;
            found.set_item("files", its_files)?;
        }
        Ok((sniffed, looked, sampled, bytes)) => {
            let encodings =
                looked.iter().zip(&sampled).map(|(one, file)| (*file, one.encoding.name(), one.how));
            found.set_item("encodings", encodings.collect::<Vec<_>>())?;
            found.set_item("sampled_bytes", bytes)?;
            found.set_item("sampled_files", sampled.len())?;
            fill(py, &found, &sniffed)?;
        }
    }
    Ok(found)
}

/// Reads up to `parts` parts of a file, and finds its encoding if it was not said.
fn look(
    file: usize, piece: &Piece, is_encoding_said: bool, part_bytes: u64, parts: u64,
) -> Result<Looked, SourceError> {
    let most = usize::try_from(part_bytes * parts).unwrap_or(usize::MAX);
    let is_by_position =
        piece.compression == Compression::None && !matches!(piece.opened, Some(Opened::Flow(_)));
    let raw = if is_by_position {
        read_parts(piece, part_bytes, parts)?
    } else {
        let (text, is_end) = head(&Piece { encoding: Encoding::UTF_8, ..piece.clone() }, most)?;
        vec![(0, is_end, text)]
    };
    let said = is_encoding_said.then_some(piece.encoding);
    let (encoding, how) = match said {
        Some(encoding) => (encoding, "given"),
        None => encoding_of(raw.iter().map(|(_, _, text)| &text[..])),
    };
    let samples = if encoding == Encoding::UTF_8 {
        raw.into_iter()
            .map(|(first_byte, is_end, mut text)| {
                let is_head = first_byte == 0;
                let mark =
                    if is_head && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
                text.drain(..mark);
                let first_byte = first_byte + mark as u64;
                Sample { file, first_byte, text, is_head, is_end }
            })
            .collect()
    } else {
        // Where in the bytes a character begins is known from the front alone.
        let (text, is_end) = head(&Piece { encoding, ..piece.clone() }, most)?;
        vec![Sample { file, first_byte: 0, text, is_head: true, is_end }]
    };
    Ok(Looked { encoding, how, samples })
}

/// The head of a file, its middle and its tail, or all of it: where each begins, and whether the file ends there.
fn read_parts(piece: &Piece, part_bytes: u64, parts: u64) -> Result<Vec<(u64, bool, Vec<u8>)>, SourceError> {
    let size = piece.identity.size_bytes;
    let read = |first: u64, bytes: u64| {
        let text = part(piece, first, usize::try_from(bytes).unwrap_or_default())?;
        Ok((first, first + bytes == size, text))
    };
    if size <= part_bytes * parts {
        return Ok(vec![read(0, size)?]);
    }
    let last = size - part_bytes;
    let firsts: &[u64] = if parts == 1 { &[0] } else { &[0, last / 2, last] };
    firsts.iter().map(|&first| read(first, part_bytes)).collect()
}

/// The encoding of some parts of a file, the first of which is its head, and how it is known.
fn encoding_of<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> (Encoding, &'static str) {
    let head = texts.clone().next().unwrap_or_default();
    if let Some((encoding, _)) = Encoding::of_mark(head) {
        return (encoding, "mark");
    }
    if let Some(encoding) = wide(head) {
        return (encoding, "guess");
    }
    if texts.clone().all(<[u8]>::is_ascii) {
        return (Encoding::UTF_8, "ascii");
    }
    if texts.clone().all(is_utf_8) {
        return (Encoding::UTF_8, "utf-8");
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts {
        detector.feed(text, false);
    }
    let guess = detector.guess(None, Utf8Detection::Deny).name();
    // Every name of the standard's is one of ours.
    (guess.parse().unwrap_or(Encoding::UTF_8), "guess")
}

/// UTF-16 without a mark: every other byte of what people write in it is 0.
fn wide(head: &[u8]) -> Option<Encoding> {
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    let name = match () {
        () if half > 1 && odd * 10 > half * 6 && even * 10 < half => "utf-16le",
        () if half > 1 && even * 10 > half * 6 && odd * 10 < half => "utf-16be",
        () => return None,
    };
    name.parse().ok()
}

/// Whether a part of a text is UTF-8, but for characters that its edges cut.
fn is_utf_8(text: &[u8]) -> bool {
    let cut = text.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    match std::str::from_utf8(&text[cut..]) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

fn fill(py: Python<'_>, found: &Bound<'_, PyDict>, sniffed: &Sniffed) -> PyResult<()> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let dialect = &sniffed.dialect;
    found.set_item("delimiter", text(&dialect.delimiter))?;
    found.set_item("trailing_delimiter", dialect.trailing_delimiter)?;
    found.set_item("quote", dialect.quote.map(char::from))?;
    found.set_item("escape", dialect.escape.map(char::from))?;
    let terminator = match &dialect.terminator {
        Terminator::Lines => "lines".to_owned(),
        Terminator::AnyLine => "any".to_owned(),
        Terminator::Bytes(bytes) => text(bytes),
    };
    found.set_item("terminator", terminator)?;
    found.set_item("comment", dialect.comment.as_deref().map(text))?;
    found.set_item("skip_blank_lines", dialect.skip_blank_lines)?;
    found.set_item("skip_lines", sniffed.skip_lines)?;
    found.set_item("skip_footer", sniffed.skip_footer)?;
    found.set_item("null", dialect.null_texts.iter().map(|null| text(null)).collect::<Vec<_>>())?;
    found.set_item("null_quoted", dialect.null_quoted)?;
    let header = match sniffed.header {
        Header::None => "none",
        Header::Names => "names",
        Header::Skip => "skip",
    };
    found.set_item("header", header)?;
    found.set_item("records", sniffed.records)?;
    let evidence = PyList::empty(py);
    for (option, its) in &sniffed.evidence {
        evidence.append((*option, its.text.as_str(), exception(its)))?;
    }
    found.set_item("evidence", evidence)?;
    let columns = PyList::empty(py);
    for column in &sniffed.columns {
        let its = PyDict::new(py);
        its.set_item("name", &column.name)?;
        its.set_item("type", column.column_type.to_string())?;
        its.set_item("reading", reading(py, &column.options, column.null_texts.as_ref())?)?;
        its.set_item("evidence", (column.evidence.text.as_str(), exception(&column.evidence)))?;
        columns.append(its)?;
    }
    found.set_item("columns", columns)
}

/// File, byte and what stands there.
fn exception(evidence: &Evidence) -> Option<(usize, u64, &str)> {
    evidence.exception.as_ref().map(|one| (one.file, one.record_byte, one.found.as_str()))
}

/// What is not plain, by the words of a job's columns.
fn reading<'py>(
    py: Python<'py>, options: &FormatOptions, null: Option<&Vec<String>>,
) -> PyResult<Bound<'py, PyDict>> {
    let its = PyDict::new(py);
    if let Some(pattern) = &options.pattern {
        its.set_item("format", pattern)?;
    }
    if let Some(separator) = options.decimal_separator {
        its.set_item("decimal_separator", separator)?;
    }
    if let Some(separator) = options.thousands_separator {
        its.set_item("thousands_separator", separator)?;
    }
    if let Some(currency) = &options.currency {
        its.set_item("currency", currency)?;
    }
    for (word, is_said) in [("percent", options.percent), ("accounting", options.accounting)] {
        if is_said {
            its.set_item(word, true)?;
        }
    }
    for (word, texts) in [("true_words", &options.true_words), ("false_words", &options.false_words)] {
        if !texts.is_empty() {
            its.set_item(word, texts)?;
        }
    }
    if options.trim != Trim::None {
        its.set_item("trim", "both")?;
    }
    if let Some(null) = null {
        its.set_item("null", null)?;
    }
    Ok(its)
}
