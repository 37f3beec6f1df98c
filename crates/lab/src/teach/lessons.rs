//! Where lessons come from: Stockfish plays on from somewhere in a game, with a
//! random move now and then, and tells what it thinks of every position on the
//! way. Games alone hold few positions with a piece more, a king in the open or
//! hardly a man left, and search meets them everywhere.

use std::{
    io::{self, Write},
    sync::{Mutex, PoisonError},
    thread,
};

use krog_chess::{Chess, Line, Move, Position as _, notation, pgn, random::Dice};

use super::lesson::Lesson;
use crate::{
    rival::Rival,
    shared,
    tune::{games, is_quiet},
};

const GAMES: &str = "games/masters-100k.pgn.zst";

/// Engines that play and judge at once; the lessons depend on their number.
const ENGINES: usize = 2;
/// How deep each position is judged.
const DEPTH: u32 = 4;
/// The earliest position that is played on from, in plies.
const FIRST_PLY: usize = 6;
/// At most one random move less than this before the first lesson.
const RANDOM_MOVES: usize = 4;
/// So many plies are played on, one in so many of them at random.
const PLIES: usize = 32;
const RANDOM_IN: usize = 8;
/// Beyond this the game is decided.
const MOST: i16 = 3_000;

/// Writes lessons until there are `count` of them.
pub(super) fn write(
    seed: u64,
    count: usize,
    out: &mut (impl Write + Send),
) -> Result<usize, String> {
    let games = openings()?;
    let sink = Mutex::new(Sink {
        out,
        written: 0,
        count,
    });
    thread::scope(|scope| {
        let workers: Vec<_> = (0..ENGINES)
            .map(|worker| {
                let (games, sink) = (&games, &sink);
                scope.spawn(move || judge(games, worker, seed, sink))
            })
            .collect();
        for worker in workers {
            worker
                .join()
                .map_err(|_| "a thread has panicked".to_owned())??;
        }
        Ok::<(), String>(())
    })?;
    let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(sink.written)
}

/// Writes the quiet positions of games whose moves carry scores.
pub(super) fn copy(out: &mut impl Write) -> Result<usize, String> {
    let mut sink = Sink {
        out,
        written: 0,
        count: usize::MAX,
    };
    let mut refused = Ok(true);
    games::each(games::MASTERS, 1, |position, score| {
        if let (Some(position), Some(score), Ok(_)) = (Lesson::bare(position), fit(score), &refused)
        {
            refused = sink.take(&[Lesson { position, score }]);
        }
    })?;
    refused.map_err(|error| error.to_string())?;
    Ok(sink.written)
}

/// Where lessons go, and how many are still wanted.
struct Sink<'a, W> {
    out: &'a mut W,
    written: usize,
    count: usize,
}

impl<W: Write> Sink<'_, W> {
    /// Takes the lessons of one stretch of play; whether more are wanted.
    fn take(&mut self, lessons: &[Lesson]) -> io::Result<bool> {
        for lesson in lessons.iter().take(self.count - self.written) {
            self.out.write_all(&lesson.pack())?;
            self.written += 1;
        }
        Ok(self.written < self.count)
    }
}

/// The main lines of all games.
fn openings() -> Result<Vec<Line>, String> {
    let readings = pgn::games(shared::unpacked(GAMES)?).flatten();
    let lines = readings.map(|reading| reading.game.line());
    Ok(lines
        .filter(|line| line.moves().len() > FIRST_PLY)
        .collect())
}

fn judge<W: Write>(
    games: &[Line],
    worker: usize,
    seed: u64,
    sink: &Mutex<Sink<'_, W>>,
) -> Result<(), String> {
    let mut dice = Dice::new(seed * ENGINES as u64 + worker as u64);
    let mut stockfish = Rival::start(&"stockfish;Hash=4".parse()?)?;
    loop {
        let game = dice.pick(games).ok_or("no games")?;
        let lessons = stretch(game, &mut dice, &mut stockfish)?;
        let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
        if !sink.take(&lessons).map_err(|error| error.to_string())? {
            return Ok(());
        }
    }
}

/// The quiet positions of one stretch of play.
fn stretch(game: &Line, dice: &mut Dice, stockfish: &mut Rival) -> Result<Vec<Lesson>, String> {
    let mut lessons = Vec::new();
    let mut position = somewhere(game, dice);
    for _ in 0..PLIES {
        if position.legal_moves().is_empty() {
            break;
        }
        let line = Line::at(position.clone());
        let reply = stockfish.ask(&line, &format!("depth {DEPTH}"))?;
        let score = reply.score.filter(|_| reply.mate.is_none());
        let Some(score) = score.and_then(|score| fit(position.turn().fold_wb(score, -score)))
        else {
            break;
        };
        if let Some(position) = Lesson::bare(&position).filter(is_quiet) {
            lessons.push(Lesson { position, score });
        }
        let Some(m) = choose(&position, &reply.best, dice) else {
            break;
        };
        position.play_unchecked(m);
    }
    Ok(lessons)
}

/// A score that leaves the game open.
fn fit(score: i32) -> Option<i16> {
    let score = i16::try_from(score).ok()?;
    (score.abs() <= MOST).then_some(score)
}

/// A position of the game, or a few random moves from it.
fn somewhere(game: &Line, dice: &mut Dice) -> Chess {
    let stop = FIRST_PLY + dice.below(game.moves().len() - FIRST_PLY);
    let mut position = game.start().clone();
    for m in &game.moves()[..stop] {
        position.play_unchecked(*m);
    }
    for _ in 0..dice.below(RANDOM_MOVES) {
        if let Some(m) = dice.pick(&position.legal_moves()) {
            position.play_unchecked(*m);
        }
    }
    position
}

/// The engine's move, or now and then any.
fn choose(position: &Chess, best: &str, dice: &mut Dice) -> Option<Move> {
    if dice.below(RANDOM_IN) == 0 {
        return dice.pick(&position.legal_moves()).copied();
    }
    notation::read(position, best).ok()
}
