//! What a command is about: a position, or the games of a file.

use std::{
    io::{self, Read as _},
    path::Path,
};

use anyhow::Context as _;
use krog_chess::{Chess, Game, fen};

use crate::{games, outcome::Failure};

/// What was asked about.
pub(crate) enum Subject {
    Position(Chess),
    Games(Vec<Game>),
}

/// What the argument names: a position, or a file with games.
pub(crate) fn read(argument: &str) -> Result<Subject, Failure> {
    if argument == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .read_to_end(&mut bytes)
            .context("standard input cannot be read")?;
        return match fen::parse(&String::from_utf8_lossy(&bytes)) {
            Ok(position) => Ok(Subject::Position(position)),
            Err(_) => games::read("-", bytes.as_slice()).map(Subject::Games),
        };
    }
    // A board has eight ranks; a path that looks like one is there.
    let is_fen = argument == "startpos" || argument.matches('/').count() == 7;
    if is_fen && !Path::new(argument).is_file() {
        let position = fen::parse(argument).map_err(|error| Failure::input("FEN", error))?;
        return Ok(Subject::Position(position));
    }
    games::open(argument).map(Subject::Games)
}
