//! `numeric`: groups of four decimal digits, aligned at the point.
//!
//! ```text
//! int16 groups · int16 weight (of the first group: 10000^weight) · uint16 sign · uint16 digits behind the point · groups
//! ```
//!
//! Groups of zeros are left out in front and at the end, never in between.

use std::marker::PhantomData;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Decimal64Type, Decimal128Type, UInt64Type};

use crate::binary::{Column, NULL};
use crate::error::{Fault, Refused};
use crate::plain::{Unsigned, put};

const HEAD_BYTES: usize = 8;
const NEGATIVE: u16 = 0x4000;
const NAN: u16 = 0xC000;
const INFINITY: u16 = 0xD000;
const MINUS_INFINITY: u16 = 0xF000;

/// The most groups of 38 digits, wherever the point is.
const MOST_GROUPS: usize = 11;

/// A number, as the server holds it.
#[derive(Clone, Copy, Default)]
struct Number {
    /// From the least significant one on; `first..past` of them are not zeros at either end.
    groups: [u16; MOST_GROUPS],
    first: u8,
    past: u8,
    weight: i16,
    is_negative: bool,
}

impl Number {
    fn bytes(&self) -> usize {
        HEAD_BYTES + 2 * usize::from(self.past - self.first)
    }
}

/// Scaled integers of some width.
pub(crate) trait Scaled: Send {
    type Arrow: ArrowPrimitiveType;
    fn is_negative(value: <Self::Arrow as ArrowPrimitiveType>::Native) -> bool;
    fn magnitude(value: <Self::Arrow as ArrowPrimitiveType>::Native) -> u128;
}

pub(crate) struct Narrow;

impl Scaled for Narrow {
    type Arrow = Decimal64Type;
    fn is_negative(value: i64) -> bool {
        value < 0
    }
    fn magnitude(value: i64) -> u128 {
        u128::from(value.unsigned_abs())
    }
}

pub(crate) struct Wide;

impl Scaled for Wide {
    type Arrow = Decimal128Type;
    fn is_negative(value: i128) -> bool {
        value < 0
    }
    fn magnitude(value: i128) -> u128 {
        value.unsigned_abs()
    }
}

impl Scaled for Unsigned {
    type Arrow = UInt64Type;
    fn is_negative(_: u64) -> bool {
        false
    }
    fn magnitude(value: u64) -> u128 {
        u128::from(value)
    }
}

/// Scaled integers, as numbers with `scale` digits behind the point.
pub(crate) struct Decimals<S> {
    /// Groups behind the point, and what the scaled integer is multiplied with to fill the last of them.
    fraction_groups: i16,
    fill: u32,
    digits_behind_point: u16,
    numbers: Vec<Number>,
    scaled: PhantomData<S>,
}

impl<S: Scaled> Decimals<S> {
    /// An encoder of scaled integers; `scale` is 0 to 38.
    pub fn new(scale: i8) -> Self {
        let scale = scale.max(0) as u16;
        let fraction_groups = scale.div_ceil(4);
        Decimals {
            fraction_groups: fraction_groups as i16,
            fill: 10_u32.pow(u32::from(4 * fraction_groups - scale)),
            digits_behind_point: scale,
            numbers: Vec::new(),
            scaled: PhantomData,
        }
    }

    #[inline(always)]
    fn number(&self, value: <S::Arrow as ArrowPrimitiveType>::Native) -> Number {
        let mut number = Number { is_negative: S::is_negative(value), ..Number::default() };
        let magnitude = S::magnitude(value);
        let mut groups = 0;
        match u64::try_from(magnitude).ok().and_then(|narrow| narrow.checked_mul(u64::from(self.fill))) {
            Some(mut rest) => {
                while rest > 0 {
                    number.groups[groups] = (rest % 10_000) as u16;
                    rest /= 10_000;
                    groups += 1;
                }
            }
            None => {
                // The first group takes what the fill leaves of it; after that nothing needs more than 128 bits.
                let own = u128::from(10_000 / self.fill);
                number.groups[0] = ((magnitude % own) as u32 * self.fill) as u16;
                let mut rest = magnitude / own;
                groups = 1;
                while rest > 0 {
                    number.groups[groups] = (rest % 10_000) as u16;
                    rest /= 10_000;
                    groups += 1;
                }
            }
        }
        let zeros = number.groups[..groups].iter().take_while(|group| **group == 0).count();
        (number.first, number.past) = (zeros as u8, groups as u8);
        number.weight = if groups == 0 { 0 } else { groups as i16 - self.fraction_groups - 1 };
        number
    }
}

