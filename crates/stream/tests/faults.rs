//! What stops a stream, and whether it says so in the right place.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reading::{Planned, Setup, a_split_each, one_split};
use source::SourceError;
use stream::{Header, Meter, SplitQueue, StreamError};

fn one_text() -> Setup {
    Setup::new(&[("a", "text")])
}

fn two_texts() -> Setup {
    Setup::new(&[("order", "text"), ("price", "text")])
}

#[test]
fn headers_that_name_the_columns() {
    for (trailing, content) in [
        (false, "order|price\n1|2\n"),
        (false, "ORDER|Price\n1|2\n"),
        (false, "order|price\r\n1|2\r\n"),
        (false, "\u{FEFF}order|price\n1|2"),
        (true, "order|price|\n1|2|\n"),
        (true, "order|price\n1|2|\n"),
        (true, "\u{FEFF}order|price|\r\n1|2|\r\n"),
    ] {
        let mut setup = two_texts().with_header(Header::Names);
        setup.dialect.trailing_delimiter = trailing;
        assert_eq!(
            setup.read(Planned::new(content.as_bytes()).whole()).unwrap().rows,
            ["1|2"],
            "{content:?}"
        );
    }
    // An empty file has no header to compare.
    assert!(two_texts().with_header(Header::Names).read(Planned::new(b"").whole()).unwrap().rows.is_empty());
    let names_alone = Planned::new(b"order|price");
    assert!(two_texts().with_header(Header::Names).read(names_alone.whole()).unwrap().rows.is_empty());
}

