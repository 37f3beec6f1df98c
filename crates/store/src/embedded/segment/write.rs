//! Writes a segment, position by position.

use std::io::{self, Write};

use krog_stats::{Batch, CountedGame, Increment, StepBits};

use super::{
    Entry, Extent, HEADER,
    cursor::SEVERAL,
    entry::{Facts, Games},
    filter::Filter,
    table::{self, Row},
};
use crate::embedded::bytes::{put_number, seal};

/// A block is closed when it has grown to so many bytes. A lookup reads one
/// block and goes through half of it; the index holds 76 bytes for each.
const BLOCK: usize = 1 << 10;

/// Stands for a game of a batch that is not written.
pub(in crate::embedded) const LEFT_OUT: u32 = u32::MAX;

/// A segment on its way to disk.
#[derive(Debug)]
pub(in crate::embedded) struct Writer<W> {
    out: W,
    block: Vec<u8>,
    last: u64,
    filter: Filter,
    index: Vec<u8>,
    blocks: u64,
    body: Vec<u8>,
    extent: Extent,
}

impl<W: Write> Writer<W> {
    pub(in crate::embedded) fn new(mut out: W) -> io::Result<Writer<W>> {
        out.write_all(&HEADER)?;
        Ok(Writer {
            out,
            block: Vec::with_capacity(2 * BLOCK),
            last: 0,
            filter: Filter::default(),
            index: Vec::new(),
            blocks: 0,
            body: Vec::new(),
            extent: Extent {
                bytes: HEADER.len() as u64,
                ..Extent::default()
            },
        })
    }

    /// Begins a position; keys must rise.
    fn begin(&mut self, key: u64) -> io::Result<()> {
        if self.block.len() >= BLOCK {
            self.close_block()?;
        }
        if self.block.is_empty() {
            self.block.extend_from_slice(&key.to_le_bytes());
            self.last = key;
        }
        put_number(&mut self.block, key - self.last);
        self.last = key;
        self.filter.add(key);
        self.extent.positions += 1;
        Ok(())
    }

    /// Writes a position in which one move was played, in one game.
    pub(in crate::embedded) fn single(
        &mut self,
        key: u64,
        step: StepBits,
        game: u32,
    ) -> io::Result<()> {
        self.begin(key)?;
        self.block.extend_from_slice(&step.bits().to_le_bytes());
        put_number(&mut self.block, u64::from(game));
        self.extent.moves += 1;
        Ok(())
    }

    /// Writes a position with its moves, in their order.
    pub(in crate::embedded) fn position(&mut self, key: u64, entries: &[Entry]) -> io::Result<()> {
        if let [
            Entry {
                step,
                games: Games::Listed(games),
            },
        ] = entries
            && let [game] = games[..]
        {
            return self.single(key, *step, game);
        }
        self.begin(key)?;
        self.body.clear();
        put_number(&mut self.body, entries.len() as u64);
        for entry in entries {
            entry.write(&mut self.body);
        }
        self.block.extend_from_slice(&SEVERAL.to_le_bytes());
        put_number(&mut self.block, self.body.len() as u64);
        self.block.extend_from_slice(&self.body);
        self.extent.moves += entries.len() as u64;
        Ok(())
    }

    fn close_block(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let first: [u8; 8] = self.block[..8]
            .try_into()
            .expect("a block begins with its key");
        seal(&mut self.block, 0);
        let length = u32::try_from(self.block.len()).map_err(io::Error::other)?;
        self.index.extend_from_slice(&first);
        self.index.extend_from_slice(&length.to_le_bytes());
        self.index.extend_from_slice(&self.filter.bytes());
        self.filter = Filter::default();
        self.blocks += 1;
        self.extent.bytes += u64::from(length);
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    /// Writes the table of games and the index; the segment is whole then.
    pub(in crate::embedded) fn finish(mut self, rows: &[Row]) -> io::Result<(W, Extent)> {
        self.close_block()?;
        let (table, firsts) = table::blocks(rows);
        self.out.write_all(&table)?;
        let mut index = Vec::with_capacity(self.index.len() + 16 * firsts.len() + 40);
        put_number(&mut index, self.blocks);
        index.extend_from_slice(&self.index);
        put_number(&mut index, firsts.len() as u64);
        for first in firsts {
            index.extend_from_slice(&first.to_le_bytes());
        }
        seal(&mut index, 0);
        self.out.write_all(&index)?;
        let at = self.extent.bytes + table.len() as u64;
        self.extent.games = rows.len() as u64;
        self.extent.bytes = at + (index.len() + super::TRAILER) as u64;
        let Extent {
            positions,
            moves,
            games,
            bytes,
        } = self.extent;
        let mut trailer = Vec::with_capacity(super::TRAILER);
        for number in [at, positions, moves, games, bytes] {
            trailer.extend_from_slice(&number.to_le_bytes());
        }
        seal(&mut trailer, 0);
        self.out.write_all(&trailer)?;
        Ok((self.out, self.extent))
    }
}

/// Writes the positions of a sorted batch. `places` says for each game of the
/// batch where it stands in the table, or that it is [left out](LEFT_OUT).
pub(in crate::embedded) fn write_batch<W: Write>(
    writer: &mut Writer<W>,
    batch: &Batch,
    places: &[u32],
    facts: &[CountedGame],
) -> io::Result<()> {
    let mut entries = Vec::new();
    for position in batch.positions() {
        let key = position[0].key().0;
        if let [increment] = position {
            let game = places[increment.game() as usize];
            if game != LEFT_OUT {
                writer.single(key, increment.step(), game)?;
            }
            continue;
        }
        entries.clear();
        gather(position, places, facts, &mut entries);
        if !entries.is_empty() {
            writer.position(key, &entries)?;
        }
    }
    Ok(())
}

/// The entries of a position: a game counts once for a move, however often it
/// came back to it.
fn gather(position: &[Increment], places: &[u32], facts: &Facts, entries: &mut Vec<Entry>) {
    let mut last = None;
    for increment in position {
        let game = places[increment.game() as usize];
        if last.replace(*increment) == Some(*increment) || game == LEFT_OUT {
            continue;
        }
        match entries.last_mut() {
            Some(entry) if entry.step == increment.step() => entry.add(game, facts),
            _ => entries.push(Entry {
                step: increment.step(),
                games: Games::Listed(vec![game]),
            }),
        }
    }
}
