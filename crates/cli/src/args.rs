//! The command line.

use std::net::SocketAddr;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use krog_analyst::Choice;
use krog_store::Address;
use krog_text::Language;

/// Reviews chess games, suggests moves and proves its reasons.
#[derive(Debug, Parser)]
#[command(
    name = "krog",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

/// How answers are given.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct AnswerArgs {
    /// Text for people or JSON for programs
    #[arg(long, global = true, value_enum, default_value_t, env = "KROG_FORMAT")]
    pub(crate) format: Format,
    /// The language of the text: en or no
    #[arg(long, global = true, default_value_t, env = "KROG_LANG")]
    pub(crate) lang: Language,
}

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// What can be done with puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Find the themes of puzzles; prints PuzzleId,Themes
    Tag {
        /// A CSV file with the columns PuzzleId, FEN and Moves; - reads standard input
        file: String,
    },
}

/// The registries that can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// The laws of chess
    #[default]
    Laws,
    /// The themes of tactics
    Tactics,
    /// The terms of the evaluation
    Terms,
}

/// What a formula is judged on.
#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// The formula, in Unicode or ASCII
    pub(crate) formula: String,
    /// A PGN file; - reads it from standard input
    #[arg(value_name = "GAME.pgn", conflicts_with = "fen")]
    pub(crate) game: Option<String>,
    /// A position as FEN, or startpos, instead of a game
    #[arg(long, env = "KROG_FEN")]
    pub(crate) fen: Option<String>,
    /// The move played in that position
    #[arg(
        long = "move",
        value_name = "MOVE",
        requires = "fen",
        env = "KROG_MOVE"
    )]
    pub(crate) text: Option<String>,
    /// The ply to judge at, 0 for the start
    #[arg(long, default_value_t = 0, env = "KROG_PLY")]
    pub(crate) ply: usize,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the move that a phrase names, in English or Norwegian
    #[command(after_help = "Example: krog say \"knight takes e5\" startpos")]
    Say {
        /// The move as it is said, or written
        phrase: String,
        /// A position as FEN, or startpos; - reads it from standard input
        fen: String,
    },
    /// Tell what a move wins or loses if all captures on its square are played out
    See {
        /// A position as FEN, or startpos; - reads it from standard input
        fen: String,
        /// A move in SAN, UCI or long algebraic notation
        #[arg(value_name = "MOVE")]
        text: String,
    },
    /// Tell what a position is worth without looking ahead, term by term
    Eval {
        /// A position as FEN, or startpos; - reads it from standard input
        fen: String,
    },
    /// Be a UCI engine on standard input and output, for any chess program
    Uci,
    /// Search a fixed set of positions; tell the nodes, their signature, and the speed
    Bench {
        /// Plies
        #[arg(default_value_t = krog_engine::bench::DEPTH, env = "KROG_BENCH_DEPTH")]
        depth: u32,
    },
    /// Tell whether a move is legal and by which laws, or which laws it breaks
    Validate {
        /// A position as FEN, or startpos; - reads it from standard input
        fen: String,
        /// A move in SAN, UCI or long algebraic notation
        #[arg(value_name = "MOVE")]
        text: String,
    },
    /// Tell whether a formula holds on a position, a move or along a game
    #[command(after_help = "Example: krog check 'G(¬CS(self) after move)' game.pgn")]
    Check(CheckArgs),
    /// List the laws, tactics or evaluation terms, or tell everything about one of them
    Rules {
        /// The id of a law, tactic or term, such as castling, fork or mobility, or a FIDE article
        id: Option<String>,
        /// Which registry
        #[arg(long, value_enum, default_value_t, env = "KROG_KIND")]
        kind: Kind,
    },
    /// Work with puzzles in Lichess's CSV format
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Tell what is installed, what would be used and what is missing
    Doctor {
        /// Who evaluates: auto, builtin, stockfish, uci:PATH, cloud, hybrid or pgn
        #[arg(long, default_value_t, env = "KROG_ENGINE")]
        engine: Choice,
        /// The store: a directory, postgres://… or clickhouse://…
        #[arg(long, env = "KROG_DB", hide_env_values = true)]
        db: Option<Address>,
    },
    /// Serve the API and the page
    Serve {
        /// The address to listen on
        #[arg(long, default_value = "127.0.0.1:8080", env = "KROG_BIND")]
        bind: SocketAddr,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of krog, or of one of its commands
    Man {
        /// The command
        command: Option<String>,
    },
}
