//! PGN as it is found in the wild: what is read, what is told, what survives.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Color, KnownOutcome, Outcome, Position as _, game::ROOT, pgn};

/// Reads a text; each game becomes its main line, each error its message.
fn lines(text: &[u8]) -> Vec<String> {
    pgn::games(text)
        .map(|reading| match reading {
            Ok(reading) => reading.game.line().to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(lines(text.as_bytes()), expected, "{text:?}");
}

/// The issues of the first game.
#[track_caller]
fn check_issues(text: &str, expected: &[&str]) {
    let reading = pgn::games(text.as_bytes()).next().unwrap().unwrap();
    let issues: Vec<String> = reading.issues.iter().map(ToString::to_string).collect();
    assert_eq!(issues, expected, "{text:?}");
}

#[test]
fn games_are_divided_however_they_are_written() {
    check("", &[]);
    check("\n \r\n", &[]);
    check("1. e4 e5 *", &["1. e4 e5"]);
    check(
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n",
        &["1. e4", "1. d4"],
    );
    // No blank lines at all.
    check(
        "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *",
        &["1. e4", "1. d4"],
    );
    // Too many.
    check(
        "[Event \"a\"]\n\n\n1. e4\n\ne5 2. Nf3\n\n*",
        &["1. e4 e5 2. Nf3"],
    );
    // Blank lines between tags.
    check("[Event \"a\"]\n\n[White \"b\"]\n\n1. e4 *", &["1. e4"]);
    // No tags, no results, one line.
    check(
        "1. e4 e5\n\n1. d4 d5\n\n1. c4",
        &["1. e4 e5", "1. d4 d5", "1. c4"],
    );
    check(
        "1. e4 e5 1-0 1. d4 0-1 1. c4 *",
        &["1. e4 e5", "1. d4", "1. c4"],
    );
    check(
        "[Event \"a\"] 1. e4 * [Event \"b\"] 1. d4 *",
        &["1. e4", "1. d4"],
    );
    // A counter at its end, and a pass.
    check_issues(
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 4294967295 1\"]\n\n1. -- Kd8 *",
        &[],
    );
    // A result right behind a number.
    check("1. e4 e5 2.1-0 1. d4 1...*", &["1. e4 e5", "1. d4"]);
    check_issues("1. e4 e5 2.1/2-1/2", &[]);
    // A game without moves is a game.
    check(
        "[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n1. d4 *",
        &["", "1. d4"],
    );
    check("[Event \"a\"]\n\n[Event \"b\"]\n\n1. d4 *", &["", "1. d4"]);
}

#[test]
fn old_and_foreign_files_are_read() {
    check("\u{feff}[Event \"a\"]\n\n1. e4 *", &["1. e4"]);
    check("[Event \"a\"]\r\n\r\n1. e4 e5\r\n*\r\n", &["1. e4 e5"]);
    check(
        "[Event \"a\"]\r\r1. e4 e5\r*\r[Event \"b\"]\r\r1. d4 *",
        &["1. e4 e5", "1. d4"],
    );
    check(
        "% escaped {\n1. e4 e5\n% ( also this\n2. Nf3 *",
        &["1. e4 e5 2. Nf3"],
    );
    check("1. e4 ; king's pawn {\n e5 2. Nf3 *", &["1. e4 e5 2. Nf3"]);
    check("1.e4 e5 2.Nf3 Nc6 3.Bb5", &["1. e4 e5 2. Nf3 Nc6 3. Bb5"]);
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *",
        &["1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O"],
    );
    check("1. e2-e4 e7-e5 2. Ng1-f3 *", &["1. e4 e5 2. Nf3"]);
    let latin1 = lines(b"[White \"S\xe4misch\"]\n\n1. e4 {Gr\xfc\xdfe} *");
    assert_eq!(latin1, ["1. e4"]);
    let reading = pgn::games(&b"[White \"S\xe4misch\"]\n\n1. e4 *"[..])
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(reading.game.tags.get("White"), Some("Sämisch"));
    let utf16: Vec<u8> = "\u{feff}1. e4 *"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(
        lines(&utf16),
        ["reading stopped: found UTF-16 text, expected UTF-8 or Latin-1"]
    );
}

#[test]
fn a_broken_game_costs_only_itself() {
    // A comment that never ends does not swallow the games behind it.
    check(
        "[Event \"a\"]\n\n1. e4 { no end\n\n[Event \"b\"]\n\n1. d4 {fine} *",
        &["1. e4", "1. d4"],
    );
    check(
        "[Event \"a\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event \"b\"]\n\n1. d4 *",
        &["1. e4 e5", "1. d4"],
    );
    check(
        "[Event \"a\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *",
        &[
            "line 1: start position: the position is not legal: the board is empty; a king is missing",
            "1. d4",
        ],
    );
    check(
        "[Variant \"Crazyhouse\"]\n\n1. e4 N@f3 *\n\n[Event \"b\"]\n\n1. d4 *",
        &["line 1: the variant \"Crazyhouse\" is not chess", "1. d4"],
    );
}

#[test]
fn faults_are_told_with_their_line() {
    check_issues(
        "1. e4 e5\n2. Ke3 Nc6 *",
        &[
            "line 2: \"Ke3\" is not legal: the king cannot go to e3; the rest of the line is left out",
        ],
    );
    check_issues(
        "1. e4 foo e5 *",
        &["line 1: \"foo\" is no move and is left out"],
    );
    check_issues(
        "[White \"a\"]\n[White \"b\"]\n[Black]\n\n1. e4 *",
        &[
            "line 2: the tag White stands twice; the first one is kept",
            "line 3: the tag \"[Black]\" is not of the form [Name \"value\"] and is left out",
        ],
    );
    check_issues(
        "[Result \"0-1\"]\n\n1. e4 1-0",
        &["line 1: the tag says 0-1, the moves end with 1-0; the latter counts"],
    );
    check_issues("1. e4 (1. d4 *", &["line 1: a variation has no end"]);
    check_issues(
        "(1. d4) 1. e4 *",
        &["line 1: a variation stands where none can; it is left out"],
    );
    check_issues(
        "1. e4 ) e5 *",
        &["line 1: a variation stands where none can; it is left out"],
    );
    check_issues("1. e4 { open", &["line 1: a comment has no end"]);
}

#[test]
fn the_whole_game_is_kept() {
    let text = "[Event \"A \\\"quoted\\\" \\\\ name\"]\n[Result \"1/2-1/2\"]\n\n\
        { Before. } 1. e4 $1 { [%eval 0.30,20] [%clk 0:05:00] good } ( { Or } 1. d4 d5 ( 1... Nf6 $5\n\
        ) 2. c4 ) ( 1. -- e5 ) 1... e5 2. Nf3 1/2-1/2\n";
    let reading = pgn::games(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(reading.issues, []);
    let game = reading.game;
    assert_eq!(game.outcome, Outcome::Known(KnownOutcome::Draw));
    assert_eq!(game.tags.get("Event"), Some("A \"quoted\" \\ name"));
    assert_eq!(game.notes(ROOT).unwrap().after[0].text, "Before.");
    let first = game.main_line().next().unwrap();
    let notes = game.notes(first).unwrap();
    assert_eq!(notes.nags, [1]);
    assert_eq!(
        notes
            .eval()
            .map(|(score, depth)| (score.to_string(), depth)),
        Some(("0.30".to_owned(), Some(20)))
    );
    assert_eq!(notes.clock().map(|time| time.as_secs()), Some(300));
    assert_eq!(game.children(ROOT).count(), 3);
    assert_eq!(game.len(), 9);
    let last = game.main_line().last().unwrap();
    assert_eq!(game.position(last).turn(), Color::Black);
    assert_eq!(&game.position(last), game.line().end());
    // Writing wraps at another column, so compare what is read again.
    let written = pgn::write(&game);
    assert!(
        written.lines().all(|line| line.chars().count() <= 80),
        "{written}"
    );
    let again = pgn::games(written.as_bytes()).next().unwrap().unwrap();
    assert_eq!(again.game, game);
    assert_eq!(pgn::write(&again.game), written);
}

#[test]
fn depth_and_size_are_bounded() {
    let deep = format!("1. e4 {} *", "(1. d4 ".repeat(100_000));
    let reading = pgn::games(deep.as_bytes()).next().unwrap().unwrap();
    assert!(reading.issues.len() <= 20);
    assert!(reading.game.len() <= 1 + pgn::DEEPEST_VARIATION);
    let wide = format!("1. e4 {} *", "(1. d4) ".repeat(100_000));
    let reading = pgn::games(wide.as_bytes()).next().unwrap().unwrap();
    assert_eq!(reading.game.len(), 100_001);
    let huge = format!(
        "1. e4 {{{}}} *\n\n[Event \"b\"]\n\n1. d4 *",
        "x ".repeat(3 << 20)
    );
    check(
        &huge,
        &["line 1: the game is longer than 4194304 bytes", "1. d4"],
    );
}

/// Reads one game and writes it again on one line.
#[track_caller]
fn check_rewritten(text: &str, expected: &str) {
    let reading = pgn::games(text.as_bytes()).next().unwrap().unwrap();
    let written = pgn::write(&reading.game);
    assert_eq!(written.trim_end().replace('\n', " "), expected, "{text:?}");
    let again = pgn::games(written.as_bytes()).next().unwrap().unwrap();
    assert_eq!(again.game, reading.game);
}

#[test]
fn variations_keep_their_place() {
    // A variation of a move that cannot be played must not become the main line.
    check_rewritten("1. e4 e5 2. Ke5 (2. Nf3 Nc6) Nc6 (2... d6) *", "1. e4 e5 *");
    check_rewritten("1. e4 -- 2. d4 Z0 3. c4 *", "1. e4 -- 2. d4 -- 3. c4 *");
    // A variation of a variation's first move is one more variation.
    check_rewritten(
        "1. e4 (1. d4 (1. c4 c5) 1... d5) (1. f4) e5 *",
        "1. e4 ( 1. d4 d5 ) ( 1. c4 c5 ) ( 1. f4 ) 1... e5 *",
    );
    check_rewritten("1. e4 foo! e5? *", "1. e4 e5 $2 *");
    check_rewritten(
        "1. e4 {a } b} e5 ; rest } of line\n 2. d4 *",
        "1. e4 { a } 1... e5 ;rest } of line 2. d4 *",
    );
}
