//! Where the records of a file begin and end, when lines are passed over before and behind them.
//!
//! ```text
//! 0        first                        past     size
//! |preamble|header, records ............|footer  |
//! ```
//!
//! A cut can fall anywhere, and the pieces beside it know nothing of each other, so all cuts are moved by one rule
//! that each piece can follow by itself: one within the preamble to byte 0, one within the footer to the file's end.
//! The piece that then begins at 0 passes the preamble over, the one that ends at the end has the footer.

use flatfile::Terminator;
use source::SourceError;

use crate::input::Input;
use crate::{Options, Piece, StreamError};

/// How much is looked at at a time: a preamble or a footer is seldom longer.
const LOOK_BYTES: u64 = 4 << 10;

/// Where the records of a file are. Of a preamble that goes on behind the piece it is asked for, or a footer that
/// begins before it, only that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    first: u64,
    past: u64,
    size: u64,
}

/// What a piece has of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// No byte, at this place.
    Nothing(u64),
    /// The records that begin in this range; with byte 0 the preamble, too, with the last byte the footer.
    Range(u64, u64),
}

impl Body {
    /// Looks where the records of the file are that `piece` is of.
    ///
    /// A footer is only looked for where lines end with a line feed: no others are cut, and one that is read as a
    /// whole is known when it is read.
    pub fn find(
        input: &mut Input, piece: &Piece, options: &Options, terminator: &Terminator,
    ) -> Result<Self, StreamError> {
        let size = input.size();
        let mut body = Body { first: 0, past: size, size };
        if size == 0 {
            return Ok(body);
        }
        let too_few = || StreamError::too_few_lines(&piece.path, options);
        body.first =
            end_of_preamble(input, options.skip_lines, terminator, piece.past_byte)?.ok_or_else(too_few)?;
        if *terminator == Terminator::Lines {
            body.past = begin_of_footer(input, options.skip_footer, piece.first_byte)?.ok_or_else(too_few)?;
        }
        if body.first > body.past { Err(too_few()) } else { Ok(body) }
    }

    /// Where the footer begins.
    pub fn past(&self) -> u64 {
        self.past
    }

    /// What `piece` has of the file.
    pub fn share(&self, piece: &Piece) -> Share {
        let (first, past) = (self.moved(piece.first_byte), self.moved(piece.past_byte));
        // An empty range elsewhere has a place that the records say.
        let is_nothing = first == past && (first == 0 || first == self.size);
        if is_nothing { Share::Nothing(first) } else { Share::Range(first, past) }
    }

    fn moved(&self, cut: u64) -> u64 {
        if cut <= self.first && cut < self.size {
            0
        } else if cut >= self.past {
            self.size
        } else {
            cut
        }
    }
}

/// Where the first `lines` lines end, or a byte at `enough` or behind it that is still within them; `None` if there
/// are not as many.
fn end_of_preamble(
    input: &mut Input, lines: usize, terminator: &Terminator, enough: u64,
) -> Result<Option<u64>, SourceError> {
    let size = input.size();
    let (mut line, mut read, mut text) = (0, 0, Vec::new());
    let mut left = lines;
    while left > 0 {
        let is_end = read == size;
        if let Some(bytes) = flatfile::lines_past(&text, 1, terminator, is_end) {
            text.drain(..bytes);
            line += bytes as u64;
            left -= 1;
        } else if is_end {
            return Ok(None);
        } else if line > enough {
            break;
        } else {
            // Of a line that is longer than what is looked at, only what may begin its end is kept.
            let done = text.len().saturating_sub(flatfile::begun_line_end(terminator));
            text.drain(..done);
            line += done as u64;
            let kept = text.len();
            text.resize(kept + LOOK_BYTES.min(size - read) as usize, 0);
            input.read_at(read, &mut text[kept..])?;
            read += (text.len() - kept) as u64;
        }
    }
    Ok(Some(line))
}

/// Where the last `lines` lines begin, or a byte before `enough` that is still within them; `None` if there are not
/// as many.
fn begin_of_footer(input: &mut Input, lines: usize, enough: u64) -> Result<Option<u64>, SourceError> {
    let size = input.size();
    let (mut at, mut left) = (size, lines);
    let mut text = Vec::new();
    if lines == 0 {
        return Ok(Some(size));
    }
    while at > 0 {
        let first = at.saturating_sub(LOOK_BYTES);
        text.resize((at - first) as usize, 0);
        input.read_at(first, &mut text)?;
        for line_feed in memchr::memrchr_iter(b'\n', &text) {
            let begin = first + line_feed as u64 + 1;
            // The one at the very end ends the last line, and begins none.
            if begin < size {
                left -= 1;
                if left == 0 {
                    return Ok(Some(begin));
                }
            }
        }
        at = first;
        if at < enough {
            return Ok(Some(at));
        }
    }
    Ok((left == 1).then_some(0))
}
