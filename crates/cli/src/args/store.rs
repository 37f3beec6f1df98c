//! Arguments of the commands that read or write the store.

use std::{convert::Infallible, env, num::NonZeroUsize, path::PathBuf, str::FromStr};

use anyhow::anyhow;
use clap::{Args as ClapArgs, Subcommand};
use krog_chess::Chess;
use krog_importer::{
    BaseAddress, Choice, Contact, Date, Given, NoService, Secret, Services, ServicesSettings,
    Settings, Speed,
};
use krog_stats::{Filter, SOURCE};
use krog_store::{Address, ClickHouse, Embedded, MAIN, Postgres, Store, StoreError};

use crate::outcome::Failure;

/// Which store.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct StoreArgs {
    /// The store: a directory, postgres://… or clickhouse://…; the user's own
    /// data directory if none is named
    #[arg(long, env = "KROG_DB", hide_env_values = true)]
    db: Option<Named>,
}

/// An address, or why it is none. That is told later: a message of the command
/// line would repeat the text, with a password in it.
#[derive(Clone, Debug)]
pub(crate) struct Named(Result<Address, String>);

impl FromStr for Named {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Named, Infallible> {
        let address = text.parse::<Address>();
        Ok(Named(address.map_err(|error| error.to_string())))
    }
}

impl Named {
    /// The address, if it is one.
    pub(crate) fn address(&self, part: &'static str) -> Result<Address, Failure> {
        let address = self.0.clone();
        address.map_err(|error| Failure::input(part, anyhow!(error)))
    }
}

impl StoreArgs {
    /// The store that is named, or the usual one.
    pub(crate) fn address(&self) -> Result<Address, Failure> {
        let usual = || {
            usual_directory().map(Address::Embedded).ok_or_else(|| {
                let error = anyhow!("found no home directory, expected --db DIRECTORY");
                Failure::input("--db", error)
            })
        };
        let named = |db: &Named| db.address("--db");
        self.db.as_ref().map_or_else(usual, named)
    }

    /// Opens the store for reading.
    pub(crate) fn open(&self) -> Result<Box<dyn Store>, Failure> {
        Ok(match self.address()? {
            Address::Embedded(path) => Box::new(Embedded::open(&path).map_err(failure)?),
            Address::Postgres(url) => Box::new(Postgres::open(&url).map_err(failure)?),
            Address::ClickHouse(url) => Box::new(ClickHouse::open(&url).map_err(failure)?),
        })
    }

    /// Opens the store, which is made if it is not there.
    pub(crate) fn create(&self) -> Result<Box<dyn Store>, Failure> {
        Ok(match self.address()? {
            Address::Embedded(path) => Box::new(Embedded::create(&path).map_err(failure)?),
            Address::Postgres(url) => Box::new(Postgres::create(&url).map_err(failure)?),
            Address::ClickHouse(url) => Box::new(ClickHouse::create(&url).map_err(failure)?),
        })
    }

    /// Opens the store for a service: made if it is not there, and where it may
    /// not be written, it is read.
    pub(crate) fn serve(&self) -> Result<Box<dyn Store>, Failure> {
        self.create().or_else(|failure| {
            let read = self.open().map_err(|_| failure)?;
            eprintln!("krog: the store can be read, not written");
            Ok(read)
        })
    }
}

/// Where a user's store lies unless told.
pub(crate) fn usual_directory() -> Option<PathBuf> {
    let data = env::var_os("XDG_DATA_HOME").filter(|path| !path.is_empty());
    let data = data.map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/share"));
    data.or_else(home).map(|data| data.join("krog"))
}

/// What a store's error is to the user.
pub(crate) fn failure(error: StoreError) -> Failure {
    match error {
        StoreError::Absent { .. } | StoreError::Format { .. } | StoreError::Unfit { .. } => {
            Failure::input("--db", error)
        }
        StoreError::NoCollection { .. } => Failure::input("--in", error),
        StoreError::Name { .. } => Failure::input("--into", error),
        other => Failure::Work(other.into()),
    }
}

