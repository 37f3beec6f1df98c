//! Answers: what was played, what is kept, and all of it as text.

use std::io;

use futures_util::TryStreamExt as _;
use krog_chess::{Chess, PositionKey};
use krog_stats::{Cell, Counter, Counts, Example, GameId, StepBits, Tally};
use sqlx::{Connection as _, PgConnection, Row as _, postgres::PgRow};

use crate::{
    contract::{Collection, Plies, StoreError},
    export::Lines,
    kept::{self, KeptGame},
};

/// The values of a counter's row, from a column on.
const VALUES: usize = 9;

/// All moves of a position, and the collection even if it has none of them.
pub(super) const COUNTS: &str = "SELECT collections.through,
    move, band, white, draws, black, mover_ratings::bigint, opponent_ratings::bigint,
    example_ratings, uuid_send(example)
    FROM collections LEFT JOIN move_counts
    ON move_counts.collection = collections.id AND move_counts.hash = $2
    WHERE name = $1";

pub(super) async fn counts(
    connection: &mut PgConnection,
    collection: &str,
    position: &Chess,
) -> sqlx::Result<Result<Counts, StoreError>> {
    let key = PositionKey::of(position);
    let rows = sqlx::query(COUNTS)
        .bind(collection)
        .bind(key.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    let Some(first) = rows.first() else {
        return Ok(Err(no_collection(connection, collection).await?));
    };
    let through = first.try_get(0)?;
    let mut moves: Vec<(StepBits, Counter)> = Vec::new();
    for row in &rows {
        if row.try_get::<Option<i16>, _>(1)?.is_none() {
            continue;
        }
        let (step, part) = part(row, 1)?;
        match moves.iter_mut().find(|(known, _)| *known == step) {
            Some((_, counter)) => counter.merge(&part),
            None => moves.push((step, part)),
        }
    }
    let packed = moves
        .into_iter()
        .map(|(step, counter)| (step.packed(), counter));
    let counts = Counts::from_packed(position, collection, through, packed);
    Ok(Ok(counts))
}

/// The move of a row and its games in one cell.
fn part(row: &PgRow, from: usize) -> sqlx::Result<(StepBits, Counter)> {
    let strange = |what: String| sqlx::Error::Decode(what.into());
    let bits = row.try_get::<i16, _>(from)?.cast_unsigned();
    let step = StepBits::from_bits(bits)
        .ok_or_else(|| strange(format!("found the move {bits:#x}, expected a move's bits")))?;
    let band: i16 = row.try_get(from + 1)?;
    let cell = usize::try_from(band).ok().and_then(Cell::at);
    let cell = cell.ok_or_else(|| {
        let most = Cell::COUNT - 1;
        strange(format!("found the band {band}, expected 0 to {most}"))
    })?;
    let count = |column: usize| -> sqlx::Result<u64> {
        let number: i32 = row.try_get(from + column)?;
        Ok(u64::try_from(number).unwrap_or(0))
    };
    let sum = |column: usize| -> sqlx::Result<u64> {
        let number: i64 = row.try_get(from + column)?;
        Ok(u64::try_from(number).unwrap_or(0))
    };
    let tally = Tally {
        white: count(2)?,
        draws: count(3)?,
        black: count(4)?,
        mover_ratings: sum(5)?,
        opponent_ratings: sum(6)?,
    };
    let ratings: i32 = row.try_get(from + 7)?;
    let id: Vec<u8> = row.try_get(from + VALUES - 1)?;
    let id: [u8; 16] = id
        .try_into()
        .map_err(|_| strange("found an identity that is not 16 bytes".to_owned()))?;
    let example = Example {
        ratings: (cell != Cell::Unrated).then(|| u32::try_from(ratings).unwrap_or(0)),
        game: GameId(u128::from_be_bytes(id)),
    };
    Ok((step, Counter::from_cells([(cell, tally)], Some(example))))
}

async fn no_collection(connection: &mut PgConnection, found: &str) -> sqlx::Result<StoreError> {
    Ok(StoreError::NoCollection {
        found: found.to_owned(),
        known: names(connection)
            .await?
            .into_iter()
            .map(|(_, name)| name)
            .collect(),
    })
}

/// The collections in the order of their names, whatever the server's language.
async fn names(connection: &mut PgConnection) -> sqlx::Result<Vec<(i16, String)>> {
    let names = r#"SELECT id, name FROM collections ORDER BY name COLLATE "C""#;
    let rows = sqlx::query(names).fetch_all(connection).await?;
    rows.iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect()
}

pub(super) async fn collections(connection: &mut PgConnection) -> sqlx::Result<Vec<Collection>> {
    let parts = "WITH parts AS (
            SELECT count(*) FILTER (WHERE isleaf) AS parts,
                sum(pg_total_relation_size(relid))::bigint AS bytes
            FROM pg_partition_tree('move_counts')
        ), whole AS (SELECT greatest(sum(cells), 1)::float8 AS cells FROM collections)
        SELECT id, parts, (parts.bytes * (collections.cells / whole.cells))::bigint
        FROM collections, parts, whole";
    let parts = sqlx::query(parts).fetch_all(&mut *connection).await?;
    let mut collections = numbered(connection).await?;
    for row in &parts {
        let id: i16 = row.try_get(0)?;
        let known = collections.iter_mut().find(|(known, _)| *known == id);
        if let Some((_, collection)) = known {
            collection.parts = number(row, 1)?;
            collection.bytes += number(row, 2)?;
        }
    }
    Ok(collections.into_iter().map(|(_, known)| known).collect())
}

