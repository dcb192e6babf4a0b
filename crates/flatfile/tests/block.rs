//! The block against a naive twin: a vector of the text alone.

use flatfile::{Block, PADDING};
use proptest::collection::vec;
use proptest::prelude::*;

/// What can be done with a block.
#[derive(Clone, Debug)]
enum Step {
    /// Text is read, as much as there is room for.
    Fill(Vec<u8>),
    /// So many hundredths of the text are consumed.
    Consume(usize),
    Push(u8),
    Grow(usize),
    Shrink(usize),
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => vec(any::<u8>(), 0..50).prop_map(Step::Fill),
        4 => (0..=100_usize).prop_map(Step::Consume),
        1 => any::<u8>().prop_map(Step::Push),
        1 => (0..100_usize).prop_map(Step::Grow),
        1 => (0..100_usize).prop_map(Step::Shrink),
        1 => Just(Step::Clear),
    ]
}

proptest! {
    #[test]
    fn a_block_holds_its_text(capacity in 0..60_usize, steps in vec(step(), 0..40)) {
        let (mut block, mut twin, mut at_least) = (Block::with_capacity(capacity), vec![], capacity);
        for step in steps {
            match step {
                Step::Fill(text) => {
                    let room = block.room();
                    let bytes = text.len().min(room.len());
                    room[..bytes].copy_from_slice(&text[..bytes]);
                    block.filled(bytes);
                    twin.extend_from_slice(&text[..bytes]);
                    prop_assert!(bytes == text.len() || block.text().len() == block.capacity());
                }
                Step::Consume(hundredths) => {
                    let bytes = twin.len() * hundredths / 100;
                    block.consume(bytes);
                    twin.drain(..bytes);
                }
                Step::Push(byte) => {
                    block.push(byte);
                    twin.push(byte);
                }
                Step::Grow(bytes) => {
                    block.grow(bytes);
                    at_least = at_least.max(bytes);
                }
                Step::Shrink(bytes) => {
                    block.shrink(bytes);
                    at_least = at_least.min(bytes.max(twin.len()));
                    prop_assert!(block.capacity() <= bytes.max(twin.len()));
                }
                Step::Clear => {
                    block.clear();
                    twin.clear();
                }
            }
            prop_assert_eq!(block.text(), &twin[..]);
            prop_assert!(block.capacity() >= at_least.max(twin.len()));
        }
    }
}

#[test]
fn what_is_behind_the_text_can_be_read() {
    for length in [0, 1, 100] {
        let mut block = Block::from(&vec![b'x'; length][..]);
        block.push(b'\n');
        let text = block.text();
        // SAFETY: `PADDING` bytes behind the text are the promise of a block.
        let padded = unsafe { std::slice::from_raw_parts(text.as_ptr(), text.len() + PADDING) };
        assert_eq!(&padded[..=length], text);
        assert_eq!(block.capacity(), length + 1);
    }
}

#[test]
fn a_block_shrinks_to_what_it_was() {
    let mut block = Block::with_capacity(64);
    block.grow(4096);
    assert_eq!((block.capacity(), block.room().len()), (4096, 4096));
    block.filled(100);
    block.shrink(64);
    assert_eq!((block.capacity(), block.text().len()), (100, 100));
    block.clear();
    block.shrink(64);
    assert_eq!((block.capacity(), block.room().len()), (64, 64));
}

#[test]
#[should_panic(expected = "more consumed than there was")]
fn no_more_is_consumed_than_there_is() {
    Block::from(&b"text"[..]).consume(5);
}

#[test]
#[should_panic(expected = "more filled than there was room")]
fn no_more_is_filled_than_there_is_room() {
    Block::with_capacity(4).filled(5);
}
