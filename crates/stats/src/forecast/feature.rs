//! What the model looks at: numbers of a situation, each even or odd under
//! swapping the colours. A registry: the fit, the coefficients and the forecast
//! use these and no others.

use krog_chess::{Color, Value, phase::FULL_WEIGHT};

use super::{Pool, Situation};

/// How many features are even.
pub const EVEN: usize = 37;

/// How many features are odd.
pub const ODD: usize = 19;

/// A mate stands for so many centipawns; every curve is flat long before.
const MATE: f64 = 10_000.0;

/// The scales, in centipawns, of the three curves on which a score is seen: a
/// slight edge, a clear advantage, a won game.
const SCALES: [f64; 3] = [120.0, 400.0, 1200.0];

/// Scores this near to zero are level.
const LEVEL: f64 = 25.0;

/// Where ratings, differences and plies are counted from and in what steps.
const MIDDLE_RATING: f64 = 2_000.0;
const RATING_STEP: f64 = 400.0;
const DIFFERENCE_STEP: f64 = 200.0;
const PLY_STEP: f64 = 80.0;
const LAST_PLY: f64 = 160.0;
const EARLY: f64 = 15.0;

/// From here on, in steps above the middle rating, players are masters.
const MASTERS: f64 = 0.75;

/// Players without ratings count as such ones.
const UNRATED: [f64; 2] = [2_300.0, 1_600.0];

/// Where the hint that ratings give about the pool turns, and how sharply:
/// below 1900 most games are played online.
const POOL_TURNS: f64 = 1_900.0;
const POOL_WIDTH: f64 = 80.0;

/// The features of a situation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// Those that stay when the colours are swapped.
    pub even: [f64; EVEN],
    /// Those that change their sign.
    pub odd: [f64; ODD],
}

impl Features {
    /// The features of a situation.
    pub fn of(situation: &Situation) -> Features {
        let cp = centipawns(situation);
        let [t1, t2, t3] = SCALES.map(|scale| (cp / scale).tanh());
        let [a1, a2, a3] = [t1, t2, t3].map(f64::abs);
        let level = (-(cp / LEVEL).powi(2)).exp();
        let Players {
            mean: m,
            lead: d,
            online: w,
        } = Players::of(situation);
        let gap = d.abs();
        let masters = (m - MASTERS).max(0.0);
        let ply = f64::from(situation.ply);
        let p = ply.min(LAST_PLY) / PLY_STEP;
        let early = (-ply / EARLY).exp();
        let r = 1.0 - f64::from(situation.phase) / f64::from(FULL_WEIGHT);
        let turn = situation.turn.fold_wb(1.0, -1.0);
        let even = [
            // What the score says, alone and with phase and time.
            1.0,
            a1,
            a2,
            a3,
            a1 * r,
            a2 * r,
            a3 * r,
            a1 * p,
            a2 * p,
            level * r,
            level * p,
            // Ratings: how far apart, how high.
            gap,
            gap.min(2.0).powi(2),
            m,
            m * m,
            m * a2,
            m * p,
            m * gap,
            m * r,
            masters,
            masters * a1,
            t2 * d,
            // Time and phase; games that end early are mostly drawn.
            p,
            p * p,
            r,
            r * r,
            r * p,
            early,
            early * m,
            early * gap,
            // Online everything is less certain.
            w,
            w * a2,
            w * a3,
            w * p,
            w * r,
            w * m,
            w * gap * (1.0 - r),
        ];
        let odd = [
            t1,
            t2,
            t3,
            t1 * r,
            t2 * r,
            t3 * r,
            t2 * m,
            t2 * gap,
            d,
            d * a2,
            d * p,
            d * r,
            d * m,
            d * early,
            turn,
            w * t2,
            w * t3,
            w * d,
            w * d * a2,
        ];
        Features { even, odd }
    }
}

/// What the ratings say.
struct Players {
    /// The mean, in steps from the middle.
    mean: f64,
    /// How much higher White's is, in steps.
    lead: f64,
    /// How surely the game is played online, 0 to 1.
    online: f64,
}

impl Players {
    fn of(situation: &Situation) -> Players {
        let known = match situation.pool {
            Some(Pool::Board) => Some(0.0),
            Some(Pool::Online) => Some(1.0),
            None => None,
        };
        let unrated = UNRATED[usize::from(situation.pool == Some(Pool::Online))];
        let [white, black] = match situation.ratings {
            Some(ratings) => [f64::from(ratings.white), f64::from(ratings.black)],
            None => [unrated; 2],
        };
        let mean = f64::midpoint(white, black);
        let hint = 1.0 / (1.0 + ((mean - POOL_TURNS) / POOL_WIDTH).exp());
        Players {
            mean: ((mean - MIDDLE_RATING) / RATING_STEP).clamp(-1.0, 2.5),
            lead: ((white - black) / DIFFERENCE_STEP).clamp(-4.0, 4.0),
            online: known.unwrap_or(hint),
        }
    }
}

fn centipawns(situation: &Situation) -> f64 {
    match situation.score.pov(Color::White) {
        Value::Cp(cp) => f64::from(cp).clamp(-MATE, MATE),
        Value::MateIn(_) => MATE,
        Value::MatedIn(_) => -MATE,
    }
}
