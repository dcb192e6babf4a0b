//! Fields to values, a column at a time.
//!
//! One small file per type. Each says what a field of the type looks like twice: `fast`, a few
//! instructions for the form that files are made of, and `exact`, plain code that takes everything the
//! type allows and says what is wrong with the rest. `fast` may pass on any field (`None`), and never
//! gives another value than `exact`: the tests hold them against each other.
//!
//! The loops are written once and compiled once per instruction set: [`convert`] is `#[inline(always)]`,
//! as is all it calls for every field, and takes on the target features of the front it is inlined in.

mod binary;
mod boolean;
mod date;
mod decimal;
mod field;
mod fixed;
mod float;
mod integer;
mod nulls;
mod recycle;
mod swar;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod time;
mod timestamp;

use arrow_array::ArrayRef;

pub(crate) use date::{days, wrong_date};
pub(crate) use field::{Field, Fields};
pub(crate) use fixed::Converter;
use fixed::Fixed;
pub(crate) use timestamp::{Timestamp, offset};

use crate::error::Reason;
use crate::index::InstructionSet;
use crate::{Column, ColumnType};

/// What the conversion of a column has to know besides its fields.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The text that stands for NULL.
    pub null_text: &'a [u8],
    /// Whether the whole text was found to be UTF-8, so that no field has to be looked at again.
    pub is_utf8: bool,
    /// Whether the column may hold NULL.
    pub nullable: bool,
    /// Whether the column's fields end with the line.
    pub at_line_end: bool,
}

/// The first field of a column that cannot be converted.
pub(crate) struct Failure {
    /// The record, counted from the first of the fields given.
    pub record: usize,
    pub reason: Reason,
}

/// What tells a field that means NULL from others.
pub(crate) trait NullText: Copy {
    /// Whether a field may both mean NULL and be a value of the type, so that it has to be asked first.
    const ASK_FIRST: bool;
    fn matches(self, field: Field<'_>) -> bool;
}

#[derive(Clone, Copy)]
pub(crate) struct EmptyIsNull;

impl NullText for EmptyIsNull {
    const ASK_FIRST: bool = false;
    #[inline(always)]
    fn matches(self, field: Field<'_>) -> bool {
        field.len() == 0
    }
}

#[derive(Clone, Copy)]
pub(crate) struct NullIs<'a>(&'a [u8]);

impl NullText for NullIs<'_> {
    const ASK_FIRST: bool = true;
    #[inline(always)]
    fn matches(self, field: Field<'_>) -> bool {
        field.len() == self.0.len() && field.bytes() == self.0
    }
}

/// A column under construction: takes fields, gives an Arrow array.
pub(crate) trait Builder {
    /// Appends the values of `fields`. After a failure the builder's content is of no use.
    fn append<N: NullText, const LINE_END: bool>(
        &mut self, fields: Fields<'_>, null: N, context: &Context<'_>,
    ) -> Result<(), Failure>;

    /// The array of all that was appended; the builder is empty again.
    fn finish(&mut self) -> ArrayRef;
}

/// Makes the enum of all builders, so that a column's type is asked once a block and not once a field.
macro_rules! builders {
    ($($variant:ident($builder:ty)),* $(,)?) => {
        pub(crate) enum AnyBuilder { $($variant($builder)),* }

        impl AnyBuilder {
            #[inline(always)]
            fn append<N: NullText, const LINE_END: bool>(
                &mut self, fields: Fields<'_>, null: N, context: &Context<'_>,
            ) -> Result<(), Failure> {
                match self { $(AnyBuilder::$variant(b) => b.append::<N, LINE_END>(fields, null, context)),* }
            }

            pub fn finish(&mut self) -> ArrayRef {
                match self { $(AnyBuilder::$variant(b) => b.finish()),* }
            }
        }
    };
}

