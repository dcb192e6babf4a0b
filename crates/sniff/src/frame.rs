//! What of a file is no record: lines in front, lines behind, comments, rules and blank lines.

use std::ops::Range;

use flatfile::{Dialect, LooseRecord};

use crate::candidates::is_separator;
use crate::evidence::{Evidence, counted, shown};
use crate::prefix::{comment_prefix, is_rule, line, rule_prefix};
use crate::sample::count_lines;
use crate::trial::{Part, is_blank};
use crate::{Given, SniffError};

/// Lines behind the last record that are taken for a footer at most.
const MOST_FOOTER_LINES: usize = 10;

/// Titles over a table at most.
const MOST_TITLES: usize = 5;

/// What a line behind the records says that is no record. A record that was cut off says none of it: it is not
/// passed over, and whoever loads the file is told.
const FOOTER_WORDS: [&str; 14] = [
    "rows",
    "row(s)",
    "row selected",
    "records",
    "selected",
    "total",
    "sum",
    "summe",
    "gesamt",
    "end of",
    "eof",
    "trailer",
    "generated",
    "report",
];

/// What CP/M, DOS and some that came after them end a text with: Ctrl-Z.
const DOS_END: &str = "\u{1a}";

/// What there is besides records.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub skip_lines: usize,
    pub skip_footer: usize,
    pub comment: Option<Vec<u8>>,
    pub skip_blank_lines: bool,
    /// Whether the first record has a field less than the others, as R writes headers.
    pub has_short_header: bool,
    pub evidence: Vec<(&'static str, Evidence)>,
}

