//! Samples of files, and what is sniffed of them, as dictionaries.

mod found;
mod known;
mod look;

use ::sniff::{Sample, SniffError, sniff_alike};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use source::SourceError;

use self::known::PyKnown;
use crate::file::{PyFile, in_threads, os_error, whole};

/// Text that is looked at of a table, in bytes, and at least and at most of one part of a file: the whole is
/// looked at in less than a second, and a part has some hundred records.
const SAMPLED_BYTES: u64 = 6 << 20;
const LEAST_PART_BYTES: u64 = 4 << 10;
const MOST_PART_BYTES: u64 = 256 << 10;

/// Files that columns are sniffed from; of all others, the head must fit.
const MOST_SAMPLED_FILES: usize = 256;

/// Files whose middle and tail are looked at as well.
const MOST_FILES_IN_PARTS: usize = 64;

enum Failure {
    Source(SourceError),
    Sniff(SniffError),
}

/// Find out how `files`, all of one table, are written, and what their columns are; `known` is not guessed, nor
/// are their encodings with `is_encoding_said`. Raises OSError for a file that cannot be read. What cannot be found
/// out is in the dictionary as `problem`, with the files it is about.
#[pyfunction]
pub fn sniff<'py>(
    py: Python<'py>, files: Vec<PyFile>, is_encoding_said: bool, known: PyKnown,
) -> PyResult<Bound<'py, PyDict>> {
    let given = ::sniff::Given::try_from(known)?;
    let files = files.into_iter().map(whole).collect::<PyResult<Vec<_>>>()?;
    let looked = py.detach(|| {
        // Spread over all files, the first one among them.
        let step = files.len().div_ceil(MOST_SAMPLED_FILES).max(1);
        let parts: u64 = if files.len() <= MOST_FILES_IN_PARTS { 3 } else { 1 };
        let sampled: Vec<usize> = (0..files.len()).step_by(step).collect();
        let share = SAMPLED_BYTES / (sampled.len() as u64 * parts).max(1);
        let part_bytes = share.clamp(LEAST_PART_BYTES, MOST_PART_BYTES);
        let look_at = |number: usize, part_bytes: u64, parts: u64| {
            look::look(number, &files[number], is_encoding_said, part_bytes, parts)
        };
        let looked = in_threads(&sampled, |&number| look_at(number, part_bytes, parts));
        let looked = looked.into_iter().collect::<Result<Vec<_>, _>>().map_err(Failure::Source)?;
        let samples: Vec<Sample> = looked.iter().flat_map(|one| one.samples.iter().cloned()).collect();
        let sniffed = sniff_alike(&samples, &given).map_err(Failure::Sniff)?;
        let others: Vec<usize> = (0..files.len()).filter(|number| number % step != 0).collect();
        let unlike = in_threads(&others, |&number| {
            let looked = look_at(number, LEAST_PART_BYTES, 1)?;
            Ok(looked.samples.first().and_then(|head| sniffed.fits(head).err()))
        });
        for (&number, unlike) in others.iter().zip(unlike) {
            if let Some(detail) = unlike.map_err(Failure::Source)? {
                return Err(Failure::Sniff(SniffError::Differs { files: [0, number], detail }));
            }
        }
        let bytes: usize = samples.iter().map(|sample| sample.text.len()).sum();
        Ok((sniffed, looked, sampled, bytes))
    });
    let found = PyDict::new(py);
    match looked {
        Err(Failure::Source(error)) => return Err(os_error(error)),
        Err(Failure::Sniff(error)) => {
            let its_files = match &error {
                SniffError::Differs { files, .. } => files.to_vec(),
                SniffError::Empty { file }
                | SniffError::Binary { file, .. }
                | SniffError::NoRecordEnds { file, .. } => vec![*file],
                SniffError::Dialect { .. } => Vec::new(),
            };
            found.set_item("problem", error.to_string())?;
            found.set_item("files", its_files)?;
        }
        Ok((sniffed, looked, sampled, bytes)) => {
            let encodings =
                looked.iter().zip(&sampled).map(|(one, file)| (*file, one.encoding.name(), one.how));
            found.set_item("encodings", encodings.collect::<Vec<_>>())?;
            found.set_item("sampled_bytes", bytes)?;
            found.set_item("sampled_files", sampled.len())?;
            found::fill(py, &found, &sniffed)?;
        }
    }
    Ok(found)
}
