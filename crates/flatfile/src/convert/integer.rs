//! Integers: an optional sign and decimal digits.

use std::marker::PhantomData;

use arrow_buffer::ArrowNativeType;

use super::Field;
use super::fixed::Converter;
use super::swar;
use crate::error::{Reason, shown};

/// The integer types, by what is needed of them.
pub(crate) trait Int: ArrowNativeType {
    const NAME: &'static str;
    const MIN: i128;
    const MAX: i128;
    /// The value, which is within the bounds.
    fn from_wide(value: i128) -> Self;
    /// The value of a sign and a magnitude below 10^16, if the type holds it.
    fn from_parts(negative: bool, magnitude: u64) -> Option<Self>;
}

macro_rules! int {
    ($($type:ident = $name:literal),*) => { $(
        impl Int for $type {
            const NAME: &'static str = $name;
            const MIN: i128 = $type::MIN as i128;
            const MAX: i128 = $type::MAX as i128;
            #[inline(always)]
            fn from_wide(value: i128) -> Self { value as $type }
            #[inline(always)]
            fn from_parts(negative: bool, magnitude: u64) -> Option<Self> {
                let value = if negative { -(magnitude as i64) } else { magnitude as i64 };
                $type::try_from(value).ok()
            }
        }
    )* };
}

int!(i8 = "int8", i16 = "int16", i32 = "int32", i64 = "int64");
int!(u8 = "uint8", u16 = "uint16", u32 = "uint32", u64 = "uint64");

pub(crate) struct Integer<T>(PhantomData<T>);

impl<T> Integer<T> {
    pub fn new() -> Self {
        Integer(PhantomData)
    }
}

impl<T: Int> Converter for Integer<T> {
    type Value = T;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<T> {
        if field.len() == 0 {
            return None;
        }
        let negative = field.first() == b'-';
        let number = field.skip(usize::from(negative));
        let length = number.len();
        let magnitude = match length {
            1..=8 => swar::digits(number.word(0), length)?,
            9..=16 => swar::long_digits(number.word(0), number.word(length - 8), length)?,
            _ => return None,
        };
        T::from_parts(negative, magnitude)
    }

    fn exact(&self, text: &[u8]) -> Result<T, Reason> {
        let not_a = |detail: String| Reason::NotA { found: shown(text), expected: "an integer", detail };
        let out_of_range = || Reason::OutOfRange {
            found: shown(text),
            range: format!("{} ({} to {})", T::NAME, T::MIN, T::MAX),
        };
        let (negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        if digits.is_empty() {
            return Err(not_a(if text.is_empty() { "it is empty" } else { "a sign without digits" }.into()));
        }
        if let Some(other) = digits.iter().find(|byte| !byte.is_ascii_digit()) {
            let detail = match other {
                b'.' => "it has a decimal point".to_owned(),
                b' ' => "it has a space".to_owned(),
                other => format!("{} is no digit", shown(&[*other])),
            };
            return Err(not_a(detail));
        }
        let mut value: i128 = 0;
        for digit in digits {
            value = value * 10 + i128::from(digit - b'0');
            if value > -T::MIN.min(-T::MAX) {
                return Err(out_of_range());
            }
        }
        let value = if negative { -value } else { value };
        if value < T::MIN || value > T::MAX { Err(out_of_range()) } else { Ok(T::from_wide(value)) }
    }
}
