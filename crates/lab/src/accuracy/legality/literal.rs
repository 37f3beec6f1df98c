//! Moves as triples of from, to and promotion, and `P` of each as a formula.

use std::collections::HashMap;

use krog_chess::{CastlingSide, File, Move, Role, Square};
use krog_logic::{Formula, Vocabulary};

/// Where a move begins and ends, and what a pawn becomes: what UCI can say.
pub(super) type Triple = (Square, Square, Option<Role>);

/// What can stand behind the squares; kings and pawns only to be refused.
pub(super) const PROMOTIONS: [Option<Role>; 7] = [
    None,
    Some(Role::Queen),
    Some(Role::Rook),
    Some(Role::Bishop),
    Some(Role::Knight),
    Some(Role::King),
    Some(Role::Pawn),
];

/// `P(m)` for every move that UCI can say, read once.
pub(super) struct Literals(HashMap<Triple, Formula>);

impl Literals {
    pub(super) fn all() -> Literals {
        let mut literals = HashMap::new();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in PROMOTIONS {
                    let triple = (from, to, promotion);
                    let permitted = format!("P({})", text(triple));
                    if let Ok(formula) = Formula::parse(&permitted, Vocabulary::base()) {
                        literals.insert(triple, formula);
                    }
                }
            }
        }
        Literals(literals)
    }

    /// `None` where the language does not read the move.
    pub(super) fn get(&self, triple: Triple) -> Option<&Formula> {
        self.0.get(&triple)
    }
}

/// The move as UCI writes it.
pub(super) fn text((from, to, promotion): Triple) -> String {
    let promotion = promotion.map(|role| role.char().to_string());
    format!("{from}{to}{}", promotion.unwrap_or_default())
}

/// The triples that mean a move. Castling is the king's step onto its rook,
/// and the step to where it lands if that is longer than a king's.
pub(super) fn meaning(m: Move) -> Vec<Triple> {
    let Move::Castle { king, rook } = m else {
        let from = m.from().into_iter();
        return from.map(|from| (from, m.to(), m.promotion())).collect();
    };
    let file = match CastlingSide::from_king_side(rook.file() > king.file()) {
        CastlingSide::KingSide => File::G,
        CastlingSide::QueenSide => File::C,
    };
    let landing = Square::from_coords(file, king.rank());
    let mut triples = vec![(king, rook, None)];
    if king.distance(landing) >= 2 {
        triples.push((king, landing, None));
    }
    triples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_has_two_names_where_they_cannot_be_mistaken() {
        let castle = |king, rook| meaning(Move::Castle { king, rook }).len();
        assert_eq!(castle(Square::E1, Square::H1), 2);
        assert_eq!(castle(Square::F1, Square::H1), 1);
    }
}
