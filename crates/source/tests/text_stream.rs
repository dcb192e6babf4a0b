//! Text streams as the rest of teraload uses them: real files, real archives, real pipes.
#![allow(clippy::unwrap_used)]

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use source::{Buffering, Compression, Encoding, Flow, LocalFile, Origin, SourceError, TextStream};

const SMALL: Buffering = Buffering { buffer_bytes: 1000, buffers: 2 };

/// A file of this test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("teraload-text-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }

    fn origin(&self) -> Origin {
        let identity = LocalFile::open(&self.0).unwrap().identity();
        Origin::File { path: self.0.clone(), identity }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

/// All text of `stream`, recycling every other buffer.
fn read_all(mut stream: TextStream) -> Result<Vec<u8>, SourceError> {
    let (mut text, mut buffers) = (Vec::new(), 0);
    while let Some(buffer) = stream.next()? {
        assert!(!buffer.is_empty());
        text.extend(&buffer);
        buffers += 1;
        if buffers % 2 == 0 {
            stream.recycle(buffer);
        }
    }
    assert!(stream.next()?.is_none(), "the end stays the end");
    Ok(text)
}

fn over(reader: impl Read + Send + 'static, compression: Compression) -> TextStream {
    TextStream::over(Box::new(reader), Path::new("reader"), compression, Encoding::UTF_8, SMALL).unwrap()
}

fn lines(count: usize) -> Vec<u8> {
    (0..count).flat_map(|line| format!("{line}|a line|\n").into_bytes()).collect()
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn files_are_read_and_counted() {
    let plain = lines(50_000);
    let archive = gzip(&plain);
    for (name, content, compression) in
        [("plain", &plain, Compression::None), ("archive", &archive, Compression::Gzip)]
    {
        let file = Scratch::new(name, content);
        for buffering in [SMALL, Buffering::default(), Buffering { buffer_bytes: 1, buffers: 0 }] {
            let mut stream =
                TextStream::open(file.origin(), compression, Encoding::UTF_8, buffering).unwrap();
            let mut found = Vec::new();
            while let Some(buffer) = stream.next().unwrap() {
                found.extend(buffer);
            }
            assert!(found == plain);
            assert_eq!(stream.raw_bytes(), content.len() as u64);
            assert!(stream.read_ns() > 0 && stream.wait_ns() > 0);
        }
    }
}

#[test]
fn a_compressed_text_in_another_encoding_is_utf_8() {
    let archive = gzip(b"\xfe\xff\0n\0a\0\xef\0v\0e\0|");
    let stream = TextStream::over(
        Box::new(io::Cursor::new(archive)),
        Path::new("reader"),
        Compression::Gzip,
        "utf-16be".parse().unwrap(),
        SMALL,
    );
    assert_eq!(String::from_utf8(read_all(stream.unwrap()).unwrap()).unwrap(), "naïve|");
}

#[test]
fn text_before_an_error_comes_first() {
    let plain = lines(2000);
    let archive = gzip(&plain);
    let mut stream = over(io::Cursor::new(archive[..archive.len() - 1].to_vec()), Compression::Gzip);
    let mut found = Vec::new();
    let error = loop {
        match stream.next() {
            Ok(buffer) => found.extend(buffer.expect("an error, not the end")),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), "corrupt");
    assert!(found == plain);
    assert!(stream.next().unwrap().is_none(), "after an error there is nothing more");
}

#[test]
fn a_file_that_is_not_the_planned_one_is_refused() {
    let file = Scratch::new("planned", b"as planned");
    let origin = file.origin();
    std::fs::write(&file.0, b"as it is now").unwrap();
    let opened = TextStream::open(origin, Compression::None, Encoding::UTF_8, SMALL);
    assert_eq!(opened.err().unwrap().code(), "changed");
}

#[test]
fn a_file_that_changes_meanwhile_is_an_error_at_the_end() {
    for (name, content, compression) in
        [("grows", lines(5000), Compression::None), ("rewritten", gzip(&lines(5000)), Compression::Gzip)]
    {
        let file = Scratch::new(name, &content);
        let mut stream = TextStream::open(file.origin(), compression, Encoding::UTF_8, SMALL).unwrap();
        stream.next().unwrap().unwrap();
        std::fs::OpenOptions::new().append(true).open(&file.0).unwrap().write_all(b"more").unwrap();
        assert_eq!(read_all(stream).unwrap_err().code(), "changed", "{name}");
    }
}

#[test]
fn a_file_that_shrinks_meanwhile_is_told_as_that_and_not_as_damaged() {
    let archive = gzip(
        &(0..300_000u64)
            .flat_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes())
            .collect::<Vec<_>>(),
    );
    let file = Scratch::new("shrinks", &archive);
    let mut stream = TextStream::open(file.origin(), Compression::Gzip, Encoding::UTF_8, SMALL).unwrap();
    stream.next().unwrap().unwrap();
    std::fs::OpenOptions::new().write(true).open(&file.0).unwrap().set_len(1000).unwrap();
    assert_eq!(read_all(stream).unwrap_err().code(), "shrunk");
}

/// Endless text that tells when it is dropped, which is when the thread that reads it has ended.
struct Endless(Arc<AtomicUsize>);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.fetch_add(1, SeqCst);
        buffer.fill(b'x');
        Ok(buffer.len())
    }
}

