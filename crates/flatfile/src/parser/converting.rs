//! The block's records to the batch's columns, and what cannot be read to rejects.

use super::{BATCH_BYTES, BATCH_ROWS, Converted, Found, Parser};
use crate::convert::{AnyFields, Context, Dense, Failure, Sink, Spans};
use crate::error::{Place, RecordError};
use crate::tokens::Extent;
use crate::{Ragged, Reject};

impl Parser {
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
                field_byte: broken.fault.field.map(|(_, byte)| u64::from(byte)),
                column: broken.fault.field.and_then(|(field, _)| self.layout.column_of(field)),
            };
            let error = RecordError { place, reason: broken.fault.reason };
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
}
