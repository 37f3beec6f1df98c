//! The commands as scripts meet them: output, exit codes, bad input.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

struct Answer {
    code: i32,
    out: String,
    err: String,
}

fn krog(args: &[&str], input: &str) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_krog"))
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
    Answer {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[track_caller]
fn check(args: &[&str], code: i32, out: &str, err: &str) {
    let answer = krog(args, "");
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.as_str()),
        (code, out, err),
        "{args:?}"
    );
}

#[test]
fn a_clear_phrase_is_a_move() {
    let row = "Nxe5    f3e5   knight takes on e5\n";
    check(&["say", "knight takes e5", ITALIAN], 0, row, "");
    let row = "Nxe5    f3e5   springeren slår på e5\n";
    check(
        &["say", "springer tar e fem", ITALIAN, "--lang", "nb"],
        0,
        row,
        "",
    );
}

#[test]
fn an_open_phrase_is_answered_with_the_candidates() {
    let rows = "2 moves fit; say which one:\n\
        Nbd2    b1d2   knight from b1 to d2\n\
        Nfd2    f3d2   knight from f3 to d2\n";
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check(&["say", "knight to d2", knights], 1, rows, "");
    check(
        &["say", "queen to d2", knights],
        1,
        "",
        "krog: no legal move fits \"queen to d2\"\n",
    );
}

#[test]
fn json_has_the_promised_fields() {
    let answer = krog(&["say", "castle", ITALIAN, "--format", "json"], "");
    let said: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(said["san"], "O-O");
    assert_eq!(said["uci"], "e1g1");
    assert_eq!(said["candidates"][0]["spoken"]["no"], "roker kort");
    let answer = krog(&["see", ITALIAN, "Bxf7", "--format", "json"], "");
    let exchange: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(exchange["value"], -200);
    let answer = krog(&["doctor", "--format", "json", "--engine", "uci:/none"], "");
    let doctor: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(doctor["checks"][0]["name"], "engine");
    assert_eq!(doctor["checks"][0]["status"], "missing");
}

#[test]
fn a_position_can_come_from_standard_input() {
    let answer = krog(&["see", "-", "Nxe5"], ITALIAN);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, "Nxe5: -200 centipawns\n")
    );
}

#[test]
fn bad_input_is_named() {
    check(
        &["see", "startpos", "Ke2"],
        2,
        "",
        "krog: MOVE: \"Ke2\" is not legal: the king cannot go to e2\n",
    );
    check(
        &["say", "e4", "8/8 w"],
        2,
        "",
        "krog: FEN: board: found \"8/8\", expected 8 ranks divided by /, not 2\n",
    );
    check(
        &["say", "knight jumps", "startpos"],
        2,
        "",
        "krog: PHRASE: the word \"jumps\" is not understood: expected pieces, squares and words such as takes, to, from, castle, promotes, check\n",
    );
    let answer = krog(&["say", "e4", "startpos", "--lang", "sv"], "");
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("\"sv\""), "{}", answer.err);
    let answer = krog(&["doctor", "--engine", "fritz"], "");
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("uci:PATH"), "{}", answer.err);
}

#[test]
fn manual_and_completions_come_from_the_command_line_itself() {
    let page = krog(&["man"], "");
    assert!(page.out.contains(".TH krog"), "{}", page.out);
    let page = krog(&["man", "say"], "");
    assert!(page.out.contains("KROG_LANG"), "{}", page.out);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = krog(&["completions", shell], "");
        assert!(script.out.contains("doctor"), "{shell}");
    }
    let answer = krog(&["man", "fly"], "");
    assert_eq!(answer.code, 2);
    let expected = "krog: COMMAND: found \"fly\", expected one of analyze, ";
    assert!(answer.err.starts_with(expected), "{}", answer.err);
}

