//! The proof that the pieces of a file join, where the bytes at a cut do not say where the next record begins.
//!
//! A stream begins a piece at a guess, if its left neighbour is not done yet, and reads it to its end. The piece is
//! proven when that neighbour is, and ended where this one began:
//!
//! ```text
//! piece 1 |-----------------| ends at 1,007            begins with the file: proven
//! piece 2            1,007 |----------------| ends at 2,010      1,007 = 1,007: proven, once piece 1 is
//! piece 3                            2,003 |---- …               2,010 ≠ 2,003: to be read again from 2,010
//! ```
//!
//! Nothing waits while it reads. Nor can streams wait for each other: they take splits in the order of the file, so
//! the first that is not done has all its proof behind it.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a stream that waits looks whether it was told to stop.
const LOOK_UP: Duration = Duration::from_millis(20);

/// A cut of a file: the file's number in the plan, and the byte.
pub(crate) type Cut = (u32, u64);

/// A piece that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The piece's file.
    pub file: u32,
    /// The bytes that the piece is cut by.
    pub first_cut: u64,
    pub past_cut: u64,
    /// Where its records begin, and where those of the next piece do.
    pub begin: u64,
    pub end: u64,
}

#[derive(Debug, Default)]
struct Known {
    /// Where the first record behind a cut begins.
    proven: HashMap<Cut, u64>,
    /// Pieces that were read, by their first cut, and wait for their neighbour.
    claims: HashMap<Cut, Claim>,
}

/// What is known of the cuts of a table's files, for all streams that read them.
#[derive(Debug, Default)]
pub struct Joins {
    known: Mutex<Known>,
    changed: Condvar,
}

impl Joins {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the first record behind `cut` begins, if that is proven.
    pub(crate) fn proven(&self, cut: Cut) -> Option<u64> {
        self.lock().proven.get(&cut).copied()
    }

    /// Waits until that is proven; `None` if `is_cancelled` says so first.
    pub(crate) fn wait(&self, cut: Cut, is_cancelled: impl Fn() -> bool) -> Option<u64> {
        let mut known = self.lock();
        loop {
            if let Some(&place) = known.proven.get(&cut) {
                return Some(place);
            }
            if is_cancelled() {
                return None;
            }
            let waited = self.changed.wait_timeout(known, LOOK_UP);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes `claim`, which is proven now or when the piece before it is.
    pub(crate) fn claim(&self, claim: Claim) {
        let mut known = self.lock();
        let mut next = Some(claim);
        while let Some(claim) = next {
            // What a file begins with is no guess.
            let begin = match claim.first_cut {
                0 => Some(claim.begin),
                cut => known.proven.get(&(claim.file, cut)).copied(),
            };
            next = None;
            if begin.is_none() {
                known.claims.insert((claim.file, claim.first_cut), claim);
            } else if begin == Some(claim.begin) {
                let cut = (claim.file, claim.past_cut);
                known.proven.insert(cut, claim.end);
                next = known.claims.remove(&cut);
            }
            // Else it is refuted, and the stream that made it finds that out.
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(cuts: [u64; 2], places: [u64; 2]) -> Claim {
        Claim { file: 1, first_cut: cuts[0], past_cut: cuts[1], begin: places[0], end: places[1] }
    }

    #[test]
    fn claims_are_proven_from_the_front() {
        let joins = Joins::default();
        joins.claim(claim([20, 30], [22, 31]));
        joins.claim(claim([10, 20], [12, 22]));
        assert_eq!((joins.proven((1, 20)), joins.proven((1, 30))), (None, None));
        joins.claim(claim([0, 10], [0, 12]));
        assert_eq!([10, 20, 30].map(|cut| joins.proven((1, cut))), [Some(12), Some(22), Some(31)]);
        assert_eq!(joins.proven((2, 10)), None, "files are apart");
    }

    #[test]
    fn what_does_not_join_proves_nothing() {
        let joins = Joins::default();
        joins.claim(claim([20, 30], [22, 31]));
        joins.claim(claim([10, 20], [11, 22]));
        joins.claim(claim([0, 10], [0, 12]));
        assert_eq!([10, 20, 30].map(|cut| joins.proven((1, cut))), [Some(12), None, None]);
        // Read again from where it begins, it joins, and the piece behind does.
        joins.claim(claim([10, 20], [12, 22]));
        assert_eq!([20, 30].map(|cut| joins.proven((1, cut))), [Some(22), Some(31)]);
    }

    #[test]
    fn waiting_ends_with_the_proof_or_when_told() {
        let joins = Joins::default();
        assert_eq!(joins.wait((1, 10), || true), None);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| joins.wait((1, 20), || false));
            joins.claim(claim([10, 20], [10, 25]));
            joins.claim(claim([0, 10], [0, 10]));
            assert_eq!(waiting.join().unwrap(), Some(25));
        });
    }
}
