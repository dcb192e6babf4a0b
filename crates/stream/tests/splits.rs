//! A file cut anywhere is read as the same records, each once, and its pieces join without a gap.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use reading::{Planned, Setup, a_split_each, one_split, rows_of};
use stream::{Header, Meter, PieceRecord, Split, SplitQueue};

const BLOCKS: [usize; 3] = [16, 64, 4096];

/// The records of a file in the plainest way: where each begins, and its text.
fn naive(content: &[u8]) -> Vec<(u64, String)> {
    let mut at = 0;
    content
        .split_inclusive(|byte| *byte == b'\n')
        .map(|line| {
            let first = at;
            at += line.len() as u64;
            let record = line.strip_suffix(b"\n").unwrap_or(line);
            let record = record.strip_suffix(b"\r").unwrap_or(record);
            (first, String::from_utf8(record.to_vec()).unwrap())
        })
        .collect()
}

/// That the pieces of a file of `content` join from its first byte to its last.
fn join(done: &[PieceRecord], content: &[u8]) {
    let mut at = 0;
    for piece in done {
        assert_eq!(piece.first_byte, at, "a gap or an overlap: {done:?}");
        let bytes = &content[piece.first_byte as usize..piece.past_byte as usize];
        assert_eq!(piece.crc32c, crc32c::crc32c(bytes), "{piece:?}");
        at = piece.past_byte;
    }
    assert_eq!(at, content.len() as u64, "{done:?}");
}

/// Reads `file` cut at `cuts`, as a split a piece and as one split of all pieces.
fn read_cut(setup: &Setup, file: &Planned, content: &[u8], cuts: &[u64]) {
    let expected = naive(content);
    let pieces = file.pieces(cuts);
    for splits in [a_split_each(pieces.clone()), one_split(pieces.clone())] {
        let numbers: Vec<_> = splits.iter().flat_map(|s| s.pieces.iter().map(|_| s.number)).collect();
        let reading = setup.read(splits).unwrap();
        assert!(
            reading.rows.iter().eq(expected.iter().map(|(_, record)| record)),
            "cuts {cuts:?}, block of {}, {:?}: {:?}",
            setup.options.block_bytes,
            String::from_utf8_lossy(content),
            reading.rows
        );
        assert_eq!(reading.bytes, content.len() as u64);
        join(&reading.done, content);
        assert!(reading.done.iter().map(|piece| piece.split).eq(numbers));
        for (piece, done) in pieces.iter().zip(&reading.done) {
            let owned = expected.iter().filter(|(at, _)| (piece.first_byte..piece.past_byte).contains(at));
            assert_eq!(done.records, owned.count() as u64, "a piece owns the records that begin in it");
        }
    }
}

fn read_cut_everywhere(setup: &Setup, content: &[u8]) {
    let file = Planned::new(content);
    for block_bytes in BLOCKS {
        let setup = setup.clone().with_block(block_bytes);
        for cut in 0..=content.len() as u64 {
            read_cut(&setup, &file, content, &[cut]);
        }
    }
}

fn one_text() -> Setup {
    Setup::new(&[("a", "text")])
}

#[test]
fn every_cut_of_small_files() {
    let long = format!("short\n{}\nshort\r\n{}", "long ".repeat(20), "longer ".repeat(30));
    for content in [
        "",
        "\n",
        "\r\n",
        "\n\n\n",
        "x",
        "x\n",
        "x\r\n",
        "a\nb\nc\n",
        "a\nb\nc",
        "a\r\nb\r\nc\r\n",
        "a\r\nb\nc\r",
        "\r\n\n\r\na\n\n",
        "first\n\n\nlast",
        "fifteen bytes!!\nfifteen bytes!!\nsixteen bytes!!!\nsixteen bytes!!!\n",
        "é\n🦀🦀🦀🦀🦀🦀\n日本語\n",
        &long,
    ] {
        read_cut_everywhere(&one_text(), content.as_bytes());
    }
}

#[test]
fn every_cut_of_a_file_of_several_columns() {
    let setup = Setup::new(&[("a", "text"), ("b", "text"), ("c", "text")]);
    read_cut_everywhere(&setup, b"a|b|c\n||\r\nlonger than a block of bytes|is|this\n1|2|3");
}

#[test]
fn every_pair_of_cuts() {
    let content = b"one\ntwo\r\n\nfour is longer than a block\nfive";
    let file = Planned::new(content);
    for first in 0..=content.len() as u64 {
        for second in first..=content.len() as u64 {
            read_cut(&one_text().with_block(16), &file, content, &[first, second]);
        }
    }
}

#[test]
fn records_that_need_many_reads_behind_the_end_of_their_piece() {
    // The end of a piece's last record is sought 4 KiB at a time.
    let content = format!("{}\n{}\nend", "x".repeat(4095), "y".repeat(20_000));
    let file = Planned::new(content.as_bytes());
    for block_bytes in [16, 4096, 1 << 16] {
        for cut in [1, 4095, 4096, 4097, 4098, 8192, 24_096, 24_097, 24_098] {
            read_cut(&one_text().with_block(block_bytes), &file, content.as_bytes(), &[1, cut]);
        }
    }
}

