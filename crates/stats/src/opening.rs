//! What an opening is called: ECO code, name and variation of a position,
//! whatever the order of the moves that led to it. The lines are facts from
//! `data/openings.tsv`; nothing here judges them.
//!
//! Two kinds of positions have a name. Those at the end of a named line carry
//! the line's own. Those on the way to one carry the name of the last line
//! before them, provided that every line through them has the same code; they
//! answer the question about a position but do not decide what a game is
//! called, because a game may pass by them long after it has got a better name.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::LazyLock,
};

use krog_chess::{Chess, Line, Position as _, PositionKey, shakmaty::san::San};

/// The named lines; see the file for where they come from.
const LINES: &str = include_str!("../../../data/openings.tsv");

/// The name of an opening, in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The opening, such as `Sicilian Defence`.
    pub name: &'static str,
    /// Its variation, if it is told.
    pub variation: Option<&'static str>,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The name.
    pub opening: Opening,
    /// How many plies had been played when the game last had a name of its
    /// own.
    pub ply: usize,
}

/// The name of a position.
///
/// ```
/// use krog_chess::{Chess, Line};
/// use krog_stats::opening;
///
/// let line = Line::parse(Chess::default(), "Nf3 d6 e4 c5 d4 cxd4 Nxd4 Nf6 Nc3 a6")?;
/// let najdorf = opening::at(line.end()).expect("a well known position");
/// assert_eq!(najdorf.to_string(), "B90 Sicilian Defence: Najdorf");
/// assert_eq!(opening::at(&Chess::default()), None);
/// # Ok::<(), krog_chess::line::LineError>(())
/// ```
pub fn at(position: &Chess) -> Option<Opening> {
    let entry = TABLE.get(&PositionKey::of(position))?;
    Some(entry.opening)
}

/// The opening of a game: the last named line that one of its positions ends.
///
/// ```
/// use krog_chess::{Chess, Line};
/// use krog_stats::opening;
///
/// let line = Line::parse(Chess::default(), "e4 e5 Nf3 Nc6 Bb5 h5 h4")?;
/// let reached = opening::of(&line).expect("it begins like many others");
/// assert_eq!((reached.opening.eco, reached.ply), ("C60", 5));
/// # Ok::<(), krog_chess::line::LineError>(())
/// ```
pub fn of(line: &Line) -> Option<Reached> {
    let mut position = line.start().clone();
    let mut reached = ending_at(&position, 0);
    for (ply, played) in (1..).zip(line.moves()) {
        position.play_unchecked(*played);
        reached = ending_at(&position, ply).or(reached);
    }
    reached
}

/// The named lines: the name, and the moves from the initial position in SAN,
/// separated by spaces.
pub fn lines() -> impl Iterator<Item = (Opening, &'static str)> {
    rows()
}

/// How many positions have a name.
pub fn named_positions() -> usize {
    TABLE.len()
}

impl fmt::Display for Opening {
    /// `B90 Sicilian Defence: Najdorf`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)?;
        match self.variation {
            Some(variation) => write!(f, ": {variation}"),
            None => Ok(()),
        }
    }
}

/// A named position.
struct Entry {
    opening: Opening,
    /// Whether a named line ends here.
    is_end: bool,
}

static TABLE: LazyLock<HashMap<PositionKey, Entry>> = LazyLock::new(|| {
    let lines = named_lines();
    let mut table: HashMap<PositionKey, Entry> = HashMap::with_capacity(2 * lines.len());
    for line in &lines {
        let opening = line.opening;
        let entry = Entry {
            opening,
            is_end: true,
        };
        table.insert(line.end(), entry);
    }
    let on_the_way = on_the_way(&lines, &table);
    table.extend(on_the_way);
    table
});

/// The named lines, played.
pub(crate) fn named_lines() -> Vec<Named> {
    let mut player = Player::default();
    let lines = rows().map(|(opening, moves)| player.play(opening, moves));
    lines.collect()
}

/// A named line with the keys of the positions after each of its moves.
pub(crate) struct Named {
    pub(crate) opening: Opening,
    pub(crate) keys: Vec<PositionKey>,
}

/// Plays lines one after another; what a line shares with the one before is
/// not played again.
#[derive(Default)]
struct Player {
    played: Vec<(&'static str, Chess, PositionKey)>,
}

impl Player {
    fn play(&mut self, opening: Opening, moves: &'static str) -> Named {
        let shared = moves.split(' ').zip(&self.played);
        let shared = shared.take_while(|(word, (played, ..))| word == played);
        let shared = shared.count();
        self.played.truncate(shared);
        for word in moves.split(' ').skip(shared) {
            let start = Chess::default();
            let mut position = self.played.last().map_or(start, |last| last.1.clone());
            let san: San = word.parse().expect("a test plays every line");
            let played = san.to_move(&position).expect("a test plays every line");
            position.play_unchecked(played);
            let key = PositionKey::of(&position);
            self.played.push((word, position, key));
        }
        let keys = self.played.iter().map(|(.., key)| *key).collect();
        Named { opening, keys }
    }
}

impl Named {
    fn end(&self) -> PositionKey {
        *self.keys.last().expect("a test plays every line")
    }
}

/// The positions between the ends of lines that can be named after the line
/// before them: all that is known about them has one code.
fn on_the_way(lines: &[Named], ends: &HashMap<PositionKey, Entry>) -> HashMap<PositionKey, Entry> {
    // The name is that of the line that ends latest before the position.
    let mut found: HashMap<PositionKey, (usize, Opening)> = HashMap::new();
    let mut codes: HashMap<PositionKey, HashSet<&str>> = HashMap::new();
    for line in lines {
        let mut last: Option<(usize, Opening)> = None;
        for (ply, key) in line.keys.iter().enumerate() {
            if let Some(entry) = ends.get(key) {
                last = Some((ply, entry.opening));
                continue;
            }
            let known = codes.entry(*key).or_default();
            known.insert(line.opening.eco);
            if let Some((at, opening)) = last {
                known.insert(opening.eco);
                let name = found.entry(*key).or_insert((at, opening));
                if at > name.0 {
                    *name = (at, opening);
                }
            }
        }
    }
    let agreed = |key: &PositionKey| codes.get(key).is_some_and(|codes| codes.len() == 1);
    found
        .into_iter()
        .filter(|(key, _)| agreed(key))
        .map(|(key, (_, opening))| {
            (
                key,
                Entry {
                    opening,
                    is_end: false,
                },
            )
        })
        .collect()
}

fn ending_at(position: &Chess, ply: usize) -> Option<Reached> {
    let entry = TABLE.get(&PositionKey::of(position))?;
    let opening = entry.opening;
    entry.is_end.then_some(Reached { opening, ply })
}

/// The lines of the file: the name and the moves.
fn rows() -> impl Iterator<Item = (Opening, &'static str)> {
    let rows = LINES.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let mut columns = row.split('\t');
        let mut column = || columns.next();
        let (eco, name, variation, moves) = (column()?, column()?, column()?, column()?);
        let variation = Some(variation).filter(|variation| !variation.is_empty());
        Some((
            Opening {
                eco,
                name,
                variation,
            },
            moves,
        ))
    })
}

#[cfg(test)]
mod tests;
