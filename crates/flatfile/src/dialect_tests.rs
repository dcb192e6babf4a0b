//! What is read of texts in many dialects, one line a case; by every instruction set and from blocks of
//! any size.

use super::*;
use crate::fixture::{Parsed, Reading, row, texts};
use crate::{Layout, Place, Ragged};

fn commas() -> Dialect {
    Dialect { quote: Some(b'"'), ..Dialect::default() }
}

fn backslashes() -> Dialect {
    Dialect { escape: Some(b'\\'), null_texts: vec![b"\\N".to_vec()], ..commas() }
}

/// `text` has these rows of texts in `dialect`, and nothing is wrong with it; `~` is NULL.
#[track_caller]
fn reads(dialect: &Dialect, text: &str, expected: &[&[&str]]) {
    let reading = Reading::new(texts(expected[0].len()), dialect.clone());
    let rows: Vec<_> = expected.iter().map(|fields| row(fields)).collect();
    let expected = Parsed { records: rows.len(), rows, ..Parsed::default() };
    assert_eq!(reading.parse(text.as_bytes()), Ok(expected), "{text:?}");
}

/// The cases of csv-spectrum, which many parsers are held against.
#[test]
fn csv_spectrum() {
    for (text, expected) in [
        (
            "John,Doe,\"120 jefferson st.\"\n\"Ann, B\",C,D\n",
            &[&["John", "Doe", "120 jefferson st."][..], &["Ann, B", "C", "D"]][..],
        ),
        ("a,b,c\n1,\"\",\"\"\n2,3,4\n", &[&["a", "b", "c"], &["1", "", ""], &["2", "3", "4"]]),
        ("a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", &[&["a", "b", "c"], &["1", "", ""], &["2", "3", "4"]]),
        ("a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", &[&["a", "b"], &["1", "ha \"ha\" ha"], &["3", "4"]]),
        (
            "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [102.0, 0.5]}\"\n",
            &[&["key", "val"], &["1", "{\"type\": \"Point\", \"coordinates\": [102.0, 0.5]}"]],
        ),
        ("where\n\"38.6, -121.5\"\n", &[&["where"], &["38.6, -121.5"]]),
        (
            "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n",
            &[&["a", "b", "c"], &["1", "2", "3"], &["Once upon \na time", "5", "6"]],
        ),
        (
            "a,b,c\r\n1,2,3\r\n\"Once upon \r\na time\",5,6\r\n",
            &[&["a", "b", "c"], &["1", "2", "3"], &["Once upon \r\na time", "5", "6"]],
        ),
        ("a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n", &[&["a", "b"], &["1", "ha \n\"ha\" \nha"], &["3", "4"]]),
        ("a,b,c\n1,2,3", &[&["a", "b", "c"], &["1", "2", "3"]]),
        ("a,b,c\r\n1,2,3", &[&["a", "b", "c"], &["1", "2", "3"]]),
        ("a,b\n1,ʤ\n\"ʤ\"\"🦀\",é\n", &[&["a", "b"], &["1", "ʤ"], &["ʤ\"🦀", "é"]]),
    ] {
        reads(&commas(), text, expected);
    }
}

#[test]
fn quotes() {
    for (text, expected) in [
        // In the middle of a field that does not begin with one, a quote means itself.
        ("a\"b,c\"\n\"d\",e\n", &[&["a\"b", "c\""][..], &["d", "e"]][..]),
        (" \"a\",b\"\"\n", &[&[" \"a\"", "b\"\""]]),
        ("a\"x,\"b\nc\"\n", &[&["a\"x", "b\nc"]]),
        // The empty field in quotes is a text, and the other one NULL.
        ("\"\",\n,\"\"\n", &[&["", "~"], &["~", ""]]),
        ("\"\"\n\"\"", &[&[""], &[""]]),
        ("\"\"\"\",\"\"\"\"\"\"\n", &[&["\"", "\"\""]]),
        ("\"a\0b\",\0\n\0,\"\0\"\n", &[&["a\0b", "\0"], &["\0", "\0"]]),
        ("\"a\r\",\"\r\"\r\n\r,\r\r\n", &[&["a\r", "\r"], &["\r", "\r"]]),
    ] {
        reads(&commas(), text, expected);
    }
    let single = Dialect { quote: Some(b'\''), delimiter: b"\t".to_vec(), ..Dialect::default() };
    reads(&single, "'a''b\t\n'\t\"c\n", &[&["a'b\t\n", "\"c"]]);
}

