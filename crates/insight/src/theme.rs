//! Themes of a line, as players name them; ids are those of Lichess puzzles.
//!
//! A theme belongs to a whole solution and is found by its definition alone, so
//! that agreement with tagged puzzles can be measured. What is *said* about a
//! move needs a proof besides; that is the business of claims.

mod length;
mod lines;
mod lures;
mod mates;
mod quiet;
mod spoils;
mod squares;

use crate::solution::Solution;

/// A theme that a line can have.
#[derive(Debug)]
pub struct Theme {
    /// The id in puzzles.
    pub id: &'static str,
    /// What it is, in one sentence.
    pub meaning: &'static str,
    detect: fn(&Solution) -> bool,
}

impl Theme {
    /// Whether a solution has this theme.
    pub fn is_in(&self, solution: &Solution) -> bool {
        (self.detect)(solution)
    }
}

/// The themes of a solution, in the order of the registry.
pub fn tag(solution: &Solution) -> Vec<&'static Theme> {
    THEMES
        .iter()
        .filter(|theme| theme.is_in(solution))
        .collect()
}

const fn theme(id: &'static str, meaning: &'static str, detect: fn(&Solution) -> bool) -> Theme {
    Theme {
        id,
        meaning,
        detect,
    }
}

/// Every theme.
pub static THEMES: &[Theme] = &[
    theme(
        "advancedPawn",
        "a pawn reaches its seventh or eighth rank",
        spoils::advanced_pawn,
    ),
    theme(
        "anastasiaMate",
        "a rook or queen mates on the edge file, a knight holds the king",
        mates::anastasia,
    ),
    theme(
        "arabianMate",
        "a rook guarded by a knight mates the king in the corner",
        mates::arabian,
    ),
    theme(
        "attackingF2F7",
        "the first capture on f2 or f7 strikes beside an uncastled king",
        squares::f2_f7,
    ),
    theme(
        "attraction",
        "a piece is drawn to a square where it is attacked or taken",
        lures::attraction,
    ),
    theme(
        "backRankMate",
        "the king is mated on its back rank behind its own men",
        mates::back_rank,
    ),
    theme(
        "bodenMate",
        "two bishops on crossing diagonals mate",
        mates::boden,
    ),
    theme(
        "capturingDefender",
        "the guard of something is taken, then what it guarded",
        lures::capturing_defender,
    ),
    theme("castling", "the solver castles", spoils::castling),
    theme(
        "clearance",
        "a move clears a square or line for another piece",
        lures::clearance,
    ),
    theme(
        "defensiveMove",
        "the last move defends and attacks nothing",
        quiet::defensive,
    ),
    theme(
        "deflection",
        "a piece is drawn away from what it guarded",
        lures::deflection,
    ),
    theme(
        "discoveredAttack",
        "a piece steps off the line of another, which then strikes",
        lines::discovered,
    ),
    theme(
        "doubleBishopMate",
        "two bishops on neighbouring diagonals mate",
        mates::double_bishop,
    ),
    theme(
        "doubleCheck",
        "two pieces give check at once",
        lines::double_check,
    ),
    theme(
        "dovetailMate",
        "the queen mates from a diagonal neighbour square, unguarded ones blocked",
        mates::dovetail,
    ),
    theme(
        "enPassant",
        "a pawn is taken in passing",
        spoils::en_passant,
    ),
    theme(
        "exposedKing",
        "a king without pawns around it is checked",
        squares::exposed_king,
    ),
    theme("fork", "a piece attacks two others at once", lines::fork),
    theme(
        "hangingPiece",
        "an unguarded piece is taken",
        spoils::hanging_piece,
    ),
    theme(
        "hookMate",
        "a rook guarded by a knight, guarded by a pawn, mates",
        mates::hook,
    ),
    theme(
        "interference",
        "a piece is cut off from what it guarded",
        lures::interference,
    ),
    theme(
        "intermezzo",
        "a recapture waits for a move in between",
        lures::intermezzo,
    ),
    theme(
        "kingsideAttack",
        "an attack on the king castled short",
        squares::kingside_attack,
    ),
    theme(
        "pin",
        "a piece cannot leave its line without giving up the king",
        lines::pin,
    ),
    theme("promotion", "a pawn is promoted", spoils::promotion),
    theme(
        "queensideAttack",
        "an attack on the king castled long",
        squares::queenside_attack,
    ),
    theme(
        "quietMove",
        "a move that neither checks, takes nor attacks",
        quiet::quiet,
    ),
    theme(
        "sacrifice",
        "material is given up on the way",
        spoils::sacrifice,
    ),
    theme(
        "skewer",
        "a dearer piece steps aside, the one behind it is taken",
        lines::skewer,
    ),
    theme(
        "smotheredMate",
        "a knight mates a king walled in by its own men",
        mates::smothered,
    ),
    theme(
        "trappedPiece",
        "a piece without a safe square is taken",
        spoils::trapped_piece,
    ),
    theme(
        "underPromotion",
        "a pawn becomes less than a queen",
        spoils::under_promotion,
    ),
    theme(
        "xRayAttack",
        "a piece takes back through the one that took",
        lines::x_ray,
    ),
    theme("long", "three moves to find", length::long),
    theme("mate", "the line ends in mate", length::mate),
    theme("mateIn1", "mate in one", length::mate_in_1),
    theme("mateIn2", "mate in two", length::mate_in_2),
    theme("mateIn3", "mate in three", length::mate_in_3),
    theme("mateIn4", "mate in four", length::mate_in_4),
    theme("mateIn5", "mate in five or more", length::mate_in_5),
    theme("oneMove", "one move to find", length::one_move),
    theme("short", "two moves to find", length::short),
    theme("veryLong", "four moves or more to find", length::very_long),
];
