//! lz4 frames.

use std::ffi::CStr;
use std::io::{self, BufRead, Read};
use std::ptr;

use lz4_sys::{
    LZ4F_VERSION, LZ4F_createDecompressionContext, LZ4F_decompress, LZ4F_freeDecompressionContext,
    LZ4F_getErrorName, LZ4F_isError, LZ4FDecompressionContext,
};

use super::input::Input;

/// All frames of an archive, as one.
pub(super) struct Lz4 {
    input: Input,
    context: Context,
    /// Whether a frame has just ended, which is where the input may end.
    complete: bool,
}

impl Lz4 {
    pub fn new(input: Input) -> io::Result<Self> {
        Ok(Lz4 { input, context: Context::new()?, complete: false })
    }
}

impl Read for Lz4 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.input.fill_buf()?;
            let ended = input.is_empty();
            if ended && self.complete {
                return Ok(0);
            }
            // Also without input: there may be output left inside.
            let step = self.context.decompress(input, buffer)?;
            self.input.consume(step.consumed_bytes);
            self.complete = step.complete;
            if step.produced_bytes > 0 {
                return Ok(step.produced_bytes);
            }
            if ended {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// The state of LZ4's decoder.
struct Context(LZ4FDecompressionContext);

struct Step {
    consumed_bytes: usize,
    produced_bytes: usize,
    complete: bool,
}

impl Context {
    fn new() -> io::Result<Self> {
        let mut context = LZ4FDecompressionContext(ptr::null_mut());
        // SAFETY: the context is written to where a reference points; on an error it stays null, which
        // `drop` may free.
        let code = unsafe { LZ4F_createDecompressionContext(&mut context, LZ4F_VERSION) };
        let context = Context(context);
        check(code).map(|_| context)
    }

    fn decompress(&mut self, input: &[u8], output: &mut [u8]) -> io::Result<Step> {
        let (mut consumed_bytes, mut produced_bytes) = (input.len(), output.len());
        // SAFETY: the context was made by `new` and is not shared. Both pointers come from slices, and the
        // sizes that go with them are theirs. No part of `output` is needed later: without the option
        // `stableDst`, which null leaves off, what later blocks refer to is kept in the context.
        let code = unsafe {
            LZ4F_decompress(
                self.0,
                output.as_mut_ptr(),
                &mut produced_bytes,
                input.as_ptr(),
                &mut consumed_bytes,
                ptr::null(),
            )
        };
        let complete = check(code)? == 0;
        Ok(Step { consumed_bytes, produced_bytes, complete })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it was made by `new`, or is null, and is freed once.
        unsafe { LZ4F_freeDecompressionContext(self.0) };
    }
}

/// `code`, unless it stands for an error.
fn check(code: usize) -> io::Result<usize> {
    // SAFETY: it takes any number.
    if unsafe { LZ4F_isError(code) } == 0 {
        return Ok(code);
    }
    // SAFETY: it takes any number, and gives a string that lives as long as the program and ends with a NUL.
    let name = unsafe { CStr::from_ptr(LZ4F_getErrorName(code)) };
    Err(io::Error::new(io::ErrorKind::InvalidData, name.to_string_lossy()))
}
