//! Splits to record batches: what one stream does before its destination takes over.
//!
//! A [`SplitReader`] takes splits from a [`SplitQueue`] until that is empty. It reads each of a split's
//! [`Piece`]s, finds the records that are its own ([`flatfile::boundary`], [`Joins`]), parses them, and keeps two
//! accounts: a [`Meter`] of bytes, records and time that others may look at while it runs, and a
//! [`PieceRecord`] for each piece that is done, which becomes a row of the ledger.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod body;
mod error;
mod far;
mod header;
mod held;
mod input;
mod joins;
mod lines;
mod meter;
mod open;
mod opened;
mod piece;
mod queue;
mod reader;
mod reject_limit;
mod shared_text;

pub use error::StreamError;
pub use input::line_numbers;
pub use joins::Joins;
pub use meter::Meter;
pub use opened::{Opened, Shared};
pub use piece::{Header, Piece, PieceRecord, RejectedRecord, Split};
pub use queue::SplitQueue;
pub use reader::{Options, SplitReader};
pub use reject_limit::RejectLimit;
pub use shared_text::{Chunk, SharedText};
