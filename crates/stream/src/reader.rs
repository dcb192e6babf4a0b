//! One stream's reader: splits in, record batches out.

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use flatfile::index::InstructionSet;
use flatfile::{Column, Converted, Dialect, Parser, ParserOptions, Ragged};

use crate::open::OpenPiece;
use crate::{Header, Meter, Piece, PieceRecord, SplitQueue, StreamError};

/// How a reader works.
#[derive(Clone, Debug)]
pub struct Options {
    /// What each file begins with.
    pub header: Header,
    /// How much is read at a time: small enough that a block, its index and its columns stay in L2.
    pub block_bytes: usize,
    /// The longest record; a longer one is an error, and memory stays bounded.
    pub record_limit_bytes: usize,
    /// What the index and the conversion are compiled for.
    pub instruction_set: InstructionSet,
}

/// Reads splits until its queue is empty; an iterator over batches. After an error it is of no use.
pub struct SplitReader {
    parser: Parser,
    options: Options,
    queue: Arc<SplitQueue>,
    meter: Arc<Meter>,
    /// The split that is being read, and those of its pieces that are not read yet.
    split: u32,
    pieces: VecDeque<Piece>,
    open: Option<OpenPiece>,
    /// Whether the block has indexed records that are not converted yet.
    is_converting: bool,
    done: Vec<PieceRecord>,
}

impl SplitReader {
    /// A reader of the splits in `queue`, for a table of `columns`.
    pub fn new(
        columns: Vec<Column>, dialect: Dialect, options: Options, queue: Arc<SplitQueue>, meter: Arc<Meter>,
    ) -> Self {
        let parser_options = ParserOptions {
            block_bytes: options.block_bytes,
            ragged: Ragged::Fail,
            instruction_set: options.instruction_set,
        };
        SplitReader {
            parser: Parser::new(columns, dialect, &parser_options),
            options,
            queue,
            meter,
            split: 0,
            pieces: VecDeque::new(),
            open: None,
            is_converting: false,
            done: Vec::new(),
        }
    }

    /// The schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        self.parser.schema()
    }

    /// What was read of the pieces that are done since this was last asked.
    pub fn take_done(&mut self) -> Vec<PieceRecord> {
        std::mem::take(&mut self.done)
    }

    /// The next batch; `None` when the queue is empty.
    ///
    /// # Errors
    ///
    /// What stops the stream.
    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>, StreamError> {
        let meter = Arc::clone(&self.meter);
        loop {
            let Some(open) = &mut self.open else {
                if meter.time_read(|| self.open_next())? {
                    continue;
                }
                let is_empty = self.parser.rows() == 0;
                return Ok((!is_empty).then(|| meter.time_parse(|| self.parser.finish())));
            };
            if self.is_converting {
                match meter.time_parse(|| self.parser.convert()).map_err(|error| open.locate(error))? {
                    Converted::BatchFull => {
                        return Ok(Some(meter.time_parse(|| self.parser.finish())));
                    }
                    Converted::BlockDone => self.is_converting = false,
                }
                open.release(&mut self.parser);
            }
            if open.is_last() {
                let open = self.open.take().expect("matched above");
                self.done.push(meter.time_read(|| open.close())?);
                continue;
            }
            if meter.is_cancelled() {
                return Err(StreamError::Cancelled);
            }
            if open.wants_more(&self.parser) {
                meter.time_read(|| open.read_more(&mut self.parser, &self.options))?;
            }
            let (bytes, records) = meter.time_parse(|| open.index(&mut self.parser));
            meter.count(bytes, records);
            self.is_converting = true;
        }
    }

    /// Opens the next piece and reads up to its first record; `false` if there is none.
    fn open_next(&mut self) -> Result<bool, StreamError> {
        while self.pieces.is_empty() {
            let Some(split) = self.queue.take() else {
                return Ok(false);
            };
            self.split = split.number;
            self.pieces = split.pieces.into();
        }
        let piece = self.pieces.pop_front().expect("the loop ended with a piece");
        let mut open = OpenPiece::new(piece, self.split, &mut self.parser, &self.options)?;
        open.find_first_record(&mut self.parser, &self.options, &self.meter)?;
        self.open = Some(open);
        Ok(true)
    }
}

impl Iterator for SplitReader {
    type Item = Result<RecordBatch, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().transpose()
    }
}
