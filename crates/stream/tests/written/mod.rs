//! Random tables, random dialects, and a writer of the one in the other.

use flatfile::{Dialect, Terminator};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Rows of fields; NULL is `None`.
pub type Table = Vec<Vec<Option<String>>>;

/// Dialects that are allowed, in which a table can be written.
pub fn dialects() -> impl Strategy<Value = Dialect> {
    const DELIMITERS: [&str; 13] =
        [",", "|", ";", "\t", " ", "\u{1}", "é", "||", "<>", "::=", "aab", "12345678", "🦀"];
    let delimiter = prop_oneof![3 => select(&DELIMITERS[..]).prop_map(str::to_owned), 1 => "[,;|:<>~^]{1,8}"];
    let terminator = prop_oneof![
        2 => Just(Terminator::Lines),
        1 => Just(Terminator::AnyLine),
        1 => select(&["\u{1e}", "\n", "EOR", "\r\n", "é", "%%"][..])
            .prop_map(|text| Terminator::Bytes(text.as_bytes().to_vec())),
    ];
    let quote = select(&[None, Some(b'"'), Some(b'"'), Some(b'\'')][..]);
    let escape = select(&[None, None, Some(b'\\'), Some(b'^')][..]);
    let comment = select(&[None, None, Some("#"), Some("--")][..]);
    let null = select(&["", "\\N", "NULL", "é"][..]);
    let flags = (any::<bool>(), any::<bool>());
    (delimiter, terminator, quote, escape, comment, null, flags)
        .prop_map(
            |(
                delimiter,
                terminator,
                quote,
                escape,
                comment,
                null,
                (trailing_delimiter, skip_blank_lines),
            )| {
                Dialect {
                    delimiter: delimiter.into_bytes(),
                    trailing_delimiter,
                    quote,
                    refuse_quote: None,
                    escape,
                    terminator,
                    comment: comment.map(|comment| comment.as_bytes().to_vec()),
                    skip_blank_lines,
                    null_texts: vec![null.as_bytes().to_vec()],
                    null_quoted: false,
                }
            },
        )
        .prop_filter("a dialect that contradicts itself", |dialect| dialect.check().is_ok())
}

/// Tables of `width` columns, with all that may mean something somewhere.
pub fn tables(width: usize) -> impl Strategy<Value = Table> {
    let field = prop_oneof![
        2 => "[a-z0-9]{0,6}",
        2 => "[ab,|;:\\\\\"'#^<>~%EOR\\-\r\n\té ]{0,12}",
        1 => "[a\"\n]{60,80}",
        1 => select(&["\\N", "NULL", "", "\"", "\\", "--", "#", "N", "🦀"][..]).prop_map(str::to_owned),
    ];
    vec(vec(prop::option::weighted(0.9, field), width), 1..12)
}

/// The bytes of `table` in `dialect`, and the table as it can be written in it: fields that cannot be lose what is
/// in the way. `seed` chooses where there is a choice: quotes that are not needed, comments, blank lines, the end.
pub fn write(dialect: &Dialect, table: &Table, seed: u64) -> (Vec<u8>, Table) {
    let mut choices = seed;
    let mut chooses = move || {
        choices = choices.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices >> 33 & 3 == 0 && seed != 0
    };
    let writer = Writer::new(dialect, seed & 1 == 1);
    let (mut text, mut written) = (vec![], vec![]);
    for row in table {
        if dialect.comment.is_some() && chooses() {
            text.extend([dialect.comment.as_deref().unwrap(), b" not \"a record"].concat());
            text.extend(writer.end(chooses()));
        }
        if dialect.skip_blank_lines && chooses() {
            text.extend(writer.end(chooses()));
        }
        let mut fields = vec![];
        for (number, field) in row.iter().enumerate() {
            if number > 0 {
                text.extend(&dialect.delimiter);
            }
            let is_alone = row.len() == 1 && !dialect.trailing_delimiter;
            let (bytes, field) = writer.field(field.as_deref(), chooses(), is_alone);
            text.extend(bytes);
            fields.push(field);
        }
        written.push(fields);
        if dialect.trailing_delimiter {
            text.extend(&dialect.delimiter);
        }
        text.extend(writer.end(chooses()));
    }
    // The last record may end with the file, if there is anything of it.
    let end = writer.end(false);
    if chooses() && text.ends_with(&end) && text.len() > end.len() {
        let rest = &text[..text.len() - end.len()];
        if !rest.ends_with(&end) && !rest.ends_with(b"\r") && !rest.ends_with(b"\n") {
            text.truncate(rest.len());
        }
    }
    (text, written)
}

