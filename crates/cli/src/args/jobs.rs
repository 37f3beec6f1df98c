//! What `krog jobs` is told.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use krog_store::MAIN;

use super::{EngineArgs, store::StoreArgs};

/// Work in the background.
#[derive(Debug, Subcommand)]
pub(crate) enum JobsCommand {
    /// Analyse positions before anybody asks, the most played first; what is
    /// interrupted goes on the next time
    Run(RunArgs),
    /// List the newest jobs
    List {
        #[command(flatten)]
        store: StoreArgs,
    },
    /// Cancel a job that has not ended
    Cancel {
        /// Its id
        id: String,
        #[command(flatten)]
        store: StoreArgs,
    },
}

/// What is analysed, and how.
#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// Which positions
    pub(crate) kind: JobKind,
    /// How many positions, of those that no engine has seen
    #[arg(long, value_name = "N", env = "KROG_BATCH")]
    pub(crate) batch: Option<u64>,
    /// How many games must have gone through a position
    #[arg(long, value_name = "N", env = "KROG_MIN_GAMES")]
    pub(crate) min_games: Option<u64>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// The collection whose games are followed
    #[arg(long = "in", value_name = "COLLECTION", default_value = MAIN, env = "KROG_IN")]
    pub(crate) collection: String,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// Which positions are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum JobKind {
    /// Those that no engine has seen
    AnalyzeUnanalyzed,
    /// Popular ones, deeply
    DeepPopular,
}

impl JobKind {
    /// Its name on the desk.
    pub(crate) fn name(self) -> &'static str {
        match self {
            JobKind::AnalyzeUnanalyzed => "analyze-unanalyzed",
            JobKind::DeepPopular => "deep-popular",
        }
    }
}
