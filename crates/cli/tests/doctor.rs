//! `krog doctor` on a deployment: the address, the store, the keys.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{fs, net::TcpListener, process::Command};

/// What the doctor says of a part: whether it is there, and what was found.
fn check(part: &str, args: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(["doctor", "--format", "json", "--engine", "builtin"])
        .args(args)
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .output()
        .unwrap();
    let doctor: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = doctor["checks"].as_array().unwrap();
    let check = checks.iter().find(|check| check["name"] == part).unwrap();
    let text = |key: &str| check[key].as_str().unwrap().to_owned();
    (text("status"), text("detail"))
}

#[test]
fn an_address_is_free_or_taken() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    assert_eq!(check("address", &["--bind", &taken]).0, "missing");
    assert_eq!(check("address", &["--bind", "127.0.0.1:0"]).0, "found");
    // An address that this machine does not have.
    assert_eq!(check("address", &["--bind", "192.0.2.1:0"]).0, "missing");
}

#[test]
fn keys_are_missed_only_where_others_come() {
    let folder = std::env::temp_dir().join(format!("krog-doctor-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("keys");
    let path = file.to_str().unwrap();
    fs::write(&file, format!("# mine\nlaptop write {}\n", "0".repeat(64))).unwrap();
    let everywhere = ["--bind", "0.0.0.0:0"];
    assert_eq!(check("keys", &["--bind", "127.0.0.1:0"]).0, "found");
    assert_eq!(check("keys", &everywhere).0, "missing");
    let proxied = ["--bind", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1"];
    assert_eq!(check("keys", &proxied).0, "missing");
    let (status, detail) = check("keys", &["--bind", "0.0.0.0:0", "--api-keys", path]);
    assert_eq!(status, "found");
    assert!(detail.ends_with("keys: 1"), "{detail}");
    fs::write(&file, "laptop write krog_secret\n").unwrap();
    let (status, detail) = check("keys", &["--api-keys", path]);
    assert_eq!(status, "missing");
    assert!(
        detail.contains("line 1") && !detail.contains("secret"),
        "{detail}"
    );
    assert_eq!(check("keys", &["--api-keys", "/none/keys"]).0, "missing");
    assert_eq!(check("store", &["--db", "/none/store"]).0, "missing");
}
