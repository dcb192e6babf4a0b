//! Why a stream stops before its splits are done.

use std::path::PathBuf;

use flatfile::RecordError;
use source::SourceError;

/// Why a stream stops before its splits are done.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The file cannot be read, or is not what was planned.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A record that cannot become a row. Places are bytes of the file.
    #[error("{}: {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it could be counted.
        line: Option<u64>,
        /// What is wrong, and where. Boxed: it is large, and every result carries room for it.
        error: Box<RecordError>,
    },
    /// A record longer than the limit.
    #[error("{}: the record at byte {byte} is longer than {limit_bytes} bytes", .path.display())]
    RecordTooLong {
        /// The file.
        path: PathBuf,
        /// The line, from 1, if it could be counted.
        line: Option<u64>,
        /// Where the record begins; with an open quote where that stands.
        byte: u64,
        /// Whether a quote is open for so long.
        in_quotes: bool,
        /// The limit.
        limit_bytes: usize,
    },
    /// More records of a split are rejected than may be.
    #[error("{}: {limit}", .path.display())]
    TooManyRejects {
        /// The file that had one too many.
        path: PathBuf,
        /// Which limit was met, in words.
        limit: String,
    },
    /// The file has fewer lines than are to be passed over.
    #[error("{}: has fewer lines than are to be passed over: {before} before its records and {behind} behind them", .path.display())]
    TooFewLines {
        /// The file.
        path: PathBuf,
        /// Lines to pass over before the header.
        before: usize,
        /// Lines to pass over at the end.
        behind: usize,
    },
    /// The header does not name the columns of the table.
    #[error("{}: the header does not name the columns of the table: {detail}", .path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// Where the header begins.
        byte: u64,
        /// What is different.
        detail: String,
    },
    /// A piece does not begin where it was guessed to. Read again it begins where the one before it ended.
    #[error("{}: a record was taken to begin at byte {guessed}, and begins at byte {proven}", .path.display())]
    Misjoin {
        /// The file.
        path: PathBuf,
        /// Where the piece began.
        guessed: u64,
        /// Where the piece before it ended.
        proven: u64,
    },
    /// The stream was told to stop.
    #[error("stopped")]
    Cancelled,
}
