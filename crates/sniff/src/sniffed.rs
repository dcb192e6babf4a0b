//! All that was found out, in the order in which it is.

use std::collections::HashMap;

use flatfile::{Dialect, LooseRecord};

use crate::candidates::candidates;
use crate::choose::choose;
use crate::column::number::{self, Hint};
use crate::column::{Nulls, SniffedColumn, TABLE_NULLS, are_padded, decide};
use crate::evidence::{Evidence, Exception, counted, grouped, shown};
use crate::frame::{self, Frame};
use crate::header::{Header, column_names, is_header};
use crate::prefix::{is_rule, line, ruled_columns};
use crate::rows::{Row, Rows};
use crate::trial::{Part, Trial, is_blank, take_apart};
use crate::{Given, Sample, SniffError};

/// How the files of a table are written, and what its columns are.
#[derive(Clone, Debug)]
pub struct Sniffed {
    /// How the files are written, with the texts that mean NULL.
    pub dialect: Dialect,
    /// Lines before the header that are no records.
    pub skip_lines: usize,
    /// Lines at the end of each file that are no records.
    pub skip_footer: usize,
    /// What the first record is.
    pub header: Header,
    /// The columns, in the order of the fields of the first file.
    pub columns: Vec<SniffedColumn>,
    /// Records that were looked at.
    pub records: usize,
    /// What was seen, by the option it is about.
    pub evidence: Vec<(&'static str, Evidence)>,
}

/// Finds out how the files are written that `samples` are from, all in one way, and what their columns are.
/// The first sample of each file is its head.
///
/// # Errors
///
/// If there is no text in them, or not in one way.
pub fn sniff(samples: &[Sample], given: &Given) -> Result<Sniffed, SniffError> {
    check_text(samples)?;
    let trial = choose(samples, candidates(samples, given), given)?;
    let is_one_column = trial.candidate.is_one_column || trial.width == 1;
    let (mut dialect, width) = (trial.candidate.dialect.clone(), trial.width);
    let parts = take_apart(samples, &dialect, is_one_column);
    let frame = frame::find(&parts, &dialect, width, given)?;
    let ruled = if is_one_column { ruled_columns(&parts) } else { 0 };
    drop(parts);
    dialect.comment.clone_from(&frame.comment);
    dialect.skip_blank_lines = frame.skip_blank_lines;
    let mut evidence = dialect_evidence(&trial, given, samples, ruled);
    evidence.extend(frame.evidence.iter().cloned());
    let mut rows = collect(samples, &dialect, width, is_one_column, &frame);
    if rows.rows.is_empty() && !frame.has_short_header {
        if let Some(longest) = samples.iter().filter(|s| !s.is_end).max_by_key(|s| s.text.len()) {
            return Err(SniffError::NoRecordEnds { file: longest.file, bytes: longest.text.len() });
        }
        if given.skip_lines.unwrap_or(0) + given.skip_footer.unwrap_or(0) > 0 {
            let detail = "skip_lines and skip_footer pass over all of its records".to_owned();
            return Err(SniffError::Dialect { detail });
        }
        return Err(SniffError::Empty { file: samples.first().map_or(0, |sample| sample.file) });
    }
    evidence.push(("width", width_evidence(&rows, width, &frame)));
    trailing(&mut rows, &mut dialect, given, &mut evidence);
    let (header, names) = take_header(&mut rows, &frame, given, &mut evidence)?;
    let nulls = nulls(&rows, given, &mut evidence);
    dialect.null_texts = nulls.texts.iter().map(|text| text.clone().into_bytes()).collect();
    dialect.null_quoted = nulls.in_quotes;
    let hint = hint(&rows);
    let columns = names
        .into_iter()
        .enumerate()
        .map(|(number, name)| decide(name, &rows.column(number), &rows, &nulls, hint));
    let columns: Vec<SniffedColumn> = columns.collect();
    let (skip_lines, skip_footer) = (frame.skip_lines, frame.skip_footer);
    Ok(Sniffed { dialect, skip_lines, skip_footer, header, columns, records: rows.rows.len(), evidence })
}

fn check_text(samples: &[Sample]) -> Result<(), SniffError> {
    for sample in samples {
        if let Some(at) = memchr::memchr(0, &sample.text) {
            return Err(SniffError::Binary { file: sample.file, byte: sample.first_byte + at as u64 });
        }
    }
    if samples.iter().all(|sample| sample.text.iter().all(u8::is_ascii_whitespace)) {
        return Err(SniffError::Empty { file: samples.first().map_or(0, |sample| sample.file) });
    }
    Ok(())
}

fn dialect_evidence(
    trial: &Trial, given: &Given, samples: &[Sample], ruled: usize,
) -> Vec<(&'static str, Evidence)> {
    let dialect = &trial.candidate.dialect;
    let mut found = Vec::new();
    if given.delimiter.is_none() {
        let text = if ruled > 1 {
            format!(
                "one column: rules show {ruled} of fixed widths, which are not taken apart; export them with a delimiter"
            )
        } else if trial.candidate.is_one_column {
            "one column: nothing divides the records into as many fields".to_owned()
        } else {
            let even = format!("{} of {} fields", counted(trial.even, "record"), trial.width);
            format!("{} makes {even}", shown(&dialect.delimiter))
        };
        found.push(("delimiter", Evidence::of(text)));
    }
    if given.quote.is_none() && dialect.quote.is_some() {
        found.push(("quote", Evidence::of(format!("{} in quotes", counted(trial.quoted_fields, "field")))));
    }
    if given.quote.is_none() && dialect.quote.is_none() && trial.marked > 0 {
        let what = format!("{} with quotation marks that are text", counted(trial.marked, "field"));
        found.push(("quote", Evidence::of(what)));
    }
    if given.escape.is_none() && dialect.escape.is_some() {
        let has_letters = samples.iter().any(|sample| has_escaped_letters(&sample.text));
        let what = "backslashes stand before marks that are text";
        let lost = "; those of \\n, \\r and \\t are dropped, and the letter is kept";
        found.push(("escape", Evidence::of(format!("{what}{}", if has_letters { lost } else { "" }))));
    }
    found
}

/// Whether a backslash stands for a character that cannot be seen, as in PostgreSQL's and MySQL's own exports.
fn has_escaped_letters(text: &[u8]) -> bool {
    let mut is_escaped = false;
    for &byte in text {
        if is_escaped && matches!(byte, b'n' | b'r' | b't') {
            return true;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    false
}

/// The records that are as wide as the table, in the order of the samples.
fn collect<'a>(
    samples: &'a [Sample], dialect: &Dialect, width: usize, is_one_column: bool, frame: &Frame,
) -> Rows<'a> {
    let parts = take_apart(samples, dialect, is_one_column);
    let mut rows = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let records = part.found.records();
        let bounds = bounds(part, frame, dialect);
        for record in bounds {
            let is_record = records[record].width == width
                && !records[record].is_faulty
                && !(width > 1 && is_rule(line(part, &records[record]), &dialect.delimiter));
            if is_record {
                rows.push(Row { part: number, record });
            }
        }
    }
    let orders = vec![None; parts.len()];
    Rows { parts, rows, width, orders }
}

