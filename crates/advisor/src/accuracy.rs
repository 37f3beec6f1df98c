//! Accuracy: how much of what there was did a player keep, in percent.

use krog_chess::{ByColor, Color, Phase, Value};

use crate::profile::Formula;

/// Scores count within ± this many centipawns; a mate counts this many.
pub const LARGEST: i32 = 1000;

/// A judged move, as accuracy sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counted {
    /// Who moved.
    pub mover: Color,
    /// The phase it was played in.
    pub phase: Phase,
    /// White's chance before the move, by the profile's curve.
    pub before: f64,
    /// White's chance after it.
    pub after: f64,
    /// The accuracy of the move.
    pub accuracy: f64,
    /// The centipawns it lost.
    pub centipawns: i32,
}

/// The accuracy of a move that loses so much of its chances.
///
/// ```
/// use krog_advisor::{Formula, accuracy};
///
/// let kept = accuracy::of_loss(Formula::Wintr, 0.08);
/// assert!((kept - 71.74).abs() < 0.01);
/// assert_eq!(accuracy::of_loss(Formula::Wintr, 1.0), 0.0);
/// assert_eq!(accuracy::of_loss(Formula::Lichess, 0.0), 100.0);
/// ```
pub fn of_loss(formula: Formula, loss: f64) -> f64 {
    let percent = match formula {
        // Source 001; what it leaves below 0 is kept at 0.
        Formula::Wintr => 103.16 * (-4.0 * loss).exp() - 3.17,
        // <https://github.com/lichess-org/lila>, AccuracyPercent.scala, with its
        // one point for what analysis does not see.
        Formula::Lichess => {
            let points = 100.0 * loss;
            103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * points).exp()
                - 3.166_924_740_191_411
                + 1.0
        }
    };
    percent.clamp(0.0, 100.0)
}

/// The centipawns that a move loses, both scores kept within [`LARGEST`].
pub fn centipawns(best: Value, played: Value) -> i32 {
    (kept_within(best) - kept_within(played)).max(0)
}

fn kept_within(value: Value) -> i32 {
    match value {
        Value::Cp(cp) => cp.clamp(-LARGEST, LARGEST),
        Value::MateIn(_) => LARGEST,
        Value::MatedIn(_) => -LARGEST,
    }
}

/// The accuracy of both sides over moves that follow one another.
pub fn of_moves(formula: Formula, moves: &[Counted]) -> ByColor<Option<f64>> {
    ByColor::new_with(|side| match formula {
        Formula::Wintr => {
            let own = moves.iter().filter(|counted| counted.mover == side);
            mean(own.map(|counted| counted.accuracy))
        }
        Formula::Lichess => lichess(moves, side),
    })
}

/// The accuracy of both sides in a phase.
pub fn of_phase(formula: Formula, moves: &[Counted], phase: Phase) -> ByColor<Option<f64>> {
    let within = moves.iter().filter(|counted| counted.phase == phase);
    of_moves(formula, &within.copied().collect::<Vec<_>>())
}

/// The average centipawn loss of both sides.
pub fn acpl(moves: &[Counted]) -> ByColor<Option<f64>> {
    ByColor::new_with(|side| {
        let own = moves.iter().filter(|counted| counted.mover == side);
        mean(own.map(|counted| f64::from(counted.centipawns)))
    })
}

/// Lichess's mean of two means: one weighted by how restless the game was around
/// a move, and the harmonic one, which a single bad move pulls down.
fn lichess(moves: &[Counted], side: Color) -> Option<f64> {
    let weights = restlessness(moves);
    let own: Vec<(f64, f64)> = moves
        .iter()
        .zip(weights)
        .filter(|(counted, _)| counted.mover == side)
        .map(|(counted, weight)| (counted.accuracy, weight))
        .collect();
    if own.is_empty() {
        return None;
    }
    let sum: f64 = own.iter().map(|(_, weight)| weight).sum();
    let weighted = own
        .iter()
        .map(|(percent, weight)| percent * weight)
        .sum::<f64>()
        / sum;
    let inverse = mean(own.iter().map(|(percent, _)| 1.0 / percent.max(1.0)))?;
    Some(f64::midpoint(weighted, 1.0 / inverse))
}

