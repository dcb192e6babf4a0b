//! What a piece is read from: a file, by position, or a text that can only be read from front to back.

use source::{
    Buffering, Compression, Encoding, LocalFile, Origin, Source, SourceError, TextStream, line_number,
    text_line_numbers,
};

use crate::Piece;

/// What a piece is read from.
pub(crate) enum Input {
    File(LocalFile),
    Text(Text),
}

/// A text, and how far it is read.
pub(crate) struct Text {
    stream: TextStream,
    /// The buffer that is being read, and how much of it was.
    buffer: Vec<u8>,
    done: usize,
    is_at_end: bool,
}

impl Input {
    /// Opens what `piece` says.
    pub fn open(piece: &Piece) -> Result<Self, SourceError> {
        if piece.compression == Compression::None && piece.encoding == Encoding::UTF_8 {
            return Ok(Input::File(LocalFile::open_planned(&piece.path, piece.identity)?));
        }
        let mut text = Text { stream: open_text(piece)?, buffer: Vec::new(), done: 0, is_at_end: false };
        text.refill()?;
        Ok(Input::Text(text))
    }

    /// Whether it is read by position, and its size is known.
    pub fn is_file(&self) -> bool {
        matches!(self, Input::File(_))
    }

    /// Whether all of it is read when `read_to` bytes are.
    pub fn is_at_end(&self, read_to: u64) -> bool {
        match self {
            Input::File(file) => read_to >= file.size(),
            Input::Text(text) => text.is_at_end,
        }
    }

    /// How many bytes it has; more than any number while nobody knows.
    pub fn size(&self) -> u64 {
        match self {
            Input::File(file) => file.size(),
            Input::Text(_) => u64::MAX,
        }
    }

    /// Reads the bytes from `offset` on, which are those behind what was read before, into `room`, and gives
    /// how many: as many as there is room for, but for a text.
    pub fn read(&mut self, offset: u64, room: &mut [u8]) -> Result<usize, SourceError> {
        match self {
            Input::File(file) => file.read_exact_at(offset, room).map(|()| room.len()),
            Input::Text(text) => text.read(room),
        }
    }

    /// That the bytes are those that were planned.
    pub fn check_unchanged(&self) -> Result<(), SourceError> {
        match self {
            Input::File(file) => file.check_unchanged(),
            // The stream has checked it at its end, without which nothing of it is done.
            Input::Text(_) => Ok(()),
        }
    }

    /// The line that byte `offset` is on, from 1. A text is read once more for that.
    pub fn line_number(&self, offset: u64, piece: &Piece) -> Option<u64> {
        match self {
            Input::File(file) => line_number(file, offset).ok(),
            Input::Text(_) => text_line_numbers(&mut open_text(piece).ok()?, &[offset]).ok()?.pop(),
        }
    }
}

fn open_text(piece: &Piece) -> Result<TextStream, SourceError> {
    let origin = Origin::File { path: piece.path.to_path_buf(), identity: piece.identity };
    TextStream::open(origin, piece.compression, piece.encoding, Buffering::default())
}

impl Text {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, SourceError> {
        let bytes = room.len().min(self.buffer.len() - self.done);
        room[..bytes].copy_from_slice(&self.buffer[self.done..self.done + bytes]);
        self.done += bytes;
        // At once, so that the last bytes are known to be the last when they are parsed.
        self.refill()?;
        Ok(bytes)
    }

    fn refill(&mut self) -> Result<(), SourceError> {
        if self.done < self.buffer.len() || self.is_at_end {
            return Ok(());
        }
        self.stream.recycle(std::mem::take(&mut self.buffer));
        self.done = 0;
        match self.stream.next()? {
            Some(buffer) => self.buffer = buffer,
            None => self.is_at_end = true,
        }
        Ok(())
    }
}
