//! Games from PGN files, as commands read them.

use std::{
    fs::File,
    io::{self, Read},
};

use anyhow::{Context as _, anyhow};
use krog_chess::{ByColor, Game, pgn};
use krog_stats::forecast::Pool;

use crate::outcome::Failure;

/// Servers whose games are played online, as the tag `Site` names them.
const SERVERS: [&str; 2] = ["lichess.org", "chess.com"];

/// The games of a PGN file; `-` is standard input. What is wrong in a game that
/// can be read otherwise is told on standard error.
pub(crate) fn open(path: &str) -> Result<Vec<Game>, Failure> {
    let reader: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin()),
        _ => Box::new(
            File::open(path)
                .with_context(|| path.to_owned())
                .map_err(blame)?,
        ),
    };
    read(path, reader)
}

/// The games of a stream that is called `path` in messages.
pub(crate) fn read(path: &str, reader: impl Read) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    for reading in pgn::games(reader) {
        let reading = reading.with_context(|| path.to_owned()).map_err(blame)?;
        for issue in &reading.issues {
            eprintln!("krog: {path}: {issue}");
        }
        games.push(reading.game);
    }
    if games.is_empty() {
        return Err(blame(anyhow!("{path}: found no game, expected a PGN file")));
    }
    Ok(games)
}

/// The players and the year of a game.
pub(crate) fn title(game: &Game) -> String {
    let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_owned();
    let year = tag("Date").chars().take(4).collect::<String>();
    format!("{} – {}, {year}", tag("White"), tag("Black"))
}

/// Both ratings of a game: as told, otherwise by its tags.
pub(crate) fn ratings(game: &Game, white: Option<u16>, black: Option<u16>) -> Option<ByColor<u16>> {
    let rating = |told: Option<u16>, tag: &str| told.or_else(|| game.tags.get(tag)?.parse().ok());
    both(rating(white, "WhiteElo"), rating(black, "BlackElo"))
}

/// Both ratings; whoever has none is taken to be as strong as the other.
pub(crate) fn both(white: Option<u16>, black: Option<u16>) -> Option<ByColor<u16>> {
    Some(ByColor {
        white: white.or(black)?,
        black: black.or(white)?,
    })
}

/// Where a game was played, as its tags tell.
pub(crate) fn pool(game: &Game) -> Pool {
    let site = game.tags.get("Site").unwrap_or_default().to_lowercase();
    if SERVERS.iter().any(|server| site.contains(server)) {
        Pool::Online
    } else {
        Pool::Board
    }
}

fn blame(error: anyhow::Error) -> Failure {
    Failure::input("GAME", error)
}
