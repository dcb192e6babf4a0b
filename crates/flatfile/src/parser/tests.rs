//! The parser against a naive twin, by every instruction set and from blocks of any size; what it says of
//! ragged records; where batches end.

use std::ops::Range;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::error::{Place, RecordError};
use crate::fixture::{in_blocks, moved};

fn column(name: &str, spelling: &str, nullable: bool) -> Column {
    Column::new(name, spelling.parse().unwrap(), nullable)
}

fn texts(columns: usize) -> Vec<Column> {
    (0..columns).map(|number| column(&format!("c{number}"), "text", true)).collect()
}

fn pipes(trailing_delimiter: bool) -> Dialect {
    Dialect { delimiter: b"|".to_vec(), trailing_delimiter, ..Dialect::default() }
}

fn options(block_bytes: usize, instruction_set: InstructionSet) -> ParserOptions {
    ParserOptions { block_bytes, ragged: Ragged::Fail, instruction_set }
}

fn instruction_sets() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::ALL.into_iter().filter(|set| set.is_available())
}

/// Parses `text` as a stream does: block by block, what is left of a record in front of the next one, and
/// a line feed behind the last record if it has none. Places of errors count from the text.
fn parse(
    columns: &[Column], dialect: &Dialect, text: &[u8], block_bytes: usize, set: InstructionSet,
) -> Result<Vec<RecordBatch>, RecordError> {
    let mut parser = Parser::new(columns.to_vec(), dialect.clone(), &options(block_bytes, set));
    let mut batches = vec![];
    in_blocks(&mut parser, text, |parser, _, at| {
        while parser.convert().map_err(|error| moved(error, at))? == Converted::BatchFull {
            batches.push(parser.finish());
        }
        Ok(())
    })?;
    batches.push(parser.finish());
    Ok(batches)
}

/// The error of a text that has one, by every instruction set and from any block.
fn error_of(columns: &[Column], dialect: &Dialect, text: &str) -> RecordError {
    let error = parse(columns, dialect, text.as_bytes(), 4096, InstructionSet::Portable).unwrap_err();
    for set in instruction_sets() {
        for block_bytes in [1, 2, 5, 16, 4096] {
            let other = parse(columns, dialect, text.as_bytes(), block_bytes, set).unwrap_err();
            assert_eq!(other, error, "{text:?} by {}, block of {block_bytes}", set.name());
        }
    }
    error
}

/// The table of the random texts: a number, a text that may not be NULL, a number.
fn table() -> Vec<Column> {
    vec![column("a", "int32", true), column("b", "text", false), column("c", "int16", true)]
}

type Row = (Option<i32>, String, Option<i16>);

/// What a text of [`table`] says in the plainest way: its rows, or the place of the first error.
fn naive(text: &str, trailing_delimiter: bool) -> Result<Vec<Row>, Place> {
    let (mut rows, mut at) = (vec![], 0);
    for line in text.split_inclusive('\n') {
        let record = line.strip_suffix('\n').unwrap_or(line);
        let record = record.strip_suffix('\r').unwrap_or(record);
        let broken = Place { record_byte: at, field_byte: None, column: None };
        let inner = if trailing_delimiter { record.strip_suffix('|').ok_or(broken)? } else { record };
        let &[a, b, c] = &inner.split('|').collect::<Vec<_>>()[..] else {
            return Err(broken);
        };
        let field = |column, before: usize| Place {
            record_byte: at,
            field_byte: Some(at + before as u64),
            column: Some(column),
        };
        let a = if a.is_empty() { Ok(None) } else { a.parse().map(Some) }.map_err(|_| field(0, 0))?;
        if b.is_empty() {
            return Err(field(1, inner.find('|').unwrap() + 1));
        }
        let c = if c.is_empty() { Ok(None) } else { c.parse().map(Some) };
        let c = c.map_err(|_| field(2, inner.rfind('|').unwrap() + 1))?;
        rows.push((a, b.to_owned(), c));
        at += line.len() as u64;
    }
    Ok(rows)
}

fn rows(batches: &[RecordBatch]) -> Vec<Row> {
    let rows = batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |row| (batch, row)));
    rows.map(|(batch, row)| {
        let [a, b, c] = [0, 1, 2].map(|column| batch.column(column));
        (
            a.is_valid(row).then(|| a.as_primitive::<Int32Type>().value(row)),
            b.as_string_view().value(row).to_owned(),
            c.is_valid(row).then(|| c.as_primitive::<Int16Type>().value(row)),
        )
    })
    .collect()
}

