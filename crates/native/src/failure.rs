//! What stopped a reader, as a dictionary of facts; Python makes the sentence.

use flatfile::Reason;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stream::StreamError;

/// The facts of `error`: always `kind` and `message`, and what else is known.
pub fn facts<'py>(py: Python<'py>, error: &StreamError) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("message", error.to_string())?;
    match error {
        StreamError::Source(error) => {
            facts.set_item("kind", "source")?;
            facts.set_item("code", error.code())?;
            facts.set_item("path", error.path().as_os_str())?;
        }
        StreamError::Record { path, line, error } => {
            facts.set_item("kind", "record")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("line", line)?;
            facts.set_item("record_byte", error.place.record_byte)?;
            facts.set_item("byte", error.place.field_byte.unwrap_or(error.place.record_byte))?;
            facts.set_item("column", error.place.column)?;
            facts.set_item("reason", error.reason.to_string())?;
            facts.set_item("code", error.reason.code())?;
            if let Reason::Width { found, expected, ends_in_delimiter, .. } = &error.reason {
                facts.set_item("found_fields", found)?;
                facts.set_item("expected_fields", expected)?;
                facts.set_item("ends_in_delimiter", ends_in_delimiter)?;
            }
        }
        StreamError::RecordTooLong { path, line, byte, in_quotes, limit_bytes } => {
            facts.set_item("kind", "record_too_long")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("line", line)?;
            facts.set_item("byte", byte)?;
            facts.set_item("in_quotes", in_quotes)?;
            facts.set_item("limit_bytes", limit_bytes)?;
        }
        StreamError::TooManyRejects { path, limit } => {
            facts.set_item("kind", "too_many_rejects")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("reason", limit)?;
        }
        StreamError::TooFewLines { path, before, behind } => {
            facts.set_item("kind", "too_few_lines")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("before", before)?;
            facts.set_item("behind", behind)?;
        }
        StreamError::Header { path, byte, detail } => {
            facts.set_item("kind", "header")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("byte", byte)?;
            facts.set_item("reason", detail)?;
        }
        StreamError::Misjoin { path, guessed, proven } => {
            facts.set_item("kind", "misjoin")?;
            facts.set_item("path", path.as_os_str())?;
            facts.set_item("guessed_byte", guessed)?;
            facts.set_item("byte", proven)?;
        }
        StreamError::Cancelled => facts.set_item("kind", "cancelled")?,
    }
    Ok(facts)
}