#[test]
fn it_reads_no_further_ahead_than_it_is_told_and_dropping_ends_the_thread() {
    let reads = Arc::new(AtomicUsize::new(0));
    let mut stream = over(Endless(reads.clone()), Compression::None);
    stream.next().unwrap().unwrap();
    // Until the thread waits for room: nothing is read for a while.
    let mut before = 0;
    while std::mem::replace(&mut before, reads.load(SeqCst)) != reads.load(SeqCst) || before < 4 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // The mark, then the buffer that was taken, two that wait, and one that has no room.
    assert!(before <= 6, "{before} reads");
    drop(stream);
    let begin = Instant::now();
    while Arc::strong_count(&reads) > 1 {
        assert!(begin.elapsed() < Duration::from_secs(5), "the thread still runs");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_slow_reader_is_left_at_its_next_read() {
    struct Trickle {
        _alive: Arc<()>,
    }
    impl Read for Trickle {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            std::thread::sleep(Duration::from_millis(5));
            buffer[0] = b'x';
            Ok(1)
        }
    }
    let alive = Arc::new(());
    let trickle = Box::new(Trickle { _alive: alive.clone() });
    // A buffer would take more than an hour to fill.
    let stream = TextStream::over(
        trickle,
        Path::new("reader"),
        Compression::None,
        Encoding::UTF_8,
        Buffering::default(),
    );
    drop(stream.unwrap());
    let begin = Instant::now();
    while Arc::strong_count(&alive) > 1 {
        assert!(begin.elapsed() < Duration::from_secs(5), "the thread still runs");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
#[should_panic(expected = "the reader is broken")]
fn a_panic_is_not_the_end() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("the reader is broken")
        }
    }
    _ = read_all(over(Broken, Compression::None));
}

/// Run as a process of its own by the next test: standard input can be read only once in a process.
#[test]
#[ignore = "run by standard_input_is_read_behind_what_was_taken"]
fn echo_standard_input() {
    let flow = Arc::new(Flow::standard_input().unwrap());
    while !flow.look(3, Duration::from_millis(10)).unwrap() {}
    assert_eq!(flow.head().0[..3], [0x1f, 0x8b, 8]);
    let origin = Origin::Flow(Arc::clone(&flow));
    let stream = TextStream::open(origin.clone(), Compression::Gzip, Encoding::UTF_8, SMALL).unwrap();
    let again = TextStream::open(origin, Compression::Gzip, Encoding::UTF_8, SMALL).err().unwrap();
    assert_eq!(
        again.to_string(),
        "standard input: cannot be read at byte 0: it was read before, and can be read only once"
    );
    let text = read_all(stream).unwrap();
    std::fs::write(std::env::var("TERALOAD_ECHO").unwrap(), text).unwrap();
    std::fs::write(std::env::var("TERALOAD_SIZE").unwrap(), flow.bytes().to_string()).unwrap();
}

#[test]
fn standard_input_is_read_behind_what_was_taken() {
    let plain = lines(100_000);
    let (echo, size) = (Scratch::new("echo", b""), Scratch::new("size", b""));
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "echo_standard_input"])
        .env("TERALOAD_ECHO", &echo.0)
        .env("TERALOAD_SIZE", &size.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let archive = gzip(&plain);
    child.stdin.take().unwrap().write_all(&archive).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(std::fs::read(&echo.0).unwrap() == plain);
    assert_eq!(std::fs::read_to_string(&size.0).unwrap(), archive.len().to_string());
}

/// A named pipe that nobody writes to keeps nobody from leaving.
#[test]
fn who_waits_for_a_pipe_can_be_called_off() {
    let pipe = Scratch::new("silent", b"");
    std::fs::remove_file(&pipe.0).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe.0).status().unwrap().success());
    let flow = Arc::new(Flow::named(&pipe.0).unwrap());
    assert!(!flow.look(1, Duration::from_millis(20)).unwrap());
    let origin = Origin::Flow(Arc::clone(&flow));
    let mut stream = TextStream::open(origin, Compression::None, Encoding::UTF_8, SMALL).unwrap();
    let caller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flow.cancel();
    });
    assert!(stream.next().unwrap_err().to_string().ends_with("called off"));
    caller.join().unwrap();
}
