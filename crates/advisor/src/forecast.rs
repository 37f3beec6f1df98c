//! What a score alone tells: how such games end, and which ratings lose so much.
//!
//! Both are small models of one line each, fitted by
//! `crates/lab/python/fit_review.py` on 2026-11-16: 19,512 games of masters and
//! strong players with evaluations, most of them rated 1800 to 2700. A forecast that knows the
//! players and the counted games belongs to `stats`; where there is one, it goes
//! in place of [`outlook`].

use krog_chess::{Color, Score, Value};
use krog_stats::model::Shares;

use crate::{accuracy::LARGEST, review::Interval};

/// The slope of a centipawn.
const SLOPE: f64 = 0.009_66;
/// Half the width of the draw.
const WIDTH: f64 = 0.903;

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

/// How games end from a position with this score: an ordered logistic model.
///
/// ```
/// use krog_advisor::forecast;
///
/// let even = forecast::outlook("0.00".parse()?);
/// assert!((even.white - even.black).abs() < 1e-12);
/// assert!((even.white + even.draw + even.black - 1.0).abs() < 1e-12);
/// # Ok::<(), krog_chess::score::ParseScoreError>(())
/// ```
pub fn outlook(score: Score) -> Shares {
    let cp = match score.pov(Color::White) {
        Value::Cp(cp) => cp.clamp(-LARGEST, LARGEST),
        Value::MateIn(_) => return shares(1.0, 0.0),
        Value::MatedIn(_) => return shares(0.0, 1.0),
    };
    let side = |sign: f64| 1.0 / (1.0 + (WIDTH - sign * SLOPE * f64::from(cp)).exp());
    shares(side(1.0), side(-1.0))
}

fn shares(white: f64, black: f64) -> Shares {
    Shares {
        white,
        draw: 1.0 - white - black,
        black,
    }
}

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
    fn better_scores_win_more_and_lose_less() {
        let at = |cp: i32| outlook(Score::seen_by(Color::White, Value::Cp(cp)));
        for cp in (-1_000..1_000).step_by(50) {
            let (here, there) = (at(cp), at(cp + 50));
            assert!(there.white > here.white && there.black < here.black, "{cp}");
            assert!(here.draw > 0.0 && here.draw < 1.0, "{cp}");
            assert!((at(-cp).white - here.black).abs() < 1e-12, "{cp}");
        }
    }

    #[test]
    fn who_gives_away_more_is_rated_lower() {
        let of = |loss: f64| rating(&[loss; 30]).expect("enough moves");
        assert!(of(0.005).low > of(0.02).low && of(0.02).high > of(0.08).high);
        let interval = of(0.02);
        assert!(interval.high - interval.low >= 300, "{interval:?}");
        assert_eq!(rating(&[0.01; 5]), None);
    }
}
