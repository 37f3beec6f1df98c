//! The registry of evaluation terms, and the ways their parts are gathered.
//!
//! The evaluation is written once, generic over a [`Gather`]: search adds the
//! weights up, `eval` keeps a row per term and side, tuning counts how often
//! each weight is used.

use std::fmt;

use krog_chess::Color;
use krog_text::{Args, Bilingual};

use super::weights as w;
use crate::{MESSAGES, Tapered};

/// A named part of the evaluation. Names and explanations are in the message
/// files under `term-NAME-…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name in tables and JSON.
    pub name: &'static str,
    /// Its weights; none where the figure is computed otherwise.
    pub weights: &'static [Tapered],
    /// Where the weights come from.
    pub origin: Origin,
}

/// Where figures come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Published by others and taken over unchanged.
    Published(&'static str),
    /// Obtained by `cargo xtask tune`, as told at the head of the weights.
    Tuned,
    /// Obtained by `cargo xtask tune` for what is counted in units of others.
    TunedUnits(&'static str),
    /// Chosen by us, in the way told.
    Chosen(&'static str),
    /// Learned by `cargo xtask teach`, as told in `docs/engine.md`.
    Taught,
    /// Chosen by what `cargo xtask accuracy endings` told of it.
    Tried,
    /// Follows from the other terms.
    Derived,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Published(source) | Origin::Chosen(source) => source,
            Origin::Tuned => "cargo xtask tune",
            Origin::TunedUnits(source) => return write!(f, "cargo xtask tune, units of {source}"),
            Origin::Taught => "cargo xtask teach",
            Origin::Tried => "cargo xtask accuracy endings",
            Origin::Derived => "the other terms",
        })
    }
}

impl Term {
    /// The term with this name.
    pub fn get(name: &str) -> Option<&'static Term> {
        TERMS.iter().find(|term| term.name == name)
    }

    /// Its name for people.
    pub fn title(&self) -> Bilingual {
        MESSAGES.both(&format!("term-{}-name", self.name), &Args::new())
    }

    /// What it means, in one sentence.
    pub fn explanation(&self) -> Bilingual {
        MESSAGES.both(&format!("term-{}-text", self.name), &Args::new())
    }
}

const PESTO: Origin = Origin::Published("PeSTO (Friederich 2020), Chess Programming Wiki");

const UNITS: Origin = Origin::TunedUnits("Stockfish's classical evaluation");

macro_rules! registry {
    ($($id:ident $name:literal $weights:expr, $origin:expr;)*) => {
        /// The place of a term in the registry.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Id { $($id),* }

        /// Every evaluation term, in the order of the table.
        pub static TERMS: &[Term] = &[
            $(Term { name: $name, weights: $weights, origin: $origin }),*
        ];

        const LENGTHS: &[usize] = &[$({ const WEIGHTS: &[Tapered] = $weights; WEIGHTS.len() }),*];

        const TABLES: &[&[Tapered]] = &[$($weights),*];
    };
}

registry! {
    Material "material" &[], PESTO;
    PieceSquare "piece_square" &[], PESTO;
    MaterialTuning "material_tuning" &w::MATERIAL_TUNING, Origin::Tuned;
    OwnWing "own_wing" &w::OWN_WING, Origin::Tuned;
    EnemyWing "enemy_wing" &w::ENEMY_WING, Origin::Tuned;
    Doubled "doubled_pawns" &w::DOUBLED, Origin::Tuned;
    Isolated "isolated_pawns" &w::ISOLATED, Origin::Tuned;
    Backward "backward_pawns" &w::BACKWARD, Origin::Tuned;
    Connected "connected_pawns" &w::CONNECTED, Origin::Tuned;
    Passed "passed_pawns" &w::PASSED, Origin::Tuned;
    PassedBlocked "passed_blocked" &w::PASSED_BLOCKED, Origin::Tuned;
    PassedFree "passed_free" &w::PASSED_FREE, Origin::Tuned;
    PassedPath "passed_path" &w::PASSED_PATH, Origin::Tuned;
    PassedRooks "passed_rooks" &w::PASSED_ROOKS, Origin::Tuned;
    PassedKings "passed_kings" &w::PASSED_KINGS, Origin::Tuned;
    BishopPair "bishop_pair" &w::BISHOP_PAIR, Origin::Tuned;
    BishopPawns "bishop_pawns" &w::BISHOP_PAWNS, Origin::Tuned;
    Balance "balance" &w::BALANCE, Origin::Tuned;
    RookFiles "rook_files" &w::ROOK_FILES, Origin::Tuned;
    RookSeventh "rook_seventh" &w::ROOK_SEVENTH, Origin::Tuned;
    Outposts "outposts" &w::OUTPOSTS, Origin::Tuned;
    Shielded "shielded_minors" &w::SHIELDED, Origin::Tuned;
    Mobility "mobility" &w::MOBILITY, Origin::Tuned;
    KingDanger "king_danger" &w::KING_DANGER, UNITS;
    KingShelter "king_shelter" &w::KING_SHELTER, Origin::Tuned;
    KingStorm "king_storm" &w::KING_STORM, Origin::Tuned;
    Threats "threats" &w::THREATS, Origin::Tuned;
    Loose "loose_men" &w::LOOSE, Origin::Tuned;
    Pressure "pressure" &w::PRESSURE, Origin::Tuned;
    Space "space" &w::SPACE, Origin::Tuned;
    Tempo "tempo" &w::TEMPO, Origin::Tuned;
    Drawish "drawish" &[], Origin::Chosen("chosen by hand; by pawns, fitted to endings of masters-with-evals");
    LoneKing "lone_king" &[], Origin::Tried;
    Network "network" &[], Origin::Taught;
    Rounding "rounding" &[], Origin::Derived;
}

