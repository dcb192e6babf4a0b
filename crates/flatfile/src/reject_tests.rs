//! What is set aside, padded and nulled, and that the rows left are right; by every instruction set and
//! from blocks of any size.

use crate::fixture::{Parsed, Reading, Row, column, row, texts};
use crate::index::InstructionSet;
use crate::{BATCH_ROWS, Column, Dialect, OnError, Ragged, Reject, Terminator};

/// Dialects in which the same text without quotes and escapes means the same, one for each way.
fn commas() -> [Dialect; 4] {
    let quoted = Dialect { quote: Some(b'"'), ..Dialect::default() };
    let scanned = Dialect { escape: Some(b'\\'), ..quoted.clone() };
    let by_bytes = Dialect { terminator: Terminator::Bytes(b"\n".to_vec()), ..Dialect::default() };
    [Dialect::default(), quoted, scanned, by_bytes]
}

/// The records set aside, with what is said of each.
fn shown(rejects: &[Reject]) -> Vec<(String, String)> {
    let record = |reject: &Reject| String::from_utf8(reject.record.clone()).unwrap();
    rejects.iter().map(|reject| (record(reject), reject.error.to_string())).collect()
}

fn said(rejects: &[(&str, &str)]) -> Vec<(String, String)> {
    rejects.iter().map(|&(record, error)| (record.to_owned(), error.to_owned())).collect()
}

#[test]
fn ragged_records() {
    let text = "a,b\n\nc\nd,e,f\ng,\nh";
    let few = |byte| format!("record at byte {byte}: found 1 field, expected 2 fields");
    let many = "record at byte 7: found 3 fields, expected 2 fields";
    let blank = "record at byte 4: found a blank line, expected 2 fields";
    for dialect in commas() {
        let reading = Reading { ragged: Ragged::Reject, ..Reading::new(texts(2), dialect) };
        let parsed = reading.parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.rows, [row(&["a", "b"]), row(&["g", "~"])]);
        let expected = [("\n", blank), ("c\n", &few(5)), ("d,e,f\n", many), ("h", &few(16))];
        assert_eq!(shown(&parsed.rejects), said(&expected));
        assert_eq!((parsed.records, parsed.nulled, parsed.padded), (6, 0, 0));

        let parsed = Reading { ragged: Ragged::Pad, ..reading.clone() }.parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.rows, [row(&["a", "b"]), row(&["c", "~"]), row(&["g", "~"]), row(&["h", "~"])]);
        assert_eq!(shown(&parsed.rejects), said(&[("\n", blank), ("d,e,f\n", many)]));
        assert_eq!((parsed.records, parsed.nulled, parsed.padded), (6, 0, 2));

        let error = Reading { ragged: Ragged::Fail, ..reading }.parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), blank);
    }
}

/// The file ends in a quote that is never closed, so its last bytes are looked at twice.
#[test]
fn padded_fields_are_counted_once() {
    let dialect = Dialect { quote: Some(b'"'), ..Dialect::default() };
    let reading = Reading { ragged: Ragged::Pad, ..Reading::new(texts(3), dialect) };
    let parsed = reading.parse(b"a\nb,c\n\"d\n").unwrap();
    assert_eq!(parsed.rows, [row(&["a", "~", "~"]), row(&["b", "c", "~"])]);
    assert_eq!((parsed.padded, parsed.rejects.len(), parsed.records), (3, 1, 3));
}

#[test]
fn a_padded_field_is_null_whatever_null_is_written_as() {
    for dialect in commas() {
        let dialect = Dialect { null_texts: vec![b"-".to_vec()], ..dialect };
        let columns = vec![texts(1).remove(0), column("b", "text", OnError::Reject)];
        let columns =
            [columns, vec![Column { nullable: false, ..column("c", "text", OnError::Reject) }]].concat();
        let reading = Reading { ragged: Ragged::Pad, ..Reading::new(columns, dialect) };
        let parsed = reading.parse(b",,\n-,,x\na\n").unwrap();
        assert_eq!(parsed.rows, [row(&["", "", ""]), row(&["~", "", "x"])]);
        let [reject] = &parsed.rejects[..] else { panic!("{:?}", parsed.rejects) };
        assert_eq!(reject.record, b"a\n");
        assert_eq!((reject.error.place.record_byte, reject.error.place.column), (8, Some(2)));
    }
}

/// A number for each of what can become of one, and a text.
fn numbers() -> Vec<Column> {
    vec![
        column("rejects", "int32", OnError::Reject),
        column("nulls", "int32", OnError::Null),
        column("fails", "int32", OnError::Fail),
        column("text", "text", OnError::Reject),
    ]
}

#[test]
fn fields_that_cannot_be_read() {
    let text = "1,2,3,a\r\nx,2,3,b\r\n4,y,,c\r\n,,5,\r\ny,6,7,\r\n8,,9,d, e\r\n10,11,12,f";
    for dialect in &commas()[..3] {
        let reading = Reading { ragged: Ragged::Reject, ..Reading::new(numbers(), dialect.clone()) };
        let parsed = reading.parse(text.as_bytes()).unwrap();
        let left: [&[&str]; 4] =
            [&["1", "2", "3", "a"], &["4", "~", "~", "c"], &["~", "~", "5", "~"], &["10", "11", "12", "f"]];
        assert_eq!(parsed.rows, left.map(row));
        let expected = [
            ("x,2,3,b\r\n", "record at byte 9, column 1: \"x\" is not an integer: \"x\" is no digit"),
            ("y,6,7,\r\n", "record at byte 32, column 1: \"y\" is not an integer: \"y\" is no digit"),
            ("8,,9,d, e\r\n", "record at byte 40: found 5 fields, expected 4 fields"),
        ];
        assert_eq!(shown(&parsed.rejects), said(&expected));
        assert_eq!((parsed.records, parsed.nulled, parsed.padded), (7, 1, 0));
        // A field that may not be rejected ends the load, though others of its record may be.
        for wrong in ["1,2,z,a\n", "x,2,z,b\n", "1,x,z,b\n"] {
            let error = reading.parse([text, "\r\n", wrong].concat().as_bytes()).unwrap_err();
            assert_eq!((error.place.record_byte, error.place.column), (text.len() as u64 + 2, Some(2)));
        }
    }
}

