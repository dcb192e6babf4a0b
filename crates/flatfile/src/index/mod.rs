//! The index: where in a text its delimiters and line feeds are.
//!
//! Everything behind it (counting fields, finding a field's bytes) is arithmetic on the positions found
//! here, so this is the one pass that looks at every byte. In pseudo-code:
//!
//! ```text
//! for each 64 bytes of text:
//!     hits        = bit i set where byte i is the delimiter or LF      (compare, movemask)
//!     line_feeds += count of LF among them
//!     positions  ++= base + index of each set bit of hits              (compress, or trailing zeros)
//! ```
//!
//! The loop stands once, in [`scan`]; what differs between instruction sets is the small [`Vector`] trait
//! and a front of a few lines each that turns the instruction set on. Positions are 32 bits wide: a text
//! is at most 4 GiB, blocks are some hundred kilobytes.
//!
//! With quotes, what stands inside of them is masked out of `hits`: a byte is inside where the number of
//! quotes before it is odd, which [`inside`] computes for 64 bytes at once. That is right only where every
//! quote opens or closes a field or is one of a doubled pair; the same loop checks it, see [`Quoted`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod quoted_tests;
#[cfg(test)]
mod tests;

use crate::PADDING;

/// An instruction set that the index, and the conversion behind it, can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// x86-64 with AVX-512 F, BW, VL and VBMI2 (and AVX2, BMI).
    Avx512,
    /// x86-64 with AVX2 and BMI.
    Avx2,
    /// aarch64.
    Neon,
    /// Any machine.
    Portable,
}

impl InstructionSet {
    /// All of them, best first.
    pub const ALL: [InstructionSet; 4] =
        [InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Neon, InstructionSet::Portable];

    /// The best one that this machine can run.
    pub fn detect() -> InstructionSet {
        *Self::ALL.iter().find(|set| set.is_available()).expect("the portable one runs anywhere")
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                InstructionSet::Avx2.is_available()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512vbmi2")
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("bmi1")
                    && std::arch::is_x86_feature_detected!("bmi2")
                    && std::arch::is_x86_feature_detected!("lzcnt")
                    && std::arch::is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => true,
            InstructionSet::Portable => true,
            _ => false,
        }
    }

    /// Its name, as `TERALOAD_INSTRUCTION_SET` takes it and reports give it.
    pub fn name(self) -> &'static str {
        match self {
            InstructionSet::Avx512 => "avx512",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Neon => "neon",
            InstructionSet::Portable => "portable",
        }
    }
}

/// Finds the delimiters and line feeds of texts.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    delimiter: u8,
    quote: u8,
    instruction_set: InstructionSet,
}

/// What [`Index::find_quoted`] saw of the quotes in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quoted {
    /// Line feeds outside of quotes.
    pub line_feeds: usize,
    /// Every quote is the first byte of a field, the last one, or one of two that stand together within: so
    /// what was taken for inside is inside. If not, the positions mean nothing.
    pub is_regular: bool,
    /// Two quotes stand together somewhere.
    pub has_doubled: bool,
}

impl Index {
    /// An index for `delimiter`, by `instruction_set`.
    ///
    /// # Panics
    ///
    /// If this machine cannot run `instruction_set`.
    pub fn new(delimiter: u8, instruction_set: InstructionSet) -> Self {
        Index::with_quote(delimiter, b'"', instruction_set)
    }

    /// As [`Index::new`], and [`Index::find_quoted`] takes `quote` for the quote.
    ///
    /// # Panics
    ///
    /// As [`Index::new`].
    pub fn with_quote(delimiter: u8, quote: u8, instruction_set: InstructionSet) -> Self {
        assert!(instruction_set.is_available(), "this machine has no {}", instruction_set.name());
        Index { delimiter, quote, instruction_set }
    }

    /// Appends to `positions` where in `text` delimiters and line feeds are, as offsets into it, and
    /// returns how many of them are line feeds.
    ///
    /// # Safety
    ///
    /// [`PADDING`] bytes must be readable behind `text`.
    pub unsafe fn find(&self, text: &[u8], positions: &mut Vec<u32>) -> usize {
        assert!(u32::try_from(text.len()).is_ok(), "a text has at most 4 GiB");
        // One position a byte is the most there can be, and a step may write up to 64 positions more
        // than it found.
        positions.reserve(text.len() + PADDING);
        // SAFETY: the caller answers for the padding, the reserve above for the room in `positions`,
        // and `new` has checked that this machine has the instruction set.
        unsafe {
            match self.instruction_set {
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => avx512::find(self.delimiter, text, positions),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => avx2::find(self.delimiter, text, positions),
                #[cfg(target_arch = "aarch64")]
                InstructionSet::Neon => neon::find(self.delimiter, text, positions),
                _ => portable::find(self.delimiter, text, positions),
            }
        }
    }
}

impl Index {
    /// As [`Index::find`], without what stands in quotes. `text` begins outside of them, with a record.
    ///
    /// # Safety
    ///
    /// [`PADDING`] bytes must be readable behind `text`.
    pub unsafe fn find_quoted(&self, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
        assert!(u32::try_from(text.len()).is_ok(), "a text has at most 4 GiB");
        positions.reserve(text.len() + PADDING);
        // SAFETY: as in `find`.
        unsafe {
            match self.instruction_set {
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => avx512::find_quoted(self.delimiter, self.quote, text, positions),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => avx2::find_quoted(self.delimiter, self.quote, text, positions),
                #[cfg(target_arch = "aarch64")]
                InstructionSet::Neon => neon::find_quoted(self.delimiter, self.quote, text, positions),
                _ => portable::find_quoted(self.delimiter, self.quote, text, positions),
            }
        }
    }
}

