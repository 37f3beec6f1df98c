//! A solution: the opponent's mistake, and the line that punishes it.

use krog_chess::{Chess, Color, Line, Move, Position as _, Role, Square};

/// A line in which the opponent moves first and the solver answers, as in a
/// Lichess puzzle.
#[derive(Clone, Debug)]
pub struct Solution {
    plies: Vec<Ply>,
    solver: Color,
}

/// One move of a solution, with the positions around it.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position before the move.
    pub before: Chess,
    /// The move.
    pub m: Move,
    /// The position after it.
    pub after: Chess,
}

impl Ply {
    /// Where the move begins.
    pub fn from(&self) -> Square {
        match self.m {
            Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
            Move::Castle { king, .. } => king,
            Move::Put { to, .. } => to,
        }
    }

    /// Where the man that moved stands afterwards; for castling, the king.
    pub fn to(&self) -> Square {
        match self.m.castling_side() {
            Some(side) => Square::from_coords(side.king_to_file(), self.from().rank()),
            None => self.m.to(),
        }
    }

    /// What the man that moved is afterwards: a promoted pawn counts as what it
    /// has become.
    pub fn mover(&self) -> Role {
        self.m.promotion().unwrap_or(self.m.role())
    }

    /// Who stood where the move ends; nobody for a capture in passing.
    pub fn victim(&self) -> Option<Role> {
        match self.m {
            Move::Normal { capture, .. } => capture,
            _ => None,
        }
    }
}

impl Solution {
    /// A solution of at least two moves; `None` for shorter lines.
    pub fn new(line: &Line) -> Option<Solution> {
        let plies: Vec<Ply> = line
            .steps()
            .map(|(before, m)| {
                let mut after = before.clone();
                after.play_unchecked(m);
                Ply { before, m, after }
            })
            .collect();
        (plies.len() >= 2).then(|| Solution {
            solver: !line.start().turn(),
            plies,
        })
    }

    /// The side that finds the line.
    pub fn solver(&self) -> Color {
        self.solver
    }

    /// All moves; the first is the opponent's.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The solver's moves, each with its place among all.
    pub fn answers(&self) -> impl DoubleEndedIterator<Item = (usize, &Ply)> + Clone {
        self.plies
            .iter()
            .enumerate()
            .filter(|(index, _)| index % 2 == 1)
    }

    /// The solver's moves from the second on, each with the opponent's reply
    /// before it and the solver's own move before that.
    pub fn followups(&self) -> impl Iterator<Item = Followup<'_>> {
        self.answers().skip(1).map(|(index, now)| Followup {
            earlier: &self.plies[index - 3],
            first: &self.plies[index - 2],
            reply: &self.plies[index - 1],
            now,
        })
    }

    /// The position where the solver begins.
    pub fn start(&self) -> &Chess {
        &self.plies[0].after
    }

    /// The last move.
    pub fn last(&self) -> &Ply {
        self.plies.last().expect("a solution has two moves or more")
    }
}

/// Four moves in a row, the last of them the solver's.
#[derive(Clone, Copy, Debug)]
pub struct Followup<'a> {
    /// The opponent's move before the solver's first.
    pub earlier: &'a Ply,
    /// The solver's first.
    pub first: &'a Ply,
    /// The opponent's reply.
    pub reply: &'a Ply,
    /// The solver's next.
    pub now: &'a Ply,
}
