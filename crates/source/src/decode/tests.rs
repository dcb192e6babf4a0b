use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::Compression;
use crate::encoding::Kind;
use crate::raw::{Counts, Raw};
use crate::slow::Slow;

/// The text of `bytes`, by reads of `read_bytes` into buffers of `room_bytes`, and how it ended.
fn decode_slowly(
    encoding: Encoding, bytes: &[u8], read_bytes: usize, room_bytes: usize,
) -> (Vec<u8>, Result<(), SourceError>) {
    let path: Arc<std::path::Path> = PathBuf::from("file").into();
    let raw = Raw::new(Box::new(Slow::new(bytes, read_bytes)), path.clone(), Arc::new(Counts::default()));
    let mut decoder = Decoder::new(Decompressor::new(raw, path, Compression::None).unwrap(), encoding);
    let (mut text, mut room) = (Vec::new(), vec![0; room_bytes]);
    loop {
        match decoder.read(&mut room) {
            Ok(0) => return (text, Ok(())),
            Ok(bytes) => text.extend(&room[..bytes]),
            Err(error) => return (text, Err(error)),
        }
    }
}

fn decode(encoding: &str, bytes: &[u8]) -> Result<String, SourceError> {
    let (text, result) = decode_slowly(encoding.parse().unwrap(), bytes, 1 << 20, 1 << 16);
    result.map(|()| String::from_utf8(text).unwrap())
}

/// `text` in `encoding`, without the characters that it does not have.
fn encode(encoding: Encoding, text: &str) -> (Vec<u8>, String) {
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| (text.encode_utf16().flat_map(bytes).collect(), text.to_owned());
    match encoding.0 {
        Kind::Latin1 => {
            let kept: String = text.chars().filter(|&character| character <= '\u{ff}').collect();
            (kept.chars().map(|character| character as u8).collect(), kept)
        }
        Kind::Whatwg(encoding) if encoding == encoding_rs::UTF_16LE => utf_16(u16::to_le_bytes),
        Kind::Whatwg(encoding) if encoding == encoding_rs::UTF_16BE => utf_16(u16::to_be_bytes),
        Kind::Whatwg(encoding) => {
            // Some characters are written as another's bytes, so one is kept if it comes back as itself.
            let comes_back = |character: &char| {
                let one = character.to_string();
                let (bytes, _, unknown) = encoding.encode(&one);
                !unknown && encoding.decode_without_bom_handling(&bytes).0 == one
            };
            let kept: String = text.chars().filter(comes_back).collect();
            (encoding.encode(&kept).0.into_owned(), kept)
        }
    }
}

#[test]
fn text_of_each_encoding_is_read() {
    for (encoding, bytes, text) in [
        ("utf-8", &b"na\xc3\xafve"[..], "naïve"),
        ("utf-16le", b"\xe9\0=\xd8\0\xde", "é😀"),
        ("utf-16be", b"\0\xe9\xd8=\xde\0", "é😀"),
        ("latin1", b"\x80\x9f\xe9\xff", "\u{80}\u{9f}éÿ"),
        ("windows-1252", b"\x80\x9f\xe9\xff", "€Ÿéÿ"),
        ("iso-8859-15", b"\xa4", "€"),
        ("shift_jis", b"\x93\xfa\x96{", "日本"),
        ("gb18030", b"\xc4\xe3\x94\x39\xfc\x36", "你😀"),
        ("koi8-r", b"\xed\xc9\xd2", "Мир"),
        ("iso-2022-jp", b"\x1b$BF|K\\\x1b(B|", "日本|"),
    ] {
        assert_eq!(decode(encoding, bytes).unwrap(), text, "{encoding}");
    }
}

#[test]
fn what_cannot_be_decoded_is_told_with_its_place() {
    for (encoding, bytes, wrong) in [
        ("utf-16le", &b"a\0\0\xd8b\0"[..], 2..4),
        ("utf-16le", b"a\0b\0\x00\xdc", 4..6),
        ("utf-16be", b"\0a\0", 2..3),
        ("utf-16be", b"\0a\xd8\0", 2..4),
        ("shift_jis", b"ab\x93", 2..3),
        ("shift_jis", b"ab\xfd|", 2..3),
        ("gb18030", b"a|\x94\x39\xfc", 2..5),
        ("euc-jp", b"\x8f\xa2", 0..2),
        ("windows-1253", b"abc\xd2", 3..4),
    ] {
        for read_bytes in [1, 2, 3, 100] {
            let (text, result) = decode_slowly(encoding.parse().unwrap(), bytes, read_bytes, 16);
            let error = result.unwrap_err();
            let SourceError::Undecodable { offset, bytes: shown, .. } = &error else { panic!("{error}") };
            assert_eq!(*offset, wrong.start as u64, "{encoding} {bytes:02x?}: {error}");
            assert_eq!(shown, &bytes[wrong.clone()], "{encoding} {bytes:02x?}");
            let before = decode(encoding, &bytes[..wrong.start]).unwrap();
            assert_eq!(String::from_utf8(text).unwrap(), before, "text before the error comes first");
        }
    }
}

