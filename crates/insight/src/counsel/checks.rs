//! Perpetual check: a check after every reply, until each line comes back to
//! where it was.
//!
//! The checks that leave fewest evasions are tried first, on short lines before
//! long ones. A line ends where a position comes again, where the checks mate,
//! or where they win enough.

use krog_chess::{Chess, Color, Line, Move, Position as _};

use crate::tree::{Branch, as_seen, collect};

/// Positions with the checker to move that are looked at for one proof.
const LOOKED_AT: u32 = 4_000;

/// Checks on one line.
const CHECKS: u8 = 7;

/// Lines of one perpetual check; more would be no reading.
const LINES: usize = 100;

/// The lines from the end of `line`, where `side` is to move, on which it goes
/// on checking whatever the other side does, until a position with the other
/// side to move comes again, it is mated, or `cashes` finds a move that wins
/// enough.
pub(super) fn forever(
    line: &Line,
    side: Color,
    cashes: &dyn Fn(&Chess) -> Option<Move>,
) -> Option<Vec<Line>> {
    let mut chase = Chase {
        side,
        cashes,
        left: LOOKED_AT,
        run: run_of(line),
    };
    let first = (1..=CHECKS).find_map(|checks| chase.check(line.end(), checks))?;
    let mut lines = Vec::new();
    collect(line, &[first], &mut lines);
    (lines.len() <= LINES).then_some(lines)
}

/// Whether the position at the end of a line has stood on it before, after its
/// first move, and the side that has just moved gave check ever since.
pub(super) fn comes_back(line: &Line) -> bool {
    line.end().is_check() && run_of(line).contains(line.end())
}

/// The positions in check on a line, after its first move, from the last one
/// back to where the checks began; its end is left out.
fn run_of(line: &Line) -> Vec<Chess> {
    let last = line.moves().len();
    let stood: Vec<Chess> = line.steps().map(|(position, _)| position).collect();
    // From the end, every other position is the checked side's.
    let back = if line.end().is_check() { 2 } else { 1 };
    let places = (1..last).rev().skip(back - 1).step_by(2);
    places
        .map(|place| &stood[place])
        .take_while(|position| position.is_check())
        .cloned()
        .collect()
}

/// A search for checks that never end.
struct Chase<'a> {
    side: Color,
    cashes: &'a dyn Fn(&Chess) -> Option<Move>,
    left: u32,
    /// The positions of this line in which the other side stood in check.
    run: Vec<Chess>,
}

impl Chase<'_> {
    /// The side is to move: a move that ends the line well, or a check whose
    /// every evasion is met so.
    fn check(&mut self, position: &Chess, checks: u8) -> Option<Branch> {
        self.left = self.left.checked_sub(1)?;
        if let Some(m) = (self.cashes)(position) {
            let then = Vec::new();
            return Some(Branch { m, then });
        }
        let checks = checks.checked_sub(1)?;
        let mut tries: Vec<_> = position
            .legal_moves()
            .into_iter()
            .filter_map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                let evasions = next.is_check().then(|| next.legal_moves().len())?;
                Some((evasions, as_seen(m, self.side), m, next))
            })
            .collect();
        tries.sort_by_key(|(evasions, seen, ..)| (*evasions, *seen));
        let ended = tries
            .iter()
            .find(|(evasions, _, _, next)| *evasions == 0 || self.run.contains(next));
        if let Some((_, _, m, _)) = ended {
            let then = Vec::new();
            return Some(Branch { m: *m, then });
        }
        tries.into_iter().find_map(|(_, _, m, next)| {
            self.run.push(next.clone());
            let then = self.evasions(&next, checks);
            self.run.pop();
            Some(Branch { m, then: then? })
        })
    }

    /// What every evasion is met by.
    fn evasions(&mut self, position: &Chess, checks: u8) -> Option<Vec<Branch>> {
        let evasions = position.legal_moves().into_iter();
        evasions
            .map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                let then = vec![self.check(&next, checks)?];
                Some(Branch { m, then })
            })
            .collect()
    }
}
