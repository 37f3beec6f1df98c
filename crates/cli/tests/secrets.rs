//! Keys, tokens and passwords appear nowhere: not in what the service prints,
//! not in what it answers, whatever goes wrong.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, JoinHandle},
    time::Duration,
};

const TOKEN: &str = "lip_0secret0token0";
const PASSWORD: &str = "p4ss-w0rd-0secret0";
const DATABASE: &str = "postgres://krog:p4ss-w0rd-0secret0@127.0.0.1:1/krog";

fn folder() -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("krog-secrets-{}-{number}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

fn krog() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_krog"));
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// A key and the line for the file.
fn new_key(name: &str, scopes: &str) -> (String, String) {
    let output = krog()
        .args(["keys", "new", name, "--scopes", scopes])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (key, line) = text.trim_end().split_once('\n').unwrap();
    (key.to_owned(), line.to_owned())
}

/// A running service, and all that it prints.
struct Server {
    child: Child,
    address: SocketAddr,
    printed: Option<JoinHandle<String>>,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let store = folder().join("store");
        let mut child = krog()
            .args(["serve", "--bind", "0.0.0.0:0", "--engine", "builtin"])
            .args([
                "--nodes",
                "1000",
                "--log-level",
                "debug",
                "--lichess-url",
                "http://127.0.0.1:1",
            ])
            .arg("--db")
            .arg(&store)
            .args(args)
            .env("KROG_LICHESS_TOKEN", TOKEN)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut first = String::new();
        let port = loop {
            let mut line = String::new();
            assert!(stderr.read_line(&mut line).unwrap() > 0, "{first}");
            first.push_str(&line);
            let place = line
                .split_whitespace()
                .find_map(|word| word.strip_prefix("http://"));
            if let Some(port) = place.and_then(|place| place.rsplit(':').next()?.parse().ok()) {
                break port;
            }
        };
        let printed = thread::spawn(move || {
            let mut rest = String::new();
            stderr.read_to_string(&mut rest).unwrap();
            first + &rest
        });
        Server {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            printed: Some(printed),
        }
    }

    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let _may_be_refused = stream.write_all(request.as_bytes());
        let mut answer = Vec::new();
        let _may_be_reset = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> String {
        let length = body.len();
        self.send(&format!(
            "{method} {path} HTTP/1.1\r\nHost: krog\r\nConnection: close\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// Stops it and hands over what it printed.
    fn end(&mut self) -> String {
        let kill = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        self.printed.take().unwrap().join().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have stopped already
        let _ = self.child.wait();
    }
}

#[track_caller]
fn clean(text: &str, secrets: &[&str]) {
    for secret in secrets {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn no_secret_is_printed_or_answered() {
    let folder = folder();
    let (key, line) = new_key("writer", "write");
    let (admin, other) = new_key("watcher", "admin");
    let (revoked, _) = new_key("gone", "write");
    let keys = folder.join("keys");
    fs::write(&keys, format!("{line}\n{other}\n")).unwrap();
    for log in ["text", "json"] {
        let mut server = Server::start(&["--api-keys", keys.to_str().unwrap(), "--log", log]);
        let mut answers = String::new();
        let wrong = format!("{key}x");
        for shown in [&key, &admin, &revoked, &wrong] {
            for (method, path, body) in [
                ("GET", "/api/v1/server", ""),
                ("GET", "/api/v1/jobs/none", ""),
                ("GET", "/metrics", ""),
                ("GET", "/readyz", ""),
                ("GET", "/api/v1/position/analyze?fen=nonsense", ""),
                ("DELETE", "/api/v1/jobs/none", ""),
                ("POST", "/api/v1/game/record", "{"),
                ("POST", "/api/v1/import", r#"{"source":"lichess:somebody"}"#),
                ("PATCH", "/api/v1/import", "{}"),
            ] {
                answers += &server.ask(method, path, shown, body);
            }
        }
        // Nobody is to put a key into an address; if somebody does, it is not kept.
        answers += &server.ask("GET", &format!("/api/v1/rules?key={key}"), "", "");
        answers += &server.send(&format!("GET / HTTP/9.9\r\nX-API-Key: {key}\r\n\r\n"));
        assert!(answers.contains("HTTP/1.1 200") && answers.contains("HTTP/1.1 401"));
        assert!(answers.contains("HTTP/1.1 403") && answers.contains("HTTP/1.1 202"));
        thread::sleep(Duration::from_millis(500)); // the import fails meanwhile
        answers += &server.ask("GET", "/api/v1/jobs", &key, "");
        let printed = server.end();
        let secrets = [TOKEN, &key, &admin, &revoked];
        clean(&answers, &secrets);
        clean(&printed, &secrets);
        assert!(
            printed.contains("/api/v1/jobs/none") && printed.contains("writer"),
            "{printed}"
        );
        if log == "json" {
            let objects = printed.lines().filter(|line| line.starts_with('{'));
            let objects: Vec<serde_json::Value> = objects
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert!(
                objects
                    .iter()
                    .any(|line| line["status"] == 401 && line["id"].is_string()),
                "{printed}"
            );
        }
    }
}

#[test]
fn passwords_of_databases_are_not_told() {
    let file = folder().join("krog.toml");
    fs::write(
        &file,
        format!("db = \"{DATABASE}\"\nlichess-token = \"{TOKEN}\"\n"),
    )
    .unwrap();
    let wrong = "mysql://krog:p4ss-w0rd-0secret0@127.0.0.1:1/krog";
    let config = file.to_str().unwrap();
    for args in [
        vec!["serve", "--db", DATABASE],
        vec!["serve", "--db", wrong],
        vec!["doctor", "--db", DATABASE],
        vec!["doctor", "--db", wrong],
        vec!["doctor", "--format", "json", "--db", DATABASE],
        vec!["config", "--config", config],
        vec!["doctor", "--config", config],
        vec!["stats", "startpos", "--db", DATABASE],
        vec!["stats", "startpos", "--db", wrong],
        vec!["db", "stats", "--db", wrong],
    ] {
        let output = krog().args(&args).output().unwrap();
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8(all).unwrap();
        assert!(!all.is_empty());
        clean(&all, &[PASSWORD, TOKEN]);
    }
}
