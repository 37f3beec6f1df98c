//! What the moves of a game amount to.

use std::collections::BTreeMap;

use krog_chess::{ByColor, Color, Line, Phase, Position as _};
use krog_insight::{Claim, Solution, Theme, tag};

use super::{Judged, Opening, Reviewed};
use crate::{
    accuracy::{self, Counted},
    forecast,
    label::Label,
    profile::{Formula, Profile},
};

/// How many turning points are told at most.
const TURNING_POINTS: usize = 3;

/// A move that gives away this much turns a game.
const TURNS: f64 = 0.15;

/// A rating with what is not known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Eight of ten players who play like this are rated higher than this …
    pub low: u16,
    /// … and lower than this.
    pub high: u16,
}

/// The accuracy of a phase.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PhaseAccuracy {
    /// The phase.
    pub phase: Phase,
    /// The first half-move that belongs to it.
    pub from: usize,
    /// The accuracy of each side.
    pub accuracy: ByColor<Option<f64>>,
}

/// The themes of what a side missed and allowed, with how often.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Themes {
    /// What it could have played.
    pub missed: BTreeMap<&'static str, usize>,
    /// What it let the opponent play.
    pub allowed: BTreeMap<&'static str, usize>,
}

/// A game in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The accuracy of each side.
    pub accuracy: ByColor<Option<f64>>,
    /// The average centipawn loss of each side.
    pub acpl: ByColor<Option<f64>>,
    /// The phases that came up.
    pub phases: Vec<PhaseAccuracy>,
    /// How many moves earned each label, in the order of [`Label::ALL`].
    pub counts: ByColor<Vec<(Label, usize)>>,
    /// The half-moves at which the game turned, in their order.
    pub turning: Vec<usize>,
    /// The last opening that was reached.
    pub opening: Option<Opening>,
    /// What was missed and allowed.
    pub themes: ByColor<Themes>,
    /// The ratings that such play points to, where there are enough moves.
    pub rating: ByColor<Option<Interval>>,
}

impl Summary {
    /// Sums up reviewed moves.
    pub(super) fn of(profile: &Profile, moves: &[Reviewed]) -> Summary {
        let judged: Vec<&Judged> = moves.iter().map(|reviewed| &reviewed.judged).collect();
        let counted: Vec<Counted> = judged
            .iter()
            .filter_map(|judged| count(profile, judged))
            .collect();
        Summary {
            accuracy: accuracy::of_moves(profile.accuracy, &counted),
            acpl: accuracy::acpl(&counted),
            phases: phases(profile, &judged, &counted),
            counts: ByColor::new_with(|side| labels(&judged, side)),
            turning: turning(&judged),
            opening: judged.iter().rev().find_map(|judged| judged.opening),
            themes: ByColor::new_with(|side| themes(moves, side)),
            rating: ByColor::new_with(|side| rating(&judged, side)),
        }
    }
}

/// The accuracy of each side in a game.
pub fn accuracy_of(profile: &Profile, judged: &[Judged]) -> ByColor<Option<f64>> {
    let counted: Vec<Counted> = judged.iter().filter_map(|j| count(profile, j)).collect();
    accuracy::of_moves(profile.accuracy, &counted)
}

/// A move as accuracy sees it. Lichess does not evaluate the mated position.
fn count(profile: &Profile, judged: &Judged) -> Option<Counted> {
    let mover = judged.position.turn();
    let mates = judged.next().is_checkmate();
    if profile.accuracy == Formula::Lichess && mates {
        return None;
    }
    let [before, after] = judged
        .judgement
        .chances?
        .map(|chance| mover.fold_wb(chance, 1.0 - chance));
    Some(Counted {
        mover,
        phase: judged.phase,
        before,
        after,
        accuracy: judged.judgement.accuracy?,
        centipawns: judged.judgement.centipawns?,
    })
}

fn phases(profile: &Profile, judged: &[&Judged], counted: &[Counted]) -> Vec<PhaseAccuracy> {
    let of = |phase: Phase| {
        let first = judged.iter().find(|judged| judged.phase == phase)?;
        Some(PhaseAccuracy {
            phase,
            from: first.ply,
            accuracy: accuracy::of_phase(profile.accuracy, counted, phase),
        })
    };
    Phase::ALL.into_iter().filter_map(of).collect()
}

fn labels(judged: &[&Judged], side: Color) -> Vec<(Label, usize)> {
    let own = judged
        .iter()
        .filter(|judged| judged.position.turn() == side);
    let count = |label: Label| {
        let earned = own.clone().filter(|j| j.judgement.label == Some(label));
        (label, earned.count())
    };
    Label::ALL.into_iter().map(count).collect()
}

/// The moves that gave away most, where that was much.
fn turning(judged: &[&Judged]) -> Vec<usize> {
    let mut swings: Vec<(f64, usize)> = judged
        .iter()
        .filter_map(|judged| Some((judged.swing()?, judged.ply)))
        .filter(|(swing, _)| *swing >= TURNS)
        .collect();
    swings.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut plies: Vec<usize> = swings.into_iter().map(|(_, ply)| ply).collect();
    plies.truncate(TURNING_POINTS);
    plies.sort_unstable();
    plies
}

fn themes(moves: &[Reviewed], side: Color) -> Themes {
    let mut themes = Themes::default();
    let faults = moves.iter().filter(|reviewed| {
        let judged = &reviewed.judged;
        judged.position.turn() == side && judged.fault
    });
    for reviewed in faults {
        let explanation = &reviewed.explanation;
        // A line in which the opponent punishes begins with the judged move; one
        // that was missed begins with the better move, so a pass goes before it.
        for theme in explanation.refutation().map(of_claim).unwrap_or_default() {
            *themes.allowed.entry(theme.id).or_insert(0) += 1;
        }
        for theme in explanation.missed().map(named).unwrap_or_default() {
            *themes.missed.entry(theme).or_insert(0) += 1;
        }
    }
    themes
}

/// The themes of a refutation: its line is a puzzle.
fn of_claim(claim: &Claim) -> Vec<&'static Theme> {
    let line: Option<&Line> = claim.lines.first();
    line.and_then(Solution::new)
        .map(|solution| tag(&solution))
        .unwrap_or_default()
        .into_iter()
        .filter(|theme| !is_about_size(theme.id))
        .collect()
}

/// The theme that a claim of a win is about.
fn named(claim: &Claim) -> Vec<&'static str> {
    match claim.source {
        krog_insight::Source::Tactic(theme) => vec![theme],
        _ => Vec::new(),
    }
}

/// Themes that say how long or how much, not what.
fn is_about_size(id: &str) -> bool {
    matches!(
        id,
        "oneMove"
            | "short"
            | "long"
            | "veryLong"
            | "advantage"
            | "crushing"
            | "equality"
            | "opening"
            | "middlegame"
            | "endgame"
            | "master"
            | "masterVsMaster"
    )
}

fn rating(judged: &[&Judged], side: Color) -> Option<Interval> {
    let own = judged
        .iter()
        .filter(|judged| judged.position.turn() == side);
    let losses: Vec<f64> = own.filter_map(|judged| judged.swing()).collect();
    forecast::rating(&losses)
}
