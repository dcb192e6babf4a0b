//! How a file is written: what separates its fields and records, what quotes them, what stands for NULL.

/// The dialect of a delimited file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What stands between two fields: one byte or a few.
    pub delimiter: Vec<u8>,
    /// Every record ends with a delimiter before its line end, as dbgen writes them.
    pub trailing_delimiter: bool,
    /// The byte that a field begins and ends with which holds delimiters, line ends or the byte itself,
    /// that doubled. It means nothing in a field that does not begin with it.
    pub quote: Option<u8>,
    /// Where there is no quote: a byte that looks like one at the front of a field is an error, because a
    /// file that was taken for unquoted would otherwise be read wrongly without a word.
    pub refuse_quote: Option<u8>,
    /// The byte that takes away what the next byte means, within quotes and without.
    pub escape: Option<u8>,
    /// What ends a record.
    pub terminator: Terminator,
    /// What a line begins with that is no record.
    pub comment: Option<Vec<u8>>,
    /// Whether lines without a byte are passed over; if not, each is a record without fields.
    pub skip_blank_lines: bool,
    /// The texts that stand for NULL, UTF-8; the empty field by default.
    pub null_texts: Vec<Vec<u8>>,
    /// Whether they do in quotes, too.
    pub null_quoted: bool,
}

/// What ends a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    /// LF or CRLF. A CR elsewhere is part of a field.
    #[default]
    Lines,
    /// LF, CRLF or CR.
    AnyLine,
    /// These bytes, and nothing else.
    Bytes(Vec<u8>),
}

/// How a dialect is taken apart, the fastest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One byte between fields, lines, nothing else: the index alone says where fields are.
    Dense,
    /// As `Dense` with quotes, comments or blank lines: the index, and a look at each field.
    Indexed,
    /// Anything: byte by byte.
    Scanned,
}

impl Dialect {
    /// How files of this dialect are taken apart.
    pub fn way(&self) -> Way {
        let is_indexed = self.delimiter.len() == 1
            && self.delimiter[0].is_ascii()
            && self.terminator == Terminator::Lines
            && self.escape.is_none()
            // A quotation mark in a comment opens nothing, which the index cannot know.
            && (self.quote.is_none() || self.comment.is_none());
        match is_indexed {
            false => Way::Scanned,
            true if self.quote.is_none() && self.comment.is_none() && !self.skip_blank_lines => Way::Dense,
            true => Way::Indexed,
        }
    }

    /// Whether a file can be cut anywhere and each part find its first record by a line feed. What is passed over is
    /// between records there, but in front of a header it belongs to that: a part that begins in between would take
    /// the header for a row.
    pub fn is_splittable(&self) -> bool {
        self.quote.is_none()
            && self.escape.is_none()
            && self.terminator == Terminator::Lines
            && self.comment.is_none()
            && !self.skip_blank_lines
    }

    /// How many bytes of the index one record takes: its delimiters and its line end.
    pub(crate) fn stride(&self, width: usize) -> usize {
        width + usize::from(self.trailing_delimiter)
    }

    /// What is wrong with the dialect itself, if anything is.
    ///
    /// # Errors
    ///
    /// In words that name the option.
    pub fn check(&self) -> Result<(), String> {
        let ends: &[u8] = match &self.terminator {
            Terminator::Lines | Terminator::AnyLine => b"\r\n",
            Terminator::Bytes(bytes) => bytes,
        };
        let name = |what: &str, bytes: &[u8]| format!("the {what} {:?}", String::from_utf8_lossy(bytes));
        let Some(first) = self.delimiter.first() else {
            return Err("the delimiter is empty".to_owned());
        };
        if ends.is_empty() {
            return Err("the terminator is empty".to_owned());
        }
        if ends.contains(first) {
            return Err(format!("{} begins as the end of a record does", name("delimiter", &self.delimiter)));
        }
        let holds_end = match &self.terminator {
            Terminator::Lines | Terminator::AnyLine => self.delimiter.iter().any(|byte| ends.contains(byte)),
            Terminator::Bytes(bytes) => self.delimiter.windows(bytes.len()).any(|part| part == bytes),
        };
        // Where a block ends within such a delimiter, a record seems to end.
        if holds_end {
            return Err(format!("{} holds the end of a record", name("delimiter", &self.delimiter)));
        }
        for (what, byte) in
            [("quote", self.quote), ("escape", self.escape), ("quote that is refused", self.refuse_quote)]
        {
            let Some(byte) = byte else { continue };
            if byte == *first || ends.contains(&byte) {
                return Err(format!("{} is the delimiter or ends a record, too", name(what, &[byte])));
            }
        }
        if self.quote.is_some() && self.quote == self.escape {
            return Err("the escape is the quote: a doubled quote needs no escape".to_owned());
        }
        if self.refuse_quote.is_some() && self.refuse_quote == self.escape {
            return Err("the escape is the quote that is refused".to_owned());
        }
        match &self.comment {
            Some(comment) if comment.is_empty() => Err("the comment prefix is empty".to_owned()),
            _ => Ok(()),
        }
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect {
            delimiter: b",".to_vec(),
            trailing_delimiter: false,
            quote: None,
            refuse_quote: None,
            escape: None,
            terminator: Terminator::Lines,
            comment: None,
            skip_blank_lines: false,
            null_texts: vec![Vec::new()],
            null_quoted: false,
        }
    }
}

#[cfg(test)]
#[path = "dialect_tests.rs"]
mod tests;
