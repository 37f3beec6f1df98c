//! How a store of counted games is asked, and what it answers: plain values.
//! The judgement asks through [`Statistics`] and does not know which store it
//! is; a test may answer from a list.

use std::error::Error;

use krog_chess::{Chess, Move, PackedMove, Position as _, Role, Square};
use thiserror::Error;

use crate::counter::Counter;

/// Something that knows what was played in a position.
pub trait Statistics {
    /// What was played in a position, by the games of a collection. A position
    /// that nobody reached has no moves; that is an answer.
    fn counts(&self, collection: &str, position: &Chess) -> Result<Counts, StatisticsError>;
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum StatisticsError {
    /// Nothing of that name was imported.
    #[error("found no collection {found:?}, expected one of: {}", .known.join(", "))]
    NoCollection {
        /// What was asked for.
        found: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The store failed.
    #[error("the store cannot answer: {0}")]
    Store(#[source] Box<dyn Error + Send + Sync>),
}

/// What was played in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    /// The collection that was asked.
    pub collection: String,
    /// The date of its last game, as in PGN, if it is known.
    pub through: Option<String>,
    /// The moves, the most played first.
    pub moves: Vec<MoveCounts>,
    /// How many stored moves were dropped because they are not legal here: they
    /// belong to another position of the same key.
    pub collisions: usize,
}

/// A move and the games in which it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveCounts {
    /// The move, legal in the position that was asked about.
    pub played: Move,
    /// Its games.
    pub counter: Counter,
}

impl Counts {
    /// The answer from what is stored under the position's key. The same move
    /// may come in several parts; moves that are not legal are dropped and
    /// counted.
    pub fn new(
        position: &Chess,
        collection: &str,
        through: Option<String>,
        stored: impl IntoIterator<Item = (Move, Counter)>,
    ) -> Counts {
        let mut moves: Vec<MoveCounts> = Vec::new();
        let mut strangers: Vec<Move> = Vec::new();
        for (played, counter) in stored {
            if !position.is_legal(played) {
                if !strangers.contains(&played) {
                    strangers.push(played);
                }
                continue;
            }
            match moves.iter_mut().find(|known| known.played == played) {
                Some(known) => known.counter.merge(&counter),
                None => moves.push(MoveCounts { played, counter }),
            }
        }
        Counts::ordered(collection, through, moves, strangers.len())
    }

    /// The answer from moves as they are stored, each once, without their board.
    pub fn from_packed(
        position: &Chess,
        collection: &str,
        through: Option<String>,
        stored: impl IntoIterator<Item = (PackedMove, Counter)>,
    ) -> Counts {
        let legal = position.legal_moves();
        let mut moves = Vec::new();
        let mut collisions = 0;
        for (packed, counter) in stored {
            match legal.iter().find(|m| PackedMove::of(**m) == packed) {
                Some(played) => moves.push(MoveCounts {
                    played: *played,
                    counter,
                }),
                None => collisions += 1,
            }
        }
        Counts::ordered(collection, through, moves, collisions)
    }

    fn ordered(
        collection: &str,
        through: Option<String>,
        mut moves: Vec<MoveCounts>,
        collisions: usize,
    ) -> Counts {
        moves.sort_by_cached_key(|counts| {
            let games = counts.counter.total().games();
            (std::cmp::Reverse(games), alphabetical(counts.played))
        });
        Counts {
            collection: collection.to_owned(),
            through,
            moves,
            collisions,
        }
    }

    /// The games of the position: those of all its moves.
    pub fn total(&self) -> Counter {
        self.moves.iter().map(|counts| &counts.counter).sum()
    }
}

/// Moves in the order of their UCI names, without writing them.
fn alphabetical(m: Move) -> impl Ord {
    let place = |square: Square| (square.file(), square.rank());
    let from = m.from().map(place);
    (from, place(m.to()), m.promotion().map(Role::char))
}

#[cfg(test)]
mod tests {
    use krog_chess::{
        Color, KnownOutcome,
        notation::{self, Form},
    };

    use super::*;
    use crate::{GameId, Played};

    fn games(count: u128) -> Counter {
        (0..count).fold(Counter::default(), |mut sum, game| {
            sum.merge(&Counter::new_single(&Played {
                mover: Color::White,
                outcome: KnownOutcome::Draw,
                ratings: None,
                game: GameId(game),
            }));
            sum
        })
    }

    #[track_caller]
    fn check(stored: &[(&str, u128)], expected: &str, collisions: usize) {
        let start = Chess::default();
        // A move is read where it is legal: here, or in a rook endgame.
        let other = krog_chess::fen::parse("k7/8/8/8/8/8/4R3/4K3 w - - 0 1").expect("legal");
        let stored = stored.iter().map(|(text, count)| {
            let read = notation::read(&start, text).or_else(|_| notation::read(&other, text));
            (read.expect("legal in one of them"), games(*count))
        });
        let counts = Counts::new(&start, "main", None, stored);
        let found: Vec<String> = counts
            .moves
            .iter()
            .map(|counts| {
                let san = notation::write(&start, counts.played, Form::San);
                format!("{san} {}", counts.counter.total().games())
            })
            .collect();
        assert_eq!(found.join(", "), expected);
        assert_eq!(counts.collisions, collisions);
        let sum: u64 = counts
            .moves
            .iter()
            .map(|counts| counts.counter.total().games())
            .sum();
        assert_eq!(counts.total().total().games(), sum);
    }

    #[test]
    fn moves_come_most_played_first() {
        check(&[], "", 0);
        check(&[("d4", 2), ("e4", 3), ("c4", 2)], "e4 3, c4 2, d4 2", 0);
    }

    #[test]
    fn parts_of_a_move_are_merged() {
        check(&[("d4", 2), ("e4", 3), ("d4", 2)], "d4 4, e4 3", 0);
    }

    #[test]
    fn moves_that_are_not_legal_are_dropped_and_counted() {
        check(&[("Re7", 9), ("e4", 1), ("Re8", 0)], "e4 1", 2);
    }
}
