//! The combined score of a move: S = αP + βE + γK, all from the mover's view.
//!
//! P is what people scored with the move, E what an engine says, K what the
//! principles and tactics say, each from 0 to 1. A source that is absent for the
//! whole position leaves its weight to the others.

use krog_chess::{Chess, Color, Curve, Move, Phase, Position as _, Value, WinChance};
use krog_insight::{Claim, Explanation, Given, Source, explain, tactical_score};
use krog_stats::{Tally, model};

use crate::{judge::Moment, label::Context};

/// How much each source counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// α, for statistics.
    pub statistical: f64,
    /// β, for the engine.
    pub engine: f64,
    /// γ, for principles and tactics.
    pub krog: f64,
}

impl Context {
    /// The weights of the source (§7.5.1).
    pub const fn weights(self) -> Weights {
        let (statistical, engine, krog) = match self {
            Context::Learning => (0.2, 0.3, 0.5),
            Context::Competitive => (0.2, 0.6, 0.2),
            Context::Analysis => (0.33, 0.34, 0.33),
            Context::Opening => (0.5, 0.25, 0.25),
            Context::Endgame => (0.15, 0.65, 0.2),
        };
        Weights {
            statistical,
            engine,
            krog,
        }
    }

    /// The context that was asked for, or the one that fits the phase.
    pub fn fitting(asked: Option<Context>, phase: Phase) -> Context {
        asked.unwrap_or(match phase {
            Phase::Opening => Context::Opening,
            Phase::Middlegame => Context::Learning,
            Phase::Endgame => Context::Endgame,
        })
    }
}

/// The three parts of a score; absent where the source has nothing to say about
/// the position at all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    /// P.
    pub statistical: Option<f64>,
    /// E.
    pub engine: Option<f64>,
    /// K.
    pub krog: f64,
}

impl Parts {
    /// The combined score.
    ///
    /// ```
    /// use krog_advisor::{Context, combine::Parts};
    ///
    /// let all = Parts { statistical: Some(0.5), engine: Some(0.8), krog: 0.6 };
    /// let score = all.combined(Context::Learning.weights());
    /// assert!((score - (0.2 * 0.5 + 0.3 * 0.8 + 0.5 * 0.6)).abs() < 1e-12);
    /// let alone = Parts { statistical: None, engine: None, krog: 0.6 };
    /// assert!((alone.combined(Context::Learning.weights()) - 0.6).abs() < 1e-12);
    /// ```
    pub fn combined(self, weights: Weights) -> f64 {
        let parts = [
            (weights.statistical, self.statistical),
            (weights.engine, self.engine),
            (weights.krog, Some(self.krog)),
        ];
        let present = parts
            .iter()
            .filter_map(|(weight, part)| Some((*weight, (*part)?)));
        let (sum, total) = present.fold((0.0, 0.0), |(sum, total), (weight, part)| {
            (sum + weight * part, total + weight)
        });
        sum / total
    }
}

/// P: the adjusted rate, drawn towards one half until there are a thousand games.
pub fn statistical(tally: &Tally, side: Color) -> f64 {
    let rate = model::adjusted_rate(tally, side).get();
    let games = u32::try_from(tally.games()).unwrap_or(u32::MAX);
    let trust = (f64::from(games) / 1000.0).min(1.0);
    rate * trust + 0.5 * (1.0 - trust)
}

/// E: the engine's value on the source's own curve.
pub fn engine(value: Value) -> f64 {
    const SOURCE: Curve = Curve {
        slope: 0.01,
        clamp: None,
    };
    WinChance::of(value, SOURCE).get()
}

/// K: principles and tactics, from −200 to 200, as 0 to 1.
pub fn krog(total: i32) -> f64 {
    (f64::from(total + 200) / 400.0).clamp(0.0, 1.0)
}

/// What principles and tactics count together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Krog {
    /// The weighted sum of the principles.
    pub principles: i32,
    /// The sum of the tactics.
    pub tactics: i32,
}

impl Krog {
    /// Counts an explanation. Where a fork or a pin is counted as a tactic, the
    /// principle that speaks of the same does not count it again.
    pub fn of(explanation: &Explanation) -> Krog {
        let phase = Phase::of(explanation.scene.before().board());
        let claims = &explanation.claims;
        let counted = |code: &str| match code {
            "fork_check" => has(claims, "fork"),
            "pin_exploit" => has(claims, "pin"),
            _ => false,
        };
        let principles = explanation
            .principles
            .iter()
            .filter(|finding| !counted(finding.principle.code))
            .map(|finding| finding.score * finding.principle.weight_in(phase) / 100)
            .sum();
        Krog {
            principles,
            tactics: tactical_score(claims),
        }
    }

