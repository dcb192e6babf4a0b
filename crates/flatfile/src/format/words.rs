//! Truth values by a file's own words.

use super::FormatError;
use crate::error::{Reason, shown};

#[derive(Clone, Debug)]
pub(super) struct Words {
    /// In lower case, with the truth value each stands for.
    words: Vec<(String, bool)>,
    /// What an error says of them.
    detail: String,
}

impl Words {
    pub fn compile(true_words: &[String], false_words: &[String]) -> Result<Words, FormatError> {
        for (option, words) in [("true_words", true_words), ("false_words", false_words)] {
            if words.is_empty() {
                let detail = "the words given replace the built-in ones, so both lists are needed".to_owned();
                return Err(FormatError::Missing { option, detail });
            }
        }
        let lower = |word: &String| lower_case(word).collect::<String>();
        let words: Vec<_> = (true_words.iter().map(|word| (lower(word), true)))
            .chain(false_words.iter().map(|word| (lower(word), false)))
            .collect();
        if let Some((word, _)) = words.iter().find(|(word, truth)| words.contains(&(word.clone(), !truth))) {
            let detail = format!("{word:?} is in both, and case makes no difference");
            return Err(FormatError::Conflict { option: "true_words", other: "false_words", detail });
        }
        let detail = format!("the words are {} and {}", true_words.join(", "), false_words.join(", "));
        Ok(Words { words, detail })
    }

    pub fn rewrite(&self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Reason> {
        let written = std::str::from_utf8(text).ok();
        let found = written
            .and_then(|written| self.words.iter().find(|(word, _)| lower_case(written).eq(word.chars())));
        let Some((_, truth)) = found else {
            let detail = self.detail.clone();
            return Err(Reason::NotA { found: shown(text), expected: "a truth value", detail });
        };
        out.push(if *truth { b't' } else { b'f' });
        Ok(())
    }
}

/// Character by character, so that a field is compared without a copy of it.
fn lower_case(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(yes: &[&str], no: &[&str]) -> Result<Words, String> {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        Words::compile(&owned(yes), &owned(no)).map_err(|error| error.to_string())
    }

    fn rewritten(words: &Words, text: &[u8]) -> Result<String, String> {
        let mut out = Vec::new();
        words.rewrite(text, &mut out).map_err(|reason| reason.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn in_any_case_and_language() {
        let words = words(&["wahr", "ДА", "Oui", "是"], &["falsch", "нет", "Non", ""]).unwrap();
        for text in ["WAHR", "wahr", "Wahr", "да", "Да", "oui", "是"] {
            assert_eq!(rewritten(&words, text.as_bytes()).unwrap(), "t", "{text}");
        }
        for text in ["Falsch", "НЕТ", "NON", ""] {
            assert_eq!(rewritten(&words, text.as_bytes()).unwrap(), "f", "{text}");
        }
    }

    #[test]
    fn they_replace_the_built_in_words() {
        let words = words(&["J"], &["N"]).unwrap();
        for (text, shown) in [
            (&b"true"[..], "\"true\""),
            (b"1", "\"1\""),
            (b"J ", "\"J \""),
            (b"JN", "\"JN\""),
            (b"\xca", "\"\\xca\""),
        ] {
            let message = format!("{shown} is not a truth value: the words are J and N");
            assert_eq!(rewritten(&words, text).unwrap_err(), message);
        }
    }

    #[test]
    fn lists_that_say_too_little_or_too_much() {
        assert_eq!(
            words(&["J"], &[]).unwrap_err(),
            "false_words is missing: the words given replace the built-in ones, so both lists are needed"
        );
        assert_eq!(
            words(&["J", "X"], &["N", "x"]).unwrap_err(),
            r#"true_words does not go with false_words: "x" is in both, and case makes no difference"#
        );
    }
}
