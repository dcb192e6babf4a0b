//! The queue that streams take splits from.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Joins, Split};

/// Splits that no stream has taken yet. One queue feeds many readers, so that none ends late because
/// its share was larger.
#[derive(Default)]
pub struct SplitQueue {
    splits: Mutex<VecDeque<Split>>,
    joins: Arc<Joins>,
    has_failed: AtomicBool,
}

impl SplitQueue {
    /// A queue of `splits`, which are taken from the front.
    pub fn new(splits: impl IntoIterator<Item = Split>) -> Self {
        SplitQueue::joined(splits, Arc::default())
    }

    /// One of the queues of a table, which share its `joins`. The splits of a file whose cuts have to be proven are
    /// taken in its order, over all of them.
    pub fn joined(splits: impl IntoIterator<Item = Split>, joins: Arc<Joins>) -> Self {
        let splits = Mutex::new(splits.into_iter().collect());
        SplitQueue { splits, joins, has_failed: AtomicBool::new(false) }
    }

    /// What is known of where pieces join.
    pub(crate) fn joins(&self) -> &Joins {
        &self.joins
    }

    /// Tells all readers of the queue to stop: one of them has failed, and nobody may wait for it.
    pub(crate) fn fail(&self) {
        self.has_failed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// The next split.
    pub fn take(&self) -> Option<Split> {
        self.splits.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
