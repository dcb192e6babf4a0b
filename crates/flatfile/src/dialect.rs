//! How a file is written: what separates its fields and records, and what stands for NULL.

/// The dialect of a delimited file. Records end with LF or CRLF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The byte between two fields: ASCII, neither CR nor LF.
    pub delimiter: u8,
    /// Every record ends with a delimiter before its line end, as dbgen writes them.
    pub trailing_delimiter: bool,
    /// The text that stands for NULL, UTF-8; the empty field by default.
    pub null_text: Vec<u8>,
}

impl Dialect {
    /// How many bytes of the index one record takes: its delimiters and its line end.
    pub(crate) fn stride(&self, columns: usize) -> usize {
        columns + usize::from(self.trailing_delimiter)
    }
}

impl Default for Dialect {
    fn default() -> Self {
        Dialect { delimiter: b',', trailing_delimiter: false, null_text: Vec::new() }
    }
}
