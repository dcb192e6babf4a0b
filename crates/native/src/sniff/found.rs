//! What was found out, as dictionaries for Python.

use ::sniff::{Evidence, Header, Sniffed};
use flatfile::{FormatOptions, Terminator, Trim};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Puts what was found into a dictionary, by the words of a job.
pub fn fill(py: Python<'_>, found: &Bound<'_, PyDict>, sniffed: &Sniffed) -> PyResult<()> {
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
