//! 64 bytes as one vector; positions by compressing the numbers 0 to 63 with the mask.

use std::arch::x86_64::*;

use super::{Hits, Quoted, Vector, scan, scan_quoted};

/// # Safety
///
/// As [`scan`]; the machine must have AVX-512 F, BW, VL and VBMI2, and BMI.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn find(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: the caller's obligations are those of `scan`.
    unsafe { scan::<Avx512>(delimiter, text, positions) }
}

/// # Safety
///
/// As [`scan_quoted`]; the machine must have AVX-512 F, BW, VL and VBMI2, and BMI.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn find_quoted(delimiter: u8, quote: u8, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
    // SAFETY: the caller's obligations are those of `scan_quoted`.
    unsafe { scan_quoted::<Avx512>(delimiter, quote, text, positions) }
}

#[derive(Clone, Copy)]
struct Avx512 {
    delimiter: __m512i,
    line_feed: __m512i,
    quote: __m512i,
    carriage_return: __m512i,
}

/// The numbers 0 to 63, which `vpcompressb` picks from.
static NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < 64 {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

impl Vector for Avx512 {
    #[inline(always)]
    unsafe fn new(delimiter: u8, quote: u8) -> Self {
        // SAFETY: the front turned AVX-512 on.
        let all = |byte: u8| unsafe { _mm512_set1_epi8(byte as i8) };
        let (delimiter, line_feed) = (all(delimiter), all(b'\n'));
        Avx512 { delimiter, line_feed, quote: all(quote), carriage_return: all(b'\r') }
    }

    #[inline(always)]
    unsafe fn hits(self, at: *const u8) -> Hits {
        // SAFETY: 64 bytes are readable at `at`; an unaligned load is used.
        unsafe {
            let text = _mm512_loadu_si512(at.cast());
            let line_feeds = _mm512_cmpeq_epi8_mask(text, self.line_feed);
            Hits { all: _mm512_cmpeq_epi8_mask(text, self.delimiter) | line_feeds, line_feeds }
        }
    }

    #[inline(always)]
    unsafe fn quotes(self, at: *const u8) -> (u64, u64) {
        // SAFETY: as in `hits`.
        unsafe {
            let text = _mm512_loadu_si512(at.cast());
            (_mm512_cmpeq_epi8_mask(text, self.quote), _mm512_cmpeq_epi8_mask(text, self.carriage_return))
        }
    }

    #[inline(always)]
    unsafe fn write(mask: u64, base: u32, out: *mut u32) {
        // SAFETY: `out` has room for 64 positions, 16 are written at a time, four times at most.
        unsafe {
            let numbers = _mm512_loadu_si512(NUMBERS.as_ptr().cast());
            let found = _mm512_maskz_compress_epi8(mask, numbers);
            let base = _mm512_set1_epi32(base as i32);
            let widen = |bytes| _mm512_add_epi32(_mm512_cvtepu8_epi32(bytes), base);
            _mm512_storeu_si512(out.cast(), widen(_mm512_castsi512_si128(found)));
            let count = mask.count_ones();
            if count > 16 {
                _mm512_storeu_si512(out.add(16).cast(), widen(_mm512_extracti32x4_epi32::<1>(found)));
                if count > 32 {
                    _mm512_storeu_si512(out.add(32).cast(), widen(_mm512_extracti32x4_epi32::<2>(found)));
                    _mm512_storeu_si512(out.add(48).cast(), widen(_mm512_extracti32x4_epi32::<3>(found)));
                }
            }
        }
    }
}
