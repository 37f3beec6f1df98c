//! The fault campaign: real processes, real servers and a real disk, which die,
//! fill up, refuse and go away at moments that a seed chooses. After each small
//! group of faults the work is taken up again and finished, and what must hold is
//! checked and counted.
//!
//! A scenario declares itself in [`ALL`]; what it strikes with is drawn from the
//! dice of each fault, so the same seed makes the same plan.

mod clock;
mod database;
mod disk;
mod errors;
mod games;
mod importer;
mod list;
mod load;
mod network;
mod postgres;
mod proxy;
mod request;
mod servers;
mod service;
mod tally;
mod times;
mod workers;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use krog_chess::random::Dice;
use xxhash_rust::xxh3::xxh3_64;

pub use request::Request;
use tally::Tally;

use crate::{folder::Folder, krog};

/// Something that may go wrong, and what is done meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// The name on the command line.
    pub name: &'static str,
    /// What fails, and what must hold, in one sentence.
    pub threat: &'static str,
    /// Its share of the faults, beside the others.
    weight: usize,
    run: fn(&Trial, &mut Tally) -> Result<(), String>,
}

/// What a scenario works with.
struct Trial {
    folder: Folder,
    /// The dice of each fault.
    faults: Vec<Dice>,
}

/// Every scenario.
pub const ALL: &[Scenario] = &[
    importer::SCENARIO,
    errors::SCENARIO,
    disk::SCENARIO,
    postgres::SCENARIO,
    list::SCENARIO,
    network::SCENARIO,
    service::SCENARIO,
    database::SCENARIO,
    workers::SCENARIO,
    clock::SCENARIO,
];

/// Runs a campaign, prints `scenario  faults  checks  failures  seconds` and a line
/// for each failure; says whether all held.
pub fn run(request: &Request) -> bool {
    println!(
        "{:<10} {:>7} {:>7} {:>9} {:>8}",
        "scenario", "faults", "checks", "failures", "seconds"
    );
    let mut sum = (0, 0, 0, 0.0);
    for (scenario, faults) in plan(request) {
        let start = Instant::now();
        let tally = suffer(&scenario, faults, request.seed);
        let seconds = start.elapsed().as_secs_f64();
        row(
            scenario.name,
            tally.faults,
            tally.checks,
            tally.failures.len(),
            seconds,
        );
        for failure in &tally.failures {
            println!("  seed {}: {failure}", request.seed);
        }
        if let Some(reason) = &tally.skipped {
            println!("  skipped: {reason}");
        }
        sum.0 += tally.faults;
        sum.1 += tally.checks;
        sum.2 += tally.failures.len();
        sum.3 += seconds;
    }
    row("all", sum.0, sum.1, sum.2, sum.3);
    sum.2 == 0
}

fn row(name: &str, faults: usize, checks: usize, failures: usize, seconds: f64) {
    println!("{name:<10} {faults:>7} {checks:>7} {failures:>9} {seconds:>8.1}");
}

/// One scenario from its beginning to its end, after which nothing of it is left.
fn suffer(scenario: &Scenario, faults: Vec<Dice>, seed: u64) -> Tally {
    let mut tally = Tally::new(scenario.name, faults.len());
    if faults.is_empty() {
        return tally;
    }
    let done = Folder::new(&format!("faults-{}-{seed}", scenario.name)).and_then(|folder| {
        let trial = Trial { folder, faults };
        let run = || (scenario.run)(&trial, &mut tally);
        // What panics has failed, and the other scenarios go on.
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let word = || panic.downcast_ref::<&str>().map(ToString::to_string);
            Err(text.or_else(word).unwrap_or_else(|| "a panic".to_owned()))
        })
    });
    if let Err(error) = done {
        tally.fail(&error);
    }
    let left = krog::left();
    tally.check(left.is_empty(), || format!("processes left: {left:?}"));
    tally
}

/// Which scenario suffers how many faults, and the dice of each.
fn plan(request: &Request) -> Vec<(Scenario, Vec<Dice>)> {
    let weights: usize = request.scenarios.iter().map(|one| one.weight).sum();
    let mut plan: Vec<(Scenario, Vec<Dice>)> = request
        .scenarios
        .iter()
        .map(|one| (*one, Vec::new()))
        .collect();
    let mut dice = Dice::new(request.seed);
    for number in 0..request.faults {
        // Each has one before any has two.
        let mut chosen = number;
        if number >= plan.len() {
            let mut drawn = dice.below(weights);
            let within = |(one, _): &(Scenario, Vec<Dice>)| {
                let found = drawn < one.weight;
                drawn = drawn.saturating_sub(one.weight);
                found
            };
            chosen = plan.iter().position(within).unwrap_or(0);
        }
        let (scenario, faults) = &mut plan[chosen];
        // Its seed is its own: the first faults of a scenario are the same,
        // whatever the others suffer.
        let place = format!("{} {} {}", request.seed, scenario.name, faults.len());
        faults.push(Dice::new(xxh3_64(place.as_bytes())));
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(plan: Vec<(Scenario, Vec<Dice>)>) -> Vec<(&'static str, Vec<u64>)> {
        plan.into_iter()
            .map(|(scenario, faults)| {
                let rolls = faults.into_iter().map(|mut dice| dice.roll());
                (scenario.name, rolls.collect())
            })
            .collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_plan() {
        let planned = |words: &[&str]| rolls(plan(&Request::read(words).expect("a request")));
        let whole = planned(&["--seed", "7"]);
        assert_eq!(whole, planned(&["--seed", "7"]));
        assert_ne!(whole, planned(&["--seed", "8"]));
        let faults: usize = whole.iter().map(|(_, faults)| faults.len()).sum();
        assert_eq!(faults, 500);
        assert!(
            whole.iter().all(|(_, faults)| faults.len() > 5),
            "{whole:?}"
        );
        let few = planned(&["--seed", "7", "--faults", "3", "importer"]);
        assert_eq!(few[0].1[..], whole[0].1[..3]);
    }

    #[test]
    fn every_scenario_has_a_name_of_its_own_and_a_threat() {
        for (index, scenario) in ALL.iter().enumerate() {
            assert!(!scenario.threat.is_empty() && scenario.weight > 0);
            let twin = ALL[..index].iter().find(|one| one.name == scenario.name);
            assert!(twin.is_none(), "two are called {}", scenario.name);
        }
    }
}
