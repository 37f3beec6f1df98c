//! Forced mates found when a game is analysed backwards, as krog does, and
//! forwards, as others do, at the same number of nodes.

use std::{num::NonZeroU8, ops::ControlFlow, thread};

use krog_analyst::{Engine as _, Options, Pool, Uci, find_stockfish};
use krog_chess::{EngineLine, Evaluate as _, Limit, Line, Position as _, Value, pgn};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    shared,
};

const GAMES: &str = "games/lichess.pgn.zst";
const LIMIT: Limit = Limit::nodes(10_000);
const COUNT: NonZeroU8 = NonZeroU8::new(2).expect("two is not zero");

pub(super) const MEASURE: Measure = Measure {
    name: "mates",
    claim: "Analysed backwards games show as many mates as forwards, and none is lost on the way.",
    bar: Bar::All,
    full: 50,
    quick: 2,
    run,
};

/// What the analysis of games shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tally {
    /// Positions in which one side mates by force.
    mates: usize,
    /// Moves that the engine itself would have played, yet afterwards there is
    /// a mate that it did not know of, or the one it knew is gone. Whoever
    /// judges such a move sees a blunder where there is none.
    contradictions: usize,
    /// Moves of the engine's choice that keep a mate but do not shorten it.
    longer: usize,
}

/// The lines of every position of a game.
type Lines = Vec<Vec<EngineLine>>;

fn run(games: usize, _: Size) -> Figure {
    let file = match shared::unpacked(GAMES) {
        Ok(file) => file,
        Err(reason) => return Figure::skipped(reason),
    };
    if find_stockfish().is_none() {
        return Figure::skipped("Stockfish is not installed");
    }
    let games: Vec<Line> = pgn::games(file)
        .filter_map(|reading| Some(reading.ok()?.game.line()))
        .filter(|line| line.end().is_checkmate())
        .take(games)
        .collect();
    let (back, forth) = thread::scope(|scope| {
        let back = scope.spawn(|| backwards(&games));
        let forth = forwards(&games);
        (back.join(), forth)
    });
    match (back, forth) {
        (Ok(Ok((back, whole))), Ok(forth)) => judge(games.len(), back, whole, forth),
        (Ok(Err(error)), _) | (_, Err(error)) => Figure::skipped(error),
        (Err(_), _) => Figure::skipped("the thread ended early"),
    }
}

fn judge(games: usize, back: Tally, whole: Tally, forth: Tally) -> Figure {
    let mut figure = Figure::default();
    figure.judge(back.mates >= forth.mates, || "fewer mates".to_owned());
    figure.compare(&whole.contradictions, &0, || "contradictions".to_owned());
    figure.compare(&whole.longer, &0, || "mates not closer".to_owned());
    let ways = [("backwards", back), ("as told", whole), ("forwards", forth)];
    for (way, tally) in ways {
        figure.remark(format!(
            "{way:<9} {games} games: {} positions with a mate, {} contradictions, {} mates not closer",
            tally.mates, tally.contradictions, tally.longer
        ));
    }
    figure
}

fn stockfish() -> Result<Uci, String> {
    let program = find_stockfish().ok_or("Stockfish is not installed")?;
    Uci::start(program, Options::default()).map_err(|error| error.to_string())
}

/// What the searches show on their own, and what krog tells in the end.
fn backwards(games: &[Line]) -> Result<(Tally, Tally), String> {
    let pool = Pool::new(vec![Box::new(stockfish()?)]).ok_or("no engine")?;
    let (mut raw, mut told) = (Tally::default(), Tally::default());
    for game in games {
        let mut lines: Lines = vec![Vec::new(); game.moves().len() + 1];
        let found = pool
            .analyse(game, LIMIT, COUNT)
            .finish_with(|found| lines[found.ply].clone_from(&found.lines));
        raw.add(game, &lines);
        let found = found.map_err(|error| error.to_string())?;
        let lines: Lines = found.into_iter().map(|found| found.lines).collect();
        told.add(game, &lines);
    }
    Ok((raw, told))
}

fn forwards(games: &[Line]) -> Result<Tally, String> {
    let engine = stockfish()?;
    let ask = |line: &Line| {
        let mut watch = |_: &[EngineLine]| ControlFlow::Continue(());
        let lines = engine.evaluate(line, LIMIT, COUNT, &mut watch);
        lines.map_err(|error| error.to_string())
    };
    let mut tally = Tally::default();
    for game in games {
        engine.forget();
        let mut line = Line::at(game.start().clone());
        let mut lines = vec![ask(&line)?];
        for m in game.moves() {
            line.push(*m).expect("the moves of a line are legal");
            lines.push(ask(&line)?);
        }
        tally.add(game, &lines);
    }
    Ok(tally)
}

impl Tally {
    fn add(&mut self, game: &Line, lines: &[Vec<EngineLine>]) {
        let best = |ply: usize| lines.get(ply).and_then(|lines| lines.first());
        self.mates += (0..game.moves().len())
            .filter_map(best)
            .filter(|line| line.score.pov(krog_chess::Color::White).is_mate())
            .count();
        for (ply, (before, m)) in game.steps().enumerate() {
            let (Some(planned), Some(after)) = (best(ply), best(ply + 1)) else {
                continue;
            };
            if planned.line.moves().first() != Some(&m) {
                continue;
            }
            let mover = before.turn();
            match (planned.score.pov(mover), after.score.pov(mover)) {
                (Value::MateIn(before), Value::MateIn(after)) => {
                    self.longer += usize::from(after >= before);
                }
                (Value::MatedIn(before), Value::MatedIn(after)) => {
                    self.longer += usize::from(after > before);
                }
                (Value::Cp(_), Value::Cp(_)) => {}
                _ => self.contradictions += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;

    #[test]
    fn mates_and_contradictions_are_counted() {
        let game = Line::parse(Chess::default(), "f3 e5 g4 Qh4#").expect("legal moves");
        let line = |moves: &str, score: &str, next: &str| {
            let start = Line::parse(Chess::default(), moves).expect("legal moves");
            vec![EngineLine {
                score: score.parse().expect("a score"),
                depth: 1,
                nodes: None,
                line: Line::parse(start.end().clone(), next).expect("legal moves"),
            }]
        };
        let mut tally = Tally::default();
        tally.add(
            &game,
            &[
                line("", "0.30", "e4"),
                line("f3", "-0.50", "e5"),
                line("f3 e5", "-0.60", "g4"), // and did not know what is coming
                line("f3 e5 g4", "#-1", "Qh4"),
                line("f3 e5 g4 Qh4", "#-0", ""),
            ],
        );
        let expected = Tally {
            mates: 1,
            contradictions: 1,
            longer: 0,
        };
        assert_eq!(tally, expected);
    }
}
