//! Which ratings lose so much: a model of one line, fitted by
//! `crates/lab/python/fit_review.py` on 2026-11-16 on 19,512 games of masters and
//! strong players with evaluations, most of them rated 1800 to 2700. How games
//! end is forecast by `stats`.

use crate::review::Interval;

/// The rating of a player who loses nothing but the floor.
const START: f64 = 1293.0;
/// What e times the loss costs.
const STEEP: f64 = -244.0;
/// Keeps a flawless game from a boundless rating.
const FLOOR: f64 = 0.002;
/// The standard deviation of a rating around the line.
const SPREAD: f64 = 257.0;
/// Eight of ten lie within so many standard deviations.
const EIGHT_OF_TEN: f64 = 1.2816;
/// Fewer moves tell nothing.
const ENOUGH: usize = 20;

/// The ratings of eight of ten players who give away such winning chances; none
/// for a short game.
pub fn rating(losses: &[f64]) -> Option<Interval> {
    let count = u32::try_from(losses.len()).ok()?;
    if losses.len() < ENOUGH {
        return None;
    }
    let mean = losses.iter().sum::<f64>() / f64::from(count);
    let middle = START + STEEP * (mean + FLOOR).ln();
    // Tens say as much as can be said.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let bound = |rating: f64| ((rating / 10.0).round() * 10.0).clamp(400.0, 3000.0) as u16;
    Some(Interval {
        low: bound(middle - EIGHT_OF_TEN * SPREAD),
        high: bound(middle + EIGHT_OF_TEN * SPREAD),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_away_more_is_rated_lower() {
        let of = |loss: f64| rating(&[loss; 30]).expect("enough moves");
        assert!(of(0.005).low > of(0.02).low && of(0.02).high > of(0.08).high);
        let interval = of(0.02);
        assert!(interval.high - interval.low >= 300, "{interval:?}");
        assert_eq!(rating(&[0.01; 5]), None);
    }
}
