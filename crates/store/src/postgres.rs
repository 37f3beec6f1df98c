//! The PostgreSQL store: counters in one compact table, hash-partitioned by
//! position, games beside it, and everything that a batch changes in one
//! transaction.
//!
//! The contract is blocking, so the store owns the runtime that it needs to
//! speak to the server. Several processes may read and write at once: the
//! batches of a collection wait for one another in the server.

mod book;
pub(crate) mod catalog;
mod copy;
mod derived;
mod desk;
mod games;
mod intake;
pub(crate) mod merge;
mod notes;
mod read;
pub(crate) mod runs;
mod schema;

use std::{
    io,
    pin::pin,
    str::FromStr as _,
    sync::Arc,
    time::{Duration, Instant},
};

use krog_chess::Chess;
use krog_stats::{Counts, GameId, Statistics, StatisticsError};
use sqlx::{
    Connection as _, PgConnection, PgPool,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::{
    runtime::{Builder, Runtime},
    sync::Mutex,
    time::timeout,
};

use crate::{
    address::Address,
    contract::{Collection, Intake, Store, StoreError, check_name},
    desk::{Desk, Keeper},
    kept::KeptGame,
    notes::Notes,
};

use runs::Cluster;

pub use derived::PrincipleRow;

/// How many connections a process has at most.
const CONNECTIONS: u32 = 8;

/// How long a server may take to answer the door.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection that was used so shortly before is taken to be alive.
const TRUSTED: Duration = Duration::from_secs(1);
/// How long one waits for a connection before asking whether the server is there.
const DOUBT: Duration = Duration::from_secs(1);

/// A store in a PostgreSQL database.
#[derive(Clone, Debug)]
pub struct Postgres {
    inner: Arc<Inner>,
    desk: Keeper<Arc<Inner>>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    /// The address, without its password.
    pub(crate) place: String,
    pool: PgPool,
    /// When the server was last seen by somebody who doubted.
    seen: Mutex<Option<Instant>>,
    /// Taken only when the store is dropped.
    runtime: Option<Runtime>,
}

impl Postgres {
    /// The statement of a lookup, for those who want it explained: the name of
    /// the collection, and the key of the position as a number with a sign.
    pub const LOOKUP: &str = read::COUNTS;

    /// Opens the store in a database.
    pub fn open(url: &str) -> Result<Postgres, StoreError> {
        let store = Postgres::connect(url)?;
        let place = &store.inner.place;
        let check = store
            .inner
            .work(async |connection| schema::check(connection, place).await);
        check??;
        store.stand_alone()?;
        Ok(store)
    }

    /// Opens the store in a database; makes it if it is not there, and brings
    /// its schema up to date.
    pub fn create(url: &str) -> Result<Postgres, StoreError> {
        let store = Postgres::connect(url)?;
        store.migrate()?;
        store.stand_alone()?;
        Ok(store)
    }

    /// Opens the catalog of a cluster; none if it is that of no cluster.
    pub(crate) fn open_catalog(url: &str) -> Result<Option<(Postgres, Cluster)>, StoreError> {
        let store = Postgres::connect(url)?;
        let place = &store.inner.place;
        store
            .inner
            .work(async |connection| schema::check(connection, place).await)??;
        let cluster = store.inner.work(runs::cluster)?;
        Ok(cluster.map(|cluster| (store, cluster)))
    }

    /// Opens the catalog of a cluster of so many shards; makes it if the database
    /// is empty.
    pub(crate) fn create_catalog(
        url: &str,
        shards: u32,
    ) -> Result<(Postgres, Cluster), StoreError> {
        let store = Postgres::connect(url)?;
        store.migrate()?;
        let made = store
            .inner
            .work(async |connection| runs::make_cluster(connection, shards).await)?;
        match made {
            Some(cluster) => Ok((store, cluster)),
            None => Err(StoreError::Unfit {
                place: store.inner.place.clone(),
                found: "a store with games of its own".to_owned(),
                expected: "an empty database, or the catalog of this cluster".to_owned(),
            }),
        }
    }

    /// The catalog of a cluster has no counters, so it is no store by itself.
    fn stand_alone(&self) -> Result<(), StoreError> {
        match self.inner.work(runs::cluster)? {
            None => Ok(()),
            Some(_) => Err(StoreError::Unfit {
                place: self.inner.place.clone(),
                found: "the catalog of a cluster".to_owned(),
                expected: "clickhouse://…?catalog=…, which has the counters".to_owned(),
            }),
        }
    }

    /// The collections, with the bytes of their games alone.
    pub(crate) fn catalogued(&self) -> Result<Vec<Collection>, StoreError> {
        self.inner.work(read::catalogued)
    }

    /// Does something that no other process does at the same time.
    pub(crate) fn alone<T>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.inner
            .work(async |connection| schema::alone(connection, work).await)?
    }

    /// What the catalog's tables are reached by.
    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }

    /// Applies the migrations that the database has not seen; says how many.
    pub fn migrate(&self) -> Result<usize, StoreError> {
        let place = &self.inner.place;
        self.inner
            .work(async |connection| schema::migrate(connection, place).await)?
    }

    fn connect(url: &str) -> Result<Postgres, StoreError> {
        let place = Address::Postgres(url.to_owned()).to_string();
        let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
            StoreError::failed(place.clone())(error)
        };
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| failed(error.into()))?
            .application_name("krog");
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("krog-postgres")
            .enable_all()
            .build()
            .map_err(|error| failed(error.into()))?;
        // A pool asks again and again and says in the end that it took too long;
        // one connection says what is wrong.
        runtime
            .block_on(knock(&options))
            .map_err(|error| failed(error.into()))?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .before_acquire(|connection, known| {
                Box::pin(async move {
                    // Asking each time whether it is alive would double the time of a lookup.
                    if known.idle_for < TRUSTED {
                        return Ok(true);
                    }
                    Ok(connection.ping().await.is_ok())
                })
            });
        let pool = runtime
            .block_on(pool.connect_with(options))
            .map_err(|error| failed(error.into()))?;
        let inner = Arc::new(Inner {
            place,
            pool,
            seen: Mutex::default(),
            runtime: Some(runtime),
        });
        let desk = Keeper(Arc::clone(&inner));
        Ok(Postgres { inner, desk })
    }
}

