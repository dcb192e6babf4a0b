//! Where requests run.

use std::path::Path;
use std::sync::OnceLock;

use source::SourceError;
use tokio::runtime::{Builder, Runtime};

use crate::failure;

/// The one runtime of the process, for requests of the file at `path`.
///
/// One thread is enough: it waits for sockets and timers. The work of a request (decryption, copies) is done by
/// the thread that waits for it.
pub(crate) fn runtime(path: &Path) -> Result<&'static Runtime, SourceError> {
    static RUNTIME: OnceLock<Result<Runtime, String>> = OnceLock::new();
    let start = || Builder::new_multi_thread().worker_threads(1).thread_name("remote").enable_all().build();
    let runtime = RUNTIME.get_or_init(|| start().map_err(|error| error.to_string()));
    runtime.as_ref().map_err(|detail| failure::other(path.into(), 0, detail))
}
