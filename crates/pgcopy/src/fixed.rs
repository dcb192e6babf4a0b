//! Values that take the same number of bytes each.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time64MicrosecondType, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
};
use arrow_schema::{DataType, TimeUnit};

use crate::Kind;
use crate::binary::{Column, NULL};
use crate::error::{Fault, Refused};

/// Days from 1970-01-01, where Arrow counts from, to 2000-01-01, where PostgreSQL does.
const DAYS_TO_2000: i32 = 10_957;
const MICROSECONDS_TO_2000: i64 = DAYS_TO_2000 as i64 * 86_400 * 1_000_000;

/// How a value of an Arrow type becomes `N` bytes.
trait Value<const N: usize>: Send {
    type Arrow: ArrowPrimitiveType;
    fn bytes(value: <Self::Arrow as ArrowPrimitiveType>::Native) -> [u8; N];

    /// What is wrong with a value that has no such bytes.
    fn fault(_: <Self::Arrow as ArrowPrimitiveType>::Native) -> Option<Fault> {
        None
    }
}

struct Fixed<V, const N: usize>(V);

impl<V: Value<N>, const N: usize> Column for Fixed<V, N> {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        let whole = (NULL.len() + N) as u32;
        let Some(nulls) = values.nulls() else {
            lengths.iter_mut().for_each(|length| *length += whole);
            return self.check(values, first, lengths.len());
        };
        for (row, length) in lengths.iter_mut().enumerate() {
            *length += if nulls.is_null(first + row) { NULL.len() as u32 } else { whole };
        }
        self.check(values, first, lengths.len())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let length = (N as u32).to_be_bytes();
        let (nulls, values) = (values.nulls(), values.as_primitive::<V::Arrow>().values());
        for (row, at) in at.iter_mut().enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(first + row)) {
                out[*at..*at + NULL.len()].copy_from_slice(&NULL);
                *at += NULL.len();
                continue;
            }
            let field = &mut out[*at..*at + NULL.len() + N];
            field[..NULL.len()].copy_from_slice(&length);
            field[NULL.len()..].copy_from_slice(&V::bytes(values[first + row]));
            *at += NULL.len() + N;
        }
    }
}

impl<V: Value<N>, const N: usize> Fixed<V, N> {
    fn check(&self, values: &dyn Array, first: usize, rows: usize) -> Result<(), Refused> {
        let native = values.as_primitive::<V::Arrow>().values();
        for row in first..first + rows {
            if let Some(fault) = V::fault(native[row])
                && values.is_valid(row)
            {
                return Err(fault.at(row));
            }
        }
        Ok(())
    }
}

macro_rules! values {
    ($($name:ident: $arrow:ty => $bytes:literal, |$value:ident| $made:expr;)*) => {
        $(
            struct $name;

            impl Value<$bytes> for $name {
                type Arrow = $arrow;

                #[inline(always)]
                fn bytes($value: <$arrow as ArrowPrimitiveType>::Native) -> [u8; $bytes] {
                    $made
                }
            }
        )*
    };
}

values! {
    Int8AsInt2: Int8Type => 2, |value| i16::from(value).to_be_bytes();
    UInt8AsInt2: UInt8Type => 2, |value| i16::from(value).to_be_bytes();
    Int2: Int16Type => 2, |value| value.to_be_bytes();
    UInt16AsInt4: UInt16Type => 4, |value| i32::from(value).to_be_bytes();
    Int4: Int32Type => 4, |value| value.to_be_bytes();
    UInt32AsInt8: UInt32Type => 8, |value| i64::from(value).to_be_bytes();
    Int8: Int64Type => 8, |value| value.to_be_bytes();
    Oid: UInt32Type => 4, |value| value.to_be_bytes();
    Float4: Float32Type => 4, |value| value.to_be_bytes();
    Float8: Float64Type => 8, |value| value.to_be_bytes();
    Date: Date32Type => 4, |value| (value - DAYS_TO_2000).to_be_bytes();
    Time: Time64MicrosecondType => 8, |value| value.to_be_bytes();
    Seconds: TimestampSecondType => 8, |value| since_2000(value * 1_000_000);
    Milliseconds: TimestampMillisecondType => 8, |value| since_2000(value * 1_000);
    Microseconds: TimestampMicrosecondType => 8, |value| since_2000(value);
}

#[inline(always)]
fn since_2000(microseconds: i64) -> [u8; 8] {
    (microseconds - MICROSECONDS_TO_2000).to_be_bytes()
}

struct Nanoseconds;

impl Value<8> for Nanoseconds {
    type Arrow = TimestampNanosecondType;

    #[inline(always)]
    fn bytes(value: i64) -> [u8; 8] {
        since_2000(value.div_euclid(1_000))
    }

    fn fault(value: i64) -> Option<Fault> {
        let nanoseconds = value.rem_euclid(1_000);
        (nanoseconds != 0).then(|| {
            let detail = format!("{nanoseconds} nanoseconds would be lost");
            Fault::new(&format!("{value} ns"), "a timestamp of microseconds", detail)
        })
    }
}

/// The encoder of a column whose values take the same number of bytes, if it is one.
pub(crate) fn fixed(found: &DataType, kind: &Kind) -> Option<Box<dyn Column>> {
    use DataType as D;
    Some(match (found, kind) {
        (D::Int8, Kind::Int2) => Box::new(Fixed(Int8AsInt2)),
        (D::UInt8, Kind::Int2) => Box::new(Fixed(UInt8AsInt2)),
        (D::Int16, Kind::Int2) => Box::new(Fixed(Int2)),
        (D::UInt16, Kind::Int4) => Box::new(Fixed(UInt16AsInt4)),
        (D::Int32, Kind::Int4) => Box::new(Fixed(Int4)),
        (D::UInt32, Kind::Int8) => Box::new(Fixed(UInt32AsInt8)),
        (D::Int64, Kind::Int8) => Box::new(Fixed(Int8)),
        (D::UInt32, Kind::Oid) => Box::new(Fixed(Oid)),
        (D::Float32, Kind::Float4) => Box::new(Fixed(Float4)),
        (D::Float64, Kind::Float8) => Box::new(Fixed(Float8)),
        (D::Date32, Kind::Date) => Box::new(Fixed(Date)),
        (D::Time64(TimeUnit::Microsecond), Kind::Time) => Box::new(Fixed(Time)),
        (D::Timestamp(unit, zone), Kind::Timestamp | Kind::TimestampTz)
            if zone.is_some() == (*kind == Kind::TimestampTz) =>
        {
            match unit {
                TimeUnit::Second => Box::new(Fixed(Seconds)),
                TimeUnit::Millisecond => Box::new(Fixed(Milliseconds)),
                TimeUnit::Microsecond => Box::new(Fixed(Microseconds)),
                TimeUnit::Nanosecond => Box::new(Fixed(Nanoseconds)),
            }
        }
        _ => return None,
    })
}
