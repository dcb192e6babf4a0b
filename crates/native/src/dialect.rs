//! A dialect as Python gives it.

use flatfile::{Dialect, Terminator};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// The items of a dictionary, or the attributes of an object, by these names.
#[derive(FromPyObject)]
pub struct PyDialect {
    delimiter: String,
    trailing_delimiter: bool,
    quote: Option<char>,
    refuse_quote: Option<char>,
    escape: Option<char>,
    /// `lines`, `any`, or the text itself.
    terminator: String,
    comment: Option<String>,
    skip_blank_lines: bool,
    null: Vec<String>,
    null_quoted: bool,
}

impl TryFrom<PyDialect> for Dialect {
    type Error = PyErr;

    fn try_from(given: PyDialect) -> PyResult<Self> {
        let byte = |character: Option<char>| {
            character
                .map(|character| {
                    u8::try_from(character).ok().filter(u8::is_ascii).ok_or_else(|| {
                        PyValueError::new_err(format!("{character:?} is not one ASCII character"))
                    })
                })
                .transpose()
        };
        let dialect = Dialect {
            delimiter: given.delimiter.into_bytes(),
            trailing_delimiter: given.trailing_delimiter,
            quote: byte(given.quote)?,
            refuse_quote: byte(given.refuse_quote)?,
            escape: byte(given.escape)?,
            terminator: match given.terminator.as_str() {
                "lines" => Terminator::Lines,
                "any" => Terminator::AnyLine,
                other => Terminator::Bytes(other.as_bytes().to_vec()),
            },
            comment: given.comment.map(String::into_bytes),
            skip_blank_lines: given.skip_blank_lines,
            null_texts: given.null.into_iter().map(String::into_bytes).collect(),
            null_quoted: given.null_quoted,
        };
        dialect.check().map_err(PyValueError::new_err)?;
        Ok(dialect)
    }
}

/// Whether files of `dialect` can be cut at any line. Raises ValueError for a dialect that contradicts itself.
#[pyfunction]
pub fn is_splittable(dialect: PyDialect) -> PyResult<bool> {
    Ok(Dialect::try_from(dialect)?.is_splittable())
}

/// How many records samples of a file have, and how many bytes they take: the first from its head, others from
/// further behind.
#[pyfunction]
pub fn count_records(
    texts: Vec<PyBackedBytes>, dialect: PyDialect, width: usize,
) -> PyResult<(usize, usize)> {
    let dialect = Dialect::try_from(dialect)?;
    let count =
        |(number, text): (usize, &PyBackedBytes)| flatfile::count_records(text, number == 0, &dialect, width);
    Ok(texts.iter().enumerate().map(count).fold((0, 0), |all, some| (all.0 + some.0, all.1 + some.1)))
}
