//! What a column is: the narrowest type that holds all that was seen, with room for what was not.

pub(crate) mod moment;
pub(crate) mod null;
pub(crate) mod number;
pub(crate) mod truth;

use flatfile::{ColumnType, FieldCheck, Format, FormatOptions, Trim};

use crate::evidence::{Evidence, Exception, counted, grouped, shown};
use crate::rows::{Rows, Value};
use null::{NULL_WORDS, Nulls};
use number::Hint;

/// A column, as far as the samples show.
#[derive(Clone, Debug)]
pub struct SniffedColumn {
    /// Its name in the header, or `column_1` and so on.
    pub name: String,
    /// What its fields can be read as, all of them.
    pub column_type: ColumnType,
    /// How they are written, where that is not plain.
    pub options: FormatOptions,
    /// The texts that mean NULL, where they are not the table's.
    pub null_texts: Option<Vec<String>>,
    /// What was seen.
    pub evidence: Evidence,
}

/// What most values of a column are, and which are not.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    pub column_type: ColumnType,
    pub options: FormatOptions,
    /// The values that are something else, by their numbers.
    pub fails: Vec<usize>,
    pub what: &'static str,
}

impl Guess {
    pub fn none(values: usize) -> Guess {
        let options = FormatOptions::default();
        Guess { column_type: ColumnType::Text, options, fails: (0..values).collect(), what: "texts" }
    }
}

/// A share of values that may be something else and is told: below it they are what the column is.
fn most_fails(values: usize) -> usize {
    if values < 3 { 0 } else { (values / 50).max(1) }
}

/// Decides what `values`, the fields of column `name`, are.
pub(crate) fn decide(
    name: String, values: &[Value<'_>], rows: &Rows<'_>, nulls: &Nulls, hint: Hint,
) -> SniffedColumn {
    let text_column = |name: String, evidence: Evidence, options: FormatOptions| SniffedColumn {
        name,
        column_type: ColumnType::Text,
        options,
        null_texts: None,
        evidence,
    };
    let is_null = |value: &Value<'_>| {
        (!value.is_quoted || nulls.in_quotes) && nulls.texts.iter().any(|text| text.as_bytes() == value.text)
    };
    let filled: Vec<&Value<'_>> = values.iter().filter(|value| !is_null(value)).collect();
    if filled.is_empty() {
        let text = format!("no value in {}", counted(values.len(), "sample"));
        return text_column(name, Evidence::of(text), FormatOptions::default());
    }
    let Some(texts) =
        filled.iter().map(|value| std::str::from_utf8(value.text).ok()).collect::<Option<Vec<_>>>()
    else {
        let evidence = Evidence::of("values that are not UTF-8");
        return text_column(name, evidence, FormatOptions::default());
    };
    let padding = padding(&texts);
    let is_word = |row: usize| {
        let text = texts[row].trim_matches(' ');
        !nulls.is_given && !filled[row].is_quoted && (text.is_empty() || NULL_WORDS.contains(&text))
    };
    // The values that can be nothing but values.
    let solid: Vec<usize> = (0..texts.len()).filter(|&row| !is_word(row)).collect();
    let solid_texts: Vec<&str> = solid.iter().map(|&row| texts[row]).collect();
    if solid.is_empty() {
        let text =
            format!("nothing but {} in {}", shown(texts[0].as_bytes()), counted(values.len(), "sample"));
        return text_column(name, Evidence::of(text), padding);
    }
    let mut guess = match guess(&solid_texts, &name, hint) {
        Ok(guess) => guess,
        Err(evidence) => return text_column(name, evidence, padding),
    };
    if guess.column_type == ColumnType::Text {
        let text = format!("{} of {} are text", grouped(filled.len()), counted(values.len(), "sample"));
        return text_column(name, Evidence::of(text), padding);
    }
    if let Some(&odd) = guess.fails.first() {
        let right = solid.len() - guess.fails.len();
        let text = format!("{} of {} are {}", grouped(right), counted(solid.len(), "sample"), guess.what);
        let evidence = Evidence { text, exception: Some(exception(rows, filled[solid[odd]])) };
        return text_column(name, evidence, padding);
    }
    if texts.iter().any(|text| text.trim_matches(' ') != *text) {
        guess.options.trim = Trim::Both;
    }
    let Ok(format) = Format::compile(&guess.options, guess.column_type) else {
        let evidence = Evidence::of(format!("{} written in a way that no format can say", guess.what));
        return text_column(name, evidence, padding);
    };
    // The converters have the last word: a type is never narrower than what was seen.
    let check = FieldCheck::new(guess.column_type, format);
    let words = match unread(&check, &texts, guess.options.trim, is_word) {
        Ok(words) => words,
        Err(row) => {
            let text = format!("{} samples look like {}", grouped(solid.len()), guess.what);
            let evidence = Evidence { text, exception: Some(exception(rows, filled[row])) };
            return text_column(name, evidence, padding);
        }
    };
    let mut text =
        format!("{} of {} are {}", grouped(solid.len()), counted(solid.len(), "sample"), guess.what);
    let null_texts = (!words.is_empty()).then(|| {
        let shown: Vec<String> = words.iter().map(|word| shown(word.as_bytes())).collect();
        text += &format!(", the others {}", shown.join(" or "));
        let mut all = nulls.texts.clone();
        all.extend(words.into_iter().filter(|word| !nulls.texts.contains(word)));
        all
    });
    SniffedColumn {
        name,
        column_type: guess.column_type,
        options: guess.options,
        null_texts,
        evidence: Evidence::of(text),
    }
}

