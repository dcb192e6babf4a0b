//! The records of all samples as columns of fields.

use crate::trial::Part;

/// A record: which part it is in, and its number there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub part: usize,
    pub record: usize,
}

/// The records that are as wide as the table.
pub(crate) struct Rows<'a> {
    pub parts: Vec<Part<'a>>,
    pub rows: Vec<Row>,
    /// Fields a record has, without that behind a trailing delimiter.
    pub width: usize,
    /// For each part, which of its fields each column is; `None`: in order.
    pub orders: Vec<Option<Vec<usize>>>,
}

/// One field of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'a> {
    pub text: &'a [u8],
    pub is_quoted: bool,
    pub row: Row,
}

impl Rows<'_> {
    /// The fields of column `number`.
    pub fn column(&self, number: usize) -> Vec<Value<'_>> {
        self.rows
            .iter()
            .map(|&row| {
                let part = &self.parts[row.part];
                let field = self.orders[row.part].as_ref().map_or(number, |order| order[number]);
                let (text, is_quoted) = part.found.field(&part.found.records()[row.record], field);
                Value { text, is_quoted, row }
            })
            .collect()
    }

    /// Where the record of `row` is: its file, and its first byte there.
    pub fn place(&self, row: Row) -> (usize, u64) {
        let part = &self.parts[row.part];
        let record = &part.found.records()[row.record];
        (part.sample.file, part.sample.first_byte + (part.begin + record.first_byte) as u64)
    }
}
