//! What cannot be found out.

/// Why nothing can be said of the samples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SniffError {
    /// There is not a record.
    #[error("there is no record in it")]
    Empty {
        /// The file, from 0.
        file: usize,
    },
    /// A byte that no text has.
    #[error("byte {byte} is 0, which no text has: it is a binary file, or text of another encoding")]
    Binary {
        /// The file, from 0.
        file: usize,
        /// Where in the file.
        byte: u64,
    },
    /// No record ends in a sample.
    #[error("no record ends within {bytes} bytes")]
    NoRecordEnds {
        /// The file, from 0.
        file: usize,
        /// How many bytes were looked at.
        bytes: usize,
    },
    /// What was said of the files contradicts itself.
    #[error("{detail}")]
    Dialect {
        /// In words that name the option.
        detail: String,
    },
    /// Two files of one table are not written alike.
    #[error("{detail}")]
    Differs {
        /// The files, from 0.
        files: [usize; 2],
        /// What is different, of the first and of the second.
        detail: String,
    },
}
