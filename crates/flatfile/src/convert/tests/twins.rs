//! What is fast against what is exact: `fast` may pass, and never gives another value. And what is exact
//! against the standard library, or against the value that the text was made from.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::converted;
use crate::convert::fixed::Converter;
use crate::convert::{Field, date, decimal, float, integer, time, timestamp};
use crate::{PADDING, TimeUnit};

/// Characters that fields are made of, and their neighbours: in ASCII, by the high bit, by one bit.
const ODD: &[u8] = b"0123456789/:;-+.,eEtTzZ \t\r\x00\x01\x10\x20\x7f\x80\xad\xae\xb0\xb9\xff";

/// Text of a form, with up to two of its bytes replaced, removed or doubled by odd ones.
fn bent(form: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), 0..3, select(ODD));
    (form, vec(change, 0..3)).prop_map(|(text, changes)| {
        let mut text = text.into_bytes();
        for (at, kind, odd) in changes {
            let at = at.index(text.len() + 1);
            match kind {
                0 => text.insert(at, odd),
                _ if at == text.len() => {}
                1 => text[at] = odd,
                _ => drop(text.remove(at)),
            }
        }
        text
    })
}

/// What stands around a field: more of what fields are made of, or anything.
fn neighbours() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(select(ODD), 2 * PADDING),
        vec(select(&b"0123456789"[..]), 2 * PADDING),
        vec(any::<u8>(), 2 * PADDING)
    ]
}

/// The field `text` among `neighbours`, as `fast` and as `exact` read it.
fn agree<C: Converter>(converter: &C, text: &[u8], neighbours: &[u8])
where
    C::Value: PartialEq + Debug,
{
    let (before, behind) = neighbours.split_at(neighbours.len() - PADDING);
    let buffer = [before, text, behind].concat();
    if let Some(value) = converter.fast(Field::new(&buffer[before.len()..], text.len())) {
        let exact = converter.exact(text).map_err(|reason| reason.to_string());
        assert_eq!(Ok(value), exact, "{:?}", crate::error::shown(text));
    }
}

/// The forms that files are made of must not fall back to the exact way.
fn is_fast<C: Converter>(converter: &C, texts: &[&str]) {
    for text in texts {
        let padded = [text.as_bytes(), &[b'|'; PADDING]].concat();
        assert!(converter.fast(Field::new(&padded, text.len())).is_some(), "{text}");
    }
}

#[test]
fn the_usual_forms_are_fast() {
    is_fast(&integer::Integer::<i8>::new(), &["0", "-128", "127"]);
    is_fast(&integer::Integer::<i32>::new(), &["1", "12345678", "-2147483648"]);
    is_fast(&integer::Integer::<i64>::new(), &["1", "123456789", "-1234567890123456"]);
    is_fast(&integer::Integer::<u64>::new(), &["0", "1234567890123456"]);
    is_fast(&decimal::Decimal::<i64>::new(15, 2), &["0.00", "-1.50", "7", "12345.67", "9999999999999.99"]);
    is_fast(&decimal::Decimal::<i64>::new(18, 7), &[".1234567", "1.1234567", "12345678.1234567"]);
    is_fast(&decimal::Decimal::<i64>::new(15, 0), &["0", "123456789012345"]);
    is_fast(&decimal::Decimal::<i128>::new(38, 4), &["-1.5000", "99999999999.9999", "42"]);
    is_fast(&float::Float::<f64>::new(), &["1", "-1.5", "1e10", "5e-324"]);
    is_fast(&float::Float::<f32>::new(), &["1", "-1.5", "1e10"]);
    is_fast(&date::Date, &["0001-01-01", "1998-12-01", "2024-02-29"]);
    is_fast(&time::Time, &["00:00:00", "23:59:59", "12:34:56.7", "12:34:56.123456"]);
    let stamp = |unit, zoned| timestamp::Timestamp { unit, zoned };
    is_fast(&stamp(TimeUnit::Second, false), &["2024-02-29 12:34:56", "2024-02-29T12:34:56"]);
    is_fast(&stamp(TimeUnit::Nano, false), &["2024-02-29 12:34:56.12345678"]);
    is_fast(&stamp(TimeUnit::Micro, true), &["2024-02-29 12:34:56Z", "2024-02-29 12:34:56.5+00"]);
}

