//! Times of day as `HH:MM`, `HH:MM:SS` or `HH:MM:SS.ffffff`.

use super::Field;
use super::fixed::Converter;
use super::swar;
use crate::error::{Reason, shown};
use crate::{ColumnType, TimeUnit};

pub(crate) struct Time;

/// The value of `HH:MM:SS` in seconds, from the eight characters of `word`.
#[inline(always)]
pub(super) fn fast_seconds(word: u64) -> Option<u32> {
    const COLONS: u64 = 0x0000_FF00_00FF_0000;
    if word & COLONS != 0x0000_3A00_003A_0000 {
        return None;
    }
    let digits = swar::digit_bytes(word & !COLONS, 0x3030_0030_3000_3030)?;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let pair = |byte: u32| (pairs >> (8 * byte)) as u32 & 0xFF;
    let (hour, minute, second) = (pair(0), pair(3), pair(6));
    (hour < 24 && minute < 60 && second < 60).then_some((hour * 60 + minute) * 60 + second)
}

/// The fraction of a second that begins behind `HH:MM:SS` in `field`, in units of `unit`: nothing, or a
/// point and up to eight digits.
#[inline(always)]
pub(super) fn fast_fraction(field: Field<'_>, unit: TimeUnit) -> Option<i64> {
    const POWERS: [i64; 10] =
        [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
    if field.len() == 0 {
        return Some(0);
    }
    let length = field.len() - 1;
    if field.first() != b'.' || length == 0 || length > 8 || length > unit.digits() as usize {
        return None;
    }
    let digits = swar::digits(field.word(1), length)? as i64;
    Some(digits * POWERS[unit.digits() as usize - length])
}

/// The value of `text` in units of `unit` since midnight, or what is wrong with it. `whole` is what an
/// error shows.
pub(super) fn exact_time(
    text: &[u8], whole: &[u8], unit: TimeUnit, expected: &'static str, column_type: ColumnType,
) -> Result<i64, Reason> {
    let not_a = |detail: String| Reason::NotA { found: shown(whole), expected, detail };
    let form = || not_a("the form of a time is HH:MM:SS.ffffff".to_owned());
    let pair = |at: usize| match text.get(at..at + 2) {
        Some(&[tens @ b'0'..=b'9', ones @ b'0'..=b'9']) => {
            Ok(i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
        }
        _ => Err(form()),
    };
    let colon = |at: usize| {
        if text[at] == b':' { Ok(()) } else { Err(form()) }
    };
    if text.len() != 5 && text.len() < 8 {
        return Err(form());
    }
    colon(2)?;
    let (hour, minute) = (pair(0)?, pair(3)?);
    let (second, fraction) = if text.len() == 5 {
        (0, &[][..])
    } else {
        colon(5)?;
        match &text[8..] {
            [] => (pair(6)?, &[][..]),
            [b'.', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
                (pair(6)?, digits)
            }
            _ => return Err(form()),
        }
    };
    for (name, value, past) in [("hour", hour, 24), ("minute", minute, 60), ("second", second, 60)] {
        if value >= past {
            return Err(not_a(format!("{name} {value}")));
        }
    }
    let significant = fraction.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1);
    let room = unit.digits() as usize;
    if significant > room {
        let digits = if significant == 1 { "digit" } else { "digits" };
        let detail = format!("{significant} {digits} behind the seconds, the type holds {room}");
        let column_type = column_type.to_string();
        return Err(Reason::DoesNotFit { found: shown(whole), column_type, detail });
    }
    let digits = fraction[..significant].iter().chain(std::iter::repeat(&b'0')).take(room);
    let fraction = digits.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
    Ok(((hour * 60 + minute) * 60 + second) * 10_i64.pow(unit.digits()) + fraction)
}

impl Converter for Time {
    type Value = i64;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<i64> {
        if field.len() < 8 {
            return None;
        }
        let seconds = fast_seconds(field.word(0))?;
        let fraction = fast_fraction(field.skip(8), TimeUnit::Micro)?;
        Some(i64::from(seconds) * 1_000_000 + fraction)
    }

    fn exact(&self, text: &[u8]) -> Result<i64, Reason> {
        exact_time(text, text, TimeUnit::Micro, "a time", ColumnType::Time)
    }
}
