//! Values that are made out of letters: all at once when they are measured, because making them tells how long they are.

use arrow_array::Array;
use arrow_array::cast::AsArray;

use crate::binary::{Column, FromText, NULL};
use crate::error::Refused;
use crate::plain::put;

pub(crate) struct Made {
    make: FromText,
    bytes: Vec<u8>,
    /// Where in `bytes` each value ends; the one before it, or 0, is where it begins.
    ends: Vec<usize>,
}

impl Made {
    pub fn new(make: FromText) -> Made {
        Made { make, bytes: Vec::new(), ends: Vec::new() }
    }
}

impl Column for Made {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        let texts = values.as_string_view();
        self.bytes.clear();
        self.ends.clear();
        for (row, length) in lengths.iter_mut().enumerate() {
            let begin = self.bytes.len();
            if values.is_valid(first + row) {
                (self.make)(texts.value(first + row), &mut self.bytes)
                    .map_err(|fault| fault.at(first + row))?;
            }
            self.ends.push(self.bytes.len());
            *length += (NULL.len() + self.bytes.len() - begin) as u32;
        }
        Ok(())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let mut begin = 0;
        for (row, (at, end)) in at.iter_mut().zip(&self.ends).enumerate() {
            let value = values.is_valid(first + row).then(|| &self.bytes[begin..*end]);
            *at += put(value, &mut out[*at..]);
            begin = *end;
        }
    }
}
