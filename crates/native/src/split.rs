//! Splits as Python gives them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use source::Identity;
use stream::{Piece, Split};

/// A piece: path, number of the file, its size in bytes, when it was modified in ns, first byte, past byte.
type PyPiece = (PathBuf, u32, u64, i64, u64, u64);

/// Splits that no reader has taken yet; readers of one queue share them.
#[pyclass(frozen, module = "teraload._native")]
pub struct SplitQueue(pub Arc<stream::SplitQueue>);

#[pymethods]
impl SplitQueue {
    #[new]
    fn new(splits: Vec<(u32, Vec<PyPiece>)>) -> Self {
        // A file of many splits has one path in memory.
        let mut paths: HashMap<u32, Arc<PathBuf>> = HashMap::new();
        let mut piece = |(path, file, size_bytes, modified_ns, first_byte, past_byte): PyPiece| Piece {
            path: Arc::clone(paths.entry(file).or_insert_with(|| Arc::new(path))),
            file,
            identity: Identity { size_bytes, modified_ns },
            first_byte,
            past_byte,
        };
        let splits = splits.into_iter().map(|(number, pieces)| {
            let pieces = pieces.into_iter().map(&mut piece).collect();
            Split { number, pieces }
        });
        SplitQueue(Arc::new(stream::SplitQueue::new(splits)))
    }
}
