//! The text format: a line a row, fields between tabs, `\N` for NULL.
//!
//! For columns that the binary format has no way for, and to compare with: the server reads each field again.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Decimal64Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time64MicrosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};

/// Encodes record batches for `COPY … (FORMAT text)`, in the server's own encoding UTF-8.
#[derive(Default)]
pub struct TextEncoder {
    /// The letters of one value.
    value: Vec<u8>,
}

impl TextEncoder {
    /// Appends rows of `batch` from row `first` on, until there are no more or `out` has `enough` bytes; the row to
    /// go on with.
    ///
    /// # Panics
    ///
    /// If a column is of a type that flat files never are.
    pub fn encode(&mut self, batch: &RecordBatch, first: usize, enough: usize, out: &mut Vec<u8>) -> usize {
        let mut row = first;
        while row < batch.num_rows() && out.len() < enough {
            for (number, values) in batch.columns().iter().enumerate() {
                if number > 0 {
                    out.push(b'\t');
                }
                if values.is_null(row) {
                    out.extend(b"\\N");
                    continue;
                }
                self.value.clear();
                spell(values, row, &mut self.value);
                escape(&self.value, out);
            }
            out.push(b'\n');
            row += 1;
        }
        row
    }
}

/// Appends a value's letters, as they stand in a line.
fn escape(value: &[u8], out: &mut Vec<u8>) {
    for byte in value {
        match byte {
            b'\\' => out.extend(b"\\\\"),
            b'\t' => out.extend(b"\\t"),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            byte => out.push(*byte),
        }
    }
}

/// Appends the letters of the value in row `row`, which is not NULL, in the form that the server itself writes.
///
/// # Panics
///
/// If the values are of a type that flat files never are.
pub(crate) fn spell(values: &dyn Array, row: usize, out: &mut Vec<u8>) {
    macro_rules! plain {
        ($type:ty) => {
            write!(out, "{}", values.as_primitive::<$type>().value(row))
        };
    }
    macro_rules! timestamp {
        ($type:ty, $per_second:literal) => {{
            let value = values.as_primitive::<$type>().value(row);
            let nanoseconds = value.rem_euclid($per_second) * (1_000_000_000 / $per_second);
            let at = Timestamp::new(value.div_euclid($per_second), nanoseconds as i32);
            let at = at.expect("years are 1 to 9999").to_zoned(TimeZone::UTC).datetime();
            let zone = if matches!(values.data_type(), DataType::Timestamp(_, Some(_))) { "+00" } else { "" };
            write!(out, "{} {}{zone}", at.date(), at.time())
        }};
    }
    let written = match values.data_type() {
        DataType::Boolean => out.write_all(if values.as_boolean().value(row) { b"t" } else { b"f" }),
        DataType::Int8 => plain!(Int8Type),
        DataType::Int16 => plain!(Int16Type),
        DataType::Int32 => plain!(Int32Type),
        DataType::Int64 => plain!(Int64Type),
        DataType::UInt8 => plain!(UInt8Type),
        DataType::UInt16 => plain!(UInt16Type),
        DataType::UInt32 => plain!(UInt32Type),
        DataType::UInt64 => plain!(UInt64Type),
        DataType::Float32 => plain!(Float32Type),
        DataType::Float64 => plain!(Float64Type),
        DataType::Decimal64(_, scale) => {
            decimal(values.as_primitive::<Decimal64Type>().value(row).into(), *scale, out)
        }
        DataType::Decimal128(_, scale) => {
            decimal(values.as_primitive::<Decimal128Type>().value(row), *scale, out)
        }
        DataType::Date32 => {
            let days = values.as_primitive::<Date32Type>().value(row);
            write!(out, "{}", Date::constant(1970, 1, 1) + days.days())
        }
        DataType::Time64(TimeUnit::Microsecond) => {
            let time = values.as_primitive::<Time64MicrosecondType>().value(row);
            if time == 86_400_000_000 {
                out.write_all(b"24:00:00")
            } else {
                write!(out, "{}", jiff::civil::Time::midnight() + SignedDuration::from_micros(time))
            }
        }
        DataType::Timestamp(TimeUnit::Second, _) => timestamp!(TimestampSecondType, 1),
        DataType::Timestamp(TimeUnit::Millisecond, _) => timestamp!(TimestampMillisecondType, 1_000),
        DataType::Timestamp(TimeUnit::Microsecond, _) => timestamp!(TimestampMicrosecondType, 1_000_000),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => {
            timestamp!(TimestampNanosecondType, 1_000_000_000)
        }
        DataType::Utf8View => out.write_all(values.as_string_view().value(row).as_bytes()),
        DataType::BinaryView => {
            out.extend(b"\\x");
            values.as_binary_view().value(row).iter().try_for_each(|byte| write!(out, "{byte:02x}"))
        }
        other => unreachable!("no field of a flat file becomes {other}"),
    };
    written.expect("memory takes all bytes");
}

fn decimal(value: i128, scale: i8, out: &mut Vec<u8>) -> std::io::Result<()> {
    if value < 0 {
        out.push(b'-');
    }
    let scale = scale.max(0) as u32;
    let unit = 10_u128.pow(scale);
    let value = value.unsigned_abs();
    write!(out, "{}", value / unit)?;
    if scale > 0 {
        write!(out, ".{:0width$}", value % unit, width = scale as usize)?;
    }
    Ok(())
}
