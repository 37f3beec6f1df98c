//! `krog review`, `label`, `suggest` and profiles, as people and scripts meet them.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use serde_json::Value;

/// Legal's mate with scores; Black takes the queen.
const LEGAL: &str = "[Event \"Paris\"]\n[White \"Legal\"]\n[Black \"Saint Brie\"]\n[Date \"1750.??.??\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} d6 {[%eval 0.6]} \
    3. Bc4 {[%eval 0.5]} Bg4 {[%eval 0.9]} 4. Nc3 {[%eval 0.8]} (4. h3 {[%eval 0.7]} Bxf3 {[%eval 0.8]}) \
    4... g6 {[%eval 2.0]} 5. Nxe5 {[%eval 2.0]} Bxd1 {[%eval #2]} 6. Bxf7+ {[%eval #1]} Ke7 {[%eval #1]} \
    7. Nd5# 1-0\n";

/// Runs krog with this input; its exit code, output and errors.
fn krog(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(args)
        .env_remove("KROG_ENGINE")
        .env_remove("KROG_LANG")
        .env_remove("KROG_FORMAT")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments may have gone by now.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json(args: &[&str], input: &str) -> Value {
    let (code, out, err) = krog(args, input);
    assert_eq!(code, 0, "{args:?}: {err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_review_is_read_by_programs() {
    let answer = json(
        &["review", "-", "--engine", "pgn", "--format", "json"],
        LEGAL,
    );
    assert_eq!(answer["profile"], "wintr");
    assert_eq!(answer["engine"], "comments of the game");
    let game = &answer["games"][0];
    assert_eq!(game["tags"]["White"], "Legal");
    for key in ["opening", "accuracy", "acpl", "phases", "counts"] {
        assert!(game.get(key).is_some(), "{key}");
    }
    assert_eq!(game["counts"]["black"]["blunder"], 1);
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 13);
    let blunder = &moves[9];
    assert_eq!(
        (&blunder["ply"], &blunder["san"]),
        (&10.into(), &"Bxd1".into())
    );
    assert_eq!(blunder["label"], "blunder");
    assert_eq!(blunder["eval"]["mate"], 2);
    assert!(blunder["loss"].as_f64().unwrap() > 0.3);
    for key in [
        "uci",
        "fenBefore",
        "fenAfter",
        "best",
        "accuracy",
        "wdl",
        "claims",
    ] {
        assert!(blunder.get(key).is_some(), "{key}");
    }
    let sum: f64 = ["white", "draw", "black"]
        .iter()
        .map(|key| moves[2]["wdl"][key].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-3);
    assert!(game.get("variations").is_none());
    let args = [
        "review",
        "-",
        "--engine",
        "pgn",
        "--format",
        "json",
        "--variations",
    ];
    let answer = json(&args, LEGAL);
    let variation = &answer["games"][0]["variations"][0];
    assert_eq!(variation["moves"][0]["san"], "h3");
    assert_eq!(variation["moves"][0]["ply"], 7);
}

#[test]
fn a_review_is_read_by_people_in_both_languages() {
    let (code, out, _) = krog(&["review", "-", "--engine", "pgn"], LEGAL);
    assert_eq!(code, 0);
    for part in [
        "Legal – Saint Brie, 1750  1-0",
        "5... Bxd1??",
        "blunder",
        "the game turns",
        "White's chances",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (_, out, _) = krog(&["review", "-", "--engine", "pgn", "--lang", "no"], LEGAL);
    for part in ["bukk", "partiet snur", "Hvits sjanser", "presisjon"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (_, out, _) = krog(
        &["review", "-", "--engine", "pgn", "--estimate-rating"],
        LEGAL,
    );
    assert!(out.contains("estimated rating"), "{out}");
}

#[test]
fn a_review_is_an_annotated_game() {
    let (code, out, _) = krog(
        &["review", "-", "--engine", "pgn", "--format", "pgn"],
        LEGAL,
    );
    assert_eq!(code, 0);
    assert!(out.contains("Bxd1 $4 { [%eval #2]"), "{out}");
    assert!(out.contains("( 4. h3"), "{out}");
    // It can be reviewed again, with the same verdicts.
    let again = json(
        &["review", "-", "--engine", "pgn", "--format", "json"],
        &out,
    );
    let first = json(
        &["review", "-", "--engine", "pgn", "--format", "json"],
        LEGAL,
    );
    assert_eq!(again["games"][0]["counts"], first["games"][0]["counts"]);
    let (code, ..) = krog(&["see", "startpos", "e4", "--format", "pgn"], "");
    assert_eq!(code, 2);
}

#[test]
fn games_from_positions_are_reviewed_from_their_side() {
    let black_first = "[FEN \"r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\"]\n[SetUp \"1\"]\n\n*\n";
    let (code, _, err) = krog(
        &["review", "-", "--engine", "builtin", "--nodes", "500"],
        black_first,
    );
    assert_eq!(code, 0, "{err}");
    let game =
        "[FEN \"4k3/8/8/8/8/8/4q3/K6R b - - 0 10\"]\n[SetUp \"1\"]\n\n10... Qg2 11. Rh8+ Ke7 *\n";
    let args = [
        "review", "-", "--engine", "builtin", "--nodes", "3000", "--format", "json",
    ];
    let answer = json(&args, game);
    let moves = answer["games"][0]["moves"].as_array().unwrap();
    assert_eq!(moves[0]["san"], "Qg2");
    assert_eq!(moves[0]["ply"], 1);
    assert!(moves[1]["label"].is_string(), "{answer}");
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n[SetUp \"1\"]\n\n9. h3 e5 *\n";
    let answer = json(&args, chess960);
    assert_eq!(answer["games"][0]["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn moves_are_labelled_line_by_line() {
    let line = r#"{"id":"x","fen":"startpos","move":"g4","before":[{"cp":30,"depth":20,"moves":["e2e4"]}],"after":[{"cp":-120,"depth":20}]}"#;
    let (code, out, _) = krog(
        &["label", "--profile", "wintr", "-"],
        &format!("{line}\n\n{line}\n"),
    );
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 2);
    let answer: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&answer["id"], &answer["label"]),
        (&"x".into(), &"mistake".into())
    );
    for profile in ["wintr-lib", "dual", "dual-lenient", "lichess", "krog"] {
        let (code, out, _) = krog(&["label", "--profile", profile, "-"], line);
        assert_eq!(code, 0, "{profile}");
        assert!(out.contains("\"label\":\""), "{profile}: {out}");
    }
}

#[test]
fn bad_input_is_told_by_its_part() {
    let rows: [(&[&str], &str, &str); 9] = [
        (&["review", "none.pgn"], "", "GAME: "),
        (&["review", "-", "--profile", "none"], LEGAL, "--profile: "),
        (
            &["review", "-", "--profile", "none.toml"],
            LEGAL,
            "--profile: none.toml",
        ),
        (&["review", "-", "--engine", "pgn"], "1. e4 e5 *", "GAME: "),
        (
            &["review", "-", "--engine", "uci:/none"],
            LEGAL,
            "--engine: ",
        ),
        (
            &["review", "-", "--engine", "pgn", "-o", "/none/x"],
            LEGAL,
            "--output: ",
        ),
        (
            &["label", "-"],
            "{\"fen\":\"x\",\"move\":\"e4\"}",
            "FILE: -: line 1: fen: ",
        ),
        (&["suggest", "nowhere"], "", "FEN: "),
        (
            &["suggest", "startpos", "--context", "fun"],
            "",
            "expected one of learning",
        ),
    ];
    for (args, input, part) in rows {
        let (code, out, err) = krog(args, input);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
}

#[test]
fn profiles_are_listed_and_can_be_written() {
    let listed = json(&["rules", "--kind", "profiles", "--format", "json"], "");
    let ids: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|profile| profile["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        ids,
        [
            "wintr",
            "wintr-lib",
            "dual",
            "dual-lenient",
            "lichess",
            "krog"
        ]
    );
    let (_, out, _) = krog(&["rules", "dual"], "");
    assert!(out.contains(">= 300 cp"), "{out}");
    let folder = std::env::temp_dir().join(format!("krog-profile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mild.toml");
    std::fs::write(&path, "id = \"mild\"\nloss = [0.5, 0.6, 0.7, 0.8, 0.9]\n").unwrap();
    let path = path.to_str().unwrap();
    let args = [
        "review",
        "-",
        "--engine",
        "pgn",
        "--format",
        "json",
        "--profile",
        path,
    ];
    let answer = json(&args, LEGAL);
    assert_eq!(answer["profile"], "mild");
    assert_eq!(answer["games"][0]["moves"][7]["label"], "best");
    std::fs::write(path, "id = \"mild\"\nlosses = 3\n").unwrap();
    let (code, _, err) = krog(&args, LEGAL);
    assert_eq!(code, 2);
    assert!(err.contains("losses"), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn moves_are_suggested_with_reasons() {
    let args = [
        "suggest", "startpos", "--engine", "builtin", "--nodes", "20000",
    ];
    let answer = json(
        &[&args[..], &["--format", "json", "--limit", "3"]].concat(),
        "",
    );
    assert_eq!(answer["totalLegalMoves"], 20);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(answer["bestMove"], moves[0]["move"]);
    assert_eq!(
        (&moves[0]["rank"], &moves[0]["recommended"]),
        (&1.into(), &true.into())
    );
    assert_eq!(moves[0]["classification"], "best");
    let score = &moves[0]["score"];
    for key in ["engineScore", "krogScore", "totalScore", "confidence"] {
        let part = score[key].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&part), "{key}: {part}");
    }
    assert!(score["statisticalScore"].is_null());
    let (code, out, _) = krog(&args, "");
    assert_eq!(code, 0);
    assert!(out.contains("recommended"), "{out}");
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let answer = json(
        &["suggest", mated, "--engine", "builtin", "--format", "json"],
        "",
    );
    assert!(answer["bestMove"].is_null());
}

#[test]
fn an_explanation_has_the_score_of_its_move() {
    let args = [
        "explain", "startpos", "Nf3", "--engine", "builtin", "--nodes", "20000", "--format", "json",
    ];
    let answer = json(&args, "");
    assert!(answer["score"]["totalScore"].is_number(), "{answer}");
    assert!(answer["classification"].is_string());
    assert!(answer["statistics"].is_null());
    assert!(answer["engine"]["depth"].is_number());
}

#[test]
fn mistakes_become_puzzles() {
    // White could fork king and rook and played on the other side.
    let game = "[FEN \"r2k4/8/8/1N6/8/8/6PP/6K1 b - - 0 1\"]\n[SetUp \"1\"]\n[Site \"here\"]\n\n1... Ke8 2. h3 Rb8 *\n";
    let args = [
        "puzzles", "make", "-", "--engine", "builtin", "--nodes", "20000",
    ];
    let (code, out, err) = krog(&args, game);
    assert_eq!(code, 0, "{err}");
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows[0].starts_with("PuzzleId,FEN,Moves,"), "{out}");
    assert!(rows[1].contains(",d8e8 b5c7"), "{out}");
    assert!(rows[1].contains("fork"), "{out}");
    let (code, out, _) = krog(&[&args[..], &["--format", "pgn"]].concat(), game);
    assert_eq!(code, 0);
    assert!(out.contains("1... Ke8 2. Nc7+"), "{out}");
    // What is made can be tagged again.
    let (_, csv, _) = krog(&args, game);
    let (code, tagged, _) = krog(&["puzzles", "tag", "-"], &csv);
    assert_eq!(code, 0);
    assert!(
        tagged
            .lines()
            .nth(1)
            .is_some_and(|row| row.contains("fork")),
        "{tagged}"
    );
    let (code, _, err) = krog(&["puzzles", "make", "-", "--engine", "pgn"], game);
    assert_eq!(code, 2);
    assert!(err.contains("--engine"), "{err}");
}
