//! All that was found out, in the order in which it is.

use flatfile::Dialect;

use crate::candidates::candidates;
use crate::choose::choose;
use crate::column::null::nulls;
use crate::column::number::{self, Hint};
use crate::column::{SniffedColumn, decide};
use crate::evidence::{Evidence, Exception, counted, grouped, shown};
use crate::frame::{self, Frame};
use crate::header::Header;
use crate::heading::take_header;
use crate::prefix::{is_rule, line, ruled_columns};
use crate::rows::{Row, Rows};
use crate::trial::{Trial, is_blank, take_apart};
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
    let (header, names) = take_header(&mut rows, &frame, &dialect, given, &mut evidence)?;
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
        for record in frame.bounds(part, dialect) {
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