/// What 64 bytes hold, a bit a byte, the first byte in the lowest bit.
#[derive(Clone, Copy)]
struct Hits {
    /// Delimiters and line feeds.
    all: u64,
    /// Line feeds alone.
    line_feeds: u64,
}

/// What an instruction set has to do for [`scan`].
///
/// # Safety
///
/// The methods are unsafe because they are made of instructions the machine must have. They are
/// `#[inline(always)]` and never marked with a target feature: they take over the features of the front
/// that calls them.
trait Vector: Copy {
    /// Something that is compared with the delimiter and the quote.
    unsafe fn new(delimiter: u8, quote: u8) -> Self;

    /// What the 64 bytes at `at` hold.
    ///
    /// # Safety
    ///
    /// 64 bytes must be readable at `at`.
    unsafe fn hits(self, at: *const u8) -> Hits;

    /// Where among the 64 bytes at `at` quotes and carriage returns are.
    ///
    /// # Safety
    ///
    /// 64 bytes must be readable at `at`.
    unsafe fn quotes(self, at: *const u8) -> (u64, u64);

    /// Writes `base` plus the index of every set bit of `mask` to `out`.
    ///
    /// # Safety
    ///
    /// `out` must have room for 64 positions: more may be written than there are bits set.
    #[inline(always)]
    unsafe fn write(mut mask: u64, base: u32, mut out: *mut u32) {
        let mut left = mask.count_ones() as usize;
        // Eight at a time without asking whether there are as many: delimited text has about that many
        // in 64 bytes, and a mispredicted branch costs more than eight stores.
        loop {
            for i in 0..8 {
                // SAFETY: at most 64 bits are set, so at most 64 positions are written.
                unsafe { *out.add(i) = base + mask.trailing_zeros() };
                mask &= mask.wrapping_sub(1);
            }
            if left <= 8 {
                return;
            }
            left -= 8;
            // SAFETY: as above.
            out = unsafe { out.add(8) };
        }
    }
}

/// The loop of all instruction sets; see the module's pseudo-code.
///
/// # Safety
///
/// [`PADDING`] bytes must be readable behind `text`, and `positions` must have room for one position a
/// byte and [`PADDING`] more. The machine must have the instructions of `V`.
#[inline(always)]
unsafe fn scan<V: Vector>(delimiter: u8, text: &[u8], positions: &mut Vec<u32>) -> usize {
    // SAFETY: every step reads 64 bytes that begin inside of the text, so at most 63 behind it; before a
    // step at most `offset` positions were found, so 64 more fit.
    unsafe {
        let vector = V::new(delimiter, 0);
        let mut found = positions.len();
        let out = positions.as_mut_ptr();
        let mut line_feeds = 0;
        for offset in (0..text.len()).step_by(64) {
            let mut hits = vector.hits(text.as_ptr().add(offset));
            let left = text.len() - offset;
            if left < 64 {
                let inside = (1 << left) - 1;
                hits = Hits { all: hits.all & inside, line_feeds: hits.line_feeds & inside };
            }
            V::write(hits.all, offset as u32, out.add(found));
            found += hits.all.count_ones() as usize;
            line_feeds += hits.line_feeds.count_ones() as usize;
        }
        positions.set_len(found);
        line_feeds
    }
}

/// Bit `i` is set where an odd number of the bits 0 to `i` of `quotes` are.
#[inline(always)]
fn inside(quotes: u64) -> u64 {
    // Six shifts; a carry-less multiplication does it in one instruction and gained nothing measurable.
    let mut odd = quotes;
    for shift in [1, 2, 4, 8, 16, 32] {
        odd ^= odd << shift;
    }
    odd
}

/// [`scan`] for texts with quotes.
///
/// # Safety
///
/// As [`scan`].
#[inline(always)]
unsafe fn scan_quoted<V: Vector>(delimiter: u8, quote: u8, text: &[u8], positions: &mut Vec<u32>) -> Quoted {
    // SAFETY: as in `scan`.
    unsafe {
        let vector = V::new(delimiter, quote);
        let mut found = positions.len();
        let out = positions.as_mut_ptr();
        let (mut line_feeds, mut irregular, mut doubled) = (0, 0, 0);
        // What the 64 bytes before end with: inside of quotes (all bits or none), the end of a field, a
        // closing quote. A text begins with a field.
        let (mut was_inside, mut was_end, mut was_closing) = (0, 1, 0);
        for offset in (0..text.len()).step_by(64) {
            let at = text.as_ptr().add(offset);
            let (hits, (mut quotes, returns)) = (vector.hits(at), vector.quotes(at));
            let left = text.len() - offset;
            let here = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            quotes &= here;
            let inside = inside(quotes) ^ was_inside;
            let ends = hits.all & !inside & here;
            let (opening, closing) = (quotes & inside, quotes & !inside);
            let (behind_end, behind_closing) = (ends << 1 | was_end, closing << 1 | was_closing);
            irregular |= opening & !(behind_end | behind_closing);
            irregular |= behind_closing & here & !(ends | opening | returns);
            doubled |= opening & behind_closing;
            V::write(ends, offset as u32, out.add(found));
            found += ends.count_ones() as usize;
            line_feeds += (hits.line_feeds & ends).count_ones() as usize;
            // The sign bit everywhere: the last byte's state goes on.
            was_inside = (inside as i64 >> 63) as u64;
            (was_end, was_closing) = (ends >> 63, closing >> 63);
        }
        positions.set_len(found);
        Quoted { line_feeds, is_regular: irregular == 0, has_doubled: doubled != 0 }
    }
}
