//! Arguments of the commands that make puzzles and practise them.

use std::num::NonZeroUsize;

use clap::{Args as ClapArgs, Subcommand};
use krog_advisor::practice::Grade;

use super::{ReviewArgs, store::StoreArgs};

/// What can be done with puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find the themes of puzzles; prints PuzzleId,Themes
    Tag {
        /// A CSV file with the columns PuzzleId, FEN and Moves; - reads standard input
        file: String,
    },
    /// Make puzzles of the mistakes of games, as CSV or, with --format pgn, as games
    Make(MakeArgs),
    /// Show the puzzles that are due, the longest overdue first
    #[command(after_help = "Example: krog puzzles due --limit 5 --answers")]
    Due(DueArgs),
    /// Tell how well a puzzle was solved; says when it is due again
    #[command(after_help = "Example: krog puzzles grade 3kT9xQ1a good")]
    Grade(GradeArgs),
}

/// Which puzzles are made, and whether they are kept.
#[derive(Debug, ClapArgs)]
pub(crate) struct MakeArgs {
    #[command(flatten)]
    pub(crate) review: ReviewArgs,
    /// Keep the puzzles in the store too, to be practised (krog puzzles due)
    #[arg(long, env = "KROG_KEEP")]
    pub(crate) keep: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Which puzzles are shown.
#[derive(Debug, ClapArgs)]
pub(crate) struct DueArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// How many puzzles to show
    #[arg(long, value_name = "N", default_value = "10", env = "KROG_LIMIT")]
    pub(crate) limit: NonZeroUsize,
    /// Show the answers and themes too
    #[arg(long, env = "KROG_ANSWERS")]
    pub(crate) answers: bool,
}

/// How well which puzzle was solved.
#[derive(Debug, ClapArgs)]
pub(crate) struct GradeArgs {
    /// The puzzle, as krog puzzles due names it
    pub(crate) id: String,
    /// again (not solved), hard, good or easy
    pub(crate) grade: Grade,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}
