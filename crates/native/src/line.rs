//! Which lines bytes of a file are on.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use source::LocalFile;

/// The numbers, from 1, of the lines that the bytes at `offsets`, in ascending order, of a file are on.
#[pyfunction]
pub fn line_numbers(py: Python<'_>, path: PathBuf, offsets: Vec<u64>) -> PyResult<Vec<u64>> {
    py.detach(|| source::line_numbers(&LocalFile::open(&path)?, &offsets))
        .map_err(|error| PyOSError::new_err(error.to_string()))
}
