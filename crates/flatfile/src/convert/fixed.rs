//! Columns whose values all have the same width: the loop, for whatever converts one field.

use arrow_array::{ArrayRef, make_array};
use arrow_buffer::ArrowNativeType;
use arrow_data::ArrayData;
use arrow_schema::DataType;

use super::nulls::Nulls;
use super::recycle::Recycler;
use super::{Builder, Context, Failure, Field, Fields, NullText, Sink};
use crate::error::Reason;

/// One field to one value of a fixed width.
pub(crate) trait Converter {
    /// What a value is in memory.
    type Value: ArrowNativeType;

    /// The value of a field of the usual form. An empty field is never one.
    fn fast(&self, field: Field<'_>) -> Option<Self::Value>;

    /// The value of any field of the type, or what is wrong with it.
    fn exact(&self, text: &[u8]) -> Result<Self::Value, Reason>;
}

pub(crate) struct Fixed<C: Converter> {
    converter: C,
    data_type: DataType,
    values: Vec<C::Value>,
    nulls: Nulls,
    recycler: Recycler<C::Value>,
    /// The number of values of the last batch, which the next one will likely have too.
    rows: usize,
}

impl<C: Converter> Fixed<C> {
    pub fn new(converter: C, data_type: DataType, rows: usize) -> Self {
        Fixed {
            converter,
            data_type,
            values: Vec::new(),
            nulls: Nulls::default(),
            recycler: Recycler::default(),
            rows,
        }
    }
}

impl<C: Converter> Builder for Fixed<C> {
    #[inline(always)]
    fn append<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        let before = self.values.len();
        self.values.reserve(fields.len().max(self.rows.saturating_sub(before)));
        let out = self.values.spare_capacity_mut().as_mut_ptr();
        for record in 0..fields.len() {
            let field = fields.get(record);
            let value = if N::ASK_FIRST && null.matches(field) {
                self.nulls.set(before + record, record, field.bytes(), context, sink)?;
                C::Value::default()
            } else if let Some(value) = self.converter.fast(field) {
                value
            } else if !N::ASK_FIRST && null.matches(field) {
                self.nulls.set(before + record, record, field.bytes(), context, sink)?;
                C::Value::default()
            } else {
                match exact(&self.converter, field, record) {
                    Ok(value) => value,
                    Err(failure) => {
                        sink.take(failure, before + record, &mut self.nulls, context)?;
                        C::Value::default()
                    }
                }
            };
            // SAFETY: room for `fields.len()` values was reserved.
            unsafe { (*out.add(record)).write(value) };
        }
        // SAFETY: the loop has written that many.
        unsafe { self.values.set_len(before + fields.len()) };
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        let values = std::mem::replace(&mut self.values, self.recycler.take());
        self.rows = values.len();
        let data = ArrayData::builder(self.data_type.clone())
            .len(values.len())
            .nulls(self.nulls.finish(values.len()))
            .add_buffer(self.recycler.lend(values));
        // SAFETY: one buffer of `len` values of the width that `ColumnType::data_type` gives the type of
        // this converter (the tests build every type with validation), and as many validity bits.
        make_array(unsafe { data.build_unchecked() })
    }
}

#[cold]
fn exact<C: Converter>(converter: &C, field: Field<'_>, record: usize) -> Result<C::Value, Failure> {
    converter.exact(field.bytes()).map_err(|reason| Failure { record, reason })
}