/// The words among `texts` that `check` cannot read, each once; an error is the number of a text that it cannot read
/// and that is no word.
fn unread(
    check: &FieldCheck, texts: &[&str], trim: Trim, is_word: impl Fn(usize) -> bool,
) -> Result<Vec<String>, usize> {
    let mut words: Vec<String> = Vec::new();
    for row in (0..texts.len()).filter(|&row| check.read(texts[row].as_bytes()).is_err()) {
        if !is_word(row) {
            return Err(row);
        }
        let text = if trim == Trim::None { texts[row] } else { texts[row].trim_matches(' ') };
        if !words.iter().any(|word| word == text) {
            words.push(text.to_owned());
        }
    }
    Ok(words)
}

/// The place of a value that is not as the others.
fn exception(rows: &Rows<'_>, value: &Value<'_>) -> Exception {
    let (file, record_byte) = rows.place(value.row);
    Exception { file, record_byte, found: shown(value.text) }
}

/// What most of `texts` are. An error says why they are text though they look like more.
fn guess(texts: &[&str], name: &str, hint: Hint) -> Result<Guess, Evidence> {
    if let Some(guess) = truth::guess(texts).or_else(|| moment::compact_dates(texts, name)) {
        return Ok(guess);
    }
    let most = most_fails(texts.len());
    let moment = moment::guess(texts, most)?;
    if moment.fails.is_empty() {
        return Ok(moment);
    }
    let number = number::guess(texts, hint)?;
    let best = if number.fails.len() <= moment.fails.len() { number } else { moment };
    Ok(if best.fails.len() <= most { best } else { Guess::none(texts.len()) })
}

/// Texts that are all of one length, with spaces at their ends, were padded.
fn padding(texts: &[&str]) -> FormatOptions {
    let trim = if are_padded(texts) { Trim::Both } else { Trim::None };
    FormatOptions { trim, ..FormatOptions::default() }
}

/// Whether `texts`, of which there is one at least, were made one length by spaces at their ends.
pub(crate) fn are_padded(texts: &[&str]) -> bool {
    let length = texts[0].chars().count();
    length > 1
        && texts.iter().all(|text| text.chars().count() == length)
        && texts.iter().any(|text| text.ends_with(' ') || text.starts_with(' '))
}
