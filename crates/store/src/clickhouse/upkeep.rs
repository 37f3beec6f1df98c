//! Care of the runs, beside an import: runs of like size become one, and what
//! nobody reads any more is dropped.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use sqlx::Connection as _;

use super::{
    Inner, RETIRED,
    read::{each_shard, ranges},
    shard::Shard,
    statements,
};
use crate::{
    chore::Chore,
    contract::StoreError,
    postgres::runs::{self, Rack, Run},
};

/// So many small runs become one.
const FAN: usize = 8;

/// So many larger ones of like size do: summing them costs the servers more than
/// having been sent them, and an import waits for it.
const LARGE_FAN: usize = 32;

/// Runs below this number of rows are small.
const LARGE: u64 = 1 << 19;

/// A run does not grow beyond so many rows for each shard: servers refuse to drop
/// a partition of more than 50 GB, and a row takes some 40 bytes.
const LARGEST: u64 = 500_000_000;

/// A run that was begun so long ago, and that nobody holds, was abandoned.
const ABANDONED: Duration = Duration::from_secs(10);

/// Work in the background for one collection.
#[derive(Debug)]
pub(super) struct Upkeep {
    work: Work,
    chore: Chore,
}

#[derive(Clone, Debug)]
struct Work {
    inner: Arc<Inner>,
    collection: i16,
}

impl Upkeep {
    pub(super) fn new(inner: &Arc<Inner>, collection: i16) -> Upkeep {
        Upkeep {
            work: Work {
                inner: Arc::clone(inner),
                collection,
            },
            chore: Chore::default(),
        }
    }

    /// Begins what is to be done, unless it is being done.
    pub(super) fn begin(&self) {
        let work = self.work.clone();
        self.chore.begin(
            || self.work.due().is_ok_and(|due| due.is_some()),
            move |called_off| work.join_all(called_off),
        );
    }

    /// Does all that is to be done.
    pub(super) fn finish(&self) -> Result<(), StoreError> {
        self.chore.wait()?;
        self.work.join_all(self.chore.called_off())?;
        self.work.clear()
    }
}

impl Work {
    /// The runs that should become one.
    fn due(&self) -> Result<Option<Vec<Run>>, StoreError> {
        let list = self.inner.fresh_list()?;
        let rack = list.racks.iter().find(|rack| rack.id == self.collection);
        Ok(rack.and_then(|rack| due(rack, self.inner.shards.len() as u64)))
    }

    fn join_all(&self, called_off: &AtomicBool) -> Result<(), StoreError> {
        while !called_off.load(Ordering::Relaxed) {
            let Some(due) = self.due()? else { break };
            if !self.join(&due, called_off)? {
                break;
            }
        }
        Ok(())
    }

    /// Makes one run of several; false if another is at it, or if this was called
    /// off.
    fn join(&self, old: &[Run], called_off: &AtomicBool) -> Result<bool, StoreError> {
        let (inner, collection) = (&self.inner, self.collection);
        let catalog = inner.catalog.inner();
        let run = catalog.work(async |connection| runs::begin(connection, collection).await)?;
        let retired: Vec<i32> = old.iter().map(|run| run.number).collect();
        catalog.work(async |connection| {
            let mut change = connection.begin().await?;
            if !runs::hold(&mut change, run).await? {
                return Ok(Ok(false));
            }
            if !runs::join_alone(&mut change, collection).await? {
                runs::forget(&mut change, run).await?;
                change.commit().await?;
                return Ok(Ok(false));
            }
            // Held until the end of the transaction, so nobody drops them.
            runs::keep_while_reading(&mut change).await?;
            let gathered = each_shard(inner, |_, shard| gather(shard, run, old, called_off));
            let cells = match gathered {
                Ok(cells) => cells.into_iter().collect::<Option<Vec<u64>>>(),
                Err(error) => return Ok(Err(error)),
            };
            let Some(cells) = cells else {
                return Ok(Ok(false));
            };
            if !runs::retire(&mut change, &retired).await? {
                return Ok(Ok(false));
            }
            runs::count(&mut change, run, &cells).await?;
            change.commit().await?;
            Ok(Ok(true))
        })?
    }

