//! The queue that streams take splits from.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Joins, SharedText, Split, StreamError};

/// Splits that no stream has taken yet. One queue feeds many readers, so that none ends late because
/// its share was larger.
#[derive(Default)]
pub struct SplitQueue {
    splits: Mutex<VecDeque<Split>>,
    /// Texts that are taken in chunks when there are no splits left, each with the number of its split.
    texts: Vec<(u32, Arc<SharedText>)>,
    /// How many more bytes of them may be taken.
    left_bytes: AtomicU64,
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
        SplitQueue {
            splits,
            texts: Vec::new(),
            left_bytes: AtomicU64::new(0),
            joins,
            has_failed: AtomicBool::new(false),
        }
    }

    /// As [`SplitQueue::joined`], and then `texts`, each as the split of its number, until `most_bytes` of them
    /// are taken.
    pub fn with_texts(mut self, texts: Vec<(u32, Arc<SharedText>)>, most_bytes: u64) -> Self {
        (self.texts, self.left_bytes) = (texts, AtomicU64::new(most_bytes));
        self
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

    /// The next split, or a part of one.
    ///
    /// # Errors
    ///
    /// What is wrong with a text.
    pub fn take(&self) -> Result<Option<Split>, StreamError> {
        if let Some(split) = self.splits.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
            return Ok(Some(split));
        }
        for (number, text) in &self.texts {
            if self.left_bytes.load(Ordering::Relaxed) == 0 {
                break;
            }
            if let Some(piece) = text.take()? {
                let bytes = piece.past_byte - piece.first_byte;
                let less = |left: u64| Some(left.saturating_sub(bytes));
                // Streams that take at once may take a chunk more than that each.
                let _ = self.left_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
                return Ok(Some(Split { number: *number, pieces: vec![piece] }));
            }
        }
        Ok(None)
    }
}
