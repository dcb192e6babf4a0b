//! A random table, written in a random dialect: what is sniffed reads it as it was.

use flatfile::{Dialect, FieldCheck, Format, LooseRecords};
use proptest::prelude::*;

use crate::{Given, Header, Sample, sniff};

/// How a table is written.
#[derive(Clone, Debug)]
struct Writing {
    delimiter: &'static str,
    always_quoted: bool,
    line_end: &'static str,
}

fn writings() -> impl Strategy<Value = Writing> {
    let delimiter = prop::sample::select(vec![",", ";", "\t", "|", "\u{1}", "||", "::"]);
    let line_end = prop::sample::select(vec!["\n", "\r\n"]);
    (delimiter, any::<bool>(), line_end).prop_map(|(delimiter, always_quoted, line_end)| Writing {
        delimiter,
        always_quoted,
        line_end,
    })
}

/// Values of one kind, as a column has them.
fn column() -> impl Strategy<Value = Vec<String>> {
    let kind = prop::sample::select(vec![
        "-?[1-9][0-9]{0,17}",
        "-?[1-9][0-9]{0,5}\\.[0-9]{1,4}",
        "(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])",
        "(true|false)",
        "[a-z]{3,8} [a-z,;|\"\n]{0,6}[a-z]",
        "0[0-9]{4}",
    ]);
    kind.prop_flat_map(|kind| prop::collection::vec(kind, 12))
}

fn written(table: &[Vec<String>], writing: &Writing) -> String {
    let mut out = String::new();
    for record in table {
        let fields = record.iter().map(|field| {
            let has_mark = field.contains(['"', '\n', '\r']) || field.contains(writing.delimiter);
            match writing.always_quoted || has_mark {
                true => format!("\"{}\"", field.replace('"', "\"\"")),
                false => field.clone(),
            }
        });
        out += &fields.collect::<Vec<_>>().join(writing.delimiter);
        out += writing.line_end;
    }
    out
}

fn read(text: &str, dialect: &Dialect) -> Vec<Vec<String>> {
    let found = LooseRecords::new(text.as_bytes(), dialect, true, usize::MAX);
    let fields = |record| found.fields(record).map(|(text, _)| String::from_utf8_lossy(text).into_owned());
    found.records().iter().map(|record| fields(record).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_table_is_read_as_it_was_written(columns in prop::collection::vec(column(), 2..6), writing in writings()) {
        // One column that is typed, so that there is a header to be seen.
        let ids = (1..=12).map(|id| id.to_string()).collect();
        let columns = [vec![ids], columns].concat();
        let header: Vec<String> = (0..columns.len()).map(|number| format!("c_{number}")).collect();
        let records = (0..12).map(|row| columns.iter().map(|column| column[row].clone()).collect());
        let table: Vec<Vec<String>> = std::iter::once(header.clone()).chain(records).collect();
        let text = written(&table, &writing);
        let sample = Sample { file: 0, first_byte: 0, text: text.clone().into_bytes(), is_head: true, is_end: true };
        let sniffed = sniff(&[sample], &Given::default()).unwrap();
        prop_assert_eq!(sniffed.header, Header::Names);
        prop_assert_eq!(read(&text, &sniffed.dialect), table);
        for (column, values) in sniffed.columns.iter().zip(&columns) {
            // Never a type that does not hold what was seen.
            let format = Format::compile(&column.options, column.column_type).unwrap();
            let check = FieldCheck::new(column.column_type, format);
            for value in values {
                prop_assert!(check.read(value.as_bytes()).is_ok(), "{} is no {}", value, column.column_type);
            }
            let is_code = values.iter().any(|value| value.starts_with('0') && value.len() == 5);
            prop_assert!(!is_code || column.column_type == flatfile::ColumnType::Text);
        }
    }

    /// Nothing makes it panic.
    #[test]
    fn any_text_is_sniffed_or_refused(text in "[a-z0-9,;|\t\"'\\\\\r\n#. :/-]{0,200}") {
        let sample = Sample { file: 0, first_byte: 0, text: text.into_bytes(), is_head: true, is_end: true };
        let _ = sniff(&[sample], &Given::default());
    }
}
