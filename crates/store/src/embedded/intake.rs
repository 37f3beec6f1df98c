//! Batches into the embedded store.

use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    num::NonZeroU32,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use krog_stats::{CountedGame, GameId};

use super::{
    Inner, PACKS, SEGMENTS,
    catalog::{Receipt, SegmentRow},
    disk::Step,
    pack,
    segment::{self, KeptAt, LEFT_OUT, Row},
    upkeep::Upkeep,
};
use crate::{
    claims::Claims,
    contract::{Added, Intake, Load, Plies, StoreError},
};

/// The one writer of a store.
#[derive(Debug)]
pub(super) struct EmbeddedIntake {
    inner: Arc<Inner>,
    collection: i64,
    name: String,
    claims: Claims,
    numbers: Arc<Numbers>,
    upkeep: Upkeep,
    /// Released when the intake is dropped.
    _lock: File,
}

/// The numbers of files to come.
#[derive(Debug)]
pub(super) struct Numbers {
    segment: AtomicU32,
    pack: AtomicU32,
}

impl Numbers {
    pub(super) fn next_segment(&self) -> u32 {
        self.segment.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn next_pack(&self) -> u32 {
        self.pack.fetch_add(1, Ordering::Relaxed)
    }
}

impl EmbeddedIntake {
    pub(super) fn open(inner: &Arc<Inner>, name: &str) -> Result<EmbeddedIntake, StoreError> {
        let lock = inner.lock()?;
        let collection = {
            let mut catalog = inner.catalog();
            let collection = catalog.collection(name)?;
            inner.reload(&mut catalog)?;
            collection
        };
        let numbers = Arc::new(clear_remains(inner)?);
        Ok(EmbeddedIntake {
            inner: Arc::clone(inner),
            collection,
            name: name.to_owned(),
            claims: Claims::default(),
            upkeep: Upkeep::new(inner, name, &numbers),
            numbers,
            _lock: lock,
        })
    }

    pub(super) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }

    pub(super) fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// So many bytes of counters came in by another way than [`Intake::add`].
    pub(super) fn brought(&self, bytes: u64) {
        self.upkeep.begin(bytes);
    }

    pub(super) fn collection(&self) -> i64 {
        self.collection
    }

    /// Which games of the batch are new: where each will stand in the table.
    fn places(&self, games: &[CountedGame]) -> Result<(Vec<u32>, Vec<u32>), StoreError> {
        let mut order: Vec<u32> = (0..).zip(games).map(|(index, _)| index).collect();
        order.sort_unstable_by_key(|index| games[*index as usize].id);
        let ids: Vec<GameId> = order
            .iter()
            .map(|index| games[*index as usize].id)
            .collect();
        let mut known = vec![false; ids.len()];
        for segment in &self.inner.view()?.rack(&self.name)?.segments {
            segment.mark_known(&ids, &mut known)?;
        }
        let mut places = vec![LEFT_OUT; games.len()];
        let mut fresh = Vec::with_capacity(order.len());
        for (index, known) in order.into_iter().zip(known) {
            if !known {
                places[index as usize] = u32::try_from(fresh.len()).expect("fewer than games");
                fresh.push(index);
            }
        }
        Ok((places, fresh))
    }

    /// Writes the kept games of which one is new; says where each is.
    fn write_pack(&self, load: &mut Load, fresh: &[u32]) -> io::Result<Option<WrittenPack>> {
        let Some(kept) = &mut load.kept else {
            return Ok(None);
        };
        kept.close();
        let mut wanted = vec![false; kept.blocks().len()];
        for index in fresh {
            wanted[kept.places()[*index as usize].0 as usize] = true;
        }
        let number = self.numbers.next_pack();
        let mut draft = self.inner.disk.draft(&self.inner.pack_path(number))?;
        let (blocks, bytes) = pack::write(&mut draft, kept.blocks(), |index| wanted[index])?;
        draft.keep()?;
        Ok(Some(WrittenPack {
            number,
            bytes,
            blocks,
        }))
    }