#[test]
fn headers_that_do_not() {
    for (content, detail) in [
        ("order|prize\n", r#"column 2 is "prize", expected "price""#),
        ("price|order\n", r#"column 1 is "price", expected "order""#),
        ("order |price\n", r#"column 1 is "order ", expected "order""#),
        ("order\n", "found 1 name, expected 2"),
        ("order|price|tax\n", "found 3 names, expected 2"),
        ("order|price|\n", "found 3 names, expected 2"),
        ("1|2\n", r#"column 1 is "1", expected "order""#),
    ] {
        let file = Planned::new(content.as_bytes());
        let expected = file.says(&format!("the header does not name the columns of the table: {detail}"));
        assert_eq!(two_texts().with_header(Header::Names).error(file.whole()), expected);
    }
}

#[test]
fn each_file_has_its_header() {
    let files = [Planned::new(b"order|price\n1|2\n"), Planned::new(b"3|4\n5|6\n")];
    let pieces = || files.iter().flat_map(|file| file.pieces(&[])).collect();
    let names = two_texts().with_header(Header::Names);
    assert!(names.error(one_split(pieces())).starts_with(&files[1].says("the header")));
    let skipped = two_texts().with_header(Header::Skip).read(one_split(pieces())).unwrap();
    assert_eq!(skipped.rows, ["1|2", "5|6"]);
}

/// The limit is of a record with its line end. It is no multiple of the block, which doubles up to it.
#[test]
fn records_longer_than_the_limit() {
    let mut setup = one_text().with_block(16);
    setup.options.record_limit_bytes = 50;
    for (length, line_end) in [(49, "\n"), (48, "\r\n"), (50, "")] {
        let record = "x".repeat(length);
        let file = Planned::new(format!("short\n{record}{line_end}").as_bytes());
        assert_eq!(setup.read(file.whole()).unwrap().rows, ["short", record.as_str()]);
    }
    for (length, line_end) in [(50, "\n"), (49, "\r\n"), (51, ""), (1000, "\nshort\n")] {
        let file = Planned::new(format!("short\n\n{}{line_end}", "x".repeat(length)).as_bytes());
        for cut in [0, 3, 7, 8, 40] {
            let error = setup.read(a_split_each(file.pieces(&[cut]))).err().unwrap();
            assert_eq!(error.to_string(), file.says("the record at byte 7 is longer than 50 bytes"));
            assert!(
                matches!(
                    error,
                    StreamError::RecordTooLong {
                        line: Some(3),
                        byte: 7,
                        in_quotes: false,
                        limit_bytes: 50,
                        ..
                    }
                ),
                "{error:?}"
            );
        }
        // Whose record it is says so; whoever only passes over it has no limit.
        let behind = setup.read(one_split(vec![file.piece(20, file.identity.size_bytes)])).unwrap();
        assert_eq!(behind.rows, if line_end.len() > 2 { vec!["short"] } else { vec![] });
    }
    let file = Planned::new("x".repeat(100).as_bytes());
    let error = setup.clone().with_header(Header::Skip).error(file.whole());
    assert_eq!(error, file.says("the record at byte 0 is longer than 50 bytes"));
}

/// Sets the time of a write, which two writes in a row may have in common.
fn touch(planned: &Planned) {
    let file = File::options().append(true).open(&*planned.path).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(10)).unwrap();
}

fn truncate(planned: &Planned, bytes: u64) {
    File::options().write(true).open(&*planned.path).unwrap().set_len(bytes).unwrap();
}

fn append(planned: &Planned, text: &str) {
    File::options().append(true).open(&*planned.path).unwrap().write_all(text.as_bytes()).unwrap();
}

#[test]
fn a_file_that_changes_before_it_is_read() {
    let content = b"one\ntwo\nthree\n";
    let shrinks = Planned::new(content);
    truncate(&shrinks, 8);
    let message = "shrank while it was being loaded: it ends at byte 8, expected 14 bytes";
    assert_eq!(one_text().error(shrinks.whole()), shrinks.says(message));

    let grows = Planned::new(content);
    append(&grows, "four\n");
    let message = "changed while it was being loaded: it grew from 14 to 19 bytes";
    assert_eq!(one_text().error(grows.whole()), grows.says(message));

    let rewritten = Planned::new(content);
    touch(&rewritten);
    let message = "changed while it was being loaded: it was written to";
    assert_eq!(one_text().error(rewritten.whole()), rewritten.says(message));

    let removed = Planned::new(content);
    fs::remove_file(&*removed.path).unwrap();
    assert_eq!(one_text().error(removed.whole()), removed.says("no such file"));

    let replaced = Planned::new(content);
    fs::remove_file(&*replaced.path).unwrap();
    fs::create_dir(&*replaced.path).unwrap();
    assert_eq!(one_text().error(replaced.whole()), replaced.says("is a directory, expected a file"));
}

/// What happens to a file while it is read.
type Change = fn(&Planned);

#[test]
fn a_file_that_changes_while_it_is_read() {
    let changes: [(Change, &str); 4] = [
        (|file| truncate(file, 100_000), "shrunk"),
        // Behind what is still to be read nothing is missing, and yet it is another file.
        (|file| append(file, "more\n"), "changed"),
        (touch, "changed"),
        // What was opened is still read; the name says nothing any more.
        (|file| fs::remove_file(&*file.path).unwrap(), ""),
    ];
    for (change, code) in changes {
        let content: String = (0..30_000).map(|number| format!("{number}\n")).collect();
        let file = Planned::new(content.as_bytes());
        let queue = Arc::new(SplitQueue::new(file.whole()));
        let mut reader = one_text().with_block(4096).reader(&queue, &Arc::new(Meter::default()));
        assert_eq!(reader.next_batch().unwrap().unwrap().num_rows(), 8192);
        change(&file);
        match reader.find_map(Result::err) {
            Some(StreamError::Source(error)) => assert_eq!(error.code(), code, "{error}"),
            Some(error) => panic!("{error}"),
            None => assert_eq!(code, ""),
        }
        assert_eq!(reader.take_done().len(), usize::from(code.is_empty()), "a changed piece is not done");
    }
}

#[test]
fn a_file_without_permission() {
    let file = Planned::new(b"one\n");
    fs::set_permissions(&*file.path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read anything, and the kernel says nothing else.
    if File::open(&*file.path).is_err() {
        assert_eq!(one_text().error(file.whole()), file.says("no permission to read it"));
    }
}

/// The facts of a record's error: line, byte of the record, byte of the field, column from 0.
fn place(error: &StreamError) -> (Option<u64>, u64, Option<u64>, Option<usize>) {
    match error {
        StreamError::Record { line, error, .. } => {
            (*line, error.place.record_byte, error.place.field_byte, error.place.column)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn errors_have_their_place_in_the_file() {
    let setup = Setup::new(&[("a", "int32"), ("b", "date")]);
    for line_end in ["\n", "\r\n"] {
        let good = format!("12|2024-02-29{line_end}");
        for (bad, before_field, column, reason) in [
            ("x|2024-02-29", 0, 0, r#"column 1: "x" is not an integer: "x" is no digit"#),
            ("123|1998-13-01", 4, 1, r#"column 2: "1998-13-01" is not a date: month 13"#),
            ("123|", 4, 1, r#"column 2: "" is not a date: the form is YYYY-MM-DD"#),
        ] {
            for lines_before in [0, 1, 2, 7] {
                let begin = good.repeat(lines_before);
                let at = begin.len() as u64;
                let content = format!("{begin}{bad}{line_end}{}", good.repeat(3));
                let file = Planned::new(content.as_bytes());
                for (cut, block_bytes) in
                    (0..=content.len() as u64).flat_map(|cut| [(cut, 16), (cut, 64), (cut, 4096)])
                {
                    let setup = setup.clone().with_block(block_bytes);
                    let error = setup.read(a_split_each(file.pieces(&[cut]))).err().unwrap();
                    let line = lines_before as u64 + 1;
                    let expected = (Some(line), at, Some(at + before_field), Some(column));
                    assert_eq!(place(&error), expected, "cut {cut} of {content:?}");
                    assert_eq!(error.to_string(), file.says(&format!("record at byte {at}, {reason}")));
                }
            }
        }
    }
}

#[test]
fn ragged_records_have_their_place_in_the_file() {
    let content = "1|2\r\n3|4\r\n5|6|7\r\n8|9\r\n";
    let file = Planned::new(content.as_bytes());
    for cut in 0..=content.len() as u64 {
        let error = two_texts().with_block(16).read(a_split_each(file.pieces(&[cut]))).err().unwrap();
        assert_eq!(place(&error), (Some(3), 10, None, None));
        assert_eq!(error.to_string(), file.says("record at byte 10: found 3 fields, expected 2 fields"));
    }
    for content in ["1|2\n3|4\n5", "\u{FEFF}1|2\n3|4\n5\n", "skipped\n3|4\n5"] {
        let file = Planned::new(content.as_bytes());
        let header = if content.starts_with('s') { Header::Skip } else { Header::None };
        let error = two_texts().with_header(header).read(file.whole()).err().unwrap();
        assert_eq!(place(&error), (Some(3), content.find('5').unwrap() as u64, None, None));
    }
}

/// Lines are counted over more than one read of the counter, none of which may miss a byte.
#[test]
fn a_line_far_behind_in_a_file() {
    let content = "\n".repeat(2_800_000) + "x\n";
    let file = Planned::new(content.as_bytes());
    let pieces = vec![file.piece(2_799_000, content.len() as u64)];
    let mut setup = Setup::new(&[("a", "int16")]).with_block(4096);
    setup.dialect.null_texts = vec![Vec::new()];
    let error = setup.read(one_split(pieces)).err().unwrap();
    assert_eq!(place(&error), (Some(2_800_001), 2_800_000, Some(2_800_000), Some(0)));
}

#[test]
fn a_reader_stops_when_it_is_told() {
    let content: String = (0..30_000).map(|number| format!("{number}\n")).collect();
    let file = Planned::new(content.as_bytes());
    for batches_before in [0, 1, 2] {
        let meter = Arc::new(Meter::default());
        let queue = Arc::new(SplitQueue::new(file.whole()));
        let mut reader = one_text().with_block(4096).reader(&queue, &meter);
        for _ in 0..batches_before {
            assert_eq!(reader.next_batch().unwrap().unwrap().num_rows(), 8192);
        }
        let records = meter.records();
        meter.cancel();
        assert!(matches!(reader.next_batch(), Err(StreamError::Cancelled)));
        assert!(reader.take_done().is_empty());
        assert_eq!(meter.records(), records, "at the next block");
    }
}

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let file = Planned::new(b"a\n");
    let mut piece = file.piece(0, 2);
    piece.path = Arc::new("/dev/null".into());
    match one_text().read(one_split(vec![piece])).err().unwrap() {
        StreamError::Source(SourceError::NotRegular(path)) => assert_eq!(path.to_str(), Some("/dev/null")),
        other => panic!("{other}"),
    }
}
