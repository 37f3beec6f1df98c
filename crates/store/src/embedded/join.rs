//! One store into another: what `krog db merge` does.

use std::{collections::HashMap, fs::File, io, num::NonZeroU32, sync::Arc};

use krog_stats::GameId;

use super::{
    Embedded, Inner,
    catalog::{Receipt, SegmentRow},
    disk::Step,
    intake::EmbeddedIntake,
    pack::Pack,
    segment::{self, MergeError, Row, Segment},
    view::RackView,
};
use crate::{contract::StoreError, kept::KeptGame};

impl Embedded {
    /// Adds the games of another store to this one, collection by collection.
    /// A collection none of whose games are here is taken over file by file;
    /// `apart` is called for one that shares games with this store, and must
    /// add those of its games that are new.
    pub fn join(
        &self,
        other: &Embedded,
        apart: &mut dyn FnMut(&str, u64) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let theirs = other.inner.view()?;
        for rack in &theirs.racks {
            let intake = EmbeddedIntake::open(&self.inner, &rack.row.name)?;
            let shared = self.shared(rack)?;
            if shared > 0 {
                drop(intake);
                apart(&rack.row.name, shared)?;
                continue;
            }
            intake.take_over(&other.inner, rack)?;
            crate::Intake::finish(Box::new(intake))?;
        }
        Ok(())
    }

    /// Hands on every game that is kept in a collection. Fails if some that
    /// are counted are not kept.
    pub fn kept_games(
        &self,
        collection: &str,
        mut each: impl FnMut(KeptGame) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let view = self.inner.view()?;
        let rack = view.rack(collection)?;
        for row in rack.segments.iter().flat_map(|segment| segment.all_rows()) {
            if row?.kept.is_none() {
                return Err(StoreError::Shared {
                    shared: rack.row.games,
                    reason: "some of them are not kept",
                });
            }
        }
        for (number, _) in &rack.row.packs {
            for block in Pack::open(&self.inner.pack_path(*number))?.blocks() {
                let (_, games) = block?;
                games.into_iter().try_for_each(&mut each)?;
            }
        }
        Ok(())
    }

    /// How many games of another store's collection this one has.
    fn shared(&self, theirs: &RackView) -> Result<u64, StoreError> {
        let view = self.inner.view()?;
        let mine = view.rack(&theirs.row.name)?;
        let mut shared = 0;
        for segment in &theirs.segments {
            let ids = segment.all_rows().map(|row| row.map(|row| row.game.id));
            let ids = ids.collect::<Result<Vec<GameId>, _>>()?;
            let mut known = vec![false; ids.len()];
            for segment in &mine.segments {
                segment.mark_known(&ids, &mut known)?;
            }
            shared += known.iter().filter(|known| **known).count() as u64;
        }
        Ok(shared)
    }
}

impl EmbeddedIntake {
    fn take_over(&self, theirs: &Arc<Inner>, rack: &RackView) -> Result<(), StoreError> {
        if rack.segments.is_empty() {
            return Ok(());
        }
        let inner = self.inner();
        let mut packs = HashMap::new();
        let mut copied = Vec::new();
        for (number, _) in &rack.row.packs {
            let new = self.numbers().next_pack();
            let bytes = copy(inner, &theirs.pack_path(*number), new).map_err(inner.failed())?;
            packs.insert(*number, new);
            copied.push((new, bytes));
        }
        let rename = |mut row: Row| {
            if let Some(kept) = &mut row.kept {
                kept.pack = NonZeroU32::new(*packs.get(&kept.pack.get())?)?;
            }
            Some(row)
        };
        let sources: Vec<&Segment> = rack.segments.iter().map(Arc::as_ref).collect();
        let number = self.numbers().next_segment();
        let extent = (|| {
            let draft = inner.disk.draft(&inner.segment_path(number))?;
            let (draft, extent) = segment::merge(&sources, draft, &rename, &|| true)?;
            draft.keep()?;
            inner.disk.step(Step::Commit)?;
            Ok(extent)
        })()
        .map_err(|error| match error {
            MergeError::Damage(damage) => damage.into(),
            MergeError::Io(error) => inner.failed()(error),
            MergeError::Store(error) => *error,
            MergeError::CalledOff => unreachable!("nobody calls it off"),
        })?;
        let origin = theirs.root.display().to_string();
        let receipt = Receipt {
            origin: &origin,
            games: extent.games,
            duplicates: 0,
            through: rack.row.through.as_deref(),
            plies: rack.row.plies,
        };
        let mut catalog = inner.catalog();
        catalog.add(
            self.collection(),
            SegmentRow { number, extent },
            &copied,
            &receipt,
        )?;
        inner.reload(&mut catalog)?;
        drop(catalog);
        self.brought(extent.bytes);
        Ok(())
    }
}

/// Copies a pack into this store under a number of its own.
fn copy(inner: &Inner, from: &std::path::Path, number: u32) -> io::Result<u64> {
    let mut draft = inner.disk.draft(&inner.pack_path(number))?;
    let bytes = io::copy(&mut File::open(from)?, &mut draft)?;
    draft.keep()?;
    Ok(bytes)
}