builders! {
    Bool(boolean::Builder),
    Int8(Fixed<integer::Integer<i8>>), Int16(Fixed<integer::Integer<i16>>),
    Int32(Fixed<integer::Integer<i32>>), Int64(Fixed<integer::Integer<i64>>),
    UInt8(Fixed<integer::Integer<u8>>), UInt16(Fixed<integer::Integer<u16>>),
    UInt32(Fixed<integer::Integer<u32>>), UInt64(Fixed<integer::Integer<u64>>),
    Float32(Fixed<float::Float<f32>>), Float64(Fixed<float::Float<f64>>),
    Decimal64(Fixed<decimal::Decimal<i64>>), Decimal128(Fixed<decimal::Decimal<i128>>),
    Date(Fixed<date::Date>), Time(Fixed<time::Time>), Timestamp(Fixed<timestamp::Timestamp>),
    Text(text::Builder), Binary(binary::Builder),
}

impl AnyBuilder {
    /// An empty builder for `column`, for batches of about `rows`.
    pub fn new(column: &Column, rows: usize) -> AnyBuilder {
        let data_type = column.column_type.data_type();
        macro_rules! fixed {
            ($variant:ident, $converter:expr) => {
                AnyBuilder::$variant(Fixed::new($converter, data_type, rows))
            };
        }
        match column.column_type {
            ColumnType::Bool => AnyBuilder::Bool(boolean::Builder::default()),
            ColumnType::Int8 => fixed!(Int8, integer::Integer::new()),
            ColumnType::Int16 => fixed!(Int16, integer::Integer::new()),
            ColumnType::Int32 => fixed!(Int32, integer::Integer::new()),
            ColumnType::Int64 => fixed!(Int64, integer::Integer::new()),
            ColumnType::UInt8 => fixed!(UInt8, integer::Integer::new()),
            ColumnType::UInt16 => fixed!(UInt16, integer::Integer::new()),
            ColumnType::UInt32 => fixed!(UInt32, integer::Integer::new()),
            ColumnType::UInt64 => fixed!(UInt64, integer::Integer::new()),
            ColumnType::Float32 => fixed!(Float32, float::Float::new()),
            ColumnType::Float64 => fixed!(Float64, float::Float::new()),
            ColumnType::Decimal { precision, scale } if precision <= 18 => {
                fixed!(Decimal64, decimal::Decimal::new(precision, scale))
            }
            ColumnType::Decimal { precision, scale } => {
                fixed!(Decimal128, decimal::Decimal::new(precision, scale))
            }
            ColumnType::Date => fixed!(Date, date::Date),
            ColumnType::Time => fixed!(Time, time::Time),
            ColumnType::Timestamp { unit, zoned } => {
                fixed!(Timestamp, timestamp::Timestamp { unit, zoned })
            }
            ColumnType::Text => AnyBuilder::Text(text::Builder::new(rows)),
            ColumnType::Binary => AnyBuilder::Binary(binary::Builder::default()),
        }
    }

    /// Appends the values of `fields`, compiled for `instruction_set`.
    pub fn convert(
        &mut self, fields: Fields<'_>, context: &Context<'_>, instruction_set: InstructionSet,
    ) -> Result<(), Failure> {
        match instruction_set {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `InstructionSet` is only chosen where the machine has it (`Index::new`).
            InstructionSet::Avx512 => unsafe { convert_avx512(self, fields, context) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            InstructionSet::Avx2 => unsafe { convert_avx2(self, fields, context) },
            _ => convert(self, fields, context),
        }
    }
}

/// # Safety
///
/// The machine must have AVX-512 F, BW, VL and VBMI2, and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn convert_avx512(
    b: &mut AnyBuilder, fields: Fields<'_>, context: &Context<'_>,
) -> Result<(), Failure> {
    convert(b, fields, context)
}

/// # Safety
///
/// The machine must have AVX2 and BMI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn convert_avx2(b: &mut AnyBuilder, fields: Fields<'_>, context: &Context<'_>) -> Result<(), Failure> {
    convert(b, fields, context)
}

#[inline(always)]
fn convert(b: &mut AnyBuilder, fields: Fields<'_>, context: &Context<'_>) -> Result<(), Failure> {
    match (context.null_text.is_empty(), context.at_line_end) {
        (true, false) => b.append::<_, false>(fields, EmptyIsNull, context),
        (true, true) => b.append::<_, true>(fields, EmptyIsNull, context),
        (false, false) => b.append::<_, false>(fields, NullIs(context.null_text), context),
        (false, true) => b.append::<_, true>(fields, NullIs(context.null_text), context),
    }
}
