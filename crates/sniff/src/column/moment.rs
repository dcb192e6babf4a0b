//! Dates, times and timestamps, and the patterns that they are written in.

use std::sync::OnceLock;

use flatfile::{ColumnType, FieldCheck, Format, FormatOptions, TimeUnit, Trim};

use super::Guess;
use crate::evidence::Evidence;

const TIMESTAMP: ColumnType = ColumnType::Timestamp { unit: TimeUnit::Micro, zoned: false };
const NANOS: ColumnType = ColumnType::Timestamp { unit: TimeUnit::Nano, zoned: false };
const ZONED: ColumnType = ColumnType::Timestamp { unit: TimeUnit::Micro, zoned: true };

/// Types whose plain spelling says what they are, the narrowest first.
const PLAIN: [ColumnType; 5] = [ColumnType::Date, ColumnType::Time, TIMESTAMP, NANOS, ZONED];

/// Which of day and month comes first, where a pattern has them as numbers and no year in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Told,
    DayFirst,
    MonthFirst,
    ShortYearFirst,
}

struct Pattern {
    text: String,
    order: Order,
    column_type: ColumnType,
    check: FieldCheck,
}

const DATES: [(&str, Order); 22] = [
    ("%Y/%m/%d", Order::Told),
    ("%Y.%m.%d", Order::Told),
    ("%d.%m.%Y", Order::Told),
    ("%d/%m/%Y", Order::DayFirst),
    ("%m/%d/%Y", Order::MonthFirst),
    ("%d-%m-%Y", Order::DayFirst),
    ("%m-%d-%Y", Order::MonthFirst),
    ("%d.%m.%y", Order::DayFirst),
    ("%y.%m.%d", Order::ShortYearFirst),
    ("%d/%m/%y", Order::DayFirst),
    ("%m/%d/%y", Order::MonthFirst),
    ("%y/%m/%d", Order::ShortYearFirst),
    ("%d-%m-%y", Order::DayFirst),
    ("%m-%d-%y", Order::MonthFirst),
    ("%y-%m-%d", Order::ShortYearFirst),
    ("%d-%b-%Y", Order::Told),
    ("%d-%b-%y", Order::Told),
    ("%d %b %Y", Order::Told),
    ("%d %B %Y", Order::Told),
    ("%b %d, %Y", Order::Told),
    ("%B %d, %Y", Order::Told),
    ("%Y-%b-%d", Order::Told),
];

const TIMES: [&str; 7] =
    [" %H:%M", " %H:%M:%S", " %H:%M:%S.%f", "T%H:%M:%S", " %I:%M %p", " %I:%M:%S %p", ", %H:%M"];

/// Patterns that no date and time of the lists above make.
const OTHERS: [(&str, ColumnType); 8] = [
    ("%I:%M %p", ColumnType::Time),
    ("%I:%M:%S %p", ColumnType::Time),
    ("%d/%b/%Y:%H:%M:%S %z", ZONED),
    ("%a, %d %b %Y %H:%M:%S %z", ZONED),
    ("%Y%m%d %H:%M:%S", TIMESTAMP),
    ("%Y%m%dT%H%M%S", TIMESTAMP),
    ("%Y%m%dT%H%M%SZ", TIMESTAMP),
    ("%d-%b-%y %I.%M.%S.%f %p", TIMESTAMP),
];

fn patterns() -> &'static [Pattern] {
    static ALL: OnceLock<Vec<Pattern>> = OnceLock::new();
    ALL.get_or_init(|| {
        let pattern = |text: String, order, column_type| {
            let options = FormatOptions { pattern: Some(text.clone()), ..FormatOptions::default() };
            let format = Format::compile(&options, column_type).expect("the patterns here are right");
            Pattern { text, order, column_type, check: FieldCheck::new(column_type, format) }
        };
        let dates = DATES.iter().map(|(date, order)| pattern((*date).to_owned(), *order, ColumnType::Date));
        let both = DATES.iter().flat_map(|(date, order)| {
            TIMES.iter().map(move |time| pattern(format!("{date}{time}"), *order, TIMESTAMP))
        });
        let others = OTHERS.iter().map(|(text, kind)| pattern((*text).to_owned(), Order::Told, *kind));
        dates.chain(both).chain(others).collect()
    })
}

/// Whether a text can be a moment at all: most texts cannot, and are not tried by 180 patterns.
fn is_possible(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (3..=40).contains(&text.len()) && digits >= 3 && digits * 3 >= text.len()
}

