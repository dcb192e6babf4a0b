//! The queue that streams take splits from.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::Split;

/// Splits that no stream has taken yet. One queue feeds many readers, so that none ends late because
/// its share was larger.
#[derive(Default)]
pub struct SplitQueue {
    splits: Mutex<VecDeque<Split>>,
}

impl SplitQueue {
    /// A queue of `splits`, which are taken from the front.
    pub fn new(splits: impl IntoIterator<Item = Split>) -> Self {
        SplitQueue { splits: Mutex::new(splits.into_iter().collect()) }
    }

    /// The next split.
    pub fn take(&self) -> Option<Split> {
        self.splits.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
