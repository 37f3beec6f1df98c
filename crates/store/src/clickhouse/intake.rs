//! Batches into a cluster: a run on the shards, then one transaction of the
//! catalog that makes it count together with its games.

use std::{
    io::{self, Read},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use krog_stats::GameId;
use sqlx::{Connection as _, PgConnection};

use super::{Inner, rows::Block, statements, upkeep::Upkeep};
use crate::{
    claims::Claims,
    contract::{Added, Intake, Load, StoreError},
    embedded::parts::Part,
    postgres::{
        catalog::{self, Grown},
        merge::{CellRow, Merged, Order},
        runs,
    },
};

/// How long a batch is tried again while a shard is away.
const PATIENCE: Duration = Duration::from_mins(2);

/// How long to wait before the second try.
const PAUSE: Duration = Duration::from_millis(200);

/// How many batches are on their way at once: each has a connection to the
/// catalog for so long.
const AT_ONCE: usize = 4;

/// How many pieces of blocks wait for a shard.
const AHEAD: usize = 2;

/// How many rows the blocks for all shards hold together. What a run has for a
/// shard should be one block: a server puts small ones together, which costs it
/// as much as writing them.
const BLOCKS: usize = 1 << 21;

/// A door into one collection. Several may stand open, here and elsewhere.
#[derive(Debug)]
pub(super) struct ClusterIntake {
    inner: Arc<Inner>,
    collection: i16,
    claims: Claims,
    turns: Turns,
    upkeep: Upkeep,
}

/// What became of a try.
enum Tried {
    Added(Added),
    /// Others brought some of the games meanwhile.
    Outrun,
    /// Somebody thought that the one who began the run was gone.
    Forgotten,
    /// So many games of a part are known, and are counted in it with the others.
    Shared(u64),
}

impl ClusterIntake {
    pub(super) fn open(inner: &Arc<Inner>, name: &str) -> Result<ClusterIntake, StoreError> {
        let catalog = inner.catalog.inner();
        let collection =
            catalog.work(async |connection| catalog::collection(connection, name).await)?;
        Ok(ClusterIntake {
            inner: Arc::clone(inner),
            collection,
            claims: Claims::default(),
            turns: Turns::default(),
            upkeep: Upkeep::new(inner, collection),
        })
    }

    /// Adds a batch, or a part of a directory whose games these are; of that, all
    /// or, if some are known, none: how many those are is said then.
    fn write(&self, load: &Load, part: Option<Part<'_>>) -> Result<Result<Added, u64>, StoreError> {
        let _turn = self.turns.wait();
        let start = Instant::now();
        let (mut pause, mut first) = (PAUSE, false);
        loop {
            match self.attempt(load, part, first) {
                Ok(Tried::Added(added)) => return Ok(Ok(added)),
                Ok(Tried::Shared(games)) => return Ok(Err(games)),
                Ok(Tried::Outrun) => first = true,
                Ok(Tried::Forgotten) => {}
                Err(Failed::Catalog(error)) => return Err(error),
                Err(Failed::Shard(error)) if start.elapsed() + pause > PATIENCE => {
                    return Err(error);
                }
                Err(Failed::Shard(_)) => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_secs(5));
                }
            }
        }
    }

    /// Tries once, with a run of its own: one of which something may be on a shard
    /// is never written again. Who was outrun keeps the others waiting from the
    /// start.
    fn attempt(&self, load: &Load, part: Option<Part<'_>>, first: bool) -> Result<Tried, Failed> {
        let (catalog, collection) = (self.inner.catalog.inner(), self.collection);
        let begin = catalog.work(async |connection| runs::begin(connection, collection).await);
        let run = begin.map_err(Failed::Catalog)?;
        let done = catalog.work(async |connection| {
            let mut change = connection.begin().await?;
            let tried = self.tried(&mut change, run, (load, part), first).await?;
            match tried {
                Ok(Tried::Added(_)) => change.commit().await?,
                _ => change.rollback().await?,
            }
            Ok(tried)
        });
        done.map_err(Failed::Catalog)?
    }

    async fn tried(
        &self,
        change: &mut PgConnection,
        run: i32,
        (load, part): (&Load, Option<Part<'_>>),
        first: bool,
    ) -> sqlx::Result<Result<Tried, Failed>> {
        let collection = self.collection;
        if !runs::hold(change, run).await? {
            return Ok(Ok(Tried::Forgotten));
        }
        let mut fresh = catalog::distinct(load);
        if first {
            catalog::lock(change, collection).await?;
        }
        // A part is whole or nothing, so its known games are counted exactly.
        if first || part.is_some() {
            catalog::leave_out_known(change, collection, load, &mut fresh).await?;
        } else {
            catalog::leave_out_likely(change, collection, load, &mut fresh).await?;
        }
        let mut added = catalog::added(&fresh);
        if added.games == 0 {
            runs::forget(change, run).await?;
            return Ok(Ok(Tried::Added(added)));
        }
        if part.is_some() && added.duplicates > 0 {
            return Ok(Ok(Tried::Shared(added.duplicates)));
        }
        let cells = match self.send(run, load, part, &fresh, &mut added) {
            Ok(cells) => cells,
            Err(error) => return Ok(Err(Failed::Shard(error))),
        };
        catalog::lock(change, collection).await?;
        let packed = match catalog::record(change, collection, load, &fresh).await {
            // What others brought since it was asked about is found on writing.
            Err(error) if catalog::is_known(&error) => return Ok(Ok(Tried::Outrun)),
            packed => packed?,
        };
        runs::count(change, run, &cells).await?;
        let grown = Grown {
            added,
            cells: cells.iter().sum(),
            packed,
        };
        catalog::note(change, collection, grown, load.through.as_deref()).await?;
        Ok(Ok(Tried::Added(added)))
    }
}

