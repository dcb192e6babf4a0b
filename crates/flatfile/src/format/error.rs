//! What can be wrong with the description of a format.

use crate::ColumnType;

/// Format options that cannot be used for a column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The option says nothing about fields of this type.
    #[error("{option} is for {types}, and the column is {column_type}: leave it out")]
    NotForType {
        /// The option.
        option: &'static str,
        /// What it is for.
        types: &'static str,
        /// What the column is.
        column_type: ColumnType,
    },
    /// Two options contradict each other.
    #[error("{option} does not go with {other}: {detail}")]
    Conflict {
        /// One option.
        option: &'static str,
        /// The other.
        other: &'static str,
        /// Why, and what to do.
        detail: String,
    },
    /// An option without which another is of no use.
    #[error("{option} is missing: {detail}")]
    Missing {
        /// The option that is not there.
        option: &'static str,
        /// What needs it.
        detail: String,
    },
    /// A value that the option does not take.
    #[error("{option} {value:?}: {detail}")]
    Value {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it, and what it can be.
        detail: String,
    },
}
