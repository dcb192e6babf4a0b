//! Dates, times and timestamps that are written by a pattern, or on the clocks of a time zone.
//!
//! ```text
//! pattern ─▶ items                    once a column                        (pattern.rs, directive.rs, parts.rs)
//! text ─▶ year, month, hour, …        what its items say                   (read.rs)
//!      ─▶ moment                      a count of seconds                   (resolve.rs)
//!      ─▶ moment in UTC               only for types with a zone           (zone.rs)
//!      ─▶ plain spelling                                                   (calendar.rs)
//! ```

mod calendar;
mod directive;
mod local;
mod parts;
mod pattern;
mod read;
mod resolve;
#[cfg(test)]
mod tests;
mod zone;

use calendar::Moment;
pub(super) use local::Local;
use pattern::Item;
pub(super) use zone::Zone;

use super::FormatError;
use crate::ColumnType;
use crate::error::{Reason, shown};

/// A column whose fields are written by a pattern.
#[derive(Clone, Debug)]
pub(super) struct Patterned {
    items: Vec<Item>,
    zone: Option<Zone>,
    column_type: ColumnType,
}

impl Patterned {
    /// For a date, time or timestamp type; `zone` only for one with a zone.
    pub fn compile(
        pattern: &str, column_type: ColumnType, zone: Option<Zone>,
    ) -> Result<Patterned, FormatError> {
        match pattern::compile(pattern, column_type, zone.is_some()) {
            Ok(items) => Ok(Patterned { items, zone, column_type }),
            Err(detail) => Err(FormatError::Value { option: "pattern", value: pattern.to_owned(), detail }),
        }
    }

    pub fn rewrite(&self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Reason> {
        let expected = match self.column_type {
            ColumnType::Date => "a date",
            ColumnType::Time => "a time",
            _ => "a timestamp",
        };
        let not_a = |detail| Reason::NotA { found: shown(text), expected, detail };
        let written = read::read(&self.items, text).map_err(not_a)?;
        let clock = resolve::moment(&written, self.column_type != ColumnType::Time).map_err(not_a)?;
        let moment = match &self.zone {
            Some(zone) => zone.to_utc(clock).map_err(not_a)?,
            None => Moment { seconds: clock.seconds - written.offset_s, ..clock },
        };
        check_plain(moment, text)?;
        match self.column_type {
            ColumnType::Date if moment.second_of_day() != 0 || moment.nanos != 0 => {
                let column_type = self.column_type.to_string();
                let detail = "it has a time of day".to_owned();
                return Err(Reason::DoesNotFit { found: shown(text), column_type, detail });
            }
            ColumnType::Date => moment.write_date(out),
            ColumnType::Time => moment.write_time(out),
            ColumnType::Timestamp { zoned: true, .. } => write_utc(moment, out),
            _ => write_timestamp(moment, out),
        }
        Ok(())
    }
}

fn check_plain(moment: Moment, text: &[u8]) -> Result<(), Reason> {
    if moment.is_plain() {
        return Ok(());
    }
    Err(Reason::OutOfRange { found: shown(text), range: "the years 1 to 9999".to_owned() })
}

fn write_timestamp(moment: Moment, out: &mut Vec<u8>) {
    moment.write_date(out);
    out.push(b' ');
    moment.write_time(out);
}

/// Moments with a zone are written in UTC, not with the offset they had: the converters read that the
/// fastest, and offsets of before 1900 have seconds, for which the plain spelling has no place.
fn write_utc(moment: Moment, out: &mut Vec<u8>) {
    write_timestamp(moment, out);
    out.push(b'Z');
}