#[test]
fn an_empty_field_is_never_fast() {
    let padded = [b'1'; PADDING];
    let empty = Field::new(&padded, 0);
    assert!(integer::Integer::<i64>::new().fast(empty).is_none());
    assert!(decimal::Decimal::<i64>::new(15, 2).fast(empty).is_none());
    assert!(float::Float::<f64>::new().fast(empty).is_none());
    assert!(date::Date.fast(empty).is_none());
    assert!(time::Time.fast(empty).is_none());
    assert!(timestamp::Timestamp { unit: TimeUnit::Micro, zoned: true }.fast(empty).is_none());
}

/// Integers against the standard library, which takes the same form (but `-0` for the unsigned).
macro_rules! integers {
    ($text:expr, $around:expr, $($type:ty),*) => { $(
        let converter = integer::Integer::<$type>::new();
        agree(&converter, $text, $around);
        let expected = std::str::from_utf8($text).ok().and_then(|text| {
            text.parse::<$type>().ok().or_else(|| text.parse::<i128>().is_ok_and(|value| value == 0).then_some(0))
        });
        assert_eq!(converter.exact($text).ok(), expected, "{:?}", crate::error::shown($text));
    )* };
}

fn decimal_type() -> impl Strategy<Value = (u8, u8)> {
    let usual = select(&[(15, 2), (18, 7), (18, 8), (38, 7), (1, 0), (1, 1), (12, 4)][..]);
    prop_oneof![usual, (1..=38_u8).prop_flat_map(|precision| (Just(precision), 0..=precision))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn integers_agree(text in bent("[-+]?(0{0,3}[0-9]{0,20}|[0-9]{1,5}|0{20}[0-9]{2})"), around in neighbours()) {
        integers!(&text, &around, i8, i16, i32, i64, u8, u16, u32, u64);
    }

    #[test]
    fn decimals_agree(
        (precision, scale) in decimal_type(),
        text in bent("-?[0-9]{0,17}(\\.[0-9]{0,9})?|[-+]?[0-9]{1,20}\\.?[0-9]{0,20}"),
        around in neighbours(),
    ) {
        agree(&decimal::Decimal::<i128>::new(precision, scale), &text, &around);
        if precision <= 18 {
            agree(&decimal::Decimal::<i64>::new(precision, scale), &text, &around);
        }
    }

    #[test]
    fn floats_agree(
        text in bent("[-+]?[0-9]{0,20}(\\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?|[-+]?(inf|NaN|Infinity)"),
        around in neighbours(),
    ) {
        agree(&float::Float::<f32>::new(), &text, &around);
        agree(&float::Float::<f64>::new(), &text, &around);
        let exact = float::Float::<f64>::new().exact(&text);
        match std::str::from_utf8(&text).ok().and_then(|text| text.parse::<f64>().ok()) {
            None => prop_assert!(exact.is_err()),
            Some(expected) => match exact {
                Ok(value) => prop_assert!(value.to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan()),
                Err(_) => prop_assert!(expected.is_infinite() || expected == 0.0),
            },
        }
    }

    #[test]
    fn dates_agree(text in bent("[0-9]{4}-[01][0-9]-[0-3][0-9]"), around in neighbours()) {
        agree(&date::Date, &text, &around);
    }

    #[test]
    fn times_agree(text in bent("[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,10})?"), around in neighbours()) {
        agree(&time::Time, &text, &around);
    }

    #[test]
    fn timestamps_agree(
        text in bent(
            "([0-9]{4}-[01][0-9]-[0-3][0-9]|1677-09-2[0-2]|2262-04-1[0-2])[ T][0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,10})?(Z|\\+00|-05:30|)"
        ),
        around in neighbours(),
    ) {
        for unit in [TimeUnit::Second, TimeUnit::Milli, TimeUnit::Micro, TimeUnit::Nano] {
            agree(&timestamp::Timestamp { unit, zoned: false }, &text, &around);
            agree(&timestamp::Timestamp { unit, zoned: true }, &text, &around);
        }
    }
}

/// An unscaled value of up to 38 digits, of which any number is as likely.
fn unscaled() -> impl Strategy<Value = i128> {
    (any::<u128>(), 0..=38_u32, any::<bool>()).prop_map(|(value, digits, negative)| {
        let value = (value % 10_u128.pow(digits)) as i128;
        if negative { -value } else { value }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Whatever a decimal's value is written as comes back, if the type holds it.
    #[test]
    fn decimals_read_back((precision, scale) in decimal_type(), value in unscaled(), zeros in 0..3_usize, plus: bool) {
        let width = usize::from(scale) + 1;
        let digits = format!("{:0width$}", value.unsigned_abs());
        let (whole, fraction) = digits.split_at(digits.len() - usize::from(scale));
        let sign = if value < 0 { "-" } else if plus { "+" } else { "" };
        let padding = "0".repeat(zeros);
        let point = if fraction.is_empty() && zeros == 0 { "" } else { "." };
        let trimmed = fraction.trim_end_matches('0');
        let fits = value.unsigned_abs() < 10_u128.pow(u32::from(precision));
        for text in [
            format!("{sign}{padding}{whole}{point}{fraction}{padding}"),
            format!("{sign}{whole}.{trimmed}"),
        ] {
            let found = converted(&format!("decimal({precision},{scale})"), text.as_bytes());
            if fits {
                prop_assert_eq!(found, Ok(value.to_string()), "{}", text);
            } else {
                prop_assert!(found.is_err_and(|message| message.contains("does not fit")), "{}", text);
            }
        }
    }

    /// A moment written out comes back, in every unit that holds it and in any zone.
    #[test]
    fn timestamps_read_back(
        (year, month, day) in (1..=9999_u32, 1..=12_u32, 1..=28_u32),
        (hour, minute, second) in (0..24_i128, 0..60_i128, 0..60_i128),
        (fraction, digits) in (0..1_000_000_000_i128, 0..=9_u32),
        (east_minutes, between) in (-959..=959_i128, select(&[' ', 'T'][..])),
    ) {
        let fraction = fraction / 10_i128.pow(9 - digits) * 10_i128.pow(9 - digits);
        let days = i128::from(date::days(year, month, day).unwrap());
        let ns = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000_000 + fraction;
        let nine = format!("{fraction:09}");
        let point = if digits > 0 { "." } else { "" };
        let text = format!(
            "{year:04}-{month:02}-{day:02}{between}{hour:02}:{minute:02}:{second:02}{point}{}", &nine[..digits as usize]
        );
        for (unit, per_unit) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)] {
            let found = converted(&format!("timestamp({unit})"), text.as_bytes());
            if ns % per_unit == 0 && i64::try_from(ns / per_unit).is_ok() {
                prop_assert_eq!(found, Ok((ns / per_unit).to_string()), "{}", &text);
            } else {
                prop_assert!(found.is_err(), "{}", &text);
            }
        }
        if ns % 1_000 == 0 {
            let sign = if east_minutes < 0 { '-' } else { '+' };
            let (hours, minutes) = (east_minutes.abs() / 60, east_minutes.abs() % 60);
            let text = format!("{text}{sign}{hours:02}:{minutes:02}");
            let utc = ns / 1_000 - east_minutes * 60_000_000;
            prop_assert_eq!(converted("timestamptz(us)", text.as_bytes()), Ok(utc.to_string()), "{}", &text);
        }
    }
}
