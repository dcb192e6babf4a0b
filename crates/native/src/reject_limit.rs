//! How many records may be set aside, for all readers of a load.

use std::sync::Arc;

use pyo3::prelude::*;

/// How many records may be set aside by all readers that share it; `None`: any number.
#[pyclass(frozen, module = "teraload._native")]
pub struct RejectLimit(pub Arc<stream::RejectLimit>);

#[pymethods]
impl RejectLimit {
    #[new]
    fn new(most: Option<u64>) -> Self {
        RejectLimit(Arc::new(stream::RejectLimit::new(most)))
    }
}
