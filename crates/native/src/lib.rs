//! `teraload._native`: the Rust side of teraload for Python.
//!
//! Nothing is decided here: arguments are converted, the GIL is released, and the crates behind do the
//! work. Record batches leave through the Arrow C stream interface, so whoever takes them needs neither
//! pyarrow nor this module's types.

use pyo3::prelude::*;

mod column;
mod copy;
mod dialect;
mod failure;
mod file;
mod line;
mod look;
mod opened;
mod reader;
mod reject_limit;
mod sniff;
mod split;

/// Reads delimited files into Arrow.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::column::check_column;
    #[pymodule_export]
    use crate::copy::{CopyEncoder, can_copy_binary};
    #[pymodule_export]
    use crate::dialect::{count_records, is_splittable};
    #[pymodule_export]
    use crate::file::{encoding_name, encoding_names, line_numbers, read_head, read_headers, read_parts};
    #[pymodule_export]
    use crate::line::line_at;
    #[pymodule_export]
    use crate::look::{binary, look};
    #[pymodule_export]
    use crate::opened::{Opened, find_remote, open_pipe, open_remote, shown_address};
    #[pymodule_export]
    use crate::reader::Reader;
    #[pymodule_export]
    use crate::reject_limit::RejectLimit;
    #[pymodule_export]
    use crate::sniff::sniff;
    #[pymodule_export]
    use crate::split::{Joins, SharedText, SplitQueue};

    use super::*;

    /// The instruction sets that this machine can run, best first.
    #[pyfunction]
    fn instruction_sets() -> Vec<&'static str> {
        use flatfile::index::InstructionSet;
        InstructionSet::ALL.into_iter().filter(|set| set.is_available()).map(InstructionSet::name).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("BATCH_ROWS", flatfile::BATCH_ROWS)?;
        module.add("BATCH_BYTES", flatfile::BATCH_BYTES)
    }
}
