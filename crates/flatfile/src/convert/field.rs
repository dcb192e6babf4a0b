//! The fields of one column, and the bytes of one field.

use std::marker::PhantomData;

use crate::PADDING;

/// One field of a text. At least [`PADDING`] bytes can be read from any byte of the field or from the one
/// behind it: that is what lets the loads below look past its end.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    at: *const u8,
    length: usize,
    text: PhantomData<&'a [u8]>,
}

impl<'a> Field<'a> {
    /// The first `length` bytes of `padded`, which has [`PADDING`] bytes more than that.
    pub fn new(padded: &'a [u8], length: usize) -> Self {
        assert!(padded.len() >= length + PADDING);
        Field { at: padded.as_ptr(), length, text: PhantomData }
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        self.length
    }

    #[inline(always)]
    pub fn bytes(self) -> &'a [u8] {
        // SAFETY: the field is `length` bytes at `at`, within the text it borrows from.
        unsafe { std::slice::from_raw_parts(self.at, self.length) }
    }

    /// The first byte; whatever is behind the field if that is empty.
    #[inline(always)]
    pub fn first(self) -> u8 {
        // SAFETY: at least `PADDING` bytes are readable at `at`.
        unsafe { *self.at }
    }

    /// The field without its first `bytes` (at most all of them).
    #[inline(always)]
    pub fn skip(self, bytes: usize) -> Field<'a> {
        debug_assert!(bytes <= self.length);
        // SAFETY: still within the field or right behind it.
        Field { at: unsafe { self.at.add(bytes) }, length: self.length - bytes, text: PhantomData }
    }

    /// The first `length` bytes of the field (at most all of them).
    #[inline(always)]
    pub fn truncate(self, length: usize) -> Field<'a> {
        debug_assert!(length <= self.length);
        Field { length, ..self }
    }

    /// Eight bytes from `offset` on, first byte lowest; those behind the field are arbitrary.
    #[inline(always)]
    pub fn word(self, offset: usize) -> u64 {
        debug_assert!(offset <= self.length && 8 <= PADDING);
        // SAFETY: `offset` is within the field or right behind it, so `PADDING` bytes are readable there.
        u64::from_le_bytes(unsafe { self.at.add(offset).cast::<[u8; 8]>().read() })
    }

    /// Sixteen bytes from the field's first on, first byte lowest; those behind the field are arbitrary.
    #[inline(always)]
    pub fn double_word(self) -> u128 {
        // SAFETY: `PADDING` bytes are readable at `at`.
        u128::from_le_bytes(unsafe { self.at.cast::<[u8; 16]>().read() })
    }

    /// Copies the field to `to`, in steps of 32 bytes.
    ///
    /// # Safety
    ///
    /// `to` must have room for the field and 31 bytes more.
    #[inline(always)]
    pub unsafe fn copy_to(self, to: *mut u8) {
        let mut done = 0;
        while done < self.length {
            // SAFETY: `done` is within the field, so 32 bytes are readable there; the caller answers for
            // the room at `to`.
            unsafe { to.add(done).cast::<[u8; 32]>().write(self.at.add(done).cast::<[u8; 32]>().read()) };
            done += 32;
        }
    }
}

/// The fields of one column in consecutive records of a text.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    text: &'a [u8],
    /// The entries of the first record, with the one before them in front; see `records.rs`.
    positions: &'a [u32],
    stride: usize,
    column: usize,
    records: usize,
}

impl<'a> Fields<'a> {
    /// # Safety
    ///
    /// [`PADDING`] bytes must be readable behind `text`; `positions` must hold `records * stride + 1`
    /// ascending offsets into `text` (the first may be the wrapped -1), and `column < stride`.
    #[inline(always)]
    pub unsafe fn new(
        text: &'a [u8], positions: &'a [u32], stride: usize, column: usize, records: usize,
    ) -> Self {
        assert!(column < stride && positions.len() > records * stride);
        Fields { text, positions, stride, column, records }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.records
    }

    /// The field in record `record`. `LINE_END`: what ends it is a line feed, so a CR before that is not
    /// part of it.
    #[inline(always)]
    pub fn get<const LINE_END: bool>(&self, record: usize) -> Field<'a> {
        debug_assert!(record < self.records);
        let entry = record * self.stride + self.column;
        // SAFETY: `new` has the obligation that these entries exist and ascend within the text.
        unsafe {
            let first = self.positions.get_unchecked(entry).wrapping_add(1) as usize;
            let end = *self.positions.get_unchecked(entry + 1) as usize;
            let at = self.text.as_ptr().add(first);
            let mut length = end - first;
            if LINE_END && length > 0 && *self.text.get_unchecked(end - 1) == b'\r' {
                length -= 1;
            }
            Field { at, length, text: PhantomData }
        }
    }

    /// Where in the text the record and the field begin.
    pub fn place(&self, record: usize) -> (u64, u64) {
        let first = |entry: usize| u64::from(self.positions[entry].wrapping_add(1));
        (first(record * self.stride), first(record * self.stride + self.column))
    }
}
