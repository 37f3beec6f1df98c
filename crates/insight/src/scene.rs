//! The move that is judged, with the positions around it.

use krog_chess::{
    Board, Chess, Color, Line, Move, Piece, Position as _, Role, Square,
    notation::{self, Form},
    worth,
};
use krog_logic::{Env, Formula, State, Trace};

use crate::{solution::Ply, vocabulary::vocabulary};

/// A position, a legal move in it, and what comes of it.
#[derive(Clone, Debug)]
pub struct Scene {
    ply: Ply,
    /// What the checker sees.
    trace: Trace,
}

impl Scene {
    /// The scene of a legal move; gives the move back when it is not legal.
    pub fn new(before: &Chess, m: Move) -> Result<Scene, Move> {
        let mut line = Line::at(before.clone());
        line.push(m)?;
        Ok(Scene {
            ply: Ply {
                before: before.clone(),
                m,
                after: line.end().clone(),
            },
            trace: Trace::of_line(&line),
        })
    }

    /// The position before the move.
    pub fn before(&self) -> &Chess {
        &self.ply.before
    }

    /// The position after it.
    pub fn after(&self) -> &Chess {
        &self.ply.after
    }

    /// The move.
    pub fn m(&self) -> Move {
        self.ply.m
    }

    /// Who moves.
    pub fn mover(&self) -> Color {
        self.ply.before.turn()
    }

    /// The trace of the position and the move.
    pub(crate) fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The state after the move, as the checker sees it.
    pub(crate) fn state_after(&self) -> &State {
        &self.trace.states()[1]
    }

    /// The state before the move, as the checker sees it.
    pub(crate) fn state_before(&self) -> &State {
        &self.trace.states()[0]
    }

    /// Whether the checker finds a formula true of the move.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.says_at(0, text)
    }

    /// Whether the checker finds a formula true before (0) or after (1) the move.
    pub(crate) fn says_at(&self, ply: usize, text: &str) -> bool {
        let formula = Formula::parse(text, vocabulary());
        match (formula, Env::at(&self.trace, ply)) {
            (Ok(formula), Some(env)) => formula.holds(&env),
            _ => false,
        }
    }

    /// The board before the move.
    pub(crate) fn board(&self) -> &Board {
        self.ply.before.board()
    }

    /// The board after the move.
    pub(crate) fn board_after(&self) -> &Board {
        self.ply.after.board()
    }

    /// Where the move begins.
    pub fn from(&self) -> Square {
        self.ply.from()
    }

    /// Where the man that moved stands afterwards; for castling, the king.
    pub fn to(&self) -> Square {
        self.ply.to()
    }

    /// What the man is that moves.
    pub fn role(&self) -> Role {
        self.ply.m.role()
    }

    /// The man as it stands after the move.
    pub(crate) fn moved(&self) -> Piece {
        Piece {
            color: self.mover(),
            role: self.ply.mover(),
        }
    }

    /// The man that is taken and where it stood.
    pub(crate) fn victim(&self) -> Option<(Role, Square)> {
        let role = self.ply.m.capture()?;
        let square = match self.ply.m {
            Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
            _ => self.ply.m.to(),
        };
        Some((role, square))
    }

    /// The move in SAN.
    pub fn san(&self) -> String {
        notation::write(&self.ply.before, self.ply.m, Form::San)
    }

    /// The balance of material before the move, as `color` sees it.
    pub(crate) fn balance(&self, color: Color) -> i32 {
        balance(self.board(), color)
    }
}

/// The balance of material in centipawns, as `color` sees it.
pub(crate) fn balance(board: &Board, color: Color) -> i32 {
    let sum = |color: Color| -> i32 {
        Role::ALL
            .into_iter()
            .filter_map(|role| {
                let men = (board.by_role(role) & board.by_color(color)).count();
                Some(worth::centipawns(role)? * i32::try_from(men).unwrap_or(i32::MAX))
            })
            .sum()
    };
    sum(color) - sum(!color)
}
