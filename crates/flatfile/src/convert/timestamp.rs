//! Timestamps as `YYYY-MM-DD HH:MM:SS.ffffff` (or with a `T` between), in UTC with an offset behind:
//! `Z`, `+02`, `+0200`, `+02:00`.

use super::Field;
use super::date::{exact_days, fast_days};
use super::fixed::Converter;
use super::time::{exact_time, fast_fraction, fast_seconds};
use crate::error::{Reason, shown};
use crate::{ColumnType, TimeUnit};

pub(crate) struct Timestamp {
    pub unit: TimeUnit,
    /// Whether the text must carry an offset from UTC; it must not otherwise.
    pub zoned: bool,
}

const SECONDS_A_DAY: i64 = 86_400;

impl Converter for Timestamp {
    type Value = i64;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<i64> {
        if field.len() < 19 {
            return None;
        }
        let between = field.bytes()[10];
        if between != b' ' && between != b'T' {
            return None;
        }
        let mut seconds = i64::from(fast_days(field)?) * SECONDS_A_DAY;
        let time = field.skip(11);
        seconds += i64::from(fast_seconds(time.word(0))?);
        let mut rest = time.skip(8);
        if self.zoned {
            rest = rest.without_utc()?;
        }
        // Years 1 to 9999 fit at every resolution but nanoseconds.
        let value = seconds.checked_mul(self.unit.per_second())?;
        value.checked_add(fast_fraction(rest, self.unit)?).filter(is_moment)
    }

    fn exact(&self, text: &[u8]) -> Result<i64, Reason> {
        let expected = if self.zoned { "a timestamp with an offset" } else { "a timestamp" };
        let not_a = |detail: &str| Reason::NotA { found: shown(text), expected, detail: detail.into() };
        let column_type = ColumnType::Timestamp { unit: self.unit, zoned: self.zoned };
        if text.is_empty() {
            return Err(not_a("it is empty"));
        }
        let (date, rest) = text.split_at(text.len().min(10));
        let days = exact_days(date, text, expected)?;
        let (time, offset) = match rest {
            [] => (&b"00:00"[..], None),
            [b' ' | b'T', rest @ ..] => {
                let zone = rest.iter().position(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-'));
                let (time, zone) = rest.split_at(zone.unwrap_or(rest.len()));
                let zone = (!zone.is_empty()).then_some(zone);
                (time, zone.map(|zone| offset(zone).ok_or_else(|| not_a("the form of an offset is +HH:MM"))))
            }
            _ => return Err(not_a("the form is YYYY-MM-DD HH:MM:SS.ffffff")),
        };
        let offset_s = match (offset, self.zoned) {
            (Some(_), false) => return Err(not_a("it has an offset, and the type has no zone")),
            (None, true) => return Err(not_a("it has no offset from UTC")),
            (Some(offset), true) => offset?,
            (None, false) => 0,
        };
        let time = exact_time(time, text, self.unit, expected, column_type)?;
        let seconds = i64::from(days) * SECONDS_A_DAY - offset_s;
        // Wide: the earliest nanosecond that fits lies within a second that begins too early to fit.
        let value = i128::from(seconds) * i128::from(self.unit.per_second()) + i128::from(time);
        let value = i64::try_from(value).ok().filter(is_moment);
        value.ok_or_else(|| Reason::OutOfRange { found: shown(text), range: column_type.to_string() })
    }
}

/// Whether a value means a moment: databases take the ends of the range for minus and plus infinity.
#[inline(always)]
fn is_moment(value: &i64) -> bool {
    value.unsigned_abs() < i64::MAX as u64
}

/// Seconds east of UTC that `text` says.
pub(crate) fn offset(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        b"Z" | b"z" => return Some(0),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits {
        [h1, h2] => ([*h1, *h2], [b'0', b'0']),
        [h1, h2, m1, m2] | [h1, h2, b':', m1, m2] => ([*h1, *h2], [*m1, *m2]),
        _ => return None,
    };
    let pair = |pair: [u8; 2]| {
        pair.iter()
            .all(u8::is_ascii_digit)
            .then(|| i64::from(pair[0] - b'0') * 10 + i64::from(pair[1] - b'0'))
    };
    let (hours, minutes) = (pair(hours)?, pair(minutes)?);
    // PostgreSQL's limit: no zone is or was further than that from UTC.
    (hours < 16 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60)
}

impl TimeUnit {
    #[inline(always)]
    fn per_second(self) -> i64 {
        match self {
            TimeUnit::Second => 1,
            TimeUnit::Milli => 1_000,
            TimeUnit::Micro => 1_000_000,
            TimeUnit::Nano => 1_000_000_000,
        }
    }
}

impl<'a> Field<'a> {
    /// The field without the `Z` or `+00` at its end; `None` if there is neither.
    #[inline(always)]
    fn without_utc(self) -> Option<Field<'a>> {
        let bytes = self.bytes();
        let cut = if bytes.ends_with(b"Z") {
            1
        } else if bytes.ends_with(b"+00") {
            3
        } else {
            return None;
        };
        Some(self.truncate(bytes.len() - cut))
    }
}
