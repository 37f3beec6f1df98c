//! What to teach about an opening: a verdict, the ideas, the principles at
//! work and plans for both sides, in both languages. The lessons are written
//! by hand in `data/teaching`; they give general advice about an opening and
//! never judge a move of a game. What a lesson names is checked by the tests:
//! every move of a plan can be played, every square belongs to the opening.

mod lesson;
mod read;

pub use lesson::{Lesson, Plan, PlannedMove, Sign};

use std::{collections::HashMap, sync::LazyLock};

use krog_chess::{Chess, Line, Position as _, PositionKey};

use crate::opening;

/// The lessons, one file for each family of openings.
const FILES: [&str; 6] = [
    include_str!("../../../data/teaching/open.txt"),
    include_str!("../../../data/teaching/sicilian.txt"),
    include_str!("../../../data/teaching/semi-open.txt"),
    include_str!("../../../data/teaching/closed.txt"),
    include_str!("../../../data/teaching/indian.txt"),
    include_str!("../../../data/teaching/flank.txt"),
];

/// A lesson on the first moves alone holds only for games that still have the
/// opening's name: after 1. c4 and 2. d4 nobody plays the English any more.
const FIRST_MOVES: usize = 2;

/// All lessons.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The lesson for a position: its own, or the deepest one on a named line to it.
///
/// ```
/// use krog_chess::{Chess, Line};
/// use krog_stats::teaching;
///
/// let line = Line::parse(Chess::default(), "Nf3 d6 e4 c5 d4 cxd4 Nxd4 Nf6 Nc3 a6")?;
/// let lesson = teaching::at(line.end()).expect("a main opening");
/// assert_eq!(lesson.opening.to_string(), "B90 Sicilian Defence: Najdorf");
/// assert_eq!(teaching::at(&Chess::default()), None);
/// # Ok::<(), krog_chess::line::LineError>(())
/// ```
pub fn at(position: &Chess) -> Option<&'static Lesson> {
    let index = INDEX.get(&PositionKey::of(position))?;
    Some(&LESSONS[*index])
}

/// The lesson for a game: the deepest one that its positions lead to.
pub fn of(line: &Line) -> Option<&'static Lesson> {
    let name = opening::of(line)?.opening.name;
    let mut position = line.start().clone();
    let mut deepest = at(&position);
    for played in line.moves() {
        position.play_unchecked(*played);
        deepest = [deepest, at(&position)]
            .into_iter()
            .flatten()
            .max_by_key(|it| it.ply());
    }
    deepest.filter(|lesson| lesson.holds_for(name))
}

impl Lesson {
    /// Whether the lesson is about what a later position of this name came from.
    fn holds_for(&self, name: &str) -> bool {
        self.ply() > FIRST_MOVES || self.opening.name == name
    }
}

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let read = |text| read::lessons(text).expect("a test reads every lesson");
    FILES.iter().flat_map(|text| read(text)).collect()
});

/// Which lesson is for a position: those of the lessons themselves, and those
/// that named lines reach after one.
static INDEX: LazyLock<HashMap<PositionKey, usize>> = LazyLock::new(|| {
    let own = LESSONS.iter().enumerate();
    let own: HashMap<_, _> = own
        .map(|(index, it)| (PositionKey::of(it.position()), index))
        .collect();
    let mut all = own.clone();
    for line in opening::named_lines() {
        let mut last: Option<usize> = None;
        for key in &line.keys {
            last = own.get(key).copied().or(last);
            let Some(index) = last else { continue };
            if LESSONS[index].holds_for(line.opening.name) {
                let found = all.entry(*key).or_insert(index);
                if LESSONS[index].ply() > LESSONS[*found].ply() {
                    *found = index;
                }
            }
        }
    }
    all
});

#[cfg(test)]
mod tests;
