//! Files whose records cannot be found from the bytes at a cut are read in parts all the same: each part begins at a
//! guess, and is taken when the one before it ends there.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;

use std::sync::Arc;
use std::sync::mpsc::channel;

use flatfile::{Dialect, Terminator};
use proptest::collection::vec;
use proptest::prelude::*;
use reading::{Planned, Setup, one_split, rows_of};
use stream::{Header, Joins, Meter, Piece, PieceRecord, RejectLimit, Split, SplitQueue, StreamError};

fn setup(dialect: Dialect, width: usize) -> Setup {
    let names: Vec<_> = (0..width).map(|number| format!("c{number}")).collect();
    let columns: Vec<_> = names.iter().map(|name| (name.as_str(), "text")).collect();
    let setup = Setup::new(&columns).with_block(4096);
    Setup { dialect: Dialect { delimiter: b",".to_vec(), ..dialect }, ..setup }
}

fn quoted() -> Dialect {
    Dialect { quote: Some(b'"'), ..Dialect::default() }
}

/// What came of reading a piece: its rows, its record, and how often it was read.
struct Part {
    rows: Vec<String>,
    done: PieceRecord,
    times: usize,
    rejected: usize,
}

/// Reads `piece` as an engine does: again, if it did not begin where it was guessed to. `begun` is called when there
/// is a first batch, which is all of a small piece, or an error.
fn read_part(
    setup: &Setup, piece: &Piece, number: u32, joins: &Arc<Joins>, meter: &Arc<Meter>, begun: impl Fn(),
) -> Result<Part, StreamError> {
    for times in 1.. {
        let split = Split { number, pieces: vec![piece.clone()] };
        let queue = Arc::new(SplitQueue::joined([split], Arc::clone(joins)));
        let mut reader = setup.reader(&queue, meter);
        let mut rows = vec![];
        let ended = loop {
            let next = reader.next_batch();
            begun();
            match next {
                Ok(Some(batch)) => rows.extend(rows_of(&batch)),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        match ended {
            Ok(()) => {
                let done = reader.take_done().pop().unwrap();
                return Ok(Part { rows, done, times, rejected: reader.take_rejects().len() });
            }
            Err(StreamError::Misjoin { guessed, proven, .. }) => assert_ne!(guessed, proven),
            Err(error) => return Err(error),
        }
    }
    unreachable!("a piece joins when it is read again")
}

/// Reads the pieces that `cuts` make of `content`, the last first, each in a thread of its own: a piece has read
/// what it can at a guess, or waits for the one before it, when that one is begun.
fn read_backwards(setup: &Setup, content: &[u8], cuts: &[u64]) -> Vec<Result<Part, StreamError>> {
    let file = Planned::new(content);
    let (joins, meter) = (Arc::new(Joins::default()), Arc::new(Meter::default()));
    std::thread::scope(|scope| {
        let mut threads = vec![];
        for (number, piece) in (1..).zip(file.pieces(cuts)).collect::<Vec<_>>().into_iter().rev() {
            let (joins, meter, (begun, has_begun)) = (&joins, &meter, channel());
            threads.push(scope.spawn(move || {
                let part = read_part(setup, &piece, number, joins, meter, || {
                    let _ = begun.send(());
                });
                // One that fails stops all, which may wait for it.
                part.inspect_err(|_| meter.cancel())
            }));
            // One that waits says nothing.
            let _ = has_begun.recv_timeout(std::time::Duration::from_millis(2));
        }
        threads.into_iter().rev().map(|thread| thread.join().unwrap()).collect()
    })
}

/// That `content` read in the parts that `cuts` make is `content` read whole; gives how many parts were read twice.
fn check(setup: &Setup, content: &[u8], cuts: &[u64]) -> usize {
    let file = Planned::new(content);
    let whole = setup.read(file.whole()).unwrap();
    let parts: Vec<_> = read_backwards(setup, content, cuts).into_iter().map(Result::unwrap).collect();
    let rows: Vec<_> = parts.iter().flat_map(|part| part.rows.clone()).collect();
    assert_eq!(rows, whole.rows, "cuts {cuts:?} of {:?}", String::from_utf8_lossy(content));
    let mut at = 0;
    for part in &parts {
        assert_eq!(part.done.first_byte, at, "a gap or an overlap");
        at = part.done.past_byte;
        assert_eq!(
            part.done.crc32c,
            crc32c::crc32c(&content[part.done.first_byte as usize..part.done.past_byte as usize])
        );
    }
    assert_eq!(at, content.len() as u64);
    // One reader that takes all parts in their order guesses nothing.
    let in_order = setup.read(one_split(file.pieces(cuts))).unwrap();
    assert_eq!(in_order.rows, whole.rows);
    parts.iter().filter(|part| part.times > 1).count()
}

const LINE: &str = "1,\"a\nb\",\"say \"\"hi\"\"\"\r\n22,plain,\",\"\n";

#[test]
fn a_quoted_file_is_read_in_parts() {
    let content = LINE.repeat(50);
    for cut in 0..=(4 * LINE.len()) as u64 {
        let cuts = [cut, cut + 300, cut + 301, cut + 1000];
        assert_eq!(check(&setup(quoted(), 3), content.as_bytes(), &cuts), 0, "no guess is wrong");
    }
}

#[test]
fn other_dialects_are_read_in_parts_too() {
    for (dialect, line) in [
        (Dialect { escape: Some(b'\\'), ..quoted() }, "1,\"a\\\"\n\",x\\\ny\n"),
        (Dialect { escape: Some(b'\\'), ..Dialect::default() }, "1,a\\,\\\nb,\\N\n"),
        (Dialect { terminator: Terminator::AnyLine, ..quoted() }, "1,\"a\rb\",x\r"),
        (Dialect { terminator: Terminator::AnyLine, ..Dialect::default() }, "1,a,b\r\n2,c,d\r"),
        (Dialect { terminator: Terminator::Bytes(b"<>\n".to_vec()), ..quoted() }, "1,\"<>\n\",\n<><>\n"),
        (Dialect { comment: Some(b"#".to_vec()), ..quoted() }, "1,\"a\n#\",c\n# \"no, quote\n2,b,c\n"),
        (Dialect { skip_blank_lines: true, ..quoted() }, "1,\"a\n\n\",c\n\n\n"),
    ] {
        let content = line.repeat(60);
        for cut in (0..line.len() as u64 * 2).chain([400, 401, 405]) {
            check(&setup(dialect.clone(), 3), content.as_bytes(), &[cut, cut + 200]);
        }
    }
}

/// What is passed over in front of a header is no place to find records from, though lines end there.
#[test]
fn a_header_behind_comments_and_blank_lines_is_no_row() {
    let passed_over = "# made by hand, as, always\n\n# 1,2,3\r\n\r\n";
    let content = format!("{passed_over}c0,c1,c2\n{}", "1,2,3\n\n#\n".repeat(20));
    let dialect = Dialect { comment: Some(b"#".to_vec()), skip_blank_lines: true, ..Dialect::default() };
    for dialect in [dialect.clone(), Dialect { quote: Some(b'"'), ..dialect }] {
        let setup = setup(dialect, 3).with_header(Header::Names);
        assert_eq!(setup.read(Planned::new(content.as_bytes()).whole()).unwrap().rows.len(), 20);
        for cut in 1..passed_over.len() as u64 + 20 {
            check(&setup, content.as_bytes(), &[cut, cut + 1, cut + 40]);
        }
    }
}

/// A cut within a byte order mark is proven as every other is.
#[test]
fn a_file_is_cut_within_its_mark() {
    for content in [format!("\u{feff}{}", LINE.repeat(3)), "\u{feff}".to_owned(), "\u{feff}1,\"2".to_owned()]
    {
        let is_whole = !content.ends_with('2');
        for cuts in [&[1][..], &[2], &[3], &[1, 2], &[1, 2, 3]] {
            if is_whole {
                check(&setup(quoted(), 3), content.as_bytes(), cuts);
            } else {
                let parts = read_backwards(&setup(quoted(), 3), content.as_bytes(), cuts);
                assert!(
                    matches!(parts[0], Err(StreamError::Record { .. })),
                    "the record is of the first part"
                );
            }
        }
    }
}

/// A field that looks, from within, like a file of its own: parts within it own nothing, and whatever was guessed
/// there is read again.
#[test]
fn a_field_that_holds_a_file_is_read_right() {
    let inner = "7,x,y\n".repeat(3000);
    let content = format!("{}1,\"{inner}\",z\n{}", LINE.repeat(5), LINE.repeat(5));
    let cuts: Vec<_> = (1..10).map(|number| number * 400).collect();
    assert!(check(&setup(quoted(), 3), content.as_bytes(), &cuts) > 0, "some guesses are wrong");
}

/// What a stream met at a wrong guess does not count.
#[test]
fn errors_and_rejects_behind_a_wrong_guess_are_none() {
    let inner = format!("{}7,x\n", "7,x,y\n".repeat(3000));
    let content = format!("{}1,\"{inner}\",z\n{}", LINE.repeat(5), LINE.repeat(5));
    let cuts = [600, 1200, 17_000];
    let mut setup = setup(quoted(), 3);
    check(&setup, content.as_bytes(), &cuts);
    for most in [0, 1] {
        setup.options.ragged = flatfile::Ragged::Reject;
        setup.options.reject_limit = Arc::new(RejectLimit::new(Some(most)));
        for part in read_backwards(&setup, content.as_bytes(), &cuts) {
            assert_eq!(part.unwrap().rejected, 0);
        }
    }
}

/// Each of the parts finds what is wrong in it, at its place.
#[test]
fn rejects_of_all_parts_are_found_and_counted() {
    let content = format!("{LINE}broken\n").repeat(60);
    let mut setup = setup(quoted(), 3);
    setup.options.ragged = flatfile::Ragged::Reject;
    let cuts = [500, 1000, 1500];
    for (most, fits) in [(60, true), (59, false)] {
        setup.options.reject_limit = Arc::new(RejectLimit::new(Some(most)));
        let parts = read_backwards(&setup, content.as_bytes(), &cuts);
        let rejected: usize = parts.iter().flatten().map(|part| part.rejected).sum();
        assert_eq!((rejected == 60, parts.iter().all(Result::is_ok)), (fits, fits), "at most {most}");
    }
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z0-9]{0,4}",
        2 => "[a-z\",\n\r]{0,9}".prop_map(|text| format!("\"{}\"", text.replace('"', "\"\""))),
        1 => Just("a\"b".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_files_are_read_the_same_in_any_parts(
        records in vec((vec(field(), 3), any::<bool>()), 1..60),
        cuts in vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let content: String = records
            .iter()
            .map(|(fields, crlf)| fields.join(",") + if *crlf { "\r\n" } else { "\n" })
            .collect();
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(content.len() + 1) as u64).collect();
        cuts.sort_unstable();
        cuts.dedup();
        check(&setup(quoted(), 3), content.as_bytes(), &cuts);
    }
}
