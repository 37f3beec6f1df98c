//! `krog serve` on a real socket: it says where it listens, answers, and stops
//! when told.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/server.rs"]
mod common;

use std::process::Command;

use common::{Folder, Server};

#[test]
fn the_server_answers_and_stops_when_told() {
    let folder = Folder::new("serve");
    let mut server = Server::start(folder.0.join("store"), &[]);
    let health = server.get("/healthz");
    assert_eq!(health.status, 200, "{health:?}");
    assert_eq!(health.json()["status"], "ok");
    let page = server.get("/");
    assert!(page.body.contains("<!doctype html>"), "{page:?}");
    assert_eq!(server.get("/none").status, 404);
    server.terminate();
    assert_eq!(server.wait().0.code(), Some(0));
}

#[test]
fn a_taken_address_is_named() {
    let folder = Folder::new("taken");
    let server = Server::start(folder.0.join("store"), &[]);
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(["serve", "--bind", &server.address, "--engine", "builtin"])
        .arg("--db")
        .arg(folder.0.join("other"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("cannot listen on {}", server.address)),
        "{error}"
    );
}
