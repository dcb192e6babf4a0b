//! Lines that are passed over before and behind a file's records: of any cut, in files and in texts.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;

use flatfile::Terminator;
use reading::{Planned, Reading, Setup, a_split_each, one_split};
use source::Encoding;
use stream::{Header, StreamError};

/// The lines of a file in the plainest way, ends included.
fn lines(content: &str, ends: &[&str]) -> Vec<String> {
    let (mut lines, mut line, mut rest) = (vec![], String::new(), content);
    while let Some(character) = rest.chars().next() {
        if let Some(end) = ends.iter().find(|end| rest.starts_with(*end)) {
            lines.push(std::mem::take(&mut line) + end);
            rest = &rest[end.len()..];
        } else {
            line.push(character);
            rest = &rest[character.len_utf8()..];
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// The records that are left of a file; `None` if it has fewer lines than are to be passed over.
fn naive(content: &str, ends: &[&str], before: usize, behind: usize, header: Header) -> Option<Vec<String>> {
    let all = lines(content, ends);
    let body = all.get(before..all.len().checked_sub(behind)?)?;
    let bare = |line: &String| ends.iter().find_map(|end| line.strip_suffix(end)).unwrap_or(line).to_owned();
    Some(body.iter().skip(usize::from(header != Header::None)).map(bare).collect())
}

fn join(reading: &Reading, content: &str) {
    let mut at = 0;
    for piece in &reading.done {
        let place = (piece.first_byte, piece.past_byte);
        assert!(piece.first_byte == at || place == (0, 0), "a gap or an overlap: {:?}", reading.done);
        let bytes = &content.as_bytes()[piece.first_byte as usize..piece.past_byte as usize];
        assert_eq!(piece.crc32c, if bytes.is_empty() { 0 } else { crc32c::crc32c(bytes) }, "{piece:?}");
        at = piece.past_byte.max(at);
    }
    assert_eq!(at, content.len() as u64, "{:?}", reading.done);
}

const LF: [&str; 2] = ["\r\n", "\n"];

#[test]
fn every_pair_of_cuts() {
    let mut checked = 0;
    for (content, ends) in [
        ("report \"of\n2024\n\nn\n1\n22\nsum 23\n", 8),
        ("\n\n\n\n\n", 5),
        ("one line that is longer than a block\r\nx\r\n\r\ny\r\nlast without end", 5),
        ("\u{FEFF}a\nb\nc\nd", 4),
        ("a", 1),
    ] {
        let file = Planned::new(content.as_bytes());
        for (before, behind) in
            [(0, 1), (1, 0), (2, 0), (0, 2), (1, 1), (2, 3), (ends, 0), (0, ends), (1, ends)]
        {
            for header in [Header::None, Header::Skip] {
                let Some(expected) = naive(content, &LF, before, behind, header) else { continue };
                let expected: Vec<_> =
                    expected.iter().map(|row| row.trim_start_matches('\u{FEFF}')).collect();
                for block_bytes in [16, 4096] {
                    let setup = Setup::new(&[("a", "text")]).with_block(block_bytes).with_header(header);
                    let setup = setup.with_skipped(before, behind);
                    for first in 0..=content.len() as u64 {
                        for second in first..=content.len() as u64 {
                            let reading = setup.read(a_split_each(file.pieces(&[first, second]))).unwrap();
                            assert_eq!(
                                reading.rows, expected,
                                "{before} before, {behind} behind, {header:?}, cuts {first}, {second} of {content:?}"
                            );
                            join(&reading, content);
                            checked += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn a_piece_for_every_byte() {
    let content = "title\n\nn|m\n1|2\n3|4\n5|6\n--\nsum|12\n";
    let file = Planned::new(content.as_bytes());
    let setup = Setup::new(&[("n", "text"), ("m", "text")]).with_header(Header::Names).with_skipped(2, 2);
    let cuts: Vec<_> = (1..content.len() as u64).collect();
    for splits in [a_split_each(file.pieces(&cuts)), one_split(file.pieces(&cuts))] {
        let reading = setup.read(splits).unwrap();
        assert_eq!(reading.rows, ["1|2", "3|4", "5|6"]);
        join(&reading, content);
    }
}

#[test]
fn long_preambles_and_footers() {
    // Longer than what is looked at at a time, with cuts all over.
    let preamble = format!("{}\n", "p".repeat(150)).repeat(100);
    let footer = format!("{}\n", "f".repeat(170)).repeat(70);
    let content = format!("{preamble}{}{footer}", "record\n".repeat(10));
    let file = Planned::new(content.as_bytes());
    let cuts: Vec<_> = (0..content.len() as u64).step_by(611).skip(1).collect();
    let reading = Setup::new(&[("a", "text")])
        .with_block(512)
        .with_skipped(100, 70)
        .read(a_split_each(file.pieces(&cuts)))
        .unwrap();
    assert_eq!(reading.rows, ["record"; 10]);
    join(&reading, &content);
}

/// Texts, and files whose lines do not end with a line feed, are read from front to back: the last lines are held
/// back until it is known that they are the last.
#[test]
fn texts_and_other_line_ends() {
    let bytes = |end: &str| Terminator::Bytes(end.as_bytes().to_vec());
    for (content, terminator, ends) in [
        ("p\n1\n2\nfoot\n", Terminator::Lines, &LF[..]),
        ("p\n1\n2\nfoot", Terminator::Lines, &LF),
        ("p\r1\n2\r\nfoot", Terminator::AnyLine, &["\r\n", "\n", "\r"]),
        ("p\r1\r2\rfoot\r", Terminator::AnyLine, &["\r\n", "\n", "\r"]),
        ("p~~1\n~~2~~foot~~", bytes("~~"), &["~~"]),
        ("p~~1~~2~~foot", bytes("~~"), &["~~"]),
        ("a record that is longer than a block~~x", bytes("~~"), &["~~"]),
    ] {
        let content = content.repeat(3);
        let file = Planned::new(content.as_bytes());
        for (before, behind) in [(0, 1), (1, 0), (1, 1), (2, 2), (3, 4), (0, 9), (9, 1), (99, 0), (0, 99)] {
            for (encoding, block_bytes) in [Encoding::UTF_8, "windows-1252".parse().unwrap()]
                .into_iter()
                .flat_map(|e| [(e, 16), (e, 4096)])
            {
                let mut setup =
                    Setup::new(&[("a", "text")]).with_block(block_bytes).with_skipped(before, behind);
                setup.dialect.terminator = terminator.clone();
                let mut piece =
                    file.piece(0, if encoding == Encoding::UTF_8 { content.len() as u64 } else { u64::MAX });
                piece.encoding = encoding;
                let result = setup.read(one_split(vec![piece]));
                match naive(&content, ends, before, behind, Header::None) {
                    Some(expected) => {
                        let reading = result.unwrap();
                        assert_eq!(reading.rows, expected, "{before} before, {behind} behind of {content:?}");
                        join(&reading, &content);
                    }
                    None => {
                        let Err(StreamError::TooFewLines { .. }) = result else {
                            panic!("{before} before, {behind} behind of {content:?}")
                        };
                    }
                }
            }
        }
    }
}

#[test]
fn more_lines_than_there_are() {
    let file = Planned::new(b"one\ntwo\nthree");
    for (before, behind) in [(4, 0), (0, 4), (2, 2), (3, 1), (1, 3)] {
        let error = Setup::new(&[("a", "text")]).with_skipped(before, behind).error(file.whole());
        let expected = "has fewer lines than are to be passed over";
        assert_eq!(
            error,
            file.says(&format!("{expected}: {before} before its records and {behind} behind them"))
        );
        // Also where a piece does not see all of it.
        for cut in 1..13 {
            let setup = Setup::new(&[("a", "text")]).with_skipped(before, behind);
            assert!(setup.error(a_split_each(file.pieces(&[cut]))).contains(expected), "cut {cut}");
        }
    }
}

#[test]
fn a_footer_that_is_too_long_to_hold_back() {
    let file = Planned::new("x".repeat(100_000).as_bytes());
    let mut setup = Setup::new(&[("a", "text")]).with_skipped(0, 1);
    setup.dialect.terminator = Terminator::AnyLine;
    setup.options.record_limit_bytes = 1 << 10;
    assert!(setup.error(file.whole()).contains("longer than 1024 bytes"));
}
