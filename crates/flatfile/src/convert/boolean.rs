//! Truth values, by the words PostgreSQL takes, in any case.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray};
use arrow_buffer::BooleanBufferBuilder;

use super::nulls::Nulls;
use super::{Context, Failure, Fields, NullText, Sink};
use crate::error::{Reason, shown};

pub(crate) struct Builder {
    values: BooleanBufferBuilder,
    nulls: Nulls,
}

impl Default for Builder {
    fn default() -> Self {
        Builder { values: BooleanBufferBuilder::new(0), nulls: Nulls::default() }
    }
}

/// The truth value that `text` says.
#[inline(always)]
pub(super) fn truth(text: &[u8]) -> Option<bool> {
    match text {
        [b'1' | b't' | b'T' | b'y' | b'Y'] => Some(true),
        [b'0' | b'f' | b'F' | b'n' | b'N'] => Some(false),
        _ => {
            let is = |word: &[u8]| text.eq_ignore_ascii_case(word);
            if is(b"true") || is(b"yes") || is(b"on") {
                Some(true)
            } else if is(b"false") || is(b"no") || is(b"off") {
                Some(false)
            } else {
                None
            }
        }
    }
}

impl super::Builder for Builder {
    #[inline(always)]
    fn append<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        for record in 0..fields.len() {
            let field = fields.get(record);
            let (row, text) = (self.values.len(), field.bytes());
            let value = if null.matches(field) {
                self.nulls.set(row, record, text, context, sink)?;
                false
            } else if let Some(value) = truth(text) {
                value
            } else {
                sink.take(not_a_truth_value(record, text), row, &mut self.nulls, context)?;
                false
            };
            self.values.append(value);
        }
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        let rows = self.values.len();
        Arc::new(BooleanArray::new(self.values.finish(), self.nulls.finish(rows)))
    }
}

#[cold]
fn not_a_truth_value(record: usize, text: &[u8]) -> Failure {
    let detail = "the words are true, t, yes, y, on, 1 and false, f, no, n, off, 0".to_owned();
    Failure { record, reason: Reason::NotA { found: shown(text), expected: "a truth value", detail } }
}