struct Writer<'a> {
    dialect: &'a Dialect,
    null: String,
    /// CR alone, where it may be: an LF behind it would belong to it.
    ends_in_cr: bool,
    /// What cannot stand in a field as it is.
    special: Vec<char>,
}

impl<'a> Writer<'a> {
    fn new(dialect: &'a Dialect, ends_in_cr: bool) -> Self {
        let characters = |bytes: &[u8]| std::str::from_utf8(bytes).unwrap().chars().collect::<Vec<_>>();
        let mut special = characters(&dialect.delimiter);
        match &dialect.terminator {
            Terminator::Lines | Terminator::AnyLine => special.extend(['\r', '\n']),
            Terminator::Bytes(bytes) => special.extend(characters(bytes)),
        }
        special.extend([dialect.quote, dialect.escape].into_iter().flatten().map(char::from));
        special.extend(dialect.comment.iter().flat_map(|comment| characters(comment)));
        Writer {
            dialect,
            null: String::from_utf8(dialect.null_texts[0].clone()).unwrap(),
            ends_in_cr,
            special,
        }
    }

    fn end(&self, is_other: bool) -> Vec<u8> {
        match &self.dialect.terminator {
            Terminator::Bytes(bytes) => bytes.clone(),
            Terminator::AnyLine if self.ends_in_cr => b"\r".to_vec(),
            _ => if is_other { b"\r\n" } else { &b"\n"[..] }.to_vec(),
        }
    }

    /// A field's bytes, and the field as they say it.
    fn field(&self, field: Option<&str>, is_quoted: bool, is_alone: bool) -> (Vec<u8>, Option<String>) {
        let Some(field) = field else {
            // Where a delimiter, an end or a blank line would be seen in NULL, there is none.
            let is_seen = self.null.chars().any(|c| self.special.contains(&c)) && !self.is_escaped_null();
            let is_blank = is_alone && self.null.is_empty() && self.dialect.skip_blank_lines;
            return match is_seen || is_blank {
                true => self.field(Some("no NULL"), is_quoted, is_alone),
                false => (self.null.clone().into_bytes(), None),
            };
        };
        let is_special = field.chars().any(|c| self.special.contains(&c));
        let is_null = field == self.null;
        let is_blank = is_alone && field.is_empty();
        match (self.dialect.quote, self.dialect.escape) {
            (Some(quote), _) if is_quoted || is_special || is_null || is_blank => {
                (self.quoted(field, quote), Some(field.to_owned()))
            }
            (None, Some(escape)) if is_special => (self.escaped(field, escape), Some(field.to_owned())),
            (None, _) if is_special || is_null || is_blank => {
                let plain: String = field.chars().filter(|c| !self.special.contains(c)).collect();
                // No longer what means NULL, nor a blank line.
                let plain = plain + "o";
                assert!(!plain.chars().any(|c| self.special.contains(&c)), "{plain:?} in {:?}", self.dialect);
                (plain.clone().into_bytes(), Some(plain))
            }
            _ => (field.as_bytes().to_vec(), Some(field.to_owned())),
        }
    }

    /// Whether NULL is an escape and the letter N, which is read as it is.
    fn is_escaped_null(&self) -> bool {
        self.dialect.escape.is_some_and(|escape| self.null.as_bytes() == [escape, b'N'])
            && !self.special.contains(&'N')
    }

    fn quoted(&self, field: &str, quote: u8) -> Vec<u8> {
        let mut bytes = vec![quote];
        for byte in field.bytes() {
            match self.dialect.escape {
                Some(escape) if byte == escape || byte == quote => bytes.extend([escape, byte]),
                None if byte == quote => bytes.extend([quote, quote]),
                _ => bytes.push(byte),
            }
        }
        bytes.push(quote);
        bytes
    }

    fn escaped(&self, field: &str, escape: u8) -> Vec<u8> {
        let mut text = String::new();
        for character in field.chars() {
            if self.special.contains(&character) {
                text.push(char::from(escape));
            }
            text.push(character);
        }
        text.into_bytes()
    }
}
