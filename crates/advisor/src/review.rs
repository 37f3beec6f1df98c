//! The review of a game: every move with its label, accuracy and reasons, and
//! what the whole amounts to.
//!
//! It goes in three steps that a caller may spread over threads: [`judge_line`]
//! labels the moves of a line from what engines said, [`explain_move`] finds the
//! reasons of one of them, [`Review::new`] puts them together. None of them asks
//! anybody but the counsel that is passed in.

mod annotate;
mod summary;

use std::collections::BTreeMap;

use krog_chess::{
    ByColor, Chess, EngineLine, Line, Move, Phase, Position as _, Score, WinChance,
    notation::{self, Form},
};
use krog_insight::{Claim, Counsel, Explanation, Given, Polarity, Scene, explain};
use krog_stats::{
    forecast::{self, Pool, Situation},
    model::Shares,
    opening::Opening,
};

use crate::{
    judge::{Judgement, Moment, Previous, judge},
    label::Label,
    profile::Profile,
};

pub use annotate::{Notes, annotate};
pub use summary::{Interval, PhaseAccuracy, Summary, Themes, accuracy_of};

/// Who names openings: known theory by position, such as
/// [`krog_stats::opening::at`]. Without one no move is theory.
pub type Theory<'a> = Option<&'a dyn Fn(&Chess) -> Option<Opening>>;

/// What is known about a game besides its moves.
#[derive(Clone, Copy, Default)]
pub struct Setting<'a> {
    /// Who names its opening.
    pub theory: Theory<'a>,
    /// Both ratings.
    pub ratings: Option<ByColor<u16>>,
    /// Where it was played.
    pub pool: Option<Pool>,
}

impl Setting<'_> {
    /// How games end from a position with this score.
    fn outlook(&self, position: &Chess, score: Score) -> Shares {
        let situation = Situation::new(position, score);
        forecast::of(&situation.rated(self.ratings).played(self.pool))
    }
}

/// A labelled move of a line.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of the move in half-moves, the first is 1.
    pub ply: usize,
    /// The position before it.
    pub position: Chess,
    /// The move.
    pub played: Move,
    /// The phase of the game; it never goes back.
    pub phase: Phase,
    /// Lines before the move, best first.
    pub before: Vec<EngineLine>,
    /// Lines after it.
    pub after: Vec<EngineLine>,
    /// What the profile says.
    pub judgement: Judgement,
    /// Whether it gave something away that is worth talking about, whatever it is
    /// called: theory may lose too.
    pub fault: bool,
    /// The opening that the move leads into, where it is known theory.
    pub opening: Option<Opening>,
    /// How games from the position after the move end.
    pub outlook: Option<Shares>,
}

/// A labelled move with its reasons.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The move and its label.
    pub judged: Judged,
    /// What it does, why it is good or bad, and what was better.
    pub explanation: Explanation,
}

/// A reviewed game or variation.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves in their order.
    pub moves: Vec<Reviewed>,
    /// What they amount to.
    pub summary: Summary,
}

/// Labels the moves of a line. `found` holds the lines of every position, the
/// one after the last move included; positions beyond its end count as unknown.
pub fn judge_line(
    profile: &Profile,
    line: &Line,
    found: &[Vec<EngineLine>],
    setting: Setting<'_>,
) -> Vec<Judged> {
    let nothing: &[EngineLine] = &[];
    let at = |ply: usize| found.get(ply).map_or(nothing, Vec::as_slice);
    let mut phase = Phase::Opening;
    let mut last = None;
    let mut moves = Vec::with_capacity(line.moves().len());
    for (index, (position, played)) in line.steps().enumerate() {
        phase = phase.max(Phase::of(position.board()));
        let mut next = position.clone();
        next.play_unchecked(played);
        let opening = setting.theory.and_then(|name| name(&next));
        let previous = last.map(|m| Previous {
            before: at(index - 1),
            after: at(index),
            played: Some(m),
        });
        let moment = Moment {
            position: &position,
            played,
            before: at(index),
            after: at(index + 1),
            previous,
            book: opening.is_some(),
        };
        let judgement = judge(profile, &moment);
        moves.push(Judged {
            ply: index + 1,
            phase,
            before: at(index).to_vec(),
            after: at(index + 1).to_vec(),
            fault: is_fault(profile, judgement),
            judgement,
            outlook: moment
                .score_after()
                .map(|score| setting.outlook(&next, score)),
            opening,
            position: position.clone(),
            played,
        });
        last = Some(played);
    }
    moves
}

