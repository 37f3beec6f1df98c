//! A real `krog serve`: the program built as the lab itself was, over a store of
//! its own, on a free port of this machine, and gone when the measure ends.

use std::{
    env,
    fs::{self, File},
    io::{Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{meter, python::build_folder};

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server, stopped when it is dropped.
pub(crate) struct Served {
    child: Child,
    /// Its host and port.
    pub(crate) address: String,
}

impl Served {
    /// Builds krog and serves a store with the builtin engine.
    pub(crate) fn start(store: &Path, arguments: &[&str]) -> Result<Served, String> {
        // Into a file: a pipe would have to be read, at the cost of the measure.
        let said = store.with_extension("log");
        let log = File::create(&said).map_err(|error| error.to_string())?;
        let child = Command::new(built()?)
            .args(["serve", "--bind", "127.0.0.1:0", "--engine", "builtin"])
            .args(arguments)
            .arg("--db")
            .arg(store)
            .stdin(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|error| format!("krog: {error}"))?;
        let mut served = Served {
            child,
            address: String::new(),
        };
        let start = Instant::now();
        while served.address.is_empty() {
            let said = fs::read_to_string(&said).unwrap_or_default();
            let ended = served.child.try_wait().is_ok_and(|end| end.is_some());
            if ended || start.elapsed() > PATIENCE {
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
        let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        self.ask(&asked)
    }

    /// The same for a request with JSON.
    pub(crate) fn post(&self, path: &str, body: &str) -> Result<String, String> {
        let length = body.len();
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn ask(&self, request: &str) -> Result<String, String> {
        let talk = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(&self.address)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.write_all(request.as_bytes())?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        let answer = talk().map_err(|error| format!("{}: {error}", self.address))?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        match head.split(' ').nth(1) {
            Some("200" | "202") => Ok(body.to_owned()),
            _ => Err(format!("found {answer:?}, expected an answer")),
        }
    }

    /// Its resident memory in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        meter::memory_of(self.child.id())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _may_have_ended = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// The program, built as this one was.
fn built() -> Result<PathBuf, String> {
    let target = build_folder()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .args(["build", "--quiet", "--package", "krog-cli", "--target-dir"])
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let profile = if cfg!(debug_assertions) {
        "debug"
    } else {
        build.arg("--release");
        "release"
    };
    let status = build.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("krog cannot be built".to_owned());
    }
    Ok(target.join(profile).join("krog"))
}
