//! `timetz`: microseconds since midnight, and seconds that the zone lies west of Greenwich.

use crate::error::Fault;

const SECOND: i64 = 1_000_000;

/// The furthest that the server lets a zone be from Greenwich: less than 16 hours.
const ZONE_SECONDS: i32 = 16 * 3_600;

/// Appends the time that `text` writes: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.ffffff`, then `Z`, `+HH`, `+HH:MM` or
/// `+HH:MM:SS`.
pub(crate) fn zoned_from_text(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |detail: &str| Fault::new(text, "a time with its zone", detail);
    let form = || fault("the form is HH:MM:SS+HH");
    let at = text.find(['+', '-', 'Z', 'z']).ok_or_else(|| fault("it has no zone"))?;
    let time = of_day(text[..at].trim_end()).ok_or_else(form)?;
    let west = match text.as_bytes()[at] {
        b'Z' | b'z' if at + 1 == text.len() => 0,
        b'Z' | b'z' => return Err(form()),
        sign => {
            let seconds = zone(&text[at + 1..]).ok_or_else(form)?;
            if seconds >= ZONE_SECONDS {
                return Err(fault("its zone is 16 hours or more from Greenwich"));
            }
            if sign == b'+' { -seconds } else { seconds }
        }
    };
    out.extend(time.to_be_bytes());
    out.extend(west.to_be_bytes());
    Ok(())
}

/// Microseconds since midnight; the end of the day, 24:00:00, is one.
fn of_day(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let mut parts = whole.split(':').map(two_digits);
    let (hours, minutes) = (parts.next()??, parts.next()??);
    let seconds = match parts.next() {
        None if fraction.is_none() => 0,
        seconds => seconds??,
    };
    let micros = fraction.map_or(Some(0), micros)?;
    let is_end = hours == 24 && minutes == 0 && seconds == 0 && micros == 0;
    if parts.next().is_some() || minutes > 59 || seconds > 59 || (hours > 23 && !is_end) {
        return None;
    }
    Some(((hours * 60 + minutes) * 60 + seconds) * SECOND + micros)
}

fn zone(text: &str) -> Option<i32> {
    let mut parts = text.split(':').map(two_digits);
    let mut next = || parts.next().unwrap_or(Some(0));
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    (parts.next().is_none() && minutes < 60 && seconds < 60)
        .then_some(((hours * 60 + minutes) * 60 + seconds) as i32)
}

fn two_digits(text: &str) -> Option<i64> {
    let is_number = matches!(text.len(), 1 | 2) && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Microseconds out of the digits behind a point, up to six of them.
pub(crate) fn micros(digits: &str) -> Option<i64> {
    let is_number = (1..=6).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number
        .then(|| digits.bytes().fold(0, |value, digit| value * 10 + i64::from(digit - b'0')))
        .map(|value| value * 10_i64.pow(6 - digits.len() as u32))
}
