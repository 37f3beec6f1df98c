//! What the tags of a game tell a reviewer.

use krog_chess::{ByColor, Game};
use krog_stats::forecast::Pool;

/// Servers whose games are played online, as the tag `Site` names them.
const SERVERS: [&str; 2] = ["lichess.org", "chess.com"];

/// The players and the year of a game.
pub fn title(game: &Game) -> String {
    let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_owned();
    let year = tag("Date").chars().take(4).collect::<String>();
    format!("{} – {}, {year}", tag("White"), tag("Black"))
}

/// Both ratings of a game: as told, otherwise by its tags.
pub fn ratings(game: &Game, white: Option<u16>, black: Option<u16>) -> Option<ByColor<u16>> {
    let rating = |told: Option<u16>, tag: &str| told.or_else(|| game.tags.get(tag)?.parse().ok());
    both(rating(white, "WhiteElo"), rating(black, "BlackElo"))
}

/// Both ratings; whoever has none is taken to be as strong as the other.
pub fn both(white: Option<u16>, black: Option<u16>) -> Option<ByColor<u16>> {
    Some(ByColor {
        white: white.or(black)?,
        black: black.or(white)?,
    })
}

/// Where a game was played, as its tags tell.
pub fn pool(game: &Game) -> Pool {
    let site = game.tags.get("Site").unwrap_or_default().to_lowercase();
    if SERVERS.iter().any(|server| site.contains(server)) {
        Pool::Online
    } else {
        Pool::Board
    }
}
