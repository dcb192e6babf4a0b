//! The parser: one block of text at a time to record batches.
//!
//! `indexing.rs` finds the records of a block, `converting.rs` makes columns of them.
//!
//! ```text
//! loop:
//!     fill parser.block() with text                      the caller's I/O
//!     parser.index(before, is_end)                       delimiters, whole records, UTF-8
//!     while parser.convert() is BatchFull:               a column at a time
//!         batch = parser.finish()
//!     parser.release()                                   what is left begins a record
//! batch = parser.finish()                                what is left
//! ```
//!
//! Blocks and batches have sizes of their own. A block is small enough that its text, its index and its
//! columns stay in a core's L2 cache from the first look to the last; a batch is as many rows as the
//! destination likes to take, and never more than [`BATCH_BYTES`] of text.

mod converting;
mod indexing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};

use crate::convert::{AnyBuilder, Stage};
use crate::error::Reason;
use crate::index::{Index, InstructionSet};
use crate::records::Records;
use crate::tokenize::Tokenizer;
use crate::tokens::Tokens;
use crate::{Block, Column, Dialect, Layout, Lineage, LineageColumns, Ragged, Reject, Terminator, Way};

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

/// How a parser works, besides what it reads.
#[derive(Clone, Debug)]
pub struct ParserOptions {
    /// The size of its block, in bytes.
    pub block_bytes: usize,
    /// What becomes of records that are not as wide as the table, or whose quotes are wrong.
    pub ragged: Ragged,
    /// What the index and the conversion are compiled for.
    pub instruction_set: InstructionSet,
}

/// What [`Parser::index`] has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indexed {
    /// Bytes of whole records from the front of the text on, and of what stands between them.
    pub bytes: usize,
    /// Records in them.
    pub records: usize,
}

/// Turns text into record batches; see the module's text for the steps.
pub struct Parser {
    columns: Vec<Column>,
    dialect: Dialect,
    layout: Arc<Layout>,
    way: Way,
    ragged: Ragged,
    schema: SchemaRef,
    instruction_set: InstructionSet,
    index: Index,
    tokenizer: Tokenizer,
    builders: Vec<AnyBuilder>,
    stage: Stage,
    block: Block,
    /// The index of the block's text, with one entry in front; see `records.rs`.
    positions: Vec<u32>,
    found: Found,
    /// The records of the text where `found` says so.
    tokens: Tokens,
    /// Bytes of the block's text that [`Parser::release`] lets go.
    indexed_bytes: usize,
    is_utf8: bool,
    /// Records of the block that are converted.
    done: usize,
    batch_rows: usize,
    batch_bytes: usize,
    /// Rows of the batch in whose record a field could not be read.
    rejected_rows: Vec<usize>,
    rejects: Vec<Reject>,
    nulled: u64,
    padded: u64,
    truncated: u64,
    lineage: Option<Lineage>,
}

/// How the records of the block's text are known.
enum Found {
    /// By the index: all have as many entries.
    Dense(Records),
    /// Taken apart one by one.
    Tokens,
}

impl Parser {
    /// A parser of `columns` written in `dialect`.
    ///
    /// # Panics
    ///
    /// For a dialect that [`Dialect::check`] refuses, for one that is no text of UTF-8, and for a table
    /// without columns.
    pub fn new(columns: Vec<Column>, dialect: Dialect, options: &ParserOptions) -> Self {
        assert!(!columns.is_empty(), "a table has at least one column");
        assert_eq!(dialect.check(), Ok(()));
        let is_text = |bytes: &[u8]| simdutf8::basic::from_utf8(bytes).is_ok();
        assert!(is_text(&dialect.delimiter), "the delimiter is UTF-8");
        if let Terminator::Bytes(bytes) = &dialect.terminator {
            assert!(is_text(bytes), "the terminator is UTF-8");
        }
        assert!(dialect.quote.is_none_or(|byte| byte.is_ascii()), "the quote is ASCII");
        assert!(dialect.escape.is_none_or(|byte| byte.is_ascii()), "the escape is ASCII");
        let null_texts = columns.iter().flat_map(|column| column.null_texts.iter().flatten());
        for text in dialect.null_texts.iter().chain(null_texts) {
            assert!(is_text(text), "a NULL text is UTF-8");
        }
        let fields: Vec<_> = columns.iter().map(Column::field).collect();
        let layout = Arc::new(Layout::in_order(columns.len()));
        let quote = dialect.quote.unwrap_or_default();
        Parser {
            schema: Arc::new(Schema::new(fields)),
            index: Index::with_quote(dialect.delimiter[0], quote, options.instruction_set),
            tokenizer: Tokenizer::new(dialect.clone(), layout.width, options.ragged),
            builders: columns.iter().map(|column| AnyBuilder::new(column, BATCH_ROWS)).collect(),
            stage: Stage::default(),
            block: Block::with_capacity(options.block_bytes),
            positions: Vec::new(),
            found: Found::Dense(Records::default()),
            tokens: Tokens::default(),
            indexed_bytes: 0,
            is_utf8: true,
            done: 0,
            batch_rows: 0,
            batch_bytes: 0,
            rejected_rows: Vec::new(),
            rejects: Vec::new(),
            nulled: 0,
            padded: 0,
            truncated: 0,
            lineage: None,
            way: dialect.way(),
            ragged: options.ragged,
            instruction_set: options.instruction_set,
            layout,
            columns,
            dialect,
        }
    }

