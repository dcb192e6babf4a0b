//! 64 bytes as eight words of 8, on any machine.

use super::{Hits, Quoted, Vector, scan, scan_quoted};

/// # Safety
///
/// As [`scan`].
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`.
    unsafe { scan::<Portable>(delimiter, text, positions) }
}

/// # Safety
///
/// As [`scan_quoted`].
pub(super) unsafe fn find_quoted(delimiter: u8, quote: u8, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
    // SAFETY: the caller's obligations are those of `scan_quoted`.
    unsafe { scan_quoted::<Portable>(delimiter, quote, text, positions) }
}

#[derive(Clone, Copy)]
struct Portable {
    delimiter: u64,
    quote: u64,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const LINE_FEED: u64 = ONES * b'\n' as u64;
const CARRIAGE_RETURN: u64 = ONES * b'\r' as u64;

/// A bit for each of the eight bytes of `word` that equals its byte of `to`, first byte lowest.
#[inline(always)]
fn equal(word: u64, to: u64) -> u64 {
    const LOW: u64 = ONES * 0x7F;
    let difference = word ^ to;
    // The high bit of a byte is set exactly where the byte is zero: no carry leaves a byte, so a hit
    // never makes its neighbour one (the shorter classic formula does that).
    let zero = !(((difference & LOW) + LOW) | difference | LOW);
    // The multiplication gathers the eight high bits in the top byte.
    (zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

impl Vector for Portable {
    #[inline(always)]
    unsafe fn new(delimiter: u8, quote: u8) -> Self {
        Portable { delimiter: ONES * u64::from(delimiter), quote: ONES * u64::from(quote) }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        let (mut all, mut line_feeds) = (0, 0);
        for word in 0..8 {
            // SAFETY: 64 bytes are readable at `at`.
            let bytes = u64::from_le_bytes(unsafe { at.add(word * 8).cast::<[u8; 8]>().read() });
            let ends = equal(bytes, LINE_FEED);
            line_feeds |= ends << (word * 8);
            all |= (ends | equal(bytes, self.delimiter)) << (word * 8);
        }
        Hits { all, line_feeds }
    }
    #[inline(always)]
    unsafe fn quotes(self, at: *const u8) -> (u64, u64) {
        let (mut quotes, mut returns) = (0, 0);
        for word in 0..8 {
            // SAFETY: 64 bytes are readable at `at`.
            let bytes = u64::from_le_bytes(unsafe { at.add(word * 8).cast::<[u8; 8]>().read() });
            quotes |= equal(bytes, self.quote) << (word * 8);
            returns |= equal(bytes, CARRIAGE_RETURN) << (word * 8);
        }
        (quotes, returns)
    }
}
