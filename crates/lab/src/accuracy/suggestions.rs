//! First suggestions beside Stockfish: how often the move that is suggested
//! first, in any context, gives away winning chances.

use std::{collections::BTreeMap, num::NonZeroU8, ops::ControlFlow};

use krog_advisor::{
    Context,
    session::{Sources, consult, settle},
    suggest::Question,
};
use krog_analyst::{Choice, Settings, open};
use krog_chess::{
    Chess, Curve, EngineLine, Evaluate, Limit, Line, Move, Position as _, WinChance, fen,
    notation::{self, Form},
    pgn,
    random::Dice,
};
use krog_stats::opening;

use super::{Measure, Size, seed};
use crate::{
    figure::{Bar, Figure},
    parallel,
    remembered::Remembered,
    shared,
};

/// Where positions are drawn from, and how many games are looked at.
const GAMES: [(&str, usize); 2] = [
    ("games/lichess.pgn.zst", usize::MAX),
    ("games/masters-with-evals.pgn.zst", 4_000),
];
const SEED: u64 = 9;

/// The usual limit of the command line.
const LIMIT: Limit = Limit::nodes(300_000);
const LINES: NonZeroU8 = NonZeroU8::new(2).expect("two are some");

/// What the examiner may search.
const EXAMINED: Limit = Limit::nodes(200_000);

/// A suggestion that loses so much of the winning chances is a bad one.
const BAD: f64 = 0.10;

/// Engines at work at once.
const ENGINES: usize = 2;

pub(super) const STOCKFISH: Measure = Measure {
    name: "suggestions",
    claim: "The first suggestion, in every context, gives away no tenth of the winning chances.",
    bar: Bar::Percent(99.8),
    full: 1_000,
    quick: 6,
    run: |items, size| take(items, size, &Choice::Stockfish),
};

pub(super) const BUILTIN: Measure = Measure {
    name: "builtin-suggestions",
    claim: "The same with the builtin engine, by Stockfish's judgement.",
    bar: Bar::Percent(99.0),
    full: 1_000,
    quick: 4,
    run: |items, size| take(items, size, &Choice::Builtin),
};

fn take(items: usize, size: Size, choice: &Choice) -> Figure {
    if size == Size::Quick {
        // One bad suggestion among a few says nothing about one in five hundred.
        return Figure::skipped("a few positions cannot reach the bar or miss it");
    }
    let prepared = positions(items).and_then(|positions| {
        let stockfish = Remembered::stockfish(ENGINES)?;
        Ok((positions, stockfish))
    });
    let (positions, stockfish) = match prepared {
        Ok(prepared) => prepared,
        Err(reason) => return Figure::skipped(reason),
    };
    let settings = Settings {
        engines: ENGINES.try_into().expect("two are some"),
        ..Settings::default()
    };
    let builtin = match choice {
        Choice::Stockfish => None,
        choice => match open(choice, &settings) {
            Ok(engine) => Some(engine),
            Err(error) => return Figure::skipped(error.to_string()),
        },
    };
    let engine: &dyn Evaluate = match &builtin {
        Some(engine) => engine,
        None => &stockfish,
    };
    let count = positions.len();
    let found = parallel::map(positions, |position| {
        examine(&position, engine, &stockfish).map(|worst| (position, worst))
    });
    let mut figure = Figure::default();
    let mut bad = BTreeMap::<&str, u32>::new();
    for result in found {
        match result {
            Ok((position, losses)) => judge(&mut figure, &mut bad, &position, &losses),
            Err(reason) => figure.judge(false, || reason),
        }
    }
    figure.remark(format!("{count} positions; bad by context: {bad:?}"));
    figure
}

/// A first suggestion and what it loses.
struct First {
    context: Context,
    played: Move,
    loss: f64,
}

fn judge(figure: &mut Figure, bad: &mut BTreeMap<&str, u32>, position: &Chess, firsts: &[First]) {
    for first in firsts.iter().filter(|first| first.loss >= BAD) {
        *bad.entry(first.context.code()).or_default() += 1;
    }
    let worst = firsts.iter().max_by(|a, b| a.loss.total_cmp(&b.loss));
    if let Some(worst) = worst {
        figure.judge(worst.loss < BAD, || {
            format!(
                "{} in {} ({}) loses {:.3}",
                notation::write(position, worst.played, Form::San),
                fen::write(position),
                worst.context.code(),
                worst.loss
            )
        });
    }
}

