//! Which values of a column are NULL: nothing at all as long as none is.

use arrow_buffer::{BooleanBuffer, NullBuffer};

use super::{Context, Failure, Sink};
use crate::error::{Reason, shown};

/// The NULLs of a column under construction.
#[derive(Default)]
pub(super) struct Nulls {
    /// A bit a value, set where it is not NULL; empty as long as no value is NULL.
    valid: Vec<u8>,
}

impl Nulls {
    /// Notes that value `row` of the batch, record `record` of the fields at hand, is NULL.
    #[inline]
    pub fn set(
        &mut self, row: usize, record: usize, text: &[u8], context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        if !context.nullable {
            let found = if text.is_empty() { String::new() } else { shown(text) };
            return sink.take(Failure { record, reason: Reason::Null { found } }, row, self, context);
        }
        self.mark(row);
        Ok(())
    }

    /// Notes that value `row` of the batch is NULL, whatever the column says.
    #[inline]
    pub fn mark(&mut self, row: usize) {
        let byte = row / 8;
        if byte >= self.valid.len() {
            self.valid.resize(byte + 1, 0xFF);
        }
        self.valid[byte] &= !(1 << (row % 8));
    }

    /// Whether value `row` of the batch is NULL.
    pub fn is_null(&self, row: usize) -> bool {
        self.valid.get(row / 8).is_some_and(|byte| byte & (1 << (row % 8)) == 0)
    }

    /// The NULLs among the first `rows` values, and none from here on.
    pub fn finish(&mut self, rows: usize) -> Option<NullBuffer> {
        if self.valid.is_empty() {
            return None;
        }
        let mut valid = std::mem::take(&mut self.valid);
        valid.resize(rows.div_ceil(8), 0xFF);
        Some(NullBuffer::new(BooleanBuffer::new(valid.into(), 0, rows)))
    }
}
