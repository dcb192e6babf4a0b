//! Records of any width: for who looks at a text before anybody knows how many fields its records have.

use crate::tokenize::Tokenizer;
use crate::tokens::{Kind, Tokens};
use crate::{Dialect, Ragged};

/// The fields of the first record of `text` as text, and where the next one begins; `None` if it does not
/// end in `text`. For headers: a comment is passed over, and a blank line if the dialect says so; if not it has one
/// field.
pub fn first_record(text: &[u8], dialect: &Dialect, is_end_of_file: bool) -> Option<(Vec<String>, usize)> {
    Tokenizer::new(dialect.clone(), 0, Ragged::Fail).first_record(text, is_end_of_file)
}

/// A text taken apart by a dialect that may be the wrong one: every record is as wide as it is.
///
/// Trailing delimiters are not taken off, and blank lines are records of one empty field; comments are passed
/// over. Byte by byte, as the [scanned way](crate::Way::Scanned) goes, which all others agree with.
pub struct LooseRecords<'a> {
    text: &'a [u8],
    tokens: Tokens,
    records: Vec<LooseRecord>,
}

/// A record as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseRecord {
    /// Its first byte, as an offset into the text.
    pub first_byte: usize,
    /// The byte behind its end, which is part of it.
    pub past_byte: usize,
    /// Whether a quote is never closed, or text stands behind a closed one.
    pub is_faulty: bool,
    first_field: usize,
    /// How many fields it has.
    pub width: usize,
}

impl<'a> LooseRecords<'a> {
    /// Takes apart the records that end in `text`, up to `most` of them. With `is_end` the last one may end
    /// with the text.
    ///
    /// # Panics
    ///
    /// For a dialect that [`Dialect::check`] refuses.
    pub fn new(text: &'a [u8], dialect: &Dialect, is_end: bool, most: usize) -> Self {
        assert_eq!(dialect.check(), Ok(()));
        let tokenizer = Tokenizer::new(dialect.clone(), 0, Ragged::Fail);
        let mut found = LooseRecords { text, tokens: Tokens::default(), records: Vec::new() };
        let mut first = 0;
        while first < text.len() && found.records.len() < most {
            match found.record(&tokenizer, first, is_end) {
                Some(past) => first = past,
                None => break,
            }
        }
        found
    }

    fn record(&mut self, tokenizer: &Tokenizer, first_byte: usize, is_end: bool) -> Option<usize> {
        if let Some(past) = tokenizer.comment(self.text, first_byte, is_end) {
            return past;
        }
        let first_field = self.tokens.spans.len();
        let (past_byte, fault) = tokenizer.fields(self.text, first_byte, is_end, &mut self.tokens)?;
        let width = self.tokens.spans.len() - first_field;
        let is_faulty = fault.is_some();
        self.records.push(LooseRecord { first_byte, past_byte, is_faulty, first_field, width });
        Some(past_byte)
    }

    /// The records, in their order.
    pub fn records(&self) -> &[LooseRecord] {
        &self.records
    }

    /// The text of field `number` of `record`, without quotes and escapes, and whether it was in quotes.
    ///
    /// # Panics
    ///
    /// If the record has no such field.
    pub fn field(&self, record: &LooseRecord, number: usize) -> (&[u8], bool) {
        assert!(number < record.width);
        let span = self.tokens.spans[record.first_field + number];
        (self.tokens.field(self.text, span), span.kind() == Kind::Quoted)
    }

    /// The fields of `record` as [`LooseRecords::field`] gives them.
    pub fn fields(&self, record: &LooseRecord) -> impl Iterator<Item = (&[u8], bool)> {
        (0..record.width).map(|number| self.field(record, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, dialect: &Dialect, is_end: bool) -> Vec<String> {
        let found = LooseRecords::new(text.as_bytes(), dialect, is_end, usize::MAX);
        let field = |(text, quoted): (&[u8], bool)| {
            let text = String::from_utf8(text.to_vec()).unwrap();
            if quoted { format!("<{text}>") } else { text }
        };
        let fields = |record| found.fields(record).map(field).collect::<Vec<_>>().join("|");
        found.records().iter().map(|r| fields(r) + if r.is_faulty { "!" } else { "" }).collect()
    }

    #[test]
    fn records_are_as_wide_as_they_are() {
        let quoted = Dialect { quote: Some(b'"'), ..Dialect::default() };
        for (text, dialect, is_end, expected) in [
            ("a,b\nc\n\nd,e,", &Dialect::default(), true, &["a|b", "c", "", "d|e|"][..]),
            ("a,b\nc\n\nd,e,", &Dialect::default(), false, &["a|b", "c", ""]),
            ("\"a,\"\"b\",c\n\"d\"e,f\n", &quoted, false, &["<a,\"b>|c", "<d>|f!"]),
            ("a,\"b\nc", &quoted, true, &["a|<\"b\nc>!"]),
            ("a,\"b\nc", &quoted, false, &[]),
            ("#a,b\nc,d\n", &Dialect { comment: Some(b"#".to_vec()), ..quoted.clone() }, false, &["c|d"]),
        ] {
            assert_eq!(shown(text, dialect, is_end), expected, "{text:?}");
        }
    }
}
