//! What lies in a directory, part by part, for those who take it elsewhere.

use std::sync::Arc;

use krog_chess::{Color, PositionKey};
use krog_stats::{Counter, StepBits};

use super::{
    Embedded, Inner,
    export::Source,
    pack::Pack,
    segment::{KeptAt, Segment},
};
use crate::{
    contract::{Load, Plies, StoreError},
    kept::{KeptGame, KeptGames},
    postgres::merge::CellRow,
};

/// A collection of a directory.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(crate) name: String,
    pub(crate) plies: Plies,
    through: Option<String>,
    inner: Arc<Inner>,
    segments: Vec<Arc<Segment>>,
}

/// A sorted run of counters, and its games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    shelf: &'a Shelf,
    segment: &'a Segment,
}

impl Embedded {
    /// Its collections.
    pub(crate) fn shelves(&self) -> Result<Vec<Shelf>, StoreError> {
        let view = self.inner.view()?;
        let of_rack = |rack: &super::view::RackView| Shelf {
            name: rack.row.name.clone(),
            plies: rack.row.plies,
            through: rack.row.through.clone(),
            inner: Arc::clone(&self.inner),
            segments: rack.segments.clone(),
        };
        Ok(view.racks.iter().map(of_rack).collect())
    }
}

impl Shelf {
    /// Its parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.segments.iter().map(|segment| Part {
            shelf: self,
            segment,
        })
    }
}

impl<'a> Part<'a> {
    /// How many positions and moves it has.
    pub(crate) fn extent(&self) -> (u64, u64) {
        let extent = self.segment.extent();
        (extent.positions, extent.moves)
    }

    /// Its games, without increments: those are counted already.
    pub(crate) fn load(&self) -> Result<Load, StoreError> {
        let rows = self.segment.all_rows().collect::<Result<Vec<_>, _>>();
        let mut rows = rows?;
        let kept = rows.iter().filter(|row| row.kept.is_some()).count();
        if kept > 0 && kept < rows.len() {
            let place = self.shelf.inner.root.display().to_string();
            let reason = "some games are kept and some are not; expected all or none of an import";
            return Err(StoreError::failed(place)(reason.into()));
        }
        // In the order of the packs, so that each block is read once.
        rows.sort_by_key(|row| row.kept.map(|at| (at.pack, at.block, at.index)));
        let mut load = Load {
            kept: (kept > 0).then(KeptGames::default),
            through: self.shelf.through.clone(),
            origin: self.shelf.inner.root.display().to_string(),
            max_ply: match self.shelf.plies {
                Plies::First(plies) => Some(plies),
                Plies::All | Plies::Mixed => None,
            },
            ..Load::default()
        };
        let mut reader = Reader::default();
        for row in &rows {
            load.batch.add(row.game, Color::White, &[]);
            if let (Some(at), Some(kept)) = (row.kept, &mut load.kept) {
                kept.push_kept(reader.game(&self.shelf.inner, at)?);
            }
        }
        Ok(load)
    }

    /// Its counters as rows, in the order of positions and moves.
    pub(crate) fn rows(&self) -> Result<PartRows<'a>, StoreError> {
        Ok(PartRows {
            source: Source::new(self.segment)?,
            ready: Vec::new(),
        })
    }
}

/// Reads kept games, each pack and block once if they are asked for in order.
#[derive(Default)]
struct Reader {
    pack: Option<(u32, Pack)>,
    block: Option<(u64, Vec<KeptGame>)>,
}

impl Reader {
    fn game(&mut self, inner: &Inner, at: KeptAt) -> Result<&KeptGame, StoreError> {
        let number = at.pack.get();
        if self.pack.as_ref().is_none_or(|(known, _)| *known != number) {
            self.pack = Some((number, Pack::open(&inner.pack_path(number))?));
            self.block = None;
        }
        let (_, pack) = self.pack.as_ref().expect("opened above");
        if self
            .block
            .as_ref()
            .is_none_or(|(known, _)| *known != at.block)
        {
            self.block = Some((at.block, pack.block(at.block)?.0));
        }
        let (_, games) = self.block.as_ref().expect("read above");
        let game = games.get(usize::from(at.index));
        Ok(game.ok_or_else(|| pack.changed())?)
    }
}

/// The counters of a part.
pub(crate) struct PartRows<'a> {
    source: Source<'a>,
    /// The rows of the position at hand, the last first.
    ready: Vec<CellRow>,
}

impl Iterator for PartRows<'_> {
    type Item = Result<CellRow, StoreError>;

    fn next(&mut self) -> Option<Result<CellRow, StoreError>> {
        while self.ready.is_empty() {
            let key = PositionKey(self.source.key?);
            let moves: Vec<(StepBits, Counter)> = match self.source.take() {
                Ok(moves) => moves,
                Err(damage) => return Some(Err(damage.into())),
            };
            for (step, counter) in &moves {
                // One example serves all cells of a move: the greatest is shown.
                let Some(example) = counter.example() else {
                    continue;
                };
                let cells = counter.cells().filter(|(_, tally)| tally.games() > 0);
                self.ready.extend(cells.map(|(cell, tally)| CellRow {
                    key,
                    step: *step,
                    cell,
                    tally: *tally,
                    example,
                }));
            }
            self.ready.reverse();
        }
        self.ready.pop().map(Ok)
    }
}
