//! How a match stands: points, Elo with its error, and the sequential test.
//!
//! Both games of an opening count as one observation, for they are not
//! independent; the error is that of the mean of the pairs.

use std::fmt::Write as _;

use krog_chess::Color;

use super::game::{End, Ended};

/// The standing of the first engine.
#[derive(Clone, Default, Debug)]
pub(super) struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    first_faults: u64,
    second_faults: u64,
    faults: Vec<String>,
}

/// The chance of a wrong verdict of the sequential test, on either side.
const ERROR: f64 = 0.05;
/// Pairs of each score that the sequential test takes as seen before the first.
const UNSEEN: f64 = 0.5;

impl Tally {
    pub(super) fn add(&mut self, ended: &Ended, first: Color) {
        match ended.winner {
            None => self.draws += 1,
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        if ended.is_fault() {
            let by_first = ended.winner != Some(first);
            self.first_faults += u64::from(by_first);
            self.second_faults += u64::from(!by_first);
            let who = if by_first { "first" } else { "second" };
            let what = match ended.end {
                End::Illegal => "illegal move",
                End::Time => "time",
                _ => "crash",
            };
            self.faults
                .push(format!("{who}: {what} after {}", ended.line));
        }
    }

    pub(super) fn add_pair(&mut self, points: f64) {
        let index = [0.0, 0.5, 1.0, 1.5, 2.0]
            .iter()
            .position(|known| (points - known).abs() < 0.1);
        if let Some(index) = index {
            self.pairs[index] += 1;
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(super) fn faults(&self) -> u64 {
        self.first_faults + self.second_faults
    }

    /// Whether the sequential test has come to a verdict.
    pub(super) fn is_decided(&self, sprt: Option<(f64, f64)>) -> bool {
        sprt.is_some_and(|bounds| self.ratio(bounds).abs() >= ((1.0 - ERROR) / ERROR).ln())
    }

    pub(super) fn report(&self, sprt: Option<(f64, f64)>) -> String {
        let (mean, error) = self.score();
        let (low, high) = (mean - 1.96 * error, mean + 1.96 * error);
        let mut text = format!(
            "{} games: +{} ={} -{}, {:.1} % [{:.1}, {:.1}], Elo {:+.0} [{:+.0}, {:+.0}], faults {}:{}",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * mean,
            100.0 * low,
            100.0 * high,
            elo(mean),
            elo(low),
            elo(high),
            self.first_faults,
            self.second_faults,
        );
        if let Some(bounds) = sprt {
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                ", LLR {:.2} for {:+} against {:+}",
                self.ratio(bounds),
                bounds.1,
                bounds.0
            );
        }
        for fault in self.faults.iter().take(5) {
            text.push('\n');
            text.push_str(fault);
        }
        text
    }

    /// The mean score of a game and its standard error.
    fn score(&self) -> (f64, f64) {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs == 0 {
            return (0.5, 0.5);
        }
        let (mean, variance) = self.pair_moments();
        (mean, (variance / count(pairs)).sqrt())
    }

    /// Mean and variance of the score of a pair, per game.
    fn pair_moments(&self) -> (f64, f64) {
        moments(self.pairs.map(count))
    }

    /// The logarithm of how much likelier the second hypothesis is, by the
    /// normal approximation to the pairs' scores.
    fn ratio(&self, (low, high): (f64, f64)) -> f64 {
        let pairs = count(self.pairs.iter().sum());
        // A few pairs that happen to be alike do not prove that all are.
        let (mean, variance) = moments(self.pairs.map(|number| count(number) + UNSEEN));
        let (low, high) = (expected(low), expected(high));
        pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

/// Mean and variance of the score of a pair, per game, by how many pairs scored what.
fn moments(pairs: [f64; 5]) -> (f64, f64) {
    let points = [0.0, 0.25, 0.5, 0.75, 1.0];
    let all: f64 = pairs.iter().sum();
    let weighted = |value: &dyn Fn(f64) -> f64| {
        let parts = points.iter().zip(pairs);
        parts
            .map(|(point, number)| value(*point) * number)
            .sum::<f64>()
            / all
    };
    let mean = weighted(&|point| point);
    (mean, weighted(&|point| (point - mean) * (point - mean)))
}

/// The expected score of a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo of an expected score.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / score - 1.0).log10()
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn count(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for difference in [-300.0, -10.0, 0.0, 55.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
    }

    #[test]
    fn a_better_engine_is_told_apart_and_an_equal_one_is_not() {
        let better = Tally {
            pairs: [2, 10, 60, 60, 40],
            ..Tally::default()
        };
        assert!(better.is_decided(Some((0.0, 10.0))));
        assert!(better.ratio((0.0, 10.0)) > 0.0);
        let equal = Tally {
            pairs: [1, 2, 4, 2, 1],
            ..Tally::default()
        };
        assert!(!equal.is_decided(Some((-5.0, 5.0))));
        for pairs in [[0; 5], [0, 0, 0, 2, 0], [0, 0, 0, 0, 3], [2, 0, 0, 0, 0]] {
            let few = Tally {
                pairs,
                ..Tally::default()
            };
            assert!(!few.is_decided(Some((0.0, 5.0))), "{pairs:?}");
        }
        let (mean, error) = equal.score();
        assert!((mean - 0.5).abs() < 1e-9 && error > 0.0);
    }
}
