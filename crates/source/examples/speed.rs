//! What a text stream costs beside decompression: `cargo run --release -p source --example speed FILE`.
//!
//! Reads FILE through a [`TextStream`], and for gzip also by zlib-rs alone, from memory in one plain loop; each
//! several times in turn, and prints the best of each in MB of text per second.

use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

use flate2::bufread::MultiGzDecoder;
use source::{Buffering, Compression, Encoding, LocalFile, Origin, TextStream};

const RUNS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args().nth(1).ok_or("usage: speed FILE")?);
    let archive = std::fs::read(&path)?;
    let compression = Compression::detect(&archive);
    let (mut stream_best, mut alone_best) = (0.0_f64, 0.0_f64);
    for _ in 0..RUNS {
        stream_best = stream_best.max(speed(|| stream(&path, compression))?);
        if compression == Compression::Gzip {
            alone_best = alone_best.max(speed(|| zlib_alone(&archive))?);
        }
    }
    println!("text stream, {compression}: {stream_best:.0} MB/s");
    if compression == Compression::Gzip {
        println!("zlib-rs alone: {alone_best:.0} MB/s, so {:.0} %", 100.0 * stream_best / alone_best);
    }
    Ok(())
}

/// MB of text per second.
fn speed(read: impl FnOnce() -> Result<usize, Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let begin = Instant::now();
    let bytes = read()?;
    Ok(bytes as f64 / 1e6 / begin.elapsed().as_secs_f64())
}

fn stream(path: &Path, compression: Compression) -> Result<usize, Box<dyn Error>> {
    let identity = LocalFile::open(path)?.identity();
    let origin = Origin::File { path: path.into(), identity };
    let mut stream = TextStream::open(origin, compression, Encoding::UTF_8, Buffering::default())?;
    let mut bytes = 0;
    while let Some(buffer) = stream.next()? {
        bytes += buffer.len();
        stream.recycle(buffer);
    }
    Ok(bytes)
}

fn zlib_alone(archive: &[u8]) -> Result<usize, Box<dyn Error>> {
    let (mut decoder, mut text, mut bytes) = (MultiGzDecoder::new(archive), vec![0; 1 << 20], 0);
    loop {
        match decoder.read(&mut text)? {
            0 => return Ok(bytes),
            read => bytes += read,
        }
    }
}
