//! `krog worker` as real processes: a review that two of them search, one of
//! which is killed on the way.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/server.rs"]
mod common;

use std::process::{Child, Command, Output, Stdio};

use common::{Folder, Server};
use serde_json::{Value, json};

const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";

/// A worker that is ended however the test ends.
struct Worker(Option<Child>);

impl Worker {
    fn start(server: &Server, name: &str, more: &[&str]) -> Worker {
        let child = Command::new(env!("CARGO_BIN_EXE_krog"))
            .args([
                "worker",
                "--engine",
                "builtin",
                "--threads",
                "1",
                "--name",
                name,
            ])
            .args(["--server", &format!("http://{}", server.address)])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Worker(Some(child.unwrap()))
    }

    fn kill(&mut self) {
        self.0.as_mut().unwrap().kill().unwrap();
    }

    /// Tells it to stop, as a service manager does, and waits until it has.
    fn drain(mut self) -> Output {
        let child = self.0.take().unwrap();
        let id = child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        child.wait_with_output().unwrap()
    }

    fn end(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _may_be_gone = child.kill();
            let _ended = child.wait();
        }
    }
}

fn orders(server: &Server) -> Vec<Value> {
    let jobs = server.get("/api/v1/jobs?limit=200").json();
    let jobs = jobs.as_array().unwrap().iter();
    jobs.filter(|job| job["kind"] == "search")
        .cloned()
        .collect()
}

#[test]
fn a_killed_worker_costs_its_lease_and_nothing_else() {
    let folder = Folder::new("worker");
    let server = Server::start(&folder.0, &["--workers", "only", "--lease", "2"]);
    let body = json!({ "pgn": GAME, "nodes": 60_000 });
    let job = server.post("/api/v1/game/review", &body).json();
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    let mut dead = Worker::start(&server, "dead", &[]);
    server.until("/api/v1/jobs?limit=200", |answer| {
        let jobs = answer.json();
        let mut jobs = jobs.as_array().unwrap().iter();
        jobs.any(|job| job["kind"] == "search" && job["state"] == "running")
    });
    dead.kill();
    let alive = [("one", "en"), ("two", "no")]
        .map(|(name, lang)| Worker::start(&server, name, &["--lang", lang]));
    let done = server.until(&path, |answer| {
        !matches!(answer.json()["state"].as_str(), Some("waiting" | "running"))
    });
    assert_eq!(done.json()["state"], "done", "{done:?}");
    let orders = orders(&server);
    assert_eq!(orders.len(), 3, "{orders:?}");
    assert!(
        orders.iter().all(|job| job["state"] == "done"),
        "{orders:?}"
    );
    let mut handed_in = 0;
    for (worker, word) in alive.into_iter().zip(["handed in", "levert"]) {
        let output = worker.drain();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(word), "{text}");
        let first = text.split_whitespace().next().unwrap();
        handed_in += match first {
            "One" | "Ett" => 1,
            number => number.parse().unwrap_or(0),
        };
    }
    assert!((2..=3).contains(&handed_in), "{handed_in}");
}

#[test]
fn a_worker_that_is_refused_says_why_and_ends() {
    let folder = Folder::new("worker");
    let server = Server::start(&folder.0, &[]);
    let output = Worker::start(&server, "lost", &[]).end();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("lends no work"), "{error}");
    let lender = Server::start(folder.0.join("lender"), &["--workers", "only"]);
    let output = Worker::start(&lender, "idle", &["--once"]).end();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"Nothing was handed in.\n");
}
