//! Every target on all inputs of its corpus, on all that was ever found, and on variations of both.
//!
//! `FUZZ_SEED` repeats a run, `FUZZ_SECONDS` makes it longer.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fuzz::{Check, TARGETS};

/// A minute for all targets, one after the other; they share what cores there are with each other anyhow.
const SECONDS_A_TARGET: u64 = 12;

/// Longer inputs say nothing that shorter ones do not, and take their time.
const MOST_BYTES: usize = 2048;

#[test]
fn splitter() {
    try_out("splitter");
}

#[test]
fn parser() {
    try_out("parser");
}

#[test]
fn tokenizer() {
    try_out("tokenizer");
}

#[test]
fn decoder() {
    try_out("decoder");
}

#[test]
fn format() {
    try_out("format");
}

#[test]
fn sniffer() {
    try_out("sniffer");
}

fn try_out(name: &str) {
    let check = TARGETS.iter().find(|(target, _)| *target == name).unwrap().1;
    let inputs = inputs(name);
    assert!(inputs.len() > 10, "the corpus of {name} is there");
    for (path, input) in &inputs {
        run(check, input, &format!("{name}: {path}"));
    }
    let number = |variable: &str, otherwise: u64| match std::env::var(variable) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{variable} is a number: {value:?}")),
        Err(_) => otherwise,
    };
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let seed = number("FUZZ_SEED", since_1970.as_nanos() as u64);
    let seconds = number("FUZZ_SECONDS", SECONDS_A_TARGET);
    println!("{name}: FUZZ_SEED={seed}");
    let mut random = Random(seed | 1);
    let (begin, mut tried) = (Instant::now(), 0_u64);
    while begin.elapsed() < Duration::from_secs(seconds) {
        let input = varied(&inputs, &mut random);
        run(check, &input, &format!("{name}: FUZZ_SEED={seed}, variation {tried}"));
        tried += 1;
    }
    println!("{name}: {} inputs, {tried} variations", inputs.len());
}

/// What is in the target's folders, in the order of the names, so that a seed means the same again.
fn inputs(name: &str) -> Vec<(String, Vec<u8>)> {
    let mut inputs = vec![];
    for folder in ["corpus", "found"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(name);
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            inputs.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    inputs.sort();
    inputs
}

/// Runs `check`; an input that it panics on is shown, and written where it can be kept.
fn run(check: Check, input: &[u8], origin: &str) {
    if let Err(panic) = catch_unwind(|| check(input)) {
        let path = std::env::temp_dir().join(format!("teraload-fuzz-found-{}", std::process::id()));
        fs::write(&path, input).unwrap();
        eprintln!(
            "{origin}: {}\nIt is in {}; keep it under fuzz/found.",
            input.escape_ascii(),
            path.display()
        );
        std::panic::resume_unwind(panic);
    }
}

/// One of `inputs` with a few changes.
fn varied(inputs: &[(String, Vec<u8>)], random: &mut Random) -> Vec<u8> {
    let mut input = inputs[random.below(inputs.len())].1.clone();
    for _ in 0..=random.below(4) {
        let at = random.below(input.len() + 1);
        match random.below(6) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.next() as u8,
            2 => input.insert(at, b"\"\n\r,|;\\a0-. \t#'\xC3"[random.below(16)]),
            3 => {
                input.drain(at..input.len().min(at + 1 + random.below(16)));
            }
            4 => {
                let past = input.len().min(at + 1 + random.below(64));
                let part = input[at..past].to_vec();
                input.splice(at..at, part);
            }
            _ => {
                let other = &inputs[random.below(inputs.len())].1;
                let (first, past) = (random.below(other.len() + 1), random.below(other.len() + 1));
                let part = other[first.min(past)..first.max(past)].to_vec();
                input.splice(at..at, part);
            }
        }
    }
    input.truncate(MOST_BYTES);
    input
}

/// xorshift64*: what is tried has to be repeatable, not unpredictable.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, past: usize) -> usize {
        (self.next() % past as u64) as usize
    }
}
