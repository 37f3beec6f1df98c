//! A service on this machine: it answers as told and remembers what it was
//! asked.

#![allow(dead_code, unreachable_pub)] // shared by several test programs
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: BTreeMap<String, String>,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Request {
    pub fn number(&self, name: &str) -> Option<i64> {
        self.query.get(name)?.parse().ok()
    }
}

/// What a service answers.
#[derive(Clone)]
pub enum Reply {
    /// A status, headers and a body.
    Full(u16, Vec<(&'static str, String)>, String),
    /// So much of a body that is said to be longer.
    Cut(String),
    /// A body that begins like this and goes on like that for ever.
    Endless(String, String),
    /// A body of which a byte comes now and then.
    Drip(String, Duration),
    /// A part of a body, then something happens, and the line is kept open.
    Then(String, Arc<dyn Fn() + Send + Sync>),
    /// Nothing, with the line kept open.
    Hang,
}

impl Reply {
    pub fn ok(body: impl Into<String>) -> Reply {
        Reply::Full(200, Vec::new(), body.into())
    }

    pub fn status(status: u16) -> Reply {
        Reply::Full(status, Vec::new(), "{\"error\":\"lip_secret\"}".to_owned())
    }

    pub fn with(self, name: &'static str, value: &str) -> Reply {
        match self {
            Reply::Full(status, mut headers, body) => {
                headers.push((name, value.to_owned()));
                Reply::Full(status, headers, body)
            }
            other => other,
        }
    }
}

pub struct Fake {
    pub address: String,
    pub asked: Arc<Mutex<Vec<Request>>>,
    /// The most requests at one time.
    pub most: Arc<AtomicUsize>,
}

impl Fake {
    /// Answers every request by a function of it and of its number.
    pub fn start(answer: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let most = Arc::new(AtomicUsize::new(0));
        let now = Arc::new(AtomicUsize::new(0));
        let answer = Arc::new(answer);
        let (log, peak) = (Arc::clone(&asked), Arc::clone(&most));
        // The threads end with the process of the test.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (log, peak, now) = (Arc::clone(&log), Arc::clone(&peak), Arc::clone(&now));
                let answer = Arc::clone(&answer);
                thread::spawn(move || {
                    let stream = stream.unwrap();
                    let Some(request) = read(&stream) else { return };
                    let count = now.fetch_add(1, Ordering::SeqCst) + 1;
                    peak.fetch_max(count, Ordering::SeqCst);
                    let number = {
                        let mut log = log.lock().unwrap();
                        log.push(request.clone());
                        log.len() - 1
                    };
                    let reply = answer(&request, number);
                    now.fetch_sub(1, Ordering::SeqCst);
                    let _gone = write(stream, reply);
                });
            }
        });
        Fake {
            address,
            asked,
            most,
        }
    }

    pub fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    };
    let query = query.split('&').filter_map(pair).collect();
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let length = headers.get("content-length");
    let length: usize = length.and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request {
        method,
        path: path.to_owned(),
        query,
        headers,
        body: String::from_utf8(body).ok()?,
    })
}

fn write(mut stream: TcpStream, reply: Reply) -> std::io::Result<()> {
    let start = "HTTP/1.1 200 OK\r\nconnection: close\r\n";
    match reply {
        Reply::Full(status, headers, body) => {
            write!(stream, "HTTP/1.1 {status} X\r\nconnection: close\r\n")?;
            for (name, value) in headers {
                write!(stream, "{name}: {value}\r\n")?;
            }
            if status == 304 {
                write!(stream, "\r\n")?;
            } else {
                write!(stream, "content-length: {}\r\n\r\n{body}", body.len())?;
            }
        }
        Reply::Cut(body) => {
            let length = body.len() + 1_000;
            write!(stream, "{start}content-length: {length}\r\n\r\n{body}")?;
        }
        Reply::Endless(first, body) => {
            write!(stream, "{start}\r\n{first}")?;
            loop {
                stream.write_all(body.as_bytes())?;
            }
        }
        Reply::Drip(body, pause) => {
            write!(stream, "{start}\r\n")?;
            for byte in body.bytes() {
                stream.write_all(&[byte])?;
                thread::sleep(pause);
            }
        }
        Reply::Then(body, event) => {
            write!(stream, "{start}\r\n{body}")?;
            stream.flush()?;
            event();
            thread::sleep(Duration::from_mins(1));
        }
        Reply::Hang => {
            thread::sleep(Duration::from_mins(1));
        }
    }
    stream.flush()
}
