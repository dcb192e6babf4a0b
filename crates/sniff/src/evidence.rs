//! What was seen that a decision was made for.

/// The evidence for a decision, and what speaks against it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// In words.
    pub text: String,
    /// The value, or the record, that spoilt something narrower or more even.
    pub exception: Option<Exception>,
}

/// One place that is not as the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The file, from 0.
    pub file: usize,
    /// Where its record begins, in bytes of the file's text.
    pub record_byte: u64,
    /// What stands there, shortened.
    pub found: String,
}

impl Evidence {
    pub(crate) fn of(text: impl Into<String>) -> Self {
        Evidence { text: text.into(), exception: None }
    }
}

/// The longest text that is shown of a field, in characters.
const MOST_SHOWN: usize = 40;

/// A field as it can be shown: escaped, and not too long.
pub(crate) fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut out: String = text.chars().take(MOST_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST_SHOWN {
        out.push('…');
    }
    format!("\"{out}\"")
}

/// `1 record`, `4,096 records`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// `4,096`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_fields_as_people_read_them() {
        assert_eq!(counted(1, "record"), "1 record");
        assert_eq!(counted(1_234_567, "record"), "1,234,567 records");
        assert_eq!(shown(b"a\tb"), "\"a\\tb\"");
        assert_eq!(shown(&[b'x'; 50]).chars().count(), 43);
    }
}