fn agree(text: &str, trailing_delimiter: bool, block_bytes: usize) {
    let expected = naive(text, trailing_delimiter);
    for set in instruction_sets() {
        let found = parse(&table(), &pipes(trailing_delimiter), text.as_bytes(), block_bytes, set);
        for batch in found.iter().flatten() {
            batch.columns().iter().for_each(|array| array.to_data().validate_full().unwrap());
        }
        let found = found.map(|batches| rows(&batches)).map_err(|error| error.place);
        assert_eq!(found, expected, "by {}, block of {block_bytes}, {text:?}", set.name());
    }
}

/// Lines without their ends: records of the right width, of values of all lengths.
fn whole(trailing_delimiter: bool) -> impl Strategy<Value = String> {
    let text = prop_oneof!["[a-z]{1,14}", "[ -{}é🦀\\x00\\r]{1,40}", "x{100,200}"];
    let text = text.prop_map(|text| text.trim_end_matches('\r').to_owned() + ".");
    ("-?[0-9]{1,9}|", text, "-?[0-9]{1,4}|")
        .prop_map(move |(a, b, c)| format!("{a}|{b}|{c}{}", if trailing_delimiter { "|" } else { "" }))
}

/// Lines that are wrong, most of them.
fn wrong() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] =
        &["", "|", "||", "|||", "||||", "1|a|2", "1|a|2|", "1|a|2|3", "x|a|2", "1||2", "1|a|99999", "1"];
    prop_oneof![select(KNOWN).prop_map(str::to_owned), "[0-9a|.]{0,12}"]
}

