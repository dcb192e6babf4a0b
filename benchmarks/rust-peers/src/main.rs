//! The Rust crates that read delimited files, measured on lineitem typed into columns.
//!
//! `rust-peers measure csv|arrow-csv FILE THREADS` prints one JSON line of figures; `rust-peers write csv|arrow-csv FILE OUT`
//! reads the same way and writes the typed values back as text, so that somebody else can sum and compare them.

mod arrow_csv_crate;
mod columns;
mod csv_crate;
mod figures;
mod parts;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["measure", crate_name, file, threads] => measure(crate_name, Path::new(file), threads.parse()?),
        ["write", crate_name, file, out] => write(crate_name, Path::new(file), Path::new(out)),
        _ => {
            Err("usage: rust-peers measure csv|arrow-csv FILE THREADS | write csv|arrow-csv FILE OUT".into())
        }
    }
}

fn measure(crate_name: &str, file: &Path, threads: usize) -> Result<(), Failure> {
    let read = match crate_name {
        "csv" => csv_crate::read,
        "arrow-csv" => arrow_csv_crate::read,
        other => return Err(format!("no crate {other:?} here").into()),
    };
    let clock = figures::Clock::start();
    let parts = parts::parts(file, threads)?;
    let rows = std::thread::scope(|scope| {
        let threads: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || read(part))).collect();
        let mut rows = 0;
        for thread in threads {
            rows += thread.join().map_err(|_| "a thread panicked")??;
        }
        Ok::<u64, Failure>(rows)
    })?;
    println!("{}", clock.stop(rows)?);
    Ok(())
}

fn write(crate_name: &str, file: &Path, out: &Path) -> Result<(), Failure> {
    let part = parts::parts(file, 1)?.remove(0);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(out)?);
    match crate_name {
        "csv" => csv_crate::write(part, &mut out)?,
        "arrow-csv" => arrow_csv_crate::write(part, &mut out)?,
        other => return Err(format!("no crate {other:?} here").into()),
    }
    out.flush()?;
    Ok(())
}