    /// Adds a batch; says how many bytes its counters take.
    fn write(&self, load: &mut Load) -> Result<(Added, u64), StoreError> {
        let failed = || self.inner.failed();
        let (places, fresh) = self.places(load.batch.games())?;
        let games = load.batch.games().len();
        let mut added = Added {
            games: fresh.len() as u64,
            duplicates: (games - fresh.len()) as u64,
            ..Added::default()
        };
        if fresh.is_empty() {
            return Ok((added, 0));
        }
        let pack = self.write_pack(load, &fresh).map_err(failed())?;
        let row = |index: &u32| Row {
            game: load.batch.games()[*index as usize],
            kept: pack
                .as_ref()
                .zip(load.kept.as_ref())
                .and_then(|(pack, kept)| {
                    let (block, index) = kept.places()[*index as usize];
                    pack.place(block, index)
                }),
        };
        let rows: Vec<Row> = fresh.iter().map(row).collect();
        let facts: Vec<CountedGame> = rows.iter().map(|row| row.game).collect();
        load.batch.sort();
        let number = self.numbers.next_segment();
        let path = self.inner.segment_path(number);
        let extent = (|| {
            let mut writer = segment::Writer::new(self.inner.disk.draft(&path)?)?;
            segment::write_batch(&mut writer, &load.batch, &places, &facts)?;
            let (draft, extent) = writer.finish(&rows)?;
            draft.keep()?;
            Ok(extent)
        })()
        .map_err(failed())?;
        added.positions = extent.positions;
        added.moves = extent.moves;
        let receipt = Receipt {
            origin: &load.origin,
            games: added.games,
            duplicates: added.duplicates,
            through: load.through.as_deref(),
            plies: load.max_ply.map_or(Plies::All, Plies::First),
        };
        let packs: Vec<(u32, u64)> = pack.iter().map(|pack| (pack.number, pack.bytes)).collect();
        self.inner.disk.step(Step::Commit).map_err(failed())?;
        let mut catalog = self.inner.catalog();
        catalog.add(
            self.collection,
            SegmentRow { number, extent },
            &packs,
            &receipt,
        )?;
        let committed = self.inner.disk.step(Step::Committed);
        self.inner.reload(&mut catalog)?;
        committed.map_err(failed())?;
        Ok((added, extent.bytes))
    }
}

struct WrittenPack {
    number: u32,
    bytes: u64,
    blocks: Vec<u64>,
}

impl WrittenPack {
    fn place(&self, block: u32, index: u16) -> Option<KeptAt> {
        Some(KeptAt {
            pack: NonZeroU32::new(self.number)?,
            block: *self.blocks.get(block as usize)?,
            index,
        })
    }
}

impl Intake for EmbeddedIntake {
    fn claim(&self, id: GameId) -> bool {
        self.claims.claim(id)
    }

    fn add(&self, load: &mut Load) -> Result<Added, StoreError> {
        let added = self.write(load);
        self.claims.release(load);
        let (added, bytes) = match added {
            Ok((added, bytes)) => (Ok(added), bytes),
            Err(error) => (Err(error), 0),
        };
        self.upkeep.begin(bytes);
        added
    }

    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        self.upkeep.finish()
    }
}

/// Removes files that a crash left behind, which no catalog knows; gives the
/// numbers to go on with. Only the one who holds the lock may do this.
fn clear_remains(inner: &Inner) -> Result<Numbers, StoreError> {
    let view = inner.view()?;
    let racks = || view.racks.iter().map(|rack| &rack.row);
    let segments: HashSet<_> = racks()
        .flat_map(|row| &row.segments)
        .map(|row| inner.segment_path(row.number))
        .collect();
    let packs: HashSet<_> = racks()
        .flat_map(|row| &row.packs)
        .map(|(number, _)| inner.pack_path(*number))
        .collect();
    let mut numbers = [1, 1];
    for ((folder, known), next) in [(SEGMENTS, &segments), (PACKS, &packs)]
        .into_iter()
        .zip(&mut numbers)
    {
        for entry in fs::read_dir(inner.root.join(folder)).map_err(inner.failed())? {
            let path = entry.map_err(inner.failed())?.path();
            if known.contains(&path) {
                *next = (*next).max(number_of(&path).unwrap_or(0) + 1);
            } else {
                inner.disk.remove(&path);
            }
        }
    }
    Ok(Numbers {
        segment: AtomicU32::new(numbers[0]),
        pack: AtomicU32::new(numbers[1]),
    })
}

fn number_of(path: &Path) -> Option<u32> {
    path.file_stem()?.to_str()?.parse().ok()
}
