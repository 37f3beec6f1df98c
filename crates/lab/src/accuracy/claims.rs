//! Every claim about moves of real games, and of puzzles for the rarer claims,
//! against a script that recomputes each of them from its JSON alone, by the
//! definitions of `docs/claims.md`.

use std::collections::BTreeMap;

use krog_chess::{
    Chess, Line, Move, fen,
    notation::{self, Form},
    pgn,
};
use krog_insight::{Given, explain};
use krog_wire::MoveAnalysis;

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
    python::Python,
    shared,
};

/// Where the moves come from, and how many games of each are looked at.
const COLLECTIONS: [(&str, usize); 3] = [
    ("games/lichess.pgn.zst", 4_000),
    ("games/lichess-with-evals.pgn.zst", 4_000),
    ("games/masters-100k.pgn.zst", 4_000),
];

/// Where the moves of puzzles come from: one puzzle for so many moves of games.
const PUZZLES: (&str, usize) = ("puzzles/stratified.csv", 20);

/// Moves explained in one go on one core.
const PER_BATCH: usize = 50;

/// The share of moves of games, in percent, about which more is said than `quiet`.
const SPOKEN_OF: usize = 90;

pub(super) const MEASURE: Measure = Measure {
    name: "claims",
    claim: "A script that shares no code with krog refutes no claim about moves of games and puzzles.",
    bar: Bar::All,
    full: 20_000,
    quick: 300,
    run,
};

/// How many moves of games have a claim other than `quiet`.
struct Share {
    spoken_of: usize,
    moves: usize,
}

/// What krog says about some moves.
#[derive(Default)]
struct Said {
    /// A line of JSON for each move.
    json: Vec<String>,
    /// Position and move, as a failure tells them.
    places: Vec<String>,
    /// How many moves have a claim other than `quiet`.
    spoken_of: usize,
    claims: BTreeMap<&'static str, u64>,
    rejected: BTreeMap<&'static str, u64>,
}

impl Said {
    fn merge(mut self, other: Said) -> Said {
        self.json.extend(other.json);
        self.places.extend(other.places);
        self.spoken_of += other.spoken_of;
        add(&mut self.claims, &other.claims);
        add(&mut self.rejected, &other.rejected);
        self
    }
}

fn run(moves: usize, _: Size) -> Figure {
    let python = match Python::ready() {
        Ok(python) => python,
        Err(reason) => return Figure::skipped(reason),
    };
    let (games, puzzles) = match (moves_of_games(moves), moves_of_puzzles(moves)) {
        (Ok(games), Ok(puzzles)) => (games, puzzles),
        (Err(reason), _) | (_, Err(reason)) => return Figure::skipped(reason),
    };
    let games = say_all(&games);
    let share = Share {
        spoken_of: games.spoken_of,
        moves: games.json.len(),
    };
    examine(&python, &games.merge(say_all(&puzzles)), &share)
}

/// Moves of all collections, as many from each.
fn moves_of_games(wanted: usize) -> Result<Vec<(Chess, Move)>, String> {
    let share = wanted.div_ceil(COLLECTIONS.len());
    let mut chosen = Vec::new();
    for (path, games) in COLLECTIONS {
        chosen.extend(moves_of(path, games, share)?);
    }
    Ok(chosen)
}

/// All moves of puzzles from all over the file.
fn moves_of_puzzles(moves_of_games: usize) -> Result<Vec<(Chess, Move)>, String> {
    let (path, rate) = PUZZLES;
    let text = shared::text(path)?;
    let rows: Vec<&str> = text.lines().skip(1).collect();
    let step = (rows.len() * rate / moves_of_games.max(1)).max(1);
    let mut chosen = Vec::new();
    for row in rows.into_iter().step_by(step) {
        let mut fields = row.split(',').skip(1);
        let (Some(start), Some(moves)) = (fields.next(), fields.next()) else {
            return Err(format!("{path}: found {row:?}, expected a puzzle"));
        };
        let start = fen::parse(start).map_err(|error| format!("{path}: {error}"))?;
        let line = Line::parse(start, moves).map_err(|error| format!("{path}: {error}"))?;
        chosen.extend(line.steps());
    }
    Ok(chosen)
}

/// Moves of a collection, so many from each game that there are enough, at
/// plies that look like chance but are the same in each run.
fn moves_of(path: &str, games: usize, wanted: usize) -> Result<Vec<(Chess, Move)>, String> {
    let lines: Vec<_> = pgn::games(shared::unpacked(path)?)
        .take(games.min(wanted))
        .filter_map(Result::ok)
        .map(|reading| reading.game.line())
        .filter(|line| !line.moves().is_empty())
        .collect();
    let per_game = wanted.div_ceil(lines.len().max(1));
    let mut chosen = Vec::new();
    for (game, line) in lines.iter().enumerate() {
        let length = line.moves().len();
        let first = game.wrapping_mul(2_654_435_761) % length;
        let mut plies: Vec<usize> = (0..per_game.min(length))
            .map(|turn| (first + turn * length / per_game.min(length)) % length)
            .collect();
        plies.sort_unstable();
        let steps = line.steps().enumerate();
        chosen.extend(
            steps
                .filter(|(ply, _)| plies.binary_search(ply).is_ok())
                .map(|(_, step)| step),
        );
    }
    chosen.truncate(wanted);
    Ok(chosen)
}