/// What is imported, and how.
#[derive(Debug, ClapArgs)]
pub(crate) struct ImportArgs {
    /// PGN files, plain or packed (zst, gz, bz2, zip), or directories of them; - for
    /// standard input; lichess:USER or chesscom:USER for what is new of a player's
    /// games; the address of a game at Lichess or Chess.com
    #[arg(required_unless_present = "list", value_name = "FILE|USER|URL")]
    pub(crate) origins: Vec<Given>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Share the work with other machines: put the files on this list in the store,
    /// piece by piece, and import from it until it is done; without files, help
    #[arg(long, value_name = "NAME", env = "KROG_LIST")]
    pub(crate) list: Option<String>,
    /// Write sorted runs into a new folder of this directory instead, for `krog db
    /// merge` to add to a store later
    #[arg(
        long,
        value_name = "DIRECTORY",
        conflicts_with = "list",
        env = "KROG_TO"
    )]
    pub(crate) to: Option<PathBuf>,
    /// The collection that the games go into
    #[arg(long, value_name = "COLLECTION", default_value = MAIN, env = "KROG_INTO")]
    into: String,
    /// Count only so many plies of each game
    #[arg(long, value_name = "PLIES", env = "KROG_MAX_PLY")]
    max_ply: Option<NonZeroUsize>,
    /// Only games in which both players have at least this rating
    #[arg(long, value_name = "N", env = "KROG_MIN_ELO")]
    min_elo: Option<u16>,
    /// Only rated games
    #[arg(long, env = "KROG_RATED_ONLY")]
    rated_only: bool,
    /// Only games played on this day or later, such as 2024-05-31
    #[arg(long, value_name = "DATE", env = "KROG_SINCE")]
    since: Option<Date>,
    /// Only games played on this day or earlier
    #[arg(long, value_name = "DATE", env = "KROG_UNTIL")]
    until: Option<Date>,
    /// Only games of this player
    #[arg(long, value_name = "NAME", env = "KROG_PLAYER")]
    player: Option<String>,
    /// Only games of this time control: ultraBullet, bullet, blitz, rapid, classical or correspondence
    #[arg(long, value_name = "SPEED", env = "KROG_SPEED")]
    speed: Option<Speed>,
    /// Count the games without keeping them
    #[arg(long, env = "KROG_NO_GAMES")]
    no_games: bool,
    /// How much memory to use, in MiB
    #[arg(long, value_name = "MIB", env = "KROG_MEMORY")]
    memory: Option<NonZeroUsize>,
    /// How many processors to use; all by default
    #[arg(long, value_name = "N", env = "KROG_THREADS")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) services: ServicesArgs,
}

/// How Lichess and Chess.com are asked.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServicesArgs {
    /// A personal token for Lichess, which then gives games faster; better told
    /// by the environment, where others do not see it
    #[arg(
        long,
        value_name = "TOKEN",
        env = "KROG_LICHESS_TOKEN",
        hide_env_values = true
    )]
    lichess_token: Option<String>,
    /// How Lichess and Chess.com can reach you, such as a mail address
    #[arg(long, value_name = "MAIL", env = "KROG_CONTACT")]
    contact: Option<Contact>,
    /// The base address of Lichess
    #[arg(
        long,
        value_name = "URL",
        default_value = "https://lichess.org",
        env = "KROG_LICHESS_URL"
    )]
    lichess_url: BaseAddress,
    /// The base address of Chess.com's published data
    #[arg(
        long,
        value_name = "URL",
        default_value = "https://api.chess.com",
        env = "KROG_CHESSCOM_URL"
    )]
    chesscom_url: BaseAddress,
}

impl ServicesArgs {
    /// The services that are asked.
    pub(crate) fn open(&self) -> Result<Services, Failure> {
        let args = self;
        let wrong = |error: NoService| Failure::input("--lichess-token", error);
        let token = args.lichess_token.as_ref();
        let settings = ServicesSettings {
            lichess: args.lichess_url.clone(),
            chesscom: args.chesscom_url.clone(),
            // Read here and not by the parser, whose messages repeat what they
            // could not read.
            lichess_token: token
                .map(|token| token.parse::<Secret>())
                .transpose()
                .map_err(wrong)?,
            contact: args.contact.clone(),
            ..ServicesSettings::default()
        };
        Services::new(&settings).map_err(wrong)
    }
}

