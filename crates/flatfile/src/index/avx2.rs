//! 64 bytes as two vectors of 32.

use std::arch::x86_64::*;

use super::{Hits, Quoted, Vector, scan, scan_quoted};

/// # Safety
///
/// As [`scan`]; the machine must have AVX2 and BMI.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`.
    unsafe { scan::<Avx2>(delimiter, text, positions) }
}

/// # Safety
///
/// As [`scan_quoted`]; the machine must have AVX2 and BMI.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn find_quoted(delimiter: u8, quote: u8, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
    // SAFETY: the caller's obligations are those of `scan_quoted`.
    unsafe { scan_quoted::<Avx2>(delimiter, quote, text, positions) }
}

#[derive(Clone, Copy)]
struct Avx2 {
    delimiter: __m256i,
    line_feed: __m256i,
    quote: __m256i,
    carriage_return: __m256i,
}

/// 64 bytes, and how they are compared.
#[derive(Clone, Copy)]
struct Text {
    low: __m256i,
    high: __m256i,
}

impl Text {
    /// # Safety
    ///
    /// 64 bytes must be readable at `at`; the machine must have AVX2.
    #[inline(always)]
    unsafe fn load(at: *const u8) -> Self {
        // SAFETY: the caller's obligation; unaligned loads are used.
        unsafe { Text { low: _mm256_loadu_si256(at.cast()), high: _mm256_loadu_si256(at.add(32).cast()) } }
    }

    /// # Safety
    ///
    /// The machine must have AVX2.
    #[inline(always)]
    unsafe fn equal(self, to: __m256i) -> u64 {
        // SAFETY: the caller's obligation.
        unsafe {
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.low, to)) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.high, to)) as u32;
            u64::from(low) | u64::from(high) << 32
        }
    }
}

impl Vector for Avx2 {
    #[inline(always)]
    unsafe fn new(delimiter: u8, quote: u8) -> Self {
        // SAFETY: the front turned AVX2 on.
        let all = |byte: u8| unsafe { _mm256_set1_epi8(byte as i8) };
        let (delimiter, line_feed) = (all(delimiter), all(b'\n'));
        Avx2 { delimiter, line_feed, quote: all(quote), carriage_return: all(b'\r') }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        // SAFETY: 64 bytes are readable at `at`.
        unsafe {
            let text = Text::load(at);
            let line_feeds = text.equal(self.line_feed);
            Hits { all: text.equal(self.delimiter) | line_feeds, line_feeds }
        }
    }

    #[inline(always)]
    unsafe fn quotes(self, at: *const u8) -> (u64, u64) {
        // SAFETY: as in `hits`.
        unsafe {
            let text = Text::load(at);
            (text.equal(self.quote), text.equal(self.carriage_return))
        }
    }
}