impl ClusterIntake {
    /// Sends the counters of a batch or a part.
    fn send(
        &self,
        run: i32,
        load: &Load,
        part: Option<Part<'_>>,
        fresh: &[bool],
        added: &mut Added,
    ) -> Result<Vec<u64>, StoreError> {
        if let Some(part) = part {
            (added.positions, added.moves) = part.extent();
            return send(&self.inner, run, part.rows()?);
        }
        let mut merged = Merged::new(&load.batch, fresh, Order::Plain);
        let cells = send(&self.inner, run, merged.by_ref().map(Ok))?;
        (added.positions, added.moves) = (merged.positions, merged.moves);
        Ok(cells)
    }

    /// Adds a part of a directory; says how many of its games are here already, if
    /// some are: then nothing was added.
    pub(super) fn take_over(&self, part: Part<'_>) -> Result<Option<u64>, StoreError> {
        let mut load = part.load()?;
        if let Some(kept) = &mut load.kept {
            kept.close();
        }
        let done = self.write(&load, Some(part))?;
        self.upkeep.begin();
        Ok(done.err())
    }
}

/// Who failed.
enum Failed {
    Catalog(StoreError),
    Shard(StoreError),
}

impl Intake for ClusterIntake {
    fn claim(&self, id: GameId) -> bool {
        self.claims.claim(id)
    }

    fn add(&self, load: &mut Load) -> Result<Added, StoreError> {
        load.batch.sort();
        if let Some(kept) = &mut load.kept {
            kept.close();
        }
        let added = self.write(load, None).map(|added| {
            // Only a part is whole or nothing.
            added.unwrap_or_default()
        });
        self.claims.release(load);
        self.upkeep.begin();
        added
    }

    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        // All games are in. What a server that is away kept from being joined or
        // dropped will be next time; who asks for it by name is told why not.
        let _next_time = self.upkeep.finish();
        Ok(())
    }
}

/// Sends the rows of a run to their shards; says how many each got.
fn send(
    inner: &Inner,
    run: i32,
    rows: impl Iterator<Item = Result<CellRow, StoreError>>,
) -> Result<Vec<u64>, StoreError> {
    let run = u32::try_from(run).expect("numbers of runs begin with one");
    let mut cells = vec![0; inner.shards.len()];
    let most = BLOCKS / inner.shards.len();
    let block = |_| Block::new(run, most);
    let mut blocks: Vec<Block> = inner.shards.iter().map(block).collect();
    thread::scope(|scope| {
        let mut senders: Vec<SyncSender<Vec<u8>>> = Vec::new();
        let mut threads = Vec::new();
        for shard in &inner.shards {
            let (sender, receiver) = sync_channel(AHEAD);
            senders.push(sender);
            threads.push(scope.spawn(move || {
                let sql = statements::insert(&shard.table);
                let mut body = Body::new(receiver);
                if body.is_empty() {
                    return Ok(());
                }
                shard.send(&sql, &mut body)
            }));
        }
        for row in rows {
            let row = row?;
            let owner = inner.owner(row.key);
            blocks[owner].push(&row);
            cells[owner] += 1;
            // Whose shard failed does not listen any more, and says why below.
            let give = |piece| senders[owner].send(piece).is_ok();
            if blocks[owner].is_full() && !blocks[owner].take(give) {
                break;
            }
        }
        for (block, sender) in blocks.iter_mut().zip(&senders) {
            let _told_below = block.take(|piece| sender.send(piece).is_ok());
        }
        drop(senders);
        for thread in threads {
            let done = thread.join();
            done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        }
        Ok(cells)
    })
}

/// The pieces of blocks as they come, as one stream.
struct Body {
    blocks: Receiver<Vec<u8>>,
    open: io::Cursor<Vec<u8>>,
}

impl Body {
    fn new(blocks: Receiver<Vec<u8>>) -> Body {
        let open = io::Cursor::new(blocks.recv().unwrap_or_default());
        Body { blocks, open }
    }

    fn is_empty(&self) -> bool {
        self.open.get_ref().is_empty()
    }
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.open.read(buffer)? {
                0 if !buffer.is_empty() => match self.blocks.recv() {
                    Ok(block) => self.open = io::Cursor::new(block),
                    Err(_all_were_sent) => return Ok(0),
                },
                count => return Ok(count),
            }
        }
    }
}

/// Lets some in at a time.
#[derive(Debug, Default)]
struct Turns {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Turns {
    fn wait(&self) -> Turn<'_> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.freed.wait_while(taken, |taken| *taken >= AT_ONCE);
        *free.unwrap_or_else(PoisonError::into_inner) += 1;
        Turn(self)
    }
}

/// Ends when it is dropped.
struct Turn<'a>(&'a Turns);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.freed.notify_one();
    }
}
