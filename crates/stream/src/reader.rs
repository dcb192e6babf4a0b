//! One stream's reader: splits in, record batches out.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use flatfile::index::InstructionSet;
use flatfile::{Column, Converted, Dialect, LineageColumns, Parser, ParserOptions, Ragged};

use crate::joins::Cut;
use crate::open::{OpenPiece, Opened};
use crate::{Header, Meter, Piece, PieceRecord, RejectLimit, RejectedRecord, SplitQueue, StreamError};

/// How a reader works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Lines before the header that are passed over, in each file.
    pub skip_lines: usize,
    /// Lines at the end of each file that are passed over.
    pub skip_footer: usize,
    /// What each file begins with.
    pub header: Header,
    /// How much is read at a time: small enough that a block, its index and its columns stay in L2.
    pub block_bytes: usize,
    /// The longest record; a longer one is an error, and memory stays bounded.
    pub record_limit_bytes: usize,
    /// What becomes of records that are not as wide as the table, or whose quotes are wrong.
    pub ragged: Ragged,
    /// How many records may be set aside, by this reader and all others that share the limit.
    pub reject_limit: Arc<RejectLimit>,
    /// The columns that say where each row is from, if there are to be any.
    pub lineage: Option<LineageColumns>,
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
    rejects: Vec<RejectedRecord>,
    rejects_bytes: usize,
    /// Pieces that begin at a guess which is not proven yet.
    guesses: Vec<Guess>,
    /// Records set aside that do not count against the limit before all guesses are proven.
    uncounted: u64,
    nulled_and_padded: (u64, u64),
    truncated: u64,
}

/// Where a piece was guessed to begin.
struct Guess {
    path: PathBuf,
    cut: Cut,
    begin: u64,
}

/// The most bytes of records that may be set aside before they are taken from the reader: what bounds memory
/// where a limit is a share of records that nobody has counted yet.
const MOST_REJECTS_BYTES: usize = 256 << 20;

impl SplitReader {
    /// A reader of the splits in `queue`, for a table of `columns`.
    pub fn new(
        columns: Vec<Column>, dialect: Dialect, options: Options, queue: Arc<SplitQueue>, meter: Arc<Meter>,
    ) -> Self {
        let parser_options = ParserOptions {
            block_bytes: options.block_bytes,
            ragged: options.ragged,
            instruction_set: options.instruction_set,
        };
        let mut parser = Parser::new(columns, dialect, &parser_options);
        if let Some(columns) = &options.lineage {
            parser.add_lineage(columns);
        }
        SplitReader {
            parser,
            options,
            queue,
            meter,
            split: 0,
            pieces: VecDeque::new(),
            open: None,
            is_converting: false,
            done: Vec::new(),
            rejects: Vec::new(),
            rejects_bytes: 0,
            guesses: Vec::new(),
            uncounted: 0,
            nulled_and_padded: (0, 0),
            truncated: 0,
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

    /// The records set aside since this was last asked, in no order.
    pub fn take_rejects(&mut self) -> Vec<RejectedRecord> {
        self.rejects_bytes = 0;
        std::mem::take(&mut self.rejects)
    }

    /// How many fields became NULL because they could not be read, and how many because their record had
    /// too few.
    pub fn nulled_and_padded(&self) -> (u64, u64) {
        self.nulled_and_padded
    }

    /// How many texts were cut because they were too long.
    pub fn truncated(&self) -> u64 {
        self.truncated
    }

    /// The next batch; `None` when the queue is empty, and all that was read is proven to be what the splits
    /// hold.
    ///
    /// # Errors
    ///
    /// What stops the stream.
    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>, StreamError> {
        let next = match self.read_batch() {
            Ok(None) => self.prove().map(|()| None),
            Ok(batch) => Ok(batch),
            Err(StreamError::Cancelled) => Err(StreamError::Cancelled),
            // What looks wrong in a piece that begins at a wrong guess may not be.
            Err(error) => self.prove().and(Err(error)),
        };
        next.inspect_err(|_| self.queue.fail())
    }

    fn read_batch(&mut self) -> Result<Option<RecordBatch>, StreamError> {
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
                let converted =
                    meter.time_parse(|| self.parser.convert()).map_err(|error| open.locate(error))?;
                self.is_converting = converted == Converted::BatchFull;
                self.take_rejects_of_block()?;
                if self.is_converting {
                    return Ok(Some(meter.time_parse(|| self.parser.finish())));
                }
                let open = self.open.as_mut().expect("matched above");
                open.release(&mut self.parser);
                continue;
            }
            if open.is_last() {
                let open = self.open.take().expect("matched above");
                self.done.push(meter.time_read(|| open.close(self.queue.joins()))?);
                continue;
            }
            if meter.is_cancelled() || self.queue.has_failed() {
                return Err(StreamError::Cancelled);
            }
            if open.wants_more() {
                meter.time_read(|| open.read_more(&mut self.parser, &self.options))?;
            }
            let (bytes, records) = meter.time_parse(|| open.index(&mut self.parser));
            meter.count(bytes, records);
            self.is_converting = true;
        }
    }

