//! Batches into PostgreSQL: one transaction each, in which it is decided which
//! games are new, and which holds the counters, the games and the ledger's line.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use krog_stats::{GameId, Tally};
use sqlx::{Connection as _, PgConnection, Row as _};

use super::{
    Inner,
    copy::Rows,
    games,
    merge::{CellRow, Merged},
};
use crate::contract::{Added, Intake, Load, StoreError};

/// A door into one collection. Several may stand open, here and elsewhere: the
/// batches of a collection wait for one another.
#[derive(Debug)]
pub(super) struct PostgresIntake {
    inner: Arc<Inner>,
    collection: i16,
    /// Games in batches that are not added yet.
    claimed: Mutex<HashSet<GameId>>,
}

impl PostgresIntake {
    pub(super) fn open(inner: &Arc<Inner>, name: &str) -> Result<PostgresIntake, StoreError> {
        let add = "INSERT INTO collections (name) VALUES ($1) ON CONFLICT (name) DO NOTHING";
        let find = "SELECT id FROM collections WHERE name = $1";
        let collection = inner.work(async |connection| {
            sqlx::query(add)
                .bind(name)
                .execute(&mut *connection)
                .await?;
            let row = sqlx::query(find).bind(name).fetch_one(connection).await?;
            row.try_get(0)
        })?;
        Ok(PostgresIntake {
            inner: Arc::clone(inner),
            collection,
            claimed: Mutex::default(),
        })
    }
}

impl Intake for PostgresIntake {
    fn claim(&self, id: GameId) -> bool {
        let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.insert(id)
    }

    fn add(&self, load: &mut Load) -> Result<Added, StoreError> {
        load.batch.sort();
        if let Some(kept) = &mut load.kept {
            kept.close();
        }
        let added = self.inner.work(async |connection| {
            let mut change = connection.begin().await?;
            let added = write(&mut change, self.collection, load).await?;
            if added.games == 0 {
                change.rollback().await?;
            } else {
                change.commit().await?;
            }
            Ok(added)
        });
        {
            let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
            for game in load.batch.games() {
                claimed.remove(&game.id);
            }
        }
        load.batch.clear();
        if let Some(kept) = &mut load.kept {
            kept.clear();
        }
        load.through = None;
        added
    }

    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        Ok(())
    }
}

async fn write(change: &mut PgConnection, collection: i16, load: &Load) -> sqlx::Result<Added> {
    // The batches of a collection come one after the other from here on.
    sqlx::query("SELECT 1 FROM collections WHERE id = $1 FOR UPDATE")
        .bind(collection)
        .execute(&mut *change)
        .await?;
    let fresh = stage_games(change, collection, load).await?;
    let games = fresh.iter().filter(|fresh| **fresh).count() as u64;
    let mut added = Added {
        games,
        duplicates: fresh.len() as u64 - games,
        ..Added::default()
    };
    if games == 0 {
        return Ok(added);
    }
    let batch = enter(change, collection, load, added).await?;
    let packed = copy_blocks(change, batch, load, &fresh).await?;
    sqlx::query(games::INSERT)
        .bind(collection)
        .bind(batch)
        .execute(&mut *change)
        .await?;
    let mut merged = Merged::new(&load.batch, &fresh);
    let cells = copy_counts(change, collection, &mut merged).await?;
    (added.positions, added.moves) = (merged.positions, merged.moves);
    sqlx::query(UPSERT).execute(&mut *change).await?;
    let note = "UPDATE collections SET games = games + $2, moves = moves + $3, cells = cells + $4,
        packed = packed + $5, through = greatest(through COLLATE \"C\", $6) WHERE id = $1";
    sqlx::query(note)
        .bind(collection)
        .bind(signed(added.games))
        .bind(signed(added.moves))
        .bind(signed(cells))
        .bind(signed(packed))
        .bind(load.through.as_deref())
        .execute(change)
        .await?;
    Ok(added)
}

/// Brings the games of a load to the server and takes out those that the
/// collection has; says which stay.
async fn stage_games(
    change: &mut PgConnection,
    collection: i16,
    load: &Load,
) -> sqlx::Result<Vec<bool>> {
    sqlx::query(games::STAGE).execute(&mut *change).await?;
    let mut copy = change.copy_in_raw(games::COPY).await?;
    copy.send(games::rows(load)).await?;
    copy.finish().await?;
    sqlx::query("ANALYZE stage_games")
        .execute(&mut *change)
        .await?;
    // A game that is twice in a batch counts once, too.
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
            .execute(&mut *change)
            .await?;
    }
    let known = "DELETE FROM stage_games USING games
        WHERE games.collection = $1 AND games.identity = stage_games.identity
        RETURNING stage_games.number";
    let known = sqlx::query(known)
        .bind(collection)
        .fetch_all(change)
        .await?;
    for row in known {
        let number: i32 = row.try_get(0)?;
        fresh[usize::try_from(number).expect("a place in the batch")] = false;
    }
    Ok(fresh)
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

const STAGE: &str = "CREATE TEMP TABLE IF NOT EXISTS stage_counts
    (LIKE move_counts) ON COMMIT DELETE ROWS";

/// One statement for the whole batch; an example gives way to a greater one.
const UPSERT: &str = "INSERT INTO move_counts AS known SELECT * FROM stage_counts
    ON CONFLICT (hash, collection, move, band) DO UPDATE SET
    white = known.white + excluded.white,
    draws = known.draws + excluded.draws,
    black = known.black + excluded.black,
    mover_ratings = known.mover_ratings + excluded.mover_ratings,
    opponent_ratings = known.opponent_ratings + excluded.opponent_ratings,
    example = CASE WHEN (excluded.example_ratings, excluded.example)
        > (known.example_ratings, known.example)
        THEN excluded.example ELSE known.example END,
    example_ratings = greatest(known.example_ratings, excluded.example_ratings)";

/// Brings the counters of a batch to the server; says how many rows they are.
async fn copy_counts(
    change: &mut PgConnection,
    collection: i16,
    merged: &mut Merged<'_>,
) -> sqlx::Result<u64> {
    sqlx::query(STAGE).execute(&mut *change).await?;
    let mut copy = change
        .copy_in_raw("COPY stage_counts FROM STDIN (FORMAT binary)")
        .await?;
    let mut rows = Rows::new();
    let mut cells = 0;
    for row in merged.by_ref() {
        put(&mut rows, collection, &row);
        cells += 1;
        if let Some(chunk) = rows.full() {
            copy.send(chunk).await?;
        }
    }
    copy.send(rows.end()).await?;
    copy.finish().await?;
    Ok(cells)
}

/// A row in the order of the table's columns.
fn put(rows: &mut Rows, collection: i16, row: &CellRow) {
    let Tally {
        white,
        draws,
        black,
        mover_ratings,
        opponent_ratings,
    } = row.tally;
    // A batch fits into memory, so its counts fit; the server minds the sums.
    let count = |number: u64| i32::try_from(number).unwrap_or(i32::MAX).to_be_bytes();
    let ratings = u64::from(row.example.ratings.unwrap_or(0));
    let cell = u16::try_from(row.cell.index()).expect("few cells");
    rows.row(11)
        .value(&row.key.0.to_be_bytes())
        .value(&row.example.game.0.to_be_bytes())
        .value(&count(white))
        .value(&count(draws))
        .value(&count(black))
        .value(&count(ratings))
        .value(&collection.to_be_bytes())
        .value(&row.step.bits().to_be_bytes())
        .value(&cell.to_be_bytes())
        .numeric(mover_ratings)
        .numeric(opponent_ratings);
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
