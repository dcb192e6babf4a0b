//! What is found out of samples reads them: every type holds every value that was seen, and no less of it.

use arbitrary::{Result, Unstructured};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use flatfile::{Column, ColumnType, Dialect, Format, FormatOptions, OnError, Ragged, Reason, Reject};
use sniff::{Given, Header, Sample, Sniffed, sniff, sniff_alike};
use stream::{Options, Split};

use crate::pieces::{Scratch, options, read};
use crate::reading::{Parsed, Reading};
use crate::{choice, table};

/// Significant digits that a double gives back as they were.
const DOUBLE_DIGITS: usize = 17;

/// Any text, or a table written in one of many ways; with anything said of it, or nothing.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let kind: u8 = u.arbitrary()?;
    if kind & 3 == 0 {
        return check_anything(u);
    }
    let text = if kind & 4 == 0 {
        let Some(dialect) = choice::dialect(&mut u)? else { return Ok(()) };
        choice::text(u, &dialect)?
    } else {
        table::written(&mut u)?
    };
    let sample = Sample { file: 0, first_byte: 0, text: text.clone(), is_head: true, is_end: true };
    let Ok(sniffed) = sniff(&[sample], &Given::default()) else { return Ok(()) };
    check_sniffed(&sniffed);
    // Texts of other encodings are decoded before they are sniffed, and a mark is taken off.
    if std::str::from_utf8(&text).is_ok() && !text.starts_with("\u{feff}".as_bytes()) {
        check_reading(&sniffed, &text);
    }
    Ok(())
}

/// Samples of any parts of files, of which anything is said: nothing of it has to make sense.
fn check_anything(mut u: Unstructured<'_>) -> Result<()> {
    let Some(dialect) = choice::dialect(&mut u)? else { return Ok(()) };
    let [said, lines, cuts]: [u8; 3] = u.arbitrary()?;
    let is_said = |bit: u8| said & 1 << bit != 0;
    let nulls = || dialect.null_texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    let given = Given {
        delimiter: is_said(0).then(|| dialect.delimiter.clone()),
        trailing_delimiter: is_said(1).then_some(dialect.trailing_delimiter),
        quote: is_said(2).then_some(dialect.quote),
        escape: is_said(3).then_some(dialect.escape),
        terminator: is_said(4).then(|| dialect.terminator.clone()),
        comment: dialect.comment.clone().filter(|_| is_said(5)),
        skip_blank_lines: is_said(6).then_some(dialect.skip_blank_lines),
        skip_lines: (lines & 1 != 0).then_some(usize::from(lines >> 1 & 3)),
        skip_footer: (lines & 8 != 0).then_some(usize::from(lines >> 4 & 3)),
        header: [None, Some(Header::None), Some(Header::Names), Some(Header::Skip)][usize::from(lines >> 6)],
        null_texts: is_said(7).then(nulls),
        null_quoted: is_said(7).then_some(dialect.null_quoted),
    };
    let text = choice::text(u, &dialect)?;
    let cut = |share: u8| text.len() * usize::from(share & 15) / 15;
    let (first, second) = (cut(cuts), cut(cuts >> 4));
    let parts =
        [&text[..first.min(second)], &text[first.min(second)..first.max(second)], &text[first.max(second)..]];
    let samples = |is_one_file: bool| -> Vec<Sample> {
        let part = |(number, part): (usize, &&[u8])| Sample {
            file: if is_one_file { 0 } else { number },
            first_byte: 0,
            text: part.to_vec(),
            is_head: !is_one_file || number == 0,
            is_end: !is_one_file || number == 2,
        };
        parts.iter().enumerate().map(part).collect()
    };
    for samples in [samples(true), samples(false)] {
        if let Ok(sniffed) = sniff_alike(&samples, &given) {
            check_sniffed(&sniffed);
        }
    }
    Ok(())
}

