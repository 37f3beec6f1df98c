//! `krog explain`, as people and scripts meet it.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::process::Command;

/// Runs krog; its exit code, output and errors.
fn krog(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .args(args)
        .env_remove("KROG_ENGINE")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_position_is_described_without_a_move() {
    let fen = "r1bq1rk1/pp3ppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";
    let (code, out, _) = krog(&["explain", fen]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("- White has an isolated queen's pawn on d4\n"),
        "{out}"
    );
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (_, out, _) = krog(&["explain", mated]);
    assert!(out.contains("- White is checkmated\n"), "{out}");
    let (_, out, _) = krog(&["explain", fen, "--lang", "no"]);
    assert!(
        out.contains("- Hvit har en isolert dronningbonde på d4\n"),
        "{out}"
    );
    let (_, out, _) = krog(&["explain", fen, "--format", "json"]);
    assert!(out.contains("\"activePrinciples\""), "{out}");
}

#[test]
fn a_move_is_explained_as_text_and_json() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let (code, out, _) = krog(&["explain", fen, "a6", "--nodes", "2000"]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("✗                   allows mate at once: Qxf7#"),
        "{out}"
    );
    let (_, out, _) = krog(&["explain", fen, "a6", "--nodes", "2000", "--format", "json"]);
    for part in [
        "\"id\": \"allows_mate\"",
        "\"replySan\": \"Qxf7#\"",
        "\"krogFormula\"",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn bad_input_is_told_by_its_part() {
    for (args, part) in [
        (vec!["explain", "startpos", "Ke3"], "MOVE: "),
        (vec!["explain", "start", "e4"], "FEN: "),
        (
            vec!["explain", "startpos", "e4", "--line", "e4 Ke6"],
            "--line: ",
        ),
        (
            vec!["explain", "startpos", "e4", "--engine", "uci:/none"],
            "--engine: ",
        ),
    ] {
        let (code, out, err) = krog(&args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
}
