//! Fields to values, a column at a time.
//!
//! One small file per type. Each says what a field of the type looks like twice: `fast`, a few
//! instructions for the form that files are made of, and `exact`, plain code that takes everything the
//! type allows and says what is wrong with the rest. `fast` may pass on any field (`None`), and never
//! gives another value than `exact`: the tests hold them against each other.
//!
//! The loops are written once and compiled once per instruction set: [`Builder::append`] is `#[inline(always)]`,
//! as is all it calls for every field, and takes on the target features of the front it is inlined in.

mod binary;
mod boolean;
mod check;
mod date;
mod decimal;
mod field;
mod fixed;
mod float;
mod integer;
mod limit;
mod nulls;
mod recycle;
mod sink;
mod staged;
mod swar;
#[cfg(test)]
pub(crate) mod tests;
mod text;
mod time;
mod timestamp;

use arrow_array::ArrayRef;

pub use check::FieldCheck;
pub(crate) use date::{days, wrong_date};
pub(crate) use field::{Dense, Field, Fields, Spans};
pub(crate) use fixed::Converter;
use fixed::Fixed;
pub(crate) use sink::{Failure, Sink};
pub(crate) use staged::Stage;
pub(crate) use timestamp::{Timestamp, offset};

use crate::index::InstructionSet;
use crate::tokens::{Kind, Span};
use crate::{Column, ColumnType, OnError, PADDING, TextLimit};

/// What the conversion of a column has to know besides its fields.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The texts that stand for NULL.
    pub null_texts: &'a [Vec<u8>],
    /// Whether they do in quotes, too.
    pub null_quoted: bool,
    /// Whether the whole text was found to be UTF-8, so that no field has to be looked at again.
    pub is_utf8: bool,
    /// Whether the column may hold NULL.
    pub nullable: bool,
    /// What becomes of fields that cannot be read.
    pub on_error: OnError,
    /// How long texts may be.
    pub limit: Option<TextLimit>,
}

/// What tells a field that means NULL from others.
pub(crate) trait NullText: Copy {
    /// Whether a field may both mean NULL and be a value of the type, so that it has to be asked first.
    const ASK_FIRST: bool;
    fn matches(self, field: Field<'_>) -> bool;
}

/// The empty field, not in quotes.
#[derive(Clone, Copy)]
pub(crate) struct EmptyIsNull;

impl NullText for EmptyIsNull {
    const ASK_FIRST: bool = false;
    #[inline(always)]
    fn matches(self, field: Field<'_>) -> bool {
        field.len() == 0 && field.kind() != Kind::Quoted
    }
}

/// Any of some texts.
#[derive(Clone, Copy)]
pub(crate) struct NullIsAny<'a> {
    texts: &'a [Vec<u8>],
    quoted: bool,
}

impl NullText for NullIsAny<'_> {
    const ASK_FIRST: bool = true;
    #[inline(always)]
    fn matches(self, field: Field<'_>) -> bool {
        match field.kind() {
            Kind::Absent => true,
            Kind::Unescaped => false,
            Kind::Quoted if !self.quoted => false,
            _ => self.texts.iter().any(|text| field.bytes() == text.as_slice()),
        }
    }
}

/// The fields of a column, by how they are found.
#[derive(Clone, Copy)]
pub(crate) enum AnyFields<'a> {
    Inner(Dense<'a, false>),
    AtLineEnd(Dense<'a, true>),
    Spans(Spans<'a>),
}

impl AnyFields<'_> {
    pub fn len(&self) -> usize {
        match self {
            AnyFields::Inner(fields) => fields.len(),
            AnyFields::AtLineEnd(fields) => fields.len(),
            AnyFields::Spans(fields) => fields.len(),
        }
    }

    /// The field in record `record`, where not every cycle counts.
    pub fn get(&self, record: usize) -> Field<'_> {
        match self {
            AnyFields::Inner(fields) => fields.get(record),
            AnyFields::AtLineEnd(fields) => fields.get(record),
            AnyFields::Spans(fields) => fields.get(record),
        }
    }
}