#[test]
fn null_texts_in_quotes_and_without() {
    let null_texts = vec![b"NULL".to_vec(), b"-".to_vec()];
    let dialect = Dialect { null_texts, ..commas() };
    reads(&dialect, "NULL,\"NULL\"\n-,\"-\"\n,\"\"\n", &[&["~", "NULL"], &["~", "-"], &["", ""]]);
    let dialect = Dialect { null_quoted: true, ..dialect };
    reads(&dialect, "NULL,\"NULL\"\n-,\"-\"\n,\"\"\n", &[&["~", "~"], &["~", "~"], &["", ""]]);
    let dialect = Dialect { null_quoted: true, ..commas() };
    reads(&dialect, ",\"\"\nx,\"\"\"\"\n", &[&["~", "~"], &["x", "\""]]);
}

#[test]
fn escapes() {
    for (text, expected) in [
        ("\"a\\\"b\",c\\,d\n", &[&["a\"b", "c,d"][..]][..]),
        ("a\\\nb,\"c\\\nd\"\n", &[&["a\nb", "c\nd"]]),
        ("\\\"a,\\\\\n", &[&["\"a", "\\"]]),
        ("\"\\\"\",\"\\\\\"\n\"\\\\\\\"\",\"\"\n", &[&["\"", "\\"], &["\\\"", ""]]),
        ("\"a\"\"b\\\"\",c\n", &[&["a\"b\"", "c"]]),
        // Unescaped it would be the letter; in quotes or within more it is.
        ("\\N,N\n\"\\N\",\\NN\n", &[&["~", "N"], &["N", "NN"]]),
        // What PostgreSQL and MySQL write for a text that reads as their NULL does.
        ("\\\\N,\\N\n\\\\\\N,x\n", &[&["\\N", "~"], &["\\N", "x"]]),
        ("\\é\\🦀,\"\\é\"\n", &[&["é🦀", "é"]]),
        ("a,\"\\a\"\n\\a\\b,\"\\a\\b\"\n", &[&["a", "a"], &["ab", "ab"]]),
        // Nothing is behind the last one that it could escape.
        ("a,b\\", &[&["a", "b\\"]]),
        ("a,\\", &[&["a", "\\"]]),
    ] {
        reads(&backslashes(), text, expected);
    }
    let unquoted = Dialect { quote: None, ..backslashes() };
    reads(&unquoted, "\"a,b\\,\"\n\\N,\\\r\\\n\n", &[&["\"a", "b,\""], &["~", "\r\n"]]);
}

#[test]
fn ends_of_records() {
    let ended = |terminator| Dialect { terminator, ..commas() };
    let any = ended(Terminator::AnyLine);
    reads(&any, "a,b\rc,d\r", &[&["a", "b"], &["c", "d"]]);
    reads(
        &any,
        "a,b\rc,d\ne,f\r\n\"g\",\"h\"\r\"i\r\",j",
        &[&["a", "b"], &["c", "d"], &["e", "f"], &["g", "h"], &["i\r", "j"]],
    );
    reads(&any, "a\r\r\n\rb", &[&["a"], &["~"], &["~"], &["b"]]);
    let lines = ended(Terminator::Lines);
    reads(&lines, "a\rb,c\r\r\nd,e\r", &[&["a\rb", "c\r"], &["d", "e"]]);
    let bytes = ended(Terminator::Bytes(b"\x1e".to_vec()));
    reads(&bytes, "a\n,\"b\x1e\"\x1e\r\n,c", &[&["a\n", "b\x1e"], &["\r\n", "c"]]);
    let many = Dialect { delimiter: b"~|~".to_vec(), ..ended(Terminator::Bytes(b"#@#\n".to_vec())) };
    reads(&many, "a~b~|~#@#@#\n\"c~|~#@#\n\"~|~~|#@#\n", &[&["a~b", "#@"], &["c~|~#@#\n", "~|"]]);
    reads(&many, "##@~~|~b#@#", &[&["##@~", "b#@#"]]);
    let wide = Dialect { delimiter: "é".as_bytes().to_vec(), ..Dialect::default() };
    reads(&wide, "aèéb\r\nêéë", &[&["aè", "b"], &["ê", "ë"]]);
}

