//! Several segments become one. Their games must be different ones.

use std::io::{self, Write};

use krog_stats::CountedGame;
use thiserror::Error;

use super::{Cursor, Entry, Extent, Found, Row, Segment, write::Writer};
use crate::{contract::StoreError, embedded::damage::Damage};

/// Why segments could not be merged.
#[derive(Debug, Error)]
pub(in crate::embedded) enum MergeError {
    #[error(transparent)]
    Damage(#[from] Damage),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the merge was called off")]
    CalledOff,
    #[error(transparent)]
    Store(#[from] Box<StoreError>),
}

impl From<StoreError> for MergeError {
    fn from(error: StoreError) -> MergeError {
        MergeError::Store(Box::new(error))
    }
}

/// Where the games of each source stand in the common table.
struct Table {
    rows: Vec<Row>,
    /// By source, then by place there.
    places: Vec<Vec<u32>>,
}

/// Writes what several segments hold into one. `rename` may change where a
/// game is kept; `go_on` is asked now and then.
pub(in crate::embedded) fn merge<W: Write>(
    sources: &[&Segment],
    out: W,
    rename: &dyn Fn(Row) -> Option<Row>,
    go_on: &dyn Fn() -> bool,
) -> Result<(W, Extent), MergeError> {
    let table = common_table(sources, rename)?;
    let facts: Vec<CountedGame> = table.rows.iter().map(|row| row.game).collect();
    let mut writer = Writer::new(out)?;
    let mut heads = Vec::new();
    for (source, places) in sources.iter().zip(&table.places) {
        heads.push(Head::new(source, places)?);
    }
    let mut together = Vec::new();
    let mut count = 0_u64;
    while let Some(least) = heads.iter().filter_map(|head| head.key).min() {
        count += 1;
        if count.is_multiple_of(1 << 20) && !go_on() {
            return Err(MergeError::CalledOff);
        }
        together.clear();
        together.extend((0..heads.len()).filter(|index| heads[*index].key == Some(least)));
        if let [index] = together[..]
            && let Some(single) = heads[index].single
        {
            writer.single(least, single.0, single.1)?;
            heads[index].advance()?;
            continue;
        }
        let mut entries: Vec<Entry> = Vec::new();
        for index in &together {
            for entry in heads[*index].take()? {
                match entries.binary_search_by_key(&entry.step, |known| known.step) {
                    Ok(place) => entries[place].merge(entry, &facts),
                    Err(place) => entries.insert(place, entry),
                }
            }
        }
        writer.position(least, &entries)?;
    }
    Ok(writer.finish(&table.rows)?)
}

/// A source at one of its positions.
struct Head<'s> {
    segment: &'s Segment,
    cursor: Cursor<'s>,
    places: &'s [u32],
    /// None at the end.
    key: Option<u64>,
    single: Option<(krog_stats::StepBits, u32)>,
    entries: Vec<Entry>,
}

impl<'s> Head<'s> {
    fn new(segment: &'s Segment, places: &'s [u32]) -> Result<Head<'s>, Damage> {
        let mut head = Head {
            segment,
            cursor: Cursor::new(segment),
            places,
            key: None,
            single: None,
            entries: Vec::new(),
        };
        head.advance()?;
        Ok(head)
    }

    fn advance(&mut self) -> Result<(), Damage> {
        let changed = || self.segment.changed("block");
        let place = |game: u32| self.places.get(game as usize).copied();
        self.single = None;
        self.entries.clear();
        let Some((key, found)) = self.cursor.advance()? else {
            self.key = None;
            return Ok(());
        };
        if self.key.is_some_and(|last| key <= last) {
            return Err(changed());
        }
        self.key = Some(key);
        match found {
            Found::Single(step, game) => {
                self.single = Some((step, place(game).ok_or_else(changed)?));
            }
            Found::Several(_) => {
                self.entries = found.entries().ok_or_else(changed)?;
                for entry in &mut self.entries {
                    entry.rename(place).ok_or_else(changed)?;
                }
            }
        }
        Ok(())
    }

    /// The moves of this position; goes on to the next.
    fn take(&mut self) -> Result<Vec<Entry>, Damage> {
        let entries = match self.single {
            Some((step, game)) => Found::Single(step, game).entries().unwrap_or_default(),
            None => std::mem::take(&mut self.entries),
        };
        self.advance()?;
        Ok(entries)
    }
}

/// The games of all sources in the order of their identities.
fn common_table(
    sources: &[&Segment],
    rename: &dyn Fn(Row) -> Option<Row>,
) -> Result<Table, Damage> {
    let mut all = Vec::new();
    let mut places = Vec::new();
    for (source, segment) in sources.iter().enumerate() {
        let before = all.len();
        for row in segment.all_rows() {
            let row = rename(row?).ok_or_else(|| segment.changed("table"))?;
            all.push((row, source, all.len() - before));
        }
        places.push(vec![0; all.len() - before]);
    }
    all.sort_unstable_by_key(|(row, ..)| row.game.id);
    for (new, (_, source, old)) in all.iter().enumerate() {
        places[*source][*old] = u32::try_from(new).expect("places fit into 32 bits");
    }
    Ok(Table {
        rows: all.into_iter().map(|(row, ..)| row).collect(),
        places,
    })
}
