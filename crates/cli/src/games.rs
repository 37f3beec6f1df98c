//! Games from PGN files, as commands read them.

use std::{
    fs::File,
    io::{self, Read},
};

use anyhow::{Context as _, anyhow};
pub(crate) use krog_advisor::about::{both, pool, ratings, title};
use krog_chess::{Game, pgn};

use crate::outcome::Failure;

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

fn blame(error: anyhow::Error) -> Failure {
    Failure::input("GAME", error)
}
