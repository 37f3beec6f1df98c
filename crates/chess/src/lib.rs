//! The vocabulary of chess that every krog crate speaks, over [shakmaty].
//!
//! What shakmaty already says well is re-exported, not wrapped: [`Chess`] is a
//! legal position (nothing that takes one can be handed an illegal board),
//! [`Setup`] an unchecked one, [`Move`] a move. This crate adds the words that
//! shakmaty leaves to its users: the position [`key`], a [`Score`] that never
//! travels without its side, [`WinChance`], a [`Line`] of legal moves, attack
//! maps with [x-rays](attacks), [pins], [static exchanges](see), the
//! [phase] of a game, a [`Game`] with its comments and variations read from
//! [PGN](pgn), and moves in writing and in [speech](notation::spoken).
//!
//! Nothing here judges a move, opens a file or reads a clock.
//!
//! ```
//! use krog_chess::{fen, notation, see};
//!
//! let position = fen::parse("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")?;
//! let takes = notation::read(&position, "Qxd5")?;
//! assert_eq!(see::value(&position, takes), 100 - 900); // the c-pawn takes back
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
pub mod chance;
pub mod evaluate;
pub mod fen;
pub mod game;
pub mod key;
pub mod line;
pub mod mirror;
pub mod notation;
pub mod packed;
pub mod pgn;
pub mod phase;
pub mod pins;
pub mod random;
pub mod score;
pub mod see;
pub mod worth;

pub use chance::{Curve, WinChance};
pub use evaluate::{EngineLine, Evaluate, EvaluateError, Limit};
pub use game::Game;
pub use key::PositionKey;
pub use line::Line;
pub use packed::PackedMove;
pub use phase::Phase;
pub use score::{Score, Value};

pub use shakmaty;
pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, CastlingSide, Chess, Color, EnPassantMode,
    File, KnownOutcome, Move, MoveList, Outcome, Piece, Position, Rank, Role, Setup, Square,
};