/// The records of a part that are neither in front of the header nor behind the last one.
fn bounds(part: &Part<'_>, frame: &Frame, dialect: &Dialect) -> std::ops::Range<usize> {
    let records = part.found.records();
    let text = &part.sample.text[part.begin..];
    let lines = |from: usize, past: usize| crate::sample::count_lines(&text[from..past], &dialect.terminator);
    let is_passed = |record: &LooseRecord| lines(0, record.past_byte) <= frame.skip_lines;
    let skipped = if part.sample.is_head && frame.skip_lines > 0 {
        records.iter().take_while(|record| is_passed(record)).count()
    } else {
        0
    };
    let is_behind = |record: &&LooseRecord| lines(record.first_byte, text.len()) <= frame.skip_footer;
    let footer = if part.sample.is_end && frame.skip_footer > 0 {
        records.iter().rev().take_while(is_behind).count()
    } else {
        0
    };
    skipped..records.len() - footer.min(records.len() - skipped)
}

/// How many records are as wide as the table, and the first one that is not.
fn width_evidence(rows: &Rows<'_>, width: usize, frame: &Frame) -> Evidence {
    let (mut all, mut odd) = (0, None);
    for (number, part) in rows.parts.iter().enumerate() {
        let records = part.found.records();
        let bounds = rows.rows.iter().filter(|row| row.part == number).map(|row| row.record);
        let (Some(first), Some(last)) = (bounds.clone().min(), bounds.max()) else { continue };
        for record in &records[first..=last] {
            let bytes = line(part, record);
            if is_rule(bytes, b"") || (frame.skip_blank_lines && is_blank(&part.found, record)) {
                continue;
            }
            all += 1;
            if (record.width != width || record.is_faulty) && odd.is_none() {
                let record_byte = part.sample.first_byte + (part.begin + record.first_byte) as u64;
                odd = Some(Exception {
                    file: part.sample.file,
                    record_byte,
                    found: shown(bytes.trim_ascii_end()),
                });
            }
        }
    }
    let text = format!(
        "{} of {} have {}",
        grouped(rows.rows.len().min(all)),
        counted(all, "record"),
        counted(width, "field")
    );
    Evidence { text, exception: odd }
}

/// A delimiter at the end of each record is none between two fields.
fn trailing(
    rows: &mut Rows<'_>, dialect: &mut Dialect, given: &Given, evidence: &mut Vec<(&'static str, Evidence)>,
) {
    let is_empty = rows.width > 1
        && rows.column(rows.width - 1).iter().all(|value| value.text.is_empty() && !value.is_quoted);
    dialect.trailing_delimiter = given.trailing_delimiter.unwrap_or(is_empty);
    if dialect.trailing_delimiter {
        rows.width -= usize::from(rows.width > 1);
        if given.trailing_delimiter.is_none() {
            let what = "every record ends with a delimiter";
            evidence.push(("trailing_delimiter", Evidence::of(what)));
        }
    }
}

