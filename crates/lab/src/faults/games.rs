//! The games that scenarios import, and what a store must say when all of them
//! are in.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::Value;

use super::tally::Tally;
use crate::{krog::told, played};

/// Positions that are looked up: the start and some that many games reach.
const LOOKUPS: [&str; 3] = [
    "startpos",
    "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPP1P/RNBQKB1R b KQkq - 1 1",
    "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
];

/// Games in files, and the answers of a store that an undisturbed import made.
pub(super) struct Games {
    /// Where the games lie.
    pub(super) files: Vec<PathBuf>,
    /// How many there are.
    pub(super) many: u32,
    /// How long the undisturbed import took.
    pub(super) usual: Duration,
    /// The bytes of its store.
    pub(super) bytes: u64,
    export: String,
    lookups: Vec<String>,
}

impl Games {
    /// Writes games into files of a folder, a tenth of them twice, and imports them
    /// where nothing disturbs.
    pub(super) fn make(folder: &Path, many: u32, files: u32) -> Result<Games, String> {
        let numbers: Vec<u32> = (0..many).chain(0..many / 10).collect();
        let each = numbers.len().div_ceil(usize::try_from(files).unwrap_or(1));
        let mut paths = Vec::new();
        for (index, numbers) in numbers.chunks(each).enumerate() {
            let path = folder.join(format!("games-{index}.pgn"));
            let text: String = numbers.iter().map(|number| played::pgn(*number)).collect();
            fs::write(&path, text).map_err(|error| error.to_string())?;
            paths.push(path);
        }
        let mut games = Games {
            files: paths,
            many,
            usual: Duration::ZERO,
            bytes: 0,
            export: String::new(),
            lookups: Vec::new(),
        };
        let store = folder.join("undisturbed");
        let db = store.display().to_string();
        // Whoever calls the program first may have to wait until it is built.
        told(["--version"])?;
        let start = Instant::now();
        told(games.import(&db))?;
        games.usual = start.elapsed();
        games.export = told(["db", "export", "--db", &db])?;
        games.lookups = lookups(&db)?;
        games.bytes = size(&store);
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
        Ok(games)
    }

    /// The arguments of an import with so little memory that there are batches.
    pub(super) fn import(&self, db: &str) -> Vec<String> {
        let words = ["import", "--db", db, "--memory", "1"];
        let files = self.files.iter().map(|path| path.display().to_string());
        words.map(str::to_owned).into_iter().chain(files).collect()
    }

    /// Checks a store into which all games were imported, however.
    pub(super) fn check(&self, db: &str, tally: &mut Tally) {
        if let Some(text) = tally.good("export", told(["db", "export", "--db", db])) {
            tally.same("export", &text, &self.export);
        }
        check_sound(db, tally);
        if let Some(counted) = tally.good("stats", counted(db)) {
            let many = u64::from(self.many);
            tally.check(counted == many, || {
                format!("found {counted} games, expected {many}")
            });
        }
        if let Some(found) = tally.good("lookups", lookups(db)) {
            tally.same("lookups", &found.join("\n"), &self.lookups.join("\n"));
        }
    }

    /// Checks a store in which some of the games are: it is sound, and has no more
    /// than there are.
    pub(super) fn check_part(&self, db: &str, tally: &mut Tally) {
        check_sound(db, tally);
        if let Some(counted) = tally.good("stats", counted(db)) {
            let many = u64::from(self.many);
            tally.check(counted <= many, || {
                format!("found {counted} games, expected at most {many}")
            });
        }
    }
}

/// Checks that a store is sound. PostgreSQL minds its own pages, and has no such
/// command.
pub(super) fn check_sound(db: &str, tally: &mut Tally) {
    if !db.starts_with("postgres:") {
        tally.good("verify", told(["db", "verify", "--db", db]));
    }
}

/// Checks that a store that somebody began is sound, or not there yet.
pub(super) fn check_begun(db: &str, tally: &mut Tally) {
    let verified = match told(["db", "verify", "--db", db]) {
        Err(error) if error.contains("there is no store here") => Ok(String::new()),
        verified => verified,
    };
    tally.good("verify", verified);
}

/// How many games a store has counted.
fn counted(db: &str) -> Result<u64, String> {
    let text = told(["db", "stats", "--db", db, "--format", "json"])?;
    let known: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let games = known
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["games"].as_u64());
    games
        .sum::<Option<u64>>()
        .ok_or_else(|| format!("found {text:?}, expected games"))
}

fn lookups(db: &str) -> Result<Vec<String>, String> {
    let lookup = |fen: &&str| told(["stats", *fen, "--db", db, "--format", "json"]);
    LOOKUPS.iter().map(lookup).collect()
}

/// The bytes of the files of a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(known) if known.is_dir() => size(&entry.path()),
            Ok(known) => known.len(),
            Err(_) => 0,
        })
        .sum()
}
