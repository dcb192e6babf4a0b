//! One stream's reader, as an Arrow stream.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int64Type;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use flatfile::index::InstructionSet;
use flatfile::{Column, Dialect, LineageColumns, Ragged};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use stream::{Header, Meter, Options, PieceRecord, RejectedRecord, SplitReader, StreamError};

use crate::column::PyColumn;
use crate::dialect::PyDialect;
use crate::failure::facts;
use crate::reject_limit::RejectLimit;
use crate::split::SplitQueue;

/// A piece that is done: split, file, first byte, past byte, records, rejected ones, CRC32C.
type PyPieceRecord = (u32, u32, u64, u64, u64, u64, u32);

/// A record that was set aside: split, file, its first byte, the byte and the column (from 0) to blame, code,
/// reason, and its own bytes.
type PyReject = (u32, u32, u64, u64, Option<usize>, &'static str, String, Cow<'static, [u8]>);

/// What the Python object and the Arrow stream it gave away have in common.
struct Shared {
    reader: Mutex<SplitReader>,
    error: Mutex<Option<StreamError>>,
    schema: SchemaRef,
}

impl Shared {
    fn next(&self) -> Option<Result<RecordBatch, ArrowError>> {
        // A panic must not reach the C interface, which would end the whole process.
        let next = catch_unwind(AssertUnwindSafe(|| lock(&self.reader).next_batch()));
        match next {
            Err(_) => Some(Err(ArrowError::ParseError("the reader has a fault: it panicked".to_owned()))),
            Ok(Ok(batch)) => batch.map(Ok),
            Ok(Err(error)) => {
                let message = error.to_string();
                *lock(&self.error) = Some(error);
                Some(Err(ArrowError::ParseError(message)))
            }
        }
    }
}

/// A panic elsewhere cannot leave these values half-changed in a way that matters: after it the reader is
/// only asked what it has done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The batches of a reader, for whoever takes them.
pub(crate) struct Stream(Arc<Shared>);

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.0.schema)
    }
}

