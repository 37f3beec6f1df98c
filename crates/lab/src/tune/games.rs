//! Quiet positions of games whose moves carry engine scores.

use krog_chess::{Chess, Color, Outcome, Value, game::Notes, pgn};

use super::{Position, is_quiet};
use crate::shared;

pub(crate) const MASTERS: &str = "games/masters-with-evals.pgn.zst";
pub(super) const LICHESS: &str = "games/lichess-with-evals.pgn.zst";

/// The opening is book, not judgement.
const FIRST_PLY: usize = 10;

/// One of every `stride` positions, if it is quiet and has a score.
pub(super) fn load(path: &str, stride: usize) -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    each(path, stride, |position, score| {
        positions.extend(Position::judged(position, score));
    })?;
    match positions.len() {
        0 => Err(format!("{path}: no position with a score")),
        _ => Ok(positions),
    }
}

/// Shows one of every `stride` positions, if it is quiet and has a score, with
/// that score in centipawns for White.
pub(crate) fn each(
    path: &str,
    stride: usize,
    mut show: impl FnMut(&Chess, i32),
) -> Result<(), String> {
    let mut number = 0;
    for reading in pgn::games(shared::unpacked(path)?) {
        let Ok(reading) = reading else { continue };
        let game = reading.game;
        let Outcome::Known(_) = game.outcome else {
            continue;
        };
        let mut position = game.start().clone();
        for (ply, id) in game.main_line().enumerate() {
            let Some(next) = game.step(id).and_then(|step| step.play(&position)) else {
                break;
            };
            position = next;
            number += 1;
            if ply < FIRST_PLY || number % stride != 0 {
                continue;
            }
            let score = game.notes(id).and_then(eval);
            if let Some(score) = score.filter(|_| is_quiet(&position)) {
                show(&position, score);
            }
        }
    }
    Ok(())
}

fn eval(notes: &Notes) -> Option<i32> {
    match notes.eval()?.0.pov(Color::White) {
        Value::Cp(cp) => Some(cp),
        _ => None,
    }
}
