//! A column as Python gives it.

use flatfile::{Column, Format, FormatOptions, OnError, OnTruncate, TextLimit, Trim, UnknownType};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The attributes of an object, by these names.
#[derive(FromPyObject)]
pub struct PyColumn {
    name: String,
    #[pyo3(attribute("type"))]
    column_type: String,
    nullable: bool,
    on_error: String,
    reading: Option<PyReading>,
    max_length: Option<usize>,
    on_truncate: String,
}

/// How a column's fields are written, where that is not plain.
#[derive(FromPyObject)]
struct PyReading {
    null: Option<Vec<String>>,
    format: Option<String>,
    decimal_separator: Option<char>,
    thousands_separator: Option<char>,
    currency: Option<String>,
    percent: bool,
    hex: bool,
    scientific: bool,
    accounting: bool,
    true_words: Vec<String>,
    false_words: Vec<String>,
    trim: String,
    timezone: Option<String>,
}

impl TryFrom<PyColumn> for Column {
    type Error = PyErr;

    fn try_from(given: PyColumn) -> PyResult<Self> {
        let column_type =
            given.column_type.parse().map_err(|e: UnknownType| PyValueError::new_err(e.to_string()))?;
        let mut column = Column::new(given.name, column_type, given.nullable);
        column.on_error = match given.on_error.as_str() {
            "fail" => OnError::Fail,
            "reject" => OnError::Reject,
            "null" => OnError::Null,
            other => return Err(PyValueError::new_err(format!("{other:?} is nothing to do with an error"))),
        };
        let on_truncate = match given.on_truncate.as_str() {
            "fail" => OnTruncate::Fail,
            "reject" => OnTruncate::Reject,
            "truncate" => OnTruncate::Truncate,
            other => {
                return Err(PyValueError::new_err(format!("{other:?} is nothing to do with a long text")));
            }
        };
        column.limit = given.max_length.map(|characters| TextLimit { characters, on_truncate });
        let Some(reading) = given.reading else {
            return Ok(column);
        };
        let options = FormatOptions {
            pattern: reading.format,
            decimal_separator: reading.decimal_separator,
            thousands_separator: reading.thousands_separator,
            currency: reading.currency,
            percent: reading.percent,
            hex: reading.hex,
            scientific: reading.scientific,
            accounting: reading.accounting,
            true_words: reading.true_words,
            false_words: reading.false_words,
            trim: match reading.trim.as_str() {
                "none" => Trim::None,
                "left" => Trim::Left,
                "right" => Trim::Right,
                "both" => Trim::Both,
                other => return Err(PyValueError::new_err(format!("{other:?} is no way to trim"))),
            },
            timezone: reading.timezone,
        };
        column.format =
            Format::compile(&options, column_type).map_err(|e| PyValueError::new_err(e.to_string()))?;
        column.null_texts = reading.null.map(|texts| texts.into_iter().map(String::into_bytes).collect());
        Ok(column)
    }
}

/// Check how a column is read. Raises ValueError with what is wrong.
#[pyfunction]
pub fn check_column(column: PyColumn) -> PyResult<()> {
    Column::try_from(column).map(drop)
}
