//! Random tables in random dialects: those that the `csv` crate writes, and those of delimiters and
//! terminators of many bytes against a naive twin; by every instruction set and from blocks of any size.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{Reading, Row, texts};
use crate::{Dialect, Ragged, Terminator};

/// A dialect that the `csv` crate writes, and its writer of it.
fn written() -> impl Strategy<Value = (Dialect, csv::WriterBuilder, bool)> {
    let delimiter = select(&b",;|\t"[..]);
    let quote = select(&b"\"'"[..]);
    let terminator = select(vec![
        (Terminator::Lines, csv::Terminator::CRLF),
        (Terminator::AnyLine, csv::Terminator::CRLF),
        (Terminator::AnyLine, csv::Terminator::Any(b'\r')),
        (Terminator::Lines, csv::Terminator::Any(b'\n')),
        (Terminator::Bytes(vec![0x1E]), csv::Terminator::Any(0x1E)),
    ]);
    (delimiter, quote, terminator, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(delimiter, quote, (terminator, end), has_escape, has_comment, is_always_quoted)| {
            let mut writer = csv::WriterBuilder::new();
            writer.delimiter(delimiter).quote(quote).terminator(end).flexible(true);
            if has_escape {
                writer.double_quote(false).escape(b'\\');
            }
            if has_comment {
                writer.comment(Some(b'#'));
            }
            if is_always_quoted {
                writer.quote_style(csv::QuoteStyle::Always);
            }
            let dialect = Dialect {
                delimiter: vec![delimiter],
                quote: Some(quote),
                escape: has_escape.then_some(b'\\'),
                terminator,
                comment: has_comment.then(|| b"#".to_vec()),
                ..Dialect::default()
            };
            (dialect, writer, is_always_quoted)
        },
    )
}

/// Records of one to four fields, most of them of three.
fn records() -> impl Strategy<Value = Vec<Vec<String>>> {
    let field = prop_oneof!["[ab,;|\t'\"\\\\#\n\r\u{1E}é]{0,8}", "[a-z]{13,70}", Just(String::new())];
    vec(prop_oneof![4 => vec(field.clone(), 3), 1 => vec(field, 1..5)], 0..20)
}

/// Dialects of many bytes.
fn long() -> impl Strategy<Value = Dialect> {
    let ends = select(&[("::", "||"), ("::", "\n"), ("~|~", "#@#\n"), ("é", "|-"), (":", "-|-")][..]);
    let quote = select(&[None, Some(b'"')][..]);
    (ends, quote, select(&[None, Some(b'\\')][..])).prop_map(|((delimiter, terminator), quote, escape)| {
        let terminator = Terminator::Bytes(terminator.into());
        Dialect { delimiter: delimiter.into(), terminator, quote, escape, ..Dialect::default() }
    })
}

/// Any text of what means something in `dialect`, whole and in parts.
fn text_in(dialect: &Dialect) -> impl Strategy<Value = String> + use<> {
    let Terminator::Bytes(terminator) = &dialect.terminator else { panic!("{dialect:?}") };
    let [delimiter, terminator] =
        [&dialect.delimiter, terminator].map(|b| String::from_utf8(b.clone()).unwrap());
    let parts = delimiter.chars().chain(terminator.chars()).chain("\"\"\\a\n".chars()).map(String::from);
    let whole = [&delimiter, &delimiter, &delimiter, &terminator, &terminator].map(String::clone);
    let field = "\"(a|\"\"|\n|:|-|\\||#|@|~){0,6}\"";
    let pieces = whole.into_iter().chain(parts).collect::<Vec<_>>();
    vec(prop_oneof![4 => select(pieces), 1 => field], 0..60).prop_map(|pieces| pieces.concat())
}