/// How many weights all terms have together.
pub(crate) const WEIGHTS: usize = first(TABLES.len());

/// Where the weights of each term begin in [`FLAT`].
const FIRST: [usize; TABLES.len()] = {
    let mut firsts = [0; TABLES.len()];
    let mut index = 0;
    while index < TABLES.len() {
        firsts[index] = first(index);
        index += 1;
    }
    firsts
};

/// All weights in a row.
pub(crate) static FLAT: [Tapered; WEIGHTS] = {
    let mut flat = [Tapered { mg: 0, eg: 0 }; WEIGHTS];
    let (mut table, mut at) = (0, 0);
    while table < TABLES.len() {
        let mut index = 0;
        while index < TABLES[table].len() {
            flat[at] = TABLES[table][index];
            at += 1;
            index += 1;
        }
        table += 1;
    }
    flat
};

/// The same, both figures of a weight in one number: what is added and multiplied
/// most is so in one go.
static PACKED: [i32; WEIGHTS] = {
    let mut packed = [0; WEIGHTS];
    let mut index = 0;
    while index < WEIGHTS {
        packed[index] = FLAT[index].mg + (FLAT[index].eg << 16);
        index += 1;
    }
    packed
};

const fn first(term: usize) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < term {
        sum += LENGTHS[index];
        index += 1;
    }
    sum
}

/// Where a weight stands among all.
#[inline]
pub(crate) const fn place(id: Id, index: usize) -> usize {
    FIRST[id as usize] + index
}

/// Takes notice of parts of an evaluation.
pub(crate) trait Gather {
    /// The weight number `index` of a term counts `count` times for `color`.
    fn add(&mut self, id: Id, index: usize, color: Color, count: i32);
}

/// Adds everything up, White's less Black's. The endgame is counted in the upper
/// half of the number; each half stays within sixteen bits.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sum(i32);

impl Sum {
    pub(crate) fn tapered(self) -> Tapered {
        let mg = self.0 << 16 >> 16;
        Tapered {
            mg,
            eg: (self.0 - mg) >> 16,
        }
    }
}

impl Gather for Sum {
    #[inline]
    fn add(&mut self, id: Id, index: usize, color: Color, count: i32) {
        let count = if color.is_white() { count } else { -count };
        self.0 += PACKED[place(id, index)] * count;
    }
}

#[cfg(test)]
mod tests {
    use krog_text::Language;

    use super::*;

    #[test]
    fn every_term_is_complete() {
        for (index, term) in TERMS.iter().enumerate() {
            assert!(
                TERMS[index + 1..]
                    .iter()
                    .all(|other| other.name != term.name)
            );
            assert_eq!(Term::get(term.name), Some(term));
            for language in Language::ALL {
                assert!(!term.title().get(language).is_empty(), "{}", term.name);
                let sentence = term.explanation();
                assert!(sentence.get(language).ends_with('.'), "{}", term.name);
            }
        }
    }

    #[test]
    fn weights_are_found_at_their_place() {
        assert_eq!(FLAT[place(Id::Doubled, 0)], w::DOUBLED[0]);
        assert_eq!(FLAT[place(Id::Mobility, 65)], w::MOBILITY[65]);
        assert_eq!(FLAT[place(Id::Tempo, 0)], w::TEMPO[0]);
        assert_eq!(place(Id::Tempo, 1), WEIGHTS);
    }
}
