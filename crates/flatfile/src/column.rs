//! What a column is: its name, its type, and whether it may hold NULL.

use std::fmt;
use std::str::FromStr;

use arrow_schema::{DataType, Field};

use crate::Format;

/// One column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The column's name, as errors and the Arrow schema give it.
    pub name: String,
    /// What its fields are converted to.
    pub column_type: ColumnType,
    /// Whether NULL may stand in it; a NULL elsewhere is an error with its place.
    pub nullable: bool,
    /// The texts that stand for NULL in this column, where they are not the dialect's.
    pub null_texts: Option<Vec<Vec<u8>>>,
    /// How its fields are written, where that is not plain.
    pub format: Option<Format>,
    /// What becomes of fields that cannot be read.
    pub on_error: OnError,
    /// For text: the most characters a value may have, and what becomes of longer ones.
    pub limit: Option<TextLimit>,
}

/// How long the values of a text column may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimit {
    /// The most characters.
    pub characters: usize,
    /// What becomes of a value with more.
    pub on_truncate: OnTruncate,
}

/// What becomes of a text that is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnTruncate {
    /// It ends the load.
    #[default]
    Fail,
    /// Its record is set aside, with the reason.
    Reject,
    /// It is cut behind the last character that fits, and is counted.
    Truncate,
}

/// What becomes of a field that cannot be read as its column's type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// It ends the load.
    #[default]
    Fail,
    /// Its record is set aside, with the reason.
    Reject,
    /// It becomes NULL, and is counted. Where the column holds no NULL, it ends the load.
    Null,
}

/// What becomes of a record that has not as many fields as the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ragged {
    /// It ends the load.
    #[default]
    Fail,
    /// It is set aside, with the reason.
    Reject,
    /// Fields that it lacks at its end are NULL, and are counted. One with too many is set aside.
    Pad,
}

/// Which field of a record each column is, in the files of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Fields a record has.
    pub width: usize,
    /// For each column, the number of its field from 0; `None` where these files have no such field, and
    /// the column is NULL.
    pub fields: Vec<Option<usize>>,
}

impl Layout {
    /// The layout of files that have all `columns` columns in their order, and nothing else.
    pub fn in_order(columns: usize) -> Self {
        Layout { width: columns, fields: (0..columns).map(Some).collect() }
    }

    /// The column that field `field` is, if it is one.
    pub fn column_of(&self, field: usize) -> Option<usize> {
        self.fields.iter().position(|&of| of == Some(field))
    }
}

impl Column {
    /// A column whose fields are written and read in the plain way.
    pub fn new(name: impl Into<String>, column_type: ColumnType, nullable: bool) -> Self {
        let (name, null_texts, format, on_error) = (name.into(), None, None, OnError::Fail);
        Column { name, column_type, nullable, null_texts, format, on_error, limit: None }
    }

    /// The Arrow field this column becomes.
    pub fn field(&self) -> Field {
        Field::new(&self.name, self.column_type.data_type(), self.nullable)
    }
}

/// The resolution of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Whole seconds.
    Second,
    /// Thousandths of a second.
    Milli,
    /// Millionths of a second.
    Micro,
    /// Thousand-millionths of a second.
    Nano,
}

impl TimeUnit {
    /// How many digits of a fraction of a second this unit holds.
    pub fn digits(self) -> u32 {
        match self {
            TimeUnit::Second => 0,
            TimeUnit::Milli => 3,
            TimeUnit::Micro => 6,
            TimeUnit::Nano => 9,
        }
    }

    fn spelling(self) -> &'static str {
        match self {
            TimeUnit::Second => "s",
            TimeUnit::Milli => "ms",
            TimeUnit::Micro => "us",
            TimeUnit::Nano => "ns",
        }
    }

    fn arrow(self) -> arrow_schema::TimeUnit {
        match self {
            TimeUnit::Second => arrow_schema::TimeUnit::Second,
            TimeUnit::Milli => arrow_schema::TimeUnit::Millisecond,
            TimeUnit::Micro => arrow_schema::TimeUnit::Microsecond,
            TimeUnit::Nano => arrow_schema::TimeUnit::Nanosecond,
        }
    }
}

/// The types a field can be converted to. [`fmt::Display`] and [`FromStr`] use one spelling, which the
/// Python side shares: `int64`, `decimal(15,2)`, `timestamp(us)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// `bool`
    Bool,
    /// `int8` to `int64`
    Int8,
    /// A signed integer of two bytes.
    Int16,
    /// A signed integer of four bytes.
    Int32,
    /// A signed integer of eight bytes.
    Int64,
    /// `uint8` to `uint64`
    UInt8,
    /// An unsigned integer of two bytes.
    UInt16,
    /// An unsigned integer of four bytes.
    UInt32,
    /// An unsigned integer of eight bytes.
    UInt64,
    /// `float32`
    Float32,
    /// `float64`
    Float64,
    /// `decimal(precision,scale)`: at most 38 digits.
    Decimal {
        /// Digits in all, 1 to 38.
        precision: u8,
        /// Digits behind the point, 0 to `precision`.
        scale: u8,
    },
    /// `date`: days since 1970-01-01.
    Date,
    /// `time(us)`: microseconds since midnight.
    Time,
    /// `timestamp(unit)`, without zone, or `timestamptz(us)`, an instant.
    Timestamp {
        /// The resolution.
        unit: TimeUnit,
        /// Whether the text must carry an offset from UTC.
        zoned: bool,
    },
    /// `text`: UTF-8.
    Text,
    /// `binary`, written as hexadecimal digits.
    Binary,
}

