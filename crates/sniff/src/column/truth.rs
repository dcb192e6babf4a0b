//! Truth values, by words that say nothing else.

use flatfile::{ColumnType, FormatOptions, Trim};

use super::Guess;

/// Words that are believed alone.
const SURE: [[&str; 2]; 1] = [["true", "false"]];

/// Words that are believed where both are there: `no` alone may be Norway, and `t` anything.
const PAIRS: [[&str; 2]; 4] = [["t", "f"], ["yes", "no"], ["y", "n"], ["on", "off"]];

/// Words of other languages, which are no plain truth values.
const FOREIGN: [[&str; 2]; 9] = [
    ["ja", "nein"],
    ["wahr", "falsch"],
    ["oui", "non"],
    ["vrai", "faux"],
    ["si", "no"],
    ["sí", "no"],
    ["verdadero", "falso"],
    ["sim", "não"],
    ["tak", "nie"],
];

/// The truth values that all of `texts` are.
pub(crate) fn guess(texts: &[&str]) -> Option<Guess> {
    let lower: Vec<String> = texts.iter().map(|text| text.trim_matches(' ').to_lowercase()).collect();
    let are = |words: &[&str; 2]| !lower.is_empty() && lower.iter().all(|text| words.contains(&&text[..]));
    let are_both =
        |words: &&[&str; 2]| are(words) && words.iter().all(|word| lower.iter().any(|text| text == word));
    let trim = if texts.iter().any(|text| text.trim_matches(' ') != *text) { Trim::Both } else { Trim::None };
    let guess =
        |options| Guess { column_type: ColumnType::Bool, options, fails: Vec::new(), what: "truth values" };
    if SURE.iter().any(are) || PAIRS.iter().any(|words| are_both(&words)) {
        return Some(guess(FormatOptions { trim, ..FormatOptions::default() }));
    }
    FOREIGN.iter().find(are_both).map(|[yes, no]| {
        let (true_words, false_words) = (vec![(*yes).to_owned()], vec![(*no).to_owned()]);
        guess(FormatOptions { true_words, false_words, trim, ..FormatOptions::default() })
    })
}
