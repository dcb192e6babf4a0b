//! Local files.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use crate::{Source, SourceError};

/// What a file is known by between planning and reading: its size and when it was last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The file's size in bytes.
    pub size_bytes: u64,
    /// When its content was last changed, in nanoseconds since 1970.
    pub modified_ns: i64,
}

impl Identity {
    fn of(metadata: &Metadata) -> Self {
        Identity {
            size_bytes: metadata.len(),
            modified_ns: metadata.mtime().saturating_mul(1_000_000_000).saturating_add(metadata.mtime_nsec()),
        }
    }
}

/// A file of this machine, opened for reading.
#[derive(Debug)]
pub struct LocalFile {
    file: File,
    path: PathBuf,
    identity: Identity,
}

impl LocalFile {
    /// Opens the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or is no regular file.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        // A pipe without a writer would block in `open`, so its kind is looked at first.
        let metadata = std::fs::metadata(path).map_err(|error| SourceError::io(path, 0, error))?;
        if metadata.is_dir() {
            return Err(SourceError::Directory(path.into()));
        }
        if !metadata.is_file() {
            return Err(SourceError::NotRegular(path.into()));
        }
        let file = File::open(path).map_err(|error| SourceError::io(path, 0, error))?;
        let metadata = file.metadata().map_err(|error| SourceError::io(path, 0, error))?;
        Ok(LocalFile { file, path: path.into(), identity: Identity::of(&metadata) })
    }

    /// Opens the file at `path`, which must still be what the plan saw.
    ///
    /// # Errors
    ///
    /// As [`LocalFile::open`], and [`SourceError::Changed`].
    pub fn open_planned(path: &Path, planned: Identity) -> Result<Self, SourceError> {
        let file = LocalFile::open(path)?;
        file.compare(planned, file.identity)?;
        Ok(file)
    }

    /// What the file was when it was opened.
    pub fn identity(&self) -> Identity {
        self.identity
    }

    fn compare(&self, planned: Identity, found: Identity) -> Result<(), SourceError> {
        let path = self.path.clone();
        if found.size_bytes < planned.size_bytes {
            return Err(SourceError::Shrunk { path, found: found.size_bytes, expected: planned.size_bytes });
        }
        let detail = if found.size_bytes > planned.size_bytes {
            format!("it grew from {} to {} bytes", planned.size_bytes, found.size_bytes)
        } else if found.modified_ns != planned.modified_ns {
            "it was written to".to_owned()
        } else {
            return Ok(());
        };
        Err(SourceError::Changed { path, detail })
    }
}

impl Source for LocalFile {
    fn path(&self) -> &Path {
        &self.path
    }

    fn size(&self) -> u64 {
        self.identity.size_bytes
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
        let mut done = 0;
        while done < buffer.len() {
            let at = offset + done as u64;
            match self.file.read_at(&mut buffer[done..], at) {
                Ok(0) => {
                    let path = self.path.clone();
                    return Err(SourceError::Shrunk { path, found: at, expected: self.identity.size_bytes });
                }
                Ok(bytes) => done += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(SourceError::io(&self.path, at, error)),
            }
        }
        Ok(())
    }

    fn check_unchanged(&self) -> Result<(), SourceError> {
        let metadata = self.file.metadata().map_err(|error| SourceError::io(&self.path, 0, error))?;
        self.compare(self.identity, Identity::of(&metadata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str, content: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("teraload-source-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        path
    }

    #[test]
    fn reads_by_position() {
        let path = scratch("reads", b"0123456789");
        let file = LocalFile::open(&path).unwrap();
        let mut buffer = [0; 4];
        file.read_exact_at(3, &mut buffer).unwrap();
        assert_eq!(&buffer, b"3456");
        assert_eq!(file.size(), 10);
        file.check_unchanged().unwrap();
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_that_shrinks_grows_or_is_written_to_is_told() {
        let path = scratch("shrinks", b"0123456789");
        let file = LocalFile::open(&path).unwrap();
        let planned = file.identity();
        std::fs::write(&path, b"01").unwrap();
        let error = file.read_exact_at(0, &mut [0; 4]).unwrap_err();
        assert!(matches!(error, SourceError::Shrunk { found: 2, expected: 10, .. }), "{error}");
        assert_eq!(file.check_unchanged().unwrap_err().code(), "shrunk");
        std::fs::write(&path, b"0123456789A").unwrap();
        assert_eq!(file.check_unchanged().unwrap_err().code(), "changed");
        std::fs::write(&path, b"9876543210").unwrap();
        assert_eq!(LocalFile::open_planned(&path, planned).unwrap_err().code(), "changed");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let missing = std::env::temp_dir().join("teraload-no-such-file");
        assert_eq!(LocalFile::open(&missing).unwrap_err().code(), "not_found");
        assert_eq!(LocalFile::open(&std::env::temp_dir()).unwrap_err().code(), "directory");
        assert_eq!(LocalFile::open(Path::new("/dev/null")).unwrap_err().code(), "not_regular");
    }
}
