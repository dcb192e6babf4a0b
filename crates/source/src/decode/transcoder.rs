//! Any other encoding to UTF-8.

use std::ops::Range;

use encoding_rs::{DecoderResult, mem};

use super::Bytes;
use crate::encoding::Kind;
use crate::{Encoding, SourceError};

/// How many bytes are read at once: they and their text stay in the second level cache.
const INPUT_BYTES: usize = 64 << 10;

/// How far back a decoder may find that bytes were wrong: a sequence has 4 at most, and up to 3 more may have
/// been looked at by then.
const BEHIND_BYTES: usize = 8;

pub(super) struct Transcoder {
    encoding: Encoding,
    coding: Coding,
    /// Up to [`BEHIND_BYTES`] that are decoded, then those that are not yet.
    input: Vec<u8>,
    /// Where in `input` the latter are.
    pending: Range<usize>,
    /// Where `input` begins in the file, after decompression.
    offset: u64,
    /// There is nothing behind `input`.
    last: bool,
    /// And that was decoded.
    finished: bool,
    /// What is to be told after the text before it.
    failed: Option<SourceError>,
}

impl Transcoder {
    /// Begins behind a mark of `mark_bytes`.
    pub fn new(encoding: Encoding, mark_bytes: usize) -> Self {
        Transcoder {
            encoding,
            coding: Coding::new(encoding),
            input: vec![0; BEHIND_BYTES + INPUT_BYTES],
            pending: 0..0,
            offset: mark_bytes as u64,
            last: false,
            finished: false,
            failed: None,
        }
    }

    /// Text into `text`, none at the end.
    pub fn read(&mut self, bytes: &mut Bytes, text: &mut [u8]) -> Result<usize, SourceError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        while !self.finished {
            if self.pending.is_empty() && !self.last {
                self.refill(bytes)?;
            }
            let input = &self.input[self.pending.clone()];
            let (result, taken, written) = self.coding.decode(input, text, self.last);
            self.pending.start += taken;
            match result {
                DecoderResult::InputEmpty => self.finished = self.last,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, behind) => {
                    let end = self.pending.start - usize::from(behind);
                    self.failed = Some(self.undecodable(bytes, end - usize::from(length)..end));
                }
            }
            if written > 0 {
                return Ok(written);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
        }
        Ok(0)
    }

    fn refill(&mut self, bytes: &mut Bytes) -> Result<(), SourceError> {
        let decoded = self.pending.start;
        let kept = decoded.min(BEHIND_BYTES);
        self.input.copy_within(decoded - kept..decoded, 0);
        self.offset += (decoded - kept) as u64;
        let read = bytes.read(&mut self.input[kept..])?;
        self.pending = kept..kept + read;
        self.last = read == 0;
        Ok(())
    }

    fn undecodable(&self, bytes: &Bytes, wrong: Range<usize>) -> SourceError {
        SourceError::Undecodable {
            path: bytes.decompressor.path().into(),
            encoding: self.encoding.name(),
            offset: self.offset + wrong.start as u64,
            bytes: self.input[wrong].to_vec(),
        }
    }
}

enum Coding {
    Latin1,
    Whatwg(Box<encoding_rs::Decoder>),
}

impl Coding {
    fn new(encoding: Encoding) -> Self {
        match encoding.0 {
            Kind::Latin1 => Coding::Latin1,
            Kind::Whatwg(encoding) => Coding::Whatwg(Box::new(encoding.new_decoder_without_bom_handling())),
        }
    }

    /// How it went, how many bytes were taken, how many bytes of text they gave.
    fn decode(&mut self, input: &[u8], text: &mut [u8], last: bool) -> (DecoderResult, usize, usize) {
        match self {
            Coding::Latin1 => {
                let (taken, written) = mem::convert_latin1_to_utf8_partial(input, text);
                let all = taken == input.len();
                (if all { DecoderResult::InputEmpty } else { DecoderResult::OutputFull }, taken, written)
            }
            Coding::Whatwg(decoder) => decoder.decode_to_utf8_without_replacement(input, text, last),
        }
    }
}
