//! The bare searches of a game: a script that hands its positions to Stockfish
//! processes, reads as far as `bestmove` and keeps nothing.

use std::{
    num::NonZeroU8,
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use krog_analyst::Options;
use krog_chess::{CastlingMode, Line};

const SCRIPT: &str = include_str!("../../python/bare_review.py");

/// What is searched, and how.
pub(super) struct Script<'a> {
    pub(super) stockfish: &'a Path,
    pub(super) game: &'a Line,
    /// How many positions a process takes at a time.
    pub(super) part: usize,
    /// What `go` is told.
    pub(super) limit: &'a str,
    /// How many lines are found.
    pub(super) lines: NonZeroU8,
}

impl Script<'_> {
    /// Starts it with so many engines.
    pub(super) fn start(&self, processes: usize) -> Result<Child, String> {
        let moves = self.game.moves().iter();
        Command::new("python3")
            .args(["-c", SCRIPT])
            .arg(self.stockfish)
            .args([&processes.to_string(), &self.part.to_string(), self.limit])
            .args([self.lines.to_string(), Options::default().hash.to_string()])
            .args(moves.map(|m| m.to_uci(CastlingMode::Standard).to_string()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("python3: {error}"))
    }
}

/// The seconds that a script took, and those for which an engine of it waited for a
/// processor.
pub(super) fn seconds(output: &Output) -> Result<(f64, f64), String> {
    let told = String::from_utf8_lossy(&output.stdout);
    let mut words = told.split_whitespace().map(str::parse);
    if let (Some(Ok(took)), Some(Ok(waited))) = (words.next(), words.next()) {
        return Ok((took, waited));
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(format!("found {told:?}, expected seconds: {error}"))
}