/// A short year, day or month has two digits: `1.2.3` is a version of something.
fn has_two_digits_at_ends(text: &str) -> bool {
    let digits = |text: &mut dyn Iterator<Item = char>| text.take_while(char::is_ascii_digit).count();
    digits(&mut text.chars()) >= 1
        && text.split(['.', '/', '-']).nth(2).is_some_and(|third| digits(&mut third.chars()) == 2)
}

/// The type of moments that most of `texts` are, with the rows that are not; an error if two patterns fit, by
/// which they mean different days.
pub(crate) fn guess(texts: &[&str], most_fails: usize) -> Result<Guess, Evidence> {
    let trimmed: Vec<&str> = texts.iter().map(|text| text.trim_matches(' ')).collect();
    let trim =
        if trimmed.iter().zip(texts).any(|(one, other)| one != other) { Trim::Both } else { Trim::None };
    let fails_of = |is_right: &dyn Fn(&str) -> bool| -> Option<Vec<usize>> {
        let mut fails = Vec::new();
        for (row, text) in trimmed.iter().enumerate() {
            if !is_right(text) {
                fails.push(row);
                if fails.len() > most_fails {
                    return None;
                }
            }
        }
        Some(fails)
    };
    let Some(possible) = fails_of(&is_possible) else { return Ok(Guess::none(texts.len())) };
    if possible.len() == texts.len() {
        return Ok(Guess::none(texts.len()));
    }
    let mut found: Option<Guess> = None;
    let is_better = |found: &Option<Guess>, fails: &[usize]| {
        found.as_ref().is_none_or(|best| fails.len() < best.fails.len())
    };
    for column_type in PLAIN {
        let check = FieldCheck::new(column_type, None);
        let fails = fails_of(&|text| check.read(text.as_bytes()).is_ok());
        if let Some(fails) = fails.filter(|fails| is_better(&found, fails)) {
            let options = FormatOptions { trim, ..FormatOptions::default() };
            found = Some(Guess { column_type, options, fails, what: what(column_type) });
        }
    }
    if found.as_ref().is_some_and(|guess| guess.fails.is_empty()) {
        return Ok(found.expect("it was just found"));
    }
    let mut order: Option<(Order, String)> = None;
    for pattern in patterns() {
        let is_short = pattern.text.contains("%y");
        let is_right = |text: &str| {
            pattern.check.read(text.as_bytes()).is_ok() && (!is_short || has_two_digits_at_ends(text))
        };
        let Some(fails) = fails_of(&is_right) else { continue };
        if let Some((first, text)) = &order
            && *first != pattern.order
            && found.as_ref().is_some_and(|best| best.fails == fails)
            && fails.is_empty()
        {
            return Err(Evidence::of(format!(
                "all could be {text} as well as {}, which are different days",
                pattern.text
            )));
        }
        if is_better(&found, &fails) {
            order = Some((pattern.order, pattern.text.clone()));
            let options =
                FormatOptions { pattern: Some(pattern.text.clone()), trim, ..FormatOptions::default() };
            let column_type = pattern.column_type;
            found = Some(Guess { column_type, options, fails, what: what(column_type) });
        }
    }
    Ok(found.unwrap_or_else(|| Guess::none(texts.len())))
}

/// Dates of eight digits, which are integers where the column's name does not say otherwise.
pub(crate) fn compact_dates(texts: &[&str], name: &str) -> Option<Guess> {
    let name = name.to_lowercase();
    if !["date", "datum", "day", "fecha", "_dt", "_dat"].iter().any(|word| name.contains(word)) {
        return None;
    }
    let options = FormatOptions { pattern: Some("%Y%m%d".to_owned()), ..FormatOptions::default() };
    let format = Format::compile(&options, ColumnType::Date).expect("the pattern is right");
    let check = FieldCheck::new(ColumnType::Date, format);
    let is_date =
        |text: &&str| matches!(&text.get(..2), Some("19" | "20")) && check.read(text.as_bytes()).is_ok();
    let is_right = !texts.is_empty() && texts.iter().all(is_date);
    is_right.then(|| Guess {
        column_type: ColumnType::Date,
        options,
        fails: Vec::new(),
        what: "dates of eight digits",
    })
}

fn what(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Date => "dates",
        ColumnType::Time => "times",
        ColumnType::Timestamp { zoned: true, .. } => "timestamps with an offset",
        _ => "timestamps",
    }
}
