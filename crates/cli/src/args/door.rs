//! Who may come to the service, and what is written down about it.

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use krog_server::{Door, DoorSettings, Keys, Network, Origin, Patience, ProxyHeader, Rate, Scope};

use crate::outcome::Failure;

/// Requests a second of each client, unless told.
const USUAL_RATE: u32 = 20;

/// The door of the service.
#[derive(Debug, ClapArgs)]
pub(crate) struct DoorArgs {
    /// A file of keys (krog keys new); where others than this machine can reach
    /// the service, whatever writes needs one
    #[arg(long, value_name = "FILE", env = "KROG_API_KEYS")]
    pub(crate) api_keys: Option<PathBuf>,
    /// How many requests a second each client may make in the long run; 0 for as
    /// many as it likes; 20 if not told, and then this machine is not counted
    #[arg(long, value_name = "N", env = "KROG_RATE")]
    rate: Option<u32>,
    /// How many requests a client may make at once
    #[arg(long, value_name = "N", default_value_t = 200, env = "KROG_BURST")]
    burst: u32,
    /// Proxies that are believed when they name their clients, such as 10.0.0.0/8
    #[arg(
        long,
        value_name = "ADDRESS",
        value_delimiter = ',',
        env = "KROG_TRUSTED_PROXY"
    )]
    trusted_proxy: Vec<Network>,
    /// Where these proxies name them: x-forwarded-for or forwarded
    #[arg(
        long,
        value_name = "HEADER",
        default_value = "x-forwarded-for",
        env = "KROG_PROXY_HEADER"
    )]
    proxy_header: ProxyHeader,
    /// Origins of pages from elsewhere that may use the service, such as
    /// `https://example.org`
    #[arg(
        long,
        value_name = "ORIGIN",
        value_delimiter = ',',
        env = "KROG_ALLOW_ORIGIN"
    )]
    allow_origin: Vec<Origin>,
    /// How many connections are kept at once
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        env = "KROG_CONNECTIONS"
    )]
    connections: NonZeroUsize,
    /// How requests are written down, on standard error
    #[arg(long, value_enum, default_value_t, env = "KROG_LOG")]
    pub(crate) log: Log,
    /// What is written down
    #[arg(long, value_enum, default_value_t, env = "KROG_LOG_LEVEL")]
    pub(crate) log_level: Level,
}

/// How requests are written down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Log {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object to a line
    Json,
    /// Not at all
    Off,
}

/// What is written down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Level {
    /// Failures that need somebody
    Error,
    /// And answers that failed
    Warn,
    /// And every request
    #[default]
    Info,
    /// And who showed which key
    Debug,
}

/// What can be done with keys.
#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key; prints the key, which is told only now, and the line to add to
    /// the file of --api-keys
    #[command(after_help = "Example: krog keys new laptop --scopes write")]
    New {
        /// Whose key it is: letters, digits, - and _
        name: String,
        /// What it is good for: read, write (which includes read) or admin (all)
        #[arg(
            long,
            value_delimiter = ',',
            default_value = "write",
            env = "KROG_SCOPES"
        )]
        scopes: Vec<Scope>,
    },
}

impl DoorArgs {
    /// Whether others than this machine come to a service on this address.
    pub(crate) fn is_exposed(&self, bind: SocketAddr) -> bool {
        !bind.ip().is_loopback() || !self.trusted_proxy.is_empty()
    }

    /// The keys, if a file of them is named.
    pub(crate) fn keys(&self) -> Result<Option<Keys>, Failure> {
        let open = |path: &PathBuf| {
            Keys::open(path).map_err(|error| Failure::input("--api-keys", anyhow::anyhow!(error)))
        };
        self.api_keys.as_ref().map(open).transpose()
    }

    /// The door of a service on an address.
    pub(crate) fn open(&self, bind: SocketAddr) -> Result<Door, Failure> {
        let per_second = self.rate.unwrap_or(USUAL_RATE);
        let rate = Rate {
            per_second,
            burst: self.burst.max(1),
        };
        Ok(Door::new(DoorSettings {
            exposed: self.is_exposed(bind),
            keys: self.keys()?,
            rate: (per_second > 0).then_some(rate),
            count_local: self.rate.is_some(),
            proxies: self.trusted_proxy.clone(),
            proxy_header: self.proxy_header,
            origins: self.allow_origin.clone(),
            connections: self.connections.get().min(crate::logs::most_connections()),
            patience: Patience::default(),
        }))
    }
}
