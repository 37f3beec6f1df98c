//! Openings for matches: a few moves chosen by chance among those that a short
//! search finds about as good as the best, so that no two games are alike and
//! none begins with nonsense.

use std::ops::ControlFlow;

use krog_chess::{Chess, Color, Line, Move, Position as _, Value, random::Dice};
use krog_engine::search::{Engine, Limits, NoClock, Options, Question, Report, Signals};

/// Plies before the engines take over.
const PLIES: usize = 10;
/// The nodes a move is chosen by, and how many moves are looked at.
const NODES: u64 = 2_000;
const MOVES: usize = 6;
/// How much worse than the best a move may be, in centipawns.
const WORSE: i32 = 40;
/// How far from balance the opening may end.
const BALANCE: i32 = 70;

/// So many openings; the same for the same seed.
pub(super) fn choose(seed: u64, count: usize) -> Vec<Line> {
    let mut dice = Dice::new(seed);
    let mut engine = Engine::new(Options {
        hash: 1,
        ..Options::default()
    });
    let mut openings: Vec<Line> = Vec::new();
    while openings.len() < count {
        if let Some(line) = random_line(&mut engine, &mut dice)
            && openings.iter().all(|other| other.end() != line.end())
        {
            openings.push(line);
        }
    }
    openings
}

fn random_line(engine: &mut Engine, dice: &mut Dice) -> Option<Line> {
    let mut line = Line::at(Chess::default());
    // The first move is free: search hardly tells them apart.
    let first = line.end().legal_moves();
    line.push(*dice.pick(&first)?).ok()?;
    while line.moves().len() < PLIES {
        let moves = good_moves(&ask(engine, &line, MOVES));
        line.push(*dice.pick(&moves)?).ok()?;
    }
    let balanced = match ask(engine, &line, 1).lines[0].score.pov(Color::White) {
        Value::Cp(cp) => cp.abs() <= BALANCE,
        _ => false,
    };
    balanced.then_some(line)
}

fn good_moves(report: &Report) -> Vec<Move> {
    let value = |index: usize| {
        let line = report.lines.get(index)?;
        match line.score.pov(line.line.start().turn()) {
            Value::Cp(cp) => Some(cp),
            _ => None,
        }
    };
    let Some(best) = value(0) else {
        return Vec::new();
    };
    (0..report.lines.len())
        .filter(|index| value(*index).is_some_and(|cp| cp >= best - WORSE))
        .filter_map(|index| report.lines[index].line.moves().first().copied())
        .collect()
}

fn ask(engine: &mut Engine, line: &Line, lines: usize) -> Report {
    engine.forget();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let question = Question {
        game: line,
        limits: &limits,
        lines,
    };
    engine.search(question, &NoClock, &Signals::default(), &mut |_| {
        ControlFlow::Continue(())
    })
}
