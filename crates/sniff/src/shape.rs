//! What a field looks like at a glance: whether it is more than a text.

use crate::column::number::{self, Style};

/// Whether `field` looks like a number, a moment or a truth value. Only for comparing dialects: what a column
/// is, is decided by the converters.
pub(crate) fn is_typed(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    if field.is_empty() || field.len() > 40 {
        return false;
    }
    is_moment(field) || is_number(field) || is_truth(field)
}

fn is_number(field: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(field) else { return false };
    let (text, _) = number::without_affixes(text);
    let spaces = [' ', '\u{a0}', '\u{202f}'].map(|space| Style::new(',', Some(space)));
    [Style::new('.', Some(',')), Style::new(',', Some('.'))]
        .into_iter()
        .chain(spaces)
        .any(|style| number::scan(text, style).is_some())
}

fn is_truth(field: &[u8]) -> bool {
    ["true", "false", "yes", "no"].iter().any(|word| field.eq_ignore_ascii_case(word.as_bytes()))
}

/// Groups of up to four digits between points, hyphens, slashes and colons, with two of these at least or one
/// colon; a fraction may be longer.
fn is_moment(field: &[u8]) -> bool {
    let is_bound = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let end = match field {
        [front @ .., b'Z'] => front,
        [front @ .., b'A' | b'P' | b'a' | b'p', b'M' | b'm'] => front.trim_ascii_end(),
        all => all,
    };
    if !is_bound(end.first()) || !is_bound(end.last()) {
        return false;
    }
    let (mut digits, mut dates, mut colons, mut previous) = (0, 0, 0, b'0');
    for &byte in end {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'-' | b'/' | b'.' | b'+' => dates += 1,
            b':' => colons += 1,
            b' ' | b'T' => {}
            _ => return false,
        }
        if !byte.is_ascii_digit() {
            if !previous.is_ascii_digit() {
                return false;
            }
            digits = 0;
        }
        if digits > 4 && colons == 0 {
            return false;
        }
        previous = byte;
    }
    (dates >= 2 && (colons > 0 || !end.contains(&b' ')))
        || (dates == 0 && colons > 0 && end.len() <= 8)
        || (colons > 1 && dates == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_a_text() {
        for typed in [
            "1",
            "-1.5",
            "1,5",
            "1.234,50",
            "1,234.50",
            "1 234,5",
            "1\u{202f}234,50\u{a0}€",
            "1\u{a0}234,50 €",
            "1.234,56-",
            "€ 5",
            "12 %",
            "1e5",
            "1998-12-01",
            "1.2.98",
            "01/02/2024",
            "2024-01-01 12:30:00",
            "2024-01-01T12:30:00.123456Z",
            "12:30",
            "12:30:00.25",
            "true",
            "No",
            "1/2/2024 1:05 PM",
        ] {
            assert!(is_typed(typed.as_bytes()), "{typed}");
        }
        for text in
            ["", "a", "5;2", "1,5;2", "2024-01-01 12", "00,5,3.2", "1--2", "x1", "12 Main St", "1|2", "-"]
        {
            assert!(!is_typed(text.as_bytes()), "{text}");
        }
    }
}