impl ColumnType {
    /// The Arrow type this becomes. Decimals of up to 18 digits are 64 bits wide, which is what
    /// databases store them as; text and binary are views, so that no batch can outgrow an offset.
    pub fn data_type(self) -> DataType {
        match self {
            ColumnType::Bool => DataType::Boolean,
            ColumnType::Int8 => DataType::Int8,
            ColumnType::Int16 => DataType::Int16,
            ColumnType::Int32 => DataType::Int32,
            ColumnType::Int64 => DataType::Int64,
            ColumnType::UInt8 => DataType::UInt8,
            ColumnType::UInt16 => DataType::UInt16,
            ColumnType::UInt32 => DataType::UInt32,
            ColumnType::UInt64 => DataType::UInt64,
            ColumnType::Float32 => DataType::Float32,
            ColumnType::Float64 => DataType::Float64,
            ColumnType::Decimal { precision, scale } if precision <= 18 => {
                DataType::Decimal64(precision, scale as i8)
            }
            ColumnType::Decimal { precision, scale } => DataType::Decimal128(precision, scale as i8),
            ColumnType::Date => DataType::Date32,
            ColumnType::Time => DataType::Time64(arrow_schema::TimeUnit::Microsecond),
            ColumnType::Timestamp { unit, zoned } => {
                DataType::Timestamp(unit.arrow(), zoned.then(|| "UTC".into()))
            }
            ColumnType::Text => DataType::Utf8View,
            ColumnType::Binary => DataType::BinaryView,
        }
    }
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            ColumnType::Bool => "bool",
            ColumnType::Int8 => "int8",
            ColumnType::Int16 => "int16",
            ColumnType::Int32 => "int32",
            ColumnType::Int64 => "int64",
            ColumnType::UInt8 => "uint8",
            ColumnType::UInt16 => "uint16",
            ColumnType::UInt32 => "uint32",
            ColumnType::UInt64 => "uint64",
            ColumnType::Float32 => "float32",
            ColumnType::Float64 => "float64",
            ColumnType::Decimal { precision, scale } => {
                return write!(f, "decimal({precision},{scale})");
            }
            ColumnType::Date => "date",
            ColumnType::Time => "time(us)",
            ColumnType::Timestamp { unit, zoned } => {
                let name = if *zoned { "timestamptz" } else { "timestamp" };
                return write!(f, "{name}({})", unit.spelling());
            }
            ColumnType::Text => "text",
            ColumnType::Binary => "binary",
        };
        f.write_str(word)
    }
}

/// A spelling that names no [`ColumnType`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no column type")]
pub struct UnknownType(String);

impl FromStr for ColumnType {
    type Err = UnknownType;

    fn from_str(spelling: &str) -> Result<Self, UnknownType> {
        let unknown = || UnknownType(spelling.to_owned());
        let timestamp = |unit, zoned| Ok(ColumnType::Timestamp { unit, zoned });
        match spelling {
            "bool" => Ok(ColumnType::Bool),
            "int8" => Ok(ColumnType::Int8),
            "int16" => Ok(ColumnType::Int16),
            "int32" => Ok(ColumnType::Int32),
            "int64" => Ok(ColumnType::Int64),
            "uint8" => Ok(ColumnType::UInt8),
            "uint16" => Ok(ColumnType::UInt16),
            "uint32" => Ok(ColumnType::UInt32),
            "uint64" => Ok(ColumnType::UInt64),
            "float32" => Ok(ColumnType::Float32),
            "float64" => Ok(ColumnType::Float64),
            "date" => Ok(ColumnType::Date),
            "time(us)" => Ok(ColumnType::Time),
            "timestamp(s)" => timestamp(TimeUnit::Second, false),
            "timestamp(ms)" => timestamp(TimeUnit::Milli, false),
            "timestamp(us)" => timestamp(TimeUnit::Micro, false),
            "timestamp(ns)" => timestamp(TimeUnit::Nano, false),
            "timestamptz(us)" => timestamp(TimeUnit::Micro, true),
            "text" => Ok(ColumnType::Text),
            "binary" => Ok(ColumnType::Binary),
            _ => {
                let inner = spelling.strip_prefix("decimal(").and_then(|s| s.strip_suffix(')'));
                let (precision, scale) = inner.and_then(|s| s.split_once(',')).ok_or_else(unknown)?;
                let precision: u8 = precision.parse().map_err(|_| unknown())?;
                let scale: u8 = scale.parse().map_err(|_| unknown())?;
                if precision == 0 || precision > 38 || scale > precision {
                    return Err(unknown());
                }
                Ok(ColumnType::Decimal { precision, scale })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_reads_back() {
        for spelling in [
            "bool",
            "int8",
            "int16",
            "int32",
            "int64",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "float32",
            "float64",
            "decimal(38,38)",
            "decimal(15,2)",
            "date",
            "time(us)",
            "timestamp(s)",
            "timestamp(ms)",
            "timestamp(us)",
            "timestamp(ns)",
            "timestamptz(us)",
            "text",
            "binary",
        ] {
            assert_eq!(spelling.parse::<ColumnType>().unwrap().to_string(), spelling);
        }
        for spelling in
            ["", "decimal", "decimal(39,0)", "decimal(0,0)", "decimal(4,5)", "int", "timestamptz(ns)"]
        {
            assert!(spelling.parse::<ColumnType>().is_err(), "{spelling}");
        }
    }
}