/// Reads splits from a queue as record batches, for whoever takes an Arrow stream.
#[pyclass(frozen, module = "teraload._native")]
pub struct Reader {
    shared: Arc<Shared>,
    meter: Arc<Meter>,
    taken: Mutex<bool>,
}

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (
        queue, columns, dialect, *, header, ragged, reject_limit, block_bytes, record_limit_bytes,
        skip_lines=0, skip_footer=0, lineage=None, instruction_set=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        queue: &SplitQueue, columns: Vec<PyColumn>, dialect: PyDialect, header: &str, ragged: &str,
        reject_limit: &RejectLimit, block_bytes: usize, record_limit_bytes: usize, skip_lines: usize,
        skip_footer: usize, lineage: Option<(String, [String; 3])>, instruction_set: Option<&str>,
    ) -> PyResult<Self> {
        let columns = columns.into_iter().map(Column::try_from).collect::<PyResult<Vec<_>>>()?;
        if columns.is_empty() {
            return Err(PyValueError::new_err("a table has at least one column"));
        }
        let dialect = Dialect::try_from(dialect)?;
        let header = match header {
            "none" => Header::None,
            "names" => Header::Names,
            "skip" => Header::Skip,
            other => return Err(PyValueError::new_err(format!("{other:?} is no kind of header"))),
        };
        let ragged = match ragged {
            "fail" => Ragged::Fail,
            "reject" => Ragged::Reject,
            "pad" => Ragged::Pad,
            other => return Err(PyValueError::new_err(format!("{other:?} is nothing to do with a record"))),
        };
        let instruction_set = match instruction_set {
            None => InstructionSet::detect(),
            Some(name) => InstructionSet::ALL
                .into_iter()
                .find(|set| set.name() == name && set.is_available())
                .ok_or_else(|| {
                    PyValueError::new_err(format!("this machine has no instruction set {name:?}"))
                })?,
        };
        let reject_limit = Arc::clone(&reject_limit.0);
        let options = Options {
            skip_lines,
            skip_footer,
            header,
            block_bytes,
            record_limit_bytes,
            ragged,
            reject_limit,
            lineage: lineage.map(|(run, names)| LineageColumns { names, run }),
            instruction_set,
        };
        let meter = Arc::new(Meter::default());
        let reader = SplitReader::new(columns, dialect, options, Arc::clone(&queue.0), Arc::clone(&meter));
        let schema = reader.schema();
        let shared = Arc::new(Shared { reader: Mutex::new(reader), error: Mutex::new(None), schema });
        Ok(Reader { shared, meter, taken: Mutex::new(false) })
    }

    /// The record batches, once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self, py: Python<'py>, requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows a producer to give its own schema whatever is asked for.
        drop(requested_schema);
        self.take()?;
        let stream = FFI_ArrowArrayStream::new(Box::new(Stream(Arc::clone(&self.shared))));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema of the batches. A taker that wants to know it before it takes them (DuckDB does, when it
    /// binds the query) asks here and leaves the batches where they are.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.shared.schema.as_ref())
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Reads all batches and lets them go; gives the number of rows.
    fn drain(&self, py: Python<'_>) -> PyResult<u64> {
        self.take()?;
        py.detach(|| {
            let mut rows = 0;
            for batch in Stream(Arc::clone(&self.shared)) {
                rows += batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?.num_rows() as u64;
            }
            Ok(rows)
        })
    }

    /// The file and the first byte of the record that became row `row`, from 0, of all that is read; `None` if there
    /// are not so many. The reader's last two columns must say so.
    fn place_of(&self, py: Python<'_>, row: u64) -> PyResult<Option<(String, i64)>> {
        let stream = self.stream()?;
        py.detach(|| {
            let mut before = 0;
            for batch in stream {
                let batch = batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
                let at = (row - before) as usize;
                if at < batch.num_rows() {
                    let [.., files, bytes] = batch.columns() else { return Ok(None) };
                    let file = files.as_string_view().value(at).to_owned();
                    return Ok(Some((file, bytes.as_primitive::<Int64Type>().value(at))));
                }
                before += batch.num_rows() as u64;
            }
            Ok(None)
        })
    }

    /// Stops the reader at its next block.
    fn cancel(&self) {
        self.meter.cancel();
    }

    /// Bytes of the records read so far.
    #[getter]
    fn bytes(&self) -> u64 {
        self.meter.bytes()
    }

    /// Records read so far.
    #[getter]
    fn records(&self) -> u64 {
        self.meter.records()
    }

    /// Seconds spent opening and reading files so far.
    #[getter]
    fn read_s(&self) -> f64 {
        self.meter.read_ns() as f64 / 1e9
    }

    /// Seconds spent finding, checking and converting records so far.
    #[getter]
    fn parse_s(&self) -> f64 {
        self.meter.parse_ns() as f64 / 1e9
    }

    /// The pieces done since this was last asked: split, file, first byte, past byte, records, rejected ones,
    /// CRC32C.
    fn take_done(&self, py: Python<'_>) -> Vec<PyPieceRecord> {
        let done = py.detach(|| lock(&self.shared.reader).take_done());
        let tuple =
            |p: PieceRecord| (p.split, p.file, p.first_byte, p.past_byte, p.records, p.rejected, p.crc32c);
        done.into_iter().map(tuple).collect()
    }

    /// The records set aside since this was last asked, in no order: split, file, first byte, byte and column
    /// (from 0) to blame, code, reason, the record's bytes.
    fn take_rejects(&self, py: Python<'_>) -> Vec<PyReject> {
        let rejects = py.detach(|| lock(&self.shared.reader).take_rejects());
        let tuple = |RejectedRecord { split, file, reject }: RejectedRecord| {
            let (place, reason) = (reject.error.place, reject.error.reason);
            let byte = place.field_byte.unwrap_or(place.record_byte);
            let (code, text, record) = (reason.code(), reason.to_string(), Cow::Owned(reject.record));
            (split, file, place.record_byte, byte, place.column, code, text, record)
        };
        rejects.into_iter().map(tuple).collect()
    }

    /// How many fields became NULL because they could not be read, and how many because their record had too
    /// few.
    fn nulled_and_padded(&self, py: Python<'_>) -> (u64, u64) {
        py.detach(|| lock(&self.shared.reader).nulled_and_padded())
    }

    /// How many texts were cut because they were too long.
    fn truncated(&self, py: Python<'_>) -> u64 {
        py.detach(|| lock(&self.shared.reader).truncated())
    }

    /// What stopped the reader, as facts; `None` if nothing did.
    fn error<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        lock(&self.shared.error).as_ref().map(|error| facts(py, error)).transpose()
    }
}

impl Reader {
    /// The batches, once.
    pub(crate) fn stream(&self) -> PyResult<Stream> {
        self.take()?;
        Ok(Stream(Arc::clone(&self.shared)))
    }

    fn take(&self) -> PyResult<()> {
        let mut taken = lock(&self.taken);
        if *taken {
            return Err(PyRuntimeError::new_err("the batches of this reader were already taken"));
        }
        *taken = true;
        Ok(())
    }
}
