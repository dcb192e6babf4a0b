//! Random tables, written in random dialects: read back as they were, whole and cut, and as the `csv` crate reads
//! them where it knows the dialect.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod reading;
mod written;

use std::sync::Arc;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use flatfile::index::InstructionSet;
use flatfile::{Column, ColumnType, Dialect, Terminator};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reading::{Planned, Setup, a_split_each, one_split};
use stream::{Header, Meter, Split, SplitQueue};
use written::{Table, dialects, tables, write};

fn read(setup: &Setup, splits: Vec<Split>) -> Table {
    let meter = Arc::new(Meter::default());
    let mut reader = setup.reader(&Arc::new(SplitQueue::new(splits)), &meter);
    let mut rows = vec![];
    while let Some(batch) = reader.next_batch().unwrap() {
        let columns: Vec<_> = batch.columns().iter().map(|column| column.as_string_view()).collect();
        let field = |row: usize, column: usize| {
            columns[column].is_valid(row).then(|| columns[column].value(row).to_owned())
        };
        rows.extend((0..batch.num_rows()).map(|row| (0..columns.len()).map(|c| field(row, c)).collect()));
    }
    rows
}

/// What the `csv` crate makes of `text`, if it knows `dialect`: NULL as its text, and a trailing delimiter as a field.
fn by_csv(dialect: &Dialect, text: &[u8]) -> Option<Vec<Vec<String>>> {
    let terminator = match &dialect.terminator {
        Terminator::AnyLine => csv::Terminator::CRLF,
        Terminator::Bytes(bytes) if bytes.len() == 1 => csv::Terminator::Any(bytes[0]),
        _ => return None,
    };
    // Its escapes are for quoted fields only, its comments end with a line feed only, and it skips blank lines.
    let is_known = dialect.delimiter.len() == 1 && dialect.escape.is_none() && dialect.comment.is_none();
    if !is_known || !dialect.skip_blank_lines {
        return None;
    }
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(dialect.delimiter[0]).terminator(terminator);
    match dialect.quote {
        Some(quote) => reader.quote(quote),
        None => reader.quoting(false),
    };
    let records = reader.from_reader(text).into_records();
    Some(records.map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect())
}

/// Lines in front of a header.
fn passed_over(dialect: &Dialect) -> Vec<u8> {
    let end: &[u8] = match &dialect.terminator {
        Terminator::Bytes(bytes) => bytes,
        Terminator::Lines | Terminator::AnyLine => b"\n",
    };
    let blank = if dialect.skip_blank_lines { end } else { b"" };
    let comment = dialect.comment.as_ref().map(|comment| [comment, &b" V \""[..], end].concat());
    [blank, &comment.unwrap_or_default(), blank].concat()
}

fn case() -> impl Strategy<Value = (Dialect, Table)> {
    (dialects(), 1..5_usize).prop_flat_map(|(dialect, width)| (Just(dialect), tables(width)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn tables_are_read_as_they_were_written(
        (dialect, table) in case(), seed: u64, has_header: bool,
        cuts in vec(any::<prop::sample::Index>(), 0..8),
        block_bytes in prop_oneof![1..80_usize, Just(4096)],
        set in select(InstructionSet::ALL.into_iter().filter(|set| set.is_available()).collect::<Vec<_>>()),
    ) {
        let width = table[0].len();
        let (text, table) = write(&dialect, &table, seed);
        if let Some(records) = by_csv(&dialect, &text) {
            let null = String::from_utf8(dialect.null_texts[0].clone()).unwrap();
            let mut expected: Vec<Vec<String>> = table
                .iter()
                .map(|row| row.iter().map(|field| field.clone().unwrap_or_else(|| null.clone())).collect())
                .collect();
            if dialect.trailing_delimiter {
                expected.iter_mut().for_each(|row| row.push(String::new()));
            }
            prop_assert_eq!(records, expected, "{:?} {}", dialect, text.escape_ascii());
        }
        let names: Vec<_> = ["V", "W", "X", "Y"][..width].iter().map(|name| (*name).to_owned()).collect();
        let mut setup = Setup::new(&[]).with_block(block_bytes);
        setup.columns = names.iter().map(|name: &String| Column::new(name, ColumnType::Text, true)).collect();
        setup.options.instruction_set = set;
        let mut text = text;
        if has_header {
            setup.options.header = Header::Names;
            let header: Table = vec![names.into_iter().map(Some).collect()];
            // No line of it is passed over but those in front.
            let plain = Dialect { comment: None, skip_blank_lines: false, ..dialect.clone() };
            text.splice(..0, write(&plain, &header, 0).0);
            text.splice(..0, passed_over(&dialect));
        }
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1) as u64).collect();
        cuts.sort_unstable();
        cuts.dedup();
        setup.dialect = dialect;
        let file = Planned::new(&text);
        for splits in [file.whole(), a_split_each(file.pieces(&cuts)), one_split(file.pieces(&cuts))] {
            let found = read(&setup, splits);
            prop_assert_eq!(&found, &table, "{:?} cut at {:?} {}", &setup.dialect, &cuts, text.escape_ascii());
        }
    }
}
