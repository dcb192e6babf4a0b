//! Splits as Python gives them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use flatfile::Layout;
use pyo3::prelude::*;
use source::Identity;
use stream::{Piece, Split};

use crate::file::{parse_compression, parse_encoding};
use crate::opened::Opened;

/// A piece: path, number of the file, its size in bytes, when it was modified in ns, its compression, encoding
/// and layout, first byte, past byte, and the file itself if it is open.
type PyPiece = (PathBuf, u32, u64, i64, String, String, Option<usize>, u64, u64, Option<Py<Opened>>);

/// A layout: the number of fields a record has, and for each column the number of its field, from 0.
type PyLayout = (usize, Vec<Option<usize>>);

/// What is known of where the pieces of a table's files join; all its queues share it.
#[pyclass(frozen, module = "teraload._native")]
pub struct Joins(Arc<stream::Joins>);

#[pymethods]
impl Joins {
    #[new]
    fn new() -> Self {
        Joins(Arc::default())
    }
}

/// Splits that no reader has taken yet; readers of one queue share them.
#[pyclass(frozen, module = "teraload._native")]
pub struct SplitQueue(pub Arc<stream::SplitQueue>);

#[pymethods]
impl SplitQueue {
    #[new]
    fn new(splits: Vec<(u32, Vec<PyPiece>)>, layouts: Vec<PyLayout>, joins: &Joins) -> PyResult<Self> {
        let layouts: Vec<_> =
            layouts.into_iter().map(|(width, fields)| Arc::new(Layout { width, fields })).collect();
        // A file of many splits has one path in memory.
        let mut paths: HashMap<u32, Arc<PathBuf>> = HashMap::new();
        let mut piece = |given: PyPiece| {
            let (
                path,
                file,
                size_bytes,
                modified_ns,
                compression,
                encoding,
                layout,
                first_byte,
                past_byte,
                opened,
            ) = given;
            let (compression, encoding) = (parse_compression(&compression)?, parse_encoding(&encoding)?);
            let mut piece = Piece {
                path: Arc::clone(paths.entry(file).or_insert_with(|| Arc::new(path))),
                file,
                identity: Identity { size_bytes, modified_ns },
                opened: opened.map(|opened| opened.get().0.clone()),
                compression,
                encoding,
                layout: layout.map(|number| Arc::clone(&layouts[number])),
                first_byte,
                past_byte,
            };
            if piece.is_text() {
                piece.past_byte = u64::MAX;
            }
            Ok(piece)
        };
        let splits = splits
            .into_iter()
            .map(|(number, pieces)| {
                let pieces = pieces.into_iter().map(&mut piece).collect::<PyResult<_>>()?;
                Ok(Split { number, pieces })
            })
            .collect::<PyResult<Vec<_>>>()?;
        Ok(SplitQueue(Arc::new(stream::SplitQueue::joined(splits, Arc::clone(&joins.0)))))
    }
}
