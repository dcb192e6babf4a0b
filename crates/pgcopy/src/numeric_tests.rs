use std::sync::Arc;

use arrow_array::{ArrayRef, Decimal64Array, Decimal128Array};
use proptest::prelude::*;

use super::*;

/// The number that a binary field says, spelled with all its digits: what the server would show.
fn spelled(field: &[u8]) -> String {
    let word = |at: usize| u16::from_be_bytes([field[2 * at], field[2 * at + 1]]);
    let (groups, weight, sign, behind) = (word(0) as usize, word(1) as i16, word(2), word(3) as usize);
    assert_eq!(field.len(), HEAD_BYTES + 2 * groups);
    assert!(groups == 0 || (word(4) != 0 && word(3 + groups) != 0), "zeros at an end");
    let group = |at: i32| {
        let number = i32::from(weight) - at;
        if (0..groups as i32).contains(&number) { word(4 + number as usize) } else { 0 }
    };
    let mut whole: String =
        (0..=i32::from(weight).max(0)).rev().map(|at| format!("{:04}", group(at))).collect();
    whole = whole.trim_start_matches('0').to_owned();
    let fraction: String = (1..=behind.div_ceil(4) as i32).map(|at| format!("{:04}", group(-at))).collect();
    let sign = if sign == NEGATIVE { "-" } else { "" };
    let whole = if whole.is_empty() { "0" } else { &whole };
    if behind == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{}", &fraction[..behind]) }
}

fn field_of<S: Scaled>(array: ArrayRef, scale: i8) -> Vec<u8> {
    let mut column = Decimals::<S>::new(scale);
    let mut lengths = [0];
    column.measure(&array, 0, &mut lengths).expect("all decimals can be sent");
    let mut out = vec![0; lengths[0] as usize];
    let mut at = [0];
    column.write(&array, 0, &mut at, &mut out);
    assert_eq!(at[0], out.len());
    assert_eq!(out[..4], ((out.len() - 4) as u32).to_be_bytes());
    out.split_off(4)
}

fn shown(value: i128, scale: u32) -> String {
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = scale as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale as usize);
    let sign = if value < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

proptest! {
    #[test]
    fn narrow_decimals(value in -999_999_999_999_999_999..=999_999_999_999_999_999_i64, scale in 0..=18_i8) {
        let array: ArrayRef = Arc::new(
            Decimal64Array::from(vec![value]).with_precision_and_scale(18, scale).expect("in range"));
        prop_assert_eq!(spelled(&field_of::<Narrow>(array, scale)), shown(value.into(), scale as u32));
    }

    #[test]
    fn wide_decimals(digits in "[0-9]{1,38}", negative: bool, scale in 0..=38_i8) {
        let value: i128 = digits.parse().expect("38 digits fit");
        let value = if negative { -value } else { value };
        let array: ArrayRef = Arc::new(
            Decimal128Array::from(vec![value]).with_precision_and_scale(38, scale).expect("in range"));
        prop_assert_eq!(spelled(&field_of::<Wide>(array, scale)), shown(value, scale as u32));
    }

    #[test]
    fn texts(whole in "(0|[1-9][0-9]{0,60})", fraction in "[0-9]{0,60}", negative: bool) {
        let number = if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") };
        let is_zero = number.bytes().all(|digit| matches!(digit, b'0' | b'.'));
        let text = if negative && !is_zero { format!("-{number}") } else { number };
        let mut field = Vec::new();
        from_text(&text, None, &mut field).expect("a number");
        prop_assert_eq!(spelled(&field), text);
    }
}

#[test]
fn exponents_move_the_point() {
    for (text, number) in
        [("1e5", "100000"), ("1.5e-3", "0.0015"), ("12345e-2", "123.45"), (".5", "0.5"), ("5.", "5")]
    {
        let mut field = Vec::new();
        from_text(text, None, &mut field).expect("a number");
        assert_eq!(spelled(&field), number);
    }
}

#[test]
fn digits_behind_the_scale_are_refused() {
    let refused = |text: &str, scale: i16| from_text(text, Some(scale), &mut Vec::new()).is_err();
    assert!(refused("1.005", 2));
    assert!(!refused("1.500", 2) && !refused("1e2", 0) && !refused("0.000", 0));
    assert!(refused("150", -2) && !refused("1500", -2) && !refused("0", -2) && !refused("0000", -3));
}

#[test]
fn what_is_no_number_is_refused() {
    for text in ["", "-", ".", "1.2.3", "1,5", "1e", "e5", "--1", "0x10", "-nan", "1e999999", "٣"] {
        assert!(from_text(text, None, &mut Vec::new()).is_err(), "{text}");
    }
}
