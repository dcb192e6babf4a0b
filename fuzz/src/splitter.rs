//! A file read in pieces has the records of the whole, each once, and the pieces join without a gap.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use arrow_array::Array;
use arrow_select::concat::concat_batches;
use flatfile::index::InstructionSet;
use flatfile::{Reject, first_record};
use source::{Compression, Encoding, LocalFile};
use stream::{
    Header, Meter, Options, Piece, PieceRecord, RejectLimit, Split, SplitQueue, SplitReader, StreamError,
};

use crate::choice;
use crate::reading::{Parsed, Reading};

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Any text, dialect and columns; any cuts.
pub fn check(data: &[u8]) {
    let _ = try_check(data);
}

fn try_check(data: &[u8]) -> Result<()> {
    let mut u = Unstructured::new(data);
    let Some(mut dialect) = choice::dialect(&mut u)? else { return Ok(()) };
    let ragged = choice::ragged(&mut u)?;
    let columns = choice::columns(&mut u)?;
    let layout = choice::layout(&mut u, columns.len())?;
    let [kind, block_bytes, number]: [u8; 3] = u.arbitrary()?;
    let header = if kind & 1 == 0 { Header::None } else { Header::Skip };
    if header == Header::Skip {
        // A cut in a comment before the header is not looked at.
        dialect.comment = None;
    }
    let cuts: [u8; 6] = u.arbitrary()?;
    let mut text = choice::text(u, &dialect)?;
    if kind & 6 == 6 {
        text.splice(..0, MARK.iter().copied());
    }
    let size = text.len() as u64;
    let mut cuts: Vec<u64> = cuts[..usize::from(number) % 7]
        .iter()
        .map(|cut| u64::from(*cut) * (size / 256 + 1) % (size + 1))
        .collect();
    cuts.retain(|_| dialect.is_splittable());
    cuts.sort_unstable();

    let reading = Reading { columns, dialect, layout, ragged };
    let first = first_byte(&text, &reading, header);
    let body = &text[first..];
    let expected = reading.parse(body, body.len().max(1), InstructionSet::Portable);
    let options = Options {
        lineage: None,
        skip_footer: 0,
        skip_lines: 0,
        header,
        block_bytes: 1 + usize::from(block_bytes),
        record_limit_bytes: 1 << 20,
        ragged,
        reject_limit: Arc::new(RejectLimit::new(None)),
        instruction_set: InstructionSet::detect(),
    };
    let file = Scratch::new(&text);
    for is_one_split in [false, true] {
        let splits = file.splits(&cuts, &reading, is_one_split);
        let (found, done) = match read(&reading, &options, splits) {
            Ok((parsed, done)) => (Ok(parsed), done),
            Err(StreamError::Record { error, .. }) => (Err(*error), vec![]),
            Err(error) => panic!("{error}"),
        };
        let moved = |mut error: flatfile::RecordError| {
            error.place.record_byte += first as u64;
            error.place.field_byte = error.place.field_byte.map(|byte| byte + first as u64);
            error
        };
        match (&found, &expected) {
            (Ok(found), Ok(expected)) => {
                assert_eq!(found.rows, expected.rows, "{} cuts {cuts:?} of {reading:?}", text.escape_ascii());
                let rejects = expected.rejects.iter().cloned();
                let rejects: Vec<_> = rejects.map(|r| Reject { error: moved(r.error), ..r }).collect();
                assert_eq!(found.rejects, rejects);
                let counts = |parsed: &Parsed| (parsed.records, parsed.nulled, parsed.padded);
                assert_eq!(counts(found), counts(expected));
                assert_join(&done, &text);
            }
            (Err(found), Err(expected)) => {
                assert_eq!(
                    *found,
                    moved(expected.clone()),
                    "{} cuts {cuts:?} of {reading:?}",
                    text.escape_ascii()
                );
            }
            _ => panic!(
                "{found:?}, expected {expected:?}; {} cuts {cuts:?} of {reading:?}",
                text.escape_ascii()
            ),
        }
    }
    Ok(())
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

/// That the pieces join from the file's first byte to its last.
fn assert_join(done: &[PieceRecord], text: &[u8]) {
    let mut at = 0;
    for piece in done {
        assert_eq!(piece.first_byte, at, "a gap or an overlap: {done:?}");
        let bytes = &text[piece.first_byte as usize..piece.past_byte as usize];
        assert_eq!(piece.crc32c, crc32c::crc32c(bytes), "{piece:?}");
        at = piece.past_byte;
    }
    assert_eq!(at, text.len() as u64, "{done:?}");
}

fn read(
    reading: &Reading, options: &Options, splits: Vec<Split>,
) -> std::result::Result<(Parsed, Vec<PieceRecord>), StreamError> {
    let queue = Arc::new(SplitQueue::new(splits));
    let meter = Arc::new(Meter::default());
    let (columns, dialect) = (reading.columns.clone(), reading.dialect.clone());
    let mut reader = SplitReader::new(columns, dialect, options.clone(), queue, meter);
    let mut batches = vec![];
    while let Some(batch) = reader.next_batch()? {
        batch.columns().iter().for_each(|array| array.to_data().validate_full().unwrap());
        batches.push(batch);
    }
    let rows = concat_batches(&reader.schema(), &batches).unwrap();
    let mut rejects: Vec<_> = reader.take_rejects().into_iter().map(|rejected| rejected.reject).collect();
    rejects.sort_by_key(|reject| reject.error.place.record_byte);
    let (nulled, padded) = reader.nulled_and_padded();
    let done = reader.take_done();
    let records = done.iter().map(|piece| piece.records as usize).sum();
    assert_eq!(done.iter().map(|piece| piece.rejected).sum::<u64>(), rejects.len() as u64);
    Ok((Parsed { rows, rejects, records, nulled, padded }, done))
}

/// A file that lasts as long as this.
struct Scratch {
    path: Arc<PathBuf>,
}

impl Scratch {
    fn new(text: &[u8]) -> Self {
        let name = format!("teraload-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        Scratch { path: Arc::new(path) }
    }

    /// The pieces that `cuts`, which ascend, make of the file: a split each, or one split.
    fn splits(&self, cuts: &[u64], reading: &Reading, is_one: bool) -> Vec<Split> {
        let identity = LocalFile::open(&self.path).unwrap().identity();
        let firsts = [&[0], cuts].concat();
        let pasts = [cuts, &[identity.size_bytes]].concat();
        let pieces = firsts.into_iter().zip(pasts).map(|(first_byte, past_byte)| Piece {
            path: Arc::clone(&self.path),
            file: 1,
            identity,
            compression: Compression::None,
            encoding: Encoding::UTF_8,
            layout: reading.layout.clone(),
            first_byte,
            past_byte,
            opened: None,
            chunk: None,
        });
        if is_one {
            return vec![Split { number: 1, pieces: pieces.collect() }];
        }
        (1..).zip(pieces).map(|(number, piece)| Split { number, pieces: vec![piece] }).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&*self.path);
    }
}
