//! 64 bytes as four vectors of 16.

use std::arch::aarch64::*;

use super::{Hits, Quoted, Vector, scan, scan_quoted};

/// # Safety
///
/// As [`scan`].
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`; every aarch64 machine has NEON.
    unsafe { scan::<Neon>(delimiter, text, positions) }
}

/// # Safety
///
/// As [`scan_quoted`].
pub(super) unsafe fn find_quoted(delimiter: u8, quote: u8, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
    // SAFETY: the caller's obligations are those of `scan_quoted`; every aarch64 machine has NEON.
    unsafe { scan_quoted::<Neon>(delimiter, quote, text, positions) }
}

#[derive(Clone, Copy)]
struct Neon {
    delimiter: uint8x16_t,
    line_feed: uint8x16_t,
    quote: uint8x16_t,
    carriage_return: uint8x16_t,
}

/// NEON has no movemask: each byte keeps the one bit that is its own within its group of eight, and
/// three rounds of pairwise addition bring eight bytes into one.
#[inline(always)]
unsafe fn movemask(equal: [uint8x16_t; 4]) -> u64 {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: only register arithmetic, and a load from a constant of 16 bytes.
    unsafe {
        let bits = vld1q_u8(BITS.as_ptr());
        let [a, b, c, d] = equal.map(|lanes| vandq_u8(lanes, bits));
        let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
        vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
    }
}

/// # Safety
///
/// 64 bytes must be readable at `at`.
#[inline(always)]
unsafe fn load(at: *const u8) -> [uint8x16_t; 4] {
    // SAFETY: the caller's obligation.
    unsafe { [vld1q_u8(at), vld1q_u8(at.add(16)), vld1q_u8(at.add(32)), vld1q_u8(at.add(48))] }
}

impl Vector for Neon {
    #[inline(always)]
    unsafe fn new(delimiter: u8, quote: u8) -> Self {
        // SAFETY: every aarch64 machine has NEON.
        let all = |byte: u8| unsafe { vdupq_n_u8(byte) };
        let (delimiter, line_feed) = (all(delimiter), all(b'\n'));
        Neon { delimiter, line_feed, quote: all(quote), carriage_return: all(b'\r') }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        // SAFETY: 64 bytes are readable at `at`.
        unsafe {
            let text = load(at);
            let delimiters = movemask(text.map(|lanes| vceqq_u8(lanes, self.delimiter)));
            let line_feeds = movemask(text.map(|lanes| vceqq_u8(lanes, self.line_feed)));
            Hits { all: delimiters | line_feeds, line_feeds }
        }
    }

    #[inline(always)]
    unsafe fn quotes(self, at: *const u8) -> (u64, u64) {
        // SAFETY: as in `hits`.
        unsafe {
            let text = load(at);
            let quotes = movemask(text.map(|lanes| vceqq_u8(lanes, self.quote)));
            (quotes, movemask(text.map(|lanes| vceqq_u8(lanes, self.carriage_return))))
        }
    }
}
