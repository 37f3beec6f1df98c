//! What people played in a position, in the shape of the Lichess explorer,
//! with the counts of each rating band beside it.

use std::collections::BTreeMap;

use krog_chess::{
    Chess, Color,
    notation::{self, Form},
};
use krog_stats::{Counter, Counts, Filter, GameId, SOURCE, Tally, opening};
use serde::Serialize;
use utoipa::ToSchema;

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explorer {
    /// The collection that answers.
    pub collection: String,
    /// The date of its last game, if it is known.
    pub through: Option<String>,
    /// The ratings that are answered for; `all` without a limit.
    pub ratings: String,
    /// Whether these are more than were asked for.
    pub widened: bool,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The moves, the most played first.
    pub moves: Vec<ExplorerMove>,
    /// The strongest example of each move, best first.
    pub top_games: Vec<ExplorerGame>,
    /// Games of late: the store does not order games by time, so none.
    pub recent_games: Vec<ExplorerGame>,
    /// The name of the position, where it has one.
    pub opening: Option<ExplorerOpening>,
    /// All games of the position by rating band.
    pub by_elo: BTreeMap<String, Results>,
    /// Stored moves that belong to another position of the same key.
    pub collisions: usize,
}

/// The name of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ExplorerOpening {
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// The whole name.
    pub name: String,
}

/// A move and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerMove {
    /// The move in UCI.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The mean rating of those who played it; none if none was rated.
    pub average_rating: Option<u64>,
    /// The mean rating of their opponents.
    pub average_opponent_rating: Option<u64>,
    /// A game with it, if one is kept.
    pub game: Option<ExplorerGame>,
    /// Its games by rating band.
    pub by_elo: BTreeMap<String, Results>,
}

/// A game to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerGame {
    /// Its identity in the store.
    pub id: String,
    /// The move that was played in the position.
    pub uci: String,
    /// Who won; none for a draw.
    pub winner: Option<&'static str>,
    /// White.
    pub white: ExplorerPlayer,
    /// Black.
    pub black: ExplorerPlayer,
    /// The year, if it is known.
    pub year: Option<u16>,
    /// Where it was played or is found.
    pub site: Option<String>,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplorerPlayer {
    /// The name.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<u16>,
}

/// How some games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
}

impl Results {
    fn new(tally: &Tally) -> Results {
        Results {
            white: tally.white,
            draws: tally.draws,
            black: tally.black,
        }
    }
}

impl Explorer {
    /// The answer for some ratings. `game` gives the tags of a kept game.
    pub fn new(
        position: &Chess,
        counts: &Counts,
        filter: Filter,
        mut game: impl FnMut(GameId) -> Option<Vec<(String, String)>>,
    ) -> Explorer {
        let total = filter.of(&counts.total());
        let mut moves: Vec<ExplorerMove> = counts
            .moves
            .iter()
            .filter(|counts| filter.of(&counts.counter).games() > 0)
            .map(|counts| {
                let uci = notation::write(position, counts.played, Form::Uci);
                let example = counts.counter.example();
                let example = example.and_then(|example| {
                    Some(ExplorerGame::new(example.game, &uci, &game(example.game)?))
                });
                ExplorerMove::new(position, counts, filter, uci, example)
            })
            .collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.white + m.draws + m.black));
        let mut top_games: Vec<ExplorerGame> =
            moves.iter().filter_map(|m| m.game.clone()).collect();
        top_games.sort_by_key(|game| std::cmp::Reverse(game.ratings()));
        Explorer {
            collection: counts.collection.clone(),
            through: counts.through.clone(),
            ratings: filter.widened().to_string(),
            widened: filter.is_widened(),
            white: total.white,
            draws: total.draws,
            black: total.black,
            moves,
            top_games,
            recent_games: Vec::new(),
            opening: opening::at(position).map(|opening| ExplorerOpening {
                eco: opening.eco,
                name: match opening.variation {
                    Some(variation) => format!("{}: {variation}", opening.name),
                    None => opening.name.to_owned(),
                },
            }),
            by_elo: by_elo(&counts.total()),
            collisions: counts.collisions,
        }
    }
}

impl ExplorerMove {
    fn new(
        position: &Chess,
        counts: &krog_stats::MoveCounts,
        filter: Filter,
        uci: String,
        game: Option<ExplorerGame>,
    ) -> ExplorerMove {
        let tally = filter.of(&counts.counter);
        // Unrated games have no part in a mean of ratings.
        let rated = counts
            .counter
            .sum_where(|cell| cell != krog_stats::Cell::Unrated && filter.takes(cell));
        let mean =
            |sum: u64| (rated.games() > 0).then(|| (sum + rated.games() / 2) / rated.games());
        ExplorerMove {
            uci,
            san: notation::write(position, counts.played, Form::San),
            white: tally.white,
            draws: tally.draws,
            black: tally.black,
            average_rating: mean(rated.mover_ratings),
            average_opponent_rating: mean(rated.opponent_ratings),
            game,
            by_elo: by_elo(&counts.counter),
        }
    }
}

/// The source's seven bands.
fn by_elo(counter: &Counter) -> BTreeMap<String, Results> {
    SOURCE
        .groups()
        .map(|group| {
            let tally = Filter::from(group).of(counter);
            (group.to_string(), Results::new(&tally))
        })
        .collect()
}

impl ExplorerGame {
    fn new(id: GameId, uci: &str, tags: &[(String, String)]) -> ExplorerGame {
        let tag = |name: &str| {
            let mut tags = tags.iter();
            tags.find(|(known, _)| known == name)
                .map(|(_, value)| value.as_str())
        };
        let player = |name: &str, rating: &str| ExplorerPlayer {
            name: tag(name).unwrap_or("?").to_owned(),
            rating: tag(rating).and_then(|text| text.trim_end_matches('?').parse().ok()),
        };
        let winner = match tag("Result") {
            Some("1-0") => Some(Color::White),
            Some("0-1") => Some(Color::Black),
            _ => None,
        };
        let year = tag("UTCDate").or_else(|| tag("Date"));
        ExplorerGame {
            id: format!("{:032x}", id.0),
            uci: uci.to_owned(),
            winner: winner.map(|side| side.fold_wb("white", "black")),
            white: player("White", "WhiteElo"),
            black: player("Black", "BlackElo"),
            year: year.and_then(|date| date.get(..4)?.parse().ok()),
            site: tag("Site").filter(|site| *site != "?").map(str::to_owned),
        }
    }

    fn ratings(&self) -> u32 {
        let rating = |player: &ExplorerPlayer| u32::from(player.rating.unwrap_or(0));
        rating(&self.white) + rating(&self.black)
    }
}
