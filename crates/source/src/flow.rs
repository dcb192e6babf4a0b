//! Bytes that can be read once, from front to back: standard input, a named pipe.
//!
//! A load looks at how files begin before it reads them, and says which line a fault is on after it has read
//! them. Of bytes that pass by once, both have to be kept: the first ones from the look to the reading, and the
//! lines' numbers from the reading to the report.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::SourceError;

/// As much as a read of a file takes at once; a pipe gives 64 KiB, unless it was made larger.
const CHUNK_BYTES: usize = 256 << 10;

/// How many chunks wait. Also what lets a producer that writes to several pipes in turn (`tee`) go on while the
/// first of them is looked at.
const CHUNKS: usize = 16;

/// How often a reader that waits for bytes looks whether it is called off.
const LOOK_UP: Duration = Duration::from_millis(100);

/// Bytes that can be read once. A thread of its own reads them, so that who waits for them can be called off;
/// it ends with the bytes or, where these never come, with the process.
pub struct Flow {
    path: PathBuf,
    ahead: Mutex<Ahead>,
    counts: Arc<FlowCounts>,
    /// The numbers, from 1, of lines that will be asked for, by a byte on each.
    lines: Mutex<BTreeMap<u64, u64>>,
}

/// What was read before anybody takes all.
struct Ahead {
    head: Vec<u8>,
    /// Whether there is nothing behind the head.
    is_all: bool,
    /// Nobody has taken it yet.
    chunks: Option<Receiver<io::Result<Vec<u8>>>>,
}

#[derive(Default)]
struct FlowCounts {
    bytes: AtomicU64,
    is_cancelled: AtomicBool,
}

impl Flow {
    /// What is piped into this process.
    ///
    /// # Errors
    ///
    /// If it is closed.
    pub fn standard_input() -> Result<Self, SourceError> {
        let path = PathBuf::from("standard input");
        // The descriptor itself, because `Stdin` has a small buffer and a lock.
        let descriptor = io::stdin().as_fd().try_clone_to_owned();
        let file = File::from(descriptor.map_err(|error| SourceError::io(&path, 0, error))?);
        Flow::start(path, move || Ok(file))
    }

    /// What comes out of the pipe at `path`, once somebody writes to it.
    ///
    /// # Errors
    ///
    /// If no thread can be started. Anything else is told when it is read.
    pub fn named(path: &Path) -> Result<Self, SourceError> {
        let name = path.to_path_buf();
        Flow::start(path.into(), move || File::open(name))
    }

    fn start(
        path: PathBuf, open: impl FnOnce() -> io::Result<File> + Send + 'static,
    ) -> Result<Self, SourceError> {
        let (sender, chunks) = sync_channel(CHUNKS);
        let pump = move || match open() {
            Ok(file) => pump(file, &sender),
            Err(error) => _ = sender.send(Err(error)),
        };
        let started = thread::Builder::new().name("flow".into()).spawn(pump);
        started.map_err(|error| SourceError::io(&path, 0, error))?;
        let ahead = Ahead { head: Vec::new(), is_all: false, chunks: Some(chunks) };
        Ok(Flow { path, ahead: Mutex::new(ahead), counts: Arc::default(), lines: Mutex::default() })
    }

    /// What errors call it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Waits for its first `most_bytes`, or for all if it has less, but no longer than `wait`; says whether
    /// they are there.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn look(&self, most_bytes: usize, wait: Duration) -> Result<bool, SourceError> {
        let (mut ahead, begin) = (lock(&self.ahead), Instant::now());
        while ahead.head.len() < most_bytes && !ahead.is_all {
            let Some(chunks) = &ahead.chunks else { break };
            match chunks.recv_timeout(wait.saturating_sub(begin.elapsed())) {
                Ok(Ok(chunk)) => ahead.head.extend_from_slice(&chunk),
                Ok(Err(error)) => {
                    return Err(SourceError::io(&self.path, ahead.head.len() as u64, error));
                }
                Err(RecvTimeoutError::Disconnected) => ahead.is_all = true,
                Err(RecvTimeoutError::Timeout) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The bytes that were looked at, and whether there are no others.
    pub fn head(&self) -> (Vec<u8>, bool) {
        let ahead = lock(&self.ahead);
        (ahead.head.clone(), ahead.is_all)
    }

    /// All of it, once.
    ///
    /// # Errors
    ///
    /// If it was taken before.
    pub fn take(&self) -> Result<impl Read + Send + use<>, SourceError> {
        let mut ahead = lock(&self.ahead);
        let Some(chunks) = ahead.chunks.take() else {
            let error = io::Error::other("it was read before, and can be read only once");
            return Err(SourceError::Io { path: self.path.clone(), offset: 0, error });
        };
        let head = Cursor::new(ahead.head.clone());
        Ok(Taken { head, chunks, chunk: Vec::new(), at: 0, counts: Arc::clone(&self.counts) })
    }

    /// How many of its bytes were read by who has taken it.
    pub fn bytes(&self) -> u64 {
        self.counts.bytes.load(Relaxed)
    }

    /// Calls off whoever waits for its bytes.
    pub fn cancel(&self) {
        self.counts.is_cancelled.store(true, Relaxed);
    }

    /// Keeps that byte `byte` of its text is on line `line`.
    pub fn keep_line(&self, byte: u64, line: u64) {
        lock(&self.lines).insert(byte, line);
    }

    /// The line that byte `byte` of its text is on, if that was kept.
    pub fn line(&self, byte: u64) -> Option<u64> {
        lock(&self.lines).get(&byte).copied()
    }
}

/// What is guarded is changed in one step, so it is whole whoever panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pump(mut file: File, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK_BYTES];
        let result = match file.read(&mut chunk) {
            Ok(0) => return,
            Ok(bytes) => {
                chunk.truncate(bytes);
                Ok(chunk)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_error = result.is_err();
        if chunks.send(result).is_err() || is_error {
            return;
        }
    }
}

/// A flow that is being read.
struct Taken {
    head: Cursor<Vec<u8>>,
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    at: usize,
    counts: Arc<FlowCounts>,
}

impl Read for Taken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.head.read(buffer)?;
        while bytes == 0 && !buffer.is_empty() {
            bytes = (&self.chunk[self.at..]).read(buffer)?;
            self.at += bytes;
            if bytes == 0 {
                match self.chunks.recv_timeout(LOOK_UP) {
                    Ok(chunk) => (self.chunk, self.at) = (chunk?, 0),
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) if self.counts.is_cancelled.load(Relaxed) => {
                        return Err(io::Error::other("called off"));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        }
        self.counts.bytes.fetch_add(bytes as u64, Relaxed);
        Ok(bytes)
    }
}
