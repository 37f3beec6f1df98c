//! The runs of a cluster as its catalog has them. A run is written to the shards
//! first and counts from the moment when its row says so; a row that is locked
//! belongs to somebody at work.

use std::time::Duration;

use sqlx::{Connection as _, PgConnection, Row as _, postgres::PgRow};

/// Which cluster it is, and of how many shards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cluster {
    pub(crate) id: String,
    pub(crate) shards: u32,
}

/// A run that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) number: i32,
    /// Rows on each shard.
    pub(crate) cells: Vec<i64>,
}

impl Run {
    /// Rows on all shards.
    pub(crate) fn rows(&self) -> u64 {
        let sum: i64 = self.cells.iter().sum();
        u64::try_from(sum).unwrap_or(0)
    }
}

/// A collection and what counts of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rack {
    pub(crate) id: i16,
    pub(crate) name: String,
    pub(crate) through: Option<String>,
    pub(crate) runs: Vec<Run>,
}

/// The lock that those hold together who read runs for long, and alone who drop
/// them.
const READING: i64 = 0x6b72_6f67_0001;

/// With the number of a collection: the lock of the one who joins its runs.
const JOINING: i32 = 0x6b72_6f67;

/// The cluster whose catalog this is.
pub(crate) async fn cluster(connection: &mut PgConnection) -> sqlx::Result<Option<Cluster>> {
    let row = sqlx::query("SELECT id::text, shards FROM cluster")
        .fetch_optional(connection)
        .await?;
    let cluster = |row: PgRow| {
        let shards: i32 = row.try_get(1)?;
        Ok(Cluster {
            id: row.try_get(0)?,
            shards: u32::try_from(shards).unwrap_or(0),
        })
    };
    row.map(cluster).transpose()
}

/// Makes this the catalog of a cluster of so many shards, unless it is one; none
/// if it has games of its own.
pub(crate) async fn make_cluster(
    connection: &mut PgConnection,
    shards: u32,
) -> sqlx::Result<Option<Cluster>> {
    let make = "INSERT INTO cluster (shards)
        SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM ledger)
        ON CONFLICT (single) DO NOTHING";
    sqlx::query(make)
        .bind(i32::try_from(shards).unwrap_or(i32::MAX))
        .execute(&mut *connection)
        .await?;
    cluster(connection).await
}

/// Every collection with its runs, by name.
pub(crate) async fn racks(connection: &mut PgConnection) -> sqlx::Result<Vec<Rack>> {
    let ask = r#"SELECT id, name, through, number, runs.cells FROM collections
        LEFT JOIN runs ON runs.collection = collections.id AND state = 'counted'
        ORDER BY name COLLATE "C", number"#;
    let rows = sqlx::query(ask).fetch_all(connection).await?;
    let mut racks: Vec<Rack> = Vec::new();
    for row in rows {
        let id = row.try_get(0)?;
        if racks.last().is_none_or(|last| last.id != id) {
            racks.push(Rack {
                id,
                name: row.try_get(1)?,
                through: row.try_get(2)?,
                runs: Vec::new(),
            });
        }
        let number: Option<i32> = row.try_get(3)?;
        let cells: Option<Vec<i64>> = row.try_get(4)?;
        if let (Some(rack), Some(number)) = (racks.last_mut(), number) {
            let cells = cells.unwrap_or_default();
            rack.runs.push(Run { number, cells });
        }
    }
    Ok(racks)
}

/// Begins a run. Its number is known to the disk before anybody uses it, for a
/// number that a crash takes back would be given twice.
pub(crate) async fn begin(connection: &mut PgConnection, collection: i16) -> sqlx::Result<i32> {
    sqlx::query("INSERT INTO runs (collection) VALUES ($1) RETURNING number")
        .bind(collection)
        .fetch_one(connection)
        .await?
        .try_get(0)
}

