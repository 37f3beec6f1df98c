//! What an engine says a position is worth, and for whom.
//!
//! A [`Value`] is seen from some side; a [`Score`] is a value together with
//! that side. Only scores travel between crates, so that no sign can be read
//! from the wrong end of the board, and mate is a case of its own, never a
//! large number.

use std::{cmp::Ordering, fmt, ops::Neg, str::FromStr};

use shakmaty::Color;
use thiserror::Error;

/// A value as one side sees it: more is better for that side.
///
/// ```
/// use krog_chess::Value::{Cp, MateIn, MatedIn};
///
/// assert!(MateIn(1) > MateIn(5) && MateIn(5) > Cp(20_000));
/// assert!(Cp(-20_000) > MatedIn(5) && MatedIn(5) > MatedIn(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// This side is mated in so many moves; 0 when the mate stands on the board.
    MatedIn(u16),
    /// Hundredths of a pawn.
    Cp(i32),
    /// This side mates in so many moves; 0 when the mate stands on the board.
    MateIn(u16),
}

impl Value {
    /// Whether either side mates by force.
    pub const fn is_mate(self) -> bool {
        !matches!(self, Value::Cp(_))
    }
}

impl Neg for Value {
    type Output = Value;

    /// The same fact as the other side sees it.
    fn neg(self) -> Value {
        match self {
            Value::MatedIn(moves) => Value::MateIn(moves),
            // An engine can say a number that has no opposite.
            Value::Cp(cp) => Value::Cp(cp.saturating_neg()),
            Value::MateIn(moves) => Value::MatedIn(moves),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::MatedIn(moves) => (0, i32::from(moves)),
            Value::Cp(cp) => (1, cp),
            Value::MateIn(moves) => (2, -i32::from(moves)),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A value with its point of view.
///
/// Two scores cannot be compared without saying for whom: compare their
/// [`pov`](Score::pov)s. As text a score is White's, in the way of PGN's
/// `[%eval]`: `0.25`, `-1.50`, `#3`, `#-3`.
///
/// ```
/// use krog_chess::{Color, Score, Value};
///
/// let score = Score::seen_by(Color::Black, Value::Cp(150));
/// assert_eq!(score.pov(Color::White), Value::Cp(-150));
/// assert_eq!(score.to_string(), "-1.50");
/// assert_eq!("#-3".parse(), Ok(Score::seen_by(Color::Black, Value::MateIn(3))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    white: Value,
}

impl Score {
    /// The score that `side` sees as `value`.
    pub fn seen_by(side: Color, value: Value) -> Score {
        Score {
            white: side.fold_wb(value, -value),
        }
    }

    /// The value as `side` sees it.
    pub fn pov(self, side: Color) -> Value {
        side.fold_wb(self.white, -self.white)
    }

    /// The score of the position with colours swapped.
    #[must_use]
    pub fn mirrored(self) -> Score {
        Score { white: -self.white }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.white {
            Value::MateIn(moves) => write!(f, "#{moves}"),
            Value::MatedIn(moves) => write!(f, "#-{moves}"),
            Value::Cp(cp) => {
                let sign = match cp.signum() {
                    -1 => "-",
                    1 if f.sign_plus() => "+",
                    _ => "",
                };
                let cp = cp.unsigned_abs();
                write!(f, "{sign}{}.{:02}", cp / 100, cp % 100)
            }
        }
    }
}

/// A text that is no score.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected a score such as 0.25, -1.5, #3 or #-3")]
pub struct ParseScoreError {
    found: String,
}

impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Score, ParseScoreError> {
        let white = match text.strip_prefix('#') {
            Some(mate) => parse_mate(mate),
            None => parse_pawns(text).map(Value::Cp),
        };
        white
            .map(|white| Score { white })
            .ok_or_else(|| ParseScoreError {
                found: text.chars().take(40).collect(),
            })
    }
}

fn parse_mate(text: &str) -> Option<Value> {
    match text.strip_prefix('-') {
        Some(moves) => digits(moves).map(Value::MatedIn),
        None => digits(text.strip_prefix('+').unwrap_or(text)).map(Value::MateIn),
    }
}

/// Pawns with decimals to centipawns, without the detour through binary
/// fractions that would turn 0.29 into 28.999.
fn parse_pawns(text: &str) -> Option<i32> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (pawns, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let whole: i32 = digits(pawns)?;
    let is_number = !decimals.is_empty() && decimals.bytes().all(|b| b.is_ascii_digit());
    let hundredths: i32 = is_number
        .then(|| format!("{decimals:0<3}"))
        .and_then(|padded| digits::<i32>(&padded[..3]))
        .map(|thousandths| (thousandths + 5) / 10)?;
    let cp = whole.checked_mul(100)?.checked_add(hundredths)?;
    Some(if negative { -cp } else { cp })
}

fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::Value::{Cp, MateIn, MatedIn};
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Value>) {
        let score: Option<Score> = text.parse().ok();
        assert_eq!(score.map(|s| s.pov(Color::White)), expected, "{text:?}");
    }

    #[test]
    fn every_value_has_an_opposite() {
        assert_eq!(-Cp(29), Cp(-29));
        assert_eq!(-MateIn(3), MatedIn(3));
        assert_eq!(-Cp(i32::MIN), Cp(i32::MAX));
    }

    #[test]
    fn scores_are_read_as_white_sees_them() {
        check("0.23", Some(Cp(23)));
        check("-0.29", Some(Cp(-29)));
        check("+1.5", Some(Cp(150)));
        check("12", Some(Cp(1200)));
        check("0.0", Some(Cp(0)));
        check("-0.0", Some(Cp(0)));
        check("0.235", Some(Cp(24)));
        check("#4", Some(MateIn(4)));
        check("#-4", Some(MatedIn(4)));
        check("#0", Some(MateIn(0)));
        check("#-0", Some(MatedIn(0)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "-",
            "#",
            "#-",
            "1.",
            "1,5",
            "0x10",
            "1e3",
            "--1",
            "99999999999",
            "1.5a",
        ] {
            check(text, None);
        }
        let error = "1,5".parse::<Score>().expect_err("a comma is no point");
        assert_eq!(
            error.to_string(),
            "found \"1,5\", expected a score such as 0.25, -1.5, #3 or #-3"
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        for cp in -1234..1234 {
            let score = Score::seen_by(Color::White, Cp(cp));
            assert_eq!(score.to_string().parse(), Ok(score));
            assert_eq!(format!("{score:+}").parse(), Ok(score));
        }
        for moves in 0..300 {
            for value in [MateIn(moves), MatedIn(moves)] {
                let score = Score::seen_by(Color::White, value);
                assert_eq!(score.to_string().parse(), Ok(score));
            }
        }
    }

    #[test]
    fn values_are_ordered_and_negation_turns_the_order() {
        let ascending = [
            MatedIn(0),
            MatedIn(1),
            MatedIn(9),
            Cp(-900),
            Cp(0),
            Cp(900),
            MateIn(9),
            MateIn(1),
            MateIn(0),
        ];
        for pair in ascending.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
            assert!(-pair[0] > -pair[1], "{pair:?}");
            assert_eq!(-(-pair[0]), pair[0]);
        }
    }

    #[test]
    fn a_score_looks_the_same_from_the_mirrored_side() {
        for value in [Cp(37), MateIn(3), MatedIn(0)] {
            let score = Score::seen_by(Color::White, value);
            assert_eq!(score.mirrored().pov(Color::Black), value);
            assert_eq!(score.pov(Color::Black), -value);
        }
    }
}