#[test]
fn blank_lines_and_comments() {
    let skipping = Dialect { skip_blank_lines: true, ..commas() };
    reads(&skipping, "\n\r\na,b\n\n\r\nc,d\n\n", &[&["a", "b"], &["c", "d"]]);
    reads(&skipping, "\na\n\"\"\n\n", &[&["a"], &[""]]);
    reads(&commas(), "\na\n\"\"\n\r\n", &[&["~"], &["a"], &[""], &["~"]]);
    for quote in [None, Some(b'"')] {
        for terminator in [Terminator::Lines, Terminator::AnyLine] {
            let comment = Some(b"//".to_vec());
            let commented = Dialect { comment, skip_blank_lines: true, quote, terminator, ..commas() };
            reads(&commented, "// \"a,b\n/,//\r\n//\r\n\n/a,b//\n//", &[&["/", "//"], &["/a", "b//"]]);
            reads(&commented, "///\na\n /\n/", &[&["a"], &[" /"], &["/"]]);
        }
    }
    let quoted = Dialect { comment: Some(b"#".to_vec()), ..commas() };
    reads(&quoted, "#\"\n\"#\",a\n# b", &[&["#", "a"]]);
}

#[test]
fn trailing_delimiters() {
    let trailing = Dialect { trailing_delimiter: true, ..commas() };
    reads(&trailing, "\"a,\",b,\r\n,\"\",\n", &[&["a,", "b"], &["~", ""]]);
    reads(&trailing, "\"a\",\n,\n\"\",", &[&["a"], &["~"], &[""]]);
    // An empty field in quotes is a field, and no end.
    let reading = Reading { ragged: Ragged::Reject, ..Reading::new(texts(2), trailing) };
    let parsed = reading.parse(b"a,b,\"\"\nc,d,\n").unwrap();
    assert_eq!(parsed.rows, [row(&["c", "d"])]);
    assert_eq!(
        parsed.rejects[0].error.to_string(),
        "record at byte 0: found 3 fields with no delimiter at the end, expected 2 fields, each with a delimiter behind it"
    );
}

#[test]
fn layouts() {
    let layout = Layout { width: 4, fields: vec![Some(3), None, Some(0)] };
    for (dialect, text) in [
        (Dialect::default(), "a,b,c,d\r\n,,,x\n"),
        (commas(), "\"a\",b,\"c,\n\",d\r\n,,,\"x\"\n"),
        (backslashes(), "\\a,\\,,c,\\d\n\\N,,,x\n"),
    ] {
        let reading = Reading { layout: Some(layout.clone()), ..Reading::new(texts(3), dialect) };
        let parsed = reading.parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.rows, [row(&["d", "~", "a"]), row(&["x", "~", "~"])], "{text:?}");
        let error = reading.parse(b"a,b,c\n").unwrap_err();
        assert_eq!(error.to_string(), "record at byte 0: found 3 fields, expected 4 fields");
    }
}

/// The error that ends the load, and the record alone set aside where it may be.
#[test]
fn faulty_quotes() {
    let behind =
        |field: &str, byte| format!("{field} has text behind its closing quote, from its byte {byte} on");
    let unclosed = || "the quote that opens here is never closed".to_owned();
    for (text, record, field_byte, number, message) in [
        ("a,b\n\"c\"d,e\nf,g\n", "\"c\"d,e\n", 4, 0, behind("\"\"c\"d\"", 4)),
        ("a,b\nc,\"d\" \r\nf,g", "c,\"d\" \r\n", 6, 1, behind("\"\"d\" \"", 4)),
        ("a,b\n\"\"x\"\"\"y\",e\nf,g", "\"\"x\"\"\"y\",e\n", 4, 0, behind("\"\"\"x\"\"\"y\"\"", 3)),
        ("a,b\n\"x\ny\"z,e\nf,g", "\"x\ny\"z,e\n", 4, 0, behind("\"\"x\\ny\"z\"", 6)),
        ("a,b\n\"x\"\ry,e\nf,g\n", "\"x\"\ry,e\n", 4, 0, behind("\"\"x\"\\ry\"", 4)),
        ("a,b\nf,g\nc,\"d\n\ne", "c,\"d\n\ne", 10, 1, unclosed()),
        ("a,b\nf,g\n\"", "\"", 8, 0, unclosed()),
        ("a,b\nf,g\n\"\"\"", "\"\"\"", 8, 0, unclosed()),
        ("a,b\nf,g\n\"c\"\"\n", "\"c\"\"\n", 8, 0, unclosed()),
        ("a,b\nf,g\nx\"y,\"c\n", "x\"y,\"c\n", 12, 1, unclosed()),
    ] {
        let failing = Reading::new(texts(2), commas());
        let error = failing.parse(text.as_bytes()).unwrap_err();
        let record_byte = text.find(record).unwrap() as u64;
        let place = Place { record_byte, field_byte: Some(field_byte), column: Some(number) };
        assert_eq!((error.place, error.reason.to_string()), (place, message), "{text:?}");
        let parsed = Reading { ragged: Ragged::Reject, ..failing }.parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.rows, [row(&["a", "b"]), row(&["f", "g"])], "{text:?}");
        assert_eq!(parsed.records, 3);
        let [reject] = &parsed.rejects[..] else { panic!("{:?}", parsed.rejects) };
        assert_eq!((reject.record.as_slice(), &reject.error), (record.as_bytes(), &error));
    }
}

