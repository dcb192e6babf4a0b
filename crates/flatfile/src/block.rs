//! The buffer that text is read into and parsed from.

/// Bytes that can be read behind the text of a [`Block`]. The index looks at 64 bytes at a time and the
/// converters load and copy in words of up to 32 bytes, so all of them may look past a field's end
/// without asking where the buffer ends.
pub const PADDING: usize = 64;

/// Text with [`PADDING`] readable bytes behind it, and a place to read more into.
///
/// A block is reused for every read of a stream: what is parsed is [consumed](Block::consume), the part
/// of a record that is left moves to the front, and the next bytes are read behind it.
#[derive(Debug)]
pub struct Block {
    /// `PADDING` bytes longer than what it can hold; those at the end are never text.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl Block {
    /// An empty block with room for `capacity_bytes` of text.
    pub fn with_capacity(capacity_bytes: usize) -> Self {
        Block { buffer: vec![0; capacity_bytes + PADDING], start: 0, end: 0 }
    }

    /// How many bytes of text fit in.
    pub fn capacity(&self) -> usize {
        self.buffer.len() - PADDING
    }

    /// The text that is not consumed yet.
    pub fn text(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Forgets the first `bytes` of the text.
    pub fn consume(&mut self, bytes: usize) {
        assert!(bytes <= self.end - self.start, "more consumed than there was");
        self.start += bytes;
    }

    /// Forgets all text.
    pub fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    /// Moves what is not consumed to the front and gives the free room behind it, for
    /// [`Block::filled`] to claim.
    pub fn room(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let capacity = self.capacity();
        &mut self.buffer[self.end..capacity]
    }

    /// Claims the first `bytes` of what [`Block::room`] gave as text.
    pub fn filled(&mut self, bytes: usize) {
        assert!(self.end + bytes <= self.capacity(), "more filled than there was room");
        self.end += bytes;
    }

    /// Forgets the text behind its first `bytes`.
    pub fn truncate(&mut self, bytes: usize) {
        self.end = self.end.min(self.start + bytes);
    }

    /// Adds one byte of text.
    pub fn push(&mut self, byte: u8) {
        if self.end == self.capacity() {
            self.grow(self.capacity() + 1);
        }
        self.buffer[self.end] = byte;
        self.end += 1;
    }

    /// Makes room for `capacity_bytes` of text in all.
    pub fn grow(&mut self, capacity_bytes: usize) {
        if capacity_bytes > self.capacity() {
            self.buffer.resize(capacity_bytes + PADDING, 0);
        }
    }

    /// Gives back what [`Block::grow`] took, as far as the text allows.
    pub fn shrink(&mut self, capacity_bytes: usize) {
        if capacity_bytes < self.capacity() {
            self.room();
            let keep = capacity_bytes.max(self.end) + PADDING;
            self.buffer.truncate(keep);
            self.buffer.shrink_to_fit();
        }
    }
}

impl From<&[u8]> for Block {
    fn from(text: &[u8]) -> Self {
        let mut block = Block::with_capacity(text.len());
        block.room().copy_from_slice(text);
        block.filled(text.len());
        block
    }
}
