//! Files that are opened when they are planned: what is piped in, and what comes from elsewhere.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use remote::{RemoteFile, RemoteOptions};
use source::{Flow, Source, SourceError};

use crate::file::os_error;

/// How often somebody who waits looks whether Ctrl-C was pressed.
const LOOK_UP: Duration = Duration::from_millis(100);

/// A file that stays open from the plan to the load. Shows nothing of its address, which may have secrets.
#[pyclass(frozen, module = "teraload._native")]
pub struct Opened(pub stream::Opened);

#[pymethods]
impl Opened {
    /// Makes whoever waits for its bytes fail soon.
    fn cancel(&self) {
        self.0.cancel();
    }

    /// How many bytes were read of what can be read only once, before decompression; 0 of all else.
    #[getter]
    fn bytes_read(&self) -> u64 {
        match &self.0 {
            stream::Opened::Flow(flow) => flow.bytes(),
            stream::Opened::Far(_) => 0,
        }
    }

    /// Waits for the first `most_bytes` of what can be read only once, or for its end; gives how many there are,
    /// and whether these are all. Raises OSError.
    fn look(&self, py: Python<'_>, most_bytes: usize) -> PyResult<(usize, bool)> {
        let stream::Opened::Flow(flow) = &self.0 else { return Ok((0, false)) };
        while !py.detach(|| flow.look(most_bytes, LOOK_UP)).map_err(os_error)? {
            py.check_signals()?;
        }
        let (head, is_all) = flow.head();
        Ok((head.len(), is_all))
    }
}

/// What is piped in, or what comes out of the pipe at `path`. Raises OSError.
#[pyfunction]
#[pyo3(signature = (path=None))]
pub fn open_pipe(path: Option<PathBuf>) -> PyResult<Opened> {
    let flow = path.map_or_else(Flow::standard_input, |path| Flow::named(&path)).map_err(os_error)?;
    Ok(Opened(stream::Opened::Flow(Arc::new(flow))))
}

/// A remote file: its address as it may be shown, its size in bytes, when it was modified in ns, and itself.
type PyRemote = (String, u64, i64, Opened);

/// The files at `urls`, in their order. Raises OSError for the first that cannot be opened.
#[pyfunction]
pub fn open_remote(py: Python<'_>, urls: Vec<String>) -> PyResult<Vec<PyRemote>> {
    let opened = answering_signals(py, move || remote::open_all(&urls, &RemoteOptions::default()))?;
    Ok(opened.map_err(os_error)?.into_iter().map(planned).collect())
}

/// The objects that the pattern of an address of S3 matches. Raises OSError.
#[pyfunction]
pub fn find_remote(py: Python<'_>, url: String) -> PyResult<Vec<(String, PyRemote)>> {
    let found = answering_signals(py, move || remote::find(&url, &RemoteOptions::default()))?;
    Ok(found.map_err(os_error)?.into_iter().map(|(url, file)| (url, planned(file))).collect())
}

/// An address as it may be shown: without user, password and query.
#[pyfunction]
pub fn shown_address(url: &str) -> String {
    remote::shown(url)
}

fn planned(file: RemoteFile) -> PyRemote {
    let (shown, version) = (file.path().display().to_string(), file.version());
    let (size_bytes, modified_ns) = (version.size_bytes, version.modified_ns);
    (shown, size_bytes, modified_ns, Opened(stream::Opened::Far(Arc::new(file))))
}

/// What `work` gives, which may wait for others for long. It goes on in vain after Ctrl-C.
pub fn answering_signals<T: Send + 'static>(
    py: Python<'_>, work: impl FnOnce() -> Result<T, SourceError> + Send + 'static,
) -> PyResult<Result<T, SourceError>> {
    let (sender, done) = channel();
    std::thread::Builder::new().name("look".into()).spawn(move || _ = sender.send(work()))?;
    let done = std::sync::Mutex::new(done);
    loop {
        let result = py.detach(|| done.lock().expect("nobody else has it").recv_timeout(LOOK_UP));
        match result {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyOSError::new_err("the look at remote files has a fault: it panicked"));
            }
        }
    }
}