/// The first suggestion of every context, held against the examiner. One
/// consultation serves all contexts.
fn examine(
    position: &Chess,
    engine: &dyn Evaluate,
    stockfish: &dyn Evaluate,
) -> Result<Vec<First>, String> {
    let sources = Sources {
        engine: Some((engine, LIMIT, LINES)),
        theory: Some(&opening::at),
        ..Sources::default()
    };
    let mut findings = consult(position, sources).map_err(|error| error.to_string())?;
    let mut examiner = Examiner::new(position, stockfish)?;
    let mut firsts = Vec::new();
    for context in Context::ALL {
        let question = Question {
            context: Some(context),
            ..Question::usual()
        };
        let advice = settle(position, sources, &mut findings, question);
        let advice = advice.map_err(|error| error.to_string())?;
        let first = advice.moves.first().ok_or("no move is suggested")?;
        firsts.push(First {
            context,
            played: first.played,
            loss: examiner.loss(first.played)?,
        });
    }
    Ok(firsts)
}

/// What Stockfish thinks of a position and of the moves that are asked about.
struct Examiner<'a> {
    position: &'a Chess,
    stockfish: &'a dyn Evaluate,
    best: Move,
    chance: f64,
    known: Vec<(Move, f64)>,
}

impl<'a> Examiner<'a> {
    fn new(position: &'a Chess, stockfish: &'a dyn Evaluate) -> Result<Examiner<'a>, String> {
        let line = ask(stockfish, &Line::at(position.clone()))?;
        Ok(Examiner {
            position,
            stockfish,
            best: *line.line.moves().first().ok_or("a line without a move")?,
            chance: chance(position, &line),
            known: Vec::new(),
        })
    }

    fn loss(&mut self, m: Move) -> Result<f64, String> {
        if m == self.best {
            return Ok(0.0);
        }
        if let Some((_, loss)) = self.known.iter().find(|(known, _)| *known == m) {
            return Ok(*loss);
        }
        let mut line = Line::at(self.position.clone());
        line.push(m).map_err(|error| error.to_string())?;
        let after = match krog_analyst::settled(line.end()) {
            Some(line) => chance(self.position, &line),
            None => chance(self.position, &ask(self.stockfish, &line)?),
        };
        let loss = self.chance - after;
        self.known.push((m, loss));
        Ok(loss)
    }
}

/// The winning chances of whoever is to move in a position.
fn chance(position: &Chess, line: &EngineLine) -> f64 {
    WinChance::of(line.score.pov(position.turn()), Curve::LICHESS).get()
}

fn ask(engine: &dyn Evaluate, line: &Line) -> Result<EngineLine, String> {
    let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
    let lines = engine
        .evaluate(line, EXAMINED, NonZeroU8::MIN, watch)
        .map_err(|error| error.to_string())?;
    lines.into_iter().next().ok_or("no line".to_owned())
}

/// Positions of real games with a choice of moves, half of them from each file,
/// one of each game, the same ones in every run of a seed.
fn positions(count: usize) -> Result<Vec<Chess>, String> {
    let seed = seed(SEED)?;
    let mut found = Vec::new();
    for (part, (path, games)) in GAMES.into_iter().enumerate() {
        let wanted = (count + part) / GAMES.len();
        let readings = pgn::games(shared::unpacked(path)?).take(games);
        let drawn = readings.enumerate().filter_map(|(number, reading)| {
            let mut dice = Dice::new(seed + number as u64);
            let line = reading.ok()?.game.line();
            let steps: Vec<(Chess, Move)> = line.steps().collect();
            let (position, _) = dice.pick(&steps)?.clone();
            let choice = position.legal_moves().len() > 1;
            choice.then(|| (dice.roll(), position))
        });
        let mut drawn: Vec<(u64, Chess)> = drawn.collect();
        drawn.sort_by_key(|(order, _)| *order);
        found.extend(drawn.into_iter().take(wanted).map(|(_, position)| position));
    }
    Ok(found)
}
