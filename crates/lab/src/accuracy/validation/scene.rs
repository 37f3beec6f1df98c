//! A position as the makers of cases see it: men on squares, walked step by step.

use std::collections::BTreeSet;

use krog_chess::{Board, Chess, Color, Piece, Position as _, Role, Square};

use crate::oracle::{
    attacks,
    mailbox::{self, Mailbox, Step},
};

/// A position and its men.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Chess,
    pub(super) board: Mailbox,
    pub(super) turn: Color,
}

impl Scene<'_> {
    pub(super) fn of(position: &Chess) -> Scene<'_> {
        Scene {
            position,
            board: Mailbox::of(position.board()),
            turn: position.turn(),
        }
    }

    /// Every man with every square, the enemy king's excepted: nobody takes a king.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Square, Piece, Square)> + '_ {
        let men = Color::ALL.into_iter().flat_map(|c| self.board.men(c));
        men.flat_map(move |(from, man)| {
            let taken = (!man.color).king();
            let targets = Square::ALL.into_iter();
            targets
                .filter(move |to| self.board.at(*to) != Some(taken))
                .map(move |to| (from, man, to))
        })
    }

    /// The men that attack the king of `color`.
    pub(super) fn checkers(&self, color: Color) -> BTreeSet<Square> {
        checkers(&self.board, color)
    }

    /// The men that attack the mover's king once the man has gone from one
    /// square to the other, whatever stood there, and a third square is empty.
    pub(super) fn exposed_by(
        &self,
        man: Piece,
        from: Square,
        to: Square,
        emptied: Option<Square>,
    ) -> BTreeSet<Square> {
        let mut board: Board = self.position.board().clone();
        for square in std::iter::once(from).chain(emptied) {
            board.discard_piece_at(square);
        }
        board.set_piece_at(to, man);
        checkers(&Mailbox::of(&board), man.color)
    }

    /// The first man strictly between two squares of a line, seen from the first.
    pub(super) fn blocker(&self, from: Square, to: Square) -> Option<Square> {
        let (blocker, _) = self.board.first_man(from, direction(from, to)?)?;
        (from.distance(blocker) < from.distance(to)).then_some(blocker)
    }
}

/// The law of a man that is no pawn.
pub(super) fn movement(role: Role) -> &'static str {
    match role {
        Role::King => "king_movement",
        Role::Queen => "queen_movement",
        Role::Rook => "rook_movement",
        Role::Bishop => "bishop_movement",
        Role::Knight => "knight_movement",
        Role::Pawn => "pawn_movement",
    }
}

/// Whether a man that is no pawn goes from one square to the other on an
/// empty board.
pub(super) fn moves_like(man: Piece, from: Square, to: Square) -> bool {
    let steps = mailbox::capturing_steps(man);
    let jumps = steps
        .into_iter()
        .any(|step| mailbox::neighbour(from, step) == Some(to));
    let slides = direction(from, to)
        .is_some_and(|direction| mailbox::sliding_steps(man.role).contains(&direction));
    jumps || slides
}

/// The single step that leads along a line from one square to another.
pub(super) fn direction(from: Square, to: Square) -> Option<Step> {
    let files = i32::from(to.file()) - i32::from(from.file());
    let ranks = i32::from(to.rank()) - i32::from(from.rank());
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (on_line && from != to).then(|| (files.signum(), ranks.signum()))
}

pub(super) fn checkers(board: &Mailbox, color: Color) -> BTreeSet<Square> {
    let king = board.men(color).find(|(_, man)| man.role == Role::King);
    king.map_or_else(BTreeSet::new, |(king, _)| {
        attacks::attackers(board, king, !color)
    })
}

/// The only element of a set.
pub(super) fn only(squares: &BTreeSet<Square>) -> Option<Square> {
    let first = squares.first().copied();
    first.filter(|_| squares.len() == 1)
}