impl ImportArgs {
    pub(crate) fn settings(&self) -> Settings {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Settings {
            collection: self.into.clone(),
            choice: Choice {
                min_elo: self.min_elo,
                rated_only: self.rated_only,
                since: self.since,
                until: self.until,
                player: self.player.clone(),
                speed: self.speed,
            },
            max_ply: self.max_ply.map(NonZeroUsize::get),
            keep_games: !self.no_games,
            memory: self.memory.map_or(Settings::MEMORY, |mib| mib.get() << 20),
            threads: self.threads.unwrap_or_else(cores),
        }
    }
}

/// Whose games of which position.
#[derive(Debug, ClapArgs)]
pub(crate) struct StatsArgs {
    /// A position as FEN, or startpos; - reads it from standard input
    pub(crate) fen: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The collection to ask
    #[arg(long = "in", value_name = "COLLECTION", default_value = MAIN, env = "KROG_IN")]
    pub(crate) collection: String,
    /// Only games of the band of this rating
    #[arg(long, value_name = "N", conflicts_with = "band", env = "KROG_ELO")]
    elo: Option<u16>,
    /// Only games of these mean ratings, such as 1400-1800, 2000+ or expert
    #[arg(long, value_name = "RATINGS", env = "KROG_BAND")]
    band: Option<Filter>,
}

impl StatsArgs {
    pub(crate) fn filter(&self) -> Filter {
        let of_rating = self.elo.map(|rating| SOURCE.of_rating(rating).into());
        self.band.or(of_rating).unwrap_or(Filter::ALL)
    }

    /// What was played in a position.
    pub(crate) fn counts(
        &self,
        store: &dyn Store,
        position: &Chess,
    ) -> Result<krog_stats::Counts, Failure> {
        use krog_stats::StatisticsError;
        store
            .counts(&self.collection, position)
            .map_err(|error| match error {
                StatisticsError::NoCollection { .. } => Failure::input("--in", error),
                StatisticsError::Store(_) => Failure::Work(error.into()),
            })
    }
}

/// Counted games to take into account, where there are some.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct CountsArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// The collection to ask
    #[arg(long = "in", value_name = "COLLECTION", default_value = MAIN, env = "KROG_IN")]
    collection: String,
}

/// A store and the collection to ask.
pub(crate) type Asked<'a> = (Box<dyn Store>, &'a str);

impl CountsArgs {
    /// The store and the collection. A store that nobody named may be missing.
    pub(crate) fn open(&self) -> Result<Option<Asked<'_>>, Failure> {
        if self.store.db.is_some() {
            return Ok(Some((self.store.open()?, &self.collection)));
        }
        let Some(path) = usual_directory() else {
            return Ok(None);
        };
        let store = match Embedded::open(&path) {
            Err(StoreError::Absent { .. }) => return Ok(None),
            opened => opened.map_err(failure)?,
        };
        let known = collections(&store)?;
        let there = known.iter().any(|known| known.name == self.collection);
        let store: Box<dyn Store> = Box::new(store);
        Ok(there.then_some((store, &self.collection)))
    }
}

/// What can be done with a store.
#[derive(Debug, Subcommand)]
pub(crate) enum DbCommand {
    /// Read every byte of a directory, or compare the shards of a cluster with its
    /// catalog, and tell what is damaged or does not agree
    Verify {
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Tell what the store holds
    Stats {
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Add the games of one store to another
    Merge {
        /// The store that grows: a directory, postgres://… or clickhouse://…; made if
        /// it is not there
        into: Named,
        /// The directories whose games are added: stores, or what `krog import --to`
        /// wrote
        #[arg(required = true)]
        from: Vec<PathBuf>,
    },
    /// Bring a PostgreSQL store up to date: its schema, the principles, and the
    /// tables and views of the positions that many games went through; in a cluster,
    /// join its runs and drop what nobody reads
    Migrate {
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Print every counter: the same text for the same games
    Export {
        #[command(flatten)]
        store: StoreArgs,
    },
}

/// The collections of a store.
pub(crate) fn collections(store: &dyn Store) -> Result<Vec<krog_store::Collection>, Failure> {
    store.collections().map_err(failure)
}
