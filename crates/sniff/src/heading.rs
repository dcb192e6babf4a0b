//! The header as it stands in the rows: found, named after, and taken out of them.

use std::collections::HashMap;

use flatfile::{Dialect, LooseRecord};

use crate::evidence::{Evidence, counted};
use crate::frame::Frame;
use crate::header::{Header, column_names, is_header};
use crate::rows::{Row, Rows};
use crate::trial::is_blank;
use crate::{Given, SniffError};

/// Decides on the header, and takes it out of the rows; gives the columns' names.
pub(crate) fn take_header(
    rows: &mut Rows<'_>, frame: &Frame, dialect: &Dialect, given: &Given,
    evidence: &mut Vec<(&'static str, Evidence)>,
) -> Result<(Header, Vec<String>), SniffError> {
    let width = rows.width;
    if frame.has_short_header && matches!(given.header, None | Some(Header::Skip)) {
        if given.header.is_none() {
            let what = "the header has a name less than there are fields: the first column has none";
            evidence.push(("header", Evidence::of(what)));
        }
        return Ok((Header::Skip, column_names(Some(&short_header(rows)), width).0));
    }
    let firsts = firsts(rows);
    if given.header.is_none() && firsts.iter().any(|(_, row)| is_behind_others(rows, *row, frame, dialect)) {
        evidence.push(("header", Evidence::of("the first record is not as wide as the table")));
        return Ok((Header::None, column_names(None, width).0));
    }
    let heads: Vec<Vec<String>> = firsts.iter().map(|(_, row)| fields(rows, *row)).collect();
    let Some(first) = heads.first() else { return Ok((Header::None, column_names(None, width).0)) };
    let mut header = match given.header {
        Some(header) => header,
        None => {
            let bodies = bodies(rows, &firsts);
            let (is_header, why) = is_header(first, &bodies, &heads[1..]);
            evidence.push(("header", why));
            if is_header { Header::Names } else { Header::None }
        }
    };
    if header == Header::None {
        return Ok((header, column_names(None, width).0));
    }
    let (names, are_plain) = column_names(Some(first), width);
    if header == Header::Names && !are_plain && given.header.is_none() {
        header = Header::Skip;
        let what =
            "names that are empty, padded or there twice cannot be the columns': the header is passed over";
        evidence.push(("header", Evidence::of(what)));
    }
    order_by_names(rows, &firsts, &heads)?;
    let taken: Vec<usize> = firsts.iter().map(|(at, _)| *at).collect();
    let mut at = 0;
    rows.rows.retain(|_| {
        at += 1;
        taken.binary_search(&(at - 1)).is_err()
    });
    Ok((header, names))
}

/// The first row of each file whose head was looked at, with its number among all rows.
fn firsts(rows: &Rows<'_>) -> Vec<(usize, Row)> {
    let mut firsts: Vec<(usize, Row)> = Vec::new();
    for (at, &row) in rows.rows.iter().enumerate() {
        let sample = rows.parts[row.part].sample;
        let is_other = |last: &Row| rows.parts[last.part].sample.file != sample.file;
        if sample.is_head && firsts.last().is_none_or(|(_, last)| is_other(last)) {
            firsts.push((at, row));
        }
    }
    firsts
}

/// Whether records of another width stand before `row` in its file: only the first record can be a header.
fn is_behind_others(rows: &Rows<'_>, row: Row, frame: &Frame, dialect: &Dialect) -> bool {
    let part = &rows.parts[row.part];
    let is_passed = |record: &LooseRecord| frame.skip_blank_lines && is_blank(&part.found, record);
    let begin = frame.bounds(part, dialect).start;
    part.found.records().get(begin..row.record).is_some_and(|before| !before.iter().all(is_passed))
}

/// The fields of each column, without those of `firsts`.
fn bodies<'a>(rows: &'a Rows<'_>, firsts: &[(usize, Row)]) -> Vec<Vec<&'a [u8]>> {
    let is_first = |at: usize| firsts.iter().any(|(first, _)| *first == at);
    let body = |number: usize| {
        let values = rows.column(number).into_iter().enumerate();
        values.filter(|(at, _)| !is_first(*at)).map(|(_, value)| value.text).collect()
    };
    (0..rows.width).map(body).collect()
}

/// The fields of a row, as text.
fn fields(rows: &Rows<'_>, row: Row) -> Vec<String> {
    let part = &rows.parts[row.part];
    let record = &part.found.records()[row.record];
    let text = |(field, _): (&[u8], bool)| String::from_utf8_lossy(field).into_owned();
    part.found.fields(record).take(rows.width).map(text).collect()
}

/// The names of a header that has one less than there are fields: the first column has none.
fn short_header(rows: &Rows<'_>) -> Vec<String> {
    // It stands in front of the first row that was seen in a head, of which there may be none.
    let first = rows.rows.iter().find(|row| rows.parts[row.part].sample.is_head);
    let short = first.and_then(|row| {
        let record = row.record.checked_sub(1)?;
        Some(fields(rows, Row { part: row.part, record }))
    });
    let mut header: Vec<String> = short.unwrap_or_default();
    if header.len() < rows.width {
        header.insert(0, String::new());
    }
    header
}

/// Says which field each column is in files whose headers have another order than the first.
fn order_by_names(
    rows: &mut Rows<'_>, firsts: &[(usize, Row)], heads: &[Vec<String>],
) -> Result<(), SniffError> {
    let folded =
        |names: &[String]| -> Vec<String> { names.iter().map(|name| name.trim().to_lowercase()).collect() };
    let first = folded(&heads[0]);
    let mut orders: HashMap<usize, Vec<usize>> = HashMap::new();
    for ((_, row), head) in firsts.iter().zip(heads).skip(1) {
        let names = folded(head);
        if names == first {
            continue;
        }
        let file = rows.parts[row.part].sample.file;
        let order: Option<Vec<usize>> =
            first.iter().map(|name| names.iter().position(|other| other == name)).collect();
        let Some(order) = order else {
            let files = [rows.parts[firsts[0].1.part].sample.file, file];
            let missing = first.iter().find(|name| !names.contains(name)).map_or("", String::as_str);
            let detail = format!(
                "{} named in the header, and none of them {missing:?}",
                counted(first.len(), "column")
            );
            return Err(SniffError::Differs { files, detail });
        };
        orders.insert(file, order);
    }
    for (part, order) in rows.parts.iter().zip(&mut rows.orders) {
        *order = orders.get(&part.sample.file).cloned();
    }
    Ok(())
}
