//! The chance to win that a score stands for.
//!
//! Sources disagree on the curve (see [`Curve`]), so the curve is always named
//! by the caller. This is arithmetic on a score, not a calibrated forecast:
//! forecasts from ratings and counted games belong to `stats`.

use crate::score::Value;

/// The expected score of one side, from 0 (lost) to 1 (won); a draw is ½.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct WinChance(f64);

impl WinChance {
    /// A chance, if `expected` lies within 0 and 1.
    pub fn new(expected: f64) -> Option<WinChance> {
        (0.0..=1.0)
            .contains(&expected)
            .then_some(WinChance(expected))
    }

    /// The chance of the side that sees `value`.
    ///
    /// ```
    /// use krog_chess::{Curve, Value, WinChance};
    ///
    /// let chance = WinChance::of(Value::Cp(100), Curve::LICHESS);
    /// assert!((chance.get() - 0.591).abs() < 0.001);
    /// assert_eq!(WinChance::of(Value::MatedIn(3), Curve::LICHESS).get(), 0.0);
    /// ```
    pub fn of(value: Value, curve: Curve) -> WinChance {
        match value {
            Value::MatedIn(_) => WinChance(0.0),
            Value::MateIn(_) => WinChance(1.0),
            Value::Cp(cp) => {
                let cp = curve.clamp.map_or(cp, |limit| cp.clamp(-limit, limit));
                WinChance(1.0 / (1.0 + (-curve.slope * f64::from(cp)).exp()))
            }
        }
    }

    /// The number between 0 and 1.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The same as the other side sees it.
    #[must_use]
    pub fn other(self) -> WinChance {
        WinChance(1.0 - self.0)
    }
}

/// How steeply centipawns turn into chances: 1 / (1 + e^(−slope·cp)).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The factor of one centipawn.
    pub slope: f64,
    /// Scores beyond ± this many centipawns count as this many.
    pub clamp: Option<i32>,
}

impl Curve {
    /// Lichess's curve, fitted there on rapid games of 2300-rated players:
    /// <https://github.com/lichess-org/lila/pull/11148>.
    pub const LICHESS: Curve = Curve {
        slope: 0.003_682_08,
        clamp: Some(1000),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cp: i32, percent: f64) {
        let chance = WinChance::of(Value::Cp(cp), Curve::LICHESS);
        assert!(
            (chance.get() * 100.0 - percent).abs() < 0.01,
            "{cp} cp: {chance:?}"
        );
        let other = WinChance::of(Value::Cp(-cp), Curve::LICHESS);
        assert!((chance.other().get() - other.get()).abs() < 1e-12);
    }

    /// Percentages by 50 + 50·(2/(1+e^(−0.00368208·cp))−1), worked by hand.
    #[test]
    fn the_lichess_curve_is_met() {
        check(0, 50.0);
        check(15, 51.38);
        check(100, 59.10);
        check(300, 75.11);
        check(1000, 97.54);
        check(5000, 97.54);
    }

    #[test]
    fn only_numbers_between_zero_and_one_are_chances() {
        assert_eq!(WinChance::new(0.25).map(WinChance::get), Some(0.25));
        for wrong in [-0.01, 1.01, f64::NAN, f64::INFINITY] {
            assert_eq!(WinChance::new(wrong), None);
        }
    }
}
