//! Positions of krog's games against itself: what its own search plays for, and the
//! endings it gets into, which masters resign before.

use std::{collections::HashSet, ops::ControlFlow, thread};

use krog_chess::{Chess, Line, Position as _, PositionKey, Value, random::Dice};
use krog_engine::search::{Engine, Limits, NoClock, Options, Question, Signals};

use super::is_quiet;

/// Games, and the threads that play them; the games do not depend on their number.
const GAMES: u64 = 6_000;
const THREADS: u64 = 2;
/// Random moves that a game begins with, and the nodes of each move after them.
const RANDOM_MOVES: usize = 8;
const NODES: u64 = 1_000;
/// One position in so many is taken, if it is quiet: neighbours are alike.
const STRIDE: usize = 6;
/// Beyond this a game is decided; none is longer than so many plies.
const DECIDED: i32 = 1_200;
const LONGEST: usize = 240;

/// The positions of the games of a seed, each once.
pub(super) fn find(seed: u64) -> Result<Vec<Chess>, String> {
    let share = GAMES / THREADS;
    let played = thread::scope(|scope| {
        let players: Vec<_> = (0..THREADS)
            .map(|part| {
                let seeds = (part * share..(part + 1) * share).map(move |game| seed + game);
                scope.spawn(move || seeds.flat_map(play).collect::<Vec<_>>())
            })
            .collect();
        let played = players.into_iter().map(thread::ScopedJoinHandle::join);
        played.collect::<Result<Vec<_>, _>>()
    });
    let mut positions = played
        .map_err(|_| "a thread has panicked".to_owned())?
        .concat();
    let mut known = HashSet::new();
    positions.retain(|position| known.insert(PositionKey::of(position)));
    Ok(positions)
}

/// Plays the game of a seed; the positions taken from it.
fn play(seed: u64) -> Vec<Chess> {
    let mut dice = Dice::new(seed);
    let mut line = Line::at(Chess::default());
    for _ in 0..RANDOM_MOVES {
        let Some(m) = dice.pick(&line.end().legal_moves()).copied() else {
            return Vec::new();
        };
        line.push(m).expect("it is among the legal ones");
    }
    let mut engine = Engine::new(Options {
        hash: 1,
        ..Options::default()
    });
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut taken = Vec::new();
    while line.moves().len() < LONGEST {
        let position = line.end();
        if position.is_insufficient_material() || position.halfmoves() >= 100 {
            break;
        }
        let question = Question {
            game: &line,
            limits: &limits,
            lines: 1,
        };
        let report = engine.search(question, &NoClock, &Signals::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        let best = &report.lines[0];
        let open = matches!(best.score.pov(position.turn()), Value::Cp(cp) if cp.abs() < DECIDED);
        let Some(m) = best.line.moves().first().copied().filter(|_| open) else {
            break;
        };
        if dice.below(STRIDE) == 0 && is_quiet(position) {
            taken.push(position.clone());
        }
        line.push(m).expect("search answers with a legal move");
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_the_same_every_time_and_gives_quiet_positions() {
        let taken: Vec<Chess> = (1..5).flat_map(play).collect();
        assert!(taken.len() > 10, "{}", taken.len());
        assert!(taken.iter().all(is_quiet));
        assert_eq!((1..5).flat_map(play).collect::<Vec<_>>(), taken);
    }
}
