//! A file read in pieces, as streams do it.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use flatfile::Reject;
use source::{Compression, Encoding, LocalFile};
use stream::{
    Joins, Meter, Options, Piece, PieceRecord, RejectLimit, Split, SplitQueue, SplitReader, StreamError,
};

use crate::reading::{Parsed, Reading};

/// What came of pieces, and what is known of each.
pub type Read = Result<(Parsed, Vec<PieceRecord>), StreamError>;

/// Options that limit nothing.
pub fn options(reading: &Reading, block_bytes: usize) -> Options {
    Options {
        lineage: None,
        skip_footer: 0,
        skip_lines: 0,
        header: stream::Header::None,
        block_bytes,
        record_limit_bytes: 1 << 20,
        ragged: reading.ragged,
        reject_limit: Arc::new(RejectLimit::new(None)),
        instruction_set: flatfile::index::InstructionSet::detect(),
    }
}

/// Reads `splits` by one reader, in their order.
pub fn read(reading: &Reading, options: &Options, splits: Vec<Split>) -> Read {
    drain(reading, options, &Arc::new(SplitQueue::new(splits)), &Arc::new(Meter::default()))
}

/// Reads each of `pieces` by a reader and a thread of its own, again if it did not begin where that guessed.
pub fn read_apart(reading: &Reading, options: &Options, pieces: Vec<Piece>) -> Read {
    let (joins, meter) = (Arc::new(Joins::default()), Arc::new(Meter::default()));
    let read_one = |number, piece: Piece| loop {
        let split = Split { number, pieces: vec![piece.clone()] };
        let queue = Arc::new(SplitQueue::joined([split], Arc::clone(&joins)));
        match drain(reading, options, &queue, &meter) {
            Err(StreamError::Misjoin { guessed, proven, .. }) => assert_ne!(guessed, proven),
            // One that fails stops all, which may wait for it.
            part => return part.inspect_err(|_| meter.cancel()),
        }
    };
    let parts: Vec<Read> = std::thread::scope(|scope| {
        let read_one = &read_one;
        let spawn = |(number, piece)| scope.spawn(move || read_one(number, piece));
        let threads: Vec<_> = (1..).zip(pieces).map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let failed = |part: &&Read| part.as_ref().is_err_and(|error| !matches!(error, StreamError::Cancelled));
    assert!(parts.iter().filter(failed).count() <= 1, "behind an error nothing is proven");
    let (mut all, mut done) = (Vec::new(), Vec::new());
    let mut cancelled = None;
    for part in parts {
        match part {
            Ok((parsed, its)) => {
                all.push(parsed);
                done.extend(its);
            }
            Err(StreamError::Cancelled) => cancelled = Some(StreamError::Cancelled),
            Err(error) => return Err(error),
        }
    }
    match cancelled {
        Some(error) => Err(error),
        None => Ok((Parsed::joined(all), done)),
    }
}

fn drain(reading: &Reading, options: &Options, queue: &Arc<SplitQueue>, meter: &Arc<Meter>) -> Read {
    let (columns, dialect) = (reading.columns.clone(), reading.dialect.clone());
    let (queue, meter) = (Arc::clone(queue), Arc::clone(meter));
    let mut reader = SplitReader::new(columns, dialect, options.clone(), queue, meter);
    let mut batches = vec![];
    while let Some(batch) = reader.next_batch()? {
        batch.columns().iter().for_each(|array| array.to_data().validate_full().unwrap());
        batches.push(batch);
    }
    let rows: RecordBatch = concat_batches(&reader.schema(), &batches).unwrap();
    let mut rejects: Vec<Reject> =
        reader.take_rejects().into_iter().map(|rejected| rejected.reject).collect();
    rejects.sort_by_key(|reject| reject.error.place.record_byte);
    let (nulled, padded) = reader.nulled_and_padded();
    let done = reader.take_done();
    let records = done.iter().map(|piece| piece.records as usize).sum();
    assert_eq!(done.iter().map(|piece| piece.rejected).sum::<u64>(), rejects.len() as u64);
    Ok((Parsed { rows, rejects, records, nulled, padded }, done))
}

/// That the pieces join from the file's first byte to its last.
pub fn assert_join(done: &[PieceRecord], text: &[u8]) {
    let mut at = 0;
    for piece in done {
        assert_eq!(piece.first_byte, at, "a gap or an overlap: {done:?}");
        let bytes = &text[piece.first_byte as usize..piece.past_byte as usize];
        assert_eq!(piece.crc32c, crc32c::crc32c(bytes), "{piece:?}");
        at = piece.past_byte;
    }
    assert_eq!(at, text.len() as u64, "{done:?}");
}

/// A file that lasts as long as this.
pub struct Scratch {
    path: Arc<PathBuf>,
}

impl Scratch {
    pub fn new(text: &[u8]) -> Self {
        let name = format!("teraload-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        Scratch { path: Arc::new(path) }
    }

    /// The pieces that `cuts`, which ascend, make of the file.
    pub fn pieces(&self, cuts: &[u64], reading: &Reading) -> Vec<Piece> {
        let identity = LocalFile::open(&self.path).unwrap().identity();
        let firsts = [&[0], cuts].concat();
        let pasts = [cuts, &[identity.size_bytes]].concat();
        let piece = |(first_byte, past_byte)| Piece {
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
        };
        firsts.into_iter().zip(pasts).map(piece).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&*self.path);
    }
}
