//! Whether the files of one table are written alike.

use flatfile::LooseRecords;

use crate::trial::is_blank;
use crate::{Given, Header, Sample, SniffError, Sniffed, sniff};

/// Files that are looked at alone where together they make no sense.
const MOST_ALONE: usize = 16;

/// Finds out how the files of one table are written that `samples` are from, and what its columns are.
///
/// # Errors
///
/// As [`sniff`], and [`SniffError::Differs`] with two files that are not written alike.
pub fn sniff_alike(samples: &[Sample], given: &Given) -> Result<Sniffed, SniffError> {
    let sniffed = sniff(samples, given)?;
    let heads = || samples.iter().filter(|sample| sample.is_head);
    let Some(first) = heads().next() else { return Ok(sniffed) };
    let is_one_column = sniffed.columns.len() == 1 && given.delimiter.is_none();
    let like = heads().find(|head| !is_one_column && sniffed.fits(head).is_ok()).unwrap_or(first);
    let odd = heads().filter(|head| head.file != like.file && (is_one_column || sniffed.fits(head).is_err()));
    for head in odd.take(MOST_ALONE) {
        let files = [like.file.min(head.file), like.file.max(head.file)];
        let (one, other) = (alone(samples, files[0], given)?, alone(samples, files[1], given)?);
        let unlike = || if is_one_column { None } else { sniffed.fits(head).err() };
        if let Some(detail) = difference(&one, &other).or_else(unlike) {
            return Err(SniffError::Differs { files, detail });
        }
    }
    Ok(sniffed)
}

fn alone(samples: &[Sample], file: usize, given: &Given) -> Result<Sniffed, SniffError> {
    let its: Vec<Sample> = samples.iter().filter(|sample| sample.file == file).cloned().collect();
    sniff(&its, given)
}

/// What is different between two files, of the first and of the second.
fn difference(one: &Sniffed, other: &Sniffed) -> Option<String> {
    let mark = |bytes: &[u8]| format!("\"{}\"", bytes.escape_ascii());
    let delimiters = [one, other].map(|sniffed| mark(&sniffed.dialect.delimiter));
    let widths = [one, other].map(|sniffed| sniffed.columns.len());
    if delimiters[0] != delimiters[1] {
        return Some(format!("the delimiter is {}, and {}", delimiters[0], delimiters[1]));
    }
    (widths[0] != widths[1]).then(|| format!("records have {} fields, and {}", widths[0], widths[1]))
}

impl Sniffed {
    /// Whether the file that `head` begins is written as this says.
    ///
    /// # Errors
    ///
    /// What is different.
    pub fn fits(&self, head: &Sample) -> Result<(), String> {
        let found = LooseRecords::new(&head.text, &self.dialect, head.is_end, usize::MAX);
        let width = self.columns.len() + usize::from(self.dialect.trailing_delimiter);
        let lines = |past: usize| crate::sample::count_lines(&head.text[..past], &self.dialect.terminator);
        let records: Vec<_> = found
            .records()
            .iter()
            .skip_while(|record| self.skip_lines > 0 && lines(record.past_byte) <= self.skip_lines)
            .filter(|record| width == 1 || !is_blank(&found, record))
            .collect();
        let even = records.iter().filter(|record| record.width == width && !record.is_faulty).count();
        if even * 2 < records.len() {
            let odd = records.iter().find(|record| record.width != width).map_or(0, |record| record.width);
            return Err(format!("records have {width} fields, and {odd}"));
        }
        let Some(first) = records.first().filter(|_| self.header == Header::Names) else { return Ok(()) };
        let folded = |name: &str| name.trim().to_lowercase();
        let names: Vec<String> =
            found.fields(first).map(|(name, _)| folded(&String::from_utf8_lossy(name))).collect();
        let missing = self.columns.iter().find(|column| !names.contains(&folded(&column.name)));
        missing.map_or(Ok(()), |column| Err(format!("the header names {:?}, and does not", column.name)))
    }
}