    /// Takes the records that the parser has set aside, as far as that is allowed.
    fn take_rejects_of_block(&mut self) -> Result<(), StreamError> {
        let (nulled, padded) = self.parser.take_nulled_and_padded();
        self.nulled_and_padded.0 += nulled;
        self.nulled_and_padded.1 += padded;
        self.truncated += self.parser.take_truncated();
        let rejects = self.parser.take_rejects();
        if rejects.is_empty() {
            return Ok(());
        }
        self.uncounted += rejects.len() as u64;
        let open = self.open.as_mut().expect("a block belongs to a piece");
        for reject in rejects {
            self.rejects_bytes += reject.record.len();
            self.rejects.push(open.reject(reject));
        }
        let path = open.path();
        if self.rejects_bytes > MOST_REJECTS_BYTES {
            let limit = format!("and those that one stream holds may have {MOST_REJECTS_BYTES} bytes");
            return Err(StreamError::TooManyRejects { path, limit });
        }
        if self.guesses.is_empty() {
            self.count_rejects(path)
        } else if self.uncounted > self.options.reject_limit.most() {
            self.prove()
        } else {
            Ok(())
        }
    }

    /// Counts what was set aside against the limit that all streams share; the last was in the file at `path`.
    fn count_rejects(&mut self, path: PathBuf) -> Result<(), StreamError> {
        let limit = &self.options.reject_limit;
        if limit.is_exceeded_by(std::mem::take(&mut self.uncounted)) {
            return Err(StreamError::TooManyRejects {
                path,
                limit: format!("at most {} may be", limit.most()),
            });
        }
        Ok(())
    }

    /// Waits until all guesses are proven, and counts what was set aside meanwhile.
    fn prove(&mut self) -> Result<(), StreamError> {
        let Some(path) = self.guesses.last().map(|guess| guess.path.clone()) else {
            return Ok(());
        };
        for Guess { path, cut, begin } in std::mem::take(&mut self.guesses) {
            let proven =
                self.queue.joins().wait(cut, || self.meter.is_cancelled() || self.queue.has_failed());
            let proven = proven.ok_or(StreamError::Cancelled)?;
            if proven != begin {
                return Err(StreamError::Misjoin { path, guessed: begin, proven });
            }
        }
        self.count_rejects(path)
    }

    /// Opens the next piece and reads up to its first record, if it has any; `false` if there is none.
    fn open_next(&mut self) -> Result<bool, StreamError> {
        while self.pieces.is_empty() {
            let Some(split) = self.queue.take()? else {
                return Ok(false);
            };
            self.split = split.number;
            self.pieces = split.pieces.into();
        }
        let piece = self.pieces.pop_front().expect("the loop ended with a piece");
        match OpenPiece::open(piece, self.split, &mut self.parser, &self.options)? {
            Opened::Piece(mut open) => {
                let is_cancelled = || self.meter.is_cancelled() || self.queue.has_failed();
                open.find_first_record(&mut self.parser, &self.options, self.queue.joins(), &is_cancelled)?;
                if let Some((cut, begin)) = open.guess() {
                    self.guesses.push(Guess { path: open.path(), cut, begin });
                }
                self.open = Some(*open);
            }
            Opened::Nothing(record) => self.done.push(record),
        }
        Ok(true)
    }
}

impl Iterator for SplitReader {
    type Item = Result<RecordBatch, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().transpose()
    }
}
