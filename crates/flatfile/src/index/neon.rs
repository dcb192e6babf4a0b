//! 64 bytes as four vectors of 16.

use std::arch::aarch64::*;

use super::{Hits, Vector, scan};

/// # Safety
///
/// As [`scan`].
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`; every aarch64 machine has NEON.
    unsafe { scan::<Neon>(delimiter, text, positions) }
}

#[derive(Clone, Copy)]
struct Neon {
    delimiter: uint8x16_t,
    line_feed: uint8x16_t,
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

impl Vector for Neon {
    #[inline(always)]
    unsafe fn new(delimiter: u8) -> Self {
        // SAFETY: every aarch64 machine has NEON.
        unsafe { Neon { delimiter: vdupq_n_u8(delimiter), line_feed: vdupq_n_u8(b'\n') } }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        // SAFETY: 64 bytes are readable at `at`.
        unsafe {
            let text = [vld1q_u8(at), vld1q_u8(at.add(16)), vld1q_u8(at.add(32)), vld1q_u8(at.add(48))];
            let delimiters = movemask(text.map(|lanes| vceqq_u8(lanes, self.delimiter)));
            let line_feeds = movemask(text.map(|lanes| vceqq_u8(lanes, self.line_feed)));
            Hits { all: delimiters | line_feeds, line_feeds }
        }
    }
}
