//! What `krog worker` is told, and how a service lends work out.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    time::Duration,
};

use clap::{Args as ClapArgs, ValueEnum};
use krog_analyst::Choice;
use krog_importer::{BaseAddress, Secret};
use krog_server::{Lending, Workers};

/// For whom to work, and with what.
#[derive(Debug, ClapArgs)]
pub(crate) struct WorkerArgs {
    /// The address of the service, such as `https://krog.example.org`
    #[arg(long, value_name = "URL", env = "KROG_SERVER")]
    pub(crate) server: BaseAddress,
    /// A key that may write there (krog keys new); better told by the
    /// environment, where others do not see it
    #[arg(long, value_name = "KEY", env = "KROG_KEY", hide_env_values = true)]
    pub(crate) key: Option<Secret>,
    /// The name by which the service knows this worker; made up if none is told
    #[arg(long, env = "KROG_NAME")]
    pub(crate) name: Option<String>,
    /// Who searches: auto, builtin, stockfish or uci:PATH; it must be the
    /// service's engine
    #[arg(long, default_value_t, env = "KROG_ENGINE")]
    pub(crate) engine: Choice,
    /// How many engines work side by side; one for each processor if not told
    #[arg(long, value_name = "N", env = "KROG_THREADS")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// End when there is nothing to do
    #[arg(long, env = "KROG_ONCE")]
    pub(crate) once: bool,
}

/// How a service lends work out.
#[derive(Debug, ClapArgs)]
pub(crate) struct LendingArgs {
    /// Who searches the games that are reviewed: the engines here, workers on
    /// other machines (krog worker) too, or workers only
    #[arg(long, value_enum, default_value_t, env = "KROG_WORKERS")]
    workers: Crew,
    /// After how many seconds without a sign of life a worker's share is given
    /// to another
    #[arg(long, value_name = "SECONDS", default_value = "60", env = "KROG_LEASE")]
    lease: NonZeroU64,
}

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum Crew {
    #[default]
    Off,
    Also,
    Only,
}

impl LendingArgs {
    pub(crate) fn lending(&self) -> Lending {
        Lending {
            workers: match self.workers {
                Crew::Off => Workers::Off,
                Crew::Also => Workers::Also,
                Crew::Only => Workers::Only,
            },
            lease: Duration::from_secs(self.lease.get()),
        }
    }
}
