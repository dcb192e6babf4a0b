//! Lines that are no records and can be told by what they begin with: comments, and rules under a header.

use crate::trial::{Part, is_blank};

const COMMENTS: [&[u8]; 6] = [b"##", b"#", b"//", b"--", b"%", b"!"];

/// The longest prefix that a dialect can have, in bytes.
const MOST_PREFIX_BYTES: usize = 8;

/// A rule has more than this many dashes: fewer can be a value.
const LEAST_RULE_DASHES: usize = 3;

/// Whether a record is a rule: dashes, with delimiters, plus signs and spaces between them at most.
pub(crate) fn is_rule(line: &[u8], delimiter: &[u8]) -> bool {
    let line = line.trim_ascii();
    let dashes = line.iter().filter(|&&byte| byte == b'-' || byte == b'=').count();
    dashes >= LEAST_RULE_DASHES
        && dashes * 2 >= line.len()
        && line
            .iter()
            .all(|byte| matches!(byte, b'-' | b'=' | b'+' | b' ' | b'|') || delimiter.contains(byte))
}

/// How many columns rules have drawn with spaces between them, as under the header of a report.
pub(crate) fn ruled_columns(parts: &[Part<'_>]) -> usize {
    let lines =
        parts.iter().flat_map(|part| part.found.records().iter().map(move |record| line(part, record)));
    let rules = lines.filter(|line| is_rule(line, b""));
    let columns =
        |rule: &[u8]| rule.trim_ascii().split(|&byte| byte == b' ').filter(|run| !run.is_empty()).count();
    rules.map(columns).max().unwrap_or(0)
}

/// The bytes of a record.
pub(crate) fn line<'a>(part: &'a Part<'_>, record: &flatfile::LooseRecord) -> &'a [u8] {
    let text = &part.sample.text[part.begin..];
    &text[record.first_byte..record.past_byte]
}

/// What all rules within the records begin with, if no record does.
pub(crate) fn rule_prefix(parts: &[Part<'_>], delimiter: &[u8], width: usize) -> Option<Vec<u8>> {
    let is_even = |record: &flatfile::LooseRecord| record.width == width && !record.is_faulty;
    // Those between records: a rule above the first or below the last one is part of the frame.
    let within = parts.iter().flat_map(|part| {
        let records = part.found.records();
        let is_record = |r: &flatfile::LooseRecord| is_even(r) && !is_rule(line(part, r), delimiter);
        let first = records.iter().position(is_record).unwrap_or(records.len());
        let past = records.iter().rposition(is_record).map_or(first, |last| last + 1);
        records[first..past].iter().map(move |record| line(part, record))
    });
    let rules: Vec<&[u8]> = within.filter(|line| is_rule(line, delimiter)).collect();
    let first = rules.first()?.trim_ascii_end();
    let prefix = &first[..first.len().min(MOST_PREFIX_BYTES)];
    let is_clash = |line: &[u8]| line.starts_with(prefix) && !is_rule(line, delimiter);
    let is_told = prefix.len() > 1
        && rules.iter().all(|rule| rule.starts_with(prefix))
        && !parts.iter().any(|part| part.found.records().iter().any(|record| is_clash(line(part, record))));
    is_told.then(|| prefix.to_vec())
}

/// What lines of another width begin with, if no record of `width` fields does. Of one column, only lines at
/// the heads of files can be told.
pub(crate) fn comment_prefix(parts: &[Part<'_>], width: usize) -> Option<Vec<u8>> {
    let found = COMMENTS.into_iter().find(|prefix| {
        let (mut odd, mut even) = (0, 0);
        for part in parts {
            let mut is_leading = part.sample.is_head;
            for record in part.found.records() {
                let is_marked = line(part, record).starts_with(prefix);
                is_leading &= is_marked || is_blank(&part.found, record);
                if !is_marked {
                    continue;
                }
                let is_odd = if width == 1 { is_leading } else { record.width != width || record.is_faulty };
                odd += usize::from(is_odd);
                even += usize::from(!is_odd);
            }
        }
        let lines: usize = parts.iter().map(|part| part.found.records().len()).sum();
        odd > 0 && even == 0 && odd < lines
    });
    found.map(<[u8]>::to_vec)
}
