//! How a game will end: the chances of a win, a draw and a loss from an
//! engine's score, both ratings, the phase of the game and, if there are any,
//! the games that were counted in the position. One model, fitted once
//! (`cargo xtask fit`), for over-the-board and for online play.
//!
//! The model is a multinomial logit with the draw as its zero point. What
//! makes a game decisive is even: it looks the same from both sides. What
//! makes it White's is odd: it changes its sign when the colours are swapped.
//! So swapping the colours swaps win and loss exactly; White's first move is
//! worth what the engine says it is worth, and nothing more. See decision 15.

mod coefficients;
mod feature;

use krog_chess::{ByColor, Chess, Color, Position as _, Score, phase};

use crate::{counter::Tally, model::Shares};

pub use feature::{EVEN, Features, ODD};

/// How many counted games weigh as much as the model. The least of those tried
/// that does no harm on master games; see `accuracy wdl` and decision 15.
pub const STRENGTH: f64 = 3_000.0;

/// Where a game is played. Ratings mean different things there, and so does
/// an advantage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// Over the board, with a rating of the federation.
    Board,
    /// On a server, mostly with little time.
    Online,
}

/// What is known about a game at some moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Situation {
    /// What an engine says.
    pub score: Score,
    /// Both ratings.
    pub ratings: Option<ByColor<u16>>,
    /// Where it is played; if that is not known, the ratings give a hint.
    pub pool: Option<Pool>,
    /// Half-moves since the beginning.
    pub ply: u32,
    /// How much middlegame is left, see [`phase::weight`].
    pub phase: u32,
    /// Whose move it is.
    pub turn: Color,
}

impl Situation {
    /// The situation in a position, which knows its number of moves.
    pub fn new(position: &Chess, score: Score) -> Situation {
        let turn = position.turn();
        Situation {
            score,
            ratings: None,
            pool: None,
            ply: 2 * (position.fullmoves().get() - 1) + turn.fold_wb(0, 1),
            phase: phase::weight(position.board()),
            turn,
        }
    }

    /// The same with ratings.
    #[must_use]
    pub fn rated(self, ratings: Option<ByColor<u16>>) -> Situation {
        Situation { ratings, ..self }
    }

    /// The same in a pool.
    #[must_use]
    pub fn played(self, pool: Option<Pool>) -> Situation {
        Situation { pool, ..self }
    }

    /// The same with the colours swapped.
    #[must_use]
    pub fn mirrored(self) -> Situation {
        let swap = |ratings: ByColor<u16>| ByColor {
            white: ratings.black,
            black: ratings.white,
        };
        Situation {
            score: self.score.mirrored(),
            ratings: self.ratings.map(swap),
            turn: !self.turn,
            ..self
        }
    }
}

/// The chances without counted games.
///
/// ```
/// use krog_chess::{ByColor, Chess, Color, Score, Value};
/// use krog_stats::forecast::{self, Situation};
///
/// let even = Score::seen_by(Color::White, Value::Cp(20));
/// let masters = Some(ByColor { white: 2650, black: 2650 });
/// let shares = forecast::of(&Situation::new(&Chess::default(), even).rated(masters));
/// assert!(shares.draw > 0.4 && shares.white < 0.45);
/// ```
pub fn of(situation: &Situation) -> Shares {
    let Features { even, odd } = Features::of(situation);
    let sum = |values: &[f64], weights: &[f64]| -> f64 {
        values
            .iter()
            .zip(weights)
            .map(|(value, weight)| value * weight)
            .sum()
    };
    let decisive = sum(&even, &coefficients::EVEN);
    let lead = sum(&odd, &coefficients::ODD);
    shares([decisive + lead, 0.0, decisive - lead])
}

/// The chances with the games that were counted in the position, `mover` being
/// the side whose moves were counted.
///
/// The games are evidence about the position: how often they were won, drawn
/// and lost beside how often the model expected it of players of their mean
/// rating, drawn towards the model as if [`STRENGTH`] games more had been
/// played as it expects (a Dirichlet prior). The model's own chances for these
/// two players are then moved by as much. Three games move little, thirty
/// thousand decide.
pub fn with_games(situation: &Situation, games: &Tally, mover: Color) -> Shares {
    with_strength(situation, games, mover, STRENGTH)
}

/// The same with the model worth another number of games, to find the best.
pub fn with_strength(situation: &Situation, games: &Tally, mover: Color, strength: f64) -> Shares {
    let ratings = mean_ratings(games, mover).or(situation.ratings);
    let [own, expected] = [*situation, situation.rated(ratings)].map(|it| of(&it));
    let count = real(games.games());
    let logit = |own: f64, expected: f64, won: u64| {
        let found = (strength * expected + real(won)) / (strength + count);
        own.ln() + (found / expected).ln()
    };
    shares([
        logit(own.white, expected.white, games.white),
        logit(own.draw, expected.draw, games.draws),
        logit(own.black, expected.black, games.black),
    ])
}

/// The mean ratings of counted games; none if they are not rated.
fn mean_ratings(games: &Tally, mover: Color) -> Option<ByColor<u16>> {
    let mean = |sum: u64| u16::try_from(sum.checked_div(games.games())?).ok();
    let [own, other] = [mean(games.mover_ratings)?, mean(games.opponent_ratings)?];
    (own > 0 && other > 0).then(|| {
        mover.fold_wb(
            ByColor {
                white: own,
                black: other,
            },
            ByColor {
                white: other,
                black: own,
            },
        )
    })
}

/// Shares in proportion to the exponentials, none of them all or nothing.
fn shares(logits: [f64; 3]) -> Shares {
    let most = logits.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let [white, draw, black] = logits.map(|logit| (logit - most).exp().max(1e-4));
    let total = white + draw + black;
    Shares {
        white: white / total,
        draw: draw / total,
        black: black / total,
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests;
