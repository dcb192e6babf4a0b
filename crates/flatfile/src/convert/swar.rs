//! Digits, eight at a time, in a machine word ("SIMD within a register").
//!
//! A word holds eight characters, the first in the lowest byte. Shorter numbers are shifted to the top,
//! so that the zero bytes that come in below stand where leading zeros would.

/// What eight `'0'` look like.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The value of the first `length` characters of `word`, 1 to 8 of them, if all are digits.
#[inline(always)]
pub(super) fn digits(word: u64, length: usize) -> Option<u64> {
    debug_assert!((1..=8).contains(&length));
    let shift = 64 - 8 * length as u32;
    values(word << shift, ZEROS << shift)
}

/// The value of the eight characters of `word`, if all are digits.
#[inline(always)]
pub(super) fn eight_digits(word: u64) -> Option<u64> {
    values(word, ZEROS)
}

/// The value of `word`, whose characters are digits where `zeros` is `'0'` and zero bytes elsewhere.
#[inline(always)]
pub(super) fn values(word: u64, zeros: u64) -> Option<u64> {
    let digits = digit_bytes(word, zeros)?;
    // Pairs, then pairs of pairs, then the two halves: each step multiplies the more significant
    // neighbour, which stands in the lower lane, and adds the other.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF)
}

/// Each character's value in its byte, if all that `zeros` covers are digits.
#[inline(always)]
pub(super) fn digit_bytes(word: u64, zeros: u64) -> Option<u64> {
    let digits = word ^ zeros;
    // A byte of 0 to 9 stays below 0x80 when 0x76 is added; one of 10 to 0x7F does not, one with the high
    // bit set is caught by the `|`. Carries only leave bytes that are caught.
    let over = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    (over == 0).then_some(digits)
}

/// The value of the first `length` characters, 9 to 16 of them, if all are digits; `last` are the last
/// eight of them.
#[inline(always)]
pub(super) fn long_digits(first: u64, last: u64, length: usize) -> Option<u64> {
    debug_assert!((9..=16).contains(&length));
    Some(digits(first, length - 8)? * 100_000_000 + eight_digits(last)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &[u8]) -> u64 {
        let mut bytes = [b'7'; 8];
        bytes[..text.len().min(8)].copy_from_slice(&text[..text.len().min(8)]);
        u64::from_le_bytes(bytes)
    }

    #[test]
    fn all_lengths() {
        for value in [0_u64, 1, 9, 10, 99, 100, 12345, 999_999, 1_234_567, 99_999_999] {
            let text = value.to_string();
            assert_eq!(digits(word(text.as_bytes()), text.len()), Some(value));
        }
        assert_eq!(long_digits(word(b"1234"), word(b"56789012"), 12), Some(123_456_789_012));
    }

    #[test]
    fn any_other_byte_anywhere_is_refused() {
        for at in 0..8 {
            for byte in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
                let mut text = *b"90909090";
                text[at] = byte;
                assert_eq!(eight_digits(u64::from_le_bytes(text)), None, "{byte} at {at}");
                assert_eq!(digits(u64::from_le_bytes(text), at + 1), None, "{byte} at {at}");
                assert!(at == 0 || digits(u64::from_le_bytes(text), at).is_some());
            }
        }
    }
}
