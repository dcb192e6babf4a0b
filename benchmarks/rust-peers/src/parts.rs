//! A file cut at line ends, one part a thread.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;

use crate::Failure;

/// The bytes of one part, to be read in order.
pub type Part = Take<File>;

/// Cuts the file into `count` parts of about equal size, each ending behind a line feed.
pub fn parts(path: &Path, count: usize) -> Result<Vec<Part>, Failure> {
    let size = std::fs::metadata(path)?.len();
    let mut first = 0;
    let mut parts = Vec::new();
    for i in 1..=count as u64 {
        let past = if i == count as u64 { size } else { line_end(path, size * i / count as u64)? };
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(first))?;
        parts.push(file.take(past - first));
        first = past;
    }
    Ok(parts)
}

fn line_end(path: &Path, position: u64) -> Result<u64, Failure> {
    let mut reader = BufReader::new(File::open(path)?);
    reader.seek(SeekFrom::Start(position))?;
    reader.skip_until(b'\n')?;
    Ok(reader.stream_position()?)
}
