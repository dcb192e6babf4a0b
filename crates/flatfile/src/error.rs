//! What can be wrong with a record, and where it is.

use std::fmt;

/// A record that cannot become a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record at byte {}{}: {reason}", .place.record_byte, .place.column.map(|c| format!(", column {}", c + 1)).unwrap_or_default())]
pub struct RecordError {
    /// Where in the text.
    pub place: Place,
    /// What is wrong.
    pub reason: Reason,
}

/// Where in a text something is. Bytes are offsets into the text that was parsed; whoever knows where
/// that text stands in its file adds that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The first byte of the record.
    pub record_byte: u64,
    /// The first byte of the field, where one field is to blame.
    pub field_byte: Option<u64>,
    /// The column, from 0, where one field is to blame.
    pub column: Option<usize>,
}

/// Why a record cannot become a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The record has another number of fields than the table has columns.
    Width {
        /// Fields found; 0 for a blank line.
        found: usize,
        /// Columns of the table.
        expected: usize,
        /// Whether the dialect says that a delimiter stands at the end of each record.
        trailing_delimiter: bool,
        /// Whether one does.
        ends_in_delimiter: bool,
    },
    /// A quote that is never closed. The place of the field is where it opens.
    Unclosed,
    /// Text between a closing quote and the end of its field.
    BehindQuote {
        /// The field as written, shortened and escaped.
        found: String,
        /// Where in the field the text begins, in bytes.
        at: usize,
    },
    /// A field that begins with a quote in a file that was taken for unquoted.
    UnexpectedQuote {
        /// The field, up to the next delimiter, shortened and escaped.
        found: String,
    },
    /// The field cannot be read as the column's type.
    NotA {
        /// The field, shortened and escaped.
        found: String,
        /// What it should have been: `a date`.
        expected: &'static str,
        /// What exactly is wrong: `month 13`.
        detail: String,
    },
    /// The field is of the right form, and its value outside of what the type holds.
    OutOfRange {
        /// The field, shortened and escaped.
        found: String,
        /// What the type holds: `int8 (-128 to 127)`.
        range: String,
    },
    /// A decimal with more digits before the point than the type has, or more behind it than the scale.
    DoesNotFit {
        /// The field, shortened and escaped.
        found: String,
        /// The type, as `decimal(15,2)` or `timestamp(ms)`.
        column_type: String,
        /// What would be lost: `3 digits behind the point, the type holds 2`.
        detail: String,
    },
    /// A text with more characters than its column takes.
    TooLong {
        /// The field, shortened and escaped.
        found: String,
        /// Characters it has.
        characters: usize,
        /// Characters the column takes.
        most: usize,
    },
    /// NULL in a column that is declared NOT NULL.
    Null {
        /// The text that was read as NULL, shortened and escaped; empty for an empty field.
        found: String,
    },
}

impl Reason {
    /// A word for what is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Width { .. } => "width",
            Reason::Unclosed => "unclosed_quote",
            Reason::BehindQuote { .. } => "behind_quote",
            Reason::UnexpectedQuote { .. } => "unexpected_quote",
            Reason::NotA { .. } => "not_a",
            Reason::OutOfRange { .. } => "out_of_range",
            Reason::DoesNotFit { .. } => "does_not_fit",
            Reason::TooLong { .. } => "too_long",
            Reason::Null { .. } => "null",
        }
    }

    /// The same reason with the field shown as `written`: for what a converter says of a text that a
    /// [`Format`](crate::Format) made, because people look for what is in their file.
    pub fn found_as(mut self, written: &[u8]) -> Reason {
        match &mut self {
            Reason::NotA { found, .. }
            | Reason::OutOfRange { found, .. }
            | Reason::DoesNotFit { found, .. }
            | Reason::TooLong { found, .. }
            | Reason::UnexpectedQuote { found }
            | Reason::BehindQuote { found, .. }
            | Reason::Null { found } => *found = shown(written),
            Reason::Width { .. } | Reason::Unclosed => {}
        }
        self
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Width { found: 0, expected, .. } => {
                write!(f, "found a blank line, expected {expected} fields")
            }
            Reason::Width { found, expected, trailing_delimiter, ends_in_delimiter } => {
                let fields = |n| {
                    if n == 1 { "1 field".to_owned() } else { format!("{n} fields") }
                };
                write!(f, "found {}", fields(*found))?;
                if *trailing_delimiter && !ends_in_delimiter {
                    f.write_str(" with no delimiter at the end")?;
                }
                write!(f, ", expected {}", fields(*expected))?;
                if *trailing_delimiter { f.write_str(", each with a delimiter behind it") } else { Ok(()) }
            }
            Reason::Unclosed => f.write_str("the quote that opens here is never closed"),
            Reason::UnexpectedQuote { found } => {
                write!(f, "{found} begins with a quote, and the file was taken for unquoted")
            }
            Reason::BehindQuote { found, at } => {
                write!(f, "{found} has text behind its closing quote, from its byte {} on", at + 1)
            }
            Reason::NotA { found, expected, detail } => {
                write!(f, "{found} is not {expected}")?;
                if detail.is_empty() { Ok(()) } else { write!(f, ": {detail}") }
            }
            Reason::OutOfRange { found, range } => write!(f, "{found} is out of range of {range}"),
            Reason::DoesNotFit { found, column_type, detail } => {
                write!(f, "{found} does not fit {column_type}: {detail}; nothing is rounded")
            }
            Reason::TooLong { found, characters, most } => {
                write!(f, "{found} has {characters} characters, the column takes {most}")
            }
            Reason::Null { found } if found.is_empty() => {
                f.write_str("the empty field means NULL, and the column is NOT NULL")
            }
            Reason::Null { found } => write!(f, "{found} means NULL, and the column is NOT NULL"),
        }
    }
}

/// A field as an error shows it: quoted, control bytes and invalid UTF-8 escaped, cut at 64 bytes.
pub(crate) fn shown(field: &[u8]) -> String {
    const MOST_BYTES: usize = 64;
    let cut = &field[..field.len().min(MOST_BYTES)];
    let mut text = String::with_capacity(cut.len() + 8);
    text.push('"');
    for chunk in cut.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '"' => text.push('"'),
                '\\' => text.push('\\'),
                character if character.is_control() => text.extend(character.escape_default()),
                character => text.push(character),
            }
        }
        // A cut character at the very end is this function's doing, not the file's.
        if cut.len() == field.len() || !chunk.invalid().is_empty() && !cut.ends_with(chunk.invalid()) {
            for byte in chunk.invalid() {
                text.push_str(&format!("\\x{byte:02x}"));
            }
        }
    }
    text.push('"');
    if cut.len() < field.len() {
        text.push_str(&format!(" … ({} bytes)", field.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_shown_readably() {
        assert_eq!(shown(b"1998-13-01"), "\"1998-13-01\"");
        assert_eq!(shown(b"a\tb\x00"), r#""a\tb\u{0}""#);
        assert_eq!(shown(b"caf\xe9"), r#""caf\xe9""#);
        assert_eq!(shown("né".repeat(40).as_bytes()), format!("\"{}n\" … (120 bytes)", "né".repeat(21)));
    }
}