#[test]
fn a_forbidden_move_is_shown_with_its_witnesses() {
    let answer = krog(&["validate", "startpos", "Be3"], "");
    assert_eq!(answer.code, 1);
    assert_eq!(
        answer.out,
        "✗ Bc1-e3 is not legal

8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P [P] P  P  P  P
1  R  N [B] Q  K  B  N  R
   a  b  c  d  e  f  g  h

├── ✓ turn (FIDE 1.2, 1.3): it is White's turn, and the bishop on c1 is White's
├── ✓ bishop_movement (FIDE 3.2, 3.5): the bishop moves from c1 to e3 by its own rule
└── ✗ bishop_movement (FIDE 3.2, 3.5): the bishop on c1 is blocked by the pawn on d2

F(c1e3) ↔ ¬PC(c1, e3)
"
    );
    let legal = krog(&["validate", "startpos", "Nf3", "--lang", "no"], "");
    assert_eq!(legal.code, 0);
    assert!(legal.out.starts_with("✓ Nf3 er lovlig"), "{}", legal.out);
    let answer = krog(&["validate", "startpos", "Be3", "--format", "json"], "");
    let validation: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    for field in [
        "valid",
        "operators",
        "formula",
        "rtype",
        "explanation",
        "fideRule",
        "json",
    ] {
        assert!(!validation[field].is_null(), "{field}");
    }
    check(
        &["validate", "startpos", "hello"],
        2,
        "",
        "krog: MOVE: found \"hello\", expected SAN (Nf3), long algebraic (Ng1-f3) or UCI (g1f3)\n",
    );
}

#[test]
fn a_formula_is_checked_along_a_game() {
    let game = "1. f3 e5 2. g4 Qh4# 0-1";
    let answer = krog(&["check", "G(¬CS(white))", "-"], game);
    assert_eq!(answer.code, 1);
    let first = answer.out.lines().next();
    assert_eq!(
        first,
        Some("The formula does not hold; it is first broken at ply 4: 2... Qh4#")
    );
    let answer = krog(
        &["check", "G(~CS(self) after move)", "-", "--format", "json"],
        game,
    );
    let verdict: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(verdict["holds"], true);
    let answer = krog(&["check", "G(¬CS(white))", "-", "--format", "json"], game);
    let verdict: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(verdict["violatedAt"], 4);
    check(
        &["check", "P(Nf3 ∧", "--fen", "startpos"],
        2,
        "",
        "krog: FORMULA: found the end, expected a formula\n  P(Nf3 ∧\n         ^\n",
    );
    check(
        &["check", "PV"],
        2,
        "",
        "krog: GAME: found neither a game nor --fen, expected one of them\n",
    );
}

#[test]
fn the_laws_are_listed() {
    let list = krog(&["rules", "--kind", "laws"], "");
    assert_eq!(list.out.lines().count(), 26);
    let one = krog(&["rules", "own_king", "--lang", "no"], "");
    assert!(
        one.out
            .contains("Et trekk får ikke la egen konge stå i sjakk."),
        "{}",
        one.out
    );
    let article = krog(&["rules", "3.5"], "");
    assert_eq!(
        article.out.matches("R3_path_dependent").count(),
        3,
        "{}",
        article.out
    );
    let tactics = krog(&["rules", "--kind", "tactics", "--lang", "no"], "");
    assert!(
        tactics.out.contains("fork                  Gaffel\n"),
        "{}",
        tactics.out
    );
    // A principle and a term have the same id.
    let principle = krog(&["rules", "passed_pawns"], "");
    assert!(
        principle.out.starts_with("Push passed pawns\n"),
        "{}",
        principle.out
    );
    let term = krog(&["rules", "passed_pawns", "--kind", "terms"], "");
    assert!(
        term.out.ends_with("Figures from: cargo xtask tune\n"),
        "{}",
        term.out
    );
    let laws = krog(&["rules", "passed_pawns", "--kind", "laws"], "");
    assert_eq!(laws.code, 2);
    let profiles = krog(&["rules", "passed_pawns", "--kind", "profiles"], "");
    assert!(
        profiles.err.contains("expected one of wintr, "),
        "{}",
        profiles.err
    );
    let answer = krog(&["rules", "nothing"], "");
    assert_eq!(answer.code, 2);
}

#[test]
fn puzzles_are_tagged_and_bad_rows_told() {
    let csv = "PuzzleId,FEN,Moves\n\
        a,6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1,a2a1 d1a1\n\
        b,nonsense,e2e4\n\
        c,r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a2 d1d8\n";
    let answer = krog(&["puzzles", "tag", "-"], csv);
    assert_eq!(answer.code, 1);
    assert_eq!(
        answer.out,
        "PuzzleId,Themes\na,hangingPiece oneMove\nc,backRankMate mate mateIn1 oneMove\n"
    );
    assert!(
        answer.err.starts_with("krog: -, line 3: FEN: board"),
        "{}",
        answer.err
    );
    check(
        &["puzzles", "tag", "/dev/null"],
        2,
        "",
        "krog: FILE: found no column \"PuzzleId\" in the first line, expected PuzzleId, FEN and Moves\n",
    );
}
