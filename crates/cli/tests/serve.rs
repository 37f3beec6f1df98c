//! `krog serve` on a real socket: it says where it listens, answers, and stops
//! when told.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

/// A server that is stopped however the test ends.
struct Server {
    child: Child,
    address: String,
    store: PathBuf,
}

impl Server {
    fn start() -> Server {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let store = format!("krog-serve-{}-{number}", std::process::id());
        let store = std::env::temp_dir().join(store);
        let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
            .args(["serve", "--bind", "127.0.0.1:0", "--engine", "builtin"])
            .arg("--db")
            .arg(&store)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stderr.read_line(&mut line).unwrap();
        let address = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix("http://"))
            .unwrap_or_else(|| panic!("no address in {line:?}"))
            .to_owned();
        Server {
            child,
            address,
            store,
        }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: krog\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have stopped already
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.store);
    }
}

#[test]
fn the_server_answers_and_stops_when_told() {
    let mut server = Server::start();
    let health = server.get("/healthz");
    assert!(health.starts_with("HTTP/1.1 200 OK"), "{health}");
    assert!(health.contains("\"status\":\"ok\""), "{health}");
    let page = server.get("/");
    assert!(page.contains("<!doctype html>"), "{page}");
    let missing = server.get("/none");
    assert!(missing.starts_with("HTTP/1.1 404"), "{missing}");
    let kill = Command::new("kill")
        .arg(server.child.id().to_string())
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_taken_address_is_named() {
    let server = Server::start();
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(["serve", "--bind", &server.address, "--engine", "builtin"])
        .arg("--db")
        .arg(server.store.with_extension("other"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("cannot listen on {}", server.address)),
        "{error}"
    );
}
