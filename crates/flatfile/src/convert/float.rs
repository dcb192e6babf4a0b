//! Binary floating point: the number nearest to what is written, by the rules of IEEE 754.
//!
//! A decimal fraction has rarely an exact binary twin; the nearest one is what the type means, and is no
//! rounding that teraload adds. A finite number that the type can only hold as infinity or as zero is an
//! error.

use std::marker::PhantomData;

use arrow_buffer::ArrowNativeType;

use super::Field;
use super::fixed::Converter;
use crate::error::{Reason, shown};

pub(crate) struct Float<T>(PhantomData<T>);

impl<T> Float<T> {
    pub fn new() -> Self {
        Float(PhantomData)
    }
}

/// The two float types, by what is needed of them.
pub(crate) trait Real: ArrowNativeType + fast_float2::FastFloat {
    const NAME: &'static str;
    fn is_infinite(self) -> bool;
    fn is_nan(self) -> bool;
    fn is_zero(self) -> bool;
}

macro_rules! real {
    ($($type:ident = $name:literal),*) => { $(
        impl Real for $type {
            const NAME: &'static str = $name;
            fn is_infinite(self) -> bool { $type::is_infinite(self) }
            fn is_nan(self) -> bool { $type::is_nan(self) }
            fn is_zero(self) -> bool { self == 0.0 }
        }
    )* };
}

real!(f32 = "float32", f64 = "float64");

impl<T: Real> Converter for Float<T> {
    type Value = T;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<T> {
        let value: T = fast_float2::parse(field.bytes()).ok()?;
        // Infinity, NaN and zero may be a value that does not fit, or a word: let `exact` decide.
        (!value.is_infinite() && !value.is_nan() && !value.is_zero()).then_some(value)
    }

    fn exact(&self, text: &[u8]) -> Result<T, Reason> {
        let not_a =
            |detail: &str| Reason::NotA { found: shown(text), expected: "a number", detail: detail.into() };
        let out_of_range = || Reason::OutOfRange { found: shown(text), range: T::NAME.to_owned() };
        if text.is_empty() {
            return Err(not_a("it is empty"));
        }
        let Ok(value) = fast_float2::parse::<T, _>(text) else {
            return Err(not_a(if text.contains(&b' ') { "it has a space" } else { "" }));
        };
        let mantissa = text.split(|byte| matches!(byte, b'e' | b'E')).next().unwrap_or_default();
        let is_word = !text.iter().any(u8::is_ascii_digit);
        if value.is_infinite() && !is_word {
            return Err(out_of_range());
        }
        if value.is_zero() && mantissa.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
            return Err(out_of_range());
        }
        Ok(value)
    }
}
