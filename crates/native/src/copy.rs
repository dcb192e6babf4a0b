//! Record batches as what PostgreSQL's COPY takes.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use arrow_array::{RecordBatch, RecordBatchReader};
use pgcopy::{BinaryEncoder, Kind, TextEncoder};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::reader::{Reader, Stream, lock};

/// What is handed out at a time. libpq is called once for each, and holds the GIL meanwhile.
const CHUNK_BYTES: usize = 1 << 20;

enum Encoder {
    Binary(BinaryEncoder),
    Text(TextEncoder),
}

struct State {
    stream: Stream,
    encoder: Encoder,
    /// The batch at hand, and the row of it to go on with.
    batch: Option<(RecordBatch, usize)>,
    /// Rows of the batches before that.
    rows_before: u64,
    has_begun: bool,
    has_ended: bool,
    encoding: Duration,
    chunk: Vec<u8>,
    /// The row (of all) and the column that could not be sent, from 0, and why.
    refused: Option<(u64, usize, String)>,
}

enum Stop {
    Reader(String),
    Refused,
}

impl State {
    /// Fills the chunk; whether there is anything in it.
    fn fill(&mut self) -> Result<bool, Stop> {
        self.chunk.clear();
        if self.has_ended {
            return Ok(false);
        }
        if let (Encoder::Binary(encoder), false) = (&self.encoder, self.has_begun) {
            encoder.begin(&mut self.chunk);
        }
        self.has_begun = true;
        while self.chunk.len() < CHUNK_BYTES {
            let Some((batch, first)) = self.batch.take() else {
                match self.stream.next() {
                    Some(batch) => {
                        self.batch = Some((batch.map_err(|error| Stop::Reader(error.to_string()))?, 0));
                        continue;
                    }
                    None => {
                        if let Encoder::Binary(encoder) = &self.encoder {
                            encoder.finish(&mut self.chunk);
                        }
                        self.has_ended = true;
                        break;
                    }
                }
            };
            let begin = Instant::now();
            let encoded = match &mut self.encoder {
                Encoder::Binary(encoder) => encoder.encode(&batch, first, CHUNK_BYTES, &mut self.chunk),
                Encoder::Text(encoder) => Ok(encoder.encode(&batch, first, CHUNK_BYTES, &mut self.chunk)),
            };
            self.encoding += begin.elapsed();
            match encoded {
                Ok(next) if next < batch.num_rows() => self.batch = Some((batch, next)),
                Ok(_) => self.rows_before += batch.num_rows() as u64,
                Err(refused) => {
                    let reason =
                        format!("{:?} is not {}: {}", refused.found, refused.expected, refused.detail);
                    self.refused = Some((self.rows_before + refused.row as u64, refused.column, reason));
                    return Err(Stop::Refused);
                }
            }
        }
        Ok(!self.chunk.is_empty())
    }
}

/// Encodes what a reader reads for PostgreSQL's COPY, a chunk at a time.
///
/// `kinds`: what each column is in the server, for the binary format; without them the format is text.
#[pyclass(frozen, module = "teraload._native")]
pub struct CopyEncoder(Mutex<State>);

#[pymethods]
impl CopyEncoder {
    #[new]
    #[pyo3(signature = (reader, kinds=None))]
    fn new(reader: &Reader, kinds: Option<Vec<String>>) -> PyResult<Self> {
        let stream = reader.stream()?;
        let encoder = match kinds {
            None => Encoder::Text(TextEncoder::default()),
            Some(kinds) => Encoder::Binary(binary(&stream, &kinds)?),
        };
        Ok(CopyEncoder(Mutex::new(State {
            stream,
            encoder,
            batch: None,
            rows_before: 0,
            has_begun: false,
            has_ended: false,
            encoding: Duration::ZERO,
            chunk: Vec::new(),
            refused: None,
        })))
    }

    /// The next bytes to send; `None` behind the last. Raises RuntimeError where the reader stops or a value cannot be
    /// sent, which `refused` has then.
    fn next_chunk<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let filled = py.detach(|| {
            let mut state = lock(&self.0);
            let filled = state.fill();
            filled.map(|is_filled| is_filled.then(|| std::mem::take(&mut state.chunk)))
        });
        match filled {
            Ok(None) => Ok(None),
            Ok(Some(chunk)) => {
                let bytes = PyBytes::new(py, &chunk);
                lock(&self.0).chunk = chunk;
                Ok(Some(bytes))
            }
            Err(Stop::Reader(message)) => Err(PyRuntimeError::new_err(message)),
            Err(Stop::Refused) => Err(PyRuntimeError::new_err("a value cannot be sent")),
        }
    }

    /// Rows encoded so far.
    #[getter]
    fn rows(&self) -> u64 {
        let state = lock(&self.0);
        state.rows_before + state.batch.as_ref().map_or(0, |(_, next)| *next as u64)
    }

    /// Seconds spent encoding so far.
    #[getter]
    fn encode_s(&self) -> f64 {
        lock(&self.0).encoding.as_secs_f64()
    }

    /// The value that cannot be sent: its row and its column, from 0, and why.
    #[getter]
    fn refused(&self) -> Option<(u64, usize, String)> {
        lock(&self.0).refused.clone()
    }
}

fn binary(stream: &Stream, kinds: &[String]) -> PyResult<BinaryEncoder> {
    let schema = stream.schema();
    if schema.fields().len() != kinds.len() {
        let message = format!("{} columns, {} kinds", schema.fields().len(), kinds.len());
        return Err(PyValueError::new_err(message));
    }
    let kinds = kinds.iter().map(|kind| kind.parse::<Kind>()).collect::<Result<Vec<_>, _>>();
    let kinds = kinds.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let columns = schema.fields().iter().map(|field| field.data_type()).zip(&kinds);
    BinaryEncoder::new(columns).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Whether the binary format has a way for a column that is parsed as `column_type` and is `kind` in the server.
#[pyfunction]
pub fn can_copy_binary(column_type: &str, kind: &str) -> bool {
    let Ok(column_type) = column_type.parse::<flatfile::ColumnType>() else { return false };
    let Ok(kind) = kind.parse::<Kind>() else { return false };
    BinaryEncoder::new([(&column_type.data_type(), &kind)]).is_ok()
}
