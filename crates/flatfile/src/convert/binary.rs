//! Bytes, written as hexadecimal digits, two a byte, with or without `\x` or `0x` in front.

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryViewArray};

use super::nulls::Nulls;
use super::text::Views;
use super::{Context, Failure, Fields, NullText, Sink};
use crate::error::{Reason, shown};

#[derive(Default)]
pub(crate) struct Builder {
    values: Views,
    nulls: Nulls,
    /// The bytes of one value, reused.
    bytes: Vec<u8>,
}

impl super::Builder for Builder {
    #[inline(always)]
    fn append<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        for record in 0..fields.len() {
            let field = fields.get(record);
            let row = self.values.len();
            self.bytes.clear();
            if null.matches(field) {
                self.nulls.set(row, record, field.bytes(), context, sink)?;
            } else if let Err(reason) = decode(field.bytes(), &mut self.bytes) {
                self.bytes.clear();
                sink.take(Failure { record, reason }, row, &mut self.nulls, context)?;
            }
            self.values.push_bytes(&self.bytes);
        }
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        let (views, buffers) = self.values.finish();
        let nulls = self.nulls.finish(views.len());
        // SAFETY: each view is made by `Views::push`.
        Arc::new(unsafe { BinaryViewArray::new_unchecked(views, buffers.into(), nulls) })
    }
}

/// Appends to `bytes` what `text` says.
pub(super) fn decode(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Reason> {
    let not_a =
        |detail: String| Reason::NotA { found: shown(text), expected: "a run of hexadecimal digits", detail };
    let digits = match text {
        [b'\\', b'x' | b'X', digits @ ..] | [b'0', b'x' | b'X', digits @ ..] => digits,
        digits => digits,
    };
    if !digits.len().is_multiple_of(2) {
        return Err(not_a(format!("{} is an odd number of digits", digits.len())));
    }
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    for pair in digits.chunks_exact(2) {
        match (value(pair[0]), value(pair[1])) {
            (Some(high), Some(low)) => bytes.push(high << 4 | low),
            _ => {
                return Err(not_a(format!("{} is no pair of hexadecimal digits", shown(pair))));
            }
        }
    }
    Ok(())
}
