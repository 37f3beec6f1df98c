//! Real games: the project's samples, and large collections where they are
//! at hand, beside the `pgn-reader` crate.

use std::{collections::BTreeMap, io};

use krog_chess::{
    Move,
    pgn::{self, Issue, PgnError, Reading},
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    oracle::mainline,
    shared,
};

/// The share of each collection that is read, out of a full run's.
const COLLECTIONS: [(&str, usize); 2] = [
    ("games/masters-100k.pgn.zst", 20_000),
    ("games/lichess.pgn.zst", usize::MAX),
];

pub(super) const MEASURE: Measure = Measure {
    name: "samples",
    claim: "Real games are read without rejecting one, with the main lines that pgn-reader finds.",
    bar: Bar::All,
    full: usize::MAX,
    quick: 2_000,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    let own = shared::samples()
        .into_iter()
        .fold(Figure::default(), |sum, (name, bytes)| {
            sum.merge(sample(&name, &bytes))
        });
    COLLECTIONS.into_iter().fold(own, |sum, (path, most)| {
        sum.merge(collection(path, most.min(games)))
    })
}

/// One game, flawless, with moves, and a result tag that tells the truth.
fn sample(name: &str, bytes: &[u8]) -> Figure {
    let mut figure = Figure::default();
    let readings: Vec<_> = pgn::games(bytes).collect();
    let [Ok(Reading { game, issues, .. })] = &readings[..] else {
        figure.judge(false, || {
            format!("{name}: found {readings:?}, expected one game")
        });
        return figure;
    };
    figure.compare(issues, &Vec::new(), || format!("{name}: issues"));
    let tag = game.tags.get("Result").unwrap_or_default().to_owned();
    figure.compare(&tag, &game.outcome.to_string(), || {
        format!("{name}: result")
    });
    figure.judge(
        game.line().moves().len() == game.len() && !game.is_empty(),
        || {
            format!(
                "{name}: found a main line of {} plies",
                game.line().moves().len()
            )
        },
    );
    figure
}

/// Reads a collection twice, side by side.
fn collection(path: &str, most: usize) -> Figure {
    let (ours, theirs) = match (shared::unpacked(path), shared::unpacked(path)) {
        (Ok(ours), Ok(theirs)) => (ours, theirs),
        (Err(reason), _) | (_, Err(reason)) => return Figure::skipped(reason),
    };
    let mut ours = pgn::games(ours);
    let mut theirs = mainline::main_lines(theirs);
    let mut figure = Figure::default();
    let mut issues = Issues::default();
    let mut games = 0;
    while games < most {
        let (our, their) = (ours.next(), theirs.next());
        if our.is_none() && their.is_none() {
            break;
        }
        games += 1;
        if let Some(Ok(reading)) = &our {
            issues.add(reading);
        }
        compare(&mut figure, &format!("game {games} of {path}"), our, their);
    }
    figure.remark(format!("{path}: {games} games, {}", issues.summary()));
    figure
}

fn compare(
    figure: &mut Figure,
    place: &str,
    our: Option<Result<Reading, PgnError>>,
    their: Option<io::Result<Vec<Move>>>,
) {
    let (our, their) = match (our, their) {
        (Some(our), Some(their)) => (our, their),
        (our, _) => {
            let missing = if our.is_none() { "krog" } else { "pgn-reader" };
            return figure.judge(false, || format!("{place}: {missing} finds no such game"));
        }
    };
    match (our, their) {
        (Ok(reading), Ok(their)) => {
            let our = reading.game.line().moves().to_vec();
            figure.compare(&our, &their, || {
                format!("{place}, line {}: main line", reading.line)
            });
        }
        (Err(error), _) => figure.judge(false, || format!("{place}: rejected: {error}")),
        (_, Err(error)) => figure.judge(false, || format!("{place}: pgn-reader: {error}")),
    }
}

/// What real files contain: how often each kind of fault, with its first example.
#[derive(Default)]
struct Issues(BTreeMap<String, (u64, String)>);

impl Issues {
    fn add(&mut self, reading: &Reading) {
        for issue in &reading.issues {
            let kind = self.0.entry(kind(issue)).or_default();
            kind.0 += 1;
            if kind.0 == 1 {
                kind.1 = issue.to_string();
            }
        }
    }

    fn summary(&self) -> String {
        if self.0.is_empty() {
            return "no issues".to_owned();
        }
        let kinds: Vec<String> = self
            .0
            .iter()
            .map(|(kind, (count, example))| format!("{count} × {kind} (first: {example})"))
            .collect();
        format!("issues: {}", kinds.join("; "))
    }
}

/// The name of a fault without what it holds.
fn kind(issue: &Issue) -> String {
    let name = format!("{:?}", issue.fault);
    let end = name.find(|ch: char| !ch.is_alphanumeric());
    name[..end.unwrap_or(name.len())].to_owned()
}
