//! Dates as `YYYY-MM-DD`, in the Gregorian calendar also before its time, as databases count.

use super::Field;
use super::fixed::Converter;
use super::swar;
use crate::error::{Reason, shown};

pub(crate) struct Date;

/// Days from 1970-01-01 to the first day of March of the year 0, which the arithmetic below counts from:
/// years that begin in March have their leap day at the end.
const MARCH_OF_YEAR_0: i32 = -719_468;

/// Days in `month` of `year`.
#[inline(always)]
fn days_in(year: u32, month: u32) -> u32 {
    if month == 2 {
        // A year that 25 divides and 16 does not is a century that 400 does not divide.
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(25) || year.is_multiple_of(16));
        28 + u32::from(is_leap)
    } else {
        30 | (month ^ (month >> 3))
    }
}

/// Days from 1970-01-01 to a date of the years 1 to 9999; `None` if there is no such date.
#[inline(always)]
pub(crate) fn days(year: u32, month: u32, day: u32) -> Option<i32> {
    if year == 0 || month.wrapping_sub(1) > 11 || day == 0 || (day > 28 && day > days_in(year, month)) {
        return None;
    }
    let before_march = u32::from(month < 3);
    let (year, month) = (year - before_march, month + 12 * before_march - 3);
    let century = year / 100;
    let days = 365 * year + year / 4 - century + century / 4 + (153 * month + 2) / 5 + day - 1;
    Some(days as i32 + MARCH_OF_YEAR_0)
}

/// Days since 1970-01-01 of the ten characters that begin `field`.
#[inline(always)]
pub(super) fn fast_days(field: Field<'_>) -> Option<i32> {
    // YYYY-MM- and DD: without the hyphens, eight digits.
    let (front, back) = (field.word(0), field.word(8));
    if front & 0xFF00_00FF_0000_0000 != 0x2D00_002D_0000_0000 {
        return None;
    }
    let digits = front & 0xFFFF_FFFF | (front >> 8) & 0x0000_FFFF_0000_0000 | back << 48;
    let digits = swar::digit_bytes(digits, 0x3030_3030_3030_3030)?;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let pair = |at: u32| (pairs >> (16 * at)) as u32 & 0xFF;
    days(pair(0) * 100 + pair(1), pair(2), pair(3))
}

/// Days since 1970-01-01 of `text`, or what is wrong with it. `whole` is what an error shows.
pub(super) fn exact_days(text: &[u8], whole: &[u8], expected: &'static str) -> Result<i32, Reason> {
    let not_a = |detail: String| Reason::NotA { found: shown(whole), expected, detail };
    let form = || not_a("the form is YYYY-MM-DD".to_owned());
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else {
        return Err(form());
    };
    if ![y1, y2, y3, y4, m1, m2, d1, d2].iter().all(u8::is_ascii_digit) {
        return Err(form());
    }
    let number = |digits: &[u8]| digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    let (year, month, day) = (number(&[y1, y2, y3, y4]), number(&[m1, m2]), number(&[d1, d2]));
    days(year, month, day).ok_or_else(|| not_a(wrong_date(year, month, day)))
}

/// Why there is no such date.
pub(crate) fn wrong_date(year: u32, month: u32, day: u32) -> String {
    if year == 0 {
        "there is no year 0".to_owned()
    } else if !(1..=12).contains(&month) {
        format!("month {month}")
    } else {
        format!("day {day} of a month of {}", days_in(year, month))
    }
}

impl Converter for Date {
    type Value = i32;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<i32> {
        if field.len() == 10 { fast_days(field) } else { None }
    }

    fn exact(&self, text: &[u8]) -> Result<i32, Reason> {
        exact_days(text, text, "a date")
    }
}
