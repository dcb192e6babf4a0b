//! 64 bytes as two vectors of 32.

use std::arch::x86_64::*;

use super::{Hits, Vector, scan};

/// # Safety
///
/// As [`scan`]; the machine must have AVX2 and BMI.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`.
    unsafe { scan::<Avx2>(delimiter, text, positions) }
}

#[derive(Clone, Copy)]
struct Avx2 {
    delimiter: __m256i,
    line_feed: __m256i,
}

impl Vector for Avx2 {
    #[inline(always)]
    unsafe fn new(delimiter: u8) -> Self {
        // SAFETY: the front turned AVX2 on.
        unsafe {
            Avx2 { delimiter: _mm256_set1_epi8(delimiter as i8), line_feed: _mm256_set1_epi8(b'\n' as i8) }
        }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        // SAFETY: 64 bytes are readable at `at`; unaligned loads are used.
        unsafe {
            let (low, high) = (_mm256_loadu_si256(at.cast()), _mm256_loadu_si256(at.add(32).cast()));
            let equal = |to| {
                let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, to)) as u32;
                let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, to)) as u32;
                u64::from(low) | u64::from(high) << 32
            };
            let line_feeds = equal(self.line_feed);
            Hits { all: equal(self.delimiter) | line_feeds, line_feeds }
        }
    }
}
