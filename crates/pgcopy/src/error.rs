//! What cannot be sent.

use arrow_schema::DataType;

use crate::Kind;

/// Values of an Arrow type cannot be sent as a kind of PostgreSQL's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} cannot be sent as {kind}")]
pub struct Unsendable {
    /// What the column is in Arrow.
    pub found: DataType,
    /// What it is in the server.
    pub kind: Kind,
}

/// A value that its column in the server cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: {found:?} is not {expected}: {detail}")]
pub struct Refused {
    /// The row, counted from the first of the batch.
    pub row: usize,
    /// The column, counted from 0.
    pub column: usize,
    /// The value, shortened.
    pub found: String,
    /// What the column takes, with its article.
    pub expected: &'static str,
    /// What is wrong with it.
    pub detail: String,
}

/// Why a value cannot be sent, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub found: String,
    pub expected: &'static str,
    pub detail: String,
}

/// So many characters of a value are shown.
const SHOWN_CHARACTERS: usize = 60;

impl Fault {
    /// The fault of `text`, which is not `expected`.
    pub fn new(text: &str, expected: &'static str, detail: impl Into<String>) -> Fault {
        let mut found: String = text.chars().take(SHOWN_CHARACTERS).collect();
        if found.len() < text.len() {
            found.push('…');
        }
        Fault { found, expected, detail: detail.into() }
    }

    pub fn at(self, row: usize) -> Refused {
        Refused { row, column: 0, found: self.found, expected: self.expected, detail: self.detail }
    }
}
