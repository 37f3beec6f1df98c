//! `krog import`, `stats` and `db`, as scripts meet them.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("krog-cli-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Runs krog on the store of this folder.
    fn krog(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_krog"))
            .args(args)
            .env("KROG_DB", self.0.join("store"))
            .env_remove("KROG_LANG")
            .env_remove("KROG_FORMAT")
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .output()
            .unwrap()
    }

    #[track_caller]
    fn text(&self, args: &[&str]) -> String {
        let output = self.krog(args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args:?}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[args, &["--format", "json"]].concat())).unwrap()
    }

    #[track_caller]
    fn check_fails(&self, args: &[&str], code: i32, expected: &str) {
        let output = self.krog(args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(expected), "{told}");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn games_are_imported_once_and_looked_up() {
    let folder = Scratch::new("import");
    let report = folder.json(&["import", "data/samples"]);
    assert_eq!(report["gamesProcessed"], 40);
    assert_eq!(report["gamesImported"], 40);
    let again = folder.json(&["import", "data/samples"]);
    assert_eq!(
        (&again["gamesImported"], &again["gamesDuplicate"]),
        (&0.into(), &40.into())
    );

    let explorer = folder.json(&["stats", "startpos"]);
    let sum: u64 = ["white", "draws", "black"]
        .iter()
        .map(|part| explorer[part].as_u64().unwrap())
        .sum();
    assert_eq!(sum, 40);
    assert_eq!(explorer["moves"][0]["uci"], "e2e4");
    assert!(explorer["moves"][0]["game"]["white"]["name"].is_string());
    assert_eq!(explorer["byElo"].as_object().unwrap().len(), 7);
    let text = folder.text(&["stats", "startpos", "--lang", "no"]);
    assert!(
        text.starts_with("main: 40 partier, data til og med "),
        "{text}"
    );
    let text = folder.text(&["stats", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"]);
    assert!(text.ends_with("Nobody has been here.\n"), "{text}");
    let sound = folder.json(&["db", "verify"]);
    assert_eq!(
        (&sound["sound"], &sound["games"]),
        (&true.into(), &40.into())
    );
}

#[test]
fn stores_are_merged_and_exported() {
    let folder = Scratch::new("merge");
    let all: Vec<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/samples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        .map(|path| path.display().to_string())
        .collect();
    let (one, other) = all.split_at(17);
    let place = |name: &str| folder.0.join(name).display().to_string();
    let import = |files: &[String], store: &str| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        folder.text(&[&["import", "--db", &place(store)], &files[..]].concat());
    };
    import(&all, "whole");
    import(one, "one");
    import(other, "other");
    import(&all[10..], "overlap");
    let export = |store: &str| folder.text(&["db", "export", "--db", &place(store)]);
    folder.text(&[
        "db",
        "merge",
        &place("apart"),
        &place("one"),
        &place("other"),
    ]);
    folder.text(&[
        "db",
        "merge",
        &place("shared"),
        &place("one"),
        &place("overlap"),
    ]);
    assert_eq!(export("apart"), export("whole"));
    assert_eq!(export("shared"), export("whole"));
    assert!(export("whole").starts_with("collection\tposition\tmove\tcell\t"));
}

#[test]
fn what_is_wrong_is_named() {
    let folder = Scratch::new("wrong");
    folder.check_fails(
        &["stats", "startpos"],
        2,
        "there is no store here; `krog import` makes one",
    );
    folder.check_fails(&["import", "nowhere.pgn"], 2, "FILE: nowhere.pgn: ");
    folder.check_fails(
        &["import", "data/samples", "--since", "May"],
        2,
        "expected one such as 2024-05-31",
    );
    folder.check_fails(
        &["import", "data/samples", "--into", "a b"],
        2,
        "--into: found the name \"a b\"",
    );
    folder.check_fails(
        &["import", "data/samples", "--speed", "warp"],
        2,
        "ultraBullet, bullet",
    );
    folder.text(&["import", "data/samples", "--into", "masters"]);
    folder.check_fails(
        &["stats", "startpos"],
        2,
        "--in: found no collection \"main\", expected one of: masters",
    );
    folder.check_fails(
        &["stats", "startpos", "--band", "x"],
        2,
        "expected a range such as 1400-1800",
    );
}

#[test]
fn damage_is_found_and_never_answered_from() {
    let folder = Scratch::new("damage");
    folder.text(&["import", "data/samples"]);
    let segments = fs::read_dir(folder.0.join("store/segments")).unwrap();
    for segment in segments {
        let path = segment.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 3;
        bytes[middle] ^= 1;
        fs::write(&path, bytes).unwrap();
    }
    let output = folder.krog(&["db", "verify"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("The store is damaged.\n"), "{told}");
    assert!(told.contains("is not as it was written"), "{told}");
}

/// Ctrl-C while games come in: what was read is kept, and the rest can follow.
#[test]
fn an_interrupted_import_can_be_resumed() {
    let folder = Scratch::new("interrupt");
    let games: Vec<String> = (0..300)
        .map(|number| format!("[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n"))
        .collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(["import", "-", "--format", "json"])
        .env("KROG_DB", folder.0.join("store"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(games[..100].concat().as_bytes()).unwrap();
    // The lock is taken after the signal is listened to.
    let deadline = Instant::now() + Duration::from_mins(1);
    while !folder.0.join("store/lock").exists() {
        assert!(Instant::now() < deadline, "the import did not begin");
        std::thread::yield_now();
    }
    let number = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &number])
            .status()
            .unwrap()
            .success()
    );
    // The signal is taken by a thread of its own; the end of the input must not
    // come before it.
    std::thread::sleep(Duration::from_secs(1));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["stopped"], true);
    let counted = report["gamesImported"].as_u64().unwrap();
    assert!(counted <= 100);
    let file = folder.0.join("games.pgn");
    fs::write(&file, games.concat()).unwrap();
    let resumed = folder.json(&["import", file.to_str().unwrap()]);
    assert_eq!(resumed["gamesImported"], 300 - counted);
    assert_eq!(folder.json(&["db", "verify"])["games"], 300);
}
