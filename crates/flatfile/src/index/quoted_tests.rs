//! Every instruction set that runs here against a naive twin that knows quotes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// Where the twin stands in a record.
#[derive(Clone, Copy, PartialEq)]
enum At {
    FieldBegin,
    Plain,
    Inside,
    /// Behind a quote that closes, unless another one follows.
    Closed,
}

/// What the index computes, in the plainest way: byte by byte, up to the first quote that is not regular.
fn naive(delimiter: u8, quote: u8, text: &[u8]) -> (Vec<u32>, Quoted) {
    let mut positions = vec![];
    let mut quoted = Quoted { is_regular: true, ..Quoted::default() };
    let mut at = At::FieldBegin;
    for (place, &byte) in text.iter().enumerate() {
        let is_end = byte == delimiter || byte == b'\n';
        at = match (at, byte) {
            (At::Inside, _) if byte != quote => At::Inside,
            (At::Inside, _) => At::Closed,
            (At::FieldBegin, _) if byte == quote => At::Inside,
            (At::Closed, _) if byte == quote => {
                quoted.has_doubled = true;
                At::Inside
            }
            _ if is_end => {
                positions.push(place as u32);
                quoted.line_feeds += usize::from(byte == b'\n');
                At::FieldBegin
            }
            (At::FieldBegin | At::Plain, _) if byte != quote => At::Plain,
            (At::Closed, b'\r') => At::Plain,
            _ => {
                quoted.is_regular = false;
                break;
            }
        };
    }
    (positions, quoted)
}

fn found(delimiter: u8, quote: u8, text: &[u8], set: InstructionSet) -> (Vec<u32>, Quoted) {
    // What is behind the text must not count: it is made of quotes here, and then of delimiters.
    let mut padded = text.to_vec();
    padded.push(quote);
    padded.resize(text.len() + PADDING, delimiter);
    let mut positions = vec![];
    let index = Index::with_quote(delimiter, quote, set);
    // SAFETY: `padded` holds `PADDING` bytes behind the text.
    let quoted = unsafe { index.find_quoted(&padded[..text.len()], &mut positions) };
    (positions, quoted)
}

fn agree(delimiter: u8, quote: u8, text: &[u8]) {
    let expected = naive(delimiter, quote, text);
    for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        let found = found(delimiter, quote, text, set);
        // Of a text that is not regular, that is all that counts.
        if expected.1.is_regular {
            assert_eq!(found, expected, "{} on {:?}", set.name(), text.escape_ascii().to_string());
        } else {
            assert!(!found.1.is_regular, "{} on {:?}", set.name(), text.escape_ascii().to_string());
        }
    }
}

/// What carries a state from one step of 64 bytes to the next stands at every place of two of them, and
/// the text ends at every byte of it.
#[test]
fn every_position_around_a_step() {
    const FRAGMENTS: [&[u8]; 12] = [
        b",\"a\",",
        b",\"\",\"\"\n",
        b",\"a\"\"b\",",
        b",\"\"\"\"\"\"\r\n\"",
        b",\"\n,\r\n\",x",
        b"\n\"x\"\r\n,",
        b"x\"y,",
        b",\"a\"b,",
        b",\"a\" \n",
        b",\"a\"\rb\n",
        b",\"a\"\r\"b\n",
        b"\"\"\"",
    ];
    for fragment in FRAGMENTS {
        for before in 0..=130 {
            let mut text = vec![b'x'; before];
            text.extend_from_slice(fragment);
            for length in before..=text.len() {
                agree(b',', b'"', &text[..length]);
            }
            text.extend_from_slice(&[b'x'; 70]);
            agree(b',', b'"', &text);
            text.extend_from_slice(b",\"y\"\n");
            agree(b',', b'"', &text);
        }
    }
}

#[test]
fn a_field_in_quotes_of_many_steps() {
    for length in [1, 61, 62, 63, 64, 65, 126, 127, 128, 200, 1_000] {
        let field = b",\n\r".repeat(length);
        let text = [b"\"".as_slice(), &field[..length], b"\",x\n"].concat();
        let expected = [length + 2, length + 4].map(|place| place as u32);
        for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
            let quoted = Quoted { line_feeds: 1, is_regular: true, has_doubled: false };
            assert_eq!(found(b',', b'"', &text, set), (expected.to_vec(), quoted), "{length} bytes");
        }
    }
}

#[test]
fn neighbours_of_a_quote_are_no_quotes() {
    for quote in [b'"', b'\'', b'|', 1, 0x7F] {
        // Bytes that differ by one bit, or by the high bit, are where word tricks fail.
        let text: Vec<u8> = (0..=255).filter(|&byte| byte != quote).flat_map(|byte| [byte, byte]).collect();
        agree(b',', quote, &text);
        agree(b',', quote, &[b"x,".as_slice(), &[quote], &text, &[quote], b",x\n"].concat());
    }
}

/// Texts of which most are regular, at least for a while.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&[u8]; 14] = [
        b",",
        b",",
        b"\n",
        b"\r\n",
        b"x",
        b"abcdefgh",
        b"\"\"",
        b"\"a\"",
        b"\"a,\n\"",
        b"\"\"\"\"",
        b",\"b\"\"c\",",
        b",\"\",",
        b"\"",
        b"\r",
    ];
    vec(select(&PIECES[..]), 0..120).prop_map(|pieces| pieces.concat())
}

/// Fields of either kind and nothing wrong.
fn regular() -> impl Strategy<Value = Vec<u8>> {
    vec((any::<bool>(), "[ab,\n\r\"]{0,30}", select(&[",", "\n", "\r\n"][..])), 0..60).prop_map(|fields| {
        let text = fields.into_iter().map(|(is_quoted, field, end)| match is_quoted {
            true => format!("\"{}\"{end}", field.replace('"', "\"\"")),
            false => field.replace([',', '\n', '"'], "c") + end,
        });
        text.collect::<String>().into_bytes()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text(text in vec(select(&b"\"\",\r\na"[..]), 0..300)) {
        agree(b',', b'"', &text);
    }

    #[test]
    fn texts_of_pieces(text in pieces()) {
        agree(b',', b'"', &text);
    }

    #[test]
    fn regular_texts(text in regular()) {
        prop_assert!(naive(b',', b'"', &text).1.is_regular);
        agree(b',', b'"', &text);
        for past in (0..text.len()).rev().take(70) {
            agree(b',', b'"', &text[..past]);
        }
    }
}
