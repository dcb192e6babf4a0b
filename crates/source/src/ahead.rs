//! A thread that reads ahead.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use crate::SourceError;
use crate::decode::Decoder;

/// How far to read ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffering {
    /// The size of a buffer in bytes; less than 16 is taken for 16.
    pub buffer_bytes: usize,
    /// How many full buffers may wait.
    pub buffers: usize,
}

impl Default for Buffering {
    /// 1 MiB is some milliseconds of decompression, against which the hand-over of a buffer is nothing, and
    /// eight of them are filled while a consumer works that takes four at a time.
    fn default() -> Self {
        Buffering { buffer_bytes: 1 << 20, buffers: 8 }
    }
}

/// Buffers that a thread of its own fills.
///
/// The thread ends with the last buffer, at an error, and when this is dropped: at its next read then, or
/// at once if it is waiting for room. It is not waited for, because nobody can call off a read of a pipe.
pub(crate) struct ReadAhead {
    full: Receiver<Result<Vec<u8>, SourceError>>,
    empty: SyncSender<Vec<u8>>,
    stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ReadAhead {
    /// Begins at once. `read` says how many bytes it wrote to the front of a buffer, none at the end.
    pub fn new(
        read: impl FnMut(&mut [u8]) -> Result<usize, SourceError> + Send + 'static, buffering: Buffering,
    ) -> io::Result<Self> {
        let buffer_bytes = buffering.buffer_bytes.max(Decoder::MIN_ROOM_BYTES);
        let (full_sender, full) = sync_channel(buffering.buffers);
        // As many as can be on their way, besides one on either side: giving one back never waits.
        let (empty, empty_receiver) = sync_channel(buffering.buffers + 2);
        let stopped = Arc::new(AtomicBool::new(false));
        let pump =
            Pump { read, buffer_bytes, full: full_sender, empty: empty_receiver, stopped: stopped.clone() };
        let thread = thread::Builder::new().name("read-ahead".into()).spawn(|| pump.run())?;
        Ok(ReadAhead { full, empty, stopped, thread: Some(thread) })
    }

    /// The next buffer, none at the end and after an error.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, SourceError> {
        if let Ok(result) = self.full.recv() {
            return result.map(Some);
        }
        // The thread has ended, which is not the end of the bytes if it panicked.
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => Ok(None),
        }
    }

    /// Takes a buffer to be filled again; one too many is dropped.
    pub fn recycle(&self, buffer: Vec<u8>) {
        _ = self.empty.try_send(buffer);
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        self.stopped.store(true, Relaxed);
    }
}

/// What the thread runs.
struct Pump<R> {
    read: R,
    buffer_bytes: usize,
    full: SyncSender<Result<Vec<u8>, SourceError>>,
    empty: Receiver<Vec<u8>>,
    stopped: Arc<AtomicBool>,
}

impl<R: FnMut(&mut [u8]) -> Result<usize, SourceError>> Pump<R> {
    fn run(mut self) {
        loop {
            let mut buffer = self.empty.try_recv().unwrap_or_default();
            // Sets to zero what was cut off, so it costs nothing where a full buffer comes back.
            buffer.resize(self.buffer_bytes, 0);
            let (filled_bytes, result) = self.fill(&mut buffer);
            buffer.truncate(filled_bytes);
            if filled_bytes > 0 && self.full.send(Ok(buffer)).is_err() {
                return;
            }
            match result {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    _ = self.full.send(Err(error));
                    return;
                }
            }
        }
    }

    /// How many bytes were filled, and whether there may be more.
    fn fill(&mut self, buffer: &mut [u8]) -> (usize, Result<bool, SourceError>) {
        let mut filled_bytes = 0;
        while buffer.len() - filled_bytes >= Decoder::MIN_ROOM_BYTES {
            if self.stopped.load(Relaxed) {
                return (filled_bytes, Ok(false));
            }
            match (self.read)(&mut buffer[filled_bytes..]) {
                Ok(0) => return (filled_bytes, Ok(false)),
                Ok(bytes) => filled_bytes += bytes,
                Err(error) => return (filled_bytes, Err(error)),
            }
        }
        (filled_bytes, Ok(true))
    }
}
