//! Scores of positions by Stockfish at a fixed number of nodes, remembered in
//! the folder of the build, for asking takes minutes.

use std::{
    collections::HashMap,
    fs::{self, OpenOptions},
    io::Write as _,
    num::NonZeroU8,
    ops::ControlFlow,
    path::Path,
};

use krog_analyst::{Choice, Settings, open};
use krog_chess::{Chess, EnPassantMode, Evaluate as _, Limit, Line, Score, shakmaty::fen::Fen};

use crate::{parallel, python};

/// How long each position is looked at.
const NODES: u64 = 20_000;

/// Positions asked about before what was found is written down.
const BATCH: usize = 200;

/// The scores of positions, in their order.
pub(crate) fn of(positions: &[&Chess]) -> Result<Vec<Score>, String> {
    let file = python::build_folder()?.join("lab-scores.tsv");
    let mut known = read(&file);
    let names: Vec<String> = positions.iter().map(|position| name(position)).collect();
    let missing = names.iter().zip(positions);
    let missing: Vec<_> = missing
        .filter(|(name, _)| !known.contains_key(*name))
        .collect();
    if !missing.is_empty() {
        eprintln!("asking about {} positions", missing.len());
    }
    for batch in missing.chunks(BATCH) {
        let found = parallel::map(halves(batch), ask);
        let mut text = String::new();
        for (name, score) in found.into_iter().collect::<Result<Vec<_>, _>>()?.concat() {
            text.extend([name.as_str(), "\t", &score.to_string(), "\n"]);
            known.insert(name, score);
        }
        let written = OpenOptions::new().create(true).append(true).open(&file);
        written
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| format!("lab-scores.tsv: {error}"))?;
    }
    let score = |name| {
        known
            .get(name)
            .copied()
            .ok_or_else(|| format!("no score of {name}"))
    };
    names.iter().map(score).collect()
}

/// Two parts, for two engines.
fn halves<T>(items: &[T]) -> Vec<&[T]> {
    let (first, second) = items.split_at(items.len() / 2);
    vec![first, second]
}

fn ask(positions: &[(&String, &&Chess)]) -> Result<Vec<(String, Score)>, String> {
    let analyst =
        open(&Choice::Stockfish, &Settings::default()).map_err(|error| error.to_string())?;
    let score = |(name, position): &(&String, &&Chess)| {
        let line = Line::at((**position).clone());
        let lines = analyst
            .evaluate(&line, Limit::nodes(NODES), NonZeroU8::MIN, &mut |_| {
                ControlFlow::Continue(())
            })
            .map_err(|error| error.to_string())?;
        let best = lines.first().ok_or_else(|| format!("no line for {name}"))?;
        Ok(((*name).clone(), best.score))
    };
    positions.iter().map(score).collect()
}

fn read(file: &Path) -> HashMap<String, Score> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let rows = text.lines().filter_map(|row| row.split_once('\t'));
    rows.filter_map(|(name, score)| Some((name.to_owned(), score.parse().ok()?)))
        .collect()
}

/// The position and the limit as they are remembered.
fn name(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    format!("{NODES} {fen}")
}
