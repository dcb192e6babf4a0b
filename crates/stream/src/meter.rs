//! What a stream has done so far, for others to look at while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Counters of one stream, and the switch that stops it. They only grow.
#[derive(Debug, Default)]
pub struct Meter {
    bytes: AtomicU64,
    records: AtomicU64,
    read_ns: AtomicU64,
    parse_ns: AtomicU64,
    cancelled: AtomicBool,
}

impl Meter {
    /// Bytes of the records parsed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Records parsed.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// Nanoseconds spent opening and reading files.
    pub fn read_ns(&self) -> u64 {
        self.read_ns.load(Ordering::Relaxed)
    }

    /// Nanoseconds spent finding, checking and converting records.
    pub fn parse_ns(&self) -> u64 {
        self.parse_ns.load(Ordering::Relaxed)
    }

    /// Tells the stream to stop at the next block.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self, bytes: u64, records: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.records.fetch_add(records, Ordering::Relaxed);
    }

    pub(crate) fn time_read<T>(&self, work: impl FnOnce() -> T) -> T {
        time(&self.read_ns, work)
    }

    pub(crate) fn time_parse<T>(&self, work: impl FnOnce() -> T) -> T {
        time(&self.parse_ns, work)
    }
}

fn time<T>(clock: &AtomicU64, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = work();
    clock.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    result
}
