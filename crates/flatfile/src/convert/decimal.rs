//! Decimals: an optional sign, digits, and at most one point among them, as a scaled integer.

use arrow_buffer::ArrowNativeType;

use super::Field;
use super::fixed::Converter;
use super::swar;
use crate::error::{Reason, shown};

/// What holds the scaled value: 64 bits up to 18 digits, 128 beyond.
pub(crate) trait Scaled: ArrowNativeType {
    fn from_wide(value: i128) -> Self;
    fn from_narrow(value: i64) -> Self;
}

impl Scaled for i64 {
    #[inline(always)]
    fn from_wide(value: i128) -> Self {
        value as i64
    }
    #[inline(always)]
    fn from_narrow(value: i64) -> Self {
        value
    }
}

impl Scaled for i128 {
    #[inline(always)]
    fn from_wide(value: i128) -> Self {
        value
    }
    #[inline(always)]
    fn from_narrow(value: i64) -> Self {
        i128::from(value)
    }
}

pub(crate) struct Decimal<T> {
    precision: u8,
    scale: u8,
    /// What a whole number is multiplied with: 10^scale where that fits the fast path.
    unit: u64,
    /// The largest scaled value that the fast path may make: 10^precision - 1, or what fits.
    most: u64,
    marker: std::marker::PhantomData<T>,
}

impl<T> Decimal<T> {
    pub fn new(precision: u8, scale: u8) -> Self {
        let power = |digits: u8| 10_u64.checked_pow(u32::from(digits));
        Decimal {
            precision,
            scale,
            unit: power(scale).unwrap_or(u64::MAX),
            most: power(precision.min(18)).map_or(0, |past| past - 1),
            marker: std::marker::PhantomData,
        }
    }
}

/// The digits of `length` characters (in the top bytes of `word`, zero below) of which the one `scale`
/// places before the end is a point, moved together; and where digits stand in them.
macro_rules! without_point {
    ($word:expr, $length:expr, $scale:expr, $type:ty, $zeros:expr) => {{
        let fraction: $type = !(<$type>::MAX >> (8 * $scale));
        let digits = ($word & fraction) | (($word << 8) & !fraction);
        (digits, $zeros << (<$type>::BITS - 8 * ($length as u32 - 1)))
    }};
}

const ZEROS: u128 = 0x3030_3030_3030_3030_3030_3030_3030_3030;

impl<T> Decimal<T> {
    /// The scaled magnitude of a number of up to 16 characters, either without a point or with exactly
    /// `scale` digits behind it.
    #[inline(always)]
    fn magnitude(&self, number: Field<'_>) -> Option<u64> {
        let length = number.len();
        let scale = u32::from(self.scale);
        if length == 0 || length > 16 || scale > 7 {
            return None;
        }
        let point = length.wrapping_sub(scale as usize + 1);
        let has_point = scale > 0 && point < length && number.bytes()[point] == b'.';
        if length <= 8 {
            let word = number.word(0);
            if !has_point {
                return swar::digits(word, length)?.checked_mul(self.unit);
            }
            let word = word << (64 - 8 * length as u32);
            let (digits, zeros) = without_point!(word, length, scale, u64, ZEROS as u64);
            return swar::values(digits, zeros);
        }
        if !has_point {
            let whole = swar::long_digits(number.word(0), number.word(length - 8), length)?;
            return whole.checked_mul(self.unit);
        }
        let word = number.double_word() << (128 - 8 * length as u32);
        let (digits, zeros) = without_point!(word, length, scale, u128, ZEROS);
        let upper = swar::values(digits as u64, zeros as u64)?;
        let lower = swar::values((digits >> 64) as u64, (zeros >> 64) as u64)?;
        Some(upper * 100_000_000 + lower)
    }
}

impl<T: Scaled> Converter for Decimal<T> {
    type Value = T;

    #[inline(always)]
    fn fast(&self, field: Field<'_>) -> Option<T> {
        if field.len() == 0 {
            return None;
        }
        let negative = field.first() == b'-';
        let magnitude = self.magnitude(field.skip(usize::from(negative)))?;
        if magnitude > self.most {
            return None;
        }
        // `most` is below 10^18, so the sign fits.
        let value = magnitude as i64;
        Some(T::from_narrow(if negative { -value } else { value }))
    }

    fn exact(&self, text: &[u8]) -> Result<T, Reason> {
        let not_a =
            |detail: &str| Reason::NotA { found: shown(text), expected: "a decimal", detail: detail.into() };
        let does_not_fit = |detail: String| Reason::DoesNotFit {
            found: shown(text),
            column_type: format!("decimal({},{})", self.precision, self.scale),
            detail,
        };
        let (negative, number) = match text {
            [b'-', number @ ..] => (true, number),
            [b'+', number @ ..] => (false, number),
            number => (false, number),
        };
        let point = number.iter().position(|&byte| byte == b'.').unwrap_or(number.len());
        let (whole, fraction) = (&number[..point], &number[(point + 1).min(number.len())..]);
        if text.is_empty() {
            return Err(not_a("it is empty"));
        }
        if whole.is_empty() && fraction.is_empty() {
            return Err(not_a("it has no digits"));
        }
        if let Some(other) = whole.iter().chain(fraction).find(|byte| !byte.is_ascii_digit()) {
            return Err(not_a(&match other {
                b'.' => "it has two points".to_owned(),
                b' ' => "it has a space".to_owned(),
                b'e' | b'E' => "it has an exponent".to_owned(),
                other => format!("{} is no digit", shown(&[*other])),
            }));
        }
        // Zeros at either end are no digits of the value.
        let trim = |digits: &[u8]| digits.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1);
        let behind = trim(fraction);
        let before = whole.len() - whole.iter().position(|&byte| byte != b'0').unwrap_or(whole.len());
        let (scale, precision) = (usize::from(self.scale), usize::from(self.precision));
        if behind > scale {
            let digits = if behind == 1 { "digit" } else { "digits" };
            return Err(does_not_fit(format!("{behind} {digits} behind the point, the type holds {scale}")));
        }
        if before > precision - scale {
            let (digits, room) = (if before == 1 { "digit" } else { "digits" }, precision - scale);
            return Err(does_not_fit(format!("{before} {digits} before the point, the type holds {room}")));
        }
        let digits = whole.iter().chain(&fraction[..behind]);
        let magnitude = digits.fold(0_i128, |value, digit| value * 10 + i128::from(digit - b'0'));
        let magnitude = magnitude * 10_i128.pow((scale - behind) as u32);
        Ok(T::from_wide(if negative { -magnitude } else { magnitude }))
    }
}
