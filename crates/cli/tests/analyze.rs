//! `krog analyze` and what `krog doctor` says about engines, as scripts meet
//! them, with the Stockfish that is installed.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const ENGINE_VARIABLES: [&str; 9] = [
    "KROG_LANG",
    "KROG_FORMAT",
    "KROG_ENGINE",
    "KROG_DEPTH",
    "KROG_NODES",
    "KROG_MOVETIME",
    "KROG_MULTIPV",
    "KROG_THREADS",
    "KROG_CLOUD_URL",
];

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";

fn run(args: &[&str], variables: &[(&str, &str)], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_krog"));
    for name in ENGINE_VARIABLES {
        command.env_remove(name);
    }
    let mut child = command
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have gone by now.
    let _gone = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The answer as JSON, which must be all there is.
#[track_caller]
fn json(args: &[&str], variables: &[(&str, &str)], input: &str) -> Value {
    let args = [&["analyze", "--format", "json"], args].concat();
    let output = run(&args, variables, input);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {told}");
    assert_eq!(told, "");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn check_fails(args: &[&str], code: i32, expected: &str) {
    let output = run(&[&["analyze"], args].concat(), &[], "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
    assert!(told.contains(expected), "{args:?}: {told}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn a_position_has_lines() {
    let analysis = json(&[MATE_IN_ONE, "--depth", "6"], &[], "");
    assert!(
        analysis["engine"]
            .as_str()
            .unwrap()
            .starts_with("Stockfish")
    );
    assert_eq!(analysis["limit"]["depth"], 6);
    assert_eq!(analysis["limit"]["multipv"], 2);
    let position = &analysis["positions"][0];
    assert_eq!(
        (&position["ply"], &position["fen"]),
        (&0.into(), &MATE_IN_ONE.into())
    );
    let lines = position["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["mate"], 1);
    assert_eq!(lines[0]["moves"][0], "a1a8");
    assert_eq!(lines[0]["san"][0], "Ra8#");
    assert!(lines[0].get("cp").is_none() && lines[1]["cp"].is_i64());
    assert!(lines[0]["nodes"].is_u64() && lines[0]["depth"] == 6);
}

#[test]
fn every_flag_has_a_variable_and_the_usual_limit_is_nodes() {
    let usual = json(&["startpos"], &[], "");
    assert_eq!(
        usual["limit"].to_string(),
        r#"{"multipv":2,"nodes":300000}"#
    );
    let told = [
        ("KROG_ENGINE", "stockfish"),
        ("KROG_DEPTH", "9"),
        ("KROG_NODES", "5000"),
        ("KROG_MOVETIME", "9000"),
        ("KROG_MULTIPV", "3"),
        ("KROG_THREADS", "1"),
    ];
    let analysis = json(&["startpos"], &told, "");
    assert_eq!(
        analysis["limit"].to_string(),
        r#"{"depth":9,"movetime":9000,"multipv":3,"nodes":5000}"#
    );
    assert_eq!(
        analysis["positions"][0]["lines"].as_array().unwrap().len(),
        3
    );
}

#[test]
fn a_game_has_every_position_with_its_start_and_its_end() {
    let opera = "data/samples/1858-morphy-duke-karl-opera-game.pgn";
    let analysis = json(&[opera, "--nodes", "2000", "--threads", "2"], &[], "");
    let positions = analysis["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 34);
    for (ply, position) in positions.iter().enumerate() {
        assert_eq!(position["ply"], ply);
    }
    let mate = &positions[33]["lines"][0];
    assert_eq!(
        (&mate["mate"], &mate["moves"]),
        (&0.into(), &Value::Array(vec![]))
    );
    assert_eq!(positions[32]["lines"][0]["mate"], 1);
}

#[test]
fn games_and_positions_come_from_standard_input_too() {
    let position = json(&["-", "--nodes", "100"], &[], "startpos\n");
    assert_eq!(position["positions"].as_array().unwrap().len(), 1);
    let games =
        "[White \"a\"]\n\n1. e4 {[%eval 0.3]} *\n\n[White \"b\"]\n\n1. d4 {[%eval #-4]} *\n";
    let games = json(&["-", "--engine", "pgn"], &[], games);
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["positions"][0]["lines"], Value::Array(vec![]));
    assert_eq!(games[0]["positions"][1]["lines"][0]["cp"], 30);
    assert_eq!(games[1]["positions"][1]["lines"][0]["mate"], -4);
}

#[test]
fn people_read_scores_depths_and_moves() {
    let pgn = "1. f3 {[%eval -0.8,20]} e5 2. g4 Qh4# {[%eval #-0]} 0-1";
    let output = run(&["analyze", "-", "--engine", "pgn"], &[], pgn);
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = "comments of the game\n\n? – ?, ?\n\n\
        start\nno evaluation\n\n1. f3\n  -0.80  depth 20\n\n1... e5\nno evaluation\n\n\
        2. g4\nno evaluation\n\n2... Qh4#\n    #-0\n";
    assert_eq!(text, expected);
    let output = run(
        &[
            "analyze",
            MATE_IN_ONE,
            "--depth",
            "4",
            "--multipv",
            "1",
            "--lang",
            "no",
        ],
        &[],
        "",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("dybde 4 · 1 variant\n\n     #1  dybde 4  1. Ra8#\n"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    check_fails(&["nowhere.pgn"], 2, "GAME: nowhere.pgn: ");
    check_fails(&["8/8/8/8/8/8/8/9 w - - 0 1"], 2, "FEN: board: found \"9\"");
    check_fails(&["startpos", "--depth", "0"], 2, "--depth");
    check_fails(
        &["startpos", "--engine", "uci:/none"],
        2,
        "--engine: /none: it cannot be started",
    );
    check_fails(
        &["startpos", "--engine", "pgn"],
        2,
        "--engine: found a position, expected a game",
    );
    let args = ["startpos", "--engine", "cloud", "--cloud-url", "lichess"];
    check_fails(&args, 2, "--cloud-url: found \"lichess\"");
    // Nobody listens there.
    let args = [
        "startpos",
        "--engine",
        "cloud",
        "--cloud-url",
        "http://127.0.0.1:9",
    ];
    check_fails(&args, 1, "failed: it cannot be reached");
    let opera = "data/samples/1858-morphy-duke-karl-opera-game.pgn";
    check_fails(&[opera, "--engine", "pgn"], 1, "found no [%eval]");
}

#[test]
fn the_doctor_names_the_engine_it_found() {
    let output = run(&["doctor"], &[], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("✓ engine   auto: Stockfish "), "{text}");
    let output = run(&["doctor", "--engine", "uci:/none"], &[], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("– engine   uci:/none: /none: it cannot be started"),
        "{text}"
    );
    let output = run(&["doctor", "--engine", "cloud", "--lang", "no"], &[], "");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("✓ motor    cloud: klar"), "{text}");
}
