//! Repetition and the claim of a draw along games, against Python's `chess`
//! package, which counts en passant in a position only where it is legal.

mod shuffle;

use krog_chess::{
    EnPassantMode, Line,
    notation::{self, Form},
    pgn,
    shakmaty::fen::Fen,
};
use krog_logic::{Env, Formula, Trace, Vocabulary};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
    python::Python,
    shared,
};

/// The formulas, in the order in which the script lists where they hold.
const FORMULAS: [&str; 3] = ["PR(3)", "PR(5)", "C(self, draw)"];

/// Games that one run of the script looks at.
const PER_RUN: usize = 25;

pub(super) const MEASURE: Measure = Measure {
    name: "repetition",
    claim: "PR(3), PR(5) and the claim of a draw hold at the plies that python-chess names.",
    bar: Bar::All,
    full: 300,
    quick: 60,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    let python = match Python::ready() {
        Ok(python) => python,
        Err(reason) => return Figure::skipped(reason),
    };
    let lines: Vec<Line> = (0..games as u64)
        .map(shuffle::game)
        .chain(sample_lines())
        .collect();
    let batches: Vec<&[Line]> = lines.chunks(PER_RUN).collect();
    let mut figure = parallel::over(batches, |batch| match plies(&python, &told(batch)) {
        Ok(expected) => compare(batch, &expected),
        Err(reason) => {
            let mut figure = Figure::default();
            figure.judge(false, || reason);
            figure
        }
    });
    figure.remark(shuffle::census(&lines));
    figure
}

fn sample_lines() -> impl Iterator<Item = Line> {
    let samples = shared::samples().into_iter();
    samples.flat_map(|(_, bytes)| {
        let readings: Vec<_> = pgn::games(&bytes[..]).collect();
        readings
            .into_iter()
            .flatten()
            .map(|reading| reading.game.line())
    })
}

/// One line of text for each game: its start and its moves.
fn told(lines: &[Line]) -> String {
    let told = lines.iter().map(|line| {
        // Whether a capture in passing counts is for the other side to decide.
        let start = Fen::from_position(line.start(), EnPassantMode::Always);
        let moves: Vec<String> = line
            .steps()
            .map(|(position, m)| notation::write(&position, m, Form::Uci))
            .collect();
        format!("{start}|{}\n", moves.join(" "))
    });
    told.collect()
}

fn compare(lines: &[Line], expected: &[Vec<Vec<usize>>]) -> Figure {
    let formulas = FORMULAS.map(|text| {
        Formula::parse(text, Vocabulary::base()).expect("the measure's own formulas are read")
    });
    let mut figure = Figure::default();
    figure.compare(&expected.len(), &lines.len(), || {
        "games in the script's answer".to_owned()
    });
    for (line, expected) in lines.iter().zip(expected) {
        let trace = Trace::of_line(line);
        for (formula, plies) in formulas.iter().zip(expected) {
            for ply in 0..trace.states().len() {
                let found = Env::at(&trace, ply).is_some_and(|env| formula.holds(&env));
                figure.compare(&found, &plies.contains(&ply), || {
                    format!(
                        "{formula} at ply {ply} of {}",
                        told(std::slice::from_ref(line)).trim()
                    )
                });
            }
        }
    }
    figure
}

/// What the script finds in games: for each of them, lists of plies.
fn plies(python: &Python, games: &str) -> Result<Vec<Vec<Vec<usize>>>, String> {
    let answer = python.run("repetition.py", games)?;
    answer.lines().map(read_lists).collect()
}

fn read_lists(line: &str) -> Result<Vec<Vec<usize>>, String> {
    let list = |text: &str| text.split_whitespace().map(str::parse).collect();
    let lists: Result<Vec<Vec<usize>>, _> = line.split('|').map(list).collect();
    lists.map_err(|error| format!("found {line:?}, expected lists of plies: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_may_be_empty() {
        assert_eq!(
            read_lists("8 12||8"),
            Ok(vec![vec![8, 12], vec![], vec![8]])
        );
        assert!(read_lists("8 x").is_err());
    }
}
