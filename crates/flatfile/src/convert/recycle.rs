//! Memory for the values of a column, used again for the next batch.
//!
//! A batch's buffers are some hundred kilobytes each: taken from the system and given back for every
//! batch, their pages would be cleared by the kernel again and again, which doubled the time of the first
//! gigabyte that a process parses (63,000 page faults for 760 MB). So an array does not free its memory
//! but returns it to the builder it came from, whenever and on whatever thread its last user lets go.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_buffer::{ArrowNativeType, Buffer};

/// The most that one vector may keep, in bytes: what an ordinary batch needs. One that a long value has made
/// larger is let go, or every column of a table would keep what its longest value once took.
const MOST_KEPT_BYTES: usize = 2 << 20;

/// Vectors of values that are in no array at present.
pub(super) struct Recycler<T> {
    idle: Arc<Mutex<Vec<Vec<T>>>>,
}

/// A vector on loan to an array.
struct Lent<T> {
    values: Vec<T>,
    home: Arc<Mutex<Vec<Vec<T>>>>,
}

/// Plain numbers have no state that a panic could leave half-changed.
impl<T> std::panic::RefUnwindSafe for Lent<T> {}

impl<T> Default for Recycler<T> {
    fn default() -> Self {
        Recycler { idle: Arc::default() }
    }
}

impl<T: ArrowNativeType> Recycler<T> {
    /// An empty vector, with the capacity that an earlier batch needed if there was one.
    pub fn take(&self) -> Vec<T> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// `values` as a buffer that comes back here.
    pub fn lend(&self, values: Vec<T>) -> Buffer {
        let bytes = std::mem::size_of_val(values.as_slice());
        let first = NonNull::from(values.as_slice()).cast::<u8>();
        let lent = Arc::new(Lent { values, home: Arc::clone(&self.idle) });
        // SAFETY: `first` points to `bytes` initialised bytes of the vector's own allocation, which does
        // not move when the vector does and lives, unchanged, until the buffer drops `lent`.
        unsafe { Buffer::from_custom_allocation(first, bytes, lent) }
    }
}

impl<T> Drop for Lent<T> {
    fn drop(&mut self) {
        let mut values = std::mem::take(&mut self.values);
        if values.capacity() * std::mem::size_of::<T>() > MOST_KEPT_BYTES {
            return;
        }
        values.clear();
        self.home.lock().unwrap_or_else(PoisonError::into_inner).push(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_comes_back() {
        let recycler = Recycler::<u64>::default();
        let mut values = recycler.take();
        values.extend([1, 2, 3]);
        let at = values.as_ptr();
        let buffer = recycler.lend(values);
        let other = buffer.clone();
        assert_eq!(buffer.typed_data::<u64>(), [1, 2, 3]);
        drop(buffer);
        assert_eq!(recycler.take().capacity(), 0, "still in use");
        std::thread::spawn(move || drop(other)).join().unwrap();
        let again = recycler.take();
        assert_eq!((again.as_ptr(), again.len()), (at, 0));
    }
}
