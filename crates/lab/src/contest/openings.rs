//! Openings for matches: a few random moves, kept if they are balanced, so that
//! no two games are alike and none is lost at once.

use std::ops::ControlFlow;

use krog_chess::{Chess, Color, Line, Position as _, Value, random::Dice};
use krog_engine::search::{Engine, Limits, NoClock, Options, Question, Signals};

/// Random plies before the engines take over.
const PLIES: usize = 8;
/// The nodes an opening is judged by.
const NODES: u64 = 3_000;
/// How far from balance it may be, in centipawns.
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
        if let Some(line) = random_line(&mut dice)
            && is_balanced(&mut engine, &line)
            && openings.iter().all(|other| other.end() != line.end())
        {
            openings.push(line);
        }
    }
    openings
}

fn random_line(dice: &mut Dice) -> Option<Line> {
    let mut line = Line::at(Chess::default());
    for _ in 0..PLIES {
        let moves = line.end().legal_moves();
        line.push(*dice.pick(&moves)?).ok()?;
    }
    Some(line)
}

fn is_balanced(engine: &mut Engine, line: &Line) -> bool {
    engine.forget();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let question = Question {
        game: line,
        limits: &limits,
        lines: 1,
    };
    let report = engine.search(question, &NoClock, &Signals::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    match report.lines[0].score.pov(Color::White) {
        Value::Cp(cp) => cp.abs() <= BALANCE && !line.end().is_check(),
        _ => false,
    }
}
