//! Numbers that are written in every way and are the same again.

use proptest::prelude::*;

use crate::FormatOptions;
use crate::format::tests::{plain, rewritten};

/// `digits` in groups of three.
fn grouped(digits: &str, separator: char) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// The scaled integer that a plain decimal stands for.
fn scaled(plain: &str, scale: usize) -> i128 {
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    format!("{whole}{fraction:0<scale$}").parse().unwrap()
}

const MOST: i128 = 10_i128.pow(37);

proptest! {
    /// A number is written with separators, a currency and signs of all kinds, and is the same again.
    #[test]
    fn round_trip(
        value in -MOST..MOST, scale in 0_usize..=30,
        (decimal, thousands) in prop::sample::select(vec![('.', ','), (',', '.'), (',', '\u{202f}'), ('.', '\'')]),
        in_groups: bool, sign in 0..3, mark in 0..5,
    ) {
        let digits = format!("{:0>1$}", value.unsigned_abs(), scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let whole = if in_groups { grouped(whole, thousands) } else { whole.to_owned() };
        let number = if scale > 0 { format!("{whole}{decimal}{fraction}") } else { whole };
        let marked = |number: String| match mark {
            0 => format!("€{number}"),
            1 => format!("€ {number}"),
            2 => format!("{number}€"),
            3 => format!("{number}\u{a0}€"),
            _ => number,
        };
        let text = match (value < 0, sign) {
            (false, 0) => marked(format!("+{number}")),
            (false, _) => marked(number),
            (true, 0) => format!("-{}", marked(number)),
            (true, 1) => format!("({})", marked(number)),
            (true, _) => marked(format!("{number}-")),
        };
        let options = FormatOptions {
            decimal_separator: Some(decimal), thousands_separator: Some(thousands),
            currency: Some("€".into()), accounting: true, ..plain()
        };
        let plain = rewritten(&options, &format!("decimal(38,{scale})"), &text).unwrap();
        prop_assert_eq!(scaled(&plain, scale), value, "{}", text);
    }

    /// The point moves by whole digits, and nothing is lost.
    #[test]
    fn exponents_and_per_cent(value in -10_i128.pow(12)..10_i128.pow(12), point in 0_usize..8, exponent in -8_i32..8, percent: bool) {
        let sign = if value < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", value.unsigned_abs(), point + 1);
        let (whole, fraction) = digits.split_at(digits.len() - point);
        let text = format!("{sign}{whole}.{fraction}E{exponent}{}", if percent { "%" } else { "" });
        let options = FormatOptions { scientific: true, percent, ..plain() };
        let plain = rewritten(&options, "decimal(38,17)", &text).unwrap();
        let shift = 17 - point as i32 + exponent - if percent { 2 } else { 0 };
        prop_assert_eq!(scaled(&plain, 17), value * 10_i128.pow(shift as u32), "{}", text);
    }

    /// No text makes it panic, and what it takes is a plain number.
    #[test]
    fn any_text(text in "[-+0-9.,eE()€% ]{0,12}") {
        let options = FormatOptions {
            thousands_separator: Some(','), currency: Some("€".into()), scientific: true, accounting: true, ..plain()
        };
        if let Ok(plain) = rewritten(&options, "decimal(38,19)", &text) {
            let number = plain.strip_prefix('-').unwrap_or(&plain);
            prop_assert!(number.starts_with(|first: char| first.is_ascii_digit()), "{}", plain);
            prop_assert!(number.parse::<f64>().is_ok() && !number.contains(['e', 'E']), "{}", plain);
        }
    }
}
