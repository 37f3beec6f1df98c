//! A segment: an immutable, sorted file of positions with their moves, and the
//! table of the games that are counted in it. Every block is sealed, and
//! nothing is answered from one whose seal is broken.

mod cursor;
mod entry;
mod filter;
mod merge;
mod table;
mod write;

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use krog_chess::PositionKey;
use krog_stats::{Counter, GameId, StepBits};

use super::{
    bytes::{self, Buffer, CHECKSUM, Parts},
    damage::Damage,
};

pub(super) use cursor::{Cursor, Found};
pub(super) use entry::Entry;
use filter::Filter;
pub(super) use merge::{MergeError, merge};
pub(super) use table::{KeptAt, Row};
pub(super) use write::{LEFT_OUT, Writer, write_batch};

/// The first bytes of every segment: a name and a version.
const HEADER: [u8; 16] = *b"krog segment 2\r\n";

/// The first bytes of segments without filters, which are read and not written.
const UNFILTERED: [u8; 16] = *b"krog segment 1\r\n";

/// The last bytes of every segment: five numbers of eight bytes and their seal.
const TRAILER: usize = 5 * 8 + CHECKSUM;

/// The moves of a position with their counters.
pub(super) type Moves = Vec<(StepBits, Counter)>;

/// The counter of a move, which is added if it is not there.
pub(super) fn counter_of(moves: &mut Moves, step: StepBits) -> &mut Counter {
    let known = moves.iter().position(|(known, _)| *known == step);
    let place = known.unwrap_or_else(|| {
        moves.push((step, Counter::default()));
        moves.len() - 1
    });
    &mut moves[place].1
}

/// What a segment holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Extent {
    /// Positions.
    pub(super) positions: u64,
    /// Moves, over all positions: the keys that are counted.
    pub(super) moves: u64,
    /// Games.
    pub(super) games: u64,
    /// The size of the file.
    pub(super) bytes: u64,
}

/// Positions, each with its moves and what is counted for them.
pub type SegmentContents = Vec<(PositionKey, Vec<(StepBits, Counter)>)>;

/// Reads a segment file from end to end, as whoever looks up, merges and verifies
/// reads it.
pub fn read_segment(path: &Path) -> Result<SegmentContents, Damage> {
    let segment = Segment::open(path)?;
    segment.all_rows().try_for_each(|row| row.map(drop))?;
    let mut contents = SegmentContents::new();
    let mut cursor = Cursor::new(&segment);
    while let Some((key, found)) = cursor.advance()? {
        found.entries().ok_or_else(|| segment.changed("block"))?;
        let mut moves = Moves::new();
        segment.find(PositionKey(key), &mut moves)?;
        contents.push((PositionKey(key), moves));
    }
    Ok(contents)
}

/// A segment that was opened: its index in memory, the rest on disk.
#[derive(Debug)]
pub(super) struct Segment {
    file: File,
    path: PathBuf,
    /// The first key of each block.
    keys: Vec<u64>,
    /// Which keys each block may hold.
    filters: Vec<Filter>,
    /// Where each block begins, and the last one ends.
    offsets: Vec<u64>,
    /// The first identity of each block of the table.
    identities: Vec<u128>,
    extent: Extent,
}

impl Segment {
    /// Opens a segment and reads its index.
    pub(super) fn open(path: &Path) -> Result<Segment, Damage> {
        let failed = |error| Damage::io(path, error);
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let damaged = |part: &'static str| Damage::changed(path, part);
        let at = length
            .checked_sub(TRAILER as u64)
            .ok_or_else(|| damaged("end"))?;
        let mut header = HEADER;
        file.read_exact_at(&mut header, 0).map_err(failed)?;
        let filtered = header == HEADER;
        if !filtered && header != UNFILTERED {
            return Err(damaged("header"));
        }
        let mut trailer = [0; TRAILER];
        file.read_exact_at(&mut trailer, at).map_err(failed)?;
        let inside = bytes::unseal(&trailer).ok_or_else(|| damaged("end"))?;
        let mut parts = Parts::new(inside);
        let mut number = || parts.array().map(u64::from_le_bytes);
        let numbers = [number(), number(), number(), number(), number()];
        let [
            Some(index_at),
            Some(positions),
            Some(moves),
            Some(games),
            Some(whole),
        ] = numbers
        else {
            return Err(damaged("end"));
        };
        if whole != length || index_at > at {
            return Err(damaged("length"));
        }
        let size = usize::try_from(at - index_at).map_err(|_| damaged("index"))?;
        let mut sealed = vec![0; size];
        file.read_exact_at(&mut sealed, index_at).map_err(failed)?;
        let index = bytes::unseal(&sealed).ok_or_else(|| damaged("index"))?;
        let mut segment = Segment {
            file,
            path: path.to_owned(),
            keys: Vec::new(),
            filters: Vec::new(),
            offsets: vec![HEADER.len() as u64],
            identities: Vec::new(),
            extent: Extent {
                positions,
                moves,
                games,
                bytes: length,
            },
        };
        segment
            .read_index(index, filtered)
            .ok_or_else(|| damaged("index"))?;
        // What lies beyond the index is no block, however long it says it is.
        if segment.offsets.last().is_some_and(|end| *end > index_at) {
            return Err(damaged("index"));
        }
        Ok(segment)
    }

