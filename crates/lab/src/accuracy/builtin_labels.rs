//! Blunders found by the builtin engine and by Stockfish at the same number of
//! nodes, beside those that the evaluations in the games' comments tell.
//!
//! An engine's centipawns are its own: one scale for each engine, fitted on
//! games that are not judged, makes them comparable. The product uses none: the
//! builtin engine's weights are fitted to Lichess's curve (`tune`), and the bar
//! holds for its scores as they are told, too.

use std::num::NonZeroU8;

use krog_advisor::{
    Label, Profile,
    review::{Setting, judge_line},
};
use krog_analyst::{Choice, Settings, open};
use krog_chess::{
    Color, Curve, EngineLine, Game, Limit, Position as _, Score, Value, WinChance, game::Notes,
    pgn, random::Dice,
};

use super::{Measure, Size, labels};
use crate::{
    figure::{Bar, Figure},
    parallel, shared,
};

const GAMES: &str = "games/lichess-with-evals.pgn.zst";

/// What both engines may search for each position.
const NODES: u64 = 20_000;

/// For so many games that are judged, one is used to fit.
const FITTED_SHARE: usize = 3;
const SEED: u64 = 31;

/// The builtin engine's F1 over Stockfish's, at least.
const RATIO: f64 = 0.75;

/// Few games tell little.
const ENOUGH: usize = 50;

pub(super) const MEASURE: Measure = Measure {
    name: "builtin-labels",
    claim: "The builtin engine finds three quarters of the blunders that Stockfish finds, by F1.",
    bar: Bar::All,
    full: 100,
    quick: 2,
    run,
};

/// The lines of all positions of a game.
type Lines = Vec<Vec<EngineLine>>;

fn run(count: usize, size: Size) -> Figure {
    if size == Size::Quick {
        return Figure::skipped("two games have too few blunders to count");
    }
    compare(count).unwrap_or_else(Figure::skipped)
}

fn compare(count: usize) -> Result<Figure, String> {
    let profile = Profile::get("lichess").map_err(|error| error.to_string())?;
    let fitted = count.div_ceil(FITTED_SHARE);
    let games = games(count + fitted)?;
    let (judged, others) = games.split_at(count.min(games.len()));
    let mut figure = Figure::default();
    let mut reached = Vec::new();
    for choice in [Choice::Stockfish, Choice::Builtin] {
        let scale = fit(others, &analysed(others, &choice)?);
        let lines = analysed(judged, &choice)?;
        let told = Tally::of(profile, judged, &lines, 1.0);
        let scaled = Tally::of(profile, judged, &lines, scale);
        figure.remark(format!(
            "{choice}, {NODES} nodes: F1 {:.3} ({scaled:?}) with its scores times {scale:.2}, \
             {:.3} ({told:?}) as they are told",
            scaled.f1(),
            told.f1()
        ));
        reached.push((told.f1(), scaled.f1()));
    }
    if let ([(_, stockfish), (told, scaled)], true) = (&reached[..], count >= ENOUGH) {
        for (what, own) in [("fitted", scaled), ("told", told)] {
            let ratio = own / stockfish;
            figure.remark(format!("builtin, {what}: {ratio:.3} of Stockfish's F1"));
            figure.judge(ratio >= RATIO, || format!("{what}: only {ratio:.3}"));
        }
    } else {
        figure.judge(reached.len() == 2, || "an engine told nothing".to_owned());
    }
    Ok(figure)
}

/// Games with an evaluation at nearly every move, the same ones in every run.
fn games(count: usize) -> Result<Vec<Game>, String> {
    let readings = pgn::games(shared::unpacked(GAMES)?).flatten();
    let mut games: Vec<(u64, Game)> = readings
        .map(|reading| reading.game)
        .filter(|game| {
            let told = |id: &_| game.notes(*id).and_then(Notes::eval).is_some();
            let missing = game.main_line().filter(|id| !told(id)).count();
            // A mate on the board is not written.
            missing <= 1 && game.len() > 20
        })
        .enumerate()
        .map(|(number, game)| (Dice::new(SEED + number as u64).roll(), game))
        .collect();
    games.sort_by_key(|(order, _)| *order);
    Ok(games
        .into_iter()
        .take(count)
        .map(|(_, game)| game)
        .collect())
}