/// A file of lines that are longer and shorter than a block, with ends of both kinds.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![Just(String::new()), "[a-z]{1,9}", "[a-zé\\r ]{10,40}x", "x{60,70}"];
    let line = (line, any::<bool>()).prop_map(|(line, crlf)| line + if crlf { "\r\n" } else { "\n" });
    (vec(line, 0..8), any::<bool>()).prop_map(|(lines, last_line_end)| {
        let mut text = lines.concat();
        if !last_line_end {
            text.pop();
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn every_cut_of_random_files(content in lines()) {
        read_cut_everywhere(&one_text(), content.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn many_cuts_of_random_files(
        content in vec(lines(), 1..5).prop_map(|parts| parts.concat()),
        cuts in vec(any::<prop::sample::Index>(), 2..12),
        block_bytes in prop_oneof![16..80_usize, Just(4096)],
    ) {
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(content.len() + 1) as u64).collect();
        cuts.sort_unstable();
        let file = Planned::new(content.as_bytes());
        read_cut(&one_text().with_block(block_bytes), &file, content.as_bytes(), &cuts);
    }
}

/// What a file begins with belongs to its first piece, wherever the cuts are: also inside of it.
#[test]
fn every_cut_of_files_that_begin_with_something() {
    const MARK: &str = "\u{FEFF}";
    for (header, begin) in [
        (Header::None, MARK.to_owned()),
        (Header::Names, "a|b\n".to_owned()),
        (Header::Names, format!("{MARK}A|B\r\n")),
        (Header::Skip, "anything\n".to_owned()),
        (Header::Skip, format!("{MARK}\n")),
        (Header::Skip, format!("{MARK}a line longer than a block of sixteen bytes\r\n")),
    ] {
        for body in ["", "1|2\n3|4\n", "1|2\r\n3|a field longer than a block", "|\n"] {
            let content = begin.clone() + body;
            let file = Planned::new(content.as_bytes());
            let expected: Vec<_> = naive(body.as_bytes()).into_iter().map(|(_, record)| record).collect();
            for block_bytes in [1, 2, 16, 4096] {
                let setup =
                    Setup::new(&[("a", "text"), ("b", "text")]).with_header(header).with_block(block_bytes);
                for cut in 0..=content.len() as u64 {
                    let reading = setup.read(a_split_each(file.pieces(&[cut]))).unwrap();
                    assert_eq!(reading.rows, expected, "cut {cut} of {content:?}, block of {block_bytes}");
                    join(&reading.done, content.as_bytes());
                }
            }
        }
    }
}

#[test]
fn many_files_in_one_split() {
    let contents = ["", "a\nb", "\n", "one longer than the block of sixteen bytes\r\nc\r\n", "", "d"];
    let files: Vec<_> = contents.iter().map(|content| Planned::new(content.as_bytes())).collect();
    let pieces = (1..).zip(&files).map(|(number, file)| {
        let mut piece = file.piece(0, file.identity.size_bytes);
        piece.file = number;
        piece
    });
    let reading = one_text().with_block(16).read(one_split(pieces.collect())).unwrap();
    assert_eq!(reading.rows, ["a", "b", "", "one longer than the block of sixteen bytes", "c", "d"]);
    for ((number, content), done) in (1..).zip(contents).zip(&reading.done) {
        assert_eq!((done.file, done.split), (number, 1));
        join(std::slice::from_ref(done), content.as_bytes());
    }
    assert_eq!(reading.done.iter().map(|done| done.records).collect::<Vec<_>>(), [0, 2, 1, 2, 0, 1]);
}

#[test]
fn no_splits_and_splits_of_nothing() {
    assert!(one_text().read(vec![]).unwrap().rows.is_empty());
    let empty = || Split { number: 1, pieces: vec![] };
    let file = Planned::new(b"a\n");
    let splits = [vec![empty(), empty()], file.whole(), vec![empty()]].concat();
    assert_eq!(one_text().read(splits).unwrap().rows, ["a"]);
}

/// Batches are as large as the destination likes them, whatever the splits are.
#[test]
fn batches_go_on_over_splits() {
    let content: String = (0..20_000).map(|number| format!("{number}\n")).collect();
    let file = Planned::new(content.as_bytes());
    let cuts: Vec<_> = (1..100).map(|cut| cut * 1_000).collect();
    let queue = Arc::new(SplitQueue::new(a_split_each(file.pieces(&cuts))));
    let reader = one_text().with_block(512).reader(&queue, &Arc::new(Meter::default()));
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    assert_eq!(batches.iter().map(|batch| batch.num_rows()).collect::<Vec<_>>(), [8192, 8192, 3616]);
    assert!(batches.iter().flat_map(rows_of).eq((0..20_000).map(|number| number.to_string())));
}

/// Readers of one queue take each split once.
#[test]
fn readers_share_a_queue() {
    let content: String = (10_000..20_000).map(|number| format!("{number}\n")).collect();
    let file = Planned::new(content.as_bytes());
    let cuts: Vec<_> = (1..60).map(|cut| cut * 1_000).collect();
    let queue = Arc::new(SplitQueue::new(a_split_each(file.pieces(&cuts))));
    let readings: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut reader = one_text().reader(&queue, &Arc::new(Meter::default()));
                    let mut rows = vec![];
                    while let Some(batch) = reader.next_batch().unwrap() {
                        rows.extend(rows_of(&batch));
                    }
                    (rows, reader.take_done())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (rows, done): (Vec<_>, Vec<_>) = readings.into_iter().unzip();
    let (mut rows, mut done) = (rows.concat(), done.concat());
    rows.sort();
    assert!(rows.iter().eq(naive(content.as_bytes()).iter().map(|(_, record)| record)));
    done.sort_by_key(|piece| piece.split);
    join(&done, content.as_bytes());
}
