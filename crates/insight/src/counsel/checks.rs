//! Perpetual check: a check after every reply, until each line comes back to
//! where it was.
//!
//! The positions that checks and evasions reach are gathered first; then those
//! are struck out, again and again, where no check has all its evasions still
//! in. What is left is a ring of positions in which the checks never end.

use std::collections::HashMap;

use krog_chess::{Chess, Color, Line, Move, Position as _};

use crate::tree::as_seen;

/// Positions with the checker to move that are gathered for one ring.
const GATHERED: usize = 1_000;

/// Lines of one perpetual check; more would be no reading.
const LINES: usize = 60;

/// A check, and where each evasion leads; none yet known where gathering ended.
struct Check {
    m: Move,
    evasions: Vec<(Move, Option<usize>)>,
}

/// The lines from the end of `line`, where `side` is to move, on which it goes
/// on checking whatever the other side does, until a position with the other
/// side to move comes again or it is mated.
pub(super) fn forever(line: &Line, side: Color) -> Option<Vec<Line>> {
    let ring = gather(line.end(), side);
    let alive = survivors(&ring);
    if !alive[0] {
        return None;
    }
    let mut walk = Walk {
        ring: &ring,
        alive: &alive,
        run: Vec::new(),
        lines: Vec::new(),
    };
    walk.check(line, 0)?;
    Some(walk.lines)
}

/// Whether the position at the end of a line has stood on it before, after its
/// first move, and the side that has just moved gave check ever since.
pub(super) fn comes_back(line: &Line) -> bool {
    let checked = line.end().turn();
    let stood: Vec<Chess> = line
        .steps()
        .skip(1)
        .map(|(position, _)| position)
        .filter(|position| position.turn() == checked)
        .collect();
    let run = stood
        .iter()
        .rev()
        .take_while(|position| position.is_check());
    line.end().is_check() && run.into_iter().any(|position| position == line.end())
}

/// The checks in every position that is reached from `start`.
fn gather(start: &Chess, side: Color) -> Vec<Vec<Check>> {
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut queue = vec![start.clone()];
    let mut ring = Vec::new();
    while let Some(position) = queue.get(ring.len()).cloned() {
        let mut checks = Vec::new();
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(m);
            if !next.is_check() {
                continue;
            }
            let evasions = next.legal_moves().into_iter().map(|evasion| {
                let mut then = next.clone();
                then.play_unchecked(evasion);
                let known = places.get(&then).copied();
                let place = known.or_else(|| {
                    let place = queue.len();
                    (place < GATHERED).then(|| {
                        places.insert(then.clone(), place);
                        queue.push(then);
                        place
                    })
                });
                (evasion, place)
            });
            let evasions = evasions.collect();
            checks.push(Check { m, evasions });
        }
        checks.sort_unstable_by_key(|check| (check.evasions.len(), as_seen(check.m, side)));
        ring.push(checks);
    }
    ring
}

/// The positions from which the checks never end.
fn survivors(ring: &[Vec<Check>]) -> Vec<bool> {
    let mut alive = vec![true; ring.len()];
    loop {
        let next: Vec<bool> = ring
            .iter()
            .map(|checks| checks.iter().any(|check| holds(check, &alive)))
            .collect();
        if next == alive {
            return alive;
        }
        alive = next;
    }
}

fn holds(check: &Check, alive: &[bool]) -> bool {
    check
        .evasions
        .iter()
        .all(|(_, place)| place.is_some_and(|place| alive[place]))
}

/// The walk around a ring, a line for each way through it.
struct Walk<'a> {
    ring: &'a [Vec<Check>],
    alive: &'a [bool],
    /// The places where this line has checked.
    run: Vec<usize>,
    lines: Vec<Line>,
}

impl Walk<'_> {
    /// Follows the first check of a place that holds; none where the lines are
    /// too many.
    fn check(&mut self, line: &Line, place: usize) -> Option<()> {
        let mut checks = self.ring[place].iter();
        let check = checks.find(|check| holds(check, self.alive))?;
        let mut longer = line.clone();
        longer.push(check.m).ok()?;
        if self.run.contains(&place) || check.evasions.is_empty() {
            self.lines.push(longer);
            return (self.lines.len() <= LINES).then_some(());
        }
        self.run.push(place);
        for (evasion, next) in &check.evasions {
            let mut further = longer.clone();
            further.push(*evasion).ok()?;
            self.check(&further, (*next)?)?;
        }
        self.run.pop();
        Some(())
    }
}
