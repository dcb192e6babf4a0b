//! Remote files.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use futures_util::StreamExt;
use object_store::{Error, GetOptions, GetResult, ObjectMeta};
use source::{Source, SourceError};

use crate::address::{Address, Buckets};
use crate::failure;
use crate::runtime::runtime;

/// How remote files are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteOptions {
    /// How often a request is made again that fails for a reason that may pass: the server is busy (5xx),
    /// the connection is refused or breaks. A connection that breaks after it gave bytes begins a new count.
    pub retries: usize,
    /// How long nothing of an answer may come before it counts as broken, whatever it gave before.
    pub patience: Duration,
}

impl Default for RemoteOptions {
    /// With pauses from 0.1 s on that double, six retries take about 6 s: longer than a server restarts or a
    /// load balancer needs to leave it out, and short enough to be told of a wrong address.
    fn default() -> Self {
        // Twenty seconds without a byte are longer than a route needs to mend, and six times that is long enough.
        RemoteOptions { retries: 6, patience: Duration::from_secs(20) }
    }
}

/// What a remote file is known by: a plan keeps it, and a load compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its size in bytes.
    pub size_bytes: u64,
    /// The server's mark of its content, if it has one.
    pub etag: Option<String>,
    /// When the server says it was changed, in nanoseconds since 1970; 0 if it does not.
    pub modified_ns: i64,
}

impl Version {
    pub(crate) fn of(meta: &ObjectMeta) -> Self {
        let modified_ns = meta.last_modified.timestamp_nanos_opt().unwrap_or_default();
        Version { size_bytes: meta.size, etag: meta.e_tag.clone(), modified_ns }
    }

    /// By the mark where there are two; else by the time, of which listings know more than answers.
    fn is_of_same_content(&self, other: &Version) -> bool {
        const SECOND_NS: i64 = 1_000_000_000;
        let is_same_mark = match (&self.etag, &other.etag) {
            (Some(mark), Some(other)) => mark == other,
            (None, None) => self.modified_ns / SECOND_NS == other.modified_ns / SECOND_NS,
            _ => false,
        };
        self.size_bytes == other.size_bytes && is_same_mark
    }
}

/// A file behind a URL, opened for reading.
pub struct RemoteFile {
    address: Address,
    options: RemoteOptions,
    version: Version,
    is_cancelled: AtomicBool,
}

impl RemoteFile {
    /// Opens the file at `url`, which begins with `http:`, `https:` or `s3:`.
    ///
    /// # Errors
    ///
    /// If it is not there, or its server does not give parts of it.
    pub fn open(url: &str, options: RemoteOptions) -> Result<Self, SourceError> {
        let address = Address::parse(url, &options, &mut Buckets::new())?;
        let version = runtime(&address.shown)?.block_on(look(&address))?;
        Ok(RemoteFile::known(address, version, options))
    }

    pub(crate) fn known(address: Address, version: Version, options: RemoteOptions) -> Self {
        RemoteFile { address, options, version, is_cancelled: AtomicBool::new(false) }
    }

    /// Opens the file at `url`, which must still be what the plan saw.
    ///
    /// # Errors
    ///
    /// As [`RemoteFile::open`], and [`SourceError::Changed`].
    pub fn open_planned(url: &str, planned: &Version, options: RemoteOptions) -> Result<Self, SourceError> {
        let file = RemoteFile::open(url, options)?;
        compare(file.path(), planned, &file.version)?;
        Ok(file)
    }

