//! A file read in pieces has the records of the whole, each once, and the pieces join without a gap.

use arbitrary::{Result, Unstructured};
use flatfile::index::InstructionSet;
use flatfile::{RecordError, Reject, first_record};
use stream::{Header, Options, Split, StreamError};

use crate::choice;
use crate::pieces::{Read, Scratch, assert_join, options, read, read_apart};
use crate::reading::{Parsed, Reading};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Any text, dialect and columns; any cuts.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let Some(dialect) = choice::dialect(&mut u)? else { return Ok(()) };
    let ragged = choice::ragged(&mut u)?;
    let columns = choice::columns(&mut u)?;
    let layout = choice::layout(&mut u, columns.len())?;
    let [kind, block_bytes, number]: [u8; 3] = u.arbitrary()?;
    let header = if kind & 1 == 0 { Header::None } else { Header::Skip };
    let cuts: [u8; 6] = u.arbitrary()?;
    let mut text = choice::text(u, &dialect)?;
    if kind & 6 == 6 {
        text.splice(..0, MARK.iter().copied());
    }
    let size = text.len() as u64;
    let cuts = cuts[..usize::from(number) % 7].iter();
    let mut cuts: Vec<u64> = cuts.map(|cut| u64::from(*cut) * (size / 256 + 1) % (size + 1)).collect();
    cuts.sort_unstable();
    cuts.dedup();

    let reading = Reading { columns, dialect, layout, ragged };
    let first = first_byte(&text, &reading, header);
    let body = &text[first..];
    let moved = |mut error: RecordError| {
        error.place.record_byte += first as u64;
        error.place.field_byte = error.place.field_byte.map(|byte| byte + first as u64);
        error
    };
    let expected = reading.parse(body, body.len().max(1), InstructionSet::Portable);
    let expected = match expected {
        Ok(parsed) => {
            let rejects = parsed.rejects.into_iter();
            Ok(Parsed { rejects: rejects.map(|r| Reject { error: moved(r.error), ..r }).collect(), ..parsed })
        }
        Err(error) => Err(moved(error)),
    };
    let options = Options { header, ..options(&reading, 1 + usize::from(block_bytes)) };
    let file = Scratch::new(&text);
    let pieces = file.pieces(&cuts, &reading);
    let each = (1..).zip(&pieces).map(|(number, piece)| Split { number, pieces: vec![piece.clone()] });
    let shown = || format!("{} cuts {cuts:?} of {reading:?}", text.escape_ascii());
    compare(read(&reading, &options, each.collect()), &expected, &text, &shown);
    let one = Split { number: 1, pieces: pieces.clone() };
    compare(read(&reading, &options, vec![one]), &expected, &text, &shown);
    // Where nothing has to be proven, which of two errors is met first is left to the threads; and of errors a share is
    // enough, because to stop the other threads takes a while.
    if expected.is_ok() || !reading.dialect.is_splittable() && kind & 0xf0 == 0 {
        compare(read_apart(&reading, &options, pieces), &expected, &text, &shown);
    }
    Ok(())
}

/// That the pieces are what is `expected` of the whole.
fn compare(
    found: Read, expected: &std::result::Result<Parsed, RecordError>, text: &[u8], shown: &dyn Fn() -> String,
) {
    match (found, expected) {
        (Ok((found, done)), Ok(expected)) => {
            assert_eq!(&found, expected, "{}", shown());
            assert_join(&done, text);
        }
        (Err(StreamError::Record { error, .. }), Err(expected)) => {
            assert_eq!(*error, *expected, "{}", shown());
        }
        (found, _) => panic!("{found:?}, expected {expected:?}; {}", shown()),
    }
}

/// Where the first record begins that is a row.
fn first_byte(text: &[u8], reading: &Reading, header: Header) -> usize {
    let mark_bytes = if text.starts_with(MARK) { MARK.len() } else { 0 };
    if text.is_empty() || header == Header::None {
        return mark_bytes;
    }
    let (_, bytes) =
        first_record(&text[mark_bytes..], &reading.dialect, true).expect("a file's end ends a record");
    mark_bytes + bytes
}
