//! What was found out about counted positions and games, beside the counters:
//! the columns of source 000 §7.2 that engines, logic and reviews fill. Only a
//! store with such columns takes notes; what engines say is on every desk.

use krog_chess::{ByColor, Chess, Move, Score};
use krog_stats::GameId;

use crate::contract::StoreError;

/// A store that takes notes.
pub trait Notes {
    /// The depth of the evaluation that is noted for a position; none if none is.
    fn noted_depth(&self, collection: &str, position: &Chess) -> Result<Option<u32>, StoreError>;

    /// Notes what is known about a position and its moves. What was noted of
    /// them before is replaced; a score of a move that is not known now stays.
    fn note_position(&self, note: &PositionNote<'_>) -> Result<(), StoreError>;

    /// Notes what a review found, with the game in every collection that has it;
    /// says in how many that is.
    fn note_game(&self, id: GameId, note: &GameNote) -> Result<u64, StoreError>;
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct PositionNote<'a> {
    /// The collection whose games went through it.
    pub collection: &'a str,
    /// The position.
    pub position: &'a Chess,
    /// What an engine says.
    pub score: Score,
    /// How deeply it searched.
    pub depth: u32,
    /// What logic says, as JSON.
    pub krog: String,
    /// Its moves.
    pub moves: Vec<MoveNote>,
}

/// What is known about a move of a position.
#[derive(Clone, Debug)]
pub struct MoveNote {
    /// The move.
    pub played: Move,
    /// What an engine says after it.
    pub score: Option<Score>,
    /// The place that the engine gives it, from 1.
    pub rank: Option<u16>,
    /// Whether it leads to a position of the opening book.
    pub is_book: bool,
    /// How well it follows the principles.
    pub krog_score: i32,
    /// What logic says, as JSON.
    pub krog: String,
}

/// What a review found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameNote {
    /// The average centipawn loss of each side.
    pub acpl: ByColor<Option<f64>>,
    /// How many blunders each side made.
    pub blunders: ByColor<usize>,
}
