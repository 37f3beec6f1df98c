//! A real `krog serve` on a free port, stopped however the test ends, and a
//! client that speaks plain HTTP to it.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // not every test uses everything

use std::{
    ffi::OsStr,
    fmt::Write as _,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

/// However busy the machine is, no answer takes longer.
const PATIENCE: Duration = Duration::from_mins(1);

/// A folder of a test's own, which goes with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("krog-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _may_be_gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that is stopped however the test ends.
pub struct Server {
    pub child: Child,
    pub address: String,
}

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Whether it is a problem document that says to come back later.
    #[track_caller]
    pub fn check_unavailable(&self) {
        assert_eq!(self.status, 503, "{self:?}");
        let kind = self.header("content-type");
        assert_eq!(kind, Some("application/problem+json"), "{self:?}");
        assert!(self.header("retry-after").is_some(), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], 503, "{self:?}");
        assert!(!problem["detail"].as_str().unwrap().is_empty(), "{self:?}");
    }
}

impl Server {
    /// A server over the store at an address, with more arguments. The builtin
    /// engine unless another is named.
    pub fn start(db: impl AsRef<OsStr>, arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_krog"));
        command.args(["serve", "--bind", "127.0.0.1:0"]);
        if !arguments.contains(&"--engine") {
            command.args(["--engine", "builtin"]);
        }
        command.args(arguments).arg("--db").arg(db);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert!(stderr.read_line(&mut line).unwrap() > 0, "no address");
            let words = line.split_whitespace();
            let mut addresses = words.filter_map(|word| word.strip_prefix("http://"));
            if let Some(address) = addresses.next() {
                break address.to_owned();
            }
        };
        // Read on, or a full pipe would stop the server.
        thread::spawn(move || io::copy(&mut stderr, &mut io::sink()));
        Server { child, address }
    }

    /// Sends a request and leaves the answer to be read.
    pub fn send(&self, request: &str) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        Ok(stream)
    }

    /// The answer to a request; none if the connection broke before its end.
    pub fn try_ask(&self, request: &str) -> Option<Answer> {
        answer(self.send(request).ok()?)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.try_ask(&get(path)).expect("an answer")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.try_ask(&post(path, body)).expect("an answer")
    }

    /// Asks again and again until the answer is as it should be.
    #[track_caller]
    pub fn until(&self, path: &str, right: impl Fn(&Answer) -> bool) -> Answer {
        let start = Instant::now();
        loop {
            let answer = self.get(path);
            if right(&answer) {
                return answer;
            }
            assert!(start.elapsed() < PATIENCE, "{answer:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Tells it to stop, as a service manager does.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
    }

    /// How it ended, and how long that took.
    pub fn wait(&mut self) -> (ExitStatus, Duration) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, start.elapsed());
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processes that it has started.
    pub fn children(&self) -> Vec<String> {
        let id = self.child.id().to_string();
        let found = Command::new("pgrep").args(["-P", &id]).output();
        let found = String::from_utf8(found.unwrap().stdout).unwrap();
        found.lines().map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _may_have_stopped = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// The text of a request.
pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

/// The text of a request with a body.
pub fn post(path: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// Reads an answer to its end; none if it breaks off.
pub fn answer(mut stream: TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let answer = Answer {
        status: head.split(' ').nth(1)?.parse().ok()?,
        head: head.to_owned(),
        body: body.to_owned(),
    };
    let whole = match answer.header("content-length") {
        Some(length) => length.parse() == Ok(answer.body.len()),
        None => true,
    };
    whole.then_some(answer)
}

/// A text as a part of a query.
pub fn quoted(text: &str) -> String {
    text.bytes().fold(String::new(), |mut quoted, byte| {
        let _always = write!(quoted, "%{byte:02X}");
        quoted
    })
}
