//! The ClickHouse store: counters on shards, everything else in a PostgreSQL
//! catalog.
//!
//! Counters come in runs. A run is one partition on every shard, and is written
//! once; a row of the catalog says that it counts, in the transaction that takes
//! its games in. Whatever fails before that leaves a run that nobody reads. See
//! docs/decisions/0026-clickhouse.md.

mod intake;
mod place;
mod read;
mod rows;
mod schema;
mod shard;
mod statements;
mod upkeep;

use std::{
    io,
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

use krog_chess::{Chess, PositionKey};
use krog_stats::{Counts, GameId, Statistics, StatisticsError};

use crate::{
    address::Address,
    contract::{Collection, Intake, Plies, Store, StoreError, check_name},
    desk::Desk,
    embedded::Embedded,
    kept::KeptGame,
    postgres::{
        Postgres,
        runs::{self, Rack},
    },
};
use place::Place;
use shard::Shard;

pub(crate) use place::decoded;

/// How old the list of runs may be when a lookup begins.
const FRESH: Duration = Duration::from_millis(20);

/// How long a run stays after another took its place, so that those who know the
/// old list can read it.
const RETIRED: Duration = Duration::from_mins(1);

/// An answer that was given later than this after its list was read is asked for
/// again.
const STALE: Duration = Duration::from_secs(30);

/// A store on a ClickHouse cluster.
#[derive(Clone, Debug)]
pub struct ClickHouse {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    catalog: Postgres,
    shards: Vec<Shard>,
    list: RwLock<Option<Arc<List>>>,
}

/// The runs that counted at a moment.
#[derive(Debug)]
struct List {
    racks: Vec<Rack>,
    read: Instant,
}

impl ClickHouse {
    /// One of each statement that a server is sent, in an order in which they can
    /// be run, for those who try them on another one.
    pub fn statements(database: &str) -> Vec<String> {
        statements::all(database)
    }

    /// Opens the store of a cluster.
    pub fn open(url: &str) -> Result<ClickHouse, StoreError> {
        let place = Place::parse(url)?;
        let shards = Shard::all(&place);
        let told = Address::ClickHouse(url.to_owned()).to_string();
        let Some((catalog, cluster)) = Postgres::open_catalog(&place.catalog)? else {
            return Err(StoreError::Absent { place: told });
        };
        schema::check_size(&cluster, &shards, &told)?;
        for (number, shard) in shards.iter().enumerate() {
            schema::check(shard, number, &cluster, &told)?;
        }
        Ok(ClickHouse::new(catalog, shards))
    }

    /// Opens the store of a cluster; makes it if it is not there.
    pub fn create(url: &str) -> Result<ClickHouse, StoreError> {
        let place = Place::parse(url)?;
        let shards = Shard::all(&place);
        let told = Address::ClickHouse(url.to_owned()).to_string();
        let many = u32::try_from(shards.len()).unwrap_or(u32::MAX);
        let (catalog, cluster) = Postgres::create_catalog(&place.catalog, many)?;
        schema::check_size(&cluster, &shards, &told)?;
        // Two who make it at once would each give a server its number.
        catalog.alone(|| {
            for (number, shard) in shards.iter().enumerate() {
                schema::make(shard, number, &cluster, &place)?;
                schema::check(shard, number, &cluster, &told)?;
            }
            Ok(())
        })?;
        Ok(ClickHouse::new(catalog, shards))
    }

    fn new(catalog: Postgres, shards: Vec<Shard>) -> ClickHouse {
        let inner = Arc::new(Inner {
            catalog,
            shards,
            list: RwLock::default(),
        });
        ClickHouse { inner }
    }

    /// Adds the games of a directory, collection by collection and part by part, as
    /// they are counted there. `apart` is called for a collection that shares games
    /// with this store, and must add those of its games that are new.
    pub fn join(
        &self,
        other: &Embedded,
        apart: &mut dyn FnMut(&str, u64) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for shelf in other.shelves()? {
            let intake = intake::ClusterIntake::open(&self.inner, &shelf.name)?;
            let mut shared = 0;
            for part in shelf.parts().filter(|_| shelf.plies != Plies::Mixed) {
                shared += intake.take_over(part)?.unwrap_or(0);
            }
            Box::new(intake).finish()?;
            if shared > 0 || shelf.plies == Plies::Mixed {
                apart(&shelf.name, shared)?;
            }
        }
        Ok(())
    }

    /// Drops what nobody reads any more and joins runs of like size; says how
    /// many runs are left.
    pub fn tidy(&self) -> Result<u64, StoreError> {
        for rack in &self.inner.fresh_list()?.racks {
            upkeep::Upkeep::new(&self.inner, rack.id).finish()?;
        }
        let list = self.inner.fresh_list()?;
        let runs = list.racks.iter().map(|rack| rack.runs.len() as u64);
        Ok(runs.sum())
    }

    /// Compares the rows of every run on every shard with what the catalog says;
    /// tells what differs.
    pub fn verify(&self) -> Result<Vec<String>, StoreError> {
        read::verify(&self.inner)
    }
}

impl Inner {
    /// The shard of a position.
    fn owner(&self, key: PositionKey) -> usize {
        let shards = self.shards.len() as u64;
        usize::try_from(key.0 % shards).expect("fewer than shards")
    }

    /// The runs that count, as of a moment ago at most.
    fn recent_list(&self) -> Result<Arc<List>, StoreError> {
        let known = self.list.read().unwrap_or_else(PoisonError::into_inner);
        match known.as_ref() {
            Some(list) if list.read.elapsed() < FRESH => Ok(Arc::clone(list)),
            _ => {
                drop(known);
                self.fresh_list()
            }
        }
    }

    /// The runs that count now.
    fn fresh_list(&self) -> Result<Arc<List>, StoreError> {
        let read = Instant::now();
        let racks = self.catalog.inner().work(runs::racks)?;
        let list = Arc::new(List { racks, read });
        let mut place = self.list.write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(Arc::clone(&list));
        Ok(list)
    }

    fn counts(&self, collection: &str, position: &Chess) -> Result<Counts, StoreError> {
        loop {
            let list = self.recent_list()?;
            let rack = list.rack(collection)?;
            let key = PositionKey::of(position);
            let found = read::moves(&self.shards[self.owner(key)], rack, key)?;
            if list.read.elapsed() < STALE {
                let packed = found
                    .into_iter()
                    .map(|(step, counter)| (step.packed(), counter));
                let through = rack.through.clone();
                return Ok(Counts::from_packed(position, collection, through, packed));
            }
        }
    }
}

impl List {
    fn rack(&self, name: &str) -> Result<&Rack, StoreError> {
        let found = self.racks.iter().find(|rack| rack.name == name);
        found.ok_or_else(|| StoreError::NoCollection {
            found: name.to_owned(),
            known: self.racks.iter().map(|rack| rack.name.clone()).collect(),
        })
    }
}

impl Statistics for ClickHouse {
    fn counts(&self, collection: &str, position: &Chess) -> Result<Counts, StatisticsError> {
        let found = self.inner.counts(collection, position);
        found.map_err(|error| match error {
            StoreError::NoCollection { found, known } => {
                StatisticsError::NoCollection { found, known }
            }
            other => StatisticsError::Store(other.into()),
        })
    }
}

impl Store for ClickHouse {
    fn collections(&self) -> Result<Vec<Collection>, StoreError> {
        read::collections(&self.inner)
    }

    fn game(&self, collection: &str, id: GameId) -> Result<Option<KeptGame>, StoreError> {
        self.inner.catalog.game(collection, id)
    }

    fn intake(&self, collection: &str) -> Result<Box<dyn Intake + '_>, StoreError> {
        check_name(collection)?;
        let intake = intake::ClusterIntake::open(&self.inner, collection)?;
        Ok(Box::new(intake))
    }

    fn export(&self, out: &mut dyn io::Write) -> Result<(), StoreError> {
        read::export(&self.inner, out)
    }

    fn desk(&self) -> &dyn Desk {
        self.inner.catalog.desk()
    }
}
