//! A real `krog serve`: over a store, on a free port of this machine, and gone
//! when the measure ends.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use crate::{
    krog::{Running, krog},
    meter,
};

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server, stopped when it is dropped.
pub(crate) struct Served {
    process: Running,
    /// Its host and port.
    pub(crate) address: String,
}

/// An answer, whatever it is.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Reply {
    /// The body of an answer that says that all is well.
    pub(crate) fn good(self) -> Result<String, String> {
        match self.status {
            200 | 202 => Ok(self.body),
            _ => Err(format!("found {self:?}, expected an answer")),
        }
    }
}

impl Served {
    /// Serves a store with the builtin engine unless another is named.
    pub(crate) fn start(store: &Path, arguments: &[&str]) -> Result<Served, String> {
        let command = Served::command(store, arguments)?;
        Served::run(command, &store.with_extension("log"))
    }

    /// What starts a server on a free port.
    pub(crate) fn command(store: impl AsRef<OsStr>, arguments: &[&str]) -> Result<Command, String> {
        let mut command = krog(["serve", "--bind", "127.0.0.1:0"])?;
        if !arguments.contains(&"--engine") {
            command.args(["--engine", "builtin"]);
        }
        command.args(arguments).arg("--db").arg(store);
        Ok(command)
    }

    /// Starts it, and waits until it says where it listens. What it says goes into
    /// a file: a pipe would have to be read, at the cost of the measure.
    pub(crate) fn run(mut command: Command, log: &Path) -> Result<Served, String> {
        let said = File::create(log).map_err(|error| error.to_string())?;
        let mut served = Served {
            process: Running::start(command.stderr(said))?,
            address: String::new(),
        };
        let start = Instant::now();
        while served.address.is_empty() {
            let said = fs::read_to_string(log).unwrap_or_default();
            if served.process.ended().is_some() || start.elapsed() > PATIENCE {
                return Err(format!("krog: {}", said.trim()));
            }
            let mut addresses = said
                .split_whitespace()
                .filter_map(|word| word.strip_prefix("http://"));
            addresses
                .next()
                .unwrap_or_default()
                .clone_into(&mut served.address);
            thread::sleep(Duration::from_millis(20));
        }
        Ok(served)
    }

    /// The body of the answer to a question; an error unless all is well.
    pub(crate) fn get(&self, path: &str) -> Result<String, String> {
        self.reply_to(&get(path))?.good()
    }

    /// The same for a request with JSON.
    pub(crate) fn post(&self, path: &str, body: &str) -> Result<String, String> {
        self.reply_to(&post(path, body))?.good()
    }

    /// The answer to a request; an error if it does not come whole.
    pub(crate) fn reply_to(&self, request: &str) -> Result<Reply, String> {
        reply(&self.address, request)
    }

    /// Its resident memory in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        meter::memory_of(self.process.id())
    }

    /// Ends it at once, as the end of its machine would.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }
}

/// The answer of whoever listens at an address.
pub(crate) fn reply(address: &str, request: &str) -> Result<Reply, String> {
    let talk = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = talk().map_err(|error| format!("{address}: {error}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let found = name.eq_ignore_ascii_case("content-length");
        found.then(|| value.trim().parse::<usize>().ok())?
    });
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
    match status {
        Some(status) if length.is_none_or(|length| length == body.len()) => Ok(Reply {
            status,
            body: body.to_owned(),
        }),
        _ => Err(format!("found {answer:?}, expected a whole answer")),
    }
}

/// The text of a question.
pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

/// The text of a request with JSON.
pub(crate) fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}
