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
//! When a dialect has quotes, `hits` is the place to mask with what is inside of them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
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
    instruction_set: InstructionSet,
}

impl Index {
    /// An index for `delimiter`, by `instruction_set`.
    ///
    /// # Panics
    ///
    /// If this machine cannot run `instruction_set`.
    pub fn new(delimiter: u8, instruction_set: InstructionSet) -> Self {
        assert!(instruction_set.is_available(), "this machine has no {}", instruction_set.name());
        Index { delimiter, instruction_set }
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
    /// Something that is compared with the delimiter.
    unsafe fn new(delimiter: u8) -> Self;

    /// What the 64 bytes at `at` hold.
    ///
    /// # Safety
    ///
    /// 64 bytes must be readable at `at`.
    unsafe fn hits(self, at: *const u8) -> Hits;

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
        let vector = V::new(delimiter);
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
