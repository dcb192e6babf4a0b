//! Splits, the pieces they are made of, and what is known of a piece that is done.

use std::path::PathBuf;
use std::sync::Arc;

use flatfile::{Layout, Reject};
use source::{Compression, Encoding, Identity};

use crate::{Chunk, Opened};

/// What the first record of a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header {
    /// A row like all others.
    #[default]
    None,
    /// The names of the columns, which must be those of the table in their order.
    Names,
    /// Something to pass over.
    Skip,
}

/// A byte range of one file. It owns the records that begin in it.
#[derive(Clone)]
pub struct Piece {
    /// The file.
    pub path: Arc<PathBuf>,
    /// The file's number in the plan.
    pub file: u32,
    /// What the file was when it was planned.
    pub identity: Identity,
    /// The file itself, if it was opened when it was planned.
    pub opened: Option<Opened>,
    /// What the file is compressed with.
    pub compression: Compression,
    /// What its text is written in.
    pub encoding: Encoding,
    /// Which field of its records each column is, where they are not the columns in their order.
    pub layout: Option<Arc<Layout>>,
    /// The range's first byte.
    pub first_byte: u64,
    /// The byte behind the range; [`u64::MAX`] for all of a text whose length nobody knows, because it is
    /// compressed, in another encoding than UTF-8, or piped in. Bytes are counted in the text then.
    pub past_byte: u64,
    /// The bytes themselves, whole records, of a text that streams share.
    pub chunk: Option<Arc<Chunk>>,
}

/// The unit of work and of commit: one range of a large file, or many small files.
#[derive(Clone)]
pub struct Split {
    /// Its number in its table, from 1.
    pub number: u32,
    /// What it is made of.
    pub pieces: Vec<Piece>,
}

/// What was read of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRecord {
    /// The split's number in its table, from 1.
    pub split: u32,
    /// The file's number in the plan.
    pub file: u32,
    /// The first byte of the first record that the piece owns.
    pub first_byte: u64,
    /// The byte behind the last record that the piece owns: where the next piece's records begin.
    pub past_byte: u64,
    /// Records read, without the header.
    pub records: u64,
    /// Those of them that were set aside.
    pub rejected: u64,
    /// CRC32C of the bytes from `first_byte` to `past_byte`.
    pub crc32c: u32,
}

/// A record that was set aside. Places are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRecord {
    /// The split's number in its table, from 1.
    pub split: u32,
    /// The file's number in the plan.
    pub file: u32,
    /// The record as it was, and what is wrong with it.
    pub reject: Reject,
}
