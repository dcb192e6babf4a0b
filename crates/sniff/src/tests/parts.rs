//! Samples from within files, of several files, and what is no text.

use crate::{Exception, Given, Header, Sample, SniffError, sniff, sniff_alike};

fn head(file: usize, text: &str, is_end: bool) -> Sample {
    Sample { file, first_byte: 0, text: text.as_bytes().to_vec(), is_head: true, is_end }
}

fn part(first_byte: u64, text: &str, is_end: bool) -> Sample {
    Sample { file: 0, first_byte, text: text.as_bytes().to_vec(), is_head: false, is_end }
}

#[test]
fn a_sample_that_begins_in_quotes_is_cut_behind_them() {
    let rows: String = (0..50).map(|n| format!("{n},\"first line\nof {n}, and more\"\n")).collect();
    let middle = format!("a line\nin quotes and still\"\n{rows}");
    for given in [Given::default(), Given { header: Some(Header::None), ..Given::default() }] {
        let found = sniff(&[head(0, &rows, false), part(9000, &middle, false)], &given).unwrap();
        assert_eq!(found.dialect.quote, Some(b'"'));
        assert_eq!((found.records, found.columns.len()), (100, 2));
    }
}

#[test]
fn the_value_that_spoils_a_type_is_told_with_its_place() {
    let good: String = (0..200).map(|n| format!("{n},2024-01-{:02}\n", n % 28 + 1)).collect();
    let found =
        sniff(&[head(0, &good, false), part(50_000, "x\n7,n/v\n8,2024-02-01\n", true)], &Given::default())
            .unwrap();
    let evidence = &found.columns[1].evidence;
    assert_eq!(evidence.text, "201 of 202 samples are dates");
    let expected = Exception { file: 0, record_byte: 50_002, found: "\"n/v\"".to_owned() };
    assert_eq!(evidence.exception.as_ref(), Some(&expected));
}

#[test]
fn headers_of_another_order_are_followed() {
    let (one, two) = (head(0, "id,day\n1,2024-01-01\n", true), head(1, "Day,ID\n2024-01-02,2\n", true));
    let found = sniff(&[one, two], &Given::default()).unwrap();
    let types: Vec<String> = found.columns.iter().map(|column| column.column_type.to_string()).collect();
    assert_eq!((found.header, types.join(" ")), (Header::Names, "int64 date".to_owned()));
}

#[test]
fn files_that_are_not_alike_are_told() {
    let first = "id,day\n1,2024-01-01\n";
    for (second, detail) in [
        ("id,week\n2,2024-01-02\n", "2 columns named in the header, and none of them \"day\""),
        ("id;day\n2;2024-01-02\n", "the delimiter is \",\", and \";\""),
        ("id,day,x\n2,2024-01-02,1\n3,2024-01-03,1\n", "records have 2 fields, and 3"),
    ] {
        let found = sniff_alike(&[head(0, first, true), head(1, second, true)], &Given::default());
        assert_eq!(
            found.unwrap_err(),
            SniffError::Differs { files: [0, 1], detail: detail.to_owned() },
            "{second:?}"
        );
    }
}

#[test]
fn what_is_no_text_is_refused() {
    for (text, expected) in [
        ("", SniffError::Empty { file: 0 }),
        ("\n \n", SniffError::Empty { file: 0 }),
        ("ab\0c\n", SniffError::Binary { file: 0, byte: 2 }),
    ] {
        assert_eq!(sniff(&[head(0, text, true)], &Given::default()).unwrap_err(), expected, "{text:?}");
    }
    let long = "x".repeat(1000);
    let expected = SniffError::NoRecordEnds { file: 0, bytes: 1000 };
    assert_eq!(sniff(&[head(0, &long, false)], &Given::default()).unwrap_err(), expected);
}

#[test]
fn what_is_given_is_not_guessed() {
    let given = Given { delimiter: Some(b"-".to_vec()), header: Some(Header::None), ..Given::default() };
    let found = sniff(&[head(0, "a-b,c\n1-2,3\n", true)], &given).unwrap();
    assert_eq!(
        (found.columns.len(), found.header, &found.columns[0].name[..]),
        (2, Header::None, "column_1")
    );
}

#[test]
fn a_record_longer_than_the_samples_is_said_to_be() {
    let field = "x".repeat(5000);
    let samples = [head(0, &format!("id,t\n1,{field}"), false), part(90_000, &field, false)];
    let expected = SniffError::NoRecordEnds { file: 0, bytes: 5007 };
    assert_eq!(sniff(&samples, &Given::default()).unwrap_err(), expected);
}

#[test]
fn lines_that_are_passed_over_are_not_blamed_on_the_file() {
    let given = Given { skip_lines: Some(10), ..Given::default() };
    let expected = "skip_lines and skip_footer pass over all of its records";
    let error = sniff(&[head(0, "a,b\n1,2\n", true)], &given).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_header_with_a_name_less_may_stand_behind_a_file_without_records() {
    let rows: String = (1..9).map(|n| format!("{n},x,{n}.5\n")).collect();
    let found = sniff(&[head(0, "", true), head(1, &format!("name,price\n{rows}"), true)], &Given::default());
    let found = found.unwrap();
    let names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!((found.header, &names[1..]), (Header::Skip, &["name", "price"][..]));
}