fn say_all(moves: &[(Chess, Move)]) -> Said {
    parallel::map(moves.chunks(PER_BATCH).collect(), say)
        .into_iter()
        .fold(Said::default(), Said::merge)
}

/// Explains moves without an engine.
fn say(moves: &[(Chess, Move)]) -> Said {
    let mut said = Said::default();
    for (position, m) in moves {
        let place = format!(
            "{} {}",
            fen::write(position),
            notation::write(position, *m, Form::San)
        );
        said.places.push(place);
        let Ok(explanation) = explain(position, *m, Given::default()) else {
            // An empty object is refuted by the script.
            said.json.push("{}".to_owned());
            continue;
        };
        let analysis = MoveAnalysis::from(&explanation);
        said.spoken_of += usize::from(
            analysis
                .claims
                .iter()
                .any(|claim| !matches!(claim.id, "quiet" | "plain")),
        );
        for claim in &analysis.claims {
            *said.claims.entry(claim.id).or_default() += 1;
        }
        add(&mut said.rejected, &explanation.rejected);
        said.json.push(
            serde_json::to_string(&analysis).expect("wire types have text keys and finite numbers"),
        );
    }
    said
}

fn add(sum: &mut BTreeMap<&'static str, u64>, more: &BTreeMap<&'static str, u64>) {
    for (id, count) in more {
        *sum.entry(id).or_default() += count;
    }
}

/// Has the script look at what was said.
fn examine(python: &Python, said: &Said, share: &Share) -> Figure {
    let mut figure = Figure::default();
    match python.run("refute.py", &(said.json.join("\n") + "\n")) {
        Ok(answer) => judge(&mut figure, said, &answer),
        Err(reason) => figure.judge(false, || reason),
    }
    let &Share { spoken_of, moves } = share;
    figure.judge(100 * spoken_of >= SPOKEN_OF * moves, || {
        format!(
            "found {spoken_of} of {moves} moves with a claim other than quiet, expected {SPOKEN_OF} %"
        )
    });
    figure.remark(format!(
        "{spoken_of} of {moves} moves of games have a claim other than quiet"
    ));
    figure.remark(format!("claims by kind: {}", census(&said.claims)));
    figure.remark(format!(
        "proposals the checker rejected: {}",
        census(&said.rejected)
    ));
    figure
}

/// One case for each claim that the script checked.
fn judge(figure: &mut Figure, said: &Said, answer: &str) {
    let (refuted, summary) = match answer.trim_end().rsplit_once('\n') {
        Some((refuted, summary)) => (refuted, summary),
        None => ("", answer.trim_end()),
    };
    let claims: u64 = said.claims.values().sum();
    let expected = format!("checked {claims} claims of {} moves", said.json.len());
    figure.compare(&summary, &expected.as_str(), || "the summary".to_owned());
    let refuted: Vec<&str> = refuted.lines().collect();
    for line in &refuted {
        let (index, fault) = line.split_once('\t').unwrap_or(("", line));
        let index: Option<usize> = index.parse().ok();
        let place = index.and_then(|index| said.places.get(index));
        figure.judge(false, || {
            let fault = fault.replace('\t', ": ");
            format!("{}: {fault}", place.map_or("", String::as_str))
        });
    }
    for _ in refuted.len() as u64..claims {
        figure.judge(true, String::new);
    }
}

fn census(counts: &BTreeMap<&'static str, u64>) -> String {
    let sum: u64 = counts.values().sum();
    let mut rows: Vec<(&str, u64)> = counts.iter().map(|(id, count)| (*id, *count)).collect();
    rows.sort_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
    let rows: Vec<String> = rows
        .iter()
        .map(|(id, count)| format!("{id} {count}"))
        .collect();
    format!("{sum} ({})", rows.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_refuted_claim_is_a_failure_with_its_place() {
        let said = Said {
            json: vec!["{}".to_owned(); 2],
            places: vec!["first".to_owned(), "second".to_owned()],
            claims: BTreeMap::from([("fork", 3)]),
            ..Said::default()
        };
        let mut figure = Figure::default();
        let answer = "1\tfork\tfound one target\nchecked 3 claims of 2 moves\n";
        judge(&mut figure, &said, answer);
        assert_eq!((figure.cases, figure.agreed), (4, 3));
        assert_eq!(figure.failures, ["second: fork: found one target"]);
        let mut figure = Figure::default();
        judge(&mut figure, &said, "checked 2 claims of 2 moves\n");
        assert_eq!((figure.cases, figure.agreed), (4, 3));
    }

    #[test]
    fn a_census_begins_with_the_most_frequent() {
        let counts = BTreeMap::from([("fork", 1), ("check", 7), ("pin", 1)]);
        assert_eq!(census(&counts), "9 (check 7, fork 1, pin 1)");
    }
}