/// Finds the frame of files whose records have `width` fields, the same in all of them.
pub(crate) fn find(
    parts: &[Part<'_>], dialect: &Dialect, width: usize, given: &Given,
) -> Result<Frame, SniffError> {
    let mut frame = Frame { comment: given.comment.clone(), ..Frame::default() };
    frame.find_comment(parts, &dialect.delimiter, width);
    let (leads, footers) = frame.look_around(parts, dialect, width);
    frame.skip_lines = match given.skip_lines {
        Some(lines) => lines,
        None => frame.passed("skip_lines", "before the first record", same("before the header", &leads)?),
    };
    frame.skip_footer = match given.skip_footer {
        Some(lines) => lines,
        None => {
            let what = "behind the last record";
            frame.passed("skip_footer", what, same(what, &footers)?)
        }
    };
    if let Some(skip) = given.skip_blank_lines {
        frame.skip_blank_lines = skip;
    } else if frame.skip_blank_lines {
        frame.say("blank_lines", "there are lines without a character".to_owned());
    }
    Ok(frame)
}

/// How many lines there are somewhere in each file.
type Lines = Vec<(usize, usize)>;

impl Frame {
    /// Finds what lines begin with that are no records, if nobody said it.
    fn find_comment(&mut self, parts: &[Part<'_>], delimiter: &[u8], width: usize) {
        if self.comment.is_some() {
            return;
        }
        if let Some(prefix) = rule_prefix(parts, delimiter, width) {
            self.say("comment", format!("rules of dashes begin with {}", shown(&prefix)));
            self.comment = Some(prefix);
        } else if let Some(prefix) = comment_prefix(parts, width) {
            self.say("comment", format!("lines that are no records begin with {}", shown(&prefix)));
            self.comment = Some(prefix);
        }
    }

    /// Counts the lines in front of the records and behind them, and looks for a short header and blank lines.
    fn look_around(&mut self, parts: &[Part<'_>], dialect: &Dialect, width: usize) -> (Lines, Lines) {
        let comment = self.comment.clone();
        let is_comment = |line: &[u8]| comment.as_ref().is_some_and(|prefix| line.starts_with(prefix));
        let is_record = |part: &Part<'_>, record: &LooseRecord| {
            let bytes = line(part, record);
            let is_first = part.sample.is_head && record.first_byte == 0;
            let is_passed =
                is_comment(bytes) || is_rule(bytes, &dialect.delimiter) || (is_first && is_separator(bytes));
            record.width == width && !record.is_faulty && !is_passed
        };
        let (mut leads, mut footers) = (Vec::new(), Vec::new());
        for part in parts {
            let records = part.found.records();
            let (Some(first), Some(last)) = (
                records.iter().position(|r| is_record(part, r)),
                records.iter().rposition(|r| is_record(part, r)),
            ) else {
                continue;
            };
            let first = if part.sample.is_head { past_titles(part, first, width) } else { first };
            // The records that are neither in front of the header nor in the footer: blank lines among them are passed over.
            let (mut from, mut past) = (first, last + 1);
            if part.sample.is_head && width > 1 {
                let (lines, is_short) = lead(part, first, width, dialect, &is_comment);
                self.has_short_header |= is_short;
                leads.push((part.sample.file, lines));
                from = if lines == 0 { 0 } else { first };
            } else if part.sample.is_head {
                leads.push((part.sample.file, 0));
            }
            if part.sample.is_end && width > 1 {
                let lines = footer(part, last, dialect, &is_comment);
                footers.push((part.sample.file, lines));
                past = if lines == 0 { records.len() } else { past };
            }
            self.skip_blank_lines |=
                width > 1 && records[from..past].iter().any(|record| is_blank(&part.found, record));
        }
        (leads, footers)
    }

    /// Says that so many lines are passed over, if any are.
    fn passed(&mut self, key: &'static str, place: &str, lines: usize) -> usize {
        if lines > 0 {
            let are = if lines == 1 { "is" } else { "are" };
            self.say(key, format!("{} {place} {are} no record", counted(lines, "line")));
        }
        lines
    }

    /// The records of a part that are neither in front of the header nor behind the last one.
    pub fn bounds(&self, part: &Part<'_>, dialect: &Dialect) -> Range<usize> {
        let records = part.found.records();
        let text = &part.sample.text[part.begin..];
        let lines = |from: usize, past: usize| count_lines(&text[from..past], &dialect.terminator);
        let is_passed = |record: &LooseRecord| lines(0, record.past_byte) <= self.skip_lines;
        let skipped = if part.sample.is_head && self.skip_lines > 0 {
            records.iter().take_while(|record| is_passed(record)).count()
        } else {
            0
        };
        let is_behind = |record: &&LooseRecord| lines(record.first_byte, text.len()) <= self.skip_footer;
        let footer = if part.sample.is_end && self.skip_footer > 0 {
            records.iter().rev().take_while(is_behind).count()
        } else {
            0
        };
        skipped..records.len() - footer.min(records.len() - skipped)
    }

    fn say(&mut self, key: &'static str, text: String) {
        self.evidence.push((key, Evidence::of(text)));
    }
}

/// The number that all files have.
fn same(what: &str, lines: &[(usize, usize)]) -> Result<usize, SniffError> {
    let Some(&(file, first)) = lines.first() else { return Ok(0) };
    match lines.iter().find(|(_, number)| *number != first) {
        None => Ok(first),
        Some(&(other, number)) => {
            let detail = format!("{} {what}, and {}", counted(first, "line"), counted(number, "line"));
            Err(SniffError::Differs { files: [file, other], detail })
        }
    }
}

/// The first record behind titles, which spreadsheets fill up with delimiters to the width of their tables: text in
/// the first field and nothing in the others, and behind them a record in which nothing is empty.
fn past_titles(part: &Part<'_>, first: usize, width: usize) -> usize {
    let records = &part.found.records()[first..];
    let filled = |record: &LooseRecord| -> Vec<bool> {
        part.found.fields(record).map(|(field, _)| !field.trim_ascii().is_empty()).collect()
    };
    let is_title = |record: &LooseRecord| {
        let has_letters = line(part, record).iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
        let filled = filled(record);
        record.width == width && !filled[1..].contains(&true) && (has_letters || !filled[0])
    };
    let titles = records.iter().take_while(|record| is_title(record)).count();
    let is_header = |record: &LooseRecord| record.width == width && !filled(record).contains(&false);
    let is_told = width > 2 && titles <= MOST_TITLES && records.get(titles).is_some_and(is_header);
    if is_told { first + titles } else { first }
}

/// How many lines stand before the record number `first`, comments aside, and whether the last of them is a
/// header with a field less.
fn lead(
    part: &Part<'_>, first: usize, width: usize, dialect: &Dialect, is_comment: &dyn Fn(&[u8]) -> bool,
) -> (usize, bool) {
    let records = part.found.records();
    let mut past = first;
    let is_short = first > 0 && width > 2 && {
        let above = &records[first - 1];
        let names = |(field, _): (&[u8], bool)| {
            field.trim_ascii().first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
        };
        above.width + 1 == width && !is_comment(line(part, above)) && part.found.fields(above).all(names)
    };
    if is_short {
        past -= 1;
    }
    let passed = |record: &LooseRecord| is_comment(line(part, record)) || is_blank(&part.found, record);
    if past == 0
        || (records[..past].iter().all(passed) && records[..past].iter().any(|r| is_comment(line(part, r))))
    {
        return (0, is_short);
    }
    let text = &part.sample.text[part.begin..];
    (count_lines(&text[..records[past].first_byte], &dialect.terminator), is_short)
}

/// How many lines behind the record number `last` say that they are no records.
fn footer(part: &Part<'_>, last: usize, dialect: &Dialect, is_comment: &dyn Fn(&[u8]) -> bool) -> usize {
    let records = &part.found.records()[last + 1..];
    let is_said = |record: &LooseRecord| {
        let text = String::from_utf8_lossy(line(part, record)).to_lowercase();
        FOOTER_WORDS.iter().any(|word| text.contains(word))
            || text == DOS_END
            || is_rule(text.as_bytes(), &dialect.delimiter)
    };
    let passed = |record: &LooseRecord| is_comment(line(part, record)) || is_blank(&part.found, record);
    if records.len() > MOST_FOOTER_LINES || !records.iter().any(is_said) || records.iter().all(passed) {
        return 0;
    }
    let text = &part.sample.text[part.begin..];
    count_lines(&text[records[0].first_byte..], &dialect.terminator)
}
