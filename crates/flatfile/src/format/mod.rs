//! Fields that are not written plainly, made plain.
//!
//! The converters take one spelling each, which is what lets them be fast. A [`Format`] stands before a
//! converter where a column is written otherwise: it turns a field's text into the plain spelling of the same
//! value, exactly or not at all. A column without one pays nothing.

mod error;
mod hex;
mod moment;
mod number;
mod options;
#[cfg(test)]
mod tests;
mod trim;
mod words;

pub use error::FormatError;
use moment::{Local, Patterned, Zone};
use number::Number;
pub use options::FormatOptions;
pub use trim::Trim;
use words::Words;

use crate::ColumnType;
use crate::error::Reason;

/// How the fields of one column are made plain: [`FormatOptions`], checked and prepared.
#[derive(Clone, Debug)]
pub struct Format {
    trim: Trim,
    rewriting: Rewriting,
}

#[derive(Clone, Debug)]
enum Rewriting {
    /// What is left after trimming is plain.
    Nothing,
    Number(Number),
    Hex(ColumnType),
    Words(Words),
    Patterned(Patterned),
    Local(Local),
}

impl Format {
    /// The format of a column of `column_type`; `None` if its fields are plain. An option that makes no
    /// sense for the type, or not with another, is an error that says what it is for.
    pub fn compile(options: &FormatOptions, column_type: ColumnType) -> Result<Option<Format>, FormatError> {
        options.check(column_type)?;
        let zone = options.timezone.as_deref().map(Zone::compile).transpose()?;
        let rewriting = if options.hex {
            Rewriting::Hex(column_type)
        } else if Number::is_asked_for(options) {
            Rewriting::Number(Number::compile(options, column_type)?)
        } else if !options.true_words.is_empty() || !options.false_words.is_empty() {
            Rewriting::Words(Words::compile(&options.true_words, &options.false_words)?)
        } else if let Some(pattern) = &options.pattern {
            Rewriting::Patterned(Patterned::compile(pattern, column_type, zone)?)
        } else if let (Some(zone), ColumnType::Timestamp { unit, .. }) = (zone, column_type) {
            Rewriting::Local(Local { zone, unit })
        } else if options.trim != Trim::None {
            Rewriting::Nothing
        } else {
            return Ok(None);
        };
        Ok(Some(Format { trim: options.trim, rewriting }))
    }

    /// What of a field is left to be read. Whoever takes a field for NULL by its text asks that first: a
    /// field of spaces can mean NULL where spaces are trimmed.
    pub fn trimmed<'a>(&self, field: &'a [u8]) -> &'a [u8] {
        self.trim.of(field)
    }

    /// Appends to `out` the plain spelling of `text`, a field as it is written that does not mean NULL; an
    /// error appends nothing. The plain spelling may still be none of the type (month 13, a number that is too
    /// large): the converter says so, of the spelling it sees, which [`Reason::found_as`] puts right.
    pub fn rewrite(&self, text: &[u8], out: &mut Vec<u8>) -> Result<(), Reason> {
        let before = out.len();
        let field = self.trimmed(text);
        let rewritten = match &self.rewriting {
            Rewriting::Nothing => {
                out.extend_from_slice(field);
                Ok(())
            }
            Rewriting::Number(number) => number.rewrite(field, out),
            Rewriting::Hex(column_type) => hex::rewrite(field, *column_type, out),
            Rewriting::Words(words) => words.rewrite(field, out),
            Rewriting::Patterned(patterned) => patterned.rewrite(field, out),
            Rewriting::Local(local) => local.rewrite(field, out),
        };
        rewritten.map_err(|reason| {
            out.truncate(before);
            reason.found_as(text)
        })
    }
}
