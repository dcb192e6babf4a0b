//! A text parsed block by block, as a stream does it, and what became of it.

use std::sync::Arc;

use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use flatfile::index::InstructionSet;
use flatfile::{Column, Converted, Dialect, Layout, Parser, ParserOptions, Ragged, RecordError, Reject};

/// How a text is read.
#[derive(Clone, Debug)]
pub struct Reading {
    pub columns: Vec<Column>,
    pub dialect: Dialect,
    pub layout: Option<Arc<Layout>>,
    pub ragged: Ragged,
}

/// What became of a text.
#[derive(Debug, PartialEq)]
pub struct Parsed {
    /// All rows.
    pub rows: RecordBatch,
    /// In the order of the text, from whose first byte their places count.
    pub rejects: Vec<Reject>,
    pub records: usize,
    pub nulled: u64,
    pub padded: u64,
}

impl Parsed {
    /// What became of a text whose parts, in their order, became `parts`.
    pub fn joined(parts: Vec<Parsed>) -> Parsed {
        let schema = parts[0].rows.schema();
        let rows = concat_batches(&schema, parts.iter().map(|part| &part.rows)).unwrap();
        Parsed {
            rows,
            records: parts.iter().map(|part| part.records).sum(),
            nulled: parts.iter().map(|part| part.nulled).sum(),
            padded: parts.iter().map(|part| part.padded).sum(),
            rejects: parts.into_iter().flat_map(|part| part.rejects).collect(),
        }
    }
}

impl Reading {
    /// Parses `text` from blocks that begin with `block_bytes`.
    pub fn parse(&self, text: &[u8], block_bytes: usize, set: InstructionSet) -> Result<Parsed, RecordError> {
        let options = ParserOptions { block_bytes, ragged: self.ragged, instruction_set: set };
        let mut parser = Parser::new(self.columns.clone(), self.dialect.clone(), &options);
        parser.set_layout(self.layout.as_ref());
        let (mut rest, mut at) = (text, 0);
        let (mut batches, mut rejects, mut records) = (vec![], vec![], 0);
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
            let moved = |error| self.moved(error, at, text);
            while parser.convert().map_err(moved)? == Converted::BatchFull {
                batches.push(parser.finish());
            }
            for reject in parser.take_rejects() {
                let error = moved(reject.error);
                let first = error.place.record_byte as usize;
                assert!(text[first..].starts_with(&reject.record), "a reject is what stands at its place");
                rejects.push(Reject { error, ..reject });
            }
            parser.release();
            at += indexed.bytes as u64;
            records += indexed.records;
        }
        assert_eq!(at, text.len() as u64, "every byte belongs to something");
        batches.push(parser.finish());
        batches
            .iter()
            .flat_map(RecordBatch::columns)
            .for_each(|array| array.to_data().validate_full().unwrap());
        let rows = concat_batches(&parser.schema(), &batches).unwrap();
        assert_eq!(rows.num_rows() + rejects.len(), records, "every record is a row or a reject");
        rejects.sort_by_key(|reject| reject.error.place.record_byte);
        let (nulled, padded) = parser.take_nulled_and_padded();
        Ok(Parsed { rows, rejects, records, nulled, padded })
    }

    /// The error of a block that stands at `at` in `text`, where it can be shown.
    fn moved(&self, mut error: RecordError, at: u64, text: &[u8]) -> RecordError {
        let place = &mut error.place;
        place.record_byte += at;
        place.field_byte = place.field_byte.map(|byte| byte + at);
        assert!(place.record_byte < text.len() as u64, "{error:?}");
        assert!(place.field_byte.is_none_or(|byte| (place.record_byte..=text.len() as u64).contains(&byte)));
        assert!(place.column.is_none_or(|column| column < self.columns.len()));
        assert!(!error.reason.to_string().is_empty());
        error
    }
}
