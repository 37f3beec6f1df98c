//! A lesson and its parts.

use std::{fmt, str::FromStr};

use krog_chess::{
    Chess, Color, Line, Move, Position as _,
    shakmaty::san::{San, SanPlus},
};
use krog_text::Bilingual;

use crate::opening::Opening;

/// What is taught about one opening.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The name of its position.
    pub opening: Opening,
    /// The moves to its position.
    pub line: Line,
    /// Who stands better.
    pub sign: Sign,
    /// The same in words.
    pub verdict: Bilingual,
    /// The principles at work, by their codes.
    pub principles: Vec<&'static str>,
    /// What the opening is about.
    pub ideas: Vec<Bilingual>,
    /// What the sides aim for.
    pub plans: Vec<Plan>,
}

impl Lesson {
    /// The position that the lesson is about.
    pub fn position(&self) -> &Chess {
        self.line.end()
    }

    /// How many plies lead to it.
    pub fn ply(&self) -> usize {
        self.line.moves().len()
    }

    /// The plans of one side.
    pub fn plans_of(&self, side: Color) -> impl Iterator<Item = &Plan> {
        self.plans.iter().filter(move |plan| plan.side == side)
    }
}

/// Who stands better, in the signs of chess literature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// White stands better.
    WhiteBetter,
    /// White stands slightly better.
    WhiteSlightly,
    /// The sides stand alike.
    Equal,
    /// The position is sharp and hard to weigh.
    Unclear,
    /// Black stands slightly better.
    BlackSlightly,
}

impl Sign {
    /// All signs.
    pub const ALL: [Sign; 5] = [
        Sign::WhiteBetter,
        Sign::WhiteSlightly,
        Sign::Equal,
        Sign::Unclear,
        Sign::BlackSlightly,
    ];

    /// As it is printed.
    pub const fn symbol(self) -> &'static str {
        match self {
            Sign::WhiteBetter => "±",
            Sign::WhiteSlightly => "+=",
            Sign::Equal => "=",
            Sign::Unclear => "∞",
            Sign::BlackSlightly => "=+",
        }
    }
}

/// A plan of one side.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Whose plan it is.
    pub side: Color,
    /// The plan in words.
    pub text: Bilingual,
    /// Its moves. They can be played one after another from the lesson's
    /// position, a side passing where the other has two moves in a row.
    pub moves: Vec<PlannedMove>,
}

/// A move of a plan: `Nd5` is White's, `...c5` is Black's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedMove {
    /// Who makes it.
    pub side: Color,
    /// The move.
    pub san: San,
}

impl PlannedMove {
    /// Makes the move, after a pass if it is not its side's turn. Gives the
    /// move, or nothing if it or the pass is not legal.
    pub fn play(&self, position: &mut Chess) -> Option<Move> {
        if position.turn() != self.side {
            // Nobody may pass out of check.
            if position.is_check() {
                return None;
            }
            *position = position.clone().swap_turn().ok()?;
        }
        let played = self.san.to_move(position).ok()?;
        position.play_unchecked(played);
        Some(played)
    }
}

impl FromStr for PlannedMove {
    type Err = String;

    fn from_str(text: &str) -> Result<PlannedMove, String> {
        let (side, san) = match text.strip_prefix("...") {
            Some(san) => (Color::Black, san),
            None => (Color::White, text),
        };
        let read: SanPlus = san.parse().map_err(|_| format!("no move: {text:?}"))?;
        Ok(PlannedMove {
            side,
            san: read.san,
        })
    }
}

impl fmt::Display for PlannedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.side.is_white() { "" } else { "..." };
        write!(f, "{dots}{}", self.san)
    }
}
