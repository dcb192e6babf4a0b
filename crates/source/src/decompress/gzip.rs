//! gzip, which is members one behind the other.
//!
//! Not `MultiGzDecoder`: the zeros that tapes and block devices pad archives with are an error to it, and
//! gzip itself has always passed over them.

use std::io::{self, BufRead, Read};
use std::mem;

use flate2::bufread::GzDecoder;

use super::input::Input;

/// All members of an archive, as one.
pub(super) struct Gzip(State);

enum State {
    Before(Input),
    Inside(Box<GzDecoder<Input>>),
    Over,
}

impl Gzip {
    pub fn new(input: Input) -> Self {
        Gzip(State::Before(input))
    }
}

impl Read for Gzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.0 = match mem::replace(&mut self.0, State::Over) {
                State::Before(input) => State::Inside(Box::new(GzDecoder::new(input))),
                State::Inside(mut member) => match member.read(buffer)? {
                    0 => behind(member.into_inner())?,
                    bytes => {
                        self.0 = State::Inside(member);
                        return Ok(bytes);
                    }
                },
                State::Over => return Ok(0),
            }
        }
    }
}

/// What comes behind a member.
fn behind(mut input: Input) -> io::Result<State> {
    match input.fill_buf()?.first() {
        None => Ok(State::Over),
        Some(0) => pass_zeros(input),
        Some(_) => Ok(State::Before(input)),
    }
}

fn pass_zeros(mut input: Input) -> io::Result<State> {
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(State::Over);
        }
        let (zeros, all) = (bytes.iter().take_while(|&&byte| byte == 0).count(), bytes.len());
        input.consume(zeros);
        if zeros < all {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "something follows its padding of zeros"));
        }
    }
}
