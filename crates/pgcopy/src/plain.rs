//! Booleans, and values that are sent as their bytes.

use arrow_array::Array;
use arrow_array::cast::AsArray;

use crate::binary::{Column, NULL};
use crate::error::Refused;

pub(crate) struct Bools;

impl Column for Bools {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        for (row, length) in lengths.iter_mut().enumerate() {
            *length += NULL.len() as u32 + u32::from(values.is_valid(first + row));
        }
        Ok(())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let values = values.as_boolean();
        for (row, at) in at.iter_mut().enumerate() {
            let value = [u8::from(values.value(first + row))];
            let value = values.is_valid(first + row).then_some(&value[..]);
            *at += put(value, &mut out[*at..]);
        }
    }
}

/// Integers that no type of the server holds as they are.
pub(crate) struct Unsigned;

/// Letters, behind `front`.
pub(crate) struct Texts {
    front: &'static [u8],
}

impl Texts {
    pub fn new(front: &'static [u8]) -> Texts {
        Texts { front }
    }
}

impl Column for Texts {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        measure(values, values.as_string_view().views(), self.front.len(), first, lengths);
        Ok(())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let (nulls, values) = (values.nulls(), values.as_string_view());
        for (row, at) in at.iter_mut().enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(first + row)) {
                *at += put(None, &mut out[*at..]);
                continue;
            }
            let value = values.value(first + row).as_bytes();
            let front = NULL.len() + self.front.len();
            let field = &mut out[*at..*at + front + value.len()];
            field[..NULL.len()].copy_from_slice(&((self.front.len() + value.len()) as u32).to_be_bytes());
            field[NULL.len()..front].copy_from_slice(self.front);
            field[front..].copy_from_slice(value);
            *at += field.len();
        }
    }
}

pub(crate) struct Bytes;

impl Column for Bytes {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        measure(values, values.as_binary_view().views(), 0, first, lengths);
        Ok(())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let values = values.as_binary_view();
        for (row, at) in at.iter_mut().enumerate() {
            let value = values.is_valid(first + row).then(|| values.value(first + row));
            *at += put(value, &mut out[*at..]);
        }
    }
}

/// Adds what the values of `views` take, with `front` bytes before each. A view begins with its length.
fn measure(values: &dyn Array, views: &[u128], front: usize, first: usize, lengths: &mut [u32]) {
    let nulls = values.nulls();
    for (row, length) in lengths.iter_mut().enumerate() {
        let is_null = nulls.is_some_and(|nulls| nulls.is_null(first + row));
        let value = if is_null { 0 } else { views[first + row] as u32 + front as u32 };
        *length += NULL.len() as u32 + value;
    }
}

/// Writes a field to the front of `out`; how many bytes that took.
#[inline(always)]
pub(crate) fn put(value: Option<&[u8]>, out: &mut [u8]) -> usize {
    let Some(value) = value else {
        out[..NULL.len()].copy_from_slice(&NULL);
        return NULL.len();
    };
    let field = &mut out[..NULL.len() + value.len()];
    field[..NULL.len()].copy_from_slice(&(value.len() as u32).to_be_bytes());
    field[NULL.len()..].copy_from_slice(value);
    field.len()
}
