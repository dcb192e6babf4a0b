//! Integers written with hexadecimal digits: `0x1F`, `1f`, `-0X80`.

use std::io::Write;

use crate::ColumnType;
use crate::error::{Reason, shown};

/// Appends `text` with decimal digits. The digits are a magnitude and no bit pattern: `0xFF` is 255, and out
/// of range of an int8, because which width a two's complement has cannot be read from `FF`.
pub(super) fn rewrite(text: &[u8], column_type: ColumnType, out: &mut Vec<u8>) -> Result<(), Reason> {
    let not_a =
        |detail: String| Reason::NotA { found: shown(text), expected: "a hexadecimal integer", detail };
    let (negative, number) = match text {
        [b'-', number @ ..] => (true, number),
        [b'+', number @ ..] => (false, number),
        number => (false, number),
    };
    let digits = match number {
        [b'0', b'x' | b'X', digits @ ..] => digits,
        digits => digits,
    };
    if digits.is_empty() {
        return Err(not_a(if text.is_empty() { "it is empty" } else { "it has no digits" }.to_owned()));
    }
    let mut value: u64 = 0;
    for (at, &byte) in digits.iter().enumerate() {
        let digit = char::from(byte).to_digit(16);
        let digit = digit.ok_or_else(|| not_a(format!("expected a digit at {}", shown(&digits[at..]))))?;
        if value >> 60 != 0 {
            return Err(Reason::OutOfRange { found: shown(text), range: column_type.to_string() });
        }
        value = value << 4 | u64::from(digit);
    }
    let sign = if negative { "-" } else { "" };
    write!(out, "{sign}{value}").expect("a vector takes all that is written");
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rewritten(text: &str) -> Result<String, String> {
        let mut out = Vec::new();
        rewrite(text.as_bytes(), ColumnType::UInt64, &mut out).map_err(|reason| reason.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn cases() {
        for (text, expected) in [
            ("0x1F", Ok("31")),
            ("1f", Ok("31")),
            ("+0XfF", Ok("255")),
            ("-0x80", Ok("-128")),
            ("0", Ok("0")),
            ("000000000000000000000000001F", Ok("31")),
            ("FFFFFFFFFFFFFFFF", Ok("18446744073709551615")),
            ("10000000000000000", Err(r#""10000000000000000" is out of range of uint64"#)),
            ("0x", Err(r#""0x" is not a hexadecimal integer: it has no digits"#)),
            ("", Err(r#""" is not a hexadecimal integer: it is empty"#)),
            ("-", Err(r#""-" is not a hexadecimal integer: it has no digits"#)),
            ("0x1G", Err(r#""0x1G" is not a hexadecimal integer: expected a digit at "G""#)),
            ("1F ", Err(r#""1F " is not a hexadecimal integer: expected a digit at " ""#)),
            ("0x0x1", Err(r#""0x0x1" is not a hexadecimal integer: expected a digit at "x1""#)),
        ] {
            assert_eq!(rewritten(text), expected.map(str::to_owned).map_err(str::to_owned));
        }
    }

    proptest! {
        #[test]
        fn round_trip(value: u64) {
            for text in [format!("{value:x}"), format!("{value:#X}"), format!("{value:020X}")] {
                prop_assert_eq!(rewritten(&text.replace("0X", "0x")), Ok(value.to_string()));
            }
        }
    }
}
