//! Positions with known answers at a fixed number of nodes, beside Stockfish
//! in the same run: its points are the cases, krog's are those that agree.

use std::ops::ControlFlow;

use krog_chess::{Chess, Line, Position as _, Value, fen, notation, shakmaty::uci::UciMove};
use krog_engine::search::{Engine, Limits, NoClock, Options, Question, Signals};

use super::{Measure, Size, seed};
use crate::{
    figure::{Bar, Figure},
    parallel,
    rival::{self, Rival},
    shared,
};

/// Positions that one pair of engines looks at in a row.
const CHUNK: usize = 20;
/// Mebibytes of hash for either engine.
const HASH: usize = 64;
const NODES: u64 = 50_000;
const MATE_NODES: u64 = 2_000_000;

pub(super) const WAC: Measure = Measure {
    name: "wac",
    claim: "Win at Chess at 50,000 nodes: solved beside Stockfish's.",
    bar: Bar::Percent(92.0),
    full: 300,
    quick: 0,
    run: |items, _| run("positions/wac.epd", items, NODES, best_moves),
};

pub(super) const STS: Measure = Measure {
    name: "sts",
    claim: "The Strategic Test Suite at 50,000 nodes: points beside Stockfish's.",
    bar: Bar::Percent(80.0),
    full: 594,
    quick: 0,
    run: |items, _| run("positions/sts.epd", items, NODES, graded_moves),
};

pub(super) const MATE_2: Measure = Measure {
    name: "mate2",
    claim: "Mates in two within 2,000,000 nodes, beside Stockfish's.",
    bar: Bar::Percent(99.0),
    full: 880,
    quick: 0,
    run: mates::<2>,
};

pub(super) const MATE_3: Measure = Measure {
    name: "mate3",
    claim: "Mates in three within 2,000,000 nodes, beside Stockfish's.",
    bar: Bar::Percent(98.5),
    full: 639,
    quick: 0,
    run: mates::<3>,
};

pub(super) const MATE_4: Measure = Measure {
    name: "mate4",
    claim: "Mates in four within 2,000,000 nodes, beside Stockfish's.",
    bar: Bar::Percent(98.0),
    full: 150,
    quick: 0,
    run: mates::<4>,
};

/// A position and what an answer is worth: by move, or by distance of a mate.
struct Task {
    line: Line,
    moves: Vec<(String, u64)>,
    mate: Option<u16>,
}

fn mates<const MOVES: u16>(items: usize, _: Size) -> Figure {
    let file = format!("positions/mate_in_{MOVES}.epd");
    run(&file, items, MATE_NODES, |position, _| {
        Some(Task {
            line: Line::at(position),
            moves: Vec::new(),
            mate: Some(MOVES),
        })
    })
}

fn run(file: &str, items: usize, nodes: u64, read: fn(Chess, &str) -> Option<Task>) -> Figure {
    if items == 0 {
        return Figure::skipped("taken in a full run only");
    }
    if rival::stockfish().is_none() {
        return Figure::skipped("Stockfish is not installed");
    }
    let (text, seed) = match shared::text(file).and_then(|text| Ok((text, seed(0)?))) {
        Ok(found) => found,
        Err(reason) => return Figure::skipped(reason),
    };
    let rows: Vec<&str> = text.lines().filter(|row| !row.trim().is_empty()).collect();
    let stride = rows.len().div_ceil(items).max(1);
    // Where not all rows are taken, another seed takes others.
    let first = usize::try_from(seed).unwrap_or(0) % stride;
    let tasks = rows.iter().skip(first).step_by(stride).filter_map(|row| {
        let fields: Vec<&str> = row.split_whitespace().take(4).collect();
        let position = fen::parse(&fields.join(" ")).ok()?;
        read(position, row)
    });
    let mut tasks: Vec<Task> = tasks.collect();
    let mut chunks = Vec::new();
    while !tasks.is_empty() {
        chunks.push(tasks.split_off(tasks.len().saturating_sub(CHUNK)));
    }
    parallel::over(chunks, |chunk| {
        examine(&chunk, nodes).unwrap_or_else(Figure::skipped)
    })
}

fn best_moves(position: Chess, row: &str) -> Option<Task> {
    let moves = row.split_once(" bm ")?.1.split_once(';')?.0;
    let moves = moves.split_whitespace().filter_map(|san| {
        let m = notation::read(&position, san).ok()?;
        Some((UciMove::from_standard(m).to_string(), 1))
    });
    let moves = moves.collect();
    Some(Task {
        line: Line::at(position),
        moves,
        mate: None,
    })
}

/// The fields `c9` (moves) and `c8` (their points).
fn graded_moves(position: Chess, row: &str) -> Option<Task> {
    let field = |name: &str| Some(row.split_once(name)?.1.split_once('"')?.0);
    let points = field("c8 \"")?
        .split_whitespace()
        .map(|word| word.parse().unwrap_or(0));
    let moves = field("c9 \"")?.split_whitespace().map(str::to_owned);
    Some(Task {
        line: Line::at(position),
        moves: moves.zip(points).collect(),
        mate: None,
    })
}

/// Asks both engines, one position after the other.
fn examine(tasks: &[Task], nodes: u64) -> Result<Figure, String> {
    let mut stockfish = Rival::start(&format!("stockfish;Hash={HASH}").parse()?)?;
    let mut engine = Engine::new(Options {
        hash: HASH,
        ..Options::default()
    });
    let mut figure = Figure::default();
    for task in tasks {
        stockfish.new_game()?;
        let reply = stockfish.ask(&task.line, &format!("nodes {nodes}"))?;
        figure.cases += task.points(&reply.best, reply.mate);
        let (best, mate) = ask(&mut engine, &task.line, nodes);
        figure.agreed += task.points(&best, mate);
    }
    Ok(figure)
}

fn ask(engine: &mut Engine, line: &Line, nodes: u64) -> (String, Option<i32>) {
    engine.forget();
    let limits = Limits {
        nodes: Some(nodes),
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
    let found = &report.lines[0];
    let best = found.line.moves().first();
    let mate = match found.score.pov(line.end().turn()) {
        Value::MateIn(moves) => Some(i32::from(moves)),
        _ => None,
    };
    (
        best.map_or_else(String::new, |m| UciMove::from_standard(*m).to_string()),
        mate,
    )
}

impl Task {
    fn points(&self, best: &str, mate: Option<i32>) -> u64 {
        if let Some(wanted) = self.mate {
            let in_time = mate.is_some_and(|mate| (1..=i32::from(wanted)).contains(&mate));
            return u64::from(in_time);
        }
        let found = self.moves.iter().find(|(m, _)| m == best);
        found.map_or(0, |(_, points)| *points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(task: &Task, best: &str, mate: Option<i32>, expected: u64) {
        assert_eq!(task.points(best, mate), expected, "{best} {mate:?}");
    }

    #[test]
    fn rows_are_read_and_answers_counted() {
        let start = || Chess::default();
        let solved = best_moves(start(), "… bm e4 Nf3; id \"1\";").unwrap();
        check(&solved, "g1f3", None, 1);
        check(&solved, "d2d4", None, 0);
        let graded = graded_moves(start(), "… c8 \"100 63\"; c9 \"e2e4 d2d4\";").unwrap();
        check(&graded, "d2d4", None, 63);
        check(&graded, "a2a3", None, 0);
        let mate = Task {
            line: Line::at(start()),
            moves: Vec::new(),
            mate: Some(3),
        };
        check(&mate, "e2e4", Some(2), 1);
        check(&mate, "e2e4", Some(4), 0);
        check(&mate, "e2e4", Some(-2), 0);
    }
}
