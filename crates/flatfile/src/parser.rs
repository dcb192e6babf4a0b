//! The parser: one block of text at a time to record batches.
//!
//! ```text
//! loop:
//!     fill parser.block() with text                      the caller's I/O
//!     bytes = parser.index(until)                        delimiters, whole records, UTF-8
//!     while parser.convert() is BatchFull:               a column at a time
//!         batch = parser.finish()
//!     parser.block().consume(bytes)                      what is left begins a record
//! batch = parser.finish()                                what is left
//! ```
//!
//! Blocks and batches have sizes of their own. A block is small enough that its text, its index and its
//! columns stay in a core's L2 cache from the first look to the last; a batch is as many rows as the
//! destination likes to take, and never more than [`BATCH_BYTES`] of text.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};

use crate::convert::{AnyBuilder, Context, Fields};
use crate::error::{Place, RecordError};
use crate::index::{Index, InstructionSet};
use crate::records::{self, Records};
use crate::{Block, Column, Dialect};

/// Rows in a batch: four of DuckDB's vectors of 2,048. More gains nothing there, fewer cost it 1 %.
pub const BATCH_ROWS: usize = 8_192;

/// Text in a batch, in bytes, after which it is full even with fewer rows: what bounds memory when
/// records are long. A batch can be longer by one record.
pub const BATCH_BYTES: usize = 2 << 20;

/// What [`Parser::convert`] stopped at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Converted {
    /// The batch is full: finish it, then go on.
    BatchFull,
    /// All whole records of the block are converted.
    BlockDone,
}

/// Turns text into record batches; see the module's text for the steps.
pub struct Parser {
    columns: Vec<Column>,
    dialect: Dialect,
    schema: SchemaRef,
    instruction_set: InstructionSet,
    index: Index,
    builders: Vec<AnyBuilder>,
    block: Block,
    /// The index of the block's text, with one entry in front; see `records.rs`.
    positions: Vec<u32>,
    records: Records,
    is_utf8: bool,
    /// Records of the block that are converted.
    done: usize,
    batch_rows: usize,
    batch_bytes: usize,
}

impl Parser {
    /// A parser of `columns` written in `dialect`, with a block of `block_bytes`.
    pub fn new(
        columns: Vec<Column>, dialect: Dialect, block_bytes: usize, instruction_set: InstructionSet,
    ) -> Self {
        assert!(!columns.is_empty(), "a table has at least one column");
        assert!(dialect.delimiter.is_ascii() && !matches!(dialect.delimiter, b'\n' | b'\r'));
        assert!(simdutf8::basic::from_utf8(&dialect.null_text).is_ok(), "the NULL text is UTF-8");
        let fields: Vec<_> = columns.iter().map(Column::field).collect();
        Parser {
            schema: Arc::new(Schema::new(fields)),
            index: Index::new(dialect.delimiter, instruction_set),
            builders: columns.iter().map(|column| AnyBuilder::new(column, BATCH_ROWS)).collect(),
            block: Block::with_capacity(block_bytes),
            positions: Vec::new(),
            records: Records { whole: 0, broken: None },
            is_utf8: true,
            done: 0,
            batch_rows: 0,
            batch_bytes: 0,
            columns,
            dialect,
            instruction_set,
        }
    }

    /// The schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The columns of the table.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How the text is written.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The block to fill. What was indexed of it is forgotten.
    pub fn block(&mut self) -> &mut Block {
        self.positions.clear();
        self.records = Records { whole: 0, broken: None };
        self.done = 0;
        &mut self.block
    }

    /// The text of the block.
    pub fn text(&self) -> &[u8] {
        self.block.text()
    }