    /// Adds columns behind those of the file that say where each row is from.
    pub fn add_lineage(&mut self, columns: &LineageColumns) {
        let fields = self.schema.fields().iter().map(|field| field.as_ref().clone());
        self.schema = Arc::new(Schema::new(fields.chain(columns.fields()).collect::<Vec<_>>()));
        self.lineage = Some(Lineage::new(columns));
    }

    /// What has to be told where the text is from, if rows are to say that.
    pub fn lineage(&mut self) -> Option<&mut Lineage> {
        self.lineage.as_mut()
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

    /// Says which field each column is in the text that comes next; `None`: the columns in their order, as
    /// it is to begin with.
    ///
    /// # Panics
    ///
    /// If `layout` is not one of this table's.
    pub fn set_layout(&mut self, layout: Option<&Arc<Layout>>) {
        let layout = layout.map_or_else(|| Arc::new(Layout::in_order(self.columns.len())), Arc::clone);
        assert_eq!(layout.fields.len(), self.columns.len());
        assert!(layout.fields.iter().flatten().all(|&field| field < layout.width));
        self.tokenizer.set_width(layout.width);
        self.layout = layout;
    }

    /// Which field each column is.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The block to fill. What was indexed of it is forgotten.
    pub fn block(&mut self) -> &mut Block {
        self.forget();
        &mut self.block
    }

    /// How many bytes the block has room for.
    pub fn block_capacity(&self) -> usize {
        self.block.capacity()
    }

    /// Where in the block's text a quote is opened that is not closed in it.
    pub fn open_quote(&mut self) -> Option<usize> {
        self.forget();
        self.tokenizer.scan(self.block.text(), usize::MAX, true, &mut self.tokens);
        let last = &self.tokens.broken.last()?.fault;
        last.field.filter(|_| last.reason == Reason::Unclosed).map(|(_, byte)| byte as usize)
    }

    fn forget(&mut self) {
        self.positions.clear();
        self.found = Found::Dense(Records::default());
        self.done = 0;
        self.indexed_bytes = 0;
    }

    /// The text of the block.
    pub fn text(&self) -> &[u8] {
        self.block.text()
    }

    /// Lets go of what was indexed: it is converted.
    pub fn release(&mut self) {
        let bytes = self.indexed_bytes;
        self.block().consume(bytes);
    }

    /// Rows in the batch so far, with those that [`Parser::finish`] leaves out.
    pub fn rows(&self) -> usize {
        self.batch_rows
    }

    /// The records set aside since this was last asked, in no order; places count from the block's text.
    pub fn take_rejects(&mut self) -> Vec<Reject> {
        std::mem::take(&mut self.rejects)
    }

    /// How many fields became NULL because they could not be read, and how many because their record had
    /// too few, since this was last asked.
    pub fn take_nulled_and_padded(&mut self) -> (u64, u64) {
        (std::mem::take(&mut self.nulled), std::mem::take(&mut self.padded))
    }

    /// How many texts were cut because they were too long, since this was last asked.
    pub fn take_truncated(&mut self) -> u64 {
        std::mem::take(&mut self.truncated)
    }

    /// The batch of all rows converted since the last one.
    pub fn finish(&mut self) -> RecordBatch {
        let rows = std::mem::take(&mut self.batch_rows);
        self.batch_bytes = 0;
        let arrays = self.builders.iter_mut().map(AnyBuilder::finish);
        let arrays = arrays.chain(self.lineage.iter_mut().flat_map(Lineage::finish)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema(), arrays, &options)
            .expect("each builder was given the same records and makes the type of its column");
        if self.rejected_rows.is_empty() {
            return batch;
        }
        let mut keep = vec![true; rows];
        for row in self.rejected_rows.drain(..) {
            keep[row] = false;
        }
        arrow_select::filter::filter_record_batch(&batch, &BooleanArray::from(keep))
            .expect("there is a flag for each row")
    }
}