/// A fault by its label, or theory that loses as much as an inaccuracy.
fn is_fault(profile: &Profile, judgement: Judgement) -> bool {
    let [_, _, good, ..] = profile.loss;
    let loses = judgement.loss.is_some_and(|loss| loss >= good);
    judgement.label.is_some_and(Label::is_fault) || (judgement.label == Some(Label::Book) && loses)
}

/// The reasons of a move.
pub fn explain_move(judged: &Judged, counsel: Option<Counsel<'_>>) -> Explanation {
    let given = Given {
        before: &judged.before,
        after: &judged.after,
        hint: None,
        counsel,
    };
    explain(&judged.position, judged.played, given).expect("the moves of a line are legal")
}

/// How many reasons are given for a better move.
const REASONS: usize = 3;

impl Reviewed {
    /// What speaks for the better move, the weightiest first; nothing where the
    /// board has nothing to say for it.
    pub fn reasons(&self) -> Vec<Claim> {
        let better = self.explanation.better.iter();
        let claims = better.flat_map(|better| &better.claims);
        let speaks = |claim: &&Claim| {
            let empty = matches!(claim.id, "offers" | "quiet" | "plain");
            claim.polarity == Polarity::For && !empty
        };
        claims.filter(speaks).take(REASONS).cloned().collect()
    }
}

impl Judged {
    /// The move in SAN.
    pub fn san(&self) -> String {
        notation::write(&self.position, self.played, Form::San)
    }

    /// The move with its number: `12. Nf3`, `12... Nf6`.
    pub fn numbered(&self) -> String {
        let dots = self.position.turn().fold_wb(".", "...");
        format!("{}{dots} {}", self.position.fullmoves(), self.san())
    }

    /// The move with nothing said about it: its reasons have not been looked for.
    pub fn unexplained(self) -> Reviewed {
        let scene = Scene::new(&self.position, self.played);
        Reviewed {
            explanation: Explanation {
                scene: scene.expect("the moves of a line are legal"),
                claims: Vec::new(),
                principles: Vec::new(),
                better: None,
                rejected: BTreeMap::new(),
            },
            judged: self,
        }
    }

    /// The position after the move.
    pub fn next(&self) -> Chess {
        let mut next = self.position.clone();
        next.play_unchecked(self.played);
        next
    }

    /// What the position was worth before the move.
    pub fn score_before(&self) -> Option<Score> {
        self.before.first().map(|line| line.score)
    }

    /// What it is worth after it.
    pub fn score(&self) -> Option<Score> {
        crate::judge::settled(&self.next()).or_else(|| self.after.first().map(|line| line.score))
    }

    /// The engine's line, where it has moves.
    pub fn best(&self) -> Option<&EngineLine> {
        let best = self.before.first()?;
        (!best.line.moves().is_empty()).then_some(best)
    }

    /// Whether a sentence about it is worth the reader's time.
    pub fn is_told(&self) -> bool {
        let special = matches!(
            self.judgement.label,
            Some(Label::Brilliant | Label::Critical)
        );
        self.fault || special
    }

    /// The winning chances given away on Lichess's curve, whatever the profile.
    pub fn swing(&self) -> Option<f64> {
        let mover = self.position.turn();
        let chance = |score: Score| WinChance::of(score.pov(mover), krog_chess::Curve::LICHESS);
        let (before, after) = (chance(self.score_before()?), chance(self.score()?));
        Some((before.get() - after.get()).max(0.0))
    }
}

impl Review {
    /// Puts reviewed moves together.
    pub fn new(profile: &Profile, moves: Vec<Reviewed>) -> Review {
        Review {
            summary: Summary::of(profile, &moves),
            moves,
        }
    }
}

#[cfg(test)]
mod tests;
