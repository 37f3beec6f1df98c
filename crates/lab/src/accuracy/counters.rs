//! Every counter of real games against a slow script; and that neither order
//! nor batches nor threads nor the way over several stores change any of them.

use std::{collections::BTreeMap, fs, num::NonZero, path::Path};

use krog_chess::{pgn::Chunks, random::Dice};
use krog_importer::{Choice, Origin, Progress, Settings, Target, import, rejoin};
use krog_store::{Embedded, MAIN, Store as _};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    folder::Folder,
    python::Python,
    shared,
};

const COLLECTIONS: [&str; 2] = ["games/lichess.pgn.zst", "games/masters-100k.pgn.zst"];

pub(super) const MEASURE: Measure = Measure {
    name: "counters",
    claim: "Every counter of real games is that of a slow script, and order, batches, threads and merging change none.",
    bar: Bar::All,
    full: 10_000,
    quick: 300,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    match Python::ready() {
        Err(reason) => Figure::skipped(reason),
        Ok(python) => measured(&python, games).unwrap_or_else(Figure::skipped),
    }
}

fn measured(python: &Python, games: usize) -> Result<Figure, String> {
    let folder = Stores(Folder::new("counters")?);
    let mut texts = Vec::new();
    for collection in COLLECTIONS {
        let chunks = Chunks::new(shared::unpacked(collection)?);
        let chunks = chunks.take(games / COLLECTIONS.len());
        for chunk in chunks {
            let chunk = chunk.map_err(|error| error.to_string())?;
            texts.push(String::from_utf8_lossy(&chunk.bytes).into_owned());
        }
    }
    let whole = texts.concat();
    let ours = folder.import("whole", &[&whole], 2, Settings::MEMORY)?;
    let mut figure = compare(&ours, &python.run("counters.py", &whole)?);
    for (name, text) in ways(&folder, &texts)? {
        figure.judge(text == ours, || format!("{name}: another export"));
    }
    figure.remark(format!(
        "{games} games, {} lines of counters",
        ours.lines().count() - 1
    ));
    Ok(figure)
}

/// The same games on other ways into a store.
fn ways(folder: &Stores, texts: &[String]) -> Result<Vec<(&'static str, String)>, String> {
    let mut dice = Dice::new(3);
    let mut mixed: Vec<&str> = texts.iter().map(String::as_str).collect();
    for index in (1..mixed.len()).rev() {
        mixed.swap(index, dice.below(index + 1));
    }
    let mixed_text = mixed.concat();
    let half = mixed.len() / 2;
    let (one, other) = (mixed[..half].concat(), mixed[half..].concat());
    let overlapping = mixed[half / 2..].concat();
    let few = 1 << 20;
    folder.import("first", &[&one], 2, Settings::MEMORY)?;
    folder.import("second", &[&other], 1, few)?;
    folder.import("overlap", &[&overlapping], 2, few)?;
    Ok(vec![
        (
            "mixed",
            folder.import("mixed", &[&mixed_text], 2, Settings::MEMORY)?,
        ),
        (
            "small batches",
            folder.import("small", &[&mixed_text], 2, few)?,
        ),
        (
            "one thread",
            folder.import("single", &[&mixed_text], 1, few)?,
        ),
        (
            "two imports",
            folder.import("twice", &[&other, &one, &other], 2, few)?,
        ),
        (
            "merged stores",
            folder.merge("merged", &["first", "second"])?,
        ),
        (
            "merged stores that share games",
            folder.merge("shared", &["first", "overlap"])?,
        ),
    ])
}

/// Compares our export with what the script printed.
fn compare(ours: &str, theirs: &str) -> Figure {
    let mut rows: BTreeMap<&str, (Option<&str>, Option<&str>)> = BTreeMap::new();
    // The key of a row is position, move and cell.
    let split = |row: &str| row.match_indices('\t').nth(2).map(|(index, _)| index);
    for row in ours.lines().skip(1) {
        let row = row.split_once('\t').map_or(row, |(_, row)| row);
        if let Some(index) = split(row) {
            rows.entry(&row[..index]).or_default().0 = Some(&row[index..]);
        }
    }
    for row in theirs.lines() {
        if let Some(index) = split(row) {
            rows.entry(&row[..index]).or_default().1 = Some(&row[index..]);
        }
    }
    let mut figure = Figure::default();
    for (key, (ours, theirs)) in rows {
        figure.compare(&ours, &theirs, || key.to_owned());
    }
    figure
}

struct Stores(Folder);

impl Stores {
    /// Imports texts one after the other into a store of its own; exports it.
    fn import(
        &self,
        name: &str,
        texts: &[&str],
        threads: usize,
        memory: usize,
    ) -> Result<String, String> {
        let path = self.0.0.join(name);
        let store = Embedded::create(&path).map_err(|error| error.to_string())?;
        let settings = Settings {
            collection: MAIN.to_owned(),
            choice: Choice::default(),
            max_ply: None,
            keep_games: true,
            memory,
            threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN),
        };
        for text in texts {
            let file = self.0.0.join("games.pgn");
            fs::write(&file, text).map_err(|error| error.to_string())?;
            let done = import(
                &store,
                &[Origin::Path(file)],
                &settings,
                &Progress::default(),
            );
            done.map_err(|error| error.to_string())?;
        }
        exported(&path)
    }

    /// Merges stores into a new one; exports it.
    fn merge(&self, name: &str, from: &[&str]) -> Result<String, String> {
        let path = self.0.0.join(name);
        let store = Embedded::create(&path).map_err(|error| error.to_string())?;
        for other in from {
            let other = Embedded::open(&self.0.0.join(other)).map_err(|error| error.to_string())?;
            rejoin(Target::Embedded(&store), &other).map_err(|error| error.to_string())?;
        }
        exported(&path)
    }
}

fn exported(path: &Path) -> Result<String, String> {
    let store = Embedded::open(path).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    store.export(&mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}
