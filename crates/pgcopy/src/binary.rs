//! The binary format: a signature, then rows of a field count and of fields with their lengths, then -1.

use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;

use crate::error::{Fault, Refused, Unsendable};
use crate::fixed::fixed;
use crate::made::Made;
use crate::numeric::{Decimals, Narrow, Wide};
use crate::plain::{Bools, Bytes, Texts, Unsigned};
use crate::{Kind, array, inet, interval, numeric, time, uuid};

/// Before the first row: the signature, no flags, no extension.
const HEADER: &[u8; 19] = b"PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0";

/// Behind the last row: a field count of -1.
const TRAILER: [u8; 2] = (-1_i16).to_be_bytes();

/// Rows that are laid out and written at a time: their text of some 200 bytes each stays in the second-level cache.
const ROWS: usize = 512;

/// The length that says NULL.
pub(crate) const NULL: [u8; 4] = (-1_i32).to_be_bytes();

/// One column of rows, to fields with their lengths in front.
pub(crate) trait Column: Send {
    /// Adds the bytes that each field takes to `lengths`, for as many rows of `values` from row `first` on.
    ///
    /// # Errors
    ///
    /// The first value that cannot be sent, with its row in `values`.
    fn measure(&mut self, values: &dyn Array, first: usize, lengths: &mut [u32]) -> Result<(), Refused>;

    /// Writes the fields that were just measured, each to where `at` says in `out`, and moves that behind it.
    fn write(&self, values: &dyn Array, first: usize, at: &mut [usize], out: &mut [u8]);
}

/// Encodes record batches for `COPY … (FORMAT binary)`.
pub struct BinaryEncoder {
    columns: Vec<Box<dyn Column>>,
    lengths: Vec<u32>,
    at: Vec<usize>,
}

impl BinaryEncoder {
    /// An encoder of columns of these types, in the order of the statement's columns.
    ///
    /// # Errors
    ///
    /// The first of them that the binary format has no way for.
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a DataType, &'a Kind)>) -> Result<Self, Unsendable> {
        let columns = columns.into_iter().map(|(found, kind)| {
            column(found, kind).ok_or_else(|| Unsendable { found: found.clone(), kind: kind.clone() })
        });
        Ok(BinaryEncoder { columns: columns.collect::<Result<_, _>>()?, lengths: Vec::new(), at: Vec::new() })
    }

    /// Appends what stands before the first row.
    pub fn begin(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER);
    }

    /// Appends rows of `batch` from row `first` on, until there are no more or `out` has `enough` bytes; the row to
    /// go on with.
    ///
    /// # Errors
    ///
    /// The first value found that cannot be sent; of several in the rows at hand, that of the first row.
    pub fn encode(
        &mut self, batch: &RecordBatch, first: usize, enough: usize, out: &mut Vec<u8>,
    ) -> Result<usize, Refused> {
        let mut first = first;
        while first < batch.num_rows() && out.len() < enough {
            let rows = ROWS.min(batch.num_rows() - first);
            self.encode_rows(batch, first, rows, out)?;
            first += rows;
        }
        Ok(first)
    }

    /// Appends what stands behind the last row.
    pub fn finish(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&TRAILER);
    }

    fn encode_rows(
        &mut self, batch: &RecordBatch, first: usize, rows: usize, out: &mut Vec<u8>,
    ) -> Result<(), Refused> {
        let fields = (self.columns.len() as i16).to_be_bytes();
        self.lengths.clear();
        self.lengths.resize(rows, fields.len() as u32);
        let mut earliest: Option<Refused> = None;
        for (number, (column, values)) in self.columns.iter_mut().zip(batch.columns()).enumerate() {
            if let Err(refused) = column.measure(values, first, &mut self.lengths)
                && earliest.as_ref().is_none_or(|other| refused.row < other.row)
            {
                earliest = Some(Refused { column: number, ..refused });
            }
        }
        if let Some(refused) = earliest {
            return Err(refused);
        }
        self.at.clear();
        let mut past = out.len();
        for length in &self.lengths {
            self.at.push(past);
            past += *length as usize;
        }
        out.resize(past, 0);
        for at in &mut self.at {
            out[*at..*at + fields.len()].copy_from_slice(&fields);
            *at += fields.len();
        }
        for (column, values) in self.columns.iter().zip(batch.columns()) {
            column.write(values, first, &mut self.at, out);
        }
        debug_assert_eq!(self.at.last().copied(), Some(past));
        Ok(())
    }
}

/// The encoder of a column, if there is one.
fn column(found: &DataType, kind: &Kind) -> Option<Box<dyn Column>> {
    use arrow_schema::DataType as D;
    if let Some(column) = fixed(found, kind) {
        return Some(column);
    }
    Some(match (found, kind) {
        (D::Boolean, Kind::Bool) => Box::new(Bools),
        (D::Utf8View, Kind::Text) => Box::new(Texts::new(b"")),
        (D::Utf8View, Kind::Jsonb) => Box::new(Texts::new(b"\x01")),
        (D::BinaryView, Kind::Bytea) => Box::new(Bytes),
        (D::UInt64, Kind::Numeric { scale: None | Some(0..) }) => Box::new(Decimals::<Unsigned>::new(0)),
        (D::Decimal64(_, scale), Kind::Numeric { .. }) => Box::new(Decimals::<Narrow>::new(*scale)),
        (D::Decimal128(_, scale), Kind::Numeric { .. }) => Box::new(Decimals::<Wide>::new(*scale)),
        (D::Utf8View, kind) => Box::new(Made::new(from_text(kind)?)),
        _ => return None,
    })
}

/// Appends the bytes of a value that is written in letters.
pub(crate) type FromText = Box<dyn Fn(&str, &mut Vec<u8>) -> Result<(), Fault> + Send>;

/// What makes values of `kind` out of letters, if anything does.
pub(crate) fn from_text(kind: &Kind) -> Option<FromText> {
    Some(match kind {
        Kind::Numeric { scale } => {
            let scale = *scale;
            Box::new(move |text, out| numeric::from_text(text, scale, out))
        }
        Kind::TimeTz => Box::new(time::zoned_from_text),
        Kind::Interval => Box::new(interval::from_text),
        Kind::Uuid => Box::new(uuid::from_text),
        Kind::Inet => Box::new(|text, out| inet::from_text(text, false, out)),
        Kind::Cidr => Box::new(|text, out| inet::from_text(text, true, out)),
        Kind::Array { element, oid } => array::from_text(element, *oid)?,
        _ => return None,
    })
}
