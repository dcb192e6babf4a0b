//! A field made plain is read as the plain field is, and what cannot be made plain is told.

use arbitrary::{Result, Unstructured};
use flatfile::index::InstructionSet;
use flatfile::{Column, ColumnType, Dialect, Format, Ragged, Reason, RecordError, Terminator};

use crate::choice;
use crate::reading::{Parsed, Reading};

/// What stands in no field here.
const DELIMITER: u8 = 0x1f;
const END: u8 = 0x1e;

/// Any options, sensible or not, and fields, one a line.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let column_type = choice::column_type(&mut u)?;
    let options = choice::format_options(&mut u)?;
    let format = match Format::compile(&options, column_type) {
        Ok(Some(format)) => format,
        Ok(None) => return Ok(()),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Ok(());
        }
    };
    let rest = u.take_rest();
    for field in rest[..rest.len().min(1024)].split(|byte| [b'\n', DELIMITER, END].contains(byte)) {
        check_field(&format, column_type, field);
    }
    Ok(())
}

fn check_field(format: &Format, column_type: ColumnType, field: &[u8]) {
    let mut out = b"before".to_vec();
    let rewritten = format.rewrite(field, &mut out);
    let plain = out.strip_prefix(b"before").expect("what was there before stays");
    let found = parse(Some(format), column_type, field);
    match rewritten {
        Err(reason) => {
            assert!(plain.is_empty(), "an error appends nothing");
            assert_eq!(found.map_err(|error| error.reason), Err(reason));
        }
        Ok(()) => {
            let shown = |error: RecordError| -> Reason { error.reason.found_as(field) };
            let expected = parse(None, column_type, plain).map_err(shown);
            assert_eq!(found.map_err(shown), expected, "{} of {format:?}", field.escape_ascii());
        }
    }
}

/// One record of one field.
fn parse(
    format: Option<&Format>, column_type: ColumnType, field: &[u8],
) -> std::result::Result<Parsed, RecordError> {
    let column = Column { format: format.cloned(), ..Column::new("c", column_type, true) };
    let dialect = Dialect {
        delimiter: vec![DELIMITER],
        terminator: Terminator::Bytes(vec![END]),
        null_texts: vec![],
        ..Dialect::default()
    };
    let reading = Reading { columns: vec![column], dialect, layout: None, ragged: Ragged::Fail };
    let text = [field, &[END]].concat();
    reading.parse(&text, text.len(), InstructionSet::detect())
}
