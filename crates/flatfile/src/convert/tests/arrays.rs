//! Every type as an Arrow array: what the builders promise to Arrow without being asked is checked here.

use std::iter;

use arrow_array::Array;

use super::{batch, column, instruction_sets, options, value};
use crate::index::InstructionSet;
use crate::{Converted, Dialect, Parser};

/// A type, and fields with the values they become. The first field is the shortest way to write the
/// value of `0`, where the type has one.
type Sample = (&'static str, &'static [(&'static str, &'static str)]);

const SAMPLES: &[Sample] = &[
    ("bool", &[("0", "false"), ("true", "true"), ("f", "false")]),
    ("int8", &[("0", "0"), ("-128", "-128"), ("00", "0")]),
    ("int16", &[("0", "0"), ("-32768", "-32768"), ("32767", "32767")]),
    ("int32", &[("0", "0"), ("-2147483648", "-2147483648"), ("00", "0")]),
    ("int64", &[("0", "0"), ("9223372036854775807", "9223372036854775807"), ("-0", "0")]),
    ("uint8", &[("0", "0"), ("255", "255"), ("00", "0")]),
    ("uint16", &[("0", "0"), ("65535", "65535"), ("10", "10")]),
    ("uint32", &[("0", "0"), ("4294967295", "4294967295"), ("10", "10")]),
    ("uint64", &[("0", "0"), ("18446744073709551615", "18446744073709551615"), ("10", "10")]),
    ("float32", &[("0", "0.0"), ("-1.5", "-1.5"), ("0.0", "0.0")]),
    ("float64", &[("0", "0.0"), ("1e300", "1e300"), ("nan", "NaN")]),
    ("decimal(1,0)", &[("0", "0"), ("-9", "-9"), ("9", "9")]),
    ("decimal(15,2)", &[("0", "0"), ("9999999999999.99", "999999999999999"), ("0.0", "0")]),
    (
        "decimal(18,18)",
        &[("0", "0"), (".999999999999999999", "999999999999999999"), ("-.5", "-500000000000000000")],
    ),
    ("decimal(19,2)", &[("0", "0"), ("-1.25", "-125"), ("99999999999999999.99", "9999999999999999999")]),
    (
        "decimal(38,0)",
        &[
            ("0", "0"),
            ("-99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"),
            ("7", "7"),
        ],
    ),
    ("date", &[("1970-01-01", "0"), ("0001-01-01", "-719162"), ("9999-12-31", "2932896")]),
    ("time(us)", &[("00:00", "0"), ("23:59:59.999999", "86399999999"), ("12:00:00", "43200000000")]),
    ("timestamp(s)", &[("1970-01-01", "0"), ("2000-01-01", "946684800"), ("1969-12-31 23:59:59", "-1")]),
    (
        "timestamp(ms)",
        &[("1970-01-01", "0"), ("2000-01-01", "946684800000"), ("1970-01-01 00:00:00.001", "1")],
    ),
    (
        "timestamp(us)",
        &[("1970-01-01", "0"), ("2000-01-01", "946684800000000"), ("1970-01-01T00:00:01", "1000000")],
    ),
    (
        "timestamp(ns)",
        &[("1970-01-01", "0"), ("2000-01-01", "946684800000000000"), ("1970-01-01 00:00:00.1", "100000000")],
    ),
    (
        "timestamptz(us)",
        &[
            ("1970-01-01 00:00Z", "0"),
            ("1970-01-01 00:00:00+01", "-3600000000"),
            ("1970-01-01 00:00:00Z", "0"),
        ],
    ),
    ("text", &[("0", "0"), ("thirteen bytes", "thirteen bytes"), ("日本語", "日本語")]),
    (
        "binary",
        &[("00", "00"), (r"\x000102030405060708090a0b0c0d", "000102030405060708090a0b0c0d"), ("0x", "")],
    ),
];

const NULL_TEXTS: [&str; 3] = ["", "\\N", "0"];

#[test]
fn every_type_without_nulls() {
    for &(spelling, fields) in SAMPLES {
        // Rows that fill no whole byte of validity or truth values.
        let rows: Vec<_> = fields.iter().cycle().take(21).collect();
        let texts: Vec<_> = rows.iter().map(|(text, _)| text.as_bytes()).collect();
        for (set, nullable) in instruction_sets().flat_map(|set| [(set, false), (set, true)]) {
            let batch = batch(column(spelling, nullable), "<null>", &texts, set, true).unwrap();
            let array = batch.column(0);
            array.to_data().validate_full().unwrap();
            assert_eq!(array.data_type(), &column(spelling, nullable).column_type.data_type());
            assert!(array.nulls().is_none(), "{spelling} has NULLs");
            let found: Vec<_> = (0..rows.len()).map(|row| value(array, row)).collect();
            let expected: Vec<_> = rows.iter().map(|(_, value)| (*value).to_owned()).collect();
            assert_eq!(found, expected, "{spelling} by {}", set.name());
        }
    }
}

