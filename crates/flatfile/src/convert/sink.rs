//! Where fields go that cannot be read.

use super::Context;
use super::nulls::Nulls;
use crate::OnError;
use crate::error::Reason;

/// A field of a column that cannot be converted.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The record, counted from the first of the fields given.
    pub record: usize,
    pub reason: Reason,
}

/// What was taken instead of ending the load.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    /// Fields whose records are to be rejected. Something stands in their place in the column.
    pub failures: Vec<Failure>,
    /// Fields that became NULL.
    pub nulled: u64,
    /// Texts that were cut.
    pub truncated: u64,
}

impl Sink {
    /// Takes a field that cannot be read, which would be value `row` of the batch.
    ///
    /// # Errors
    ///
    /// The failure itself, where the column takes none.
    #[cold]
    pub(super) fn take(
        &mut self, failure: Failure, row: usize, nulls: &mut Nulls, context: &Context<'_>,
    ) -> Result<(), Failure> {
        match context.on_error {
            OnError::Reject => self.failures.push(failure),
            OnError::Null if context.nullable => {
                nulls.mark(row);
                self.nulled += 1;
            }
            OnError::Null | OnError::Fail => return Err(failure),
        }
        Ok(())
    }
}
