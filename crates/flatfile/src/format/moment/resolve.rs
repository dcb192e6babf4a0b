//! From the numbers of a date and time to one moment.

use super::calendar::{Moment, SECONDS_A_DAY};
use super::read::{WEEKDAYS, Written};
use crate::convert::{days, wrong_date};

/// The moment that was written, on the clock it was written by, or why there is no such moment.
pub(super) fn moment(written: &Written, has_date: bool) -> Result<Moment, String> {
    if let Some(epoch) = written.epoch {
        let second = i128::from(epoch.seconds) * NANOS + i128::from(written.nanos);
        let nanos = if epoch.is_before { -second } else { second };
        // At most 18 digits of seconds.
        let seconds = nanos.div_euclid(NANOS) as i64;
        return Ok(Moment { seconds, nanos: nanos.rem_euclid(NANOS) as u32 });
    }
    let day = if has_date { day(written)? } else { 0 };
    let hour = written.hour + if written.is_afternoon { 12 } else { 0 };
    let second = (hour * 60 + written.minute) * 60 + written.second;
    Ok(Moment { seconds: i64::from(day) * SECONDS_A_DAY + i64::from(second), nanos: written.nanos })
}

const NANOS: i128 = 1_000_000_000;

/// Days since 1970.
fn day(written: &Written) -> Result<i32, String> {
    let date =
        |month, day| days(written.year, month, day).ok_or_else(|| wrong_date(written.year, month, day));
    let day = match written.day_of_year {
        None => date(written.month, written.day)?,
        Some(day_of_year) => {
            let (first, last) = (date(1, 1)?, date(12, 31)?);
            let day = first + day_of_year as i32 - 1;
            if day > last {
                return Err(format!("day {day_of_year} of a year of {}", last - first + 1));
            }
            day
        }
    };
    // 1970 began on a Thursday.
    let weekday = (day + 4).rem_euclid(7) as u32;
    match written.weekday {
        Some(said) if said != weekday => Err(format!("that day is a {}", WEEKDAYS[weekday as usize])),
        _ => Ok(day),
    }
}