/// The records of a text in the plainest way: their bytes, and their fields unless the quotes are wrong.
fn naive<'a>(dialect: &Dialect, text: &'a [u8]) -> Vec<(&'a [u8], Option<Row>)> {
    let Terminator::Bytes(terminator) = &dialect.terminator else { panic!("{dialect:?}") };
    let is_quote = |byte: &u8| dialect.quote == Some(*byte);
    let is_escape = |byte: &u8| dialect.escape == Some(*byte);
    let (mut records, mut at) = (vec![], 0);
    while at < text.len() {
        let (first, mut fields, mut is_right) = (at, vec![], true);
        loop {
            let mut value = vec![];
            let is_quoted = text.get(at).is_some_and(is_quote);
            at += usize::from(is_quoted);
            let mut is_open = is_quoted;
            while is_open && at < text.len() {
                let (byte, bytes) = match &text[at..] {
                    [quote, next, ..] if is_quote(quote) && is_quote(next) => (*next, 2),
                    [escape, next, ..] if is_escape(escape) => (*next, 2),
                    [byte, ..] => (*byte, 1),
                    [] => unreachable!(),
                };
                at += bytes;
                if bytes == 1 && is_quote(&byte) {
                    is_open = false;
                } else {
                    value.push(byte);
                }
            }
            let closed = at;
            let is_end = |rest: &[u8]| rest.starts_with(&dialect.delimiter) || rest.starts_with(terminator);
            while at < text.len() && !is_end(&text[at..]) {
                let is_escaped = is_escape(&text[at]) && at + 1 < text.len();
                at += usize::from(is_escaped);
                value.push(text[at]);
                at += 1;
            }
            is_right &= !(is_open || is_quoted && at > closed);
            let is_null = value.is_empty() && !is_quoted;
            fields.push((!is_null).then(|| String::from_utf8(value).unwrap()));
            if !text[at..].starts_with(&dialect.delimiter) {
                break;
            }
            at += dialect.delimiter.len();
        }
        at += if at < text.len() { terminator.len() } else { 0 };
        records.push((&text[first..at], is_right.then_some(fields)));
    }
    records
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tables_that_csv_writes(
        (dialect, writer, is_always_quoted) in written(), records in records(), is_padded: bool,
    ) {
        let mut records = records;
        if dialect.escape.is_some() {
            // The crate writes an escape that is to mean itself as it is, and could not read it back.
            records.iter_mut().flatten().for_each(|field| field.retain(|character| character != '\\'));
        }
        let mut writer = writer.from_writer(vec![]);
        records.iter().for_each(|record| writer.write_record(record).unwrap());
        let text = writer.into_inner().unwrap();
        let mut rows: Vec<Row> = vec![];
        let (mut rejected, mut padded) = (0, 0);
        for record in &records {
            // A record of nothing but an empty field is written in quotes, or it would be a blank line.
            let is_text = |field: &str| !field.is_empty() || is_always_quoted || record.len() == 1;
            let mut row: Row = record.iter().map(|field| is_text(field).then(|| field.clone())).collect();
            if row.len() == 3 || is_padded && row.len() < 3 {
                padded += 3 - row.len() as u64;
                row.resize(3, None);
                rows.push(row);
            } else {
                rejected += 1;
            }
        }
        let ragged = if is_padded { Ragged::Pad } else { Ragged::Reject };
        let parsed = Reading { ragged, ..Reading::new(texts(3), dialect) }.parse(&text).unwrap();
        prop_assert_eq!(parsed.rows, rows);
        prop_assert_eq!((parsed.rejects.len(), parsed.padded, parsed.records), (rejected, padded, records.len()));
    }

    #[test]
    fn delimiters_and_terminators_of_many_bytes(
        (dialect, text) in long().prop_flat_map(|dialect| (Just(dialect.clone()), text_in(&dialect))), width in 1..4_usize,
    ) {
        let reading = Reading { ragged: Ragged::Reject, ..Reading::new(texts(width), dialect) };
        let parsed = reading.parse(text.as_bytes()).unwrap();
        let records = naive(&reading.dialect, text.as_bytes());
        prop_assert_eq!(parsed.records, records.len());
        let is_row = |fields: &Option<Row>| fields.as_ref().is_some_and(|fields| fields.len() == width);
        let (rows, rejects): (Vec<_>, Vec<_>) = records.into_iter().partition(|(_, fields)| is_row(fields));
        prop_assert_eq!(parsed.rows, rows.into_iter().filter_map(|(_, fields)| fields).collect::<Vec<_>>());
        let found: Vec<_> = parsed.rejects.iter().map(|reject| reject.record.as_slice()).collect();
        prop_assert_eq!(found, rejects.into_iter().map(|(bytes, _)| bytes).collect::<Vec<_>>());
    }
}