#[test]
fn a_record_is_set_aside_once() {
    let columns: Vec<_> = (0..3).map(|n| column(&format!("c{n}"), "int32", OnError::Reject)).collect();
    for dialect in commas() {
        let parsed = Reading::new(columns.clone(), dialect).parse(b"1,x,y\nx,y,z\n1,2,3\n1,2,x").unwrap();
        assert_eq!(parsed.rows, [row(&["1", "2", "3"])]);
        let places: Vec<_> = parsed.rejects.iter().map(|reject| reject.error.place).collect();
        let places: Vec<_> = places.iter().map(|p| (p.record_byte, p.field_byte, p.column)).collect();
        assert_eq!(places, [(0, Some(2), Some(1)), (6, Some(6), Some(0)), (18, Some(22), Some(2))]);
        // The last record has no line end, and gets none.
        assert_eq!(parsed.rejects[2].record, b"1,2,x");
        assert_eq!(parsed.records, 4);
    }
}

#[test]
fn null_where_none_may_be() {
    for dialect in commas() {
        let not_null = |on_error| Column { nullable: false, ..column("a", "int32", on_error) };
        let reading = |on_error| Reading::new(vec![not_null(on_error), texts(1).remove(0)], dialect.clone());
        let parsed = reading(OnError::Reject).parse(b"1,a\n,b\n2,\n").unwrap();
        assert_eq!(parsed.rows, [row(&["1", "a"]), row(&["2", "~"])]);
        let message = "record at byte 4, column 1: the empty field means NULL, and the column is NOT NULL";
        assert_eq!(shown(&parsed.rejects), said(&[(",b\n", message)]));
        assert_eq!(reading(OnError::Null).parse(b"1,a\n,b\n").unwrap_err().to_string(), message);
        assert!(reading(OnError::Null).parse(b"1,a\nx,b\n").is_err());
    }
}

#[test]
fn text_that_is_no_utf8() {
    for dialect in commas() {
        let columns = |on_error| vec![column("a", "text", on_error), column("b", "int32", OnError::Fail)];
        let text = b"a,1\n\xe9,2\n\xc3\xa9,3\n";
        let parsed = Reading::new(columns(OnError::Reject), dialect.clone()).parse(text).unwrap();
        assert_eq!(parsed.rows, [row(&["a", "1"]), row(&["é", "3"])]);
        assert_eq!(parsed.rejects[0].record, b"\xe9,2\n");
        let parsed = Reading::new(columns(OnError::Null), dialect).parse(text).unwrap();
        assert_eq!(parsed.rows, [row(&["a", "1"]), row(&["~", "2"]), row(&["é", "3"])]);
        assert_eq!((parsed.nulled, parsed.rejects.len()), (1, 0));
    }
}

/// One record in three cannot become a row, over several batches, and each of them in another way.
#[test]
fn one_record_in_three() {
    let columns = vec![
        column("n", "int32", OnError::Fail),
        column("checked", "int32", OnError::Reject),
        column("text", "text", OnError::Fail),
    ];
    let (mut text, mut expected, mut broken): (String, Vec<Row>, Vec<String>) = Default::default();
    for n in 0..3 * BATCH_ROWS {
        let filler = ["", "short", "longer than what stands in a view"][n / 3 % 3];
        let record = match n % 9 {
            2 => format!("{n},x{n},{filler}\n"),
            5 => format!("{n},{filler}\n"),
            8 => format!("{n},-{n},\"{filler}\"\"\",{filler}\n"),
            _ => {
                let checked = if n % 2 == 0 { n.to_string() } else { String::new() };
                let or_null = |text: &str| if text.is_empty() { "~".to_owned() } else { text.to_owned() };
                expected.push(row(&[&n.to_string(), &or_null(&checked), &or_null(filler)]));
                format!("{n},{checked},{filler}\n")
            }
        };
        if n % 3 == 2 {
            broken.push(record.clone());
        }
        text += &record;
    }
    for dialect in &commas()[1..3] {
        let reading = Reading { ragged: Ragged::Reject, ..Reading::new(columns.clone(), dialect.clone()) };
        for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
            for block_bytes in [1_000, 64 << 10, text.len()] {
                let Parsed { rows, rejects, records, nulled, padded, .. } =
                    reading.parse_from(text.as_bytes(), block_bytes, set).unwrap();
                assert_eq!((records, nulled, padded), (3 * BATCH_ROWS, 0, 0));
                assert!(rows == expected, "by {}, blocks of {block_bytes}", set.name());
                assert!(
                    rejects.iter().map(|reject| &reject.record[..]).eq(broken.iter().map(String::as_bytes))
                );
                for reject in rejects {
                    let at = reject.error.place.record_byte as usize;
                    assert!(text.as_bytes()[at..].starts_with(&reject.record));
                }
            }
        }
    }
}
