//! Parts of a file's text, and the encoding that it is written in.

use ::sniff::Sample;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use source::{Compression, Encoding, SourceError};
use stream::{Opened, Piece};

use crate::file::{head, parts_of};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A file, its encoding, how that is known, and parts of its text.
pub struct Looked {
    pub encoding: Encoding,
    pub how: &'static str,
    pub samples: Vec<Sample>,
}

/// Reads up to `parts` parts of a file, and finds its encoding if it was not said.
pub fn look(
    file: usize, piece: &Piece, is_encoding_said: bool, part_bytes: u64, parts: u64,
) -> Result<Looked, SourceError> {
    let most = usize::try_from(part_bytes * parts).unwrap_or(usize::MAX);
    let is_by_position =
        piece.compression == Compression::None && !matches!(piece.opened, Some(Opened::Flow(_)));
    let raw = if is_by_position {
        parts_of(piece, part_bytes, parts)?
    } else {
        let (text, is_end) = head(&Piece { encoding: Encoding::UTF_8, ..piece.clone() }, most)?;
        vec![(0, is_end, text)]
    };
    let said = is_encoding_said.then_some(piece.encoding);
    let (encoding, how) = match said {
        Some(encoding) => (encoding, "given"),
        None => encoding_of(raw.iter().map(|(_, _, text)| &text[..])),
    };
    let samples = if encoding == Encoding::UTF_8 {
        raw.into_iter()
            .map(|(first_byte, is_end, mut text)| {
                let is_head = first_byte == 0;
                let mark =
                    if is_head && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
                text.drain(..mark);
                let first_byte = first_byte + mark as u64;
                Sample { file, first_byte, text, is_head, is_end }
            })
            .collect()
    } else {
        // Where in the bytes a character begins is known from the front alone.
        let (text, is_end) = head(&Piece { encoding, ..piece.clone() }, most)?;
        vec![Sample { file, first_byte: 0, text, is_head: true, is_end }]
    };
    Ok(Looked { encoding, how, samples })
}

/// The encoding of some parts of a file, the first of which is its head, and how it is known.
fn encoding_of<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> (Encoding, &'static str) {
    let head = texts.clone().next().unwrap_or_default();
    if let Some((encoding, _)) = Encoding::of_mark(head) {
        return (encoding, "mark");
    }
    if let Some(encoding) = wide(head) {
        return (encoding, "guess");
    }
    if texts.clone().all(<[u8]>::is_ascii) {
        return (Encoding::UTF_8, "ascii");
    }
    if texts.clone().all(is_utf_8) {
        return (Encoding::UTF_8, "utf-8");
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts {
        detector.feed(text, false);
    }
    let guess = detector.guess(None, Utf8Detection::Deny).name();
    // Every name of the standard's is one of ours.
    (guess.parse().unwrap_or(Encoding::UTF_8), "guess")
}

/// UTF-16 without a mark: every other byte of what people write in it is 0.
fn wide(head: &[u8]) -> Option<Encoding> {
    let zeros = |first: usize| head.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), head.len() / 2);
    let name = match () {
        () if half > 1 && odd * 10 > half * 6 && even * 10 < half => "utf-16le",
        () if half > 1 && even * 10 > half * 6 && odd * 10 < half => "utf-16be",
        () => return None,
    };
    name.parse().ok()
}

/// Whether a part of a text is UTF-8, but for characters that its edges cut.
fn is_utf_8(text: &[u8]) -> bool {
    let cut = text.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    match std::str::from_utf8(&text[cut..]) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}
