//! Files that are no text.

use std::borrow::Cow;

/// How many of a file's first bytes [`binary_kind`] has use for: tar has its mark behind 257 others.
pub const BINARY_HEAD_BYTES: usize = 512;

/// Where it stands, what it is, and what has it there.
const MARKS: [(usize, &[u8], &str); 18] = [
    (0, b"PK\x03\x04", "a zip archive (or a workbook of Excel)"),
    (0, b"PK\x05\x06", "an empty zip archive"),
    (257, b"ustar", "a tar archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!\x1a\x07", "a RAR archive"),
    (0, b"\x1f\x9d", "a file of compress (.Z)"),
    (0, b"PAR1", "a Parquet file"),
    (0, b"ARROW1", "an Arrow file"),
    (0, b"ORC\x08", "an ORC file"),
    (0, b"Obj\x01", "an Avro file"),
    (8, b"DUCK", "a DuckDB file"),
    (0, b"SQLite format 3\0", "an SQLite file"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of Office (an .xls, for example)"),
    (0, b"%PDF-", "a PDF"),
    (0, b"\x7fELF", "a program"),
    (0, b"\x89PNG\r\n", "an image"),
    (0, b"<!DOCTYPE html", "a web page"),
    (0, b"<!doctype html", "a web page"),
];

/// Fewer than that say nothing of a head that is short.
const FEW_NULS: usize = 4;

/// What a file that begins with `head`, is not compressed and has no mark of UTF-16 is, if it is no text.
///
/// A NUL is a character of UTF-8, and some dumps have it in their text: it takes more than one to tell.
pub fn binary_kind(head: &[u8]) -> Option<String> {
    let head = &head[..head.len().min(BINARY_HEAD_BYTES)];
    for (at, mark, what) in MARKS {
        if head.get(at..).is_some_and(|behind| behind.starts_with(mark)) {
            return Some(what.to_owned());
        }
    }
    let is_nul = |byte: &u8| *byte == 0;
    let first = head.iter().position(is_nul)?;
    let nuls = head.iter().filter(|byte| is_nul(byte)).count();
    let is_many = nuls >= FEW_NULS;
    // Of Western text in UTF-16, every other byte is one.
    let in_place = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| is_nul(byte)).count();
    let kind: Cow<'_, str> = if is_many && in_place(1) == nuls && 3 * nuls > head.len() {
        "text in UTF-16LE without a mark".into()
    } else if is_many && in_place(0) == nuls && 3 * nuls > head.len() {
        "text in UTF-16BE without a mark".into()
    } else if is_many && 10 * nuls > head.len() || is_broken(head) {
        format!("no text: byte {first} is NUL").into()
    } else {
        return None;
    };
    Some(kind.into_owned())
}

/// Whether `head` is no UTF-8, other than by being cut within a character.
fn is_broken(head: &[u8]) -> bool {
    std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_not_taken_for_something_else() {
        let cut = "\u{e9}".repeat(300);
        for text in [
            "",
            "a,b\n",
            "PARTS,ORC\n",
            "<a>,1\n",
            "1,a\0b\n2,cccccccccc\n",
            &cut[..],
            "x\0y,\u{e9},zzzzzzzzzzzz\n",
        ] {
            assert_eq!(binary_kind(text.as_bytes()), None, "{text:?}");
        }
        let mut odd = b"x".to_vec();
        odd.extend(cut.as_bytes());
        assert_eq!(binary_kind(&odd), None);
        // Latin-1 without a NUL: the parser says where it is no UTF-8.
        assert_eq!(binary_kind(b"caf\xe9,1\n"), None);
    }

    #[test]
    fn what_is_no_text_is_named() {
        let tar = [&[b'a'; 257][..], b"ustar\x0000"].concat();
        let utf_16: Vec<u8> = "1,a\n2,b\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let utf_16_be: Vec<u8> = "1,a\n2,b\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (head, what) in [
            (&tar[..], "a tar archive"),
            (b"PK\x03\x04", "a zip archive (or a workbook of Excel)"),
            (b"12345678DUCK@", "a DuckDB file"),
            (&utf_16, "text in UTF-16LE without a mark"),
            (&utf_16_be, "text in UTF-16BE without a mark"),
            (b"\x01\x02\x00\xff\xfe abc def ghi", "no text: byte 2 is NUL"),
            (b"12\x00\x00\x00\x00\x01abcdefg", "no text: byte 2 is NUL"),
        ] {
            assert_eq!(binary_kind(head).as_deref(), Some(what));
        }
    }
}
