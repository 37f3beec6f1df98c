//! The registry of measures and the table they are told in.
//!
//! A measure holds one claim of krog against an examiner that was written
//! apart from it, or against published figures.

mod annotated;
mod attacks;
mod builtin_labels;
mod claims;
mod counters;
mod dialect;
mod evals;
mod labels;
mod legality;
mod mates;
mod notation;
mod openings;
mod parser;
mod perft;
mod pgn;
mod refutations;
mod repetition;
mod samples;
mod schema;
mod see;
mod see_rows;
mod spoken;
mod strewn;
mod suggestions;
mod suites;
mod tables;
mod tactics;
mod validation;
mod wdl;
mod words;

use std::{
    env,
    time::{Duration, Instant},
};

use crate::figure::{Bar, Figure, Verdict};

/// One claim and the way to measure it.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The name on the command line.
    pub name: &'static str,
    /// What is claimed, in one sentence.
    pub claim: &'static str,
    /// What counts as having reached it.
    pub bar: Bar,
    /// How many items a full run looks at.
    pub full: usize,
    /// How many items a quick run looks at.
    pub quick: usize,
    run: fn(usize, Size) -> Figure,
}

/// How thorough a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// What the claims demand.
    Full,
    /// Under a minute, for every change.
    Quick,
}

/// Every measure.
pub const ALL: &[Measure] = &[
    see_rows::MEASURE,
    see::MEASURE,
    attacks::MEASURE,
    notation::MEASURE,
    spoken::MEASURE,
    pgn::MEASURE,
    perft::MEASURE,
    samples::MEASURE,
    legality::MEASURE,
    repetition::MEASURE,
    validation::MEASURE,
    parser::MEASURE,
    tactics::MEASURE,
    words::MEASURE,
    refutations::REFUTATIONS,
    refutations::GAINS,
    evals::MEASURE,
    labels::MEASURE,
    annotated::MEASURE,
    mates::MEASURE,
    claims::MEASURE,
    counters::MEASURE,
    dialect::MEASURE,
    openings::MEASURE,
    wdl::MEASURE,
    suggestions::STOCKFISH,
    suggestions::BUILTIN,
    builtin_labels::MEASURE,
    schema::MEASURE,
    tables::TABLES,
    tables::ENDINGS,
    suites::WAC,
    suites::STS,
    suites::MATE_2,
    suites::MATE_3,
    suites::MATE_4,
];

impl Measure {
    /// Takes the measure.
    pub fn take(&self, size: Size) -> Figure {
        let items = match size {
            Size::Full => self.full,
            Size::Quick => self.quick,
        };
        (self.run)(items, size)
    }
}

/// The measures of these names, all of them without a name; the first unknown
/// name if there is one.
pub fn choose<'a>(names: &[&'a str]) -> Result<Vec<Measure>, &'a str> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    let find = |name: &&'a str| {
        let found = ALL.iter().find(|measure| measure.name == *name);
        found.copied().ok_or(*name)
    };
    names.iter().map(find).collect()
}

/// Takes measures and prints what they find; whether no bar was missed.
pub fn report(measures: &[Measure], size: Size) -> bool {
    println!(
        "{:<10} {:>9} {:>9} {:>6} {:>8}  verdict",
        "name", "cases", "agreed", "bar", "seconds"
    );
    let mut details = Vec::new();
    let mut count = [0; 3];
    for measure in measures {
        let start = Instant::now();
        let figure = measure.take(size);
        println!("{}", row(measure, &figure, start.elapsed()));
        details.extend(detail(measure, &figure));
        count[figure.verdict(measure.bar) as usize] += 1;
    }
    for line in details {
        println!("{line}");
    }
    let [passed, failed, skipped] = count;
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    failed == 0
}

/// Names another seed, for cases that nothing was chosen by.
const OTHER_SEED: &str = "KROG_SEED";

/// The seed of a sample: the usual one, unless another is asked for.
fn seed(usual: u64) -> Result<u64, String> {
    match env::var(OTHER_SEED) {
        Ok(text) => text
            .parse()
            .map_err(|_| format!("found {OTHER_SEED}={text:?}, expected a number")),
        Err(_) => Ok(usual),
    }
}

fn row(measure: &Measure, figure: &Figure, time: Duration) -> String {
    let bar = match measure.bar {
        Bar::All => "all".to_owned(),
        bar => format!("{} %", bar.percent(figure.cases)),
    };
    let verdict = match figure.verdict(measure.bar) {
        Verdict::Passed => "ok",
        Verdict::Failed => "FAILED",
        Verdict::Skipped => "skipped",
    };
    format!(
        "{:<10} {:>9} {:>9} {bar:>6} {:>8.1}  {verdict}",
        measure.name,
        figure.cases,
        figure.agreed,
        time.as_secs_f64()
    )
}

fn detail(measure: &Measure, figure: &Figure) -> Vec<String> {
    let failures = figure.failures.iter().map(|text| format!("FAILED: {text}"));
    let skipped = figure.skipped.iter().map(|text| format!("skipped: {text}"));
    failures
        .chain(skipped)
        .chain(figure.remarks.iter().cloned())
        .map(|text| format!("{}: {text}", measure.name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_can_be_chosen() {
        for measure in ALL {
            let same = ALL.iter().filter(|other| other.name == measure.name);
            assert_eq!(same.count(), 1, "{}", measure.name);
            assert!(measure.claim.ends_with('.'), "{}", measure.name);
            assert!(measure.quick <= measure.full, "{}", measure.name);
        }
        let chosen = choose(&["see", "pgn"]).unwrap();
        assert_eq!(chosen.len(), 2);
        assert_eq!(choose(&["see", "pawns"]).err(), Some("pawns"));
        assert_eq!(choose(&[]).map(|all| all.len()), Ok(ALL.len()));
    }
}
