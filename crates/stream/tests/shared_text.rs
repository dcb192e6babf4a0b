//! A text that can only be read from front to back is parsed by many streams as it is by one.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;

use std::sync::Arc;

use flatfile::{Dialect, Terminator};
use reading::{Planned, Setup, one_split, rows_of};
use source::Encoding;
use stream::{Header, Meter, Piece, PieceRecord, SharedText, SplitQueue, StreamError};

fn setup(dialect: Dialect) -> Setup {
    let setup = Setup::new(&[("a", "text"), ("b", "text"), ("c", "text")]).with_block(64 << 10);
    Setup { dialect: Dialect { delimiter: b",".to_vec(), ..dialect }, ..setup }
}

/// All of `file`, in an encoding that has to be decoded from its front.
fn piece(file: &Planned) -> Piece {
    Piece { encoding: "windows-1252".parse::<Encoding>().unwrap(), ..file.piece(0, u64::MAX) }
}

fn shared(setup: &Setup, file: &Planned) -> Arc<SharedText> {
    let (skip, limit) = (setup.options.skip_lines, setup.options.record_limit_bytes);
    Arc::new(SharedText::new(piece(file), setup.dialect.clone(), skip, limit))
}

/// What a stream has read.
type Part = Result<(Vec<String>, Vec<PieceRecord>), StreamError>;

/// Reads the text with `streams` readers, each of which commits when it has taken `most_bytes`.
fn read(setup: &Setup, text: &Arc<SharedText>, streams: usize, most_bytes: u64) -> Vec<Part> {
    let meter = Arc::new(Meter::default());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..streams)
            .map(|_| {
                scope.spawn(|| {
                    let (mut rows, mut done) = (vec![], vec![]);
                    while text.size_bytes().is_none() {
                        let texts = vec![(1, Arc::clone(text))];
                        let queue = SplitQueue::new([]).with_texts(texts, most_bytes);
                        let mut reader = setup.reader(&Arc::new(queue), &meter);
                        while let Some(batch) = reader.next_batch()? {
                            rows.extend(rows_of(&batch));
                        }
                        done.extend(reader.take_done());
                    }
                    Ok((rows, done))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// That many streams read of `content` what one does.
fn check(setup: &Setup, content: &str) {
    let file = Planned::new(content.as_bytes());
    let mut whole = setup.read(one_split(vec![piece(&file)])).unwrap().rows;
    whole.sort_unstable();
    for (streams, most_bytes) in [(1, u64::MAX), (3, u64::MAX), (2, 1)] {
        let text = shared(setup, &file);
        let parts = read(setup, &text, streams, most_bytes);
        let (rows, done): (Vec<_>, Vec<_>) = parts.into_iter().map(Result::unwrap).unzip();
        let (mut rows, mut done) = (rows.concat(), done.concat());
        rows.sort_unstable();
        assert_eq!(rows.len(), whole.len());
        assert!(rows == whole, "other rows than by one stream");
        done.sort_by_key(|piece| piece.first_byte);
        let mut at = 0;
        for piece in &done {
            assert_eq!(piece.first_byte, at, "a gap or an overlap");
            at = piece.past_byte;
        }
        assert_eq!(Some(at), text.size_bytes());
        assert_eq!(at, content.len() as u64);
    }
}

/// Some 10 MB: three chunks.
fn many(record: impl Fn(usize) -> String) -> String {
    (0..120_000).map(record).collect()
}

#[test]
fn texts_of_all_kinds_are_shared() {
    let long = "x".repeat(60);
    let quoted = || Dialect { quote: Some(b'"'), ..Dialect::default() };
    for (dialect, text) in [
        (Dialect::default(), many(|n| format!("{n},{long},b\n"))),
        (quoted(), many(|n| format!("{n},\"{long}\n,\"\"\",b\r\n"))),
        (quoted(), many(|n| format!("{n},{long}\" ,\"\n\"\n"))),
        (Dialect { escape: Some(b'\\'), ..quoted() }, many(|n| format!("{n},\"{long}\\\"\n\",\\\n\n"))),
        (Dialect { terminator: Terminator::AnyLine, ..quoted() }, many(|n| format!("{n},\"{long}\r\",b\r"))),
    ] {
        check(&setup(dialect), &text);
    }
}

#[test]
fn what_a_text_begins_with_belongs_to_the_first_chunk() {
    let quoted = Dialect { quote: Some(b'"'), ..Dialect::default() };
    let mut setup = setup(quoted).with_header(Header::Names);
    setup.options.skip_lines = 2;
    let body = many(|n| format!("{n},\"{}\n\",b\n", "x".repeat(60)));
    // A quote in a line that is passed over opens nothing.
    check(&setup, &format!("made by \"us\nnot data\na,\"b\",c\n{body}"));
    check(&setup, "one\ntwo\na,b,c\n");
}

#[test]
fn an_empty_text_is_one_chunk_of_nothing() {
    check(&setup(Dialect::default()), "");
    // As an empty file, it has no header.
    check(&setup(Dialect::default()).with_header(Header::Names), "");
}

#[test]
fn faults_have_their_places() {
    let mut text = many(|n| format!("{n},{},b\n", "x".repeat(60)));
    let at = text.find("\n100000,").unwrap() + 1;
    text.insert_str(at, "broken\n");
    let (file, setup) = (Planned::new(text.as_bytes()), setup(Dialect::default()));
    let errors: Vec<_> =
        read(&setup, &shared(&setup, &file), 1, 1).into_iter().map(Result::unwrap_err).collect();
    match &errors[..] {
        [StreamError::Record { line: Some(100_001), error, .. }] => {
            assert_eq!(error.place.record_byte, at as u64);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_record_without_an_end_is_told() {
    let text = format!("a,b,c\n{}", "x".repeat(12 << 20));
    let (file, mut setup) = (Planned::new(text.as_bytes()), setup(Dialect::default()));
    setup.options.record_limit_bytes = 5 << 20;
    let error = read(&setup, &shared(&setup, &file), 1, 1).pop().unwrap().unwrap_err();
    assert!(matches!(error, StreamError::RecordTooLong { line: Some(2), byte: 6, .. }), "{error}");
}
