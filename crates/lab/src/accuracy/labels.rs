//! The `lichess` profile beside Lichess's published rules, on the evaluations in
//! the comments of real games, as a Python script works them out that shares no
//! code with krog.

use std::io::Read as _;

use krog_advisor::{
    Label, Profile,
    review::{self, Judged},
};
use krog_chess::{EngineLine, Game, Line, Position as _, game::Notes, pgn};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    python::Python,
    shared,
};

const GAMES: &str = "games/lichess-with-evals.pgn.zst";

/// How far two accuracies may be apart.
const NEAR: f64 = 0.1;

pub(super) const MEASURE: Measure = Measure {
    name: "labels",
    claim: "The lichess profile judges moves and counts accuracy as Lichess's rules do.",
    bar: Bar::Percent(99.9),
    full: usize::MAX,
    quick: 40,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    compare(games).unwrap_or_else(Figure::skipped)
}

fn compare(games: usize) -> Result<Figure, String> {
    let python = Python::ready()?;
    let mut text = String::new();
    shared::unpacked(GAMES)?
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let end = text
        .match_indices("[Event ")
        .nth(games)
        .map_or(text.len(), |(end, _)| end);
    let text = text[..end].to_owned();
    let answer = python.run("lichess_labels.py", &text)?;
    let profile = Profile::get("lichess").map_err(|error| error.to_string())?;
    let games: Vec<Vec<Judged>> = pgn::games(text.as_bytes())
        .filter_map(|reading| Some(judged(profile, &reading.ok()?.game)))
        .collect();
    let mut figure = Figure::default();
    let (mut faults, mut greatest) = (0, 0.0_f64);
    for line in answer.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["J", game, ply, word] => {
                let found = number(game)
                    .zip(number(ply))
                    .and_then(|(game, ply)| judgement(&games, game, ply));
                faults += usize::from(*word != "none");
                figure.compare(&found, &Some(*word), || format!("game {game}, ply {ply}"));
            }
            ["A", game, white, black] => {
                let judged = number(game).and_then(|game| games.get(game - 1));
                let found = judged.map(|judged| review::accuracy_of(profile, judged));
                let sides = found.map(|both| [(both.white, white), (both.black, black)]);
                for (found, expected) in sides.into_iter().flatten() {
                    let expected: f64 = expected.parse().unwrap_or(f64::NAN);
                    let apart = found.map_or(f64::NAN, |found| (found - expected).abs());
                    greatest = greatest.max(apart);
                    figure.judge(apart <= NEAR, || {
                        format!("game {game}: found accuracy {found:?}, expected {expected}")
                    });
                }
            }
            _ => return Err(format!("the script answers {line:?}")),
        }
    }
    figure.remark(format!(
        "{faults} inaccuracies, mistakes and blunders; accuracies at most {greatest:.4} apart"
    ));
    Ok(figure)
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| *number > 0)
}

/// What krog says of a move, in Lichess's words.
fn judgement(games: &[Vec<Judged>], game: usize, ply: usize) -> Option<&'static str> {
    let judged = games.get(game - 1)?.get(ply - 1)?;
    let label = judged.judgement.label?;
    Some(if label.is_fault() {
        label.code()
    } else {
        debug_assert!(matches!(label, Label::Best | Label::Good));
        "none"
    })
}

/// The moves of a game, judged by its comments.
pub(super) fn judged(profile: &Profile, game: &Game) -> Vec<Judged> {
    let mut position = game.start().clone();
    let mut lines: Vec<Vec<EngineLine>> = vec![Vec::new()];
    for (node, m) in game.main_line().zip(game.line().moves()) {
        position.play_unchecked(*m);
        let told = game.notes(node).and_then(Notes::eval);
        let line = told.map(|(score, depth)| EngineLine {
            score,
            depth: depth.unwrap_or(0),
            nodes: None,
            line: Line::at(position.clone()),
        });
        lines.push(line.into_iter().collect());
    }
    review::judge_line(profile, &game.line(), &lines, review::Setting::default())
}