impl<S: Scaled> Column for Decimals<S> {
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused> {
        let native = values.as_primitive::<S::Arrow>().values();
        let nulls = values.nulls();
        self.numbers.clear();
        for (row, length) in lengths.iter_mut().enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(first + row)) {
                self.numbers.push(Number::default());
                *length += NULL.len() as u32;
                continue;
            }
            let number = self.number(native[first + row]);
            *length += (NULL.len() + number.bytes()) as u32;
            self.numbers.push(number);
        }
        Ok(())
    }

    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]) {
        let nulls = values.nulls();
        for (row, (at, number)) in at.iter_mut().zip(&self.numbers).enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(first + row)) {
                *at += put(None, &mut out[*at..]);
                continue;
            }
            let bytes = number.bytes();
            let field = &mut out[*at..*at + NULL.len() + bytes];
            let sign = if number.is_negative { NEGATIVE } else { 0 };
            let groups = u16::from(number.past - number.first);
            let head = [groups, number.weight as u16, sign, self.digits_behind_point];
            field[..4].copy_from_slice(&(bytes as u32).to_be_bytes());
            let values =
                head.iter().chain(number.groups[number.first.into()..number.past.into()].iter().rev());
            for (to, value) in field[4..].chunks_exact_mut(2).zip(values) {
                to.copy_from_slice(&value.to_be_bytes());
            }
            *at += field.len();
        }
    }
}

/// What the server can hold: digits before the point, and behind it.
const MOST_BEFORE_POINT: i64 = 131_072;
const MOST_BEHIND_POINT: i64 = 16_383;

/// Appends the number that `text` writes: digits with at most one point, a sign, an exponent; or NaN, Infinity.
///
/// With a `scale`, digits behind it are refused, if they are not zeros.
pub(crate) fn from_text(text: &str, scale: Option<i16>, out: &mut Vec<u8>) -> Result<(), Fault> {
    let fault = |detail: String| Fault::new(text, "a number", detail);
    let head = |out: &mut Vec<u8>, values: [u16; 4]| values.iter().for_each(|v| out.extend(v.to_be_bytes()));
    let (is_negative, number) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let special = match number.to_ascii_lowercase().as_str() {
        "nan" if number.len() == text.len() => Some(NAN),
        "infinity" | "inf" => Some(if is_negative { MINUS_INFINITY } else { INFINITY }),
        _ => None,
    };
    if let Some(sign) = special {
        head(out, [0, 0, sign, 0]);
        return Ok(());
    }
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        None => (number, 0),
        Some((mantissa, exponent)) => {
            let value = exponent.parse::<i64>().ok().filter(|value| value.abs() <= MOST_BEFORE_POINT);
            (mantissa, value.ok_or_else(|| fault(format!("{exponent:?} is no exponent")))?)
        }
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return Err(fault("it has no digits".to_owned()));
    }
    if let Some(other) = whole.chars().chain(fraction.chars()).find(|letter| !letter.is_ascii_digit()) {
        return Err(fault(format!("{other:?} is no digit")));
    }
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    let end = digits.len() - digits[zeros..].iter().rev().take_while(|digit| **digit == 0).count();
    // Where the point stands, counted from the first digit, and what is written behind it.
    let point = whole.len() as i64 + exponent;
    let behind = (digits.len() as i64 - point).max(0);
    let significant_behind = if zeros == digits.len() { i64::MIN } else { end as i64 - point };
    if let Some(scale) = scale
        && significant_behind > i64::from(scale)
    {
        let place = match scale {
            0.. => format!("it takes {scale} digits behind the point"),
            _ => format!("it takes {} zeros before the point", -scale),
        };
        return Err(fault(format!("{place}, and digits would be lost")));
    }
    let behind = scale.map_or(behind, |scale| behind.min(i64::from(scale.max(0))));
    if behind > MOST_BEHIND_POINT || point - zeros as i64 > MOST_BEFORE_POINT {
        return Err(fault("the server has no number that long".to_owned()));
    }
    if zeros == digits.len() {
        head(out, [0, 0, 0, behind as u16]);
        return Ok(());
    }
    let (first, point) = (&digits[zeros..end], point - zeros as i64);
    // Zeros in front fill the first group, so that a group ends at the point.
    let lead = (-point).rem_euclid(4);
    let weight = (point + lead) / 4 - 1;
    let padded: Vec<u8> = std::iter::repeat_n(0, lead as usize).chain(first.iter().copied()).collect();
    let groups = padded.chunks(4).map(|group| {
        (0..4).fold(0_u16, |value, digit| value * 10 + u16::from(group.get(digit).copied().unwrap_or(0)))
    });
    let sign = if is_negative { NEGATIVE } else { 0 };
    head(out, [padded.len().div_ceil(4) as u16, weight as u16, sign, behind as u16]);
    groups.for_each(|group| out.extend(group.to_be_bytes()));
    Ok(())
}

#[cfg(test)]
#[path = "numeric_tests.rs"]
mod tests;
