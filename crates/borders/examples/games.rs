//! Tells how a PGN on standard input is read, a JSON object on a line for each
//! game, for comparison with another reader (`fuzz/against_python_chess.py`).

// What it prints is its result.
#![allow(clippy::print_stdout)]

use std::io;

use krog_chess::{
    Chess, Game,
    game::Step,
    notation::{self, Form},
    pgn,
};
use serde_json::json;

fn main() {
    for reading in pgn::games(io::stdin().lock()) {
        let told = match reading {
            Ok(reading) => json!({
                "clean": reading.issues.is_empty(),
                "moves": moves(&reading.game),
                "steps": reading.game.len(),
                "outcome": reading.game.outcome.to_string(),
                "written": pgn::write(&reading.game),
            }),
            Err(error) => json!({ "clean": false, "error": error.to_string() }),
        };
        println!("{told}");
    }
}

/// The main line in SAN, a pass as `--`.
fn moves(game: &Game) -> Vec<String> {
    let mut position: Chess = game.start().clone();
    let steps = game.main_line().filter_map(|node| game.step(node));
    steps
        .map(|step| {
            let text = match step {
                Step::Move(m) => notation::write(&position, m, Form::San),
                Step::Pass => "--".to_owned(),
            };
            position = step.play(&position).expect("a step of a game");
            text
        })
        .collect()
}