    /// What it was when it was opened.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Reads until `buffer` is full, in as many requests as it takes.
    async fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let (mut done, mut failures) = (0, 0);
        while done < buffer.len() {
            let at = offset + done as u64;
            let got = self.get(at..offset + buffer.len() as u64).await?;
            let before = done;
            let result = self.receive(got, at, &mut buffer[before..], &mut done).await;
            let is_stalled = matches!(&result, Err(Broken::Stalled(_)));
            failures = if done > before && !is_stalled { 0 } else { failures + 1 };
            match result {
                Err(error) if failures > self.options.retries => return Err(error.into()),
                Err(_) => tokio::time::sleep(PAUSE * (1 << failures.min(6))).await,
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// The bytes of `range`, which the store requests again for as long as there is no answer.
    async fn get(&self, range: Range<u64>) -> Result<GetResult, SourceError> {
        let at = range.start;
        let options = GetOptions { range: Some(range.into()), ..GetOptions::default() };
        let got = self.address.store.get_opts(&self.address.location, options).await;
        let got = got.map_err(|error| failure::of(error, self.path(), at))?;
        compare(self.path(), &self.version, &Version::of(&got.meta))?;
        Ok(got)
    }

    /// Fills `buffer`, which begins at `offset`, and counts in `done` also when it breaks off.
    async fn receive(
        &self, got: GetResult, offset: u64, buffer: &mut [u8], done: &mut usize,
    ) -> Result<(), Broken> {
        let (mut stream, mut filled) = (got.into_stream(), 0);
        while filled < buffer.len() {
            let at = offset + filled as u64;
            let broken = |detail: &str| failure::other(self.path().into(), at, detail);
            let bytes = match tokio::time::timeout(self.options.patience, stream.next()).await {
                Ok(Some(bytes)) => bytes.map_err(|error| Broken::Off(failure::of(error, self.path(), at)))?,
                Ok(None) => return Err(Broken::Off(broken("the answer ends too early"))),
                Err(_) => {
                    let waited = self.options.patience.as_secs_f64();
                    return Err(Broken::Stalled(broken(&format!("nothing came for {waited} s"))));
                }
            };
            let bytes = &bytes[..bytes.len().min(buffer.len() - filled)];
            buffer[filled..filled + bytes.len()].copy_from_slice(bytes);
            filled += bytes.len();
            *done += bytes.len();
        }
        Ok(())
    }
}

/// What an answer ended with too early.
enum Broken {
    Off(SourceError),
    Stalled(SourceError),
}

impl From<Broken> for SourceError {
    fn from((Broken::Off(error) | Broken::Stalled(error)): Broken) -> Self {
        error
    }
}

/// Before what broke off is asked for again; doubled each time that nothing came.
const PAUSE: Duration = Duration::from_millis(50);

/// How often a read looks whether it is called off.
const LOOK_UP: Duration = Duration::from_millis(100);

impl Source for RemoteFile {
    /// Its URL as it may be shown, without user, password and query.
    fn path(&self) -> &Path {
        &self.address.shown
    }

    fn size(&self) -> u64 {
        self.version.size_bytes
    }

    /// A request takes some 50 ms until the first byte comes, in which a fast link could bring 5 MB; more at once
    /// is memory that every stream takes several times.
    fn read_bytes(&self) -> usize {
        4 << 20
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let expected = offset + buffer.len() as u64;
        if expected > self.size() {
            return Err(SourceError::Shrunk { path: self.path().into(), found: self.size(), expected });
        }
        runtime(self.path())?.block_on(async {
            let mut read = pin!(self.read(offset, buffer));
            while !self.is_cancelled.load(Relaxed) {
                if let Ok(result) = tokio::time::timeout(LOOK_UP, read.as_mut()).await {
                    return result;
                }
            }
            Err(failure::other(self.path().into(), offset, "called off"))
        })
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
    }

    fn check_unchanged(&self) -> Result<(), SourceError> {
        compare(self.path(), &self.version, &runtime(self.path())?.block_on(look(&self.address))?)
    }
}

impl fmt::Debug for RemoteFile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RemoteFile").field("path", &self.path()).field("version", &self.version).finish()
    }
}

/// The version that is there now.
///
/// By a request of the first byte, which also shows that the server gives parts, and which a URL may be signed
/// for when it is not for HEAD. An empty file has no first byte, and only then HEAD is asked.
pub(crate) async fn look(address: &Address) -> Result<Version, SourceError> {
    let first = GetOptions { range: Some((0..1).into()), ..GetOptions::default() };
    let error = match address.store.get_opts(&address.location, first).await {
        Ok(got) => return Ok(Version::of(&got.meta)),
        Err(error) => error,
    };
    if matches!(error, Error::Generic { .. } | Error::NotSupported { .. }) {
        let head = GetOptions { head: true, ..GetOptions::default() };
        let got = address.store.get_opts(&address.location, head).await;
        if let Some(got) = got.ok().filter(|got| got.meta.size == 0) {
            return Ok(Version::of(&got.meta));
        }
    }
    Err(failure::of(error, &address.shown, 0))
}

fn compare(path: &Path, planned: &Version, found: &Version) -> Result<(), SourceError> {
    let path = path.to_path_buf();
    if found.size_bytes < planned.size_bytes {
        return Err(SourceError::Shrunk { path, found: found.size_bytes, expected: planned.size_bytes });
    }
    let detail = if found.size_bytes > planned.size_bytes {
        format!("it grew from {} to {} bytes", planned.size_bytes, found.size_bytes)
    } else if !found.is_of_same_content(planned) {
        "its server has another version of it".to_owned()
    } else {
        return Ok(());
    };
    Err(SourceError::Changed { path, detail })
}