#[test]
fn the_message_shows_the_bytes() {
    let error = decode("shift_jis", b"ab\x81\xff").map(drop).unwrap_err();
    assert_eq!(
        error.to_string(),
        "file: 0x81 0xFF at byte 2 of the text is no Shift_JIS; is it in another encoding?"
    );
}

#[test]
fn a_place_far_behind_is_exact() {
    let mut bytes = vec![b'a'; 300_001];
    bytes.extend(b"\x81\xff tail");
    for read_bytes in [1, 4093, 1 << 20] {
        let (text, result) = decode_slowly("shift_jis".parse().unwrap(), &bytes, read_bytes, 1000);
        let error = result.unwrap_err();
        assert!(matches!(error, SourceError::Undecodable { offset: 300_001, .. }), "{error}");
        assert_eq!(text.len(), 300_001);
    }
}

#[test]
fn a_mark_is_dropped() {
    for (encoding, bytes, text) in [
        ("utf-8", &b"\xef\xbb\xbfa|"[..], "a|"),
        ("utf-8", b"\xef\xbb\xbf", ""),
        ("utf-8", b"\xef\xbb\xbf\xef\xbb\xbf", "\u{feff}"),
        ("utf-8", b"a", "a"),
        ("utf-8", b"", ""),
        ("utf-16le", b"\xff\xfea\0", "a"),
        ("utf-16le", b"a\0", "a"),
        ("utf-16be", b"\xfe\xff\0a", "a"),
        // The mark decides between the two, so that `utf-16` reads both.
        ("utf-16", b"\xfe\xff\0a", "a"),
        ("utf-16be", b"\xff\xfea\0", "a"),
        // What is the mark of another encoding is text in this one.
        ("windows-1251", b"\xff\xfe", "яю"),
        ("latin1", b"\xef\xbb\xbfa", "ï»¿a"),
    ] {
        for read_bytes in [1, 2, 100] {
            let (found, result) = decode_slowly(encoding.parse().unwrap(), bytes, read_bytes, 16);
            result.unwrap();
            assert_eq!(String::from_utf8(found).unwrap(), text, "{encoding}");
        }
    }
}

#[test]
fn an_error_after_a_mark_counts_the_mark() {
    let error = decode("utf-16le", b"\xff\xfea\0\0").unwrap_err();
    assert!(matches!(error, SourceError::Undecodable { offset: 4, .. }), "{error}");
}

proptest! {
    // Each case goes through every encoding.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_text_comes_back(text in any::<String>(), repeat in 1usize..300, read_bytes in 1usize..9000,
                           room_bytes in 16usize..9000) {
        for name in Encoding::NAMES {
            let encoding = name.parse().unwrap();
            let (bytes, kept) = encode(encoding, &text.repeat(repeat));
            // A mark in front of the random text would be dropped.
            prop_assume!(Encoding::of_mark(&bytes).is_none());
            let (found, result) = decode_slowly(encoding, &bytes, read_bytes, room_bytes);
            prop_assert!(result.is_ok(), "{}: {:?}", name, result);
            prop_assert!(found == kept.as_bytes(), "{}", name);
        }
    }

    #[test]
    fn any_bytes_are_text_or_an_error_at_what_they_are(
        bytes in prop::collection::vec(any::<u8>(), 0..200), read_bytes in 1usize..50,
    ) {
        for name in Encoding::NAMES.into_iter().filter(|&name| name != "UTF-8") {
            let (text, result) = decode_slowly(name.parse().unwrap(), &bytes, read_bytes, 16);
            prop_assert!(String::from_utf8(text).is_ok());
            if let Err(error) = result {
                let SourceError::Undecodable { offset, bytes: shown, .. } = error else { panic!("{error}") };
                let at = offset as usize;
                prop_assert!(!shown.is_empty() && bytes[at..at + shown.len()] == shown, "{}", name);
            }
        }
    }

    #[test]
    fn utf_8_is_passed_on_into_any_room(bytes in prop::collection::vec(any::<u8>(), 0..100),
                                        read_bytes in 1usize..10, room_bytes in 1usize..10) {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let (found, _) = decode_slowly(Encoding::UTF_8, &bytes, read_bytes, room_bytes);
        prop_assert_eq!(found, text);
    }
}
