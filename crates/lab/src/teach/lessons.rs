//! Where lessons come from: positions around those of master games, judged by the
//! [teacher](super::teacher).
//!
//! Games alone hold few positions with a piece more, a king in the open or hardly
//! a man left, and search meets them everywhere. So [walks](super::walks) lead
//! away from the games, and krog's own [searches](super::searches) show what they
//! want judged.

use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use krog_chess::{Chess, Line, Position as _, pgn, random::Dice};

use super::{
    lesson::{BYTES, Lesson},
    searches,
    teacher::Teacher,
    walks,
};
use crate::shared;

const GAMES: &str = "games/masters-100k.pgn.zst";

/// Threads that gather lessons at once; the lessons depend on their number.
const THREADS: usize = 2;
/// The earliest position of a game that is begun at, in plies.
const FIRST_PLY: usize = 6;
/// Beyond this the game is decided.
const MOST: i32 = 3_000;
/// How often, in lessons, it is told how many there are.
const TOLD: usize = 1_000_000;

/// How positions are come by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Walks away from games.
    Walks,
    /// What search wants judged.
    Searches,
}

impl std::str::FromStr for Way {
    type Err = String;

    fn from_str(word: &str) -> Result<Way, String> {
        match word {
            "walks" => Ok(Way::Walks),
            "searches" => Ok(Way::Searches),
            _ => Err(format!("found {word:?}, expected walks or searches")),
        }
    }
}

/// Writes so many lessons; their number.
pub(super) fn write(
    way: Way,
    seed: u64,
    count: usize,
    out: &mut impl Write,
) -> Result<usize, String> {
    let games = games()?;
    let teacher = Teacher::hire()?;
    let share = count.div_ceil(THREADS);
    let judged = &AtomicUsize::new(0);
    let notes = thread::scope(|scope| {
        let gatherers: Vec<_> = (0..THREADS as u64)
            .map(|thread| {
                let desk = Desk {
                    games: &games,
                    teacher: &teacher,
                    judged,
                    wanted: count,
                    seed: seed * THREADS as u64 + thread,
                };
                scope.spawn(move || match way {
                    Way::Walks => walks::gather(desk, share),
                    Way::Searches => searches::gather(desk, share),
                })
            })
            .collect();
        let ends = gatherers.into_iter().map(thread::ScopedJoinHandle::join);
        ends.collect::<Result<Vec<_>, _>>()
    });
    let notes = notes.map_err(|_| "a thread has panicked".to_owned())?;
    for lesson in notes.iter().flatten() {
        out.write_all(lesson).map_err(|error| error.to_string())?;
    }
    Ok(notes.iter().map(Vec::len).sum())
}

/// What a thread that gathers lessons has before it.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    games: &'a [Line],
    teacher: &'a Teacher,
    /// Lessons so far, of all threads, and how many there are to be.
    judged: &'a AtomicUsize,
    wanted: usize,
    pub(super) seed: u64,
}

impl Desk<'_> {
    /// Any position of any game.
    pub(super) fn somewhere(&self, dice: &mut Dice) -> Chess {
        let Some(game) = dice.pick(self.games) else {
            return Chess::default();
        };
        let stop = FIRST_PLY + dice.below(game.moves().len() - FIRST_PLY);
        let mut position = game.start().clone();
        for m in &game.moves()[..stop] {
            position.play_unchecked(*m);
        }
        position
    }

    /// The lesson of a position that is not in check, unless it is decided.
    pub(super) fn judge(&self, position: &Chess) -> Option<[u8; BYTES]> {
        let position = Lesson::bare(position).filter(|position| !position.is_check())?;
        let score = self.teacher.judge(&position);
        let score = i16::try_from(score).ok().filter(|_| score.abs() <= MOST)?;
        let judged = self.judged.fetch_add(1, Relaxed) + 1;
        if judged.is_multiple_of(TOLD) {
            eprintln!("{judged} of {} lessons", self.wanted);
        }
        Some(Lesson { position, score }.pack())
    }
}

/// The main lines of all games.
fn games() -> Result<Vec<Line>, String> {
    let readings = pgn::games(shared::unpacked(GAMES)?).flatten();
    let lines = readings.map(|reading| reading.game.line());
    let lines: Vec<Line> = lines
        .filter(|line| line.moves().len() > FIRST_PLY)
        .collect();
    match lines.len() {
        0 => Err(format!("{GAMES}: no games")),
        _ => Ok(lines),
    }
}
