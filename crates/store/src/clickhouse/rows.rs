//! Rows of counters as servers read and write them.

use krog_chess::PositionKey;
use krog_stats::{Cell, Counter, Example, GameId, StepBits, Tally};

use crate::postgres::merge::CellRow;

/// The columns of the table, in its order. Of a move in a position and a band, no
/// shard will count four billion games; their ratings are more.
const COLUMNS: [(&str, &str); 10] = [
    ("run", "UInt32"),
    ("hash", "UInt64"),
    ("move", "UInt16"),
    ("band", "UInt8"),
    ("white", "UInt32"),
    ("draws", "UInt32"),
    ("black", "UInt32"),
    ("mover_ratings", "UInt64"),
    ("opponent_ratings", "UInt64"),
    ("example", "FixedString(20)"),
];

/// The bytes of a value, in every column but the first.
const WIDTHS: [usize; COLUMNS.len() - 1] = [8, 2, 1, 4, 4, 4, 8, 8, 20];

/// What `CREATE TABLE` says of the columns.
pub(super) fn columns() -> String {
    let columns = COLUMNS.map(|(name, kind)| format!("{name} {kind}"));
    columns.join(", ")
}

/// Rows of a run on their way to a server, column by column, which costs the
/// server two thirds of what rows one by one would
/// (docs/decisions/0026-clickhouse.md).
#[derive(Debug)]
pub(super) struct Block {
    run: u32,
    rows: usize,
    most: usize,
    columns: [Vec<u8>; WIDTHS.len()],
}

impl Block {
    pub(super) fn new(run: u32, most: usize) -> Block {
        Block {
            run,
            rows: 0,
            most,
            columns: Block::columns(most),
        }
    }

    /// Columns that need not grow: memory that is not used costs nothing.
    fn columns(most: usize) -> [Vec<u8>; WIDTHS.len()] {
        WIDTHS.map(|width| Vec::with_capacity(most * width))
    }

    pub(super) fn push(&mut self, row: &CellRow) {
        let tally = &row.tally;
        let cell = u8::try_from(row.cell.index()).expect("few cells");
        let [
            hash,
            step,
            band,
            white,
            draws,
            black,
            mover,
            opponent,
            example,
        ] = &mut self.columns;
        hash.extend_from_slice(&row.key.0.to_le_bytes());
        step.extend_from_slice(&row.step.bits().to_le_bytes());
        band.push(cell);
        for (column, count) in [
            (white, tally.white),
            (draws, tally.draws),
            (black, tally.black),
        ] {
            // A batch fits into memory, so its counts fit.
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            column.extend_from_slice(&count.to_le_bytes());
        }
        for (column, sum) in [
            (mover, tally.mover_ratings),
            (opponent, tally.opponent_ratings),
        ] {
            column.extend_from_slice(&sum.to_le_bytes());
        }
        example.extend_from_slice(&written(row.example));
        self.rows += 1;
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows >= self.most
    }

    /// Gives the rows away in the servers' own form, in pieces; the block is empty
    /// then. Says whether all were taken.
    /// <https://clickhouse.com/docs/interfaces/formats/Native>
    pub(super) fn take(&mut self, give: impl Fn(Vec<u8>) -> bool) -> bool {
        let Block { run, rows, .. } = *self;
        self.rows = 0;
        if rows == 0 {
            return true;
        }
        let columns = std::mem::replace(&mut self.columns, Block::columns(self.most));
        let runs = run.to_le_bytes().repeat(rows);
        let mut head = Vec::new();
        put_number(&mut head, COLUMNS.len());
        put_number(&mut head, rows);
        for ((name, kind), column) in COLUMNS.iter().zip([runs].into_iter().chain(columns)) {
            for text in [name, kind] {
                put_number(&mut head, text.len());
                head.extend_from_slice(text.as_bytes());
            }
            if !(give(std::mem::take(&mut head)) && give(column)) {
                return false;
            }
        }
        true
    }
}

fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(u8::try_from(number & 0x7f).expect("seven bits") | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).expect("seven bits"));
}

/// An example as bytes that are in the order of examples: the sum of the ratings
/// plus one, or nothing, and the identity.
fn written(example: Example) -> [u8; 20] {
    let mut bytes = [0; 20];
    let ratings = example.ratings.map_or(0, |sum| sum.saturating_add(1));
    bytes[..4].copy_from_slice(&ratings.to_be_bytes());
    bytes[4..].copy_from_slice(&example.game.0.to_be_bytes());
    bytes
}

/// A row that a server gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) key: PositionKey,
    pub(super) step: StepBits,
    pub(super) counter: Counter,
}

/// Reads rows; none where the bytes are no rows.
pub(super) struct Rows<'a> {
    rest: &'a [u8],
    /// The position that all are of; none if each row says.
    key: Option<PositionKey>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(bytes: &'a [u8], key: Option<PositionKey>) -> Rows<'a> {
        Rows { rest: bytes, key }
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*array)
    }

    fn row(&mut self) -> Option<Row> {
        let key = match self.key {
            Some(key) => key,
            None => PositionKey(u64::from_le_bytes(self.array()?)),
        };
        let step = StepBits::from_bits(u16::from_le_bytes(self.array()?))?;
        let [band] = self.array()?;
        let cell = Cell::at(usize::from(band))?;
        let mut number = || Some(u64::from_le_bytes(self.array()?));
        let tally = Tally {
            white: number()?,
            draws: number()?,
            black: number()?,
            mover_ratings: number()?,
            opponent_ratings: number()?,
        };
        let example = Example {
            ratings: u32::from_be_bytes(self.array()?).checked_sub(1),
            game: GameId(u128::from_be_bytes(self.array()?)),
        };
        let counter = Counter::from_cells([(cell, tally)], Some(example));
        Some(Row { key, step, counter })
    }
}

impl Iterator for Rows<'_> {
    type Item = Option<Row>;

    fn next(&mut self) -> Option<Option<Row>> {
        if self.rest.is_empty() {
            return None;
        }
        let row = self.row();
        if row.is_none() {
            self.rest = &[];
        }
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_in_the_order_of_their_bytes() {
        let example = |ratings, game| Example {
            ratings,
            game: GameId(game),
        };
        let mut rows = [
            example(None, 0),
            example(None, 1),
            example(None, u128::MAX),
            example(Some(0), 0),
            example(Some(255), 7),
            example(Some(256), 3),
            example(Some(256), 1 << 100),
            example(Some(131_070), 0),
        ];
        rows.sort();
        for pair in rows.windows(2) {
            assert!(
                pair[0] < pair[1] && written(pair[0]) < written(pair[1]),
                "{pair:?}"
            );
        }
    }

    #[test]
    fn bytes_that_are_no_rows_are_none() {
        assert_eq!(Rows::new(&[], None).count(), 0);
        let mut cut = Rows::new(&[1, 2, 3], None);
        assert_eq!(cut.next(), Some(None));
        assert_eq!(cut.next(), None);
        let mut odd = Rows::new(&[0xff; 71], None);
        assert_eq!(odd.next(), Some(None));
    }
}