/// A column under construction: takes fields, gives an Arrow array.
pub(crate) trait Builder {
    /// Appends the values of `fields`, with something in the place of those that `sink` takes. After a
    /// failure the builder's content is of no use.
    fn append<N: NullText, F: Fields>(
        &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure>;

    /// The array of all that was appended; the builder is empty again.
    fn finish(&mut self) -> ArrayRef;
}

/// Makes the enum of all builders, so that a column's type is asked once a block and not once a field.
macro_rules! builders {
    ($($variant:ident($builder:ty)),* $(,)?) => {
        pub(crate) enum AnyBuilder { $($variant($builder)),* }

        impl AnyBuilder {
            fn append<N: NullText, F: Fields>(
                &mut self, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
                instruction_set: InstructionSet,
            ) -> Result<(), Failure> {
                match self {
                    $(AnyBuilder::$variant(b) => append(b, fields, null, context, sink, instruction_set)),*
                }
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

    /// Appends `records` NULLs: the file has no such field.
    pub fn convert_absent(
        &mut self, records: usize, context: &Context<'_>, sink: &mut Sink,
    ) -> Result<(), Failure> {
        let spans = vec![Span::ABSENT; records];
        // SAFETY: what is absent lies nowhere, and `PADDING` zeros are the end of themselves.
        let fields = unsafe { Spans::new(&[], &[0; PADDING], &spans, 1, 0, records) };
        self.convert_fields(fields, context, sink, InstructionSet::Portable)
    }

    /// Appends the values of `fields`, compiled for `instruction_set`.
    pub fn convert(
        &mut self, fields: AnyFields<'_>, context: &Context<'_>, sink: &mut Sink,
        instruction_set: InstructionSet,
    ) -> Result<(), Failure> {
        match fields {
            AnyFields::Inner(fields) => self.convert_fields(fields, context, sink, instruction_set),
            AnyFields::AtLineEnd(fields) => self.convert_fields(fields, context, sink, instruction_set),
            AnyFields::Spans(fields) => self.convert_fields(fields, context, sink, instruction_set),
        }
    }

    fn convert_fields<F: Fields>(
        &mut self, fields: F, context: &Context<'_>, sink: &mut Sink, instruction_set: InstructionSet,
    ) -> Result<(), Failure> {
        match context.null_texts {
            [text] if text.is_empty() && !context.null_quoted => {
                self.append(fields, EmptyIsNull, context, sink, instruction_set)
            }
            texts => {
                let null = NullIsAny { texts, quoted: context.null_quoted };
                self.append(fields, null, context, sink, instruction_set)
            }
        }
    }
}

/// The loop of a type, a way to find fields and a kind of NULL text, compiled for `instruction_set`. Each is a
/// function of its own: all of them in one are more than the compiler takes the same care of, and it is slower by a
/// tenth.
fn append<B: Builder, N: NullText, F: Fields>(
    builder: &mut B, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
    instruction_set: InstructionSet,
) -> Result<(), Failure> {
    match instruction_set {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: an `InstructionSet` is only chosen where the machine has it (`Index::new`).
        InstructionSet::Avx512 => unsafe { append_avx512(builder, fields, null, context, sink) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        InstructionSet::Avx2 => unsafe { append_avx2(builder, fields, null, context, sink) },
        _ => builder.append(fields, null, context, sink),
    }
}

/// # Safety
///
/// The machine must have AVX-512 F, BW, VL and VBMI2, and BMI.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn append_avx512<B: Builder, N: NullText, F: Fields>(
    builder: &mut B, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
) -> Result<(), Failure> {
    builder.append(fields, null, context, sink)
}

/// # Safety
///
/// The machine must have AVX2 and BMI.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn append_avx2<B: Builder, N: NullText, F: Fields>(
    builder: &mut B, fields: F, null: N, context: &Context<'_>, sink: &mut Sink,
) -> Result<(), Failure> {
    builder.append(fields, null, context, sink)
}
