//! Batches into PostgreSQL: one transaction each, in which it is decided which
//! games are new, and which holds the counters, the games and the ledger's line.

use std::sync::Arc;

use krog_stats::{GameId, Tally};
use sqlx::{Connection as _, PgConnection};

use super::{
    Inner,
    catalog::{self, Grown},
    copy::Rows,
    merge::{CellRow, Merged, Order},
};
use crate::{
    claims::Claims,
    contract::{Added, Intake, Load, StoreError},
};

/// A door into one collection. Several may stand open, here and elsewhere: the
/// batches of a collection wait for one another.
#[derive(Debug)]
pub(super) struct PostgresIntake {
    inner: Arc<Inner>,
    collection: i16,
    claims: Claims,
}

impl PostgresIntake {
    pub(super) fn open(inner: &Arc<Inner>, name: &str) -> Result<PostgresIntake, StoreError> {
        let collection =
            inner.work(async |connection| catalog::collection(connection, name).await)?;
        Ok(PostgresIntake {
            inner: Arc::clone(inner),
            collection,
            claims: Claims::default(),
        })
    }
}

impl Intake for PostgresIntake {
    fn claim(&self, id: GameId) -> bool {
        self.claims.claim(id)
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
        self.claims.release(load);
        added
    }

    fn finish(self: Box<Self>) -> Result<(), StoreError> {
        Ok(())
    }
}

async fn write(change: &mut PgConnection, collection: i16, load: &Load) -> sqlx::Result<Added> {
    // The batches of a collection come one after the other from here on.
    catalog::lock(change, collection).await?;
    let mut fresh = catalog::distinct(load);
    catalog::leave_out_known(change, collection, load, &mut fresh).await?;
    let mut added = catalog::added(&fresh);
    if added.games == 0 {
        return Ok(added);
    }
    let packed = catalog::record(change, collection, load, &fresh).await?;
    let mut merged = Merged::new(&load.batch, &fresh, Order::Signed);
    let cells = copy_counts(change, collection, &mut merged).await?;
    (added.positions, added.moves) = (merged.positions, merged.moves);
    for statement in ["ANALYZE stage_counts", ADD_TO_KNOWN, ADD_NEW] {
        sqlx::query(statement).execute(&mut *change).await?;
    }
    let grown = Grown {
        added,
        cells,
        packed,
    };
    catalog::note(change, collection, grown, load.through.as_deref()).await?;
    Ok(added)
}

const STAGE: &str = "CREATE TEMP TABLE IF NOT EXISTS stage_counts
    (LIKE move_counts) ON COMMIT DELETE ROWS";

/// Adds to the rows that are there, and takes what was added out of the stage; an
/// example gives way to a greater one. Most rows of a batch are new: brought by a
/// statement of their own, they take half the time of `ON CONFLICT`.
const ADD_TO_KNOWN: &str = "WITH met AS (
        UPDATE move_counts AS known SET
        white = known.white + stage.white,
        draws = known.draws + stage.draws,
        black = known.black + stage.black,
        mover_ratings = known.mover_ratings + stage.mover_ratings,
        opponent_ratings = known.opponent_ratings + stage.opponent_ratings,
        example = CASE WHEN (stage.example_ratings, stage.example)
            > (known.example_ratings, known.example)
            THEN stage.example ELSE known.example END,
        example_ratings = greatest(known.example_ratings, stage.example_ratings)
        FROM stage_counts AS stage
        WHERE known.hash = stage.hash AND known.collection = stage.collection
        AND known.move = stage.move AND known.band = stage.band
        RETURNING stage.ctid AS place)
    DELETE FROM stage_counts USING met WHERE stage_counts.ctid = met.place";

/// What is left is new: the batches of a collection come one after the other.
const ADD_NEW: &str = "INSERT INTO move_counts SELECT * FROM stage_counts";

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
