//! What `krog serve` is told.

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use krog_store::MAIN;

use super::{
    EngineArgs,
    door::DoorArgs,
    store::{ServicesArgs, StoreArgs},
    worker::LendingArgs,
};

/// How the service runs.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1:8080", env = "KROG_BIND")]
    pub(crate) bind: SocketAddr,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The collection to ask, and that recorded games go into
    #[arg(long = "in", value_name = "COLLECTION", default_value = MAIN, env = "KROG_IN")]
    pub(crate) collection: String,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) services: ServicesArgs,
    /// How many positions one search may take, whatever a request asks for
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        env = "KROG_MAX_NODES"
    )]
    pub(crate) max_nodes: u64,
    /// How many searches may wait before people are asked to come back
    #[arg(long, value_name = "N", default_value_t = 64, env = "KROG_QUEUE")]
    pub(crate) queue: usize,
    /// What engines do that nobody uses
    #[arg(long, value_enum, default_value_t, env = "KROG_IDLE")]
    pub(crate) idle: Idle,
    #[command(flatten)]
    pub(crate) lending: LendingArgs,
    #[command(flatten)]
    pub(crate) door: DoorArgs,
    /// A TOML file of these options by their names; krog.toml in the user's
    /// folder of settings if it is there
    #[arg(long, value_name = "FILE", env = "KROG_CONFIG")]
    pub(crate) config: Option<PathBuf>,
}

/// What engines do that nobody uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Idle {
    /// Nothing
    #[default]
    Rest,
    /// Look at popular positions that none has looked at
    Analyze,
}
