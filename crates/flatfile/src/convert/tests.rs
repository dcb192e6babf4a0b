//! What each type takes and what it says of the rest, one line a case; every fast way against the exact
//! one; every type as an array.

mod arrays;
mod bytes;
mod moments;
mod numbers;
mod twins;

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};

use crate::index::InstructionSet;
use crate::{Column, Dialect, Indexed, Parser, ParserOptions, Ragged};

/// A field of a type, and the value it becomes (written as [`value`] does) or the exact error.
type Case = (&'static str, &'static str, Result<&'static str, &'static str>);

/// What follows the text in the block: what a load that looks too far finds.
const GARBAGE: &[u8] = b"7.9999-99:99.9+00Z99999999999999999999999999999999";

fn instruction_sets() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::ALL.into_iter().filter(|set| set.is_available())
}

/// The value of row `row` as a test writes it: decimals as their unscaled integer, dates and times as
/// the integer that is stored, bytes as hexadecimal digits, NULL as `NULL`.
fn value(array: &dyn Array, row: usize) -> String {
    if array.is_null(row) {
        return "NULL".to_owned();
    }
    macro_rules! plain {
        ($type:ty) => {
            array.as_primitive::<$type>().value(row).to_string()
        };
    }
    match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int8 => plain!(Int8Type),
        DataType::Int16 => plain!(Int16Type),
        DataType::Int32 => plain!(Int32Type),
        DataType::Int64 => plain!(Int64Type),
        DataType::UInt8 => plain!(UInt8Type),
        DataType::UInt16 => plain!(UInt16Type),
        DataType::UInt32 => plain!(UInt32Type),
        DataType::UInt64 => plain!(UInt64Type),
        DataType::Float32 => format!("{:?}", array.as_primitive::<Float32Type>().value(row)),
        DataType::Float64 => format!("{:?}", array.as_primitive::<Float64Type>().value(row)),
        DataType::Decimal64(..) => plain!(Decimal64Type),
        DataType::Decimal128(..) => plain!(Decimal128Type),
        DataType::Date32 => plain!(Date32Type),
        DataType::Time64(_) => plain!(Time64MicrosecondType),
        DataType::Timestamp(TimeUnit::Second, _) => plain!(TimestampSecondType),
        DataType::Timestamp(TimeUnit::Millisecond, _) => plain!(TimestampMillisecondType),
        DataType::Timestamp(TimeUnit::Microsecond, _) => plain!(TimestampMicrosecondType),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => plain!(TimestampNanosecondType),
        DataType::Utf8View => array.as_string_view().value(row).to_owned(),
        DataType::BinaryView => {
            array.as_binary_view().value(row).iter().map(|byte| format!("{byte:02x}")).collect()
        }
        other => panic!("no column type becomes {other}"),
    }
}

/// The batch of a table of one column, or the reason why there is none. `at_line_end`: the field is ended
/// by the line (a CRLF) and not by a delimiter, which are two compiled loops.
fn batch(
    column: Column, null_text: &str, fields: &[&[u8]], set: InstructionSet, at_line_end: bool,
) -> Result<RecordBatch, String> {
    let dialect = Dialect {
        delimiter: vec![1],
        trailing_delimiter: !at_line_end,
        null_texts: vec![null_text.as_bytes().to_vec()],
        ..Dialect::default()
    };
    let end: &[u8] = if at_line_end { b"\r\n" } else { b"\x01\n" };
    let text: Vec<u8> = fields.iter().flat_map(|field| [field, end].concat()).collect();
    let mut parser = Parser::new(vec![column], dialect, &options(text.len() + GARBAGE.len(), set));
    let block = parser.block();
    block.room().copy_from_slice(&[&text, GARBAGE].concat());
    block.filled(text.len() + GARBAGE.len());
    assert_eq!(parser.index(text.len(), false), Indexed { bytes: text.len(), records: fields.len() });
    parser.convert().map_err(|error| error.reason.to_string())?;
    Ok(parser.finish())
}

fn column(spelling: &str, nullable: bool) -> Column {
    Column::new("c", spelling.parse().unwrap(), nullable)
}

fn options(block_bytes: usize, instruction_set: InstructionSet) -> ParserOptions {
    ParserOptions { block_bytes, ragged: Ragged::Fail, instruction_set }
}

/// What a field becomes, which must be the same for every instruction set and at either place in a line.
pub(crate) fn converted(spelling: &str, field: &[u8]) -> Result<String, String> {
    let all: Vec<_> = instruction_sets()
        .flat_map(|set| [(set, false), (set, true)])
        .map(|(set, at_line_end)| {
            batch(column(spelling, false), "<null>", &[field], set, at_line_end)
                .map(|batch| value(batch.column(0), 0))
        })
        .collect();
    assert!(all.iter().all(|one| *one == all[0]), "{spelling} {field:?}: {all:?}");
    all[0].clone()
}

fn check(cases: &[Case]) {
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|&(spelling, field, expected)| {
            let found = converted(spelling, field.as_bytes());
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            (found != expected)
                .then(|| format!("{spelling} {field:?}:\n   found {found:?}\nexpected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}
