//! The names of openings beside the codes that others wrote into real games:
//! Lichess, which also classifies by position, and a weekly collection of
//! master games, classified by another program.

use std::{collections::HashMap, time::Duration};

use krog_chess::{CastlingMode, Game, Position as _, pgn};
use krog_stats::opening;

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    meter::cpu_time,
    shared,
};

const SOURCES: [&str; 3] = [
    "games/lichess.pgn.zst",
    "games/lichess-with-evals.pgn.zst",
    "games/masters-100k.pgn.zst",
];

/// How many positions are named at least.
const NAMED: usize = 3_000;

/// How long the table may take to be there.
const READY: Duration = Duration::from_millis(20);

pub(super) const MEASURE: Measure = Measure {
    name: "openings",
    claim: "At least 3,000 positions are named, and real games get the ECO code they carry.",
    bar: Bar::Percent(96.0),
    full: usize::MAX,
    quick: 1_000,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    let (ready, named) = cpu_time(opening::named_positions);
    let mut figure = SOURCES
        .into_iter()
        .map(|path| source(path, games))
        .fold(Figure::default(), Figure::merge);
    figure.remark(format!(
        "{named} positions named; the table is there after {:.1} ms",
        ready.as_secs_f64() * 1e3
    ));
    // A short table or a slow one is no agreement, whatever the games say.
    if named < NAMED || (ready > READY && cfg!(not(debug_assertions))) {
        figure.agreed = 0;
        figure
            .failures
            .push(format!("expected {NAMED} positions within {READY:?}"));
    }
    figure
}

/// The games of one file, and the codes most often mistaken for another.
fn source(path: &str, games: usize) -> Figure {
    let file = match shared::unpacked(path) {
        Ok(file) => file,
        Err(reason) => return Figure::skipped(reason),
    };
    let mut figure = Figure::default();
    let mut mistaken: HashMap<(String, &str), usize> = HashMap::new();
    let readings = pgn::games(file).filter_map(Result::ok);
    for game in readings.map(|reading| reading.game).take(games) {
        let Some(expected) = game.tags.get("ECO").filter(|_| is_ordinary(&game)) else {
            continue;
        };
        let found = opening::of(&game.line()).map_or("none", |reached| reached.opening.eco);
        let agreed = found == expected;
        figure.judge(agreed, || {
            format!("{path}: found {found}, tagged {expected}: {}", game.line())
        });
        if !agreed {
            *mistaken.entry((expected.to_owned(), found)).or_default() += 1;
        }
    }
    // Agreement is a share; single games are no failures to be told.
    figure.failures.clear();
    let mut often: Vec<_> = mistaken.into_iter().collect();
    often.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    let often: Vec<String> = often
        .iter()
        .take(5)
        .map(|((tagged, found), games)| format!("{tagged} called {found} {games} times"))
        .collect();
    figure.remark(format!(
        "{path}: {} of {} games agree with their ECO tag; {}",
        figure.agreed,
        figure.cases,
        often.join(", ")
    ));
    figure
}

/// A game of ordinary chess from its start, with at least a move.
fn is_ordinary(game: &Game) -> bool {
    let start = game.start();
    *start == krog_chess::Chess::default()
        && start.castles().mode() == CastlingMode::Standard
        && !game.is_empty()
}
