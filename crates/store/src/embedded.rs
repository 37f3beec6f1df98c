//! The embedded store: a directory with immutable segments for the counters,
//! packs for the games, and an SQLite catalog that knows which of them count.
//!
//! Files are written, synced and named before the catalog takes them in, and
//! the catalog changes in one transaction: after a crash a batch is in the
//! store whole, with its line in the ledger, or not at all. Readers look at a
//! [`View`], which does not change under them.

pub(crate) mod bytes;
mod catalog;
mod damage;
mod desk;
mod disk;
mod export;
mod intake;
mod join;
mod pack;
pub(crate) mod parts;
mod repack;
mod segment;
mod sqlite;
mod upkeep;
mod verify;
mod view;

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use krog_chess::{Chess, PositionKey};
use krog_stats::{Counts, GameId, Statistics, StatisticsError};

use crate::{
    contract::{Collection, Intake, Store, StoreError, check_name},
    desk::{Desk, Keeper},
    kept::KeptGame,
};
use catalog::Catalog;
use disk::Disk;
use view::View;

pub use damage::Damage;
pub use disk::{Step, Watch};
pub use segment::{SegmentContents, read_segment};
pub use verify::{Finding, Verification};

/// A store in a directory.
#[derive(Clone, Debug)]
pub struct Embedded {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    root: PathBuf,
    disk: Disk,
    catalog: Mutex<Catalog>,
    desk: Keeper<desk::DeskFile>,
    view: RwLock<Arc<View>>,
    opened: Instant,
    /// When the catalog was last looked at, in milliseconds since the opening.
    looked: AtomicU64,
}

impl Embedded {
    /// Whether a directory is a store.
    pub fn is_there(root: &Path) -> bool {
        root.join(CATALOG).is_file()
    }

    /// Opens the store in a directory.
    pub fn open(root: &Path) -> Result<Embedded, StoreError> {
        if !Embedded::is_there(root) {
            return Err(StoreError::Absent {
                place: root.display().to_string(),
            });
        }
        Embedded::open_with(root, None)
    }

    /// Opens the store in a directory, which is made if it is not there.
    pub fn create(root: &Path) -> Result<Embedded, StoreError> {
        Embedded::open_with(root, None)
    }

    /// Opens or makes a store; `watch` is asked before every step that changes
    /// the disk, and may refuse it.
    pub fn open_with(root: &Path, watch: Option<Watch>) -> Result<Embedded, StoreError> {
        for folder in [root, &root.join(SEGMENTS), &root.join(PACKS)] {
            let failed = StoreError::failed(format!("{}", folder.display()));
            fs::create_dir_all(folder).map_err(|error| failed(error.into()))?;
        }
        let mut catalog = Catalog::open(&root.join(CATALOG), true)?;
        let view = View::load(root, &mut catalog, None)?;
        Ok(Embedded {
            inner: Arc::new(Inner {
                root: root.to_owned(),
                disk: Disk::new(watch),
                catalog: Mutex::new(catalog),
                desk: Keeper(desk::DeskFile::new(root.join(DESK))),
                view: RwLock::new(Arc::new(view)),
                opened: Instant::now(),
                looked: AtomicU64::new(0),
            }),
        })
    }

    /// Looks at once what others have written. Answers look by themselves, but
    /// not more often than fifty times a second.
    pub fn refresh(&self) -> Result<(), StoreError> {
        self.inner.view().map(drop)
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.inner.root
    }
}

/// For how long a view is taken to be fresh, in milliseconds: asking the
/// catalog costs as much as half a lookup.
const FRESH: u64 = 20;

/// How often one looks again when a file on the catalog's list is gone, because
/// it was merged with others in the meantime.
const TRIES: usize = 8;

const CATALOG: &str = "catalog.sqlite";
const DESK: &str = "desk.sqlite";
const SEGMENTS: &str = "segments";
const PACKS: &str = "games";
const LOCK: &str = "lock";
/// How long a lock is waited for before another writer is believed to hold it.
const LOCK_PATIENCE: Duration = Duration::from_millis(500);

impl Inner {
    fn segment_path(&self, number: u32) -> PathBuf {
        segment_path(&self.root, number)
    }

    fn pack_path(&self, number: u32) -> PathBuf {
        pack_path(&self.root, number)
    }

    fn catalog(&self) -> MutexGuard<'_, Catalog> {
        // A panic elsewhere leaves no half transaction: it was rolled back.
        self.catalog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> impl FnOnce(io::Error) -> StoreError + use<> {
        let failed = StoreError::failed(self.root.display().to_string());
        |error| failed(error.into())
    }

    /// The store as it is now.
    fn view(&self) -> Result<Arc<View>, StoreError> {
        let mut catalog = self.catalog();
        let known = self.known_view();
        if catalog.version()? == known.version {
            return Ok(known);
        }
        self.reload(&mut catalog)
    }