/// A file that was taken for unquoted is never read wrongly without a word, in whatever way it is taken apart
/// and also where it ends with the block.
#[test]
fn quotes_that_nobody_asked_for() {
    let unquoted = Dialect { refuse_quote: Some(b'"'), ..Dialect::default() };
    let comments = Dialect { comment: Some(b"#".to_vec()), ..unquoted.clone() };
    let wide = Dialect { delimiter: b"::".to_vec(), ..unquoted.clone() };
    let escaped = Dialect { escape: Some(b'\\'), ..unquoted.clone() };
    for (way, dialect) in
        [(Way::Dense, unquoted), (Way::Indexed, comments), (Way::Scanned, wide), (Way::Scanned, escaped)]
    {
        assert_eq!(dialect.way(), way);
        for (record, number, shown) in
            [("\"a\",b\r\n", 0, r#""a""#), ("a,\"b\r\n", 1, r#""b"#), ("a,b,\"c,d\"", 2, r#""c"#)]
        {
            let delimiter = String::from_utf8(dialect.delimiter.clone()).unwrap();
            let record = record.replace(',', &delimiter);
            let text = format!("x{delimiter}\"y\"\n{record}").replacen('"', "", 2);
            let failing = Reading::new(texts(2), dialect.clone());
            let error = failing.parse(text.as_bytes()).unwrap_err();
            let reason = format!("\"{shown}\" begins with a quote, and the file was taken for unquoted");
            assert_eq!(error.reason.to_string(), reason, "{text:?} by {way:?}");
            let column = (number < 2).then_some(number);
            assert_eq!((error.place.record_byte, error.place.column), (3 + delimiter.len() as u64, column));
            let parsed = Reading { ragged: Ragged::Reject, ..failing }.parse(text.as_bytes()).unwrap();
            assert_eq!(parsed.rows, [row(&["x", "y"])], "{text:?} by {way:?}");
            let [reject] = &parsed.rejects[..] else { panic!("{:?}", parsed.rejects) };
            assert_eq!((reject.record.as_slice(), &reject.error), (record.as_bytes(), &error));
        }
    }
}

#[test]
fn a_blank_line_is_none_of_one_column_where_a_delimiter_should_stand() {
    let dialect = Dialect { trailing_delimiter: true, ..Dialect::default() };
    for dialect in [Dialect { quote: Some(b'"'), ..dialect.clone() }, dialect] {
        let failing = Reading::new(texts(1), dialect);
        let error = failing.parse(b"a,\n\n").unwrap_err();
        assert_eq!(error.reason.to_string(), "found a blank line, expected 1 fields");
    }
}

#[test]
fn dialects_that_are_refused() {
    let bytes = |delimiter: &str, terminator: &str| Dialect {
        delimiter: delimiter.into(),
        terminator: Terminator::Bytes(terminator.into()),
        ..Dialect::default()
    };
    for (dialect, message) in [
        (bytes("", "\n"), "the delimiter is empty"),
        (bytes(",", ""), "the terminator is empty"),
        (bytes(";|", ";"), "the delimiter \";|\" begins as the end of a record does"),
        (bytes("|;;", ";"), "the delimiter \"|;;\" holds the end of a record"),
        (
            Dialect { delimiter: b"|\n|".to_vec(), ..Dialect::default() },
            "the delimiter \"|\\n|\" holds the end of a record",
        ),
        (
            Dialect { quote: Some(b','), ..Dialect::default() },
            "the quote \",\" is the delimiter or ends a record, too",
        ),
        (
            Dialect { escape: Some(b'\r'), ..Dialect::default() },
            "the escape \"\\r\" is the delimiter or ends a record, too",
        ),
        (
            Dialect { escape: Some(b'"'), ..commas() },
            "the escape is the quote: a doubled quote needs no escape",
        ),
        (
            Dialect { refuse_quote: Some(b','), ..Dialect::default() },
            "the quote that is refused \",\" is the delimiter or ends a record, too",
        ),
        (
            Dialect { refuse_quote: Some(b'"'), escape: Some(b'"'), ..Dialect::default() },
            "the escape is the quote that is refused",
        ),
        (Dialect { comment: Some(vec![]), ..commas() }, "the comment prefix is empty"),
    ] {
        assert_eq!(dialect.check(), Err(message.to_owned()));
    }
}
