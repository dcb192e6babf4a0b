//! Delimited text to Arrow record batches.
//!
//! This crate is the I/O-free core of teraload: it is given bytes and makes typed columns of them. The
//! way of a block of text through it:
//!
//! ```text
//! block ──▶ index            where delimiters and line ends are, 64 bytes a step       (index/)
//!       ──▶ records          is every record as wide as the table?                     (records.rs)
//!           or tokens        each field, where there is more to a dialect than that    (tokenize/)
//!       ──▶ convert          a column at a time, one loop per type                     (convert/)
//!       ──▶ RecordBatch
//! ```
//!
//! [`Parser`] drives these steps. [`boundary`] says where a split's first record begins, so that a file
//! can be cut anywhere and every record is read exactly once.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod block;
mod column;
mod convert;
mod dialect;
mod ends;
mod error;
#[cfg(test)]
mod fixture;
mod format;
mod guess;
pub mod index;
mod lineage;
mod lines;
mod loose;
mod parser;
mod records;
mod reject;
mod split;
#[cfg(test)]
mod table_tests;
mod tokenize;
mod tokens;

pub use block::{Block, PADDING};
pub use column::{Column, ColumnType, Layout, OnError, OnTruncate, Ragged, TextLimit, TimeUnit, UnknownType};
pub use convert::FieldCheck;
pub use dialect::{Dialect, Terminator, Way};
pub use ends::RecordEnds;
pub use error::{Place, Reason, RecordError};
pub use format::{Format, FormatError, FormatOptions, Trim};
pub use guess::{GUESS_BEFORE, GUESS_BYTES, count_records, guess_first_record};
pub use lineage::{Lineage, LineageColumns};
pub use lines::{begun_line_end, line_past, lines_past};
pub use loose::{LooseRecord, LooseRecords, first_record};
pub use parser::{BATCH_BYTES, BATCH_ROWS, Converted, Indexed, Parser, ParserOptions};
pub use reject::Reject;
pub use split::boundary;
