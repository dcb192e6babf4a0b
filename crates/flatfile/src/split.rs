//! Where a split's records begin and end.
//!
//! A file is cut into byte ranges without looking at it. The split `[first, past)` owns the records that
//! *begin* in its range, so two neighbours must agree, from the bytes alone, on the one place where the
//! left one stops and the right one starts. That place is [`boundary`] of the cut: behind the first line
//! feed at or after `cut - 1`. Looking one byte back is what makes it right when the cut falls exactly on
//! a record's first byte, and the line feed alone decides, so a cut between CR and LF needs no care.
//!
//! ```text
//! boundary(0) = 0        boundary(size) = size        both neighbours compute boundary(cut) alike
//! split [first, past) owns the bytes [boundary(first), boundary(past)): no gap, no overlap
//! ```

/// The first byte of the first record that begins at or after `cut`, when `text` is what the file holds
/// from byte `cut - 1` on (from byte 0 for a `cut` of 0), as an offset into `text`.
///
/// `None`: no line end yet, the text must go on (or the file ends, and with it the last record).
pub fn boundary(text: &[u8], cut: u64) -> Option<usize> {
    if cut == 0 { Some(0) } else { memchr::memchr(b'\n', text).map(|line_feed| line_feed + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cuts of small files: the pieces' records are the file's records, each once, in order.
    #[test]
    fn neighbours_agree_at_every_cut() {
        for file in ["a|b\nc|d\n", "a\r\nbb\r\n\r\nc", "\n\n\n", "x", "", "long first record\ns\n"] {
            let bytes = file.as_bytes();
            let at = |cut: usize| {
                boundary(&bytes[cut.saturating_sub(1)..], cut as u64)
                    .map_or(bytes.len(), |offset| (offset + cut.saturating_sub(1)).min(bytes.len()))
            };
            for left in 0..=bytes.len() {
                for right in left..=bytes.len() {
                    let ranges = [at(0)..at(left), at(left)..at(right), at(right)..bytes.len()];
                    let joined: Vec<u8> = ranges.iter().flat_map(|r| bytes[r.clone()].to_vec()).collect();
                    assert_eq!(joined, bytes, "cuts {left}, {right} of {file:?}");
                    for range in ranges.iter().filter(|range| !range.is_empty()) {
                        assert!(range.start == 0 || bytes[range.start - 1] == b'\n');
                        let first_begins_in =
                            |first: usize, past: usize| (first..past).contains(&range.start);
                        assert!(
                            first_begins_in(0, left)
                                || first_begins_in(left, right)
                                || first_begins_in(right, bytes.len())
                        );
                    }
                }
            }
        }
    }
}
