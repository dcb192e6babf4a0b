//! Numbers with separators, signs and marks that a plain number has not.
//!
//! ```text
//! (€ 1.234,50)   ─▶ marks:   negative, 1.234,50
//!                ─▶ digits:  123450, four of them before the point
//!                ─▶ point:   1234.50, moved by an exponent or a per cent sign: no float in between
//! ```

mod digits;
mod marks;
mod point;
#[cfg(test)]
mod tests;

use digits::Separators;
use marks::Marks;
use point::Misplaced;

use super::options::is_integer;
use super::{FormatError, FormatOptions};
use crate::ColumnType;
use crate::error::{Reason, shown};

#[derive(Clone, Debug)]
pub(super) struct Number {
    marks: Marks,
    separators: Separators,
    exponent: Exponent,
    /// How many digits the type holds behind the point; no limit for a float.
    scale: Option<usize>,
    column_type: ColumnType,
    /// What an error calls a field of the type, in the words of its converter.
    expected: &'static str,
}

/// What becomes of an exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exponent {
    /// It is an error, as in the plain spelling.
    Refused,
    /// It moves the point.
    Applied,
    /// It stays: the plain spelling of a float has one.
    Kept,
}

impl Number {
    /// Whether `options` say anything about numbers that is not plain.
    pub fn is_asked_for(options: &FormatOptions) -> bool {
        options.decimal_separator.is_some_and(|separator| separator != '.')
            || options.thousands_separator.is_some()
            || options.currency.is_some()
            || options.percent
            || options.scientific
            || options.accounting
    }

    /// For an integer, decimal or float type.
    pub fn compile(options: &FormatOptions, column_type: ColumnType) -> Result<Number, FormatError> {
        let (expected, scale) = match column_type {
            ColumnType::Decimal { scale, .. } => ("a decimal", Some(usize::from(scale))),
            ColumnType::Float32 | ColumnType::Float64 => ("a number", None),
            _ => ("an integer", Some(0)),
        };
        let exponent = match scale {
            None => Exponent::Kept,
            Some(_) if options.scientific => Exponent::Applied,
            Some(_) => Exponent::Refused,
        };
        // Without a fraction to write, an integer may have the point between its thousands.
        let has_point = !is_integer(column_type) || exponent == Exponent::Applied;
        Ok(Number {
            marks: Marks::compile(options)?,
            separators: Separators::compile(options, has_point)?,
            exponent,
            scale,
            column_type,
            expected,
        })
    }

    pub fn rewrite(&self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Reason> {
        let not_a = |detail| Reason::NotA { found: shown(text), expected: self.expected, detail };
        if text.is_empty() {
            return Err(not_a("it is empty".to_owned()));
        }
        let (negative, number) = self.marks.take_off(text).map_err(not_a)?;
        if negative {
            out.push(b'-');
        }
        if self.exponent == Exponent::Kept && is_word(number) {
            out.extend_from_slice(number);
            return Ok(());
        }
        let (mantissa, exponent) = match self.exponent {
            Exponent::Refused => (number, &[][..]),
            _ => split_exponent(number),
        };
        let exponent_value = exponent_value(exponent).map_err(not_a)?;
        let first = out.len();
        let before = self.separators.copy_digits(mantissa, out).map_err(not_a)?;
        let mut point = before as i64 + self.marks.shift();
        if self.exponent == Exponent::Applied {
            point += exponent_value;
        }
        point::place(out, first, point, self.scale).map_err(|misplaced| self.reason(text, misplaced))?;
        if self.exponent == Exponent::Kept {
            out.extend_from_slice(exponent);
        }
        Ok(())
    }

    #[cold]
    fn reason(&self, text: &[u8], misplaced: Misplaced) -> Reason {
        let (found, column_type) = (shown(text), self.column_type.to_string());
        match misplaced {
            Misplaced::TooLarge => Reason::OutOfRange { found, range: column_type },
            Misplaced::TooFine { digits, scale } => {
                let noun = if digits == 1 { "digit" } else { "digits" };
                let detail = format!("{digits} {noun} behind the point, the type holds {scale}");
                Reason::DoesNotFit { found, column_type, detail }
            }
        }
    }
}

/// Whether this is a float without digits, which is its own plain spelling.
fn is_word(number: &[u8]) -> bool {
    ["nan", "inf", "infinity"].iter().any(|word| number.eq_ignore_ascii_case(word.as_bytes()))
}

/// A number and its exponent, with the `e`; empty where there is none.
fn split_exponent(number: &[u8]) -> (&[u8], &[u8]) {
    let at = number.iter().position(|byte| matches!(byte, b'e' | b'E'));
    number.split_at(at.unwrap_or(number.len()))
}

/// What an exponent says, or a number as good: far beyond what any type holds, it stays there.
fn exponent_value(exponent: &[u8]) -> Result<i64, String> {
    const FAR: i64 = i32::MAX as i64;
    let (sign, digits) = match exponent {
        [] => return Ok(0),
        [_, b'-', digits @ ..] => (-1, digits),
        [_, b'+', digits @ ..] | [_, digits @ ..] => (1, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(format!("{} is no exponent", shown(exponent)));
    }
    let value = digits.iter().fold(0, |value, digit| FAR.min(value * 10 + i64::from(digit - b'0')));
    Ok(sign * value)
}