    fn read_index(&mut self, index: &[u8], filtered: bool) -> Option<()> {
        let mut parts = Parts::new(index);
        let mut end = *self.offsets.last()?;
        let blocks = parts.count()?;
        self.keys.reserve_exact(blocks);
        self.filters.reserve_exact(blocks);
        self.offsets.reserve_exact(blocks);
        for _ in 0..blocks {
            self.keys.push(u64::from_le_bytes(parts.array()?));
            end = end.checked_add(u64::from(u32::from_le_bytes(parts.array()?)))?;
            self.offsets.push(end);
            self.filters.push(if filtered {
                Filter::from_bytes(parts.array()?)
            } else {
                Filter::OPEN
            });
        }
        for _ in 0..parts.count()? {
            self.identities.push(u128::from_le_bytes(parts.array()?));
        }
        let ordered = self.keys.is_sorted_by(|one, other| one < other)
            && self.identities.is_sorted_by(|one, other| one < other);
        (parts.is_empty() && ordered).then_some(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// Adds what is counted in a position: each move to its counter.
    pub(super) fn find(&self, key: PositionKey, moves: &mut Moves) -> Result<(), Damage> {
        let Some(block) = self.block_of(key.0) else {
            return Ok(());
        };
        if !self.filters[block].may_hold(key.0) {
            return Ok(());
        }
        let (start, end) = (self.offsets[block], self.offsets[block + 1]);
        let sealed = self.read(start, end - start)?;
        let inside = bytes::unseal(&sealed).ok_or_else(|| self.changed("block"))?;
        let mut items = cursor::Items::new(inside).ok_or_else(|| self.changed("block"))?;
        loop {
            match items.next() {
                Some(Ok((found, _))) if found < key.0 => {}
                Some(Ok((found, what))) if found == key.0 => return self.count(what, moves),
                Some(Err(())) => return Err(self.changed("block")),
                None | Some(Ok(_)) => return Ok(()),
            }
        }
    }

    /// The block that may hold a key. Keys are as good as random, so the place
    /// of one among them is guessed first.
    fn block_of(&self, key: u64) -> Option<usize> {
        let count = self.keys.len();
        let guess = usize::try_from((u128::from(key) * count as u128) >> 64).unwrap_or(0);
        let mut reach = 32;
        loop {
            let low = guess.saturating_sub(reach);
            let high = (guess + reach).min(count);
            let holds =
                (low == 0 || self.keys[low] <= key) && (high == count || self.keys[high] > key);
            if holds {
                let after = self.keys[low..high].partition_point(|first| *first <= key);
                return (low + after).checked_sub(1);
            }
            reach *= 4;
        }
    }

    fn count(&self, found: Found<'_>, moves: &mut Moves) -> Result<(), Damage> {
        let fetch = |place: u32| self.row(place).map(|row| row.game);
        match found {
            Found::Single(step, game) => {
                let played = fetch(game)?.played(step.mover());
                counter_of(moves, step).count(&played);
                Ok(())
            }
            Found::Several(body) => {
                let mut entries =
                    cursor::Entries::new(body).ok_or_else(|| self.changed("block"))?;
                entries.try_for_each(|entry| {
                    let entry = entry.ok_or_else(|| self.changed("block"))?;
                    entry.count(counter_of(moves, entry.step), fetch)
                })
            }
        }
    }

    fn read(&self, start: u64, length: u64) -> Result<Buffer, Damage> {
        let length = usize::try_from(length).map_err(|_| self.changed("index"))?;
        let mut bytes = Buffer::new(length);
        let read = self.file.read_exact_at(&mut bytes, start);
        read.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.changed("length"),
            _ => Damage::io(&self.path, error),
        })?;
        Ok(bytes)
    }

    fn changed(&self, part: &'static str) -> Damage {
        Damage::changed(&self.path, part)
    }

    /// The row of a game, if it is counted here.
    pub(super) fn row_of(&self, id: GameId) -> Result<Option<Row>, Damage> {
        let Some(block) = self
            .identities
            .partition_point(|first| *first <= id.0)
            .checked_sub(1)
        else {
            return Ok(None);
        };
        let rows = self.table_block(block)?;
        let place = rows.binary_search_by_key(&id, |row| row.game.id);
        Ok(place.ok().map(|place| rows[place]))
    }
}

#[cfg(test)]
mod tests;
