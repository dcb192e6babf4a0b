//! The texts that mean NULL.

use crate::Given;
use crate::column::are_padded;
use crate::evidence::{Evidence, counted, shown};
use crate::rows::Rows;

/// Texts that stand for NULL where all else in a column is more than text.
pub(crate) const NULL_WORDS: [&str; 24] = [
    "NULL", "null", "Null", "\\N", "NA", "N/A", "n/a", "#N/A", "#NULL!", "-", "--", "?", "NaN", "nan",
    "None", "none", "nil", "(null)", "<NULL>", "<null>", ".", "n.a.", "k.A.", "#NV",
];

/// Of those, the ones that programs write which write the empty text as an empty field.
const TABLE_NULLS: [&str; 5] = ["\\N", "NULL", "(null)", "<NULL>", "<null>"];

/// What the whole table says of NULL.
#[derive(Clone, Debug)]
pub(crate) struct Nulls {
    pub texts: Vec<String>,
    pub is_given: bool,
    /// Whether quoted fields may mean it.
    pub in_quotes: bool,
}

/// The texts that mean NULL everywhere.
pub(crate) fn nulls(rows: &Rows<'_>, given: &Given, evidence: &mut Vec<(&'static str, Evidence)>) -> Nulls {
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
