//! The verdict on a move: a pure function of a profile and what engines said.
//!
//! The order is that of source 001: the only legal move, theory, gifts let slip,
//! mate on the board, the loss, and for moves that lost nothing whether they
//! were the only one or a sacrifice. A source that is missing makes no verdict:
//! then there is no label.

mod loss;
mod mate;
mod special;

use krog_chess::{Chess, Color, EngineLine, Move, Outcome, Position as _, Score, Value};

use crate::{
    accuracy, combine,
    label::Label,
    profile::{Book, Mates, Profile, Reference},
};

/// A move, and what engines said around it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The position before the move.
    pub position: &'a Chess,
    /// The move, legal in it.
    pub played: Move,
    /// Lines from the position before the move, best first.
    pub before: &'a [EngineLine],
    /// Lines from the position after it.
    pub after: &'a [EngineLine],
    /// The opponent's move before, where it is known.
    pub previous: Option<Previous<'a>>,
    /// Whether the position after the move is known theory.
    pub book: bool,
}

/// The opponent's move before the judged one.
#[derive(Clone, Copy, Default, Debug)]
pub struct Previous<'a> {
    /// Lines from the position before it.
    pub before: &'a [EngineLine],
    /// Lines from the position after it; those before the judged move if empty.
    pub after: &'a [EngineLine],
    /// The move, where it is known.
    pub played: Option<Move>,
}

/// What a profile says about a move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Judgement {
    /// The label; none where there is nothing to judge by.
    pub label: Option<Label>,
    /// What the move gave away, from 0 to 1, by the profile's measure.
    pub loss: Option<f64>,
    /// From 0 to 100.
    pub accuracy: Option<f64>,
    /// What it gave away in centipawns, scores kept within ±1000.
    pub centipawns: Option<i32>,
    /// The mover's chances by the profile's curve: of what the move is held
    /// against, and of the move.
    pub chances: Option<[f64; 2]>,
}

/// Judges a move.
///
/// ```
/// use krog_advisor::{Label, Profile, judge};
/// use krog_chess::{Chess, EngineLine, Line, notation};
///
/// let start = Chess::default();
/// let line = |score: &str, moves: &str| EngineLine {
///     score: score.parse().expect("a score"),
///     depth: 20,
///     nodes: None,
///     line: Line::parse(start.clone(), moves).expect("legal moves"),
/// };
/// let moment = judge::Moment {
///     position: &start,
///     played: notation::read(&start, "g4")?,
///     before: &[line("0.30", "e4 e5"), line("0.25", "d4 d5")],
///     after: &[line("-1.20", "")],
///     previous: None,
///     book: false,
/// };
/// let verdict = judge::judge(Profile::get("wintr")?, &moment);
/// assert_eq!(verdict.label, Some(Label::Mistake));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(profile: &Profile, moment: &Moment<'_>) -> Judgement {
    let values = Values::of(profile, moment);
    let loss = values.map(|values| values.loss(profile));
    let blend = match profile.reference {
        Reference::Blended => combine::difference(moment),
        _ => None,
    };
    Judgement {
        label: label(profile, moment, values, blend),
        loss: blend.map(|blend| blend.difference).or(loss),
        accuracy: loss.map(|loss| accuracy::of_loss(profile.accuracy, loss)),
        centipawns: values.map(|values| accuracy::centipawns(values.best, values.played)),
        chances: values.map(|values| [values.best, values.played].map(|v| profile.chance(v))),
    }
}

fn label(
    profile: &Profile,
    moment: &Moment<'_>,
    values: Option<Values>,
    blend: Option<combine::Difference>,
) -> Option<Label> {
    if profile.forced && moment.position.legal_moves().len() == 1 {
        return Some(Label::Forced);
    }
    if profile.book == Book::First && moment.book {
        return Some(Label::Book);
    }
    if moment.after_position().is_checkmate() {
        return Some(Label::Best);
    }
    let values = values?;
    if special::slips(profile, moment, values) {
        return Some(Label::Miss);
    }
    let top = moment.top() == Some(moment.played);
    let plain = match profile.mates {
        Mates::Lichess => match mate::lichess(profile, values) {
            Label::Good if top => Label::Best,
            judged => judged,
        },
        _ if top && profile.reference != Reference::Blended => Label::Best,
        _ => mate::label(profile, values).unwrap_or_else(|| loss::label(profile, values, blend)),
    };
    Some(special::refine(profile, moment, values, plain))
}

/// The two values that are compared, as the mover sees them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Values {
    /// What the move is held against.
    pub(crate) best: Value,
    /// What the move is worth.
    pub(crate) played: Value,
}

impl Values {
    fn of(profile: &Profile, moment: &Moment<'_>) -> Option<Values> {
        let mover = moment.mover();
        let ordinary = *moment.position == Chess::default();
        let told = moment.before.first().map(|line| line.score);
        let best = match profile.start.filter(|_| ordinary) {
            Some(cp) => Some(Score::seen_by(Color::White, Value::Cp(cp))),
            None => told,
        };
        let beside = moment.line_of(moment.played).map(|line| line.score);
        let after = moment.score_after();
        let played = match profile.reference {
            Reference::Before => after.or(beside),
            Reference::AfterBest | Reference::Blended => beside.or(after),
        };
        Some(Values {
            best: best?.pov(mover),
            played: played?.pov(mover),
        })
    }

    /// The chances given away, none where there were more than before.
    fn loss(self, profile: &Profile) -> f64 {
        (profile.chance(self.best) - profile.chance(self.played)).max(0.0)
    }
}

impl Moment<'_> {
    /// Who moves.
    pub fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The position after the move.
    pub fn after_position(&self) -> Chess {
        let mut after = self.position.clone();
        after.play_unchecked(self.played);
        after
    }

    /// The engine's move.
    pub fn top(&self) -> Option<Move> {
        self.before.first()?.line.moves().first().copied()
    }

    /// The best line that begins with another move than the first one.
    pub(crate) fn second(&self) -> Option<&EngineLine> {
        let top = self.top();
        let mut others = self.before.iter().skip(1);
        others.find(|line| line.line.moves().first().copied() != top)
    }

    /// The line before the move that begins with a move.
    pub(crate) fn line_of(&self, m: Move) -> Option<&EngineLine> {
        let mut lines = self.before.iter();
        lines.find(|line| line.line.moves().first() == Some(&m))
    }

    /// What the position after the move is worth; a finished game needs no engine.
    pub fn score_after(&self) -> Option<Score> {
        let told = self.after.first().map(|line| line.score);
        settled(&self.after_position()).or(told)
    }
}

/// What a finished position is worth.
pub(crate) fn settled(position: &Chess) -> Option<Score> {
    match position.outcome() {
        Outcome::Known(known) => Some(match known.winner() {
            Some(winner) => Score::seen_by(winner, Value::MateIn(0)),
            None => Score::seen_by(Color::White, Value::Cp(0)),
        }),
        Outcome::Unknown => None,
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