/// The standard deviation of the chances in a window around each move, in
/// percent, kept between 0.5 and 12. The first moves share the first window.
fn restlessness(moves: &[Counted]) -> Vec<f64> {
    let start = moves.first().map(|counted| counted.before);
    let chances: Vec<f64> = start
        .into_iter()
        .chain(moves.iter().map(|counted| counted.after))
        .map(|chance| chance * 100.0)
        .collect();
    let window = (moves.len() / 10).clamp(2, 8);
    let first = std::iter::repeat_n(
        chances.get(..window).unwrap_or(&chances),
        window.min(chances.len()).saturating_sub(2),
    );
    first
        .chain(chances.windows(window))
        .map(|window| deviation(window).clamp(0.5, 12.0))
        .collect()
}

fn deviation(numbers: &[f64]) -> f64 {
    let Some(middle) = mean(numbers.iter().copied()) else {
        return 0.0;
    };
    let squares = numbers.iter().map(|number| (number - middle).powi(2));
    mean(squares).map_or(0.0, f64::sqrt)
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u32, 0.0), |(count, sum), number| {
        (count + 1, sum + number)
    });
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game from White's chances in percent.
    fn game(formula: Formula, percent: &[f64]) -> Vec<Counted> {
        let pairs = percent
            .windows(2)
            .zip([Color::White, Color::Black].iter().cycle());
        pairs
            .map(|(pair, mover)| {
                let sign = mover.fold_wb(1.0, -1.0);
                let loss = (sign * (pair[0] - pair[1]) / 100.0).max(0.0);
                Counted {
                    mover: *mover,
                    phase: Phase::Opening,
                    before: pair[0] / 100.0,
                    after: pair[1] / 100.0,
                    accuracy: of_loss(formula, loss),
                    centipawns: 10,
                }
            })
            .collect()
    }

    #[test]
    fn accuracy_of_a_loss_is_the_published_one() {
        for (loss, expected) in [
            (0.0, 99.99),
            (0.01, 95.945),
            (0.045, 82.996),
            (0.12, 60.665),
            (0.22, 39.619),
            (0.5, 10.791),
        ] {
            let found = of_loss(Formula::Wintr, loss);
            assert!((found - expected).abs() < 0.01, "{loss}: {found}");
        }
        // 103.1668·e^(−0.4354) − 3.1669 + 1, worked by hand.
        assert!((of_loss(Formula::Lichess, 0.10) - 64.58).abs() < 0.01);
    }

    #[test]
    fn a_quiet_game_is_a_plain_mean_and_an_empty_one_is_none() {
        let quiet = game(Formula::Wintr, &[50.0, 50.0, 50.0, 50.0]);
        let white = of_moves(Formula::Wintr, &quiet).white;
        assert!(white.is_some_and(|percent| (percent - 99.99).abs() < 1e-9));
        let lichess = game(Formula::Lichess, &[50.0, 50.0, 50.0]);
        assert_eq!(of_moves(Formula::Lichess, &lichess).black, Some(100.0));
        assert_eq!(of_moves(Formula::Lichess, &[]), ByColor::default());
        assert_eq!(acpl(&quiet).white, Some(10.0));
    }

    /// Two moves of White, 100 and 64.58 percent; windows of two chances:
    /// deviations 0 (kept at 0.5), 5, 5 beside the first window's 0.
    #[test]
    fn a_restless_moment_counts_more() {
        let moves = game(Formula::Lichess, &[50.0, 50.0, 50.0, 40.0]);
        let found = of_moves(Formula::Lichess, &moves).white.expect("two moves");
        let bad = of_loss(Formula::Lichess, 0.10);
        let weighted = (100.0 * 0.5 + bad * 5.0) / 5.5;
        let harmonic = 2.0 / (1.0 / 100.0 + 1.0 / bad);
        assert!((found - f64::midpoint(weighted, harmonic)).abs() < 1e-9);
    }

    #[test]
    fn scores_beyond_ten_pawns_count_as_ten() {
        assert_eq!(centipawns(Value::MateIn(3), Value::Cp(2_000)), 0);
        assert_eq!(centipawns(Value::Cp(50), Value::MatedIn(2)), 1_050);
        assert_eq!(centipawns(Value::Cp(50), Value::Cp(90)), 0);
    }
}