/// `rows` fields, every third of them the NULL text, and what they become.
fn with_nulls(sample: &Sample, null_text: &str, rows: usize) -> Vec<(String, String)> {
    let fields = sample.1.iter().filter(|(text, _)| *text != null_text).cycle();
    let fields = fields.map(|(text, value)| ((*text).to_owned(), (*value).to_owned()));
    let nulls = iter::repeat((null_text.to_owned(), "NULL".to_owned()));
    fields
        .zip(nulls)
        .enumerate()
        .map(|(row, (field, null))| if row % 3 == 1 { null } else { field })
        .take(rows)
        .collect()
}

#[test]
fn every_type_with_nulls() {
    for sample in SAMPLES {
        for null_text in NULL_TEXTS {
            let rows = with_nulls(sample, null_text, 20);
            let texts: Vec<_> = rows.iter().map(|(text, _)| text.as_bytes()).collect();
            for (set, at_line_end) in instruction_sets().flat_map(|set| [(set, false), (set, true)]) {
                let batch = batch(column(sample.0, true), null_text, &texts, set, at_line_end).unwrap();
                let array = batch.column(0);
                array.to_data().validate_full().unwrap();
                assert_eq!(array.null_count(), 7);
                let found: Vec<_> = (0..rows.len()).map(|row| value(array, row)).collect();
                let expected: Vec<_> = rows.iter().map(|(_, value)| value.clone()).collect();
                assert_eq!(found, expected, "{} with NULL {null_text:?} by {}", sample.0, set.name());
            }
        }
    }
}

#[test]
fn every_type_declared_not_null() {
    for &(spelling, fields) in SAMPLES {
        for (null_text, message) in [
            ("", "the empty field means NULL, and the column is NOT NULL"),
            ("\\N", r#""\N" means NULL, and the column is NOT NULL"#),
            ("0", r#""0" means NULL, and the column is NOT NULL"#),
        ] {
            let texts = [fields[1].0.as_bytes(), null_text.as_bytes()];
            for (set, at_line_end) in instruction_sets().flat_map(|set| [(set, false), (set, true)]) {
                let error = batch(column(spelling, false), null_text, &texts, set, at_line_end).unwrap_err();
                assert_eq!(error, message, "{spelling}");
            }
        }
    }
}

/// A batch that grows by blocks of all sizes, and the ones after it: NULLs stay in their rows, and none is
/// left over from the batch before.
#[test]
fn batches_of_many_blocks() {
    for sample in SAMPLES {
        for null_text in NULL_TEXTS {
            let rows = with_nulls(sample, null_text, 60);
            let dialect = Dialect { null_texts: vec![null_text.as_bytes().to_vec()], ..Dialect::default() };
            let mut parser =
                Parser::new(vec![column(sample.0, true)], dialect, &options(4096, InstructionSet::detect()));
            for batch in rows.chunks(30) {
                let mut left = batch;
                for rows in [1, 2, 7, 8, 0, 9, 3] {
                    let (now, later) = left.split_at(rows);
                    let text: String = now.iter().map(|(text, _)| format!("{text}\n")).collect();
                    fill(&mut parser, text.as_bytes());
                    assert_eq!(parser.convert(), Ok(Converted::BlockDone));
                    left = later;
                }
                let found = parser.finish();
                found.column(0).to_data().validate_full().unwrap();
                let found: Vec<_> = (0..batch.len()).map(|row| value(found.column(0), row)).collect();
                let expected: Vec<_> = batch.iter().map(|(_, value)| value.clone()).collect();
                assert_eq!(found, expected, "{} with NULL {null_text:?}", sample.0);
            }
            let only = &sample.1[1];
            fill(&mut parser, format!("{}\n", only.0).as_bytes());
            assert_eq!(parser.convert(), Ok(Converted::BlockDone));
            let last = parser.finish();
            assert_eq!((last.num_rows(), value(last.column(0), 0).as_str()), (1, only.1));
            assert!(last.column(0).nulls().is_none(), "NULLs of the batch before");
        }
    }
}

fn fill(parser: &mut Parser, text: &[u8]) {
    let block = parser.block();
    block.clear();
    block.room()[..text.len()].copy_from_slice(text);
    block.filled(text.len());
    parser.index(text.len(), false);
}

#[test]
fn an_empty_batch_has_the_schema() {
    for &(spelling, _) in SAMPLES {
        let mut parser = Parser::new(
            vec![column(spelling, true)],
            Dialect::default(),
            &options(64, InstructionSet::detect()),
        );
        let batch = parser.finish();
        assert_eq!((batch.num_rows(), batch.schema()), (0, parser.schema()));
        batch.column(0).to_data().validate_full().unwrap();
    }
}
