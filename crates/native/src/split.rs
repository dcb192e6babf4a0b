//! Splits as Python gives them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use flatfile::Layout;
use pyo3::prelude::*;
use source::Identity;
use stream::{Piece, Split};

use crate::dialect::PyDialect;
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

/// A text that all streams of a table parse: each takes what comes next.
#[pyclass(frozen, module = "teraload._native")]
pub struct SharedText(Arc<stream::SharedText>);

#[pymethods]
impl SharedText {
    #[new]
    #[pyo3(signature = (piece, layouts, dialect, *, skip_lines, record_limit_bytes))]
    fn new(
        piece: PyPiece, layouts: Vec<PyLayout>, dialect: PyDialect, skip_lines: usize,
        record_limit_bytes: usize,
    ) -> PyResult<Self> {
        let piece = Pieces::new(layouts).piece(piece)?;
        let text = stream::SharedText::new(piece, dialect.try_into()?, skip_lines, record_limit_bytes);
        Ok(SharedText(Arc::new(text)))
    }

    /// How many bytes it has, once all of it is taken; None before.
    #[getter]
    fn size_bytes(&self, py: Python<'_>) -> Option<u64> {
        py.detach(|| self.0.size_bytes())
    }
}

/// Splits that no reader has taken yet; readers of one queue share them.
#[pyclass(frozen, module = "teraload._native")]
pub struct SplitQueue(pub Arc<stream::SplitQueue>);

#[pymethods]
impl SplitQueue {
    /// `texts` come behind the splits, each by the number of its own, until `most_bytes` of them are taken.
    #[new]
    #[pyo3(signature = (splits, layouts, joins, texts=Vec::new(), most_bytes=u64::MAX))]
    fn new(
        splits: Vec<(u32, Vec<PyPiece>)>, layouts: Vec<PyLayout>, joins: &Joins,
        texts: Vec<(u32, Py<SharedText>)>, most_bytes: u64,
    ) -> PyResult<Self> {
        let mut made = Pieces::new(layouts);
        let splits = splits
            .into_iter()
            .map(|(number, pieces)| {
                let pieces = pieces.into_iter().map(|piece| made.piece(piece)).collect::<PyResult<_>>()?;
                Ok(Split { number, pieces })
            })
            .collect::<PyResult<Vec<_>>>()?;
        let texts = texts.into_iter().map(|(number, text)| (number, Arc::clone(&text.get().0))).collect();
        let queue = stream::SplitQueue::joined(splits, Arc::clone(&joins.0)).with_texts(texts, most_bytes);
        Ok(SplitQueue(Arc::new(queue)))
    }
}

/// Makes pieces of a table's files.
struct Pieces {
    layouts: Vec<Arc<Layout>>,
    /// A file of many splits has one path in memory.
    paths: HashMap<u32, Arc<PathBuf>>,
}

impl Pieces {
    fn new(layouts: Vec<PyLayout>) -> Self {
        let layout = |(width, fields)| Arc::new(Layout { width, fields });
        Pieces { layouts: layouts.into_iter().map(layout).collect(), paths: HashMap::new() }
    }

    fn piece(&mut self, given: PyPiece) -> PyResult<Piece> {
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
        let mut piece = Piece {
            path: Arc::clone(self.paths.entry(file).or_insert_with(|| Arc::new(path))),
            file,
            identity: Identity { size_bytes, modified_ns },
            opened: opened.map(|opened| opened.get().0.clone()),
            compression: parse_compression(&compression)?,
            encoding: parse_encoding(&encoding)?,
            layout: layout.map(|number| Arc::clone(&self.layouts[number])),
            first_byte,
            past_byte,
            chunk: None,
        };
        if piece.is_text() {
            piece.past_byte = u64::MAX;
        }
        Ok(piece)
    }
}
