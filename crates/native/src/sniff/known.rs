//! What is known already, out of Python.

use ::sniff::{Given, Header};
use flatfile::Terminator;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

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