/// Holds a run that was begun, until the transaction ends. False if somebody
/// thought it abandoned.
pub(crate) async fn hold(change: &mut PgConnection, number: i32) -> sqlx::Result<bool> {
    let lock = "SELECT 1 FROM runs WHERE number = $1 AND state = 'writing' FOR UPDATE";
    let held = sqlx::query(lock)
        .bind(number)
        .fetch_optional(change)
        .await?;
    Ok(held.is_some())
}

/// Takes a run back to which nothing was written.
pub(crate) async fn forget(change: &mut PgConnection, number: i32) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM runs WHERE number = $1")
        .bind(number)
        .execute(change)
        .await?;
    Ok(())
}

/// Makes a run count when the transaction is committed.
pub(crate) async fn count(
    change: &mut PgConnection,
    number: i32,
    cells: &[u64],
) -> sqlx::Result<()> {
    let signed = |cells: &u64| i64::try_from(*cells).unwrap_or(i64::MAX);
    let cells: Vec<i64> = cells.iter().map(signed).collect();
    let count = "UPDATE runs SET state = 'counted', cells = $2, changed_at = now()
        WHERE number = $1";
    sqlx::query(count)
        .bind(number)
        .bind(cells)
        .execute(change)
        .await?;
    Ok(())
}

/// Retires runs that another has taken the place of; false if one of them does
/// not count.
pub(crate) async fn retire(change: &mut PgConnection, numbers: &[i32]) -> sqlx::Result<bool> {
    let retire = "UPDATE runs SET state = 'retired', changed_at = now()
        WHERE number = ANY($1) AND state = 'counted'";
    let done = sqlx::query(retire).bind(numbers).execute(change).await?;
    Ok(done.rows_affected() == numbers.len() as u64)
}

/// Keeps others from joining runs of a collection until the transaction ends;
/// false if somebody is doing so.
pub(crate) async fn join_alone(change: &mut PgConnection, collection: i16) -> sqlx::Result<bool> {
    sqlx::query("SELECT pg_try_advisory_xact_lock($1, $2)")
        .bind(JOINING)
        .bind(i32::from(collection))
        .fetch_one(change)
        .await?
        .try_get(0)
}

/// Keeps runs from being dropped until the transaction ends.
pub(crate) async fn keep_while_reading(change: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock_shared($1)")
        .bind(READING)
        .execute(change)
        .await?;
    Ok(())
}

/// Takes the rows of runs out that nobody needs: begun by somebody who is gone,
/// or retired so long ago that nobody reads them. They are dropped before the
/// transaction is committed.
pub(crate) async fn take_remains(
    change: &mut PgConnection,
    abandoned: Duration,
    unread: Duration,
) -> sqlx::Result<Vec<i32>> {
    let alone = "SELECT pg_try_advisory_xact_lock($1)";
    let alone: bool = sqlx::query(alone)
        .bind(READING)
        .fetch_one(&mut *change)
        .await?
        .try_get(0)?;
    let take = "DELETE FROM runs WHERE number IN (
            SELECT number FROM runs
            WHERE state = 'writing' AND changed_at <= now() - make_interval(secs => $1)
                OR state = 'retired' AND $2 AND changed_at <= now() - make_interval(secs => $3)
            FOR UPDATE SKIP LOCKED)
        RETURNING number";
    let rows = sqlx::query(take)
        .bind(abandoned.as_secs_f64())
        .bind(alone)
        .bind(unread.as_secs_f64())
        .fetch_all(change)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Every number that has a row.
pub(crate) async fn known(connection: &mut PgConnection) -> sqlx::Result<Vec<i32>> {
    let rows = sqlx::query("SELECT number FROM runs")
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// Lets work be done with runs that stay while it lasts.
pub(crate) async fn while_reading<T>(
    connection: &mut PgConnection,
    work: impl FnOnce(Vec<Rack>) -> T,
) -> sqlx::Result<T> {
    let mut moment = connection.begin().await?;
    keep_while_reading(&mut moment).await?;
    let racks = racks(&mut moment).await?;
    let done = work(racks);
    moment.rollback().await?;
    Ok(done)
}
