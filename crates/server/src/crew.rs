//! Workers on other machines, and how far they are to be believed: what each
//! sends is looked at first by its form, and now and then by a search of our own.

use std::{
    collections::HashMap,
    hash::{BuildHasher as _, RandomState},
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use krog_chess::{Curve, EngineLine, Evaluate, Limit, Line, Position as _, WinChance};
use krog_wire::{GivenLine, given_lines};

/// Who searches the positions of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Workers {
    /// The engines of the service.
    #[default]
    Off,
    /// They and whoever comes.
    Also,
    /// Whoever comes. The service's own engines prove and check.
    Only,
}

/// How work is lent out.
#[derive(Clone, Copy, Debug)]
pub struct Lending {
    /// Who searches.
    pub workers: Workers,
    /// For how long a worker keeps what it does not report on.
    pub lease: Duration,
}

impl Default for Lending {
    fn default() -> Lending {
        Lending {
            workers: Workers::Off,
            lease: Duration::from_mins(1),
        }
    }
}

/// The first so many results of a worker are searched again in part, ...
const PROBATION: u64 = 2;
/// ... later one of so many.
const SAMPLED: u64 = 8;

/// So many positions are searched again at most.
const CHECKED: usize = 3;

/// Winning chances that are further apart are not those of one engine. Its hash
/// table and the clock move them, but not so far, and not in two positions.
const APART: f64 = 0.25;

/// What is known of the workers that came.
#[derive(Default)]
pub(crate) struct Crew {
    known: Mutex<HashMap<String, Standing>>,
}

#[derive(Clone, Copy, Default)]
struct Standing {
    results: u64,
    barred: bool,
}

impl Crew {
    /// Whether a worker was caught.
    pub(crate) fn is_barred(&self, worker: &str) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(worker).is_some_and(|standing| standing.barred)
    }

    fn bar(&self, worker: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(worker.to_owned()).or_default().barred = true;
    }

    /// Whether the next result of a worker is to be searched again.
    fn is_sampled(&self, worker: &str) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let standing = known.entry(worker.to_owned()).or_default();
        standing.results += 1;
        standing.results <= PROBATION || random().is_multiple_of(SAMPLED)
    }

    /// Whether a worker's result is to be believed; if not, the worker is barred.
    pub(crate) fn believes(
        &self,
        worker: &str,
        found: &[(Line, Vec<EngineLine>)],
        engine: &dyn Evaluate,
        limit: Limit,
    ) -> bool {
        if found.is_empty() || !self.is_sampled(worker) {
            return true;
        }
        let start = usize::try_from(random()).unwrap_or(0) % found.len();
        let cases = found
            .iter()
            .cycle()
            .skip(start)
            .take(CHECKED.min(found.len()));
        let mut wrong = 0;
        for (index, (line, given)) in cases.enumerate() {
            let count = u8::try_from(given.len()).unwrap_or(u8::MAX);
            let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
            let count = count.try_into().unwrap_or(std::num::NonZeroU8::MIN);
            // An engine that fails here proves nothing against the worker.
            let Ok(own) = engine.evaluate(line, limit, count, watch) else {
                return true;
            };
            wrong += usize::from(are_apart(&own, given));
            if wrong == 0 {
                return true;
            }
            if wrong == 2 || (index + 1 == found.len() && wrong == found.len()) {
                self.bar(worker);
                return false;
            }
        }
        true
    }
}

/// Whether two evaluations of a position cannot both be an engine's.
fn are_apart(own: &[EngineLine], given: &[EngineLine]) -> bool {
    let chance = |lines: &[EngineLine]| {
        let best = lines.first()?;
        let value = best.score.pov(krog_chess::Color::White);
        Some(WinChance::of(value, Curve::LICHESS).get())
    };
    match (chance(own), chance(given)) {
        (Some(own), Some(given)) => (own - given).abs() > APART,
        (own, given) => own.is_some() != given.is_some(),
    }
}

/// The lines that a worker gives for a position, if they can be any: legal, each
/// with a move of its own. An engine that is stopped at its limit may know fewer
/// than were asked for: one in fifty answers of Stockfish names a move twice.
pub(crate) fn read(
    key: &str,
    lines: &[GivenLine],
    line: &Line,
    count: u8,
) -> Result<Vec<EngineLine>, String> {
    let found = given_lines(key, lines, line.end())?;
    let most = line.end().legal_moves().len().min(count.into());
    if !(most.min(1)..=most).contains(&found.len()) {
        let number = found.len();
        return Err(format!(
            "{key}: found {number} lines, expected one to {most}"
        ));
    }
    let mut first = Vec::new();
    for (index, line) in found.iter().enumerate() {
        match line.line.moves().first() {
            Some(m) if !first.contains(m) => first.push(*m),
            Some(_) => {
                return Err(format!(
                    "{key}[{index}]: found a move twice, expected another"
                ));
            }
            None => return Err(format!("{key}[{index}]: found no move, expected one")),
        }
    }
    Ok(found)
}

/// A number that a worker cannot foresee.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}
