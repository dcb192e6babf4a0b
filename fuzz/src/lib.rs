//! What holds of any input at all.
//!
//! Each target is a file with one function, `check`, which panics if it does not hold. libFuzzer calls it
//! (`make fuzz`), and so does the test that goes through what was found before and then tries variations of it
//! (`tests/replay.rs`). The first bytes of an input choose a dialect, columns and so on, the others are the
//! text: so a part of one input put into another still means something.
#![allow(clippy::unwrap_used, reason = "a panic is what a fuzzer looks for")]

pub mod decoder;
pub mod format;
pub mod parser;
pub mod sniffer;
pub mod splitter;
pub mod tokenizer;

mod choice;
mod pieces;
mod reading;
mod table;

/// Panics if what a target checks does not hold of an input.
pub type Check = fn(&[u8]);

/// Every target by its name, which is that of its folders under `corpus` and `found`, too.
pub const TARGETS: [(&str, Check); 6] = [
    ("splitter", splitter::check),
    ("parser", parser::check),
    ("tokenizer", tokenizer::check),
    ("decoder", decoder::check),
    ("format", format::check),
    ("sniffer", sniffer::check),
];
