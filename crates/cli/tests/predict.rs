//! `krog predict` as scripts meet it.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

const GAME: &str = "[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2450\"]\n\
    [Result \"1-0\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Qh5 { [%eval -0.5] } Ke7 { [%eval #1] } 3. Qxe5# 1-0\n";

fn krog(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
        .arg("predict")
        .args(args)
        .env_remove("KROG_LANG")
        .env_remove("KROG_FORMAT")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have gone by now.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json(args: &[&str]) -> serde_json::Value {
    let (code, out, err) = krog(&[args, &["--format", "json"]].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""));
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_position_has_chances_and_sources() {
    let even = json(&[
        "startpos",
        "--cp",
        "20",
        "--white-elo",
        "2600",
        "--black-elo",
        "2600",
    ]);
    let share = |name: &str| even[name].as_f64().unwrap();
    let sum = share("white") + share("draw") + share("black");
    assert!((sum - 1.0).abs() < 1e-3, "{even}");
    assert_eq!(
        even["sources"],
        serde_json::json!(["score", "ratings", "phase"])
    );
    let ahead = json(&[
        "startpos",
        "--cp",
        "300",
        "--white-elo",
        "2600",
        "--black-elo",
        "2600",
    ]);
    assert!(ahead["white"].as_f64().unwrap() > share("white") + 0.2);
    let unrated = json(&["startpos", "--cp", "-30"]);
    assert_eq!(unrated["sources"], serde_json::json!(["score", "phase"]));
}

#[test]
fn a_game_has_a_row_for_each_score() {
    let (code, out, err) = krog(&["-", "--engine", "pgn", "--format", "csv"], GAME);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows[0], "game,ply,white,draw,black,result");
    let plies: Vec<&str> = rows[1..]
        .iter()
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(plies, ["1", "2", "3", "4", "5"]);
    for row in &rows[1..] {
        let columns: Vec<&str> = row.split(',').collect();
        assert_eq!((columns[0], columns[5]), ("1", "1-0"), "{row}");
        let sum: f64 = columns[2..5]
            .iter()
            .map(|share| share.parse::<f64>().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-3, "{row}");
    }
}

#[test]
fn bad_combinations_are_named() {
    for (args, part) in [
        (
            &["startpos", "--cp", "0", "--format", "csv"][..],
            "--format",
        ),
        (&["-", "--cp", "0"], "--cp"),
        (&["startpos", "--engine", "pgn"], "--engine"),
    ] {
        let (code, _, err) = krog(args, GAME);
        assert_eq!(code, 2, "{args:?}");
        assert!(err.starts_with(&format!("krog: {part}: ")), "{err}");
    }
}