    /// Both together.
    pub const fn total(self) -> i32 {
        self.principles + self.tactics
    }
}

/// Whether a tactic of this theme counts among the claims.
fn has(claims: &[Claim], theme: &str) -> bool {
    claims.iter().any(|claim| {
        let named = claim.source == Source::Tactic(theme_id(theme));
        let held = theme == "pin" && matches!(claim.id, "holds_to_king" | "lines_up");
        (named || held) && tactical_score(std::slice::from_ref(claim)) != 0
    })
}

fn theme_id(theme: &str) -> &'static str {
    krog_insight::Theme::get(theme).map_or("", |theme| theme.id)
}

/// A loss of chances from here on makes a move unsound.
pub(crate) const UNSOUND: f64 = 0.10;

/// Whether a move is sound: it gives away less than a tenth of its chances on
/// Lichess's curve.
pub fn is_sound(best: Value, value: Value) -> bool {
    loss(best, value) < UNSOUND
}

/// What of the winning chances a move gives away, on Lichess's curve.
pub(crate) fn loss(best: Value, value: Value) -> f64 {
    let chance = |value| WinChance::of(value, Curve::LICHESS).get();
    chance(best) - chance(value)
}

/// How far a move's combined score is behind the best one's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// From 0 up.
    pub difference: f64,
    /// Whether the move is sound.
    pub sound: bool,
}

/// How far the move played is behind the best of the moves that the engine
/// found. Statistics are not asked.
pub(crate) fn difference(moment: &Moment<'_>) -> Option<Difference> {
    let mover = moment.mover();
    let beside = moment.line_of(moment.played).map(|line| line.score);
    let played = beside.or_else(|| moment.score_after())?.pov(mover);
    let best = moment.before.first()?.score.pov(mover);
    let weights = Context::fitting(None, Phase::of(moment.position.board())).weights();
    let score = |m: Move, value: Value| -> f64 {
        let parts = Parts {
            statistical: None,
            engine: Some(engine(value)),
            krog: plain(moment.position, m),
        };
        parts.combined(weights)
    };
    let own = score(moment.played, played);
    let others = moment.before.iter().filter_map(|line| {
        let m = *line.line.moves().first()?;
        let value = line.score.pov(mover);
        (m != moment.played && is_sound(best, value)).then(|| score(m, value))
    });
    let first = others.fold(f64::NEG_INFINITY, f64::max);
    Some(Difference {
        difference: (first - own).max(0.0),
        sound: is_sound(best, played),
    })
}

/// K of a move without an engine's help.
fn plain(position: &Chess, m: Move) -> f64 {
    explain(position, m, Given::default())
        .map_or(0.5, |explanation| krog(Krog::of(&explanation).total()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up() {
        for context in Context::ALL {
            let weights = context.weights();
            let sum = weights.statistical + weights.engine + weights.krog;
            assert!((sum - 1.0).abs() < 1e-12, "{context:?}");
        }
    }

    #[test]
    fn parts_lie_between_nought_and_one() {
        assert!((engine(Value::Cp(100)) - 0.731).abs() < 0.001);
        assert!((engine(Value::MatedIn(3))).abs() < 1e-12);
        assert!((krog(-900)).abs() < 1e-12);
        assert!((krog(0) - 0.5).abs() < 1e-12);
        let few = Tally {
            white: 10,
            ..Tally::default()
        };
        // (0.5 × 10 + 1 × 10) / 20 is three quarters; ten games of a thousand count.
        assert!((statistical(&few, Color::White) - 0.5025).abs() < 1e-12);
        assert!((statistical(&Tally::default(), Color::White) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_tenth_of_the_chances_is_unsound() {
        assert!(is_sound(Value::Cp(0), Value::Cp(-109)));
        assert!(!is_sound(Value::Cp(0), Value::Cp(-111)));
        assert!(is_sound(Value::MateIn(2), Value::MateIn(20)));
        assert!(!is_sound(Value::MateIn(2), Value::Cp(500)));
    }
}
