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
        let numbers = Numbers::of(situation);
        Features {
            even: numbers.even(),
            odd: numbers.odd(),
        }
    }
}

/// What the features are products of.
struct Numbers {
    /// The score on its three curves.
    curves: [f64; 3],
    /// How near the score is to zero.
    level: f64,
    players: Players,
    /// Plies, in steps, and how early it is.
    time: f64,
    early: f64,
    /// How much of the middlegame is gone.
    gone: f64,
    /// 1 if it is White's move, else -1.
    turn: f64,
}

impl Numbers {
    fn of(situation: &Situation) -> Numbers {
        let cp = centipawns(situation);
        let ply = f64::from(situation.ply);
        Numbers {
            curves: SCALES.map(|scale| (cp / scale).tanh()),
            level: (-(cp / LEVEL).powi(2)).exp(),
            players: Players::of(situation),
            time: ply.min(LAST_PLY) / PLY_STEP,
            early: (-ply / EARLY).exp(),
            gone: 1.0 - f64::from(situation.phase) / f64::from(FULL_WEIGHT),
            turn: situation.turn.fold_wb(1.0, -1.0),
        }
    }

    #[rustfmt::skip] // one line for each kind
    fn even(&self) -> [f64; EVEN] {
        let [a1, a2, a3] = self.curves.map(f64::abs);
        let Numbers { curves: [_, t2, _], level, time, early, gone, .. } = *self;
        let Players { mean, lead, online } = self.players;
        let gap = lead.abs();
        let masters = (mean - MASTERS).max(0.0);
        [
            // What the score says, alone and with phase and time.
            1.0, a1, a2, a3, a1 * gone, a2 * gone, a3 * gone, a1 * time, a2 * time,
            level * gone, level * time,
            // Ratings: how far apart, how high.
            gap, gap.min(2.0).powi(2), mean, mean * mean, mean * a2, mean * time, mean * gap,
            mean * gone, masters, masters * a1, t2 * lead,
            // Time and phase; games that end early are mostly drawn.
            time, time * time, gone, gone * gone, gone * time, early, early * mean, early * gap,
            // Online everything is less certain.
            online, online * a2, online * a3, online * time, online * gone, online * mean,
            online * gap * (1.0 - gone),
        ]
    }

    #[rustfmt::skip] // one line for each kind
    fn odd(&self) -> [f64; ODD] {
        let Numbers { curves: [t1, t2, t3], time, early, gone, turn, .. } = *self;
        let Players { mean, lead, online } = self.players;
        let a2 = t2.abs();
        [
            t1, t2, t3, t1 * gone, t2 * gone, t3 * gone, t2 * mean, t2 * lead.abs(),
            lead, lead * a2, lead * time, lead * gone, lead * mean, lead * early,
            turn,
            online * t2, online * t3, online * lead, online * lead * a2,
        ]
    }
}

/// What the ratings say.
#[derive(Clone, Copy)]
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
