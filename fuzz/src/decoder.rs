//! Archives and texts in any encoding give the same however they arrive and are asked for, or are told to be
//! damaged; and what they are is never guessed twice in different ways.

use std::io::Read;
use std::path::Path;

use arbitrary::{Result, Unstructured};
use source::{Buffering, Compression, Encoding, SourceError, TextStream};

use crate::choice::one_of;

/// After so much text it is enough: an archive of a few bytes can have any length.
const MOST_TEXT_BYTES: usize = 1 << 20;

/// Any bytes, as an archive of any kind and in any encoding.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let [kind, chunk_bytes, buffer_bytes]: [u8; 3] = u.arbitrary()?;
    let encoding: Encoding = one_of(&mut u, &Encoding::NAMES)?.parse().expect("the list is of names");
    let bytes = u.take_rest();
    let detected = Compression::detect(bytes);
    assert_eq!(
        Compression::detect(&bytes[..bytes.len().min(64)]) == Compression::None,
        detected == Compression::None
    );
    // Mostly as what it looks like: as anything else it is over at once.
    let compression = match kind {
        0..200 => detected,
        _ => Compression::ALL[usize::from(kind) % Compression::ALL.len()],
    };
    let whole = text(bytes, bytes.len().max(1), 1 << 16, compression, encoding);
    let parts = text(bytes, 1 + usize::from(chunk_bytes), usize::from(buffer_bytes), compression, encoding);
    if compression == Compression::None {
        assert_eq!(parts, whole, "in {encoding}");
        if let Some(expected) = expected(bytes, encoding) {
            let found = whole.1.is_none().then_some(whole.0);
            assert_eq!(found, expected.map(String::into_bytes), "in {encoding}");
        }
        return Ok(());
    }
    // How much comes out in front of the damage, and what exactly is said of it, is the decompressor's.
    assert_eq!(parts.1.is_some(), whole.1.is_some(), "{compression}: {:?}, {:?}", parts.1, whole.1);
    let (short, long) = if parts.0.len() < whole.0.len() { (parts.0, whole.0) } else { (whole.0, parts.0) };
    assert!(long.starts_with(&short), "{compression}");
    assert!(whole.1.is_some() || short == long, "{compression}");
    Ok(())
}

/// The text of `bytes`, which come `chunk_bytes` at a time, and what is wrong, in words, where that ends it.
fn text(
    bytes: &[u8], chunk_bytes: usize, buffer_bytes: usize, compression: Compression, encoding: Encoding,
) -> (Vec<u8>, Option<String>) {
    let reader = Chunks { rest: bytes.to_vec().into(), chunk_bytes };
    let buffering = Buffering { buffer_bytes, buffers: 2 };
    let path = Path::new("input");
    let mut stream = match TextStream::over(Box::new(reader), path, compression, encoding, buffering) {
        Ok(stream) => stream,
        Err(error) => return (vec![], Some(error.to_string())),
    };
    let mut text = vec![];
    loop {
        match stream.next() {
            Ok(None) => break,
            Ok(Some(buffer)) => {
                assert!(!buffer.is_empty(), "a buffer has text");
                text.extend(&buffer);
                stream.recycle(buffer);
            }
            Err(error) => {
                assert!(stream.next().is_ok_and(|next| next.is_none()), "after an error there is nothing");
                let is_named = matches!(error, SourceError::Corrupt { .. } | SourceError::Undecodable { .. });
                assert!(is_named, "{error}");
                text.truncate(MOST_TEXT_BYTES);
                return (text, Some(error.to_string()));
            }
        }
        if text.len() > MOST_TEXT_BYTES {
            text.truncate(MOST_TEXT_BYTES);
            return (text, None);
        }
    }
    (text, None)
}

/// The text that `bytes` are in `encoding`, `None` if they are none; all of it at once by the library that the
/// decoder stands on, for encodings where that is known from its name.
fn expected(bytes: &[u8], encoding: Encoding) -> Option<Option<String>> {
    let mark = Encoding::of_mark(bytes);
    let is_utf_16 = |encoding: Encoding| encoding.name().starts_with("UTF-16");
    let mark = mark.filter(|(marked, _)| *marked == encoding || is_utf_16(*marked) && is_utf_16(encoding));
    let (encoding, mark_bytes) = mark.unwrap_or((encoding, 0));
    let bytes = &bytes[mark_bytes..];
    match encoding.name() {
        "UTF-8" => None,
        "ISO-8859-1" => Some(Some(bytes.iter().map(|&byte| char::from(byte)).collect())),
        name => {
            let library = encoding_rs::Encoding::for_label(name.as_bytes())?;
            Some(library.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into))
        }
    }
}

/// Bytes that come a few at a time.
struct Chunks {
    rest: std::collections::VecDeque<u8>,
    chunk_bytes: usize,
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let bytes = buffer.len().min(self.chunk_bytes);
        self.rest.read(&mut buffer[..bytes])
    }
}
