//! Texts that are longer than their column takes.
//!
//! They are looked for once the values of a block are appended, and only where the longest of them says that there is
//! one: a column without a limit is converted by the same loop, and in one with a limit nearly no value is near it.

use super::text::Builder;
use super::{Failure, Fields, Sink};
use crate::error::{Reason, shown};
use crate::{OnTruncate, TextLimit};

impl Builder {
    /// Applies `limit` to the values from value `first` on, which are those of `fields`.
    ///
    /// # Errors
    ///
    /// The first value that is too long, where that ends the load.
    #[inline(never)]
    pub(super) fn apply<F: Fields>(
        &mut self, limit: &TextLimit, first: usize, fields: F, sink: &mut Sink,
    ) -> Result<(), Failure> {
        for record in 0..self.values.len() - first {
            let row = first + record;
            if self.values.length(row) <= limit.characters || self.nulls.is_null(row) {
                continue;
            }
            let field = fields.get(record);
            // Whole characters begin with bytes that do not go on with one.
            let begins = field.bytes().iter().enumerate().filter(|(_, byte)| **byte as i8 >= -0x40);
            let Some((bytes, _)) = begins.clone().nth(limit.characters) else { continue };
            match limit.on_truncate {
                OnTruncate::Truncate => {
                    self.values.cut(row, field, bytes);
                    sink.truncated += 1;
                }
                on_truncate => {
                    let (found, characters, most) = (shown(field.bytes()), begins.count(), limit.characters);
                    let failure = Failure { record, reason: Reason::TooLong { found, characters, most } };
                    if on_truncate == OnTruncate::Fail {
                        return Err(failure);
                    }
                    sink.failures.push(failure);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "limit_tests.rs"]
mod tests;
