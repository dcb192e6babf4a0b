//! Records that are set aside.

use crate::RecordError;

/// A record that cannot become a row, and was set aside instead of ending the load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// The record's bytes as they were, its line end included.
    pub record: Vec<u8>,
    /// What is wrong with it, and where.
    pub error: RecordError,
}

#[cfg(test)]
#[path = "reject_tests.rs"]
mod tests;