    /// Drops the runs that nobody needs, and what was written to a run after it
    /// was dropped.
    fn clear(&self) -> Result<(), StoreError> {
        let inner = &self.inner;
        let catalog = inner.catalog.inner();
        catalog.work(async |connection| {
            let mut change = connection.begin().await?;
            let remains = runs::take_remains(&mut change, ABANDONED, RETIRED).await?;
            let dropped = each_shard(inner, |_, shard| {
                remains.iter().try_for_each(|run| shard.drop_run(*run))
            });
            match dropped {
                Ok(_) => change.commit().await?,
                Err(error) => return Ok(Err(error)),
            }
            Ok(Ok(()))
        })??;
        // A run whose partition is seen here has had its row before.
        let seen = each_shard(inner, |_, shard| shard.runs())?;
        let known: HashSet<i32> = catalog.work(runs::known)?.into_iter().collect();
        for (shard, seen) in inner.shards.iter().zip(seen) {
            for run in seen.iter().filter(|run| !known.contains(run)) {
                shard.drop_run(*run)?;
            }
        }
        Ok(())
    }
}

/// Sums runs on one shard, range by range; says how many rows they are. None if
/// this was called off.
fn gather(
    shard: &Shard,
    run: i32,
    old: &[Run],
    called_off: &AtomicBool,
) -> Result<Option<u64>, StoreError> {
    let table = &shard.table;
    for range in ranges(old.iter().map(Run::rows).sum()) {
        if called_off.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let sql = statements::gather(table, run, old, range);
        shard.send(&sql, &mut std::io::empty())?;
    }
    let count = shard.ask(&statements::count(table, run), "")?;
    let count = String::from_utf8_lossy(&count).trim().parse();
    count
        .map(Some)
        .map_err(|error| StoreError::failed(table.clone())(Box::new(error)))
}

/// Runs of like size that are enough to be joined, the smallest first.
fn due(rack: &Rack, shards: u64) -> Option<Vec<Run>> {
    let mut runs = rack.runs.clone();
    runs.sort_by_key(|run| (class(run), run.number));
    let due = runs
        .chunk_by(|one, other| class(one) == class(other))
        .filter_map(|alike| alike.get(..fan(&alike[0])))
        .find(|alike| {
            let rows: u64 = alike.iter().map(Run::rows).sum();
            rows / shards.max(1) <= LARGEST
        });
    due.map(<[Run]>::to_vec)
}

/// Small runs are of class 0; those of any other differ in size by less than the
/// number that becomes one.
fn class(run: &Run) -> u32 {
    let times = run.rows() / LARGE;
    times
        .checked_ilog(LARGE_FAN as u64)
        .map_or(0, |log| log + 1)
}

/// How many runs like this one become one.
fn fan(run: &Run) -> usize {
    match class(run) {
        0 => FAN,
        _ => LARGE_FAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: &[i64], expected: Option<&[i32]>) {
        let runs = (1..).zip(rows).map(|(number, rows)| Run {
            number,
            cells: vec![rows / 2, rows - rows / 2],
        });
        let rack = Rack {
            id: 1,
            name: "main".to_owned(),
            through: None,
            runs: runs.collect(),
        };
        let found = due(&rack, 2).map(|runs| runs.iter().map(|run| run.number).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn enough_of_like_size_become_one() {
        check(&[5; 7], None);
        check(&[5; 9], Some(&[1, 2, 3, 4, 5, 6, 7, 8]));
        let large = 10_000_000;
        check(&[5, 5, 5, 5, large, 5, 5, 5], None);
        check(
            &[large, 5, 5, 5, 5, 5, 5, 5, 5],
            Some(&[2, 3, 4, 5, 6, 7, 8, 9]),
        );
        check(&[large; 31], None);
        let all: Vec<i32> = (1..=32).collect();
        check(&[large; 33], Some(&all));
        check(&[1_000_000_000; 32], None);
    }
}
