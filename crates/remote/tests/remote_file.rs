//! Remote files against a real server on this machine.
#![allow(clippy::unwrap_used)]

mod server;

use std::process::Command;
use std::sync::Arc;

use remote::{RemoteFile, RemoteOptions};
use server::{Behaviour, Request, Server};
use source::{Buffering, Compression, Source, SourceError, TextStream};

fn content() -> Vec<u8> {
    (0..1_000_000u32).map(|byte| (byte.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect()
}

fn serve(change: impl FnOnce(&mut Behaviour)) -> Server {
    let mut behaviour =
        Behaviour { content: content(), etag: Some("\"one\"".into()), ..Behaviour::default() };
    change(&mut behaviour);
    Server::new(behaviour)
}

fn open(server: &Server) -> Result<RemoteFile, SourceError> {
    RemoteFile::open(&server.url(), RemoteOptions::default())
}

/// The whole of `file` in parts of `part_bytes`.
fn read_all(file: &RemoteFile, part_bytes: usize) -> Result<Vec<u8>, SourceError> {
    let mut bytes = vec![0; file.size() as usize];
    for (part, buffer) in bytes.chunks_mut(part_bytes).enumerate() {
        file.read_exact_at((part * part_bytes) as u64, buffer)?;
    }
    Ok(bytes)
}

#[test]
fn parts_are_read_where_they_are() {
    let server = serve(|_| {});
    let file = open(&server).unwrap();
    assert_eq!(file.size(), 1_000_000);
    assert_eq!(file.version().etag.as_deref(), Some("\"one\""));
    assert!(read_all(&file, 300_000).unwrap() == content());
    file.check_unchanged().unwrap();
    file.read_exact_at(1_000_000, &mut []).unwrap();
    let error = file.read_exact_at(999_999, &mut [0; 2]).unwrap_err();
    assert_eq!(error.code(), "shrunk");
    assert!(server.requests.lock().unwrap()[0].line.starts_with("GET /folder/a%20file.csv "));
}

#[test]
fn several_threads_read_one_file() {
    let server = serve(|_| {});
    let file = open(&server).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(read_all(&file, 99_999).unwrap() == content()));
        }
    });
}

#[test]
fn text_is_read_in_few_requests() {
    let server = serve(|behaviour| behaviour.breaks = 1);
    let file = Arc::new(open(&server).unwrap());
    let (path, buffering) = (file.path().to_path_buf(), Buffering::default());
    let mut stream =
        TextStream::of(file, &path, Compression::None, "latin1".parse().unwrap(), buffering).unwrap();
    let mut text = String::new();
    while let Some(buffer) = stream.next().unwrap() {
        text += std::str::from_utf8(&buffer).unwrap();
    }
    assert!(text.chars().map(|character| character as u8).eq(content()));
    // Opened, read, read on where it broke, and checked at the end.
    assert_eq!(server.requests.lock().unwrap().len(), 4);
}

#[test]
fn a_connection_that_breaks_is_resumed() {
    for etag in [Some("\"one\"".to_owned()), None] {
        let server = serve(|behaviour| behaviour.etag = etag);
        let file = open(&server).unwrap();
        server.change(|behaviour| behaviour.breaks = 5);
        assert!(read_all(&file, 500_000).unwrap() == content());
        assert_eq!(server.behaviour.lock().unwrap().breaks, 0);
    }
}

#[test]
fn a_server_that_is_busy_is_asked_again() {
    let server = serve(|behaviour| behaviour.status = Some((500, 2)));
    let file = open(&server).unwrap();
    server.change(|behaviour| behaviour.status = Some((503, 2)));
    assert!(read_all(&file, 500_000).unwrap() == content());
}

#[test]
fn what_does_not_pass_is_told() {
    for (status, code) in [(404, "not_found"), (403, "forbidden"), (401, "forbidden"), (500, "io")] {
        let server = serve(|behaviour| behaviour.status = Some((status, usize::MAX)));
        let error = RemoteFile::open(&server.url(), RemoteOptions { retries: 1, ..RemoteOptions::default() })
            .unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        let shown = error.to_string();
        assert!(shown.starts_with(&server.url()), "{shown}");
        assert!(status != 500 || shown.contains("500"), "{shown}");
    }
}

#[test]
fn a_connection_that_always_breaks_is_an_error() {
    let server = serve(|_| {});
    let file =
        RemoteFile::open(&server.url(), RemoteOptions { retries: 2, ..RemoteOptions::default() }).unwrap();
    server.change(|behaviour| (behaviour.breaks, behaviour.gives_nothing) = (usize::MAX, true));
    let error = file.read_exact_at(10, &mut [0; 1000]).unwrap_err();
    assert!(matches!(error, SourceError::Io { offset: 10, .. }), "{error}");
}

