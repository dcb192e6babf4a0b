//! One dialect tried on the samples: how even the records are that it makes, and how typed their fields.

use std::collections::HashMap;

use flatfile::{Dialect, LooseRecord, LooseRecords};

use crate::Sample;
use crate::candidates::Candidate;
use crate::prefix::{is_rule, line};
use crate::shape::is_typed;

/// Records of a sample whose fields are looked at: enough to tell dialects apart.
const MOST_TYPED_RECORDS: usize = 300;

/// What a dialect makes of the samples.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub candidate: Candidate,
    /// Fields of most records.
    pub width: usize,
    /// Records of that width.
    pub even: usize,
    /// The share of the bytes that are in such records, of those between a file's first and last one.
    pub evenness: f64,
    /// Records before a file's first one and behind its last one.
    pub outside: usize,
    /// The share of the fields' bytes that are more than text.
    pub typed: f64,
    pub quoted_fields: usize,
    pub faults: usize,
    /// Fields that begin with a quotation mark and are not in quotes.
    pub marked: usize,
    /// Fields that begin with a space and a letter, as behind a comma in prose.
    pub spaced: usize,
}

/// A sample taken apart from where its records seem to begin.
pub(crate) struct Part<'a> {
    pub sample: &'a Sample,
    /// Where in the sample's text that is.
    pub begin: usize,
    pub found: LooseRecords<'a>,
}

/// Whether a record is a line without a character.
pub(crate) fn is_blank(found: &LooseRecords<'_>, record: &LooseRecord) -> bool {
    record.width == 1 && found.field(record, 0) == (b"", false)
}

/// Takes `samples` apart. Where one does not begin with its file, it begins where that makes the most records
/// as wide as those at the heads.
pub(crate) fn take_apart<'a>(samples: &'a [Sample], dialect: &Dialect, is_one_column: bool) -> Vec<Part<'a>> {
    let at = |sample: &'a Sample, begin: usize| {
        let found = LooseRecords::new(&sample.text[begin..], dialect, sample.is_end, usize::MAX);
        Part { sample, begin, found }
    };
    let mut parts: Vec<_> =
        samples.iter().filter(|sample| sample.is_head).map(|sample| at(sample, 0)).collect();
    let width = if is_one_column { 1 } else { most_frequent_width(&parts) };
    for sample in samples.iter().filter(|sample| !sample.is_head) {
        let of_width = |part: &Part<'_>| {
            part.found.records().iter().filter(|r| r.width == width && !r.is_faulty).count()
        };
        let ways = sample.beginnings(dialect).into_iter().map(|begin| at(sample, begin));
        // `max_by_key` takes the last of equals: the usual way, outside of quotes, is to win.
        if let Some(best) = ways.rev().max_by_key(of_width) {
            parts.push(best);
        }
    }
    parts
}

/// The width of most records, which is above 1 if that of any two records is.
fn most_frequent_width(parts: &[Part<'_>]) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for part in parts {
        for record in part.found.records().iter().filter(|record| !is_blank(&part.found, record)) {
            *counts.entry(record.width).or_default() += 1;
        }
    }
    let records: usize = counts.values().sum();
    let wide = |least: usize| {
        let wide = counts.iter().filter(|(width, count)| **width > 1 && **count >= least);
        wide.max_by_key(|(width, count)| (**count, **width)).map(|(width, _)| *width)
    };
    wide(if records == 1 { 1 } else { 2 }).or_else(|| wide(1).filter(|_| records <= 2)).unwrap_or(1)
}

impl Trial {
    pub fn of(samples: &[Sample], candidate: Candidate) -> Trial {
        let parts = take_apart(samples, &candidate.dialect, candidate.is_one_column);
        let width = if candidate.is_one_column { 1 } else { most_frequent_width(&parts) };
        let (even, evenness, outside, typed, quoted_fields, faults, marked, spaced) = Default::default();
        let mut trial =
            Trial { candidate, width, even, evenness, outside, typed, quoted_fields, faults, marked, spaced };
        let (mut even_bytes, mut all_bytes, mut typed_bytes, mut field_bytes) = (0, 0, 0, 0);
        for part in &parts {
            let (good, all, last) = trial.measure(part);
            even_bytes += good;
            // What is left is the beginning of a record, unless a quote that never closes has swallowed many.
            let left = part.sample.text.len() - part.begin - last;
            let mean = last / part.found.records().len().max(1);
            all_bytes += all + if left > 20 * mean.max(50) { left } else { 0 };
            let is_even = |record: &&LooseRecord| record.width == width && !record.is_faulty;
            for record in part.found.records().iter().filter(is_even).take(MOST_TYPED_RECORDS) {
                for (field, is_quoted) in part.found.fields(record) {
                    field_bytes += field.len();
                    typed_bytes += if is_typed(field) { field.len() } else { 0 };
                    trial.quoted_fields += usize::from(is_quoted);
                    trial.marked += usize::from(matches!(field, [b'"', ..]) && !is_quoted);
                    trial.spaced += usize::from(matches!(field, [b' ', b'A'..=b'z', ..]) && !is_quoted);
                }
            }
        }
        let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        trial.evenness = share(even_bytes, all_bytes);
        trial.typed = share(typed_bytes, field_bytes);
        trial
    }

    /// Counts the records of a part; gives the bytes of even ones, those of all between the first and the last
    /// even one, and where the last of all ends.
    fn measure(&mut self, part: &Part<'_>) -> (usize, usize, usize) {
        let records = part.found.records();
        let is_even = |record: &LooseRecord| {
            record.width == self.width
                && !record.is_faulty
                && (self.width > 1 || !is_blank(&part.found, record))
        };
        let first = records.iter().position(is_even).unwrap_or(records.len());
        let past = records.iter().rposition(is_even).map_or(first, |last| last + 1);
        let first = if part.sample.is_head { first } else { 0 };
        let past = if part.sample.is_end { past } else { records.len() };
        let (mut even_bytes, mut all_bytes) = (0, 0);
        for (number, record) in records.iter().enumerate() {
            let bytes = record.past_byte - record.first_byte;
            if is_blank(&part.found, record) {
                continue;
            }
            self.faults += usize::from(record.is_faulty);
            if !(first..past).contains(&number) {
                self.outside += 1;
                continue;
            }
            // SAP and SQL*Plus draw as many as they like between the records.
            if !is_even(record) && is_rule(line(part, record), &self.candidate.dialect.delimiter) {
                continue;
            }
            all_bytes += bytes;
            if is_even(record) {
                self.even += 1;
                even_bytes += bytes;
            }
        }
        (even_bytes, all_bytes, records.last().map_or(0, |record| record.past_byte))
    }
}
