//! The catalog's part of a batch: which of its games are new, the games
//! themselves, the ledger's line and what the collection has grown by. Where the
//! counters lie is another matter; a cluster keeps its catalog here, too.

use std::collections::HashSet;

use krog_stats::GameId;
use sqlx::{PgConnection, Row as _, postgres::PgRow};

use super::{copy::Rows, games};
use crate::contract::{Added, Load};

/// What a batch adds to a collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grown {
    pub(crate) added: Added,
    /// Rows of counters.
    pub(crate) cells: u64,
    /// Bytes of packed games.
    pub(crate) packed: u64,
}

/// The number of a collection, which is made if it is not there.
pub(crate) async fn collection(connection: &mut PgConnection, name: &str) -> sqlx::Result<i16> {
    let add = "INSERT INTO collections (name) VALUES ($1) ON CONFLICT (name) DO NOTHING";
    let find = "SELECT id FROM collections WHERE name = $1";
    sqlx::query(add)
        .bind(name)
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query(find).bind(name).fetch_one(connection).await?;
    row.try_get(0)
}

/// Keeps other batches of a collection waiting until the transaction ends.
pub(crate) async fn lock(change: &mut PgConnection, collection: i16) -> sqlx::Result<()> {
    sqlx::query("SELECT 1 FROM collections WHERE id = $1 FOR UPDATE")
        .bind(collection)
        .execute(change)
        .await?;
    Ok(())
}

/// Which games of a load count: one that is twice in it counts once.
pub(crate) fn distinct(load: &Load) -> Vec<bool> {
    let mut met = HashSet::with_capacity(load.batch.games().len());
    let games = load.batch.games().iter();
    games.map(|game| met.insert(game.id)).collect()
}

/// How many games are asked about before all are.
const SAMPLE: usize = 32;

/// Leaves out those that the collection has, where it has one of a few of them: a
/// file is new or known as a whole, mostly. What is overlooked is found when the
/// games are written.
pub(crate) async fn leave_out_likely(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
    fresh: &mut [bool],
) -> sqlx::Result<()> {
    let games = load.batch.games();
    let step = games.len().div_ceil(SAMPLE).max(1);
    let some = games.iter().step_by(step).map(|game| game.id);
    if known(change, collection, some).await?.is_empty() {
        return Ok(());
    }
    leave_out_known(change, collection, load, fresh).await
}

/// Leaves out those that the collection has.
pub(crate) async fn leave_out_known(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
    fresh: &mut [bool],
) -> sqlx::Result<()> {
    let games = load.batch.games();
    let known = known(change, collection, games.iter().map(|game| game.id)).await?;
    for (game, fresh) in games.iter().zip(fresh) {
        *fresh &= !known.contains(&game.id);
    }
    Ok(())
}

/// Which of some games the collection has.
async fn known(
    change: &mut PgConnection,
    collection: i16,
    games: impl Iterator<Item = GameId>,
) -> sqlx::Result<HashSet<GameId>> {
    let asked: Vec<String> = games.map(|id| format!("{:032x}", id.0)).collect();
    let known = "SELECT uuid_send(identity) FROM games
        WHERE collection = $1 AND identity = ANY($2::text[]::uuid[])";
    let rows = sqlx::query(known)
        .bind(collection)
        .bind(asked)
        .fetch_all(change)
        .await?;
    let id = |row: &PgRow| {
        let bytes: &[u8] = row.try_get(0)?;
        let bytes = bytes
            .try_into()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        Ok(GameId(u128::from_be_bytes(bytes)))
    };
    rows.iter().map(id).collect()
}

/// How many of some games are new.
pub(crate) fn added(fresh: &[bool]) -> Added {
    let games = fresh.iter().filter(|fresh| **fresh).count() as u64;
    Added {
        games,
        duplicates: fresh.len() as u64 - games,
        ..Added::default()
    }
}

/// Whether a game could not be written because the collection has it.
pub(crate) fn is_known(error: &sqlx::Error) -> bool {
    let constraint = error.as_database_error().and_then(|it| it.constraint());
    constraint == Some("unique_game")
}

/// Writes the ledger's line and the games that are new; says how many bytes they
/// take where they are kept.
pub(crate) async fn record(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
    fresh: &[bool],
) -> sqlx::Result<u64> {
    let batch = enter(change, collection, load, added(fresh)).await?;
    let packed = copy_blocks(change, batch, load, fresh).await?;
    let mut copy = change.copy_in_raw(games::COPY).await?;
    copy.send(games::rows(load, fresh, collection, batch))
        .await?;
    copy.finish().await?;
    Ok(packed)
}

/// Notes what a collection has grown by.
pub(crate) async fn note(
    change: &mut PgConnection,
    collection: i16,
    grown: Grown,
    through: Option<&str>,
) -> sqlx::Result<()> {
    let note = "UPDATE collections SET games = games + $2, moves = moves + $3, cells = cells + $4,
        packed = packed + $5, through = greatest(through COLLATE \"C\", $6) WHERE id = $1";
    sqlx::query(note)
        .bind(collection)
        .bind(signed(grown.added.games))
        .bind(signed(grown.added.moves))
        .bind(signed(grown.cells))
        .bind(signed(grown.packed))
        .bind(through)
        .execute(change)
        .await?;
    Ok(())
}

/// Writes the ledger's line; its number is that of the batch.
async fn enter(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
    added: Added,
) -> sqlx::Result<i64> {
    let line = "INSERT INTO ledger (collection, origin, games, duplicates, max_ply)
        VALUES ($1, $2, $3, $4, $5) RETURNING id";
    let line = sqlx::query(line)
        .bind(collection)
        .bind(load.origin.replace('\0', ""))
        .bind(signed(added.games))
        .bind(signed(added.duplicates))
        .bind(load.max_ply.map(i64::from))
        .fetch_one(change)
        .await?;
    line.try_get(0)
}

/// Brings the packed games of which one is new; says how many bytes they take.
async fn copy_blocks(
    change: &mut PgConnection,
    batch: i64,
    load: &Load,
    fresh: &[bool],
) -> sqlx::Result<u64> {
    let Some(kept) = &load.kept else {
        return Ok(0);
    };
    let mut wanted = vec![false; kept.blocks().len()];
    for ((block, _), fresh) in kept.places().iter().zip(fresh) {
        wanted[*block as usize] |= fresh;
    }
    let into = "COPY game_blocks (batch, number, bytes) FROM STDIN (FORMAT binary)";
    let mut copy = change.copy_in_raw(into).await?;
    let mut rows = Rows::new();
    let mut packed = 0;
    for ((number, block), wanted) in (0_i32..).zip(kept.blocks()).zip(wanted) {
        if wanted {
            rows.row(3)
                .value(&batch.to_be_bytes())
                .value(&number.to_be_bytes())
                .value(block);
            packed += block.len() as u64;
        }
        if let Some(chunk) = rows.full() {
            copy.send(chunk).await?;
        }
    }
    copy.send(rows.end()).await?;
    copy.finish().await?;
    Ok(packed)
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