impl Inner {
    /// Does something with a connection and waits until it is done.
    pub(crate) fn work<T>(
        &self,
        job: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let runtime = self.runtime.as_ref().expect("there until the end");
        let done = runtime.block_on(async {
            let mut connection = self.acquire().await?;
            job(&mut connection).await
        });
        done.map_err(|error| StoreError::failed(self.place.clone())(error.into()))
    }

    /// A connection. Who waits for one waits because all are in use, or because
    /// there is no server any more, which the pool tells only at the very end.
    async fn acquire(&self) -> sqlx::Result<PoolConnection<sqlx::Postgres>> {
        let mut acquiring = pin!(self.pool.acquire());
        if let Ok(acquired) = timeout(DOUBT, acquiring.as_mut()).await {
            return acquired;
        }
        let mut seen = self.seen.lock().await;
        if seen.is_none_or(|seen| seen.elapsed() > DOUBT) {
            knock(&self.pool.connect_options()).await?;
            *seen = Some(Instant::now());
        }
        drop(seen);
        acquiring.await
    }
}

/// Connects once, to learn what is wrong if something is.
async fn knock(options: &PgConnectOptions) -> sqlx::Result<()> {
    let patience = timeout(PATIENCE, PgConnection::connect_with(options));
    let late = |_| sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    patience.await.map_err(late)??.close().await
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Waiting for a runtime is not allowed in another one, and there is
        // nothing to wait for: every call has come to its end.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Statistics for Postgres {
    fn counts(&self, collection: &str, position: &Chess) -> Result<Counts, StatisticsError> {
        let found = self
            .inner
            .work(async |connection| read::counts(connection, collection, position).await);
        found
            .and_then(|counts| counts)
            .map_err(|error| match error {
                StoreError::NoCollection { found, known } => {
                    StatisticsError::NoCollection { found, known }
                }
                other => StatisticsError::Store(other.into()),
            })
    }
}

impl Store for Postgres {
    fn collections(&self) -> Result<Vec<Collection>, StoreError> {
        self.inner.work(read::collections)
    }

    fn game(&self, collection: &str, id: GameId) -> Result<Option<KeptGame>, StoreError> {
        self.inner
            .work(async |connection| read::game(connection, collection, id).await)?
    }

    fn intake(&self, collection: &str) -> Result<Box<dyn Intake + '_>, StoreError> {
        check_name(collection)?;
        let intake = intake::PostgresIntake::open(&self.inner, collection)?;
        Ok(Box::new(intake))
    }

    fn export(&self, out: &mut dyn io::Write) -> Result<(), StoreError> {
        self.inner
            .work(async |connection| read::export(connection, out).await)
    }

    fn desk(&self) -> &dyn Desk {
        &self.desk
    }

    fn notes(&self) -> Option<&dyn Notes> {
        Some(self)
    }
}
