//! The catalog's part of a batch: which of its games are new, the games
//! themselves, the ledger's line and what the collection has grown by. Where the
//! counters lie is another matter; a cluster keeps its catalog here, too.

use std::collections::HashMap;

use krog_stats::GameId;
use sqlx::{PgConnection, Row as _};

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

/// Brings the games of a load to the server, for this transaction; says which
/// of them count: one that is twice in the load counts once.
pub(crate) async fn stage(change: &mut PgConnection, load: &Load) -> sqlx::Result<Vec<bool>> {
    sqlx::query(games::STAGE).execute(&mut *change).await?;
    let mut copy = change.copy_in_raw(games::COPY).await?;
    copy.send(games::rows(load)).await?;
    copy.finish().await?;
    sqlx::query("ANALYZE stage_games")
        .execute(&mut *change)
        .await?;
    let mut first: HashMap<GameId, usize> = HashMap::new();
    let mut fresh = vec![true; load.batch.games().len()];
    let mut again: Vec<i32> = Vec::new();
    for ((index, game), number) in load.batch.games().iter().enumerate().zip(0..) {
        if *first.entry(game.id).or_insert(index) != index {
            fresh[index] = false;
            again.push(number);
        }
    }
    if !again.is_empty() {
        sqlx::query("DELETE FROM stage_games WHERE number = ANY($1)")
            .bind(again)
            .execute(change)
            .await?;
    }
    Ok(fresh)
}

/// Takes those out of the stage that the collection has; says how many.
pub(crate) async fn leave_out_known(
    change: &mut PgConnection,
    collection: i16,
    fresh: &mut [bool],
) -> sqlx::Result<usize> {
    let known = "DELETE FROM stage_games USING games
        WHERE games.collection = $1 AND games.identity = stage_games.identity
        RETURNING stage_games.number";
    let known = sqlx::query(known)
        .bind(collection)
        .fetch_all(change)
        .await?;
    for row in &known {
        let number: i32 = row.try_get(0)?;
        fresh[usize::try_from(number).expect("a place in the batch")] = false;
    }
    Ok(known.len())
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

/// Writes the ledger's line and the games that are on the stage; says how many
/// bytes they take where they are kept.
pub(crate) async fn record(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
    fresh: &[bool],
) -> sqlx::Result<u64> {
    let batch = enter(change, collection, load, added(fresh)).await?;
    let packed = copy_blocks(change, batch, load, fresh).await?;
    sqlx::query(games::INSERT)
        .bind(collection)
        .bind(batch)
        .execute(change)
        .await?;
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
