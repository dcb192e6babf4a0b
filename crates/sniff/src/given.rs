//! What is known already.

use flatfile::Terminator;

use crate::Header;

/// What the caller says of the files: it is taken as it is, and only the rest is found out.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Between fields.
    pub delimiter: Option<Vec<u8>>,
    /// Whether one stands at the end of each record, too.
    pub trailing_delimiter: Option<bool>,
    /// Around quoted fields; `Some(None)`: there are none.
    pub quote: Option<Option<u8>>,
    /// What takes its meaning from the next byte; `Some(None)`: nothing does.
    pub escape: Option<Option<u8>>,
    /// At the end of each record.
    pub terminator: Option<Terminator>,
    /// What lines begin with that are passed over.
    pub comment: Option<Vec<u8>>,
    /// Whether lines without a character are passed over.
    pub skip_blank_lines: Option<bool>,
    /// Lines before the header.
    pub skip_lines: Option<usize>,
    /// Lines at the end of each file.
    pub skip_footer: Option<usize>,
    /// What the first record is.
    pub header: Option<Header>,
    /// The texts that mean NULL.
    pub null_texts: Option<Vec<String>>,
    /// Whether they do in quotes, too.
    pub null_quoted: Option<bool>,
}
