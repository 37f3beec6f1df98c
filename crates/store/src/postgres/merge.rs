//! A sorted batch as rows of a counter table: merged here, so that a server sees
//! each position, move and band once.

use std::cmp::Reverse;

use krog_chess::PositionKey;
use krog_stats::{Batch, Cell, CountedGame, Example, Increment, StepBits, Tally};

/// A row of the counter table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CellRow {
    pub(crate) key: PositionKey,
    pub(crate) step: StepBits,
    pub(crate) cell: Cell,
    pub(crate) tally: Tally,
    pub(crate) example: Example,
}

/// The order of positions in a server. An index that grows at its end has fuller
/// pages than one that grows all over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Of keys as they are.
    Plain,
    /// Of keys as numbers with a sign: the greater half comes first.
    Signed,
}

/// The rows of a batch that is sorted, of the games that are wanted.
pub(crate) struct Merged<'a> {
    games: &'a [CountedGame],
    wanted: &'a [bool],
    rest: &'a [Increment],
    /// What comes when that is done.
    then: &'a [Increment],
    /// The rows of the move at hand, the last first.
    ready: Vec<CellRow>,
    last: Option<PositionKey>,
    pub(crate) positions: u64,
    pub(crate) moves: u64,
}

impl<'a> Merged<'a> {
    pub(crate) fn new(batch: &'a Batch, wanted: &'a [bool], order: Order) -> Merged<'a> {
        let negative = |increment: &Increment| increment.key().0.cast_signed() < 0;
        let increments = batch.increments();
        let middle = match order {
            Order::Plain => 0,
            Order::Signed => increments.partition_point(|increment| !negative(increment)),
        };
        let (then, rest) = increments.split_at(middle);
        Merged {
            games: batch.games(),
            wanted,
            rest,
            then,
            ready: Vec::with_capacity(Cell::COUNT),
            last: None,
            positions: 0,
            moves: 0,
        }
    }

    fn count(&mut self, increments: &[Increment]) {
        let mut counted = None;
        for increment in increments {
            let place = increment.game() as usize;
            // A game that repeats a position counts once.
            if !self.wanted[place] || counted == Some(place) {
                continue;
            }
            counted = Some(place);
            let single = self.single(increment, place);
            // Most moves were played in few bands.
            match self.ready.iter_mut().find(|row| row.cell == single.cell) {
                Some(row) => {
                    row.tally.merge(&single.tally);
                    row.example = row.example.max(single.example);
                }
                None => self.ready.push(single),
            }
        }
        self.ready
            .sort_unstable_by_key(|row| Reverse(row.cell.index()));
        if !self.ready.is_empty() {
            self.note(increments[0].key());
        }
    }

    /// The row of one move in one game.
    fn single(&self, increment: &Increment, place: usize) -> CellRow {
        let step = increment.step();
        let played = self.games[place].played(step.mover());
        CellRow {
            key: increment.key(),
            step,
            cell: played.cell(),
            tally: played.tally(),
            example: played.example(),
        }
    }

    /// Counts a move in a position.
    fn note(&mut self, key: PositionKey) {
        self.moves += 1;
        self.positions += u64::from(self.last != Some(key));
        self.last = Some(key);
    }
}

impl Iterator for Merged<'_> {
    type Item = CellRow;

    fn next(&mut self) -> Option<CellRow> {
        while self.ready.is_empty() {
            if self.rest.is_empty() {
                self.rest = std::mem::take(&mut self.then);
            }
            let first = self.rest.first()?;
            let same =
                |other: &&Increment| other.key() == first.key() && other.step() == first.step();
            let length = self.rest.iter().take_while(same).count();
            let (increments, rest) = self.rest.split_at(length);
            self.rest = rest;
            // Most moves were played once.
            if let [increment] = increments {
                let place = increment.game() as usize;
                if self.wanted[place] {
                    self.note(increment.key());
                    return Some(self.single(increment, place));
                }
            } else {
                self.count(increments);
            }
        }
        self.ready.pop()
    }
}
