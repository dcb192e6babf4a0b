//! Every instruction set that runs here against the naive twin.

use proptest::prelude::*;

use super::*;
use crate::Block;

/// What the index computes, in the plainest way.
fn naive(delimiter: u8, text: &[u8]) -> (Vec<u32>, usize) {
    let hit = |byte: u8| byte == delimiter || byte == b'\n';
    let positions = (0..text.len()).filter(|&i| hit(text[i])).map(|i| i as u32).collect();
    (positions, text.iter().filter(|&&byte| byte == b'\n').count())
}

fn agree(delimiter: u8, text: &[u8]) {
    let expected = naive(delimiter, text);
    // What is behind the text must not count: it is made of hits here.
    let mut padded = text.to_vec();
    padded.resize(text.len() + PADDING, delimiter);
    for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        let mut positions = vec![];
        // SAFETY: `padded` holds `PADDING` bytes behind the text.
        let line_feeds = unsafe { Index::new(delimiter, set).find(&padded[..text.len()], &mut positions) };
        assert_eq!((positions, line_feeds), expected, "{} on {text:?}", set.name());
    }
}

#[test]
fn the_portable_set_is_always_there() {
    assert!(InstructionSet::Portable.is_available());
    assert!(InstructionSet::detect().is_available());
}

#[test]
fn every_single_position_of_a_step() {
    for length in 0..=130 {
        agree(b'|', &vec![b'|'; length]);
        agree(b'|', &vec![b'x'; length]);
        for at in 0..length {
            let mut text = vec![b'x'; length];
            text[at] = b'\n';
            agree(b'|', &text);
            text[at] = b'|';
            agree(b'|', &text);
        }
    }
}

#[test]
fn neighbours_of_a_hit_are_no_hits() {
    // Bytes that differ from the delimiter by one bit, or by the high bit, are where word tricks fail.
    let text: Vec<u8> = (0..=255).chain((0..=255).rev()).flat_map(|byte| [byte, b'|', byte, b'\n']).collect();
    for delimiter in [b'|', b',', b'\t', 1, 0x7F, 0] {
        agree(delimiter, &text);
    }
}

#[test]
fn positions_are_appended_and_begin_at_the_text() {
    let block = Block::from(&b"a|b\n"[..]);
    let mut positions = vec![7];
    // SAFETY: a block has the padding.
    let found = unsafe { Index::new(b'|', InstructionSet::detect()).find(block.text(), &mut positions) };
    assert_eq!((positions, found), (vec![7, 1, 3], 1));
}

proptest! {
    #[test]
    fn any_text(text in proptest::collection::vec(prop_oneof![Just(b'|'), Just(b'\n'), Just(b'x'), any::<u8>()], 0..400)) {
        agree(b'|', &text);
        for cut in 0..text.len() {
            agree(b'|', &text[cut..]);
        }
    }
}
