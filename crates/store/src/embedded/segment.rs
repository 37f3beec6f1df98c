//! A segment: an immutable, sorted file of positions with their moves, and the
//! table of the games that are counted in it. Every block is sealed, and
//! nothing is answered from one whose seal is broken.

mod cursor;
mod entry;
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
use krog_stats::{CountedGame, Counter, GameId, StepBits};

use super::{
    bytes::{self, CHECKSUM, Parts},
    damage::Damage,
};

pub(super) use cursor::{Cursor, Found};
pub(super) use entry::Entry;
pub(super) use merge::{MergeError, merge};
pub(super) use table::{KeptAt, Row};
pub(super) use write::{LEFT_OUT, Writer, write_batch};

/// The first bytes of every segment: a name and a version.
const HEADER: [u8; 16] = *b"krog segment 1\r\n";

/// The last bytes of every segment: five numbers of eight bytes and their seal.
const TRAILER: usize = 5 * 8 + CHECKSUM;

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

/// A segment that was opened: its index in memory, the rest on disk.
#[derive(Debug)]
pub(super) struct Segment {
    file: File,
    path: PathBuf,
    /// The first key of each block.
    keys: Vec<u64>,
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
        if header != HEADER {
            return Err(damaged("header"));
        }
        let mut trailer = [0; TRAILER];
        file.read_exact_at(&mut trailer, at).map_err(failed)?;
        let inside = bytes::unseal(&trailer).ok_or_else(|| damaged("end"))?;
        let mut parts = Parts::new(inside);
        let mut number = || parts.array().map(u64::from_le_bytes);
        let numbers = [number(), number(), number(), number(), number()];
        let [
            Some(index),
            Some(positions),
            Some(moves),
            Some(games),
            Some(whole),
        ] = numbers
        else {
            return Err(damaged("end"));
        };
        if whole != length || index > at {
            return Err(damaged("length"));
        }
        let size = usize::try_from(at - index).map_err(|_| damaged("index"))?;
        let mut sealed = vec![0; size];
        file.read_exact_at(&mut sealed, index).map_err(failed)?;
        let index = bytes::unseal(&sealed).ok_or_else(|| damaged("index"))?;
        let mut segment = Segment {
            file,
            path: path.to_owned(),
            keys: Vec::new(),
            offsets: vec![HEADER.len() as u64],
            identities: Vec::new(),
            extent: Extent {
                positions,
                moves,
                games,
                bytes: length,
            },
        };
        segment.read_index(index).ok_or_else(|| damaged("index"))?;
        Ok(segment)
    }

    fn read_index(&mut self, index: &[u8]) -> Option<()> {
        let mut parts = Parts::new(index);
        let mut end = *self.offsets.last()?;
        for _ in 0..parts.count()? {
            self.keys.push(u64::from_le_bytes(parts.array()?));
            end = end.checked_add(u64::from(u32::from_le_bytes(parts.array()?)))?;
            self.offsets.push(end);
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

    /// What is counted in a position: each move with its counter.
    pub(super) fn find(&self, key: PositionKey) -> Result<Vec<(StepBits, Counter)>, Damage> {
        let Some(block) = self
            .keys
            .partition_point(|first| *first <= key.0)
            .checked_sub(1)
        else {
            return Ok(Vec::new());
        };
        let (start, end) = (self.offsets[block], self.offsets[block + 1]);
        let sealed = self.read(start, end - start)?;
        let inside = bytes::unseal(&sealed).ok_or_else(|| self.changed("block"))?;
        let mut items = cursor::Items::new(inside).ok_or_else(|| self.changed("block"))?;
        loop {
            match items.next() {
                Some(Ok((found, _))) if found < key.0 => {}
                Some(Ok((found, what))) if found == key.0 => return self.counters(what),
                Some(Err(())) => return Err(self.changed("block")),
                None | Some(Ok(_)) => return Ok(Vec::new()),
            }
        }
    }

    fn counters(&self, found: Found<'_>) -> Result<Vec<(StepBits, Counter)>, Damage> {
        if let Found::Single(step, game) = found {
            let [row] = self.rows(&[game])?[..] else {
                return Err(self.changed("table"));
            };
            return Ok(vec![(step, row.game.counter(step.mover()))]);
        }
        let entries = found.entries().ok_or_else(|| self.changed("block"))?;
        let counter = |entry: &Entry| {
            let rows = self.rows(entry.places())?;
            let games: Vec<CountedGame> = rows.iter().map(|row| row.game).collect();
            Ok((entry.step, entry.counter(&games)))
        };
        entries.iter().map(counter).collect()
    }

    fn read(&self, start: u64, length: u64) -> Result<Vec<u8>, Damage> {
        let length = usize::try_from(length).map_err(|_| self.changed("index"))?;
        let mut bytes = vec![0; length];
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
