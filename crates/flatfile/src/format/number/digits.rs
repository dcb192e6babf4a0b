//! The digits of a number, and what separates them.

use super::super::{FormatError, FormatOptions};
use crate::error::shown;

#[derive(Clone, Debug)]
pub(super) struct Separators {
    /// Between the whole number and its fraction; `None` where there can be no fraction.
    decimal: Option<Box<[u8]>>,
    thousands: Option<Box<[u8]>>,
}

impl Separators {
    pub fn compile(options: &FormatOptions, has_point: bool) -> Result<Separators, FormatError> {
        let decimal = has_point.then(|| options.decimal_separator.unwrap_or('.'));
        let thousands = options.thousands_separator;
        for (option, separator) in [("decimal_separator", decimal), ("thousands_separator", thousands)] {
            if let Some(separator) = separator.filter(|&separator| !can_separate(separator)) {
                let detail = "a separator is a space or a sign that has no other meaning in a number";
                return Err(FormatError::Value {
                    option,
                    value: separator.into(),
                    detail: detail.to_owned(),
                });
            }
        }
        if let (Some(decimal), Some(thousands)) = (decimal, thousands)
            && decimal == thousands
        {
            let detail = format!("both are {decimal:?}; say what stands before the fraction");
            return Err(FormatError::Conflict {
                option: "thousands_separator",
                other: "decimal_separator",
                detail,
            });
        }
        let bytes = |separator: char| Box::from(separator.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(Separators { decimal: decimal.map(bytes), thousands: thousands.map(bytes) })
    }

    /// Appends the digits of `number`, and says how many of them stand before the point.
    pub fn copy_digits(&self, number: &[u8], out: &mut Vec<u8>) -> Result<usize, String> {
        let first = out.len();
        let (whole, fraction) = cut(number, self.decimal.as_deref());
        self.copy_whole(whole, out)?;
        let before = out.len() - first;
        if let Some(fraction) = fraction {
            copy(fraction, out)?;
        }
        if out.len() == first { Err("it has no digits".to_owned()) } else { Ok(before) }
    }

    /// Appends the digits of a whole number: either none of them is separated, or every three are.
    fn copy_whole(&self, whole: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let thousands = self.thousands.as_deref();
        let (front, mut rest) = cut(whole, thousands);
        copy(front, out)?;
        let mut is_right = rest.is_none() || (1..=3).contains(&front.len());
        while let Some(behind) = rest {
            let (group, next) = cut(behind, thousands);
            copy(group, out)?;
            is_right &= group.len() == 3;
            rest = next;
        }
        if is_right {
            return Ok(());
        }
        let separator = shown(thousands.expect("groups come of a separator"));
        Err(format!("{separator} does not separate groups of three digits"))
    }
}

fn can_separate(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_control() && !"+-()%".contains(character)
}

/// `text` up to the first `separator`, and what is behind it.
fn cut<'a>(text: &'a [u8], separator: Option<&[u8]>) -> (&'a [u8], Option<&'a [u8]>) {
    let Some(separator) = separator else {
        return (text, None);
    };
    match text.windows(separator.len()).position(|window| window == separator) {
        Some(at) => (&text[..at], Some(&text[at + separator.len()..])),
        None => (text, None),
    }
}

fn copy(digits: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
    if let Some(at) = digits.iter().position(|byte| !byte.is_ascii_digit()) {
        return Err(format!("expected a digit at {}", shown(&digits[at..])));
    }
    out.extend_from_slice(digits);
    Ok(())
}
