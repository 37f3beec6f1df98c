//! A move in sixteen bits, and a list of moves without an allocation.

use krog_chess::{Role, Square};

/// Room for the moves of nearly every position; a list grows where it must.
const USUAL_MOVES: usize = 96;

/// A move: six bits of origin, six of target, four of [`Kind`]. It says nothing
/// without the board it belongs to. Castling goes to the rook's square, so that
/// Chess960 needs no case of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Mv(pub(crate) u16);

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plain,
    DoublePush,
    Castle,
    EnPassant,
    Promotion(Role),
}

impl Mv {
    /// No move: what a table holds where there is none.
    pub(crate) const NONE: Mv = Mv(0);

    pub(crate) fn new(from: Square, to: Square, kind: Kind) -> Mv {
        let code = match kind {
            Kind::Plain => 0,
            Kind::DoublePush => 1,
            Kind::Castle => 2,
            Kind::EnPassant => 3,
            Kind::Promotion(Role::Knight) => 4,
            Kind::Promotion(Role::Bishop) => 5,
            Kind::Promotion(Role::Rook) => 6,
            Kind::Promotion(_) => 7,
        };
        Mv(from as u16 | (to as u16) << 6 | code << 12)
    }

    #[inline]
    pub(crate) fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self.0 >> 12 {
            0 => Kind::Plain,
            1 => Kind::DoublePush,
            2 => Kind::Castle,
            3 => Kind::EnPassant,
            4 => Kind::Promotion(Role::Knight),
            5 => Kind::Promotion(Role::Bishop),
            6 => Kind::Promotion(Role::Rook),
            _ => Kind::Promotion(Role::Queen),
        }
    }

    /// Castling or taking in passing: men move elsewhere than from origin to target.
    #[inline]
    pub(crate) fn is_special(self) -> bool {
        matches!(self.kind(), Kind::Castle | Kind::EnPassant)
    }

    #[inline]
    pub(crate) fn promotion(self) -> Option<Role> {
        match self.kind() {
            Kind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self == Mv::NONE
    }
}

/// Moves with a rank for picking.
#[derive(Clone, Debug)]
pub(crate) struct Moves(Vec<(Mv, i32)>);

impl Moves {
    pub(crate) fn new() -> Moves {
        Moves(Vec::with_capacity(USUAL_MOVES))
    }

    #[inline]
    pub(crate) fn push(&mut self, m: Mv) {
        self.0.push((m, 0));
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn as_slice(&self) -> &[(Mv, i32)] {
        &self.0
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [(Mv, i32)] {
        &mut self.0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Mv> + '_ {
        self.0.iter().map(|(m, _)| *m)
    }
}

/// A short list of moves on the stack; what finds no room is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few<const N: usize> {
    moves: [Mv; N],
    len: usize,
}

impl<const N: usize> Few<N> {
    pub(crate) fn new() -> Few<N> {
        Few {
            moves: [Mv::NONE; N],
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, m: Mv) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = m;
            self.len += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Mv] {
        &self.moves[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let kinds = [
            Kind::Plain,
            Kind::DoublePush,
            Kind::Castle,
            Kind::EnPassant,
            Kind::Promotion(Role::Knight),
            Kind::Promotion(Role::Bishop),
            Kind::Promotion(Role::Rook),
            Kind::Promotion(Role::Queen),
        ];
        for from in Square::ALL {
            for to in Square::ALL {
                for kind in kinds {
                    let m = Mv::new(from, to, kind);
                    assert_eq!((m.from(), m.to(), m.kind()), (from, to, kind));
                }
            }
        }
    }
}
