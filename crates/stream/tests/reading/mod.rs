//! Files to read, and a reader run to its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use flatfile::index::InstructionSet;
use flatfile::{Column, Dialect, Ragged};
use source::{Compression, Encoding, Identity, LocalFile};
use stream::{
    Header, Meter, Options, Piece, PieceRecord, RejectLimit, Split, SplitQueue, SplitReader, StreamError,
};

/// A file that lasts as long as this, and what it was when it was planned.
pub struct Planned {
    pub path: Arc<PathBuf>,
    pub identity: Identity,
}

impl Planned {
    pub fn new(content: &[u8]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("teraload-stream-{}-{number}", std::process::id()));
        fs::write(&path, content).unwrap();
        let identity = LocalFile::open(&path).unwrap().identity();
        Planned { path: Arc::new(path), identity }
    }

    /// The piece of bytes `first` to `past`.
    pub fn piece(&self, first: u64, past: u64) -> Piece {
        let (path, identity) = (Arc::clone(&self.path), self.identity);
        Piece {
            path,
            file: 1,
            identity,
            opened: None,
            compression: Compression::None,
            encoding: Encoding::UTF_8,
            layout: None,
            first_byte: first,
            past_byte: past,
            chunk: None,
        }
    }

    /// The pieces that `cuts`, which ascend, make of the file.
    pub fn pieces(&self, cuts: &[u64]) -> Vec<Piece> {
        let firsts = [&[0], cuts].concat();
        let pasts = [cuts, &[self.identity.size_bytes]].concat();
        firsts.into_iter().zip(pasts).map(|(first, past)| self.piece(first, past)).collect()
    }

    /// The whole file as one split.
    pub fn whole(&self) -> Vec<Split> {
        one_split(self.pieces(&[]))
    }

    /// `message` as an error of this file.
    pub fn says(&self, message: &str) -> String {
        format!("{}: {message}", self.path.display())
    }
}

impl Drop for Planned {
    fn drop(&mut self) {
        let path: &Path = &self.path;
        let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
    }
}

pub fn one_split(pieces: Vec<Piece>) -> Vec<Split> {
    vec![Split { number: 1, pieces }]
}

pub fn a_split_each(pieces: Vec<Piece>) -> Vec<Split> {
    (1..).zip(pieces).map(|(number, piece)| Split { number, pieces: vec![piece] }).collect()
}

/// How a table is read.
#[derive(Clone)]
pub struct Setup {
    pub columns: Vec<Column>,
    pub dialect: Dialect,
    pub options: Options,
}

impl Setup {
    /// Columns of `names` with a type each, by `|` and with `\N` for NULL, in blocks of 64 bytes.
    pub fn new(columns: &[(&str, &str)]) -> Self {
        let column = |&(name, spelling): &(&str, &str)| Column::new(name, spelling.parse().unwrap(), true);
        Setup {
            columns: columns.iter().map(column).collect(),
            dialect: Dialect {
                delimiter: b"|".to_vec(),
                null_texts: vec![b"\\N".to_vec()],
                ..Dialect::default()
            },
            options: Options {
                skip_lines: 0,
                skip_footer: 0,
                header: Header::None,
                block_bytes: 64,
                record_limit_bytes: 1 << 20,
                ragged: Ragged::Fail,
                reject_limit: Arc::new(RejectLimit::new(Some(0))),
                lineage: None,
                instruction_set: InstructionSet::detect(),
            },
        }
    }

    pub fn with_header(mut self, header: Header) -> Self {
        self.options.header = header;
        self
    }

    pub fn with_skipped(mut self, lines: usize, footer: usize) -> Self {
        (self.options.skip_lines, self.options.skip_footer) = (lines, footer);
        self
    }

    pub fn with_block(mut self, block_bytes: usize) -> Self {
        self.options.block_bytes = block_bytes;
        self
    }

    pub fn reader(&self, queue: &Arc<SplitQueue>, meter: &Arc<Meter>) -> SplitReader {
        let (columns, dialect) = (self.columns.clone(), self.dialect.clone());
        SplitReader::new(columns, dialect, self.options.clone(), Arc::clone(queue), Arc::clone(meter))
    }

    /// Reads `splits` by one reader.
    pub fn read(&self, splits: Vec<Split>) -> Result<Reading, StreamError> {
        let meter = Arc::new(Meter::default());
        let mut reader = self.reader(&Arc::new(SplitQueue::new(splits)), &meter);
        let mut rows = vec![];
        while let Some(batch) = reader.next_batch()? {
            rows.extend(rows_of(&batch));
        }
        assert!(reader.next_batch()?.is_none(), "a reader that is done stays so");
        let done = reader.take_done();
        assert!(reader.take_done().is_empty(), "a piece is done once");
        assert_eq!(meter.records(), rows.len() as u64);
        Ok(Reading { rows, done, bytes: meter.bytes() })
    }

    /// The message of what stops the reading of `splits`.
    pub fn error(&self, splits: Vec<Split>) -> String {
        match self.read(splits) {
            Ok(reading) => panic!("nothing stopped the reading of {:?}", reading.rows),
            Err(error) => error.to_string(),
        }
    }
}

/// What was read of all splits.
pub struct Reading {
    pub rows: Vec<String>,
    pub done: Vec<PieceRecord>,
    pub bytes: u64,
}

/// The rows of a batch of text columns, the fields joined by `|`.
pub fn rows_of(batch: &RecordBatch) -> Vec<String> {
    let field = |column: usize, row: usize| match batch.column(column).as_string_view_opt() {
        Some(array) if array.is_valid(row) => array.value(row).to_owned(),
        Some(_) => "NULL".to_owned(),
        None => "?".to_owned(),
    };
    (0..batch.num_rows())
        .map(|row| (0..batch.num_columns()).map(|c| field(c, row)).collect::<Vec<_>>().join("|"))
        .collect()
}
