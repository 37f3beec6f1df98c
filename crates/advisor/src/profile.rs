//! Label profiles: which move earns which label, as data.
//!
//! A profile says what a centipawn is worth, against what a move is held, where
//! one label ends and the next begins, and what is made of mates, sacrifices,
//! only moves, gifts and theory. [`judge`](crate::judge) reads it; nothing else
//! decides a label. The built-in ones stand in [`PROFILES`]; others are made by
//! changing fields.

mod builtin;

use std::{borrow::Cow, sync::LazyLock};

use krog_chess::{Curve, Value, WinChance};
use krog_text::{Args, Bilingual};

use crate::{
    MESSAGES,
    label::{Label, UnknownCode},
};

/// How moves are labelled.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// The name on the command line.
    pub id: Cow<'static, str>,
    /// How centipawns become chances.
    pub curve: Curve,
    /// What the ordinary start counts, in centipawns for White, whatever an
    /// engine says.
    pub start: Option<i32>,
    /// What a move is held against.
    pub reference: Reference,
    /// Where best, excellent, good, inaccuracy and mistake end: a loss that
    /// reaches an edge belongs to the next label.
    pub loss: [f64; 5],
    /// The same for centipawns, where both are looked at.
    pub centipawns: Option<Centipawns>,
    /// What is made of mates.
    pub mates: Mates,
    /// Whether the only legal move has a label of its own.
    pub forced: bool,
    /// What is made of known theory.
    pub book: Book,
    /// When a move is the only one.
    pub critical: Option<Critical>,
    /// How sacrifices are recognised, where they are.
    pub brilliant: Option<Sacrifice>,
    /// When a gift of the opponent was let slip.
    pub miss: Option<Miss>,
    /// How accuracy is counted.
    pub accuracy: Formula,
    /// Names that differ from the usual ones.
    pub names: Vec<(Label, Name)>,
}

/// What a move is held against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reference {
    /// The evaluation before the move; the move counts what it is after it.
    Before,
    /// The engine's move, both as they were found together where they were.
    AfterBest,
    /// The best combined score of engine, statistics and principles.
    Blended,
}

/// Edges in centipawns, beside those of chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Centipawns {
    /// Where best, excellent, good, inaccuracy and mistake end.
    pub edges: [i32; 5],
    /// Which of the two labels counts.
    pub counts: Counts,
}

/// Which of two labels counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// The worse one.
    Harsher,
    /// The better one.
    Milder,
}

/// What is made of mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mates {
    /// By steps of moves and centipawns, as source 001 has them.
    Steps,
    /// A mate is a certain win, and nothing else.
    Chances,
    /// A certain win; a mate let go is a miss, a mate allowed a blunder.
    Decisive,
    /// Lichess's rules, to the letter.
    Lichess,
}

/// What is made of known theory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Book {
    /// A move into a known position is theory, before all else but force.
    First,
    /// Theory is not told.
    Never,
}

/// When a move is the only one that holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Critical {
    /// What the second best move loses at least.
    pub second: f64,
    /// How a man that is there for the taking is recognised.
    pub free: Sacrifice,
}

/// How men in danger are recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sacrifice {
    /// By counting attackers and defenders, as source 001 does.
    Safety,
    /// By static exchange, as its successor does.
    Exchange,
}

/// When a gift was let slip: the opponent lost at least `gift`, and the move
/// gives back from `from` times to less than `to` times as much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Miss {
    /// What the opponent's last move lost at least.
    pub gift: f64,
    /// The least share given back.
    pub from: f64,
    /// The share from which it is more than a miss.
    pub to: f64,
}

/// How accuracy is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// Source 001's curve; a game is the plain mean of its moves.
    Wintr,
    /// Lichess's curve; a game is the mean of a weighted and a harmonic mean.
    Lichess,
}

/// The display name of a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// A message of this crate.
    Message(&'static str),
    /// Words of the profile's author.
    Own(Bilingual),
}

/// The profiles that are built in, the default first.
pub static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(builtin::all);

impl Profile {
    /// The built-in profile of this name.
    pub fn get(id: &str) -> Result<&'static Profile, UnknownCode> {
        let known = PROFILES.iter();
        known
            .clone()
            .find(|profile| profile.id == id)
            .ok_or_else(|| UnknownCode::new(id, known.map(|profile| profile.id.as_ref())))
    }

    /// The profile without what is switched off.
    #[must_use]
    pub fn with(mut self, switches: Switches) -> Profile {
        if !switches.theory {
            self.book = Book::Never;
        }
        self.critical = self.critical.filter(|_| switches.critical);
        self.brilliant = self.brilliant.filter(|_| switches.brilliant);
        self
    }

    /// What the profile is for; a profile of the user's own says what it is.
    pub fn explanation(&self) -> Bilingual {
        let known = Profile::get(&self.id).is_ok();
        let id = if known { self.id.as_ref() } else { "own" };
        MESSAGES.both(&format!("profile-{id}"), &Args::new())
    }

    /// What a label is called.
    pub fn name(&self, label: Label) -> Bilingual {
        let own = self.names.iter().find(|(named, _)| *named == label);
        match own {
            Some((_, Name::Own(name))) => name.clone(),
            Some((_, Name::Message(id))) => MESSAGES.both(id, &Args::new()),
            None => MESSAGES.both(&format!("label-{}", label.code()), &Args::new()),
        }
    }

    /// The chance of the side that sees `value`. Lichess counts a mate as its
    /// greatest score, the others as a certain win.
    pub fn chance(&self, value: Value) -> f64 {
        let value = match (self.mates, value) {
            (Mates::Lichess, Value::MateIn(_)) => Value::Cp(i32::MAX),
            (Mates::Lichess, Value::MatedIn(_)) => Value::Cp(-i32::MAX),
            _ => value,
        };
        WinChance::of(value, self.curve).get()
    }

    /// The label of a loss of chances.
    pub(crate) fn by_loss(&self, loss: f64) -> Label {
        by_edges(&self.loss, &loss)
    }
}

/// What can be switched off in any profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Theory is told.
    pub theory: bool,
    /// Only moves are told.
    pub critical: bool,
    /// Sacrifices are told.
    pub brilliant: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            theory: true,
            critical: true,
            brilliant: true,
        }
    }
}

/// The labels between edges, the best first.
pub(crate) const LADDER: [Label; 6] = [
    Label::Best,
    Label::Excellent,
    Label::Good,
    Label::Inaccuracy,
    Label::Mistake,
    Label::Blunder,
];

/// The label whose stretch a number falls into.
pub(crate) fn by_edges<T: PartialOrd>(edges: &[T; 5], found: &T) -> Label {
    let step = edges.iter().filter(|edge| *edge <= found).count();
    LADDER[step]
}

#[cfg(test)]
mod tests;
