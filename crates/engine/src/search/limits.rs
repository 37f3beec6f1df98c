//! How long to search: limits as they are asked for, the clock they are
//! measured by, and the budget that follows from both.

use std::time::Duration;

use krog_chess::{ByColor, Color, Limit, Move};

/// Tells the time since some fixed moment. Search reads no other clock.
pub trait Clock: Sync {
    /// The time now.
    fn now(&self) -> Duration;
}

/// A clock that stands still, for searches without a limit of time.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// What may end a search; the first to be reached does.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// A mate in so many moves is enough.
    pub mate: Option<u16>,
    /// Time left for the game, to be shared out.
    pub time: Option<ByColor<Duration>>,
    /// Time added by each move.
    pub increment: ByColor<Duration>,
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Only these moves of the root, if there are any.
    pub moves: Vec<Move>,
}

impl Limits {
    /// Whether one of them will be reached, whatever the position: a mate need not be.
    pub fn are_reached(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.time.is_some()
    }
}

impl From<Limit> for Limits {
    fn from(limit: Limit) -> Limits {
        Limits {
            depth: limit.max_depth(),
            nodes: limit.max_nodes(),
            movetime: limit.max_time(),
            ..Limits::default()
        }
    }
}

/// What is left for one search.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) mate: Option<u16>,
    /// No new iteration begins after this.
    pub(super) soft: Option<Duration>,
    /// Whatever runs is broken off after this.
    pub(super) hard: Option<Duration>,
}

/// The deepest iteration.
const MOST_DEPTH: i32 = 120;

/// Kept back for the way to the board.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Moves a game is expected to go on for.
const EXPECTED_MOVES: u32 = 24;

impl Budget {
    pub(super) fn new(limits: &Limits, turn: Color) -> Budget {
        let depth = limits.depth.map_or(MOST_DEPTH, |depth| {
            i32::try_from(depth)
                .unwrap_or(MOST_DEPTH)
                .clamp(1, MOST_DEPTH)
        });
        let mut budget = Budget {
            depth,
            nodes: limits.nodes.unwrap_or(u64::MAX).max(1),
            mate: limits.mate,
            soft: None,
            hard: limits
                .movetime
                .map(|time| time.saturating_sub(OVERHEAD / 5)),
        };
        if let Some(time) = &limits.time {
            let left = time.get(turn).saturating_sub(OVERHEAD);
            let increment = *limits.increment.get(turn);
            // None to go is what some programs say for a time without such an end.
            let told = limits.moves_to_go.filter(|moves| *moves > 0);
            let moves = told.unwrap_or(EXPECTED_MOVES).min(60);
            let share = left / moves + increment * 3 / 4;
            let most = left * if moves == 1 { 9 } else { 5 } / 10;
            budget.soft = Some((share * 7 / 10).min(most));
            let hard = (share * 3).min(most);
            budget.hard = Some(budget.hard.map_or(hard, |other| other.min(hard)));
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: u64, increment: u64, moves: Option<u32>) {
        let limits = Limits {
            time: Some(ByColor::new_with(|_| Duration::from_millis(left))),
            increment: ByColor::new_with(|_| Duration::from_millis(increment)),
            moves_to_go: moves,
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Color::White);
        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
        assert!(soft <= hard, "{soft:?} {hard:?}");
        assert!(hard <= Duration::from_millis(left), "{hard:?} of {left}");
    }

    #[test]
    fn no_more_time_is_spent_than_there_is() {
        for left in [0, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    check(left, increment, moves);
                }
            }
        }
    }

    #[test]
    fn no_move_to_go_is_as_good_as_no_word_of_it() {
        let hard = |moves_to_go| {
            let limits = Limits {
                time: Some(ByColor::new_with(|_| Duration::from_secs(3))),
                moves_to_go,
                ..Limits::default()
            };
            Budget::new(&limits, Color::White).hard
        };
        assert_eq!(hard(Some(0)), hard(None));
        assert!(hard(Some(1)) > hard(None));
    }
}
