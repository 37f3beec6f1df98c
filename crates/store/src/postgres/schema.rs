//! The schema: migrations in their order, each applied once, in a transaction
//! of its own, by one process at a time.

use sqlx::{Connection as _, PgConnection, Row as _};

use super::{book, derived};
use crate::contract::StoreError;

/// The migrations: the number of each is its place, from one.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_counters.sql"),
    include_str!("migrations/0002_source.sql"),
    include_str!("migrations/0003_desk.sql"),
    include_str!("migrations/0004_narrow.sql"),
    include_str!("migrations/0005_marks.sql"),
    include_str!("migrations/0006_cluster.sql"),
    include_str!("migrations/0007_notes.sql"),
    include_str!("migrations/0008_unchecked.sql"),
    include_str!("migrations/0009_packed.sql"),
];

/// The oldest server that is understood, as it tells its version.
const OLDEST: i32 = 150_000;

/// The lock that keeps a second migration waiting.
const LOCK: i64 = 0x6b72_6f67;

/// How many migrations a database has; none if it never saw one.
pub(super) async fn version(connection: &mut PgConnection) -> sqlx::Result<Option<i32>> {
    let there = "SELECT to_regclass('krog_migrations') IS NOT NULL";
    let there: bool = sqlx::query(there).fetch_one(&mut *connection).await?.get(0);
    if !there {
        return Ok(None);
    }
    let last = "SELECT max(version) FROM krog_migrations";
    sqlx::query(last).fetch_one(connection).await?.try_get(0)
}

/// Whether the server and its schema are those that this version works with.
pub(super) async fn check(
    connection: &mut PgConnection,
    place: &str,
) -> sqlx::Result<Result<(), StoreError>> {
    if let Err(error) = check_server(connection, place).await? {
        return Ok(Err(error));
    }
    let expected = i32::try_from(MIGRATIONS.len()).expect("few");
    Ok(match version(connection).await? {
        None => Err(StoreError::Absent {
            place: place.to_owned(),
        }),
        Some(found) if found != expected => Err(StoreError::Format {
            place: place.to_owned(),
            found: format!("schema {found}"),
            expected: format!("schema {expected}; `krog db migrate` brings an older one there"),
        }),
        Some(_) => Ok(()),
    })
}

async fn check_server(
    connection: &mut PgConnection,
    place: &str,
) -> sqlx::Result<Result<(), StoreError>> {
    let server = "SELECT current_setting('server_version_num')::int, version()";
    let server = sqlx::query(server).fetch_one(connection).await?;
    let (number, name): (i32, String) = (server.get(0), server.get(1));
    Ok(if number < OLDEST {
        Err(StoreError::Format {
            place: place.to_owned(),
            found: name,
            expected: "PostgreSQL 15 or later".to_owned(),
        })
    } else {
        Ok(())
    })
}

/// Applies the migrations that a database has not seen; says how many.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    place: &str,
) -> sqlx::Result<Result<usize, StoreError>> {
    if let Err(error) = check_server(connection, place).await? {
        return Ok(Err(error));
    }
    let lock = "SELECT pg_advisory_lock($1)";
    sqlx::query(lock)
        .bind(LOCK)
        .execute(&mut *connection)
        .await?;
    let done = apply(connection, place).await;
    let unlock = "SELECT pg_advisory_unlock($1)";
    // A connection that is gone has no lock either.
    let _gone = sqlx::query(unlock).bind(LOCK).execute(connection).await;
    done
}

/// Does something while no other process migrates or does so.
pub(super) async fn alone<T>(
    connection: &mut PgConnection,
    work: impl FnOnce() -> T,
) -> sqlx::Result<T> {
    let mut change = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *change)
        .await?;
    let done = work();
    change.rollback().await?;
    Ok(done)
}

async fn apply(
    connection: &mut PgConnection,
    place: &str,
) -> sqlx::Result<Result<usize, StoreError>> {
    let found = version(connection).await?.unwrap_or(0);
    let seen = usize::try_from(found).unwrap_or(0);
    if seen > MIGRATIONS.len() {
        return Ok(Err(StoreError::Format {
            place: place.to_owned(),
            found: format!("schema {found}"),
            expected: format!("schema {} at most", MIGRATIONS.len()),
        }));
    }
    for (version, migration) in (1_i32..).zip(MIGRATIONS).skip(seen) {
        let mut change = connection.begin().await?;
        let table = "CREATE TABLE IF NOT EXISTS krog_migrations (
            version INTEGER PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now())";
        sqlx::query(table).execute(&mut *change).await?;
        sqlx::raw_sql(*migration).execute(&mut *change).await?;
        sqlx::query("INSERT INTO krog_migrations (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
    }
    derived::put_bands(connection).await?;
    book::put_openings(connection).await?;
    Ok(Ok(MIGRATIONS.len() - seen))
}
