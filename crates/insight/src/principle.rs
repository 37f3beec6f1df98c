//! The fourteen principles of play.
//!
//! Each declares when it speaks of a move and what it asks, as formulas; the
//! checker decides both. They judge the change that a move makes, so a move
//! that changes nothing in a principle's field is not spoken of. Names and
//! explanations are in the message files under `principle-CODE-…`; the score
//! and the sentence about this very move come from a detector beside them.

mod endgame;
mod middlegame;
mod opening;
mod tactical;

pub(crate) use endgame::passed;
pub(crate) use middlegame::no_pawn_guards;

use krog_chess::{Phase, Position as _};
use krog_logic::{Env, formula::Norm, vocabulary::Body};
use krog_text::{Args, Bilingual};

use crate::{
    MESSAGES,
    claim::{Court, Proposal, Source},
    scene::Scene,
    vocabulary::vocabulary,
};

/// A principle of play.
#[derive(Debug)]
pub struct Principle {
    /// Its code, as the source has it.
    pub code: &'static str,
    /// The part of the game it is taught for.
    pub category: Category,
    /// Obligation, permission or prohibition.
    pub norm: Norm,
    /// What its condition says, in one sentence.
    pub meaning: &'static str,
    /// When it speaks of a move, as a formula.
    pub applies: &'static str,
    /// What it asks, or for a prohibition what it forbids, as a formula.
    pub condition: &'static str,
    /// How much it counts.
    pub weight: i32,
    /// How much it counts in the opening, the middlegame and the endgame.
    pub phase_weights: [i32; 3],
    /// Moves that show it.
    pub examples: &'static [Example],
    /// The score from −100 to +100 of a move that it speaks of, and what to say.
    detect: fn(&Scene, bool) -> (i32, Option<Proposal>),
}

/// A move that shows a principle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position.
    pub fen: &'static str,
    /// The move in SAN.
    pub san: &'static str,
    /// Whether the move follows the principle.
    pub follows: bool,
}

/// The part of the game that a principle belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// The first moves.
    Opening,
    /// The middlegame.
    Middlegame,
    /// The endgame.
    Endgame,
    /// Any time.
    Tactical,
}

impl Category {
    /// The name in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Category::Opening => "opening",
            Category::Middlegame => "middlegame",
            Category::Endgame => "endgame",
            Category::Tactical => "tactical",
        }
    }
}

/// What a principle has to say about a move.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The principle.
    pub principle: &'static Principle,
    /// Whether the move follows it.
    pub satisfied: bool,
    /// From −100 to +100, before weighting.
    pub score: i32,
}

impl Finding {
    /// Whether the move breaks the principle: an obligation that it does not
    /// meet, or a prohibition that it does. Not to use a permission is no fault.
    pub fn is_violated(&self) -> bool {
        !self.satisfied && self.principle.norm != Norm::Permitted
    }
}

impl Principle {
    /// The principle with this code.
    pub fn get(code: &str) -> Option<&'static Principle> {
        PRINCIPLES.iter().find(|principle| principle.code == code)
    }

    /// Its name.
    pub fn name(&self) -> Bilingual {
        self.text("name")
    }

    /// What it advises, in one sentence.
    pub fn explanation(&self) -> Bilingual {
        self.text("text")
    }

    fn text(&self, part: &str) -> Bilingual {
        MESSAGES.both(&format!("principle-{}-{part}", self.code), &Args::new())
    }

    /// The formula as it is listed: the norm over what it is about.
    pub fn formula(&self) -> String {
        let of = format!("{}({})", self.norm.letter(), self.code);
        let body = match self.norm {
            Norm::Forbidden => format!("¬({})", self.condition),
            Norm::Permitted | Norm::Obliged => self.condition.to_owned(),
        };
        format!("{of} ↔ ({}) ∧ ({body})", self.applies)
    }

    /// How much it counts in a phase.
    pub fn weight_in(&self, phase: Phase) -> i32 {
        self.phase_weights[phase as usize]
    }

    /// Whether a move follows the principle; `None` when it does not apply.
    pub fn follows(&self, scene: &Scene) -> Option<bool> {
        let env = Env::at(scene.trace(), 0)?;
        let entry = vocabulary().get(self.code)?;
        let Body::Principle { applies, condition } = &entry.body else {
            return None;
        };
        let holds = applies.holds(&env).then(|| condition.holds(&env))?;
        Some(holds == (self.norm != Norm::Forbidden))
    }
}

/// What the principles say about a move; their claims go to the court.
pub(crate) fn judge(scene: &Scene, court: &mut Court) -> Vec<Finding> {
    let phase = Phase::of(scene.before().board());
    let mut findings = Vec::new();
    for principle in PRINCIPLES {
        let Some(satisfied) = principle.follows(scene) else {
            continue;
        };
        let (score, proposal) = (principle.detect)(scene, satisfied);
        findings.push(Finding {
            principle,
            satisfied,
            score: score.clamp(-100, 100),
        });
        if let Some(proposal) = proposal {
            let weight = score.abs() * principle.weight_in(phase) / 100;
            court.hear(scene, proposal.weight(weight.clamp(10, 180)));
        }
    }
    findings
}

/// A proposal of a principle. The formula names the principle's norm where the
/// move follows it, its breach where it does not, and says what is seen.
fn proposal(principle: &'static str, id: &'static str, follows: bool, facts: &str) -> Proposal {
    let norm = Principle::get(principle).map_or(Norm::Obliged, |found| found.norm);
    let breach = match norm {
        Norm::Forbidden => 'O',
        _ => 'F',
    };
    let formula = if follows {
        format!("{}({principle}) ∧ {facts}", norm.letter())
    } else {
        format!("{breach}({principle}) ∧ {facts}")
    };
    let proposal = Proposal::new(id, Source::Principle(principle), formula);
    if follows {
        proposal
    } else {
        proposal.against()
    }
}

/// Every principle, in the order of the source.
pub static PRINCIPLES: &[Principle] = &[
    opening::CONTROL_CENTER,
    opening::DEVELOP_PIECES,
    opening::KING_SAFETY,
    opening::DONT_MOVE_PIECE_TWICE,
    opening::CONNECT_ROOKS,
    middlegame::PIECE_ACTIVITY,
    middlegame::WEAK_SQUARES,
    middlegame::PAWN_STRUCTURE,
    endgame::KING_ACTIVITY,
    endgame::PASSED_PAWNS,
    endgame::OPPOSITION,
    tactical::FORK_CHECK,
    tactical::PIN_EXPLOIT,
    tactical::BACK_RANK,
];