/// What is found goes together.
fn check_sniffed(sniffed: &Sniffed) {
    assert_eq!(sniffed.dialect.check(), Ok(()));
    assert!(!sniffed.columns.is_empty());
    for (number, column) in sniffed.columns.iter().enumerate() {
        Format::compile(&column.options, column.column_type).unwrap();
        let is_same = |other: &sniff::SniffedColumn| other.name.to_lowercase() == column.name.to_lowercase();
        assert!(!sniffed.columns[..number].iter().any(is_same), "{:?} twice", column.name);
    }
}

/// A load by what was found takes every record but those that have another width.
fn check_reading(sniffed: &Sniffed, text: &[u8]) {
    let typed = load(sniffed, text, |column| column.column_type);
    let texts = load(sniffed, text, |_| ColumnType::Text);
    let shown = || format!("{}: {sniffed:?}", text.escape_ascii());
    let is_odd = |reject: &Reject| match &reject.error.reason {
        Reason::Width { .. } | Reason::Unclosed | Reason::BehindQuote { .. } => true,
        // A rule that no prefix tells from the records is refused, as it should be.
        _ => is_rule(&reject.record, &sniffed.dialect),
    };
    if let Some(reject) = typed.rejects.iter().find(|reject| !is_odd(reject)) {
        panic!("{:?} of {}", reject.error, shown());
    }
    assert!(typed.rows.num_rows() >= sniffed.records, "{} rows of {}", typed.rows.num_rows(), shown());
    if typed.rows.num_rows() == texts.rows.num_rows() {
        for (number, column) in sniffed.columns.iter().enumerate() {
            let is_plain = column.options == FormatOptions::default();
            for value in values(&texts.rows, number).filter(|_| is_plain) {
                assert!(!is_narrower(column.column_type, value), "{value:?}: {}", shown());
            }
        }
    }
}

fn load(sniffed: &Sniffed, text: &[u8], type_of: fn(&sniff::SniffedColumn) -> ColumnType) -> Parsed {
    let column = |column: &sniff::SniffedColumn| {
        let column_type = type_of(column);
        let texts = |texts: &Vec<String>| texts.iter().map(|text| text.clone().into_bytes()).collect();
        let mut made = Column::new(column.name.clone(), column_type, true);
        made.null_texts = column.null_texts.as_ref().map(texts);
        made.on_error = OnError::Reject;
        if column_type == column.column_type {
            made.format = Format::compile(&column.options, column_type).unwrap();
        }
        made
    };
    let columns = sniffed.columns.iter().map(column).collect();
    let dialect = sniffed.dialect.clone();
    let reading = Reading { columns, dialect, layout: None, ragged: Ragged::Reject };
    let options = Options {
        skip_lines: sniffed.skip_lines,
        skip_footer: sniffed.skip_footer,
        header: match sniffed.header {
            Header::None => stream::Header::None,
            Header::Names => stream::Header::Names,
            Header::Skip => stream::Header::Skip,
        },
        ..options(&reading, 4096)
    };
    let file = Scratch::new(text);
    let whole = Split { number: 1, pieces: file.pieces(&[], &reading) };
    let read = read(&reading, &options, vec![whole]);
    read.unwrap_or_else(|error| panic!("{error}: {}: {sniffed:?}", text.escape_ascii())).0
}

fn values(rows: &RecordBatch, number: usize) -> impl Iterator<Item = &str> {
    let array = rows.column(number);
    let texts = array.as_string_view_opt();
    texts.into_iter().flat_map(|texts| texts.iter().flatten())
}

/// Whether `value`, which is written plainly, is more than a value of the type gives back.
fn is_narrower(column_type: ColumnType, value: &str) -> bool {
    let digits = value.trim_start_matches(['-', '+']);
    let is_code = digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit();
    let is_number =
        matches!(column_type, ColumnType::Int64 | ColumnType::Decimal { .. } | ColumnType::Float64);
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default().replace('.', "");
    let is_too_fine = column_type == ColumnType::Float64 && mantissa.trim_matches('0').len() > DOUBLE_DIGITS;
    is_number && is_code || is_too_fine
}

/// Dashes, with what may stand between them.
fn is_rule(record: &[u8], dialect: &Dialect) -> bool {
    record.trim_ascii().iter().all(|byte| b"-=+| ".contains(byte) || dialect.delimiter.contains(byte))
}