#[test]
fn a_server_that_says_no_more_is_asked_again_and_then_given_up() {
    let server = serve(|_| {});
    let options = RemoteOptions { retries: 2, patience: std::time::Duration::from_millis(200) };
    let file = RemoteFile::open(&server.url(), options).unwrap();
    server.change(|behaviour| (behaviour.breaks, behaviour.stalls) = (2, true));
    let mut buffer = [0; 1000];
    file.read_exact_at(10, &mut buffer).unwrap();
    assert_eq!(buffer[..], content()[10..1010]);
    // That something came before does not make it better.
    server.change(|behaviour| behaviour.breaks = usize::MAX);
    let error = file.read_exact_at(10, &mut [0; 1000]).unwrap_err();
    assert!(error.to_string().contains("nothing came for 0.2 s"), "{error}");
}

#[test]
fn a_server_without_ranges_is_refused() {
    let server = serve(|behaviour| behaviour.no_ranges = true);
    let error = open(&server).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{}: its server gives no parts of it; download it first", server.url())
    );
}

#[test]
fn an_empty_file_is_one() {
    for no_ranges in [false, true] {
        let server = serve(|behaviour| {
            behaviour.content.clear();
            behaviour.no_ranges = no_ranges;
        });
        let file = open(&server).unwrap();
        assert_eq!(file.size(), 0);
        file.check_unchanged().unwrap();
    }
}

#[test]
fn a_file_that_changes_is_told() {
    let server = serve(|_| {});
    let file = open(&server).unwrap();
    let planned = file.version().clone();
    server.change(|behaviour| behaviour.etag = Some("\"two\"".into()));
    assert_eq!(file.check_unchanged().unwrap_err().code(), "changed");
    assert_eq!(file.read_exact_at(0, &mut [0; 10]).unwrap_err().code(), "changed");
    let again = RemoteFile::open_planned(&server.url(), &planned, RemoteOptions::default());
    assert_eq!(again.unwrap_err().code(), "changed");
    server.change(|behaviour| behaviour.content.truncate(1000));
    assert_eq!(file.check_unchanged().unwrap_err().code(), "shrunk");
}

#[test]
fn secrets_are_sent_and_not_shown() {
    let server = serve(|_| {});
    let url = format!("http://me:sec%72et@{}/file?signature=secret", server.authority);
    let file = RemoteFile::open(&url, RemoteOptions { retries: 0, ..RemoteOptions::default() }).unwrap();
    let Request { line, authorization } = server.requests.lock().unwrap()[0].clone();
    assert!(line.starts_with("GET /file?signature=secret "), "{line}");
    assert_eq!(authorization.as_deref(), Some("Basic bWU6c2VjcmV0"));
    let mut said = format!("{file:?}");
    for status in [400, 403, 404, 500] {
        server.change(|behaviour| behaviour.status = Some((status, usize::MAX)));
        said += &format!("{:?}", file.check_unchanged().unwrap_err());
        said += &file.read_exact_at(0, &mut [0; 10]).unwrap_err().to_string();
    }
    assert!(!said.contains("secret"), "{said}");
    // Nobody listens there.
    let error = RemoteFile::open(
        "http://me:secret@127.0.0.1:1/?secret",
        RemoteOptions { retries: 0, ..RemoteOptions::default() },
    )
    .unwrap_err();
    assert!(error.to_string().contains("refused") && !error.to_string().contains("secret"), "{error}");
}

/// Run as a process of its own by the next test, because the environment belongs to a whole process.
#[test]
#[ignore = "run by an_s3_object_is_read_with_credentials_of_the_environment"]
fn read_an_s3_object() {
    let file = RemoteFile::open("s3://bucket/folder/a file.csv", RemoteOptions::default()).unwrap();
    assert!(read_all(&file, 300_000).unwrap() == content());
    assert!(!format!("{file:?}").contains("secret"));
}

#[test]
fn an_s3_object_is_read_with_credentials_of_the_environment() {
    let server = serve(|behaviour| behaviour.breaks = 1);
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "read_an_s3_object"])
        .env("AWS_ENDPOINT", format!("http://{}", server.authority))
        .env("AWS_ALLOW_HTTP", "true")
        .env("AWS_REGION", "eu-central-1")
        .env("AWS_ACCESS_KEY_ID", "somebody")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .status()
        .unwrap();
    assert!(status.success());
    let Request { line, authorization } = server.requests.lock().unwrap()[0].clone();
    assert!(line.starts_with("GET /bucket/folder/a%20file.csv "), "{line}");
    assert!(authorization.unwrap().starts_with("AWS4-HMAC-SHA256 Credential=somebody/"));
}
