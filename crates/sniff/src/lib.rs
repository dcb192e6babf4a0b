//! How files are written and what their columns are, found out from samples.
//!
//! Nothing here is proof: a sample is looked at, and every decision comes with what was seen. The caller reads
//! the samples, and says what is known already, which is never guessed.
//!
//! ```text
//! samples ─▶ candidates    dialects that the text may be written in              (candidates.rs)
//!         ─▶ trials        each of them, by how even and how typed records are   (trial.rs, choose.rs)
//!         ─▶ frame         what stands before, between and behind the records    (frame.rs, prefix.rs)
//!         ─▶ header        whether the first record names the columns            (header.rs, heading.rs)
//!         ─▶ columns       the narrowest type that is safe, and its format       (column/)
//! ```
//!
//! [`sniff`] drives these steps; [`sniff_alike`] also sees to it that several files are written alike.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod alike;
mod candidates;
mod choose;
mod column;
mod error;
mod evidence;
mod frame;
mod given;
mod header;
mod heading;
mod prefix;
mod rows;
mod sample;
mod shape;
mod sniffed;
#[cfg(test)]
mod tests;
mod trial;

pub use alike::sniff_alike;
pub use column::SniffedColumn;
pub use error::SniffError;
pub use evidence::{Evidence, Exception};
pub use given::Given;
pub use header::Header;
pub use sample::Sample;
pub use sniffed::{Sniffed, sniff};
