//! Puzzles that are kept and practised, as people and scripts meet them.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    env, fs,
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

/// White could fork king and rook and played on the other side.
const GAME: &str = "[FEN \"r2k4/8/8/1N6/8/8/6PP/6K1 b - - 0 1\"]\n[SetUp \"1\"]\n[Site \"here\"]\n\n1... Ke8 2. h3 Rb8 *\n";

/// A folder with a store in it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("krog-practice-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn krog(&self, args: &[&str]) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
            .args(args)
            .env("KROG_DB", self.0.join("store"))
            .env_remove("KROG_ENGINE")
            .env_remove("KROG_LANG")
            .env_remove("KROG_FORMAT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that reads nothing may have gone by now.
        let _ = child.stdin.take().unwrap().write_all(GAME.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    #[track_caller]
    fn json(&self, args: &[&str], code: i32) -> Value {
        let (found, out, err) = self.krog(&[args, &["--format", "json"]].concat());
        assert_eq!(found, code, "{args:?}: {err}");
        serde_json::from_str(&out).unwrap()
    }

    fn make(&self) -> Value {
        let args = "puzzles make - --keep --engine builtin --nodes 20000";
        self.json(&args.split(' ').collect::<Vec<_>>(), 0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_kept_puzzle_is_due_until_it_is_solved() {
    let folder = Scratch::new("solved");
    let made = folder.make();
    let id = made[0]["id"].as_str().unwrap();
    assert_eq!(made[0]["answers"][0], "b5c7");

    let (code, text, _) = folder.krog(&["puzzles", "due"]);
    assert_eq!(code, 0);
    assert!(text.contains(&format!("{id} · White to move")), "{text}");
    assert!(!text.contains("Nc7"), "the answer is shown: {text}");
    let (_, text, _) = folder.krog(&["puzzles", "due", "--answers"]);
    assert!(text.contains("Answers: Nc7+"), "{text}");
    let (_, text, _) = folder.krog(&["puzzles", "due", "--answers", "--lang", "no"]);
    assert!(text.contains("Svar: Nc7+"), "{text}");
    let due = folder.json(&["puzzles", "due"], 0);
    assert_eq!(
        (&due[0]["id"], &due[0]["site"]),
        (&made[0]["id"], &"here".into())
    );
    assert_eq!(due[0]["schedule"]["streak"], 0);

    let graded = folder.json(&["puzzles", "grade", id, "good"], 0);
    assert_eq!(graded["schedule"]["interval"], 1.0);
    assert_eq!(graded["schedule"]["streak"], 1);
    assert_eq!(
        folder.json(&["puzzles", "due"], 1),
        Value::Array(Vec::new())
    );

    // Made again, it keeps its schedule; failed, it comes back soon.
    folder.make();
    assert_eq!(
        folder.json(&["puzzles", "due"], 1),
        Value::Array(Vec::new())
    );
    let (code, text, _) = folder.krog(&["puzzles", "grade", id, "again"]);
    assert_eq!(
        (code, text.trim()),
        (0, format!("{id} is due again in ten minutes.").as_str())
    );
    let graded = folder.json(&["puzzles", "grade", id, "easy"], 0);
    assert_eq!(graded["schedule"]["lapses"], 1);
}

#[test]
fn what_is_no_puzzle_and_no_grade_is_told() {
    let folder = Scratch::new("unknown");
    folder.make();
    let (code, _, err) = folder.krog(&["puzzles", "grade", "nothing", "good"]);
    assert_eq!(code, 2);
    assert!(err.contains("ID: no puzzle nothing"), "{err}");
    let (code, _, err) = folder.krog(&["puzzles", "grade", "nothing", "fine"]);
    assert_eq!(code, 2);
    assert!(err.contains("expected again, hard, good or easy"), "{err}");
}

#[test]
fn nothing_is_kept_unless_asked_for() {
    let folder = Scratch::new("unkept");
    let args = "puzzles make - --engine builtin --nodes 20000";
    let (code, out, _) = folder.krog(&args.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0);
    assert!(out.starts_with("PuzzleId,"), "{out}");
    let (code, _, err) = folder.krog(&["puzzles", "due"]);
    assert_eq!(code, 2);
    assert!(err.contains("--db"), "{err}");
}