/// The collections, with the bytes of their games alone.
pub(super) async fn catalogued(connection: &mut PgConnection) -> sqlx::Result<Vec<Collection>> {
    let collections = numbered(connection).await?;
    Ok(collections.into_iter().map(|(_, known)| known).collect())
}

async fn numbered(connection: &mut PgConnection) -> sqlx::Result<Vec<(i16, Collection)>> {
    let ask = r#"SELECT id, name, games, moves, packed, through,
            (SELECT count(DISTINCT coalesce(max_ply, -1)) FROM ledger
                WHERE collection = collections.id),
            (SELECT max(max_ply) FROM ledger WHERE collection = collections.id)
        FROM collections ORDER BY name COLLATE "C""#;
    let rows = sqlx::query(ask).fetch_all(connection).await?;
    let collection = |row: &PgRow| {
        let most: Option<i64> = row.try_get(7)?;
        let most = most.and_then(|plies| u32::try_from(plies).ok());
        let collection = Collection {
            name: row.try_get(1)?,
            games: number(row, 2)?,
            moves: number(row, 3)?,
            parts: 0,
            bytes: number(row, 4)?,
            through: row.try_get(5)?,
            plies: match (number(row, 6)?, most) {
                (0, _) | (_, None) => Plies::All,
                (1, Some(plies)) => Plies::First(plies),
                _ => Plies::Mixed,
            },
        };
        Ok((row.try_get(0)?, collection))
    };
    rows.iter().map(collection).collect()
}

fn number(row: &PgRow, column: usize) -> sqlx::Result<u64> {
    let number: i64 = row.try_get(column)?;
    Ok(u64::try_from(number).unwrap_or(0))
}

pub(super) async fn game(
    connection: &mut PgConnection,
    collection: &str,
    id: GameId,
) -> sqlx::Result<Result<Option<KeptGame>, StoreError>> {
    let ask = "SELECT games.place, game_blocks.bytes
        FROM collections
        LEFT JOIN games ON games.collection = collections.id AND games.identity = $2::text::uuid
        LEFT JOIN game_blocks ON game_blocks.batch = games.batch
            AND game_blocks.number = games.block
        WHERE name = $1";
    let row = sqlx::query(ask)
        .bind(collection)
        .bind(format!("{:032x}", id.0))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else {
        return Ok(Err(no_collection(connection, collection).await?));
    };
    let (place, block): (Option<i32>, Option<Vec<u8>>) = (row.try_get(0)?, row.try_get(1)?);
    let (Some(place), Some(block)) = (place, block) else {
        return Ok(Ok(None));
    };
    let strange = || sqlx::Error::Decode("found a block of games that was changed".into());
    let games = kept::unpack(&block).ok_or_else(strange)?;
    let place = usize::try_from(place).map_err(|_| strange())?;
    let game = games.into_iter().nth(place).ok_or_else(strange)?;
    Ok(Ok(Some(game)))
}

/// Keys are unsigned, the server's numbers are not: the greater half comes from
/// the negative ones.
const HALVES: [&str; 2] = [
    "SELECT move, band, white, draws, black, mover_ratings::bigint, opponent_ratings::bigint,
    example_ratings, uuid_send(example), hash FROM move_counts
    WHERE collection = $1 AND hash >= 0 ORDER BY hash, move < 0, move, band",
    "SELECT move, band, white, draws, black, mover_ratings::bigint, opponent_ratings::bigint,
    example_ratings, uuid_send(example), hash FROM move_counts
    WHERE collection = $1 AND hash < 0 ORDER BY hash, move < 0, move, band",
];

pub(super) async fn export(
    connection: &mut PgConnection,
    out: &mut dyn io::Write,
) -> sqlx::Result<()> {
    let mut moment = connection
        .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .await?;
    let mut lines = Lines::new(out)?;
    for (collection, name) in names(&mut moment).await? {
        for half in HALVES {
            let mut last: Option<(PositionKey, StepBits, Counter)> = None;
            let mut rows = sqlx::query(half).bind(collection).fetch(&mut *moment);
            while let Some(row) = rows.try_next().await? {
                let (step, part) = part(&row, 0)?;
                let key = PositionKey(row.try_get::<i64, _>(VALUES)?.cast_unsigned());
                match &mut last {
                    Some((known, other, counter)) if *known == key && *other == step => {
                        counter.merge(&part);
                    }
                    last => {
                        if let Some((key, step, counter)) = last.replace((key, step, part)) {
                            lines.write(&name, key, step, &counter)?;
                        }
                    }
                }
            }
            if let Some((key, step, counter)) = last {
                lines.write(&name, key, step, &counter)?;
            }
        }
    }
    lines.finish()?;
    moment.rollback().await
}
