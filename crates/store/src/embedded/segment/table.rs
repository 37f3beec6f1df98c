//! The games of a segment, in the order of their identities.

use std::num::NonZeroU32;

use krog_chess::{ByColor, Color, KnownOutcome};
use krog_stats::{CountedGame, GameId};

use super::Segment;
use crate::embedded::{
    bytes::{self, CHECKSUM, Parts},
    damage::Damage,
};

/// How many bytes a row takes.
const ROW: usize = 32;

/// How many rows stand in a block.
const ROWS: usize = 32;

/// How many bytes a whole block takes.
const BLOCK: usize = ROW * ROWS + CHECKSUM;

/// A game that is counted in a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::embedded) struct Row {
    pub(in crate::embedded) game: CountedGame,
    /// Where the game itself is kept, if it is.
    pub(in crate::embedded) kept: Option<KeptAt>,
}

/// A place in a pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::embedded) struct KeptAt {
    /// The number of the pack.
    pub(in crate::embedded) pack: NonZeroU32,
    /// Where in it the block begins.
    pub(in crate::embedded) block: u64,
    /// Which game of the block.
    pub(in crate::embedded) index: u16,
}

/// The bit of the outcome's byte that says that the game has ratings.
const RATED: u8 = 4;

impl Row {
    fn write(&self, bytes: &mut Vec<u8>) {
        let ratings = self.game.ratings.unwrap_or(ByColor { white: 0, black: 0 });
        let outcome = match self.game.outcome {
            KnownOutcome::Draw => 0,
            KnownOutcome::Decisive { winner } => winner.fold_wb(1, 2),
        };
        let rated = if self.game.ratings.is_some() {
            RATED
        } else {
            0
        };
        bytes.extend_from_slice(&self.game.id.0.to_le_bytes());
        bytes.extend_from_slice(&ratings.white.to_le_bytes());
        bytes.extend_from_slice(&ratings.black.to_le_bytes());
        bytes.push(outcome | rated);
        let pack = self.kept.map_or(0, |kept| kept.pack.get());
        bytes.extend_from_slice(&pack.to_le_bytes());
        let block = self.kept.map_or(0, |kept| kept.block);
        bytes.extend_from_slice(&block.to_le_bytes()[..5]);
        let index = self.kept.map_or(0, |kept| kept.index);
        bytes.extend_from_slice(&index.to_le_bytes());
    }

    fn read(parts: &mut Parts<'_>) -> Option<Row> {
        let id = GameId(u128::from_le_bytes(parts.array()?));
        let white = u16::from_le_bytes(parts.array()?);
        let black = u16::from_le_bytes(parts.array()?);
        let [flags] = parts.array()?;
        let outcome = match flags & !RATED {
            0 => KnownOutcome::Draw,
            side @ (1 | 2) => KnownOutcome::Decisive {
                winner: Color::from_white(side == 1),
            },
            _ => return None,
        };
        let pack = u32::from_le_bytes(parts.array()?);
        let mut place = [0; 8];
        place[..5].copy_from_slice(parts.bytes(5)?);
        let index = u16::from_le_bytes(parts.array()?);
        Some(Row {
            game: CountedGame {
                id,
                outcome,
                ratings: (flags & RATED != 0).then_some(ByColor { white, black }),
            },
            kept: NonZeroU32::new(pack).map(|pack| KeptAt {
                pack,
                block: u64::from_le_bytes(place),
                index,
            }),
        })
    }
}

/// The blocks of a table, sealed, and the first identity of each.
pub(super) fn blocks(rows: &[Row]) -> (Vec<u8>, Vec<u128>) {
    let mut bytes = Vec::with_capacity(rows.len().div_ceil(ROWS) * BLOCK);
    for block in rows.chunks(ROWS) {
        let start = bytes.len();
        for row in block {
            row.write(&mut bytes);
        }
        bytes::seal(&mut bytes, start);
    }
    let firsts = rows.chunks(ROWS).map(|block| block[0].game.id.0);
    (bytes, firsts.collect())
}

impl Segment {
    /// Where the table begins.
    fn table(&self) -> u64 {
        *self.offsets.last().expect("there is always an end")
    }

    /// The rows of a block of the table.
    pub(super) fn table_block(&self, block: usize) -> Result<Vec<Row>, Damage> {
        let rows = self.rows_in(block)?;
        let start = self.table() + (block * BLOCK) as u64;
        let sealed = self.read(start, (rows * ROW + CHECKSUM) as u64)?;
        let inside = bytes::unseal(&sealed).ok_or_else(|| self.changed("table"))?;
        let mut parts = Parts::new(inside);
        (0..rows)
            .map(|_| Row::read(&mut parts).ok_or_else(|| self.changed("table")))
            .collect()
    }

    /// The row at a place.
    pub(super) fn row(&self, place: u32) -> Result<Row, Damage> {
        let (block, index) = (place as usize / ROWS, place as usize % ROWS);
        let sealed = self.read(
            self.table() + (block * BLOCK) as u64,
            (self.rows_in(block)? * ROW + CHECKSUM) as u64,
        )?;
        let inside = bytes::unseal(&sealed).ok_or_else(|| self.changed("table"))?;
        let row = inside.get(index * ROW..);
        let row = row.and_then(|bytes| Row::read(&mut Parts::new(bytes)));
        row.ok_or_else(|| self.changed("table"))
    }

    /// How many rows a block of the table has.
    fn rows_in(&self, block: usize) -> Result<usize, Damage> {
        let games = usize::try_from(self.extent.games).map_err(|_| self.changed("end"))?;
        Ok(games.saturating_sub(block * ROWS).min(ROWS))
    }

    /// Marks those of some identities, in order, that are counted here.
    pub(in crate::embedded) fn mark_known(
        &self,
        ids: &[GameId],
        known: &mut [bool],
    ) -> Result<(), Damage> {
        let mut open: Option<(usize, Vec<Row>)> = None;
        for (id, known) in ids.iter().zip(known) {
            let after = self.identities.partition_point(|first| *first <= id.0);
            let Some(block) = after.checked_sub(1) else {
                continue;
            };
            if open.as_ref().is_none_or(|(number, _)| *number != block) {
                open = Some((block, self.table_block(block)?));
            }
            let rows = open.as_ref().map_or(&[][..], |(_, rows)| rows);
            *known |= rows.binary_search_by_key(id, |row| row.game.id).is_ok();
        }
        Ok(())
    }

    /// Every row, in order.
    pub(in crate::embedded) fn all_rows(&self) -> impl Iterator<Item = Result<Row, Damage>> + '_ {
        (0..self.identities.len()).flat_map(|block| match self.table_block(block) {
            Ok(rows) => rows.into_iter().map(Ok).collect(),
            Err(damage) => vec![Err(damage)],
        })
    }
}
