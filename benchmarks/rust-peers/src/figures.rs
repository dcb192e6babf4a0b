//! What a run took, as one JSON line with the names the harness uses.

use std::time::Instant;

use crate::Failure;

/// The clocks at the start of the work.
pub struct Clock {
    wall: Instant,
    cpu_s: f64,
}

impl Clock {
    pub fn start() -> Self {
        Clock { wall: Instant::now(), cpu_s: cpu_s() }
    }

    pub fn stop(self, rows: u64) -> Result<String, Failure> {
        let wall_s = self.wall.elapsed().as_secs_f64();
        let cpu_s = cpu_s() - self.cpu_s;
        let peak_bytes = peak_bytes()?;
        Ok(format!(
            r#"{{"wall_s": {wall_s:.6}, "cpu_s": {cpu_s:.6}, "peak_bytes": {peak_bytes}, "rows": {rows}}}"#
        ))
    }
}

/// User and system seconds of all threads of this process.
fn cpu_s() -> f64 {
    // SAFETY: rusage is plain numbers, for which zeroes are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a live rusage, which the call fills.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

fn peak_bytes() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in /proc/self/status")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024)
}
