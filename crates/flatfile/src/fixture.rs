//! A text parsed in all the ways there are, for the tests of what a parser makes of dialects and rejects.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_schema::DataType;

use crate::index::InstructionSet;
use crate::{
    Column, Converted, Dialect, Indexed, Layout, OnError, Parser, ParserOptions, Ragged, RecordError, Reject,
};

/// A row as texts; NULL is `None`.
pub(crate) type Row = Vec<Option<String>>;

/// How a text is read.
#[derive(Clone)]
pub(crate) struct Reading {
    pub columns: Vec<Column>,
    pub dialect: Dialect,
    pub layout: Option<Layout>,
    pub ragged: Ragged,
}

/// What became of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Parsed {
    pub rows: Vec<Row>,
    /// In the order of the text, from whose first byte their places count.
    pub rejects: Vec<Reject>,
    /// Records that the parser said it had found.
    pub records: usize,
    pub nulled: u64,
    pub padded: u64,
    pub truncated: u64,
}

pub(crate) fn column(name: &str, spelling: &str, on_error: OnError) -> Column {
    Column { on_error, ..Column::new(name, spelling.parse().unwrap(), true) }
}

/// `columns` columns of text.
pub(crate) fn texts(columns: usize) -> Vec<Column> {
    (0..columns).map(|number| column(&format!("c{number}"), "text", OnError::Fail)).collect()
}

/// `fields` as a row; `~` is NULL.
pub(crate) fn row(fields: &[&str]) -> Row {
    fields.iter().map(|&field| (field != "~").then(|| field.to_owned())).collect()
}

impl Reading {
    pub fn new(columns: Vec<Column>, dialect: Dialect) -> Self {
        Reading { columns, dialect, layout: None, ragged: Ragged::Fail }
    }

    /// What becomes of `text`: the same by every instruction set and from blocks of any size.
    pub fn parse(&self, text: &[u8]) -> Result<Parsed, RecordError> {
        let expected = self.parse_from(text, text.len().max(1), InstructionSet::Portable);
        for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
            for block_bytes in [1, 2, 3, 5, 16, 64, 100, 4096] {
                let found = self.parse_from(text, block_bytes, set);
                let shown = text.escape_ascii();
                assert_eq!(found, expected, "{shown} by {}, blocks of {block_bytes}", set.name());
            }
        }
        expected
    }

    /// Parses as a stream does: block by block, what is left of a record in front of the next one.
    pub fn parse_from(
        &self, text: &[u8], block_bytes: usize, instruction_set: InstructionSet,
    ) -> Result<Parsed, RecordError> {
        let options = ParserOptions { block_bytes, ragged: self.ragged, instruction_set };
        let mut parser = Parser::new(self.columns.clone(), self.dialect.clone(), &options);
        if let Some(layout) = &self.layout {
            parser.set_layout(Some(&Arc::new(layout.clone())));
        }
        let mut parsed = Parsed::default();
        in_blocks(&mut parser, text, |parser, indexed, at| {
            while parser.convert().map_err(|error| moved(error, at))? == Converted::BatchFull {
                parsed.rows.extend(rows(&parser.finish()));
            }
            let mut rejects = parser.take_rejects();
            rejects.sort_by_key(|reject| reject.error.place.record_byte);
            let moved = |reject: Reject| Reject { error: moved(reject.error, at), ..reject };
            parsed.rejects.extend(rejects.into_iter().map(moved));
            parsed.records += indexed.records;
            Ok(())
        })?;
        assert!(parser.text().is_empty());
        parsed.rows.extend(rows(&parser.finish()));
        (parsed.nulled, parsed.padded) = parser.take_nulled_and_padded();
        parsed.truncated = parser.take_truncated();
        Ok(parsed)
    }
}

/// Feeds `text` to `parser` as a stream does: block by block, what is left of a record in front of the next one. `take`
/// converts each block, whose first byte in the text it is told.
pub(crate) fn in_blocks(
    parser: &mut Parser, text: &[u8],
    mut take: impl FnMut(&mut Parser, Indexed, u64) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let (mut rest, mut at) = (text, 0);
    while !rest.is_empty() {
        let block = parser.block();
        if block.text().len() == block.capacity() {
            block.grow(block.capacity() * 2);
        }
        let room = block.room();
        let (now, later) = rest.split_at(room.len().min(rest.len()));
        room[..now.len()].copy_from_slice(now);
        block.filled(now.len());
        rest = later;
        let indexed = parser.index(parser.text().len(), rest.is_empty());
        take(parser, indexed, at)?;
        parser.release();
        at += indexed.bytes as u64;
    }
    assert_eq!(at, text.len() as u64, "every byte belongs to something");
    Ok(())
}

/// `error` with places that count from a byte that stands `by` bytes before.
pub(crate) fn moved(mut error: RecordError, by: u64) -> RecordError {
    error.place.record_byte += by;
    error.place.field_byte = error.place.field_byte.map(|byte| byte + by);
    error
}

/// The rows of a batch of texts and numbers.
fn rows(batch: &RecordBatch) -> Vec<Row> {
    let mut rows = vec![vec![]; batch.num_rows()];
    for array in batch.columns() {
        array.to_data().validate_full().unwrap();
        let values: Row = match array.data_type() {
            DataType::Utf8View => array.as_string_view().iter().map(|v| v.map(str::to_owned)).collect(),
            DataType::Int32 => {
                array.as_primitive::<Int32Type>().iter().map(|v| v.map(|v| v.to_string())).collect()
            }
            other => panic!("{other} is not shown here"),
        };
        rows.iter_mut().zip(values).for_each(|(row, value)| row.push(value));
    }
    rows
}
