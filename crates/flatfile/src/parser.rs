//! The parser: one block of text at a time to record batches.
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

use std::sync::Arc;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};

use crate::convert::{AnyBuilder, AnyFields, Context, Dense, Failure, Sink, Spans, Stage};
use crate::error::{Place, Reason, RecordError};
use crate::index::{Index, InstructionSet};
use crate::records::{self, Records};
use crate::tokenize::Tokenizer;
use crate::tokens::{Extent, Tokens};
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

/// The fields of the first record of `text` as text, and where the next one begins; `None` if it does not
/// end in `text`. For headers: a comment is passed over, and a blank line if the dialect says so; if not it has one
/// field.
pub fn first_record(text: &[u8], dialect: &Dialect, is_end_of_file: bool) -> Option<(Vec<String>, usize)> {
    Tokenizer::new(dialect.clone(), 0, Ragged::Fail).first_record(text, is_end_of_file)
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
        let last = self.tokens.broken.last().filter(|broken| broken.reason == Reason::Unclosed)?;
        last.field.map(|(_, byte)| byte as usize)
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

    /// Finds the whole records of the block's text that begin before byte `before` of it, which is any number
    /// from the text's length on for all of them. With `is_end_of_file` the last one may end with the text,
    /// without a line end.
    ///
    /// Where the next record begins at `before` or behind it, the bytes found go up to there: what stands
    /// between two records belongs to the one in front.
    pub fn index(&mut self, before: usize, is_end_of_file: bool) -> Indexed {
        self.forget();
        let indexed = match self.way {
            _ if before == 0 => Indexed::default(),
            Way::Scanned => self.scan(before, is_end_of_file),
            way => {
                let text_bytes = self.block.text().len();
                // Without quotes the first line end from there on ends the last record.
                let until = match self.dialect.quote {
                    None => end_of_last(self.block.text(), before).unwrap_or(text_bytes),
                    Some(_) => text_bytes,
                };
                let ends_here = is_end_of_file && until == text_bytes;
                // The index knows records by their line feeds: one is lent to the last as long as it looks.
                let lacks_end = ends_here && until > 0 && self.block.text()[until - 1] != b'\n';
                if lacks_end {
                    self.block.push(b'\n');
                }
                let indexed = self.index_lines(until + usize::from(lacks_end), before, way == Way::Dense);
                if lacks_end {
                    self.block.truncate(until);
                    self.indexed_bytes = self.indexed_bytes.min(until);
                }
                let bytes = indexed.bytes.min(until);
                // What is left at the end of a file is a record all the same, with a quote that never ends.
                if ends_here && bytes < until && bytes < before {
                    self.scan(before, true)
                } else {
                    Indexed { bytes, ..indexed }
                }
            }
        };
        self.is_utf8 = simdutf8::basic::from_utf8(&self.block.text()[..indexed.bytes]).is_ok();
        indexed
    }

    /// Finds records by the index, each of which ends with a line feed, in the first `until` bytes.
    fn index_lines(&mut self, until: usize, before: usize, is_dense: bool) -> Indexed {
        let text = &self.block.text()[..until];
        self.positions.push(u32::MAX);
        if self.dialect.quote.is_some() {
            // SAFETY: a block has `PADDING` bytes behind its text.
            let quoted = unsafe { self.index.find_quoted(text, &mut self.positions) };
            if before < text.len() {
                truncate_behind(text, before, &mut self.positions);
            }
            let is_taken = quoted.is_regular
                && (self.tokenizer)
                    .by_index(text, &self.positions, quoted.has_doubled, &mut self.tokens)
                    .is_ok();
            return if is_taken { self.take_tokens() } else { self.scan(before, false) };
        }
        // SAFETY: as above.
        let line_feeds = unsafe { self.index.find(text, &mut self.positions) };
        if is_dense {
            let stride = self.dialect.stride(self.layout.width);
            let mut records = records::count(text, &self.positions, line_feeds, self.layout.width, stride);
            if let Some(quote) = self.dialect.refuse_quote {
                records::refuse_quotes(text, &self.positions, stride, quote, &mut records);
                if let Some(place) = records.broken.as_mut().map(|broken| &mut broken.place) {
                    place.column = place.column.and_then(|field| self.layout.column_of(field));
                }
            }
            if records.broken.is_none() || self.ragged == Ragged::Fail {
                let indexed = Indexed {
                    bytes: self.positions[records.whole * stride].wrapping_add(1) as usize,
                    records: records.whole,
                };
                self.indexed_bytes = indexed.bytes;
                self.found = Found::Dense(records);
                return indexed;
            }
        }
        (self.tokenizer)
            .by_index(text, &self.positions, false, &mut self.tokens)
            .expect("without quotes nothing is irregular");
        self.take_tokens()
    }

    fn scan(&mut self, before: usize, is_end_of_file: bool) -> Indexed {
        self.tokenizer.scan(self.block.text(), before, is_end_of_file, &mut self.tokens);
        self.take_tokens()
    }

    fn take_tokens(&mut self) -> Indexed {
        self.found = Found::Tokens;
        let tokens = &mut self.tokens;
        if self.ragged == Ragged::Fail {
            // The first that is broken ends the load; what is behind it was never read.
            tokens.broken.truncate(1);
            if let Some(broken) = tokens.broken.first() {
                tokens.records.truncate(broken.before);
                tokens.bytes = broken.extent.first as usize;
            }
        }
        self.indexed_bytes = tokens.bytes;
        let rejected = if self.ragged == Ragged::Fail { 0 } else { tokens.broken.len() };
        Indexed { bytes: tokens.bytes, records: tokens.records.len() + rejected }
    }

    /// Converts whole records of the block until the batch is full or the block is done.
    ///
    /// # Errors
    ///
    /// The first record, in the order of the text, that cannot become a row and may not be set aside; its
    /// place counts from the block's text. The parser is of no use after that.
    pub fn convert(&mut self) -> Result<Converted, RecordError> {
        let whole = match &self.found {
            Found::Dense(records) => records.whole,
            Found::Tokens => self.tokens.records.len(),
        };
        while self.done < whole {
            let room = BATCH_ROWS - self.batch_rows;
            if room == 0 || self.batch_bytes >= BATCH_BYTES {
                return Ok(Converted::BatchFull);
            }
            let most = room.min(whole - self.done);
            let (records, bytes) = self.fitting(most, BATCH_BYTES - self.batch_bytes);
            self.batch_bytes += bytes;
            self.convert_records(self.done, records)?;
            self.done += records;
            self.batch_rows += records;
        }
        let broken = match &mut self.found {
            Found::Dense(records) => records.broken.take(),
            Found::Tokens => self.take_broken(),
        };
        broken.map_or(Ok(Converted::BlockDone), Err)
    }

    /// Sets the broken records aside and counts the padded ones, or gives the one that ends the load.
    fn take_broken(&mut self) -> Option<RecordError> {
        // Here and not where they are found: a text can be indexed twice.
        self.padded += std::mem::take(&mut self.tokens.padded);
        for broken in std::mem::take(&mut self.tokens.broken) {
            let place = Place {
                record_byte: u64::from(broken.extent.first),
                field_byte: broken.field.map(|(_, byte)| u64::from(byte)),
                column: broken.field.and_then(|(field, _)| self.layout.column_of(field)),
            };
            let error = RecordError { place, reason: broken.reason };
            if self.ragged == Ragged::Fail {
                return Some(error);
            }
            self.reject(broken.extent, error);
        }
        None
    }

    fn reject(&mut self, extent: Extent, error: RecordError) {
        let record = self.record(extent).to_vec();
        self.rejects.push(Reject { record, error });
    }

    /// The bytes of a record, without a line feed that the index was lent.
    fn record(&self, extent: Extent) -> &[u8] {
        let text = self.block.text();
        &text[extent.first as usize..text.len().min(extent.past as usize)]
    }

    /// The extent of record `record` of the block.
    fn extent(&self, record: usize) -> Extent {
        match &self.found {
            Found::Tokens => self.tokens.records[record],
            Found::Dense(_) => {
                let stride = self.dialect.stride(self.layout.width);
                let begin = |record: usize| self.positions[record * stride].wrapping_add(1);
                Extent { first: begin(record), past: begin(record + 1) }
            }
        }
    }

    /// How many of the block's next `most` records end within `room_bytes`, at least one, and their bytes.
    fn fitting(&self, most: usize, room_bytes: usize) -> (usize, usize) {
        let first = self.extent(self.done).first;
        let bytes = |records: usize| (self.extent(self.done + records - 1).past - first) as usize;
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
        // Columns are converted one after the other, and the error to report is the first in the text,
        // which a later column may have in an earlier record.
        let mut earliest: Option<(usize, Failure)> = None;
        let mut rejected: Vec<(usize, Failure)> = Vec::new();
        for number in 0..self.columns.len() {
            let mut sink = Sink::default();
            let converted = self.convert_column(number, first, records, &mut sink);
            self.nulled += sink.nulled;
            self.truncated += sink.truncated;
            rejected.extend(sink.failures.into_iter().map(|failure| (number, failure)));
            if let Err(failure) = converted
                && earliest.as_ref().is_none_or(|(_, other)| failure.record < other.record)
            {
                earliest = Some((number, failure));
            }
        }
        if let Some((number, failure)) = earliest {
            return Err(self.located(first, number, failure));
        }
        if let Some(mut lineage) = self.lineage.take() {
            lineage.append((first..first + records).map(|record| self.extent(record).first));
            self.lineage = Some(lineage);
        }
        // A record is rejected once, for the first of its fields that cannot be read.
        rejected.sort_by_key(|(number, failure)| (failure.record, *number));
        rejected.dedup_by_key(|(_, failure)| failure.record);
        for (number, failure) in rejected {
            self.rejected_rows.push(self.batch_rows + failure.record);
            let extent = self.extent(first + failure.record);
            let error = self.located(first, number, failure);
            self.reject(extent, error);
        }
        Ok(())
    }

    fn convert_column(
        &mut self, number: usize, first: usize, records: usize, sink: &mut Sink,
    ) -> Result<(), Failure> {
        let (column, builder) = (&self.columns[number], &mut self.builders[number]);
        let (text, width) = (self.block.text(), self.layout.width);
        let context = Context {
            null_texts: column.null_texts.as_ref().unwrap_or(&self.dialect.null_texts),
            null_quoted: self.dialect.null_quoted,
            is_utf8: self.is_utf8,
            nullable: column.nullable,
            on_error: column.on_error,
            limit: column.limit,
        };
        let Some(field) = self.layout.fields[number] else {
            return builder.convert_absent(records, &context, sink);
        };
        // SAFETY: a block has `PADDING` bytes behind its text, and positions and spans are what was found
        // in that text: `forget`, without which it does not change, forgets them. The scratch ends with
        // the padding.
        let fields = unsafe {
            match self.found {
                Found::Tokens => {
                    let spans = &self.tokens.spans[first * width..];
                    AnyFields::Spans(Spans::new(text, &self.tokens.scratch, spans, width, field, records))
                }
                Found::Dense(_) => {
                    let stride = self.dialect.stride(width);
                    let positions = &self.positions[first * stride..=(first + records) * stride];
                    if field + 1 == stride {
                        AnyFields::AtLineEnd(Dense::new(text, positions, stride, field, records))
                    } else {
                        AnyFields::Inner(Dense::new(text, positions, stride, field, records))
                    }
                }
            }
        };
        match &column.format {
            None => builder.convert(fields, &context, sink, self.instruction_set),
            Some(format) => self.stage.convert(builder, format, fields, &context, sink, self.instruction_set),
        }
    }

    /// The error of a field of column `number`, of the record that `failure` counts from record `first` on.
    fn located(&self, first: usize, number: usize, failure: Failure) -> RecordError {
        let record = first + failure.record;
        let extent = self.extent(record);
        let record_byte = u64::from(extent.first);
        let field_byte = self.layout.fields[number].map(|field| match &self.found {
            Found::Dense(_) => {
                let stride = self.dialect.stride(self.layout.width);
                u64::from(self.positions[record * stride + field].wrapping_add(1))
            }
            Found::Tokens => record_byte + self.tokenizer.field_first(self.record(extent), field) as u64,
        });
        let place = Place { record_byte, field_byte, column: Some(number) };
        RecordError { place, reason: failure.reason }
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

/// Where the record ends that the one before byte `before` of `text` is, if it ends in `text`: each ends with
/// the next line feed.
fn end_of_last(text: &[u8], before: usize) -> Option<usize> {
    let behind = text.get(before - 1..)?;
    memchr::memchr(b'\n', behind).map(|line_feed| before + line_feed)
}

/// Leaves of `positions` what belongs to records that begin before byte `before` of `text`.
fn truncate_behind(text: &[u8], before: usize, positions: &mut Vec<u32>) {
    // The entry in front is no position.
    let behind = 1 + positions[1..].partition_point(|&position| (position as usize) < before - 1);
    let last = positions[behind..].iter().position(|&position| text[position as usize] == b'\n');
    positions.truncate(last.map_or(positions.len(), |last| behind + last + 1));
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
