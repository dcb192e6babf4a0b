//! Whether every record is as wide as the table.
//!
//! Where each record has the same number of delimiters, the index is a dense matrix: record `r` takes the
//! entries `r * stride ..` and the last of them is its line feed. So the check is one look a record, and
//! a field is found by arithmetic. `positions` carries one entry more, in front: the byte before the
//! first record (wrapping), so that every field begins one behind the entry before its own.

use crate::error::{Place, Reason, RecordError, shown};

/// How many whole records an index holds, and what is wrong behind them, if anything is.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// Whole records of the right width from the front.
    pub whole: usize,
    /// The first record that is not as wide as the table.
    pub broken: Option<RecordError>,
}

/// Counts the whole records of `positions`, which holds `line_feeds` line feeds.
///
/// `columns` of the table; `stride` entries a record.
pub(crate) fn count(
    text: &[u8], positions: &[u32], line_feeds: usize, columns: usize, stride: usize,
) -> Records {
    let dense = (positions.len() - 1) / stride;
    let trailing = stride > columns;
    let whole = (0..dense).take_while(|r| is_whole(text, &positions[r * stride..], stride, trailing)).count();
    // As many line feeds as whole records, each at the end of one: so none of them stands elsewhere, and
    // all other entries are delimiters.
    if whole == line_feeds && whole == dense {
        return Records { whole, broken: None };
    }
    first_broken(text, positions, columns, stride)
}

/// Whether the record whose entries begin `positions` ends where one of the right width does.
#[inline(always)]
fn is_whole(text: &[u8], positions: &[u32], stride: usize, trailing: bool) -> bool {
    let line_feed = positions[stride] as usize;
    if text[line_feed] != b'\n' {
        return false;
    }
    // Between the trailing delimiter and the line feed there is nothing, or the CR of a CRLF.
    let gap = if trailing { line_feed - positions[stride - 1] as usize } else { 1 };
    gap == 1 || gap == 2 && text[line_feed - 1] == b'\r'
}

/// The slow and exact way: record by record up to the first that is not as wide as the table.
#[cold]
fn first_broken(text: &[u8], positions: &[u32], columns: usize, stride: usize) -> Records {
    let trailing = stride > columns;
    let mut whole = 0;
    let mut entry = 0;
    while let Some(length) = positions[entry + 1..].iter().position(|&at| text[at as usize] == b'\n') {
        if length + 1 == stride && is_whole(text, &positions[entry..], stride, trailing) {
            whole += 1;
            entry += stride;
            continue;
        }
        let first = positions[entry].wrapping_add(1) as usize;
        let line_feed = positions[entry + 1 + length] as usize;
        let record = &text[first..line_feed];
        let record = record.strip_suffix(b"\r").unwrap_or(record);
        let ends_in_delimiter = length > 0 && positions[entry + length] as usize + 1 == first + record.len();
        let found = match length {
            0 if record.is_empty() => 0,
            _ => length + 1 - usize::from(trailing && ends_in_delimiter),
        };
        let place = Place { record_byte: first as u64, field_byte: None, column: None };
        let reason =
            Reason::Width { found, expected: columns, trailing_delimiter: trailing, ends_in_delimiter };
        return Records { whole, broken: Some(RecordError { place, reason }) };
    }
    Records { whole, broken: None }
}

/// The first field of the whole records, or of the broken one behind them, that begins with `quote`, as the
/// error of its record; that one and all behind it are whole no longer.
pub(crate) fn refuse_quotes(text: &[u8], positions: &[u32], stride: usize, quote: u8, records: &mut Records) {
    let past = positions[records.whole * stride].wrapping_add(1) as usize;
    let past = match &records.broken {
        // Its width is wrong perhaps because a delimiter stands in quotes.
        Some(_) => past + memchr::memchr(b'\n', &text[past..]).unwrap_or_default(),
        None => past,
    };
    for at in memchr::memchr_iter(quote, &text[..past]) {
        // A field begins behind an entry; the first one's is the wrapped -1.
        let Some(entry) = entry_of(positions, (at as u32).wrapping_sub(1)) else { continue };
        let record = (entry / stride).min(records.whole);
        let place = Place {
            record_byte: u64::from(positions[record * stride].wrapping_add(1)),
            field_byte: Some(at as u64),
            column: Some(entry - record * stride),
        };
        let past = positions[entry + 1] as usize;
        let field = &text[at..past];
        let field = if text[past] == b'\n' { field.strip_suffix(b"\r").unwrap_or(field) } else { field };
        let found = shown(field);
        let reason = Reason::UnexpectedQuote { found };
        *records = Records { whole: record, broken: Some(RecordError { place, reason }) };
        return;
    }
}

/// The entry that is `position`, if one is.
fn entry_of(positions: &[u32], position: u32) -> Option<usize> {
    if position == u32::MAX {
        return Some(0);
    }
    positions[1..].binary_search(&position).ok().map(|entry| entry + 1)
}
