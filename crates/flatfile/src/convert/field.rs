//! The fields of one column, and the bytes of one field.

use std::marker::PhantomData;

use crate::PADDING;
use crate::tokens::{Kind, Span};

/// One field of a text. At least [`PADDING`] bytes can be read from any byte of the field or from the one
/// behind it: that is what lets the loads below look past its end.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    at: *const u8,
    length: usize,
    kind: Kind,
    text: PhantomData<&'a [u8]>,
}

impl<'a> Field<'a> {
    /// A field without a byte.
    pub const EMPTY: Field<'static> = {
        static NOTHING: [u8; PADDING] = [0; PADDING];
        Field { at: NOTHING.as_ptr(), length: 0, kind: Kind::Plain, text: PhantomData }
    };

    /// The first `length` bytes of `padded`, which has [`PADDING`] bytes more than that.
    pub fn new(padded: &'a [u8], length: usize) -> Self {
        assert!(padded.len() >= length + PADDING);
        Field { at: padded.as_ptr(), length, kind: Kind::Plain, text: PhantomData }
    }

    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.kind
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
        Field { at: unsafe { self.at.add(bytes) }, length: self.length - bytes, ..self }
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

/// The fields of one column in consecutive records.
pub(crate) trait Fields: Copy {
    fn len(&self) -> usize;

    /// The field in record `record`, counted from the first.
    fn get(&self, record: usize) -> Field<'_>;
}

/// Fields that are found by arithmetic: every record has as many entries in the index. `LINE_END`: what ends
/// the fields is a line feed, so a CR before that is not part of them.
#[derive(Clone, Copy)]
pub(crate) struct Dense<'a, const LINE_END: bool> {
    text: &'a [u8],
    /// The entries of the first record, with the one before them in front; see `records.rs`.
    positions: &'a [u32],
    stride: usize,
    number: usize,
    records: usize,
}

impl<'a, const LINE_END: bool> Dense<'a, LINE_END> {
    /// The fields `number` (from 0) of `records` records.
    ///
    /// # Safety
    ///
    /// [`PADDING`] bytes must be readable behind `text`; `positions` must hold `records * stride + 1`
    /// ascending offsets into `text` (the first may be the wrapped -1), and `number < stride`.
    #[inline(always)]
    pub unsafe fn new(
        text: &'a [u8], positions: &'a [u32], stride: usize, number: usize, records: usize,
    ) -> Self {
        assert!(number < stride && positions.len() > records * stride);
        Dense { text, positions, stride, number, records }
    }
}

impl<const LINE_END: bool> Fields for Dense<'_, LINE_END> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.records
    }

    #[inline(always)]
    fn get(&self, record: usize) -> Field<'_> {
        debug_assert!(record < self.records);
        let entry = record * self.stride + self.number;
        // SAFETY: `new` has the obligation that these entries exist and ascend within the text.
        unsafe {
            let first = self.positions.get_unchecked(entry).wrapping_add(1) as usize;
            let end = *self.positions.get_unchecked(entry + 1) as usize;
            let at = self.text.as_ptr().add(first);
            let mut length = end - first;
            if LINE_END && length > 0 && *self.text.get_unchecked(end - 1) == b'\r' {
                length -= 1;
            }
            Field { at, length, kind: Kind::Plain, text: PhantomData }
        }
    }
}

/// Fields that were taken apart one by one.
#[derive(Clone, Copy)]
pub(crate) struct Spans<'a> {
    text: &'a [u8],
    scratch: &'a [u8],
    /// The spans of whole records, from the first one's on.
    spans: &'a [Span],
    width: usize,
    number: usize,
    records: usize,
}

impl<'a> Spans<'a> {
    /// The fields `number` (from 0) of the first `records` records, each of which has `width` of `spans`.
    ///
    /// # Safety
    ///
    /// [`PADDING`] bytes must be readable behind `text`, and be the end of `scratch`; every span must lie
    /// within the one or the other.
    #[inline(always)]
    pub unsafe fn new(
        text: &'a [u8], scratch: &'a [u8], spans: &'a [Span], width: usize, number: usize, records: usize,
    ) -> Self {
        assert!(number < width && spans.len() >= records * width && scratch.len() >= PADDING);
        Spans { text, scratch, spans, width, number, records }
    }
}

impl Fields for Spans<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.records
    }

    #[inline(always)]
    fn get(&self, record: usize) -> Field<'_> {
        debug_assert!(record < self.records);
        // SAFETY: `new` has checked that there are that many.
        let span = unsafe { *self.spans.get_unchecked(record * self.width + self.number) };
        let kind = span.kind();
        let base = if span.is_in_scratch() { self.scratch } else { self.text };
        // What is absent points nowhere.
        let first = if kind == Kind::Absent { 0 } else { span.first() };
        // SAFETY: `new` has the obligation that the span lies within `base`, with the padding behind it.
        Field { at: unsafe { base.as_ptr().add(first) }, length: span.len(), kind, text: PhantomData }
    }
}
