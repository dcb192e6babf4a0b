//! What a piece is read from: a file of this machine or one from elsewhere, by position, or a text that can only
//! be read from front to back.

use std::sync::Arc;

use source::{
    Buffering, Compression, Encoding, LocalFile, Origin, Source, SourceError, TextStream, text_line_numbers,
};

use crate::far::Far;
use crate::{Chunk, Opened, Piece};

/// How far into a file from elsewhere lines are counted. To count them it is read again from its front, which
/// should not take longer than the load did until then.
const MOST_COUNTED_BYTES: u64 = 256 << 20;

/// What a piece is read from.
pub(crate) enum Input {
    File(LocalFile),
    Far(Far),
    Text(Text),
    /// A part of a text that is here already.
    Chunk {
        chunk: Arc<Chunk>,
        first_byte: u64,
    },
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
    /// Opens what `piece` says, to read it from the byte before its first one on.
    pub fn open(piece: &Piece) -> Result<Self, SourceError> {
        if let Some(chunk) = &piece.chunk {
            return Ok(Input::Chunk { chunk: Arc::clone(chunk), first_byte: piece.first_byte });
        }
        if piece.is_text() {
            let mut text = Text { stream: open_text(piece)?, buffer: Vec::new(), done: 0, is_at_end: false };
            text.refill()?;
            return Ok(Input::Text(text));
        }
        Ok(match &piece.opened {
            Some(Opened::Far(source)) => {
                let begin = piece.first_byte.saturating_sub(1);
                Input::Far(Far::new(source.clone(), begin, piece.past_byte))
            }
            _ => Input::File(LocalFile::open_planned(&piece.path, piece.identity)?),
        })
    }

    /// Whether it is read by position, and its size is known.
    pub fn is_file(&self) -> bool {
        matches!(self, Input::File(_) | Input::Far(_))
    }

    /// Fills `room` with the bytes from `offset` on, out of order, of what is read by position.
    pub fn read_at(&self, offset: u64, room: &mut [u8]) -> Result<(), SourceError> {
        match self {
            Input::File(file) => file.read_exact_at(offset, room),
            Input::Far(far) => far.read_at(offset, room),
            Input::Text(_) | Input::Chunk { .. } => unreachable!("a text is read from front to back"),
        }
    }

    /// Whether all of it is read when `read_to` bytes are.
    pub fn is_at_end(&self, read_to: u64) -> bool {
        match self {
            Input::File(file) => read_to >= file.size(),
            Input::Far(far) => read_to >= far.size(),
            Input::Text(text) => text.is_at_end,
            Input::Chunk { .. } => read_to >= self.size(),
        }
    }

    /// How many bytes it has; more than any number while nobody knows.
    pub fn size(&self) -> u64 {
        match self {
            Input::File(file) => file.size(),
            Input::Far(far) => far.size(),
            Input::Text(_) => u64::MAX,
            Input::Chunk { chunk, first_byte } => first_byte + chunk.text.len() as u64,
        }
    }

    /// Goes to byte `offset`, to read on up to `past` from there. A text has no other place to be.
    pub fn seek(&mut self, offset: u64, past: u64) {
        if let Input::Far(far) = self {
            *far = far.at(offset, past);
        }
    }

    /// Reads the bytes from `offset` on, which are those behind what was read before, into `room`, and gives
    /// how many: as many as there is room for of a file of this machine, and of others at least one.
    pub fn read(&mut self, offset: u64, room: &mut [u8]) -> Result<usize, SourceError> {
        match self {
            Input::File(file) => file.read_exact_at(offset, room).map(|()| room.len()),
            Input::Far(far) => far.read(room),
            Input::Text(text) => text.read(room),
            Input::Chunk { chunk, first_byte } => {
                room.copy_from_slice(&chunk.text[(offset - *first_byte) as usize..][..room.len()]);
                Ok(room.len())
            }
        }
    }

    /// That the bytes are those that were planned.
    pub fn check_unchanged(&self) -> Result<(), SourceError> {
        match self {
            Input::File(file) => file.check_unchanged(),
            // Every answer says which version its bytes are of, and is compared when it comes. A text is
            // checked at its end, without which nothing of it is done.
            Input::Far(_) | Input::Text(_) | Input::Chunk { .. } => Ok(()),
        }
    }

    /// The line that byte `offset` is on, from 1, if it can be counted by reading `piece` again.
    pub fn line_number(&self, offset: u64, piece: &Piece) -> Option<u64> {
        line_numbers(piece, &[offset]).ok()?.pop()?
    }
}

/// The lines that the bytes at `offsets`, in ascending order, of the file of `piece` are on, from 1; none where
/// that is not known any more, or costs too much to find out.
///
/// # Errors
///
/// If the file cannot be read up to there.
pub fn line_numbers(piece: &Piece, offsets: &[u64]) -> Result<Vec<Option<u64>>, SourceError> {
    let counted = match &piece.opened {
        Some(Opened::Flow(flow)) => return Ok(offsets.iter().map(|&byte| flow.line(byte)).collect()),
        Some(Opened::Far(_)) => offsets.partition_point(|&byte| byte <= MOST_COUNTED_BYTES),
        None => offsets.len(),
    };
    let lines = match &piece.opened {
        _ if piece.is_text() => text_line_numbers(&mut open_text(piece)?, &offsets[..counted])?,
        Some(Opened::Far(source)) => source::line_numbers(&**source, &offsets[..counted])?,
        _ => source::line_numbers(&LocalFile::open(&piece.path)?, offsets)?,
    };
    let unknown = std::iter::repeat_n(None, offsets.len() - counted);
    Ok(lines.into_iter().map(Some).chain(unknown).collect())
}

pub(crate) fn open_text(piece: &Piece) -> Result<TextStream, SourceError> {
    if let Some(opened) = &piece.opened {
        return opened.text(piece.compression, piece.encoding);
    }
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

impl Piece {
    /// Whether it can only be read from front to back, and nobody knows how long its text is.
    pub fn is_text(&self) -> bool {
        self.compression != Compression::None
            || self.encoding != Encoding::UTF_8
            || matches!(self.opened, Some(Opened::Flow(_)))
    }
}
