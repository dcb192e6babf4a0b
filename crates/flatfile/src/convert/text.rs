//! Text, as views: values of up to 12 bytes stand in the view itself, longer ones are copied together.
//!
//! The text block could have been what views point into, with no copy at all. But then every batch
//! would keep its blocks, and the next read would go to memory that is in no cache; copying what is long
//! costs less, and a batch holds only what its values need.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringViewArray};
use arrow_buffer::{Buffer, ScalarBuffer};

use super::nulls::Nulls;
use super::recycle::Recycler;
use super::{Context, Failure, Field, Fields, NullText, Sink};
use crate::error::{Reason, shown};

/// Values of up to so many bytes stand in the view.
const INLINE_BYTES: usize = 12;

/// A view holds offsets of 32 bits; a buffer of values is closed before it could outgrow them.
const MOST_BUFFER_BYTES: usize = 1 << 30;

/// Views of values, and the buffers that hold the long ones.
#[derive(Default)]
pub(super) struct Views {
    views: Vec<u128>,
    data: Vec<u8>,
    closed: Vec<Buffer>,
    view_recycler: Recycler<u128>,
    data_recycler: Recycler<u8>,
    /// What the last batch took, which the next one will likely take too.
    rows: usize,
    data_bytes: usize,
}

impl Views {
    pub fn new(rows: usize) -> Self {
        Views { rows, ..Views::default() }
    }

    /// Makes room for `rows` values.
    #[inline(always)]
    pub fn reserve(&mut self, rows: usize) {
        self.views.reserve(rows.max(self.rows.saturating_sub(self.views.len())));
        if self.data.capacity() == 0 {
            self.data.reserve(self.data_bytes);
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.views.len()
    }

    /// Appends the bytes of `field`.
    #[inline(always)]
    pub fn push(&mut self, field: Field<'_>) {
        let view = self.view(field);
        self.views.push(view);
    }

    /// Appends the bytes of `field`, where there is room for one value more.
    ///
    /// # Safety
    ///
    /// There must be: [`reserve`](Self::reserve) makes it.
    #[inline(always)]
    unsafe fn push_within_capacity(&mut self, field: Field<'_>) {
        let view = self.view(field);
        let rows = self.views.len();
        // SAFETY: the caller answers for the room.
        unsafe {
            self.views.as_mut_ptr().add(rows).write(view);
            self.views.set_len(rows + 1);
        }
    }

    /// The view of the bytes of `field`, which are copied if they are too many to stand in it.
    #[inline(always)]
    fn view(&mut self, field: Field<'_>) -> u128 {
        let length = field.len();
        if length <= INLINE_BYTES {
            let bytes = field.double_word() & ((1_u128 << (8 * length)) - 1);
            length as u128 | bytes << 32
        } else {
            // `copy_to` writes up to 31 bytes more than the field has.
            if self.data.capacity() - self.data.len() < length + 31 {
                self.make_room(length + 31);
            }
            let offset = self.data.len();
            // SAFETY: there is room for the field and 31 bytes more, and the field's bytes are written.
            unsafe {
                field.copy_to(self.data.as_mut_ptr().add(offset));
                self.data.set_len(offset + length);
            }
            let prefix = field.word(0) as u32;
            length as u128
                | u128::from(prefix) << 32
                | (self.closed.len() as u128) << 64
                | (offset as u128) << 96
        }
    }

    /// Appends bytes that stand nowhere in the text.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let mut padded = bytes.to_vec();
        padded.resize(bytes.len() + crate::PADDING, 0);
        self.push(Field::new(&padded, bytes.len()));
    }

    /// The length in bytes of value `row`.
    pub fn length(&self, row: usize) -> usize {
        self.views[row] as u32 as usize
    }

    /// Leaves only the first `bytes` of value `row`, whose bytes are those of `field`.
    pub fn cut(&mut self, row: usize, field: Field<'_>, bytes: usize) {
        if bytes > INLINE_BYTES {
            self.views[row] = self.views[row] >> 32 << 32 | bytes as u128;
        } else {
            let text = field.double_word() & ((1_u128 << (8 * bytes)) - 1);
            self.views[row] = bytes as u128 | text << 32;
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, bytes: usize) {
        if self.data.len() + bytes > MOST_BUFFER_BYTES {
            self.close_data();
        }
        self.data.reserve(bytes);
    }

    fn close_data(&mut self) {
        let data = std::mem::replace(&mut self.data, self.data_recycler.take());
        self.closed.push(self.data_recycler.lend(data));
    }

    /// The views and their buffers; empty again.
    pub fn finish(&mut self) -> (ScalarBuffer<u128>, Vec<Buffer>) {
        (self.rows, self.data_bytes) = (self.views.len(), self.data.len() + self.data.len() / 16 + 64);
        if !self.data.is_empty() {
            self.close_data();
        }
        let views = std::mem::replace(&mut self.views, self.view_recycler.take());
        let rows = views.len();
        let views = ScalarBuffer::new(self.view_recycler.lend(views), 0, rows);
        (views, std::mem::take(&mut self.closed))
    }
}

pub(crate) struct Builder {
    pub(super) values: Views,
    pub(super) nulls: Nulls,
}

impl Builder {
    pub fn new(rows: usize) -> Self {
        Builder { values: Views::new(rows), nulls: Nulls::default() }
    }
}

impl super::Builder for Builder {
    #[inline(always)]
    fn append<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        let first = self.values.len();
        let mut longest = 0;
        let appended = self.append_any_length(fields, null, context, sink, &mut longest);
        match &context.limit {
            // First: what is too long may stand before what ended the loop. No character has less than a byte.
            Some(limit) if longest > limit.characters => self.apply(limit, first, fields, sink).and(appended),
            _ => appended,
        }
    }

    fn finish(&mut self) -> ArrayRef {
        let (views, buffers) = self.values.finish();
        let nulls = self.nulls.finish(views.len());
        // SAFETY: each view is made by `Views::push`: inline up to 12 bytes, else prefix, buffer and
        // offset of a copy; or it is the front of such a one up to the end of a character (`Views::cut`).
        // Every value was UTF-8, by its block or on its own. (A value that means NULL may be anything, and
        // the NULL text itself is UTF-8.)
        Arc::new(unsafe { StringViewArray::new_unchecked(views, buffers.into(), nulls) })
    }
}

impl Builder {
    #[inline(always)]
    fn append_any_length<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink, longest: &mut usize,
    ) -> Result<(), Failure> {
        self.values.reserve(fields.len());
        for record in 0..fields.len() {
            let field = fields.get(record);
            let row = self.values.len();
            if null.matches(field) {
                self.nulls.set(row, record, field.bytes(), context, sink)?;
            } else if !context.is_utf8
                && let Err(reason) = check_utf8(field.bytes())
            {
                sink.take(Failure { record, reason }, row, &mut self.nulls, context)?;
                self.values.push(Field::EMPTY);
                continue;
            }
            *longest = field.len().max(*longest);
            // SAFETY: room for `fields.len()` values was reserved.
            unsafe { self.values.push_within_capacity(field) };
        }
        Ok(())
    }
}

#[cold]
fn check_utf8(text: &[u8]) -> Result<(), Reason> {
    match simdutf8::compat::from_utf8(text) {
        Ok(_) => Ok(()),
        Err(error) => {
            let at = error.valid_up_to();
            let detail = format!("byte {:#04x} at position {}", text[at], at + 1);
            Err(Reason::NotA { found: shown(text), expected: "UTF-8 text", detail })
        }
    }
}