    /// The store as it was a moment ago at most.
    fn recent_view(&self) -> Result<Arc<View>, StoreError> {
        let now = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        let looked = self.looked.load(Ordering::Relaxed);
        if now.saturating_sub(looked) < FRESH {
            return Ok(self.known_view());
        }
        self.looked.store(now, Ordering::Relaxed);
        self.view()
    }

    fn known_view(&self) -> Arc<View> {
        let view = self.view.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&view)
    }

    fn reload(&self, catalog: &mut Catalog) -> Result<Arc<View>, StoreError> {
        let view = View::load(&self.root, catalog, Some(&self.known_view()))?;
        let view = Arc::new(view);
        let mut place = self.view.write().unwrap_or_else(PoisonError::into_inner);
        *place = Arc::clone(&view);
        Ok(view)
    }

    fn game(&self, collection: &str, id: GameId) -> Result<Option<KeptGame>, StoreError> {
        let view = self.view()?;
        let rack = view.rack(collection)?;
        for segment in &rack.segments {
            let Some(row) = segment.row_of(id)? else {
                continue;
            };
            let Some(kept) = row.kept else {
                return Ok(None);
            };
            let pack = pack::Pack::open(&self.pack_path(kept.pack.get()))?;
            let (games, _) = pack.block(kept.block)?;
            return Ok(games.into_iter().nth(usize::from(kept.index)));
        }
        Ok(None)
    }

    /// Keeps other writers out for as long as the file is open.
    ///
    /// A process that is being started holds the open files of its parent until
    /// it becomes another program, so a lock given back may be held a moment
    /// longer; it is asked for again until that is over.
    fn lock(&self) -> Result<File, StoreError> {
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.root.join(LOCK));
        let file = file.map_err(self.failed())?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_PATIENCE => {
                    thread::sleep(LOCK_PATIENCE / 50);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Busy {
                        place: self.root.display().to_string(),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(self.failed()(error)),
            }
        }
    }
}

fn segment_path(root: &Path, number: u32) -> PathBuf {
    root.join(SEGMENTS).join(format!("{number:08}.seg"))
}

fn pack_path(root: &Path, number: u32) -> PathBuf {
    root.join(PACKS).join(format!("{number:08}.pack"))
}

impl Statistics for Embedded {
    fn counts(&self, collection: &str, position: &Chess) -> Result<Counts, StatisticsError> {
        let failed = |error: StoreError| match error {
            StoreError::NoCollection { found, known } => {
                StatisticsError::NoCollection { found, known }
            }
            other => StatisticsError::Store(other.into()),
        };
        let view = self.inner.recent_view().map_err(failed)?;
        let rack = view.rack(collection).map_err(failed)?;
        let key = PositionKey::of(position);
        let mut stored = Vec::new();
        for segment in &rack.segments {
            let found = segment.find(key, &mut stored);
            found.map_err(|damage| failed(damage.into()))?;
        }
        let through = rack.row.through.clone();
        let packed = stored
            .into_iter()
            .map(|(step, counter)| (step.packed(), counter));
        Ok(Counts::from_packed(position, collection, through, packed))
    }
}

impl Store for Embedded {
    fn collections(&self) -> Result<Vec<Collection>, StoreError> {
        let view = self.inner.view()?;
        let collection = |rack: &view::RackView| {
            let sum = |part: fn(&segment::Extent) -> u64| {
                let extents = rack.segments.iter().map(|segment| segment.extent());
                extents.map(|extent| part(&extent)).sum::<u64>()
            };
            let packs: u64 = rack.row.packs.iter().map(|(_, bytes)| bytes).sum();
            Collection {
                name: rack.row.name.clone(),
                games: rack.row.games,
                moves: sum(|extent| extent.moves),
                parts: rack.segments.len() as u64,
                bytes: sum(|extent| extent.bytes) + packs,
                through: rack.row.through.clone(),
                plies: rack.row.plies,
            }
        };
        Ok(view.racks.iter().map(collection).collect())
    }

    fn game(&self, collection: &str, id: GameId) -> Result<Option<KeptGame>, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.inner.game(collection, id) {
                // Another process joined the pack with others meanwhile.
                Err(StoreError::Damage(damage)) if damage.is_absence() && tries < TRIES => {}
                done => return done,
            }
        }
    }

    fn intake(&self, collection: &str) -> Result<Box<dyn Intake + '_>, StoreError> {
        check_name(collection)?;
        Ok(Box::new(intake::EmbeddedIntake::open(
            &self.inner,
            collection,
        )?))
    }

    fn export(&self, out: &mut dyn io::Write) -> Result<(), StoreError> {
        export::export(&*self.inner.view()?, out)
    }

    fn desk(&self) -> &dyn Desk {
        &self.inner.desk
    }
}

#[cfg(test)]
mod tests;
