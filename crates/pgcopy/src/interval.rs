//! `interval`: microseconds, days and months, none of which is made of another.
//!
//! Read are the forms in which servers write them: `1 year 2 mons -3 days +04:05:06.789` (also with `@` and `ago`) and
//! `P1Y2M-3DT4H5M6.789S`. Parts of anything but a second are refused: what part of a month is a matter of
//! interpretation, which is the server's own, when it is sent as text.

use crate::error::Fault;
use crate::time::micros;

const SECOND: i64 = 1_000_000;

#[derive(Clone, Copy, Default)]
struct Interval {
    micros: i64,
    days: i64,
    months: i64,
}

#[derive(Clone, Copy)]
enum Unit {
    Micros(i64),
    Days(i64),
    Months(i64),
}

impl Interval {
    /// Adds `whole` units, and `fraction` (in millionths) of one, which only those of micros may have.
    fn add(&mut self, whole: i64, fraction: i64, unit: Unit) -> Option<()> {
        let (total, factor) = match unit {
            Unit::Micros(factor) => {
                // A fraction of a microsecond would be lost.
                let part = i128::from(fraction) * i128::from(factor);
                let part = (part % 1_000_000 == 0).then_some(part / 1_000_000)?;
                self.micros = self.micros.checked_add(part as i64)?;
                (&mut self.micros, factor)
            }
            _ if fraction != 0 => return None,
            Unit::Days(factor) => (&mut self.days, factor),
            Unit::Months(factor) => (&mut self.months, factor),
        };
        *total = total.checked_add(whole.checked_mul(factor)?)?;
        Some(())
    }
}

/// Appends the interval that `text` writes.
pub(crate) fn from_text(text: &str, out: &mut Vec<u8>) -> Result<(), Fault> {
    let detail =
        "the forms are 1 year 2 mons 3 days 04:05:06.789 and P1Y2M3DT4H5M6.789S; only seconds have fractions";
    let fault = || Fault::new(text, "an interval", detail);
    let found = if text.starts_with('P') { iso(text) } else { words(text) }.ok_or_else(fault)?;
    let days = i32::try_from(found.days).map_err(|_| fault())?;
    let months = i32::try_from(found.months).map_err(|_| fault())?;
    out.extend(found.micros.to_be_bytes());
    out.extend(days.to_be_bytes());
    out.extend(months.to_be_bytes());
    Ok(())
}

/// A whole number with its sign, and millionths of one with the same sign.
fn number(text: &str) -> Option<(i64, i64)> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    if !whole.bytes().all(|digit| digit.is_ascii_digit()) || (whole.is_empty() && fraction.is_none()) {
        return None;
    }
    let value: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some((sign * value, sign * fraction.map_or(Some(0), micros)?))
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word.to_ascii_lowercase().as_str() {
        "us" | "usec" | "usecs" | "microsecond" | "microseconds" => Unit::Micros(1),
        "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" => Unit::Micros(1_000),
        "s" | "sec" | "secs" | "second" | "seconds" => Unit::Micros(SECOND),
        "m" | "min" | "mins" | "minute" | "minutes" => Unit::Micros(60 * SECOND),
        "h" | "hr" | "hrs" | "hour" | "hours" => Unit::Micros(3_600 * SECOND),
        "d" | "day" | "days" => Unit::Days(1),
        "w" | "week" | "weeks" => Unit::Days(7),
        "mon" | "mons" | "month" | "months" => Unit::Months(1),
        "y" | "yr" | "yrs" | "year" | "years" => Unit::Months(12),
        "decade" | "decades" => Unit::Months(120),
        "century" | "centuries" => Unit::Months(1_200),
        "millennium" | "millennia" => Unit::Months(12_000),
        _ => return None,
    })
}

/// Whether parts of a unit are exact: those of a second and below.
fn may_have_fraction(unit: Unit) -> bool {
    matches!(unit, Unit::Micros(factor) if factor <= SECOND)
}

fn words(text: &str) -> Option<Interval> {
    let mut found = Interval::default();
    let mut words = text.split_ascii_whitespace().peekable();
    words.next_if_eq(&"@");
    words.peek()?;
    let mut is_ago = false;
    while let Some(word) = words.next() {
        if is_ago {
            return None;
        }
        if word.eq_ignore_ascii_case("ago") {
            is_ago = true;
        } else if word.contains(':') {
            found.micros = found.micros.checked_add(clock(word)?)?;
        } else {
            // The unit may stand right behind its number.
            let at = word.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(word.len());
            let unit = if at < word.len() { unit(&word[at..])? } else { unit(words.next()?)? };
            let (whole, fraction) = number(&word[..at])?;
            if fraction != 0 && !may_have_fraction(unit) {
                return None;
            }
            found.add(whole, fraction, unit)?;
        }
    }
    if is_ago {
        found = Interval {
            micros: found.micros.checked_neg()?,
            days: found.days.checked_neg()?,
            months: found.months.checked_neg()?,
        };
    }
    Some(found)
}

/// `[-]HH:MM[:SS[.ffffff]]`, the sign of which is that of all of it.
fn clock(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let parts: Vec<&str> = digits.split(':').collect();
    if !(2..=3).contains(&parts.len())
        || parts.iter().any(|part| !part.starts_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    let (hours, none) = number(parts[0])?;
    let (minutes, no_part) = number(parts[1])?;
    let (seconds, fraction) = parts.get(2).map_or(Some((0, 0)), |part| number(part))?;
    if none != 0 || no_part != 0 || minutes > 59 || seconds > 59 {
        return None;
    }
    let seconds = hours.checked_mul(3_600)?.checked_add(minutes * 60 + seconds)?;
    seconds.checked_mul(SECOND)?.checked_add(fraction).map(|value| sign * value)
}

fn iso(text: &str) -> Option<Interval> {
    let mut found = Interval::default();
    let mut rest = &text[1..];
    let mut in_time = false;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('T') {
            if in_time || behind.is_empty() {
                return None;
            }
            (in_time, rest) = (true, behind);
        }
        let at = rest.find(|letter: char| letter.is_ascii_alphabetic())?;
        let (whole, fraction) = number(&rest[..at])?;
        let unit = match (rest.as_bytes()[at], in_time) {
            (b'Y', false) => Unit::Months(12),
            (b'M', false) => Unit::Months(1),
            (b'W', false) => Unit::Days(7),
            (b'D', false) => Unit::Days(1),
            (b'H', true) => Unit::Micros(3_600 * SECOND),
            (b'M', true) => Unit::Micros(60 * SECOND),
            (b'S', true) => Unit::Micros(SECOND),
            _ => return None,
        };
        if fraction != 0 && !may_have_fraction(unit) {
            return None;
        }
        found.add(whole, fraction, unit)?;
        rest = &rest[at + 1..];
    }
    Some(found)
}
