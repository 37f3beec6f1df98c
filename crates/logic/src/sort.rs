//! The sorts of terms, and their values.

use std::fmt;

use krog_chess::{Bitboard, CastlingSide, Color, Move, Piece, Role, Square};

/// What kind of thing a term stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// One of the 64 squares.
    Square,
    /// A man on the board.
    Piece,
    /// A side.
    Color,
    /// A kind of man.
    Role,
    /// Kingside or queenside.
    Side,
    /// A whole number.
    Number,
    /// A text in quotation marks.
    Text,
    /// A move.
    Move,
    /// The way a game ends.
    Ending,
    /// A set of squares.
    Squares,
    /// A set of men.
    Pieces,
    /// A set of moves.
    Moves,
}

impl Sort {
    /// Whether a term of this sort may stand where `wanted` is asked for: a man
    /// stands for its square and its kind, a square for the man on it.
    pub fn fits(self, wanted: Sort) -> bool {
        self == wanted
            || matches!(
                (self, wanted),
                (Sort::Piece, Sort::Square | Sort::Role)
                    | (Sort::Square, Sort::Piece)
                    | (Sort::Pieces, Sort::Squares)
                    | (Sort::Squares, Sort::Pieces)
            )
    }

    /// The sort of a set's elements.
    pub fn element(self) -> Option<Sort> {
        match self {
            Sort::Squares => Some(Sort::Square),
            Sort::Pieces => Some(Sort::Piece),
            Sort::Moves => Some(Sort::Move),
            _ => None,
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Square => "a square",
            Sort::Piece => "a piece",
            Sort::Color => "a side (self, opponent, white, black)",
            Sort::Role => "a kind of piece (king, queen, …)",
            Sort::Side => "kingside or queenside",
            Sort::Number => "a number",
            Sort::Text => "a text in quotation marks",
            Sort::Move => "a move",
            Sort::Ending => "an ending (checkmate, stalemate, …)",
            Sort::Squares => "a set of squares",
            Sort::Pieces => "a set of pieces",
            Sort::Moves => "a set of moves",
        })
    }
}

/// A man and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Where it stands.
    pub square: Square,
    /// Who it is.
    pub piece: Piece,
}

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A square.
    Square(Square),
    /// A man.
    Piece(Man),
    /// A side.
    Color(Color),
    /// A kind of man.
    Role(Role),
    /// A castling side.
    Side(CastlingSide),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// A move.
    Move(Move),
    /// An ending.
    Ending(Ending),
    /// Squares.
    Squares(Bitboard),
    /// The men on these squares.
    Pieces(Bitboard),
    /// Moves.
    Moves(Vec<Move>),
}

/// The ways a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The king is attacked and there is no legal move.
    Checkmate,
    /// There is no legal move, and no check.
    Stalemate,
    /// Nobody can mate with what is left.
    InsufficientMaterial,
    /// The position stands for the third time: a draw can be claimed.
    Threefold,
    /// The position stands for the fifth time.
    Fivefold,
    /// A hundred half-moves without capture or pawn move: a draw can be claimed.
    FiftyMoves,
    /// A hundred and fifty of them.
    SeventyFiveMoves,
    /// A clock has run out.
    TimeForfeit,
    /// A player gave up; not visible on a board.
    Resignation,
    /// Both agreed; not visible on a board.
    Agreement,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 10] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::Threefold,
        Ending::Fivefold,
        Ending::FiftyMoves,
        Ending::SeventyFiveMoves,
        Ending::TimeForfeit,
        Ending::Resignation,
        Ending::Agreement,
    ];

    /// The name in formulas.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient_material",
            Ending::Threefold => "threefold_repetition",
            Ending::Fivefold => "fivefold_repetition",
            Ending::FiftyMoves => "fifty_move",
            Ending::SeventyFiveMoves => "seventy_five_move",
            Ending::TimeForfeit => "time_forfeit",
            Ending::Resignation => "resignation",
            Ending::Agreement => "draw_agreement",
        }
    }
}
