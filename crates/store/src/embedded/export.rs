//! The counters of several segments, in order, without merging them on disk.

use std::io;

use krog_chess::PositionKey;
use krog_stats::{CountedGame, Counter, StepBits};

use super::{
    segment::{Cursor, Segment},
    view::View,
};
use crate::{Damage, contract::StoreError, export::Lines};

pub(super) fn export(view: &View, out: &mut dyn io::Write) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::failed("the export")(error.into());
    let mut lines = Lines::new(out).map_err(failed)?;
    for rack in &view.racks {
        let mut sources = Vec::new();
        for segment in &rack.segments {
            sources.push(Source::new(segment)?);
        }
        while let Some(least) = sources.iter().filter_map(|source| source.key).min() {
            let mut moves: Vec<(StepBits, Counter)> = Vec::new();
            for source in sources
                .iter_mut()
                .filter(|source| source.key == Some(least))
            {
                for (step, counter) in source.take()? {
                    match moves.binary_search_by_key(&step, |(known, _)| *known) {
                        Ok(place) => moves[place].1.merge(&counter),
                        Err(place) => moves.insert(place, (step, counter)),
                    }
                }
            }
            for (step, counter) in moves {
                let key = PositionKey(least);
                lines
                    .write(&rack.row.name, key, step, &counter)
                    .map_err(failed)?;
            }
        }
    }
    lines.finish().map_err(failed)
}

/// A segment at one of its positions, with all its games in memory.
pub(super) struct Source<'s> {
    segment: &'s Segment,
    cursor: Cursor<'s>,
    games: Vec<CountedGame>,
    /// None at the end.
    pub(super) key: Option<u64>,
    moves: Vec<(StepBits, Counter)>,
}

impl<'s> Source<'s> {
    pub(super) fn new(segment: &'s Segment) -> Result<Source<'s>, Damage> {
        let rows = segment.all_rows().map(|row| row.map(|row| row.game));
        let mut source = Source {
            segment,
            cursor: Cursor::new(segment),
            games: rows.collect::<Result<_, _>>()?,
            key: None,
            moves: Vec::new(),
        };
        source.advance()?;
        Ok(source)
    }

    fn advance(&mut self) -> Result<(), Damage> {
        let damaged = || Damage::changed(self.segment.path(), "block");
        let Some((key, found)) = self.cursor.advance()? else {
            self.key = None;
            return Ok(());
        };
        if self.key.is_some_and(|last| key <= last) {
            return Err(damaged());
        }
        self.key = Some(key);
        for entry in found.entries().ok_or_else(damaged)? {
            let game = |place: u32| self.games.get(place as usize).copied().ok_or_else(damaged);
            let mut counter = Counter::default();
            entry.count(&mut counter, game)?;
            self.moves.push((entry.step, counter));
        }
        Ok(())
    }

    /// The moves of this position; goes on to the next.
    pub(super) fn take(&mut self) -> Result<Vec<(StepBits, Counter)>, Damage> {
        let moves = std::mem::take(&mut self.moves);
        self.advance()?;
        Ok(moves)
    }
}
