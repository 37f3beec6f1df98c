//! How a game will probably end.

use krog_stats::{
    Counts,
    forecast::{self, Situation},
    model::Shares,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The chances of the three results, and what they were taken from.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// White wins.
    pub white: f64,
    /// A draw.
    pub draw: f64,
    /// Black wins.
    pub black: f64,
    /// What was known: the name of an engine or `score`, `ratings`, `phase`, and
    /// `games` where some were counted in the position.
    pub sources: Vec<String>,
}

/// A prediction at some moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePrediction {
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The plies played.
    pub ply: usize,
    /// The chances.
    #[serde(flatten)]
    pub prediction: Prediction,
    /// How the game ended.
    pub result: String,
}

impl Prediction {
    /// The forecast of a situation whose score is told by this source.
    pub fn of(situation: &Situation, score: &str) -> Prediction {
        let ratings = situation.ratings.map(|_| "ratings".to_owned());
        let sources = [score.to_owned()].into_iter().chain(ratings);
        let sources = sources.chain(["phase".to_owned()]).collect();
        Prediction::new(forecast::of(situation), sources)
    }

    /// The same with the games that were counted in the position as evidence.
    pub fn with_games(situation: &Situation, score: &str, counts: Option<&Counts>) -> Prediction {
        let mut prediction = Prediction::of(situation, score);
        let games = counts.map(|counts| counts.total().total());
        let Some(games) = games.filter(|games| games.games() > 0) else {
            return prediction;
        };
        let mut sources = std::mem::take(&mut prediction.sources);
        sources.push("games".to_owned());
        let shares = forecast::with_games(situation, &games, situation.turn);
        Prediction::new(shares, sources)
    }

    /// Chances with their sources, to four places.
    pub fn new(shares: Shares, sources: Vec<String>) -> Prediction {
        let places = |share: f64| (share * 1e4).round() / 1e4;
        Prediction {
            white: places(shares.white),
            draw: places(shares.draw),
            black: places(shares.black),
            sources,
        }
    }
}
