//! Castling where it is not allowed, in the ordinary game and in Chess960.

use std::collections::BTreeSet;

use krog_chess::{Board, CastlingSide, Chess, Color, File, Position as _, Square, random::Dice};
use krog_logic::validate::Attempt;

use super::{
    case::{Case, Kind},
    scene,
    steps::attempt,
};
use crate::{
    accuracy::strewn,
    oracle::{attacks, mailbox::Mailbox},
};

/// A wish to castle, in the position that is strewn around it.
struct Wish {
    position: Chess,
    color: Color,
    side: CastlingSide,
    king: Square,
    rook: Square,
}

/// What stands against castling.
struct Faults {
    right_lost: bool,
    checkers: BTreeSet<Square>,
    blockers: Vec<Square>,
    /// Squares on the king's way, without both ends, and who attacks them.
    crossed: Vec<(Square, BTreeSet<Square>)>,
    /// Who attacks the king once it has castled.
    landing: BTreeSet<Square>,
}

/// A random wish to castle that must be refused, if the dice give one.
pub(super) fn case(dice: &mut Dice) -> Option<Case> {
    let wish = Wish::strewn(dice)?;
    let faults = wish.faults();
    let kind = match faults.kind()? {
        _ if wish.king == wish.landing() => Kind::CastlingOnTheSpot,
        kind => kind,
    };
    let (mut laws, mut seen) = (BTreeSet::from(["castling"]), Vec::new());
    let mut attacked = |square: Option<Square>, attackers: &BTreeSet<Square>| {
        seen.extend(square.map(|square| ("target", square)));
        // Of several attackers any may be told.
        seen.extend(scene::only(attackers).map(|attacker| ("attacker", attacker)));
    };
    attacked(None, &faults.checkers);
    for (square, attackers) in &faults.crossed {
        attacked(Some(*square), attackers);
    }
    if !faults.landing.is_empty() {
        laws.insert("own_king");
        if !faults.checkers.is_empty() {
            laws.insert("check_response");
        }
        attacked(Some(wish.landing()), &faults.landing);
    }
    // Of several men in the way any may be told.
    if let [blocker] = faults.blockers[..] {
        seen.push(("blocker", blocker));
    }
    let named = seen.iter().map(|(_, square)| *square);
    // Where the king castles without moving, the check itself tells enough.
    let named = named.filter(|square| *square != wish.king).collect();
    seen.retain(|(_, square)| *square != wish.king);
    if faults.right_lost {
        seen.push(("mover", wish.king));
    }
    Some(Case {
        kind,
        attempt: wish.attempt(dice),
        position: wish.position,
        laws,
        seen,
        named,
    })
}

impl Wish {
    fn strewn(dice: &mut Dice) -> Option<Wish> {
        let (position, king, rook) = strewn::castling(dice)?;
        Some(Wish {
            color: position.turn(),
            side: CastlingSide::from_king_side(king < rook),
            position,
            king,
            rook,
        })
    }

    fn landing(&self) -> Square {
        let file = match self.side {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        };
        Square::from_coords(file, self.king.rank())
    }

    fn rook_landing(&self) -> Square {
        let file = match self.side {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        };
        Square::from_coords(file, self.king.rank())
    }

    fn faults(&self) -> Faults {
        let board = Mailbox::of(self.position.board());
        let on_way = [
            span(self.king, self.landing()),
            span(self.rook, self.rook_landing()),
            span(self.king, self.rook),
        ];
        let on_way: BTreeSet<Square> = on_way.into_iter().flatten().collect();
        let blockers = on_way
            .into_iter()
            .filter(|square| ![self.king, self.rook].contains(square))
            .filter(|square| board.at(*square).is_some())
            .collect();
        let crossed = span(self.king, self.landing())
            .into_iter()
            .filter(|square| ![self.king, self.landing()].contains(square))
            .map(|square| (square, attacks::attackers(&board, square, !self.color)))
            .filter(|(_, attackers)| !attackers.is_empty())
            .collect();
        Faults {
            right_lost: self.position.castles().castling_rights().is_empty(),
            checkers: scene::checkers(&board, self.color),
            blockers,
            crossed,
            landing: scene::checkers(&Mailbox::of(&self.castled()), self.color),
        }
    }

    fn castled(&self) -> Board {
        let mut board = self.position.board().clone();
        board.discard_piece_at(self.king);
        board.discard_piece_at(self.rook);
        board.set_piece_at(self.landing(), self.color.king());
        board.set_piece_at(self.rook_landing(), self.color.rook());
        board
    }

    /// The wish in one of the ways in which it can be uttered. The king's
    /// step onto its rook is one only while the two may castle.
    fn attempt(&self, dice: &mut Dice) -> Attempt {
        let two_squares = self.king.file() == File::E;
        let rights = self.position.castles().castling_rights();
        match dice.below(3) {
            0 if two_squares => attempt(self.king, self.landing(), None),
            1 if rights.contains(self.rook) => attempt(self.king, self.rook, None),
            _ => Attempt::Castle(self.side),
        }
    }
}

impl Faults {
    fn kind(&self) -> Option<Kind> {
        let found = [
            (self.right_lost, Kind::CastlingRightLost),
            (!self.checkers.is_empty(), Kind::CastlingInCheck),
            (!self.blockers.is_empty(), Kind::CastlingBlocked),
            (!self.crossed.is_empty(), Kind::CastlingThrough),
            (!self.landing.is_empty(), Kind::CastlingInto),
        ];
        let found: Vec<Kind> = found
            .into_iter()
            .filter_map(|(is_so, kind)| is_so.then_some(kind))
            .collect();
        match found[..] {
            [] => None,
            [kind] => Some(kind),
            // What castling through men would lead to is not for us to say.
            _ if !self.blockers.is_empty() => None,
            _ => Some(Kind::CastlingFaults),
        }
    }
}

/// The squares of a rank from one to the other, both included.
fn span(a: Square, b: Square) -> Vec<Square> {
    let (low, high) = (a.min(b), a.max(b));
    let squares = Square::ALL.into_iter();
    squares.filter(|s| (low..=high).contains(s)).collect()
}
