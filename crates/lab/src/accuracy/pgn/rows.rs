//! Small files as people and programs really write them, and the movetexts that
//! are read from them.

use krog_chess::pgn;

use super::round_trip;
use crate::figure::Figure;

const GOOD: &str = "[Event \"Good\"]\n\n1. e4 e5 2. Nf3 1-0\n";
const GOOD_MOVES: &str = "1. e4 e5 2. Nf3 1-0";

/// Text before a good game, and the movetexts found before that game's.
const ROWS: &[(&str, &[&str])] = &[
    ("", &[]),
    ("\n\n\n", &[]),
    ("% one\n% two", &[]),
    ("1. e4 e5 2. Nf3 *", &["1. e4 e5 2. Nf3 *"]),
    ("e4 e5 Nf3 *", &["1. e4 e5 2. Nf3 *"]),
    ("1.e4 e5 2.Nf3 *", &["1. e4 e5 2. Nf3 *"]),
    ("1. e2-e4 e7e5 2. Ng1-f3 *", &["1. e4 e5 2. Nf3 *"]),
    ("[Event \"X\"]\n[White \"Y\"]", &["*"]),
    ("[White \"Y\"]\n[Result \"0-1\"]", &["0-1"]),
    ("[Event \"X\"]\n1. e4 e5 *", &["1. e4 e5 *"]),
    ("\u{feff}[Event \"X\"]\n\n1. e4 *", &["1. e4 *"]),
    ("[Event \"X\"]\r\n\r\n1. e4 e5 *\r\n", &["1. e4 e5 *"]),
    ("[Event \"X\"]\r\r1. e4 e5 *\r", &["1. e4 e5 *"]),
    // Results: none, two, in the middle of a line.
    ("1. e4 e5", &["1. e4 e5 *"]),
    (
        "1. e4 e5 1-0 1. d4 d5 0-1 1. c4 *",
        &["1. e4 e5 1-0", "1. d4 d5 0-1", "1. c4 *"],
    ),
    ("[Result \"1-0\"]\n\n1. e4 0-1", &["1. e4 0-1"]),
    ("1. e4 e5 1/2", &["1. e4 e5 1/2-1/2"]),
    // Moves of old programs.
    ("1. e4 -- 2. d4 Z0 3. Z0 *", &["1. e4 -- 2. d4 -- 3. -- *"]),
    (
        "[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8Q *",
        &["1. e8=Q+ *"],
    ),
    (
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *",
        &["1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O *"],
    ),
    ("1. e4! e5?? 2. Nf3!? *", &["1. e4 $1 e5 $4 2. Nf3 $5 *"]),
    // Comments and escapes.
    ("1. e4 { no end", &["1. e4 { no end } *"]),
    (
        "1. e4 { see [Event \"X\"] there } e5 *",
        &["1. e4 { see [Event \"X\"] there } 1... e5 *"],
    ),
    ("1. e4\n% two [Event \"\n e5 *", &["1. e4 e5 *"]),
    (
        "1. e4 ; to the end\n e5 *",
        &["1. e4 { to the end } 1... e5 *"],
    ),
    // Variations.
    (
        "1. e4 (1. d4 (1. c4 e5) 1... d5 2. c4) 1... e5 *",
        &["1. e4 ( 1. d4 d5 2. c4 ) ( 1. c4 e5 ) 1... e5 *"],
    ),
    ("1. e4 ( ) e5 *", &["1. e4 e5 *"]),
    ("(1. d4) 1. e4 *", &["1. e4 *"]),
    // What follows a wrong move is left out, its variations too: they would
    // begin at a place that is not in the game.
    ("1. e4 e5 2. Ke5 (2. Nf3 Nc6) 2... Nc6 *", &["1. e4 e5 *"]),
    ("1. e4 Ke5 (1... e5 2. Nf3) 2. Nc3 *", &["1. e4 *"]),
    (
        "1. e4 (1. d4 Ke5 (1... d5 2. c4) 2. Nc3) 1... e5 *",
        &["1. e4 ( 1. d4 ) 1... e5 *"],
    ),
    // A word that is left out takes its mark along.
    ("1. e4 foo! e5 *", &["1. e4 e5 *"]),
];

pub(super) fn examine() -> Figure {
    let mut figure = Figure::default();
    for (text, expected) in ROWS {
        let file = format!("{text}\n\n{GOOD}");
        let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        expected.push(GOOD_MOVES.to_owned());
        figure.compare(&movetexts(&file), &expected, || format!("{text:?}"));
        for reading in pgn::games(file.as_bytes()).flatten() {
            round_trip(&mut figure, &reading);
        }
    }
    figure
}

/// The movetexts of a file, as written, on one line each.
fn movetexts(file: &str) -> Vec<String> {
    pgn::games(file.as_bytes())
        .map(|reading| match reading {
            Ok(reading) => {
                let text = pgn::write(&reading.game);
                let moves = text
                    .rsplit_once("]\n\n")
                    .map_or(text.as_str(), |(_, moves)| moves);
                moves.trim().replace('\n', " ")
            }
            Err(error) => error.to_string(),
        })
        .collect()
}