/// Decides on the header, and takes it out of the rows; gives the columns' names.
fn take_header(
    rows: &mut Rows<'_>, frame: &Frame, given: &Given, evidence: &mut Vec<(&'static str, Evidence)>,
) -> Result<(Header, Vec<String>), SniffError> {
    let width = rows.width;
    let fields = |rows: &Rows<'_>, row: Row| -> Vec<String> {
        let part = &rows.parts[row.part];
        let record = &part.found.records()[row.record];
        let text = |(field, _): (&[u8], bool)| String::from_utf8_lossy(field).into_owned();
        part.found.fields(record).take(width).map(text).collect()
    };
    if frame.has_short_header && matches!(given.header, None | Some(Header::Skip)) {
        let head = rows.parts.iter().find(|part| part.sample.is_head);
        let short = head.and_then(|part| {
            let first = rows.rows.first()?.record.checked_sub(1)?;
            let record = &part.found.records()[first];
            Some(
                part.found
                    .fields(record)
                    .map(|(field, _)| String::from_utf8_lossy(field).into_owned())
                    .collect(),
            )
        });
        let mut header: Vec<String> = short.unwrap_or_default();
        if header.len() < width {
            header.insert(0, String::new());
        }
        if given.header.is_none() {
            let what = "the header has a name less than there are fields: the first column has none";
            evidence.push(("header", Evidence::of(what)));
        }
        return Ok((Header::Skip, column_names(Some(&header), width).0));
    }
    // The first row of each file whose head was looked at.
    let mut firsts: Vec<(usize, Row)> = Vec::new();
    for (at, &row) in rows.rows.iter().enumerate() {
        let sample = rows.parts[row.part].sample;
        if sample.is_head
            && firsts.last().is_none_or(|(_, last)| rows.parts[last.part].sample.file != sample.file)
        {
            firsts.push((at, row));
        }
    }
    let heads: Vec<Vec<String>> = firsts.iter().map(|(_, row)| fields(rows, *row)).collect();
    let Some(first) = heads.first() else { return Ok((Header::None, column_names(None, width).0)) };
    let mut header = match given.header {
        Some(header) => header,
        None => {
            let bodies: Vec<Vec<&[u8]>> = (0..width)
                .map(|number| {
                    let values = rows.column(number);
                    let is_first = |at: usize| firsts.iter().any(|(first, _)| *first == at);
                    values.iter().enumerate().filter(|(at, _)| !is_first(*at)).map(|(_, v)| v.text).collect()
                })
                .collect();
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

/// The texts that mean NULL everywhere.
fn nulls(rows: &Rows<'_>, given: &Given, evidence: &mut Vec<(&'static str, Evidence)>) -> Nulls {
    let (mut quoted, mut all, mut empty, mut quoted_empty) = (0, 0, 0, 0);
    let mut counts = [0; TABLE_NULLS.len()];
    for number in 0..rows.width {
        let values = rows.column(number);
        let texts: Option<Vec<&str>> =
            values.iter().map(|value| std::str::from_utf8(value.text).ok()).collect();
        let is_trimmed = texts.is_some_and(|texts| !texts.is_empty() && are_padded(&texts));
        for value in values {
            let text = if is_trimmed { value.text.trim_ascii() } else { value.text };
            all += 1;
            quoted += usize::from(value.is_quoted);
            empty += usize::from(value.text.is_empty() && !value.is_quoted);
            quoted_empty += usize::from(value.text.is_empty() && value.is_quoted);
            if let Some(at) = TABLE_NULLS.iter().position(|null| null.as_bytes() == text && !value.is_quoted)
            {
                counts[at] += 1;
            }
        }
    }
    let in_quotes = given.null_quoted.unwrap_or_else(|| {
        let all_are_quoted = quoted_empty > 0 && empty == 0 && quoted * 10 >= all * 9;
        if all_are_quoted {
            let what = "all fields are in quotes, empty ones too: those are NULL";
            evidence.push(("null_quoted", Evidence::of(what)));
        }
        all_are_quoted
    });
    if let Some(texts) = &given.null_texts {
        return Nulls { texts: texts.clone(), is_given: true, in_quotes };
    }
    let mut texts: Vec<String> = Vec::new();
    for (null, &count) in TABLE_NULLS.iter().zip(&counts) {
        if count > 0 {
            let what = format!(
                "{} {}: NULL, and an empty field is the empty text",
                counted(count, "field"),
                shown(null.as_bytes())
            );
            evidence.push(("null", Evidence::of(what)));
            texts.push((*null).to_owned());
        }
    }
    if texts.is_empty() {
        texts.push(String::new());
    }
    Nulls { texts, is_given: false, in_quotes }
}

/// What columns with separators of one meaning say of those with two.
fn hint(rows: &Rows<'_>) -> Hint {
    let mut hint = Hint::default();
    for number in 0..rows.width {
        let values = rows.column(number);
        let texts: Vec<&str> =
            values.iter().filter_map(|value| std::str::from_utf8(value.text).ok()).collect();
        let of_column = number::hint(&texts);
        // A column with both is text.
        if of_column.points != of_column.commas {
            hint.points |= of_column.points;
            hint.commas |= of_column.commas;
        }
    }
    hint
}
