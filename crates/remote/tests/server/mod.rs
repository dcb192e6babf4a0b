//! A server of one file that honours ranges, and fails as it is told.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the server does; changed by tests while it runs.
#[derive(Clone, Default)]
pub struct Behaviour {
    pub content: Vec<u8>,
    pub etag: Option<String>,
    /// Answers the whole file, whatever part is asked for.
    pub no_ranges: bool,
    /// Answers this status instead, this often.
    pub status: Option<(u16, usize)>,
    /// Ends the connection in the middle of the bytes, this often.
    pub breaks: usize,
    /// Ends it before the first byte then.
    pub gives_nothing: bool,
    /// Does not end it then, and says no more.
    pub stalls: bool,
}

/// Runs until the process ends.
pub struct Server {
    pub authority: String,
    pub behaviour: Arc<Mutex<Behaviour>>,
    pub requests: Arc<Mutex<Vec<Request>>>,
}

/// What the server was asked.
#[derive(Clone)]
pub struct Request {
    /// Method, path and query.
    pub line: String,
    /// The header of that name.
    pub authorization: Option<String>,
}

impl Server {
    pub fn new(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let authority = listener.local_addr().unwrap().to_string();
        let (behaviour, requests) = (Arc::new(Mutex::new(behaviour)), Arc::default());
        let server = Server { authority, behaviour, requests };
        let (behaviour, requests) = (server.behaviour.clone(), server.requests.clone());
        thread::spawn(move || {
            for connection in listener.incoming() {
                let (behaviour, requests) = (behaviour.clone(), Arc::clone(&requests));
                // A connection that the client leaves is no error here.
                thread::spawn(move || serve(connection.unwrap(), &behaviour, &requests));
            }
        });
        server
    }

    pub fn url(&self) -> String {
        format!("http://{}/folder/a%20file.csv", self.authority)
    }

    pub fn change(&self, change: impl FnOnce(&mut Behaviour)) {
        change(&mut self.behaviour.lock().unwrap());
    }
}

fn serve(
    connection: TcpStream, behaviour: &Mutex<Behaviour>, requests: &Mutex<Vec<Request>>,
) -> std::io::Result<()> {
    let (mut lines, mut out) = (BufReader::new(connection.try_clone()?).lines(), connection);
    while let Some(request) = lines.next() {
        let request = request?;
        let (mut range, mut authorization) = (None, None);
        for line in lines.by_ref() {
            let line = line?;
            match line.split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("range") => range = Some(value.to_owned()),
                Some((name, value)) if name.eq_ignore_ascii_case("authorization") => {
                    authorization = Some(value.to_owned());
                }
                Some(_) => {}
                None => break,
            }
        }
        requests.lock().unwrap().push(Request { line: request.clone(), authorization });
        if !answer(&mut out, &request, range.as_deref(), behaviour)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Whether the connection is to stay.
fn answer(
    out: &mut TcpStream, request: &str, range: Option<&str>, behaviour: &Mutex<Behaviour>,
) -> std::io::Result<bool> {
    let mut now = behaviour.lock().unwrap();
    if let Some((status, times)) = now.status.filter(|(_, times)| *times > 0) {
        now.status = Some((status, times - 1));
        write!(out, "HTTP/1.1 {status} told so\r\nContent-Length: 0\r\n\r\n")?;
        return Ok(true);
    }
    let size = now.content.len();
    let (mut status, mut part, mut headers) = ("200 OK", 0..size, String::new());
    if let Some(range) = range.filter(|_| !now.no_ranges) {
        let (first, last) = range.strip_prefix("bytes=").unwrap().split_once('-').unwrap();
        let first: usize = first.parse().unwrap();
        if first >= size {
            write!(out, "HTTP/1.1 416 none\r\nContent-Range: bytes */{size}\r\nContent-Length: 0\r\n\r\n")?;
            return Ok(true);
        }
        part = first..size.min(last.parse::<usize>().unwrap() + 1);
        status = "206 Partial Content";
        headers = format!("Content-Range: bytes {}-{}/{size}\r\n", part.start, part.end - 1);
    }
    if let Some(etag) = &now.etag {
        headers += &format!("ETag: {etag}\r\n");
    }
    let mut bytes = now.content[part].to_vec();
    write!(out, "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", bytes.len())?;
    if request.starts_with("HEAD") {
        return Ok(true);
    }
    let breaks = now.breaks > 0 && bytes.len() > 1;
    if breaks {
        now.breaks -= 1;
        bytes.truncate(if now.gives_nothing { 0 } else { bytes.len() / 2 });
    }
    out.write_all(&bytes)?;
    if breaks && now.stalls {
        drop(now);
        thread::sleep(std::time::Duration::from_secs(10));
    }
    Ok(!breaks)
}
