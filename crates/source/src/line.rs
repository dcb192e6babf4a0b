//! Which line a byte is on.

use crate::{Source, SourceError, TextStream};

/// The number, from 1, of the line that byte `offset` of `source` is on.
///
/// Splits count no lines: that would make every one wait for its left neighbours. Instead the few places
/// that are shown to people are counted when they are shown, at the speed of a read.
///
/// # Errors
///
/// If the source cannot be read up to there.
pub fn line_number(source: &dyn Source, offset: u64) -> Result<u64, SourceError> {
    Ok(line_numbers(source, &[offset])?[0])
}

/// The same of many bytes in ascending order, in one pass over the source.
///
/// # Errors
///
/// If the source cannot be read up to the last of them.
pub fn line_numbers(source: &dyn Source, offsets: &[u64]) -> Result<Vec<u64>, SourceError> {
    let read_bytes = source.read_bytes().max(1 << 20) as u64;
    let past = offsets.last().copied().unwrap_or(0);
    let mut buffer = vec![0; read_bytes.min(past) as usize];
    let (mut at, mut read, mut line) = (0, 0, 1);
    let mut lines = Vec::with_capacity(offsets.len());
    for &offset in offsets {
        debug_assert!(at <= offset, "offsets are in ascending order");
        while at < offset {
            if at == read {
                read += read_bytes.min(past - at);
                source.read_exact_at(at, &mut buffer[..(read - at) as usize])?;
            }
            // What is in the buffer ends at `read`, and began a whole read before it or at the first byte.
            let begin = (at % read_bytes) as usize;
            let end = begin + (read.min(offset) - at) as usize;
            line += memchr::memchr_iter(b'\n', &buffer[begin..end]).count() as u64;
            at = read.min(offset);
        }
        lines.push(line);
    }
    Ok(lines)
}

/// [`line_numbers`] of a text that is read from its front for that.
///
/// # Errors
///
/// If the text cannot be read up to the last of them.
pub fn text_line_numbers(stream: &mut TextStream, offsets: &[u64]) -> Result<Vec<u64>, SourceError> {
    let (mut buffer, mut done) = (Vec::new(), 0);
    let (mut at, mut line) = (0, 1);
    let mut lines = Vec::with_capacity(offsets.len());
    for &offset in offsets {
        debug_assert!(at <= offset, "offsets are in ascending order");
        while at < offset {
            if done == buffer.len() {
                stream.recycle(buffer);
                (buffer, done) = (stream.next()?.unwrap_or_default(), 0);
                if buffer.is_empty() {
                    break;
                }
            }
            let bytes = (buffer.len() - done).min(usize::try_from(offset - at).unwrap_or(usize::MAX));
            line += memchr::memchr_iter(b'\n', &buffer[done..done + bytes]).count() as u64;
            done += bytes;
            at += bytes as u64;
        }
        lines.push(line);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Memory(Vec<u8>);

    impl Source for Memory {
        fn path(&self) -> &std::path::Path {
            "memory".as_ref()
        }

        fn size(&self) -> u64 {
            self.0.len() as u64
        }

        fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), SourceError> {
            buffer.copy_from_slice(&self.0[offset as usize..][..buffer.len()]);
            Ok(())
        }

        fn check_unchanged(&self) -> Result<(), SourceError> {
            Ok(())
        }
    }

    #[test]
    fn many_bytes_are_counted_in_one_pass() {
        // Lines of 0 to 96 bytes, over more than two reads.
        let text: Vec<u8> = (0..60_000).flat_map(|n| [vec![b'x'; n % 97], vec![b'\n']].concat()).collect();
        assert!(text.len() > 2 << 20);
        let offsets: Vec<u64> = (0..=text.len() as u64).step_by(1 << 16).chain([text.len() as u64]).collect();
        let naive =
            |&offset: &u64| 1 + text[..offset as usize].iter().filter(|&&byte| byte == b'\n').count() as u64;
        let expected: Vec<u64> = offsets.iter().map(naive).collect();
        let source = Memory(text.clone());
        assert_eq!(line_numbers(&source, &offsets).unwrap(), expected);
        assert_eq!(line_numbers(&source, &[]).unwrap(), []);
        assert_eq!(line_number(&source, 1 << 20).unwrap(), naive(&(1 << 20)));
    }
}
