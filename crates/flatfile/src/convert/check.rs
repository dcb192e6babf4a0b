//! Whether one field can be read as a type, for who asks before there is a table.

use super::fixed::Converter;
use super::{boolean, date, decimal, float, integer, time, timestamp};
use crate::error::{Reason, shown};
use crate::{ColumnType, Format};

/// Reads single fields as a column of a type and a format would, and lets the values go.
///
/// ```
/// use flatfile::FieldCheck;
///
/// let date = FieldCheck::new("date".parse().unwrap(), None);
/// assert!(date.read(b"1998-12-01").is_ok());
/// assert_eq!(date.read(b"1998-13-01").unwrap_err().to_string(), "\"1998-13-01\" is not a date: month 13");
/// ```
#[derive(Clone, Debug)]
pub struct FieldCheck {
    column_type: ColumnType,
    format: Option<Format>,
}

impl FieldCheck {
    /// For fields of `column_type` that are written as `format` says.
    pub fn new(column_type: ColumnType, format: Option<Format>) -> Self {
        FieldCheck { column_type, format }
    }

    /// Reads `text`, a field that does not mean NULL.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&self, text: &[u8]) -> Result<(), Reason> {
        let Some(format) = &self.format else {
            return read(self.column_type, text);
        };
        let mut plain = Vec::new();
        format.rewrite(text, &mut plain)?;
        read(self.column_type, &plain).map_err(|reason| reason.found_as(text))
    }
}

fn read(column_type: ColumnType, text: &[u8]) -> Result<(), Reason> {
    match column_type {
        ColumnType::Bool => boolean::truth(text).map(drop).ok_or_else(|| {
            let detail = "it is none of the words".to_owned();
            Reason::NotA { found: shown(text), expected: "a truth value", detail }
        }),
        ColumnType::Int8 => integer::Integer::<i8>::new().exact(text).map(drop),
        ColumnType::Int16 => integer::Integer::<i16>::new().exact(text).map(drop),
        ColumnType::Int32 => integer::Integer::<i32>::new().exact(text).map(drop),
        ColumnType::Int64 => integer::Integer::<i64>::new().exact(text).map(drop),
        ColumnType::UInt8 => integer::Integer::<u8>::new().exact(text).map(drop),
        ColumnType::UInt16 => integer::Integer::<u16>::new().exact(text).map(drop),
        ColumnType::UInt32 => integer::Integer::<u32>::new().exact(text).map(drop),
        ColumnType::UInt64 => integer::Integer::<u64>::new().exact(text).map(drop),
        ColumnType::Float32 => float::Float::<f32>::new().exact(text).map(drop),
        ColumnType::Float64 => float::Float::<f64>::new().exact(text).map(drop),
        ColumnType::Decimal { precision, scale } => {
            decimal::Decimal::<i128>::new(precision, scale).exact(text).map(drop)
        }
        ColumnType::Date => date::Date.exact(text).map(drop),
        ColumnType::Time => time::Time.exact(text).map(drop),
        ColumnType::Timestamp { unit, zoned } => timestamp::Timestamp { unit, zoned }.exact(text).map(drop),
        ColumnType::Text => match simdutf8::basic::from_utf8(text) {
            Ok(_) => Ok(()),
            Err(_) => {
                let detail = "it is not UTF-8".to_owned();
                Err(Reason::NotA { found: shown(text), expected: "a text", detail })
            }
        },
        ColumnType::Binary => {
            let detail = "nobody asks for it before there is a table".to_owned();
            Err(Reason::NotA { found: shown(text), expected: "binary", detail })
        }
    }
}