/// A text of such lines, with line ends of either kind and a last one or none.
fn text_of(lines: Vec<(String, bool)>, last_line_end: bool) -> String {
    let mut text: String =
        lines.iter().map(|(line, crlf)| format!("{line}{}", if *crlf { "\r\n" } else { "\n" })).collect();
    // The end of a last line that is empty cannot be left away: it would be no line.
    if !last_line_end && lines.last().is_some_and(|(line, _)| !line.is_empty()) {
        text.truncate(text.trim_end_matches('\n').len());
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_tables(
        (trailing, lines) in any::<bool>().prop_flat_map(|t| (Just(t), vec((whole(t), any::<bool>()), 0..60))),
        last_line_end: bool,
        block_bytes in prop_oneof![1..64_usize, 64..8192_usize],
    ) {
        let text = text_of(lines, last_line_end);
        prop_assert!(naive(&text, trailing).is_ok());
        agree(&text, trailing, block_bytes);
    }

    #[test]
    fn random_tables_with_wrong_records(
        (trailing, lines, wrongs) in any::<bool>().prop_flat_map(|t| {
            (Just(t), vec((whole(t), any::<bool>()), 0..20), vec((0..20_usize, wrong(), any::<bool>()), 1..4))
        }),
        last_line_end: bool,
        block_bytes in prop_oneof![1..64_usize, 64..8192_usize],
    ) {
        let mut lines = lines;
        for (at, line, crlf) in wrongs {
            lines.insert(at.min(lines.len()), (line, crlf));
        }
        agree(&text_of(lines, last_line_end), trailing, block_bytes);
    }
}

/// What is wrong with one record of a text of two columns, and the byte it begins at.
#[test]
fn ragged_records() {
    for (trailing, text, record_byte, message) in [
        (false, "a|b\nc\n", 4, "found 1 field, expected 2 fields"),
        (false, "a|b\nc|d|e\n", 4, "found 3 fields, expected 2 fields"),
        (false, "a|b\nc|d|\n", 4, "found 3 fields, expected 2 fields"),
        (false, "a|b\nc|d|", 4, "found 3 fields, expected 2 fields"),
        (false, "a|b\n|||\n", 4, "found 4 fields, expected 2 fields"),
        (false, "a|b\n\nc|d\n", 4, "found a blank line, expected 2 fields"),
        (false, "a|b\r\n\r\nc|d\r\n", 5, "found a blank line, expected 2 fields"),
        (false, "\n", 0, "found a blank line, expected 2 fields"),
        (false, "a|b\r\nc\r\n", 5, "found 1 field, expected 2 fields"),
        (false, "a|b\n \n", 4, "found 1 field, expected 2 fields"),
        // Widths that add up over several records.
        (false, "a\nb\n", 0, "found 1 field, expected 2 fields"),
        (false, "a\nb|c|d\n", 0, "found 1 field, expected 2 fields"),
        (false, "a|b|c\nd\n", 0, "found 3 fields, expected 2 fields"),
        (false, "a|b\nc\nd\ne|f\n", 4, "found 1 field, expected 2 fields"),
        (false, "a|b\nc|d|e\nf\n", 4, "found 3 fields, expected 2 fields"),
        (true, "a|b|\n\n", 5, "found a blank line, expected 2 fields"),
        (true, "a|b|\nc|\n", 5, "found 1 field, expected 2 fields, each with a delimiter behind it"),
        (true, "a|b|\nc|d|e|\n", 5, "found 3 fields, expected 2 fields, each with a delimiter behind it"),
        (true, "a|b|\nc|d||\n", 5, "found 3 fields, expected 2 fields, each with a delimiter behind it"),
        (
            true,
            "a|b|\nc|d\n",
            5,
            "found 2 fields with no delimiter at the end, expected 2 fields, each with a delimiter behind it",
        ),
        (
            true,
            "a|b|\r\nc|d|e\r\n",
            6,
            "found 3 fields with no delimiter at the end, expected 2 fields, each with a delimiter behind it",
        ),
        (
            true,
            "a|b|\nc|d|e\n",
            5,
            "found 3 fields with no delimiter at the end, expected 2 fields, each with a delimiter behind it",
        ),
        (
            true,
            "a|b|\nc",
            5,
            "found 1 field with no delimiter at the end, expected 2 fields, each with a delimiter behind it",
        ),
        (
            true,
            "a|b\nc|\n",
            0,
            "found 2 fields with no delimiter at the end, expected 2 fields, each with a delimiter behind it",
        ),
    ] {
        let error = error_of(&texts(2), &pipes(trailing), text);
        assert_eq!(error.reason.to_string(), message, "{text:?}");
        assert_eq!(error.place, Place { record_byte, field_byte: None, column: None }, "{text:?}");
        assert_eq!(error.to_string(), format!("record at byte {record_byte}: {message}"));
    }
}

#[test]
fn a_blank_line_is_a_record_of_one_column() {
    for set in instruction_sets() {
        let batches = parse(&texts(1), &pipes(false), b"a\n\n\r\nb", 64, set).unwrap();
        let array = batches[0].column(0).as_string_view();
        let found: Vec<_> = array.iter().collect();
        assert_eq!(found, [Some("a"), None, None, Some("b")]);
    }
}

/// A carriage return is part of a line end before a line feed, and of a field anywhere else.
#[test]
fn carriage_returns() {
    for (trailing, text, expected) in [
        (false, "a\r|\rb\r\n\r|\r\n", ["a\r", "\rb", "\r", "NULL"]),
        (false, "a|b\r\r\nc|\r\rd\n", ["a", "b\r", "c", "\r\rd"]),
        (true, "a\r|b\r|\r\n\r|\r|\n", ["a\r", "b\r", "\r", "\r"]),
    ] {
        for set in instruction_sets() {
            let batches = parse(&texts(2), &pipes(trailing), text.as_bytes(), 64, set).unwrap();
            let [a, b] = [0, 1].map(|column| batches[0].column(column).as_string_view());
            let found: Vec<_> =
                a.iter().zip(b).flat_map(|(a, b)| [a, b]).map(|f| f.unwrap_or("NULL")).collect();
            assert_eq!(found, expected, "{text:?} by {}", set.name());
        }
    }
}

/// Columns are converted one after the other; what is reported is the first error of the text.
#[test]
fn the_first_error_of_the_text_is_reported() {
    let columns: Vec<_> = (0..3).map(|number| column(&format!("c{number}"), "int8", false)).collect();
    for (text, place, message) in [
        ("1|2|x\ny|2|3\n", (0, 4, 2), r#""x" is not an integer: "x" is no digit"#),
        ("1|2|3\n1|x|3\ny|2|3\n", (6, 8, 1), r#""x" is not an integer: "x" is no digit"#),
        ("1|x|y\n", (0, 2, 1), r#""x" is not an integer: "x" is no digit"#),
        ("1|2|300\r\n|2|3\r\n", (0, 4, 2), r#""300" is out of range of int8 (-128 to 127)"#),
        ("1|2|\r\nx|2|3\r\n", (0, 4, 2), "the empty field means NULL, and the column is NOT NULL"),
        ("1|2|3\n1|2|x\n1|2\n", (6, 10, 2), r#""x" is not an integer: "x" is no digit"#),
    ] {
        let error = error_of(&columns, &pipes(false), text);
        let (record_byte, field_byte, column) = place;
        let place = Place { record_byte, field_byte: Some(field_byte), column: Some(column) };
        assert_eq!((error.place, error.reason.to_string().as_str()), (place, message), "{text:?}");
        let shown = format!("record at byte {record_byte}, column {}: {message}", column + 1);
        assert_eq!(error.to_string(), shown);
    }
    let error = error_of(&columns, &pipes(false), "1|2\n1|2|x\n");
    assert_eq!(error.to_string(), "record at byte 0: found 2 fields, expected 3 fields");
}

/// A text of one column that counts.
fn counting(range: Range<i32>) -> String {
    range.map(|number| format!("{number}\n")).collect()
}

fn lengths(batches: &[RecordBatch]) -> Vec<usize> {
    batches.iter().map(RecordBatch::num_rows).collect()
}

#[test]
fn a_batch_ends_at_its_rows() {
    let columns = [column("n", "int32", false)];
    for set in instruction_sets() {
        for (rows, expected) in [
            (20_000, vec![8_192, 8_192, 3_616]),
            (8_191, vec![8_191]),
            (8_192, vec![8_192]),
            (8_193, vec![8_192, 1]),
            (16_384, vec![8_192, 8_192]),
        ] {
            // Many batches of one block, and many blocks of one batch.
            for block_bytes in [1 << 20, 1_000] {
                let text = counting(0..rows);
                let batches = parse(&columns, &pipes(false), text.as_bytes(), block_bytes, set).unwrap();
                assert_eq!(lengths(&batches), expected);
                let numbers = batches.iter().flat_map(|batch| {
                    batch.column(0).as_primitive::<Int32Type>().values().iter().copied().collect::<Vec<_>>()
                });
                assert!(numbers.eq(0..rows), "{rows} rows by {}", set.name());
            }
        }
    }
}

#[test]
fn an_error_behind_a_full_batch_has_its_place() {
    let text = counting(100_000..108_500) + "x\n";
    let error = error_of_block(&[column("n", "int32", false)], &text);
    assert_eq!(error.place, Place { record_byte: 7 * 8_500, field_byte: Some(7 * 8_500), column: Some(0) });
    let error = error_of_block(&[column("n", "int32", false)], &(counting(100_000..108_500) + "1|2\n"));
    assert_eq!(error.place, Place { record_byte: 7 * 8_500, field_byte: None, column: None });
}

/// The error of a text that is one block.
fn error_of_block(columns: &[Column], text: &str) -> RecordError {
    parse(columns, &pipes(false), text.as_bytes(), text.len(), InstructionSet::detect()).unwrap_err()
}

/// Full at [`BATCH_BYTES`], however many blocks that is, and never without a record.
#[test]
fn a_batch_ends_at_its_bytes() {
    let record_bytes = BATCH_BYTES / 32;
    let record = "x".repeat(record_bytes - 1) + "\n";
    let text = record.repeat(100);
    for (records_a_block, expected) in
        [(8, vec![32, 32, 32, 4]), (10, vec![32, 32, 32, 4]), (100, vec![32, 32, 32, 4])]
    {
        let block_bytes = records_a_block * record_bytes;
        let set = InstructionSet::detect();
        let batches = parse(&texts(1), &pipes(false), text.as_bytes(), block_bytes, set).unwrap();
        assert_eq!(lengths(&batches), expected, "blocks of {records_a_block} records");
    }
}

#[test]
fn only_what_is_asked_for_is_indexed() {
    let mut parser = Parser::new(texts(1), pipes(false), &options(64, InstructionSet::detect()));
    let block = parser.block();
    block.room()[..8].copy_from_slice(b"a\nb\nc\nd\n");
    block.filled(8);
    assert_eq!(parser.index(2, false), Indexed { bytes: 2, records: 1 });
    assert_eq!(parser.convert(), Ok(Converted::BlockDone));
    parser.release();
    assert_eq!(parser.index(4, false), Indexed { bytes: 4, records: 2 });
    // The block may change from here on, so nothing of it is converted any more.
    parser.block();
    assert_eq!(parser.convert(), Ok(Converted::BlockDone));
    assert_eq!((parser.rows(), parser.finish().num_rows(), parser.rows()), (1, 1, 0));
}

/// What means NULL stands in text columns as it is, and those promise UTF-8.
#[test]
#[should_panic(expected = "NULL text is UTF-8")]
fn a_null_text_that_is_no_utf8_is_refused() {
    let dialect = Dialect { null_texts: vec![b"\xff".to_vec()], ..Dialect::default() };
    Parser::new(texts(1), dialect, &options(64, InstructionSet::detect()));
}