/// What an engine says of all positions of the games.
fn analysed(games: &[Game], choice: &Choice) -> Result<Vec<Lines>, String> {
    let found = parallel::map(games.iter().collect(), |game: &Game| {
        let engine = open(choice, &Settings::default()).map_err(|error| error.to_string())?;
        let found = engine.analyse(game, Limit::nodes(NODES), NonZeroU8::MIN);
        let mut found = found.finish().map_err(|error| error.to_string())?;
        found.sort_by_key(|found| found.ply);
        Ok(found.into_iter().map(|found| found.lines).collect())
    });
    found.into_iter().collect()
}

/// The factor under which the chances that an engine sees thrown away are
/// nearest to those of the comments, in squares. It is not the one that brings the
/// scores nearest: what a search does not know jumps, and jumps look like slips.
fn fit(games: &[Game], lines: &[Lines]) -> f64 {
    let mut steps = Vec::new();
    for (game, lines) in games.iter().zip(lines) {
        let told: Vec<Option<Score>> = game
            .main_line()
            .map(|id| game.notes(id).and_then(Notes::eval).map(|(told, _)| told))
            .collect();
        let own: Vec<Option<Score>> = lines
            .iter()
            .skip(1)
            .map(|lines| lines.first().map(|line| line.score))
            .collect();
        let mut mover = !game.start().turn();
        for (told, own) in told.windows(2).zip(own.windows(2)) {
            if let ([Some(a), Some(b)], [Some(c), Some(d)]) = (told, own) {
                steps.push((thrown(mover, *a, *b), mover, *c, *d));
            }
            mover = !mover;
        }
    }
    let loss = |scale: f64| -> f64 {
        let apart = steps.iter().map(|(told, mover, before, after)| {
            let own = thrown(*mover, scaled(*before, scale), scaled(*after, scale));
            (told - own).powi(2)
        });
        apart.sum()
    };
    let scales = (10..=150).map(|part| f64::from(part) / 50.0);
    let best = scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b)));
    best.unwrap_or(1.0)
}

/// The winning chances that a side throws away from one score to the next.
fn thrown(side: Color, before: Score, after: Score) -> f64 {
    let chance = |score: Score| WinChance::of(score.pov(side), Curve::LICHESS).get();
    (chance(before) - chance(after)).max(0.0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "centipawns times a small factor"
)]
fn scaled(score: Score, scale: f64) -> Score {
    match score.pov(Color::White) {
        Value::Cp(cp) => {
            let cp = (f64::from(cp) * scale).round() as i32;
            Score::seen_by(Color::White, Value::Cp(cp))
        }
        _ => score,
    }
}

/// Blunders that were found, made up and missed.
#[derive(Default, Debug)]
struct Tally {
    found: u32,
    invented: u32,
    missed: u32,
}

impl Tally {
    fn of(profile: &Profile, games: &[Game], lines: &[Lines], scale: f64) -> Tally {
        let mut tally = Tally::default();
        for (game, lines) in games.iter().zip(lines) {
            let rescaled = |line: &EngineLine| EngineLine {
                score: scaled(line.score, scale),
                ..line.clone()
            };
            let lines: Lines = lines
                .iter()
                .map(|lines| lines.iter().map(rescaled).collect())
                .collect();
            let own = judge_line(profile, &game.line(), &lines, Setting::default());
            let told = labels::judged(profile, game);
            for (own, told) in own.iter().zip(&told) {
                let Some(told) = told.judgement.label else {
                    continue;
                };
                let own = own.judgement.label == Some(Label::Blunder);
                match (own, told == Label::Blunder) {
                    (true, true) => tally.found += 1,
                    (true, false) => tally.invented += 1,
                    (false, true) => tally.missed += 1,
                    (false, false) => {}
                }
            }
        }
        tally
    }

    fn f1(&self) -> f64 {
        let [found, invented, missed] = [self.found, self.invented, self.missed].map(f64::from);
        2.0 * found / (2.0 * found + invented + missed).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_keeps_mates_and_sides() {
        let score = |text: &str| text.parse::<Score>().unwrap();
        assert_eq!(scaled(score("1.00"), 0.5), score("0.50"));
        assert_eq!(scaled(score("-2.00"), 1.5), score("-3.00"));
        assert_eq!(scaled(score("#3"), 0.5), score("#3"));
    }

    #[test]
    fn f1_is_the_harmonic_mean_of_precision_and_recall() {
        let tally = Tally {
            found: 6,
            invented: 2,
            missed: 4,
        };
        let (precision, recall) = (6.0 / 8.0, 6.0 / 10.0);
        let mean = 2.0 * precision * recall / (precision + recall);
        assert!((tally.f1() - mean).abs() < 1e-12);
        assert!(Tally::default().f1().abs() < 1e-12);
    }
}