    /// Finds the whole records in the first `until` bytes of the block's text, up to the first that is not
    /// as wide as the table, and says how many bytes and records they are.
    pub fn index(&mut self, until: usize) -> (usize, usize) {
        let text = &self.block.text()[..until];
        let stride = self.dialect.stride(self.columns.len());
        self.positions.clear();
        self.positions.push(u32::MAX);
        // SAFETY: a block has `PADDING` bytes behind its text.
        let line_feeds = unsafe { self.index.find(text, &mut self.positions) };
        self.records = records::count(text, &self.positions, line_feeds, self.columns.len(), stride);
        self.done = 0;
        let bytes = self.positions[self.records.whole * stride].wrapping_add(1) as usize;
        self.is_utf8 = simdutf8::basic::from_utf8(&text[..bytes]).is_ok();
        (bytes, self.records.whole)
    }

    /// Converts whole records of the block until the batch is full or the block is done.
    ///
    /// # Errors
    ///
    /// The first record, in the order of the text, that cannot become a row; its place counts from the
    /// block's text. The parser is of no use after that.
    pub fn convert(&mut self) -> Result<Converted, RecordError> {
        while self.done < self.records.whole {
            let room = BATCH_ROWS - self.batch_rows;
            if room == 0 || self.batch_bytes >= BATCH_BYTES {
                return Ok(Converted::BatchFull);
            }
            let most = room.min(self.records.whole - self.done);
            let (records, bytes) = self.fitting(most, BATCH_BYTES - self.batch_bytes);
            self.batch_bytes += bytes;
            self.convert_records(self.done, records)?;
            self.done += records;
            self.batch_rows += records;
        }
        match self.records.broken.take() {
            Some(broken) => Err(broken),
            None => Ok(Converted::BlockDone),
        }
    }

    /// How many of the block's next `most` records end within `room_bytes`, at least one, and their bytes.
    fn fitting(&self, most: usize, room_bytes: usize) -> (usize, usize) {
        let stride = self.dialect.stride(self.columns.len());
        let entries = &self.positions[self.done * stride..];
        let bytes = |records: usize| entries[records * stride].wrapping_sub(entries[0]) as usize;
        if bytes(most) <= room_bytes {
            return (most, bytes(most));
        }
        let (mut fits, mut too_many) = (1, most);
        while fits + 1 < too_many {
            let middle = usize::midpoint(fits, too_many);
            if bytes(middle) <= room_bytes { fits = middle } else { too_many = middle }
        }
        (fits, bytes(fits))
    }

    /// Converts `records` records of the block from record `first` on.
    fn convert_records(&mut self, first: usize, records: usize) -> Result<(), RecordError> {
        let stride = self.dialect.stride(self.columns.len());
        let positions = &self.positions[first * stride..=(first + records) * stride];
        let text = self.block.text();
        let last = self.columns.len() - 1;
        // Columns are converted one after the other, and the error to report is the first in the text,
        // which a later column may have in an earlier record.
        let mut earliest: Option<(usize, RecordError)> = None;
        for (number, (column, builder)) in self.columns.iter().zip(&mut self.builders).enumerate() {
            // SAFETY: a block has `PADDING` bytes behind its text, and `positions` are what `index`
            // found in that text: `block()`, which alone lets it change, forgets them.
            let fields = unsafe { Fields::new(text, positions, stride, number, records) };
            let context = Context {
                null_text: &self.dialect.null_text,
                is_utf8: self.is_utf8,
                nullable: column.nullable,
                at_line_end: number == last && !self.dialect.trailing_delimiter,
            };
            if let Err(failure) = builder.convert(fields, &context, self.instruction_set)
                && earliest.as_ref().is_none_or(|(record, _)| failure.record < *record)
            {
                let (record_byte, field_byte) = fields.place(failure.record);
                let place = Place { record_byte, field_byte: Some(field_byte), column: Some(number) };
                earliest = Some((failure.record, RecordError { place, reason: failure.reason }));
            }
        }
        earliest.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Rows in the batch so far.
    pub fn rows(&self) -> usize {
        self.batch_rows
    }

    /// The batch of all rows converted since the last one.
    pub fn finish(&mut self) -> RecordBatch {
        let rows = std::mem::take(&mut self.batch_rows);
        self.batch_bytes = 0;
        let arrays = self.builders.iter_mut().map(AnyBuilder::finish).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(self.schema(), arrays, &options)
            .expect("each builder was given the same records and makes the type of its column")
    }
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
