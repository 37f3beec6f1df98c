//! An illegal move with what must be said about it.

use std::collections::BTreeSet;

use krog_chess::{Chess, Square};
use krog_logic::validate::Attempt;

/// An illegal move and the verdict that is expected.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) kind: Kind,
    pub(super) position: Chess,
    pub(super) attempt: Attempt,
    /// The ids of all laws that it breaks.
    pub(super) laws: BTreeSet<&'static str>,
    /// Witnesses that must be among those found: part and square.
    pub(super) seen: Vec<(&'static str, Square)>,
    /// Squares that the explanation must name.
    pub(super) named: Vec<Square>,
}

macro_rules! kinds {
    ($($kind:ident $name:literal),* $(,)?) => {
        /// The ways in which a move can be illegal.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(super) enum Kind {
            $($kind),*
        }

        impl Kind {
            pub(super) const ALL: [Kind; [$($name),*].len()] = [$(Kind::$kind),*];

            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name),*
                }
            }
        }
    };
}

kinds! {
    WrongGeometry "wrong geometry",
    WrongGeometryOutOfTurn "wrong geometry out of turn",
    BlockedPath "blocked path",
    OwnMan "own man on the target",
    PinnedMan "pinned man",
    KingIntoCheck "king into check",
    CheckUnanswered "check not answered",
    NotYourTurn "not your turn",
    EmptySquare "empty from-square",
    PawnBlocked "pawn blocked",
    PawnNotAtHome "double step not from home",
    PawnTakesNothing "pawn takes nothing",
    PassingExpired "en passant expired",
    PassingExposes "en passant that exposes the king",
    PromotionMissing "promotion missing",
    PromotionWrong "promotion to king or pawn",
    PromotionStray "stray promotion",
    PromotionExposes "wrong promotion that exposes the king",
    TwoLaws "two laws",
    MoreLaws "three laws or more",
    CastlingInCheck "castling in check",
    CastlingThrough "castling through an attacked square",
    CastlingInto "castling into check",
    CastlingRightLost "castling with the right lost",
    CastlingBlocked "castling blocked",
    CastlingOnTheSpot "castling where the king stays",
    CastlingFaults "castling with several faults",
}

impl Kind {
    /// Those about captures in passing.
    pub(super) const PASSING: [Kind; 2] = [Kind::PassingExpired, Kind::PassingExposes];

    /// Those about castling.
    pub(super) const CASTLING: [Kind; 7] = [
        Kind::CastlingInCheck,
        Kind::CastlingThrough,
        Kind::CastlingInto,
        Kind::CastlingRightLost,
        Kind::CastlingBlocked,
        Kind::CastlingOnTheSpot,
        Kind::CastlingFaults,
    ];

    /// Whether play hardly ever yields it.
    pub(super) fn is_rare(self) -> bool {
        self == Kind::PromotionExposes
            || Kind::PASSING.contains(&self)
            || Kind::CASTLING.contains(&self)
    }
}
