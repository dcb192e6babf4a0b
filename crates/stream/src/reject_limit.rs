//! How many records may be set aside.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many records may be set aside by all readers that share it: a load is over at once when one too many
/// was found, whichever stream found it.
#[derive(Debug)]
pub struct RejectLimit {
    most: u64,
    count: AtomicU64,
}

impl RejectLimit {
    /// A limit of `most` records; without it any number.
    pub fn new(most: Option<u64>) -> Self {
        RejectLimit { most: most.unwrap_or(u64::MAX), count: AtomicU64::new(0) }
    }

    /// The limit.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Counts `more` records that were set aside; whether that makes too many.
    pub(crate) fn is_exceeded_by(&self, more: u64) -> bool {
        // The counter alone is shared, nothing is published by it.
        self.count.fetch_add(more, Ordering::Relaxed).saturating_add(more) > self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_over_all_who_count() {
        let limit = RejectLimit::new(Some(3));
        assert!(!limit.is_exceeded_by(2));
        assert!(!limit.is_exceeded_by(0));
        assert!(!limit.is_exceeded_by(1));
        assert!(limit.is_exceeded_by(1));
        assert!(!RejectLimit::new(None).is_exceeded_by(1 << 60));
        assert!(RejectLimit::new(Some(0)).is_exceeded_by(1));
    }
}
