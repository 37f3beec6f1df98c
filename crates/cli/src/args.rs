//! The command line.

mod door;
pub(crate) mod jobs;
pub(crate) mod puzzles;
mod serve;
pub(crate) mod store;
mod worker;

use std::{
    num::{NonZeroU8, NonZeroU32, NonZeroU64, NonZeroUsize},
    path::PathBuf,
    thread,
    time::Duration,
};

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use krog_advisor::{Context, Switches};
use krog_analyst::{Choice, CloudSettings, Options, Settings};
use krog_chess::Limit;
use krog_text::Language;

pub(crate) use door::{KeysCommand, Level, Log};
pub(crate) use serve::{Idle, ServeArgs};
pub(crate) use worker::WorkerArgs;

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
    pub(crate) answer: AnswerOptions,
}

/// How answers are asked for.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct AnswerOptions {
    /// Text for people or JSON for programs; pgn for annotated games, csv for tables
    #[arg(long, global = true, value_enum, default_value_t, env = "KROG_FORMAT")]
    pub(crate) format: Form,
    /// The language of the text: en or no
    #[arg(long, global = true, default_value_t, env = "KROG_LANG")]
    pub(crate) lang: Language,
}

/// Every form that some answer has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Form {
    #[default]
    Text,
    Json,
    Pgn,
    Csv,
}

/// How answers are given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnswerArgs {
    pub(crate) format: Format,
    pub(crate) lang: Language,
}

/// The form of an answer that every command knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text,
    Json,
}

impl AnswerOptions {
    /// How the answer is given by commands that know text and JSON only.
    pub(crate) fn plain(self) -> Option<AnswerArgs> {
        let format = match self.format {
            Form::Text => Format::Text,
            Form::Json => Format::Json,
            Form::Pgn | Form::Csv => return None,
        };
        Some(AnswerArgs {
            format,
            lang: self.lang,
        })
    }
}

/// How moves are labelled.
#[derive(Debug, ClapArgs)]
pub(crate) struct ProfileArgs {
    /// The profile of the labels: a built-in one (krog rules --kind profiles) or
    /// a TOML file
    #[arg(long, default_value = "wintr", env = "KROG_PROFILE")]
    pub(crate) profile: String,
    /// Tell no theory
    #[arg(long, env = "KROG_NO_THEORY")]
    no_theory: bool,
    /// Tell no only moves
    #[arg(long, env = "KROG_NO_CRITICAL")]
    no_critical: bool,
    /// Tell no sacrifices
    #[arg(long, env = "KROG_NO_BRILLIANT")]
    no_brilliant: bool,
}

impl ProfileArgs {
    /// What is switched off.
    pub(crate) fn switches(&self) -> Switches {
        Switches {
            theory: !self.no_theory,
            critical: !self.no_critical,
            brilliant: !self.no_brilliant,
        }
    }
}

/// What is reviewed, and how.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReviewArgs {
    /// A PGN file; - reads it from standard input
    #[arg(value_name = "GAME.pgn")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
    /// The rating whose games are looked at, where a store of games is open
    #[arg(long, value_name = "N", env = "KROG_ELO")]
    pub(crate) elo: Option<u16>,
    /// Review the variations too
    #[arg(long, env = "KROG_VARIATIONS")]
    pub(crate) variations: bool,
    /// Tell the ratings that such play points to, as an interval
    #[arg(long, env = "KROG_ESTIMATE_RATING")]
    pub(crate) estimate_rating: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", env = "KROG_OUTPUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// The registries that can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Kind {
    /// The laws of chess
    #[default]
    Laws,
    /// The principles of play
    Principles,
    /// The themes of tactics
    Tactics,
    /// The terms of the evaluation
    Terms,
    /// The profiles of labels
    Profiles,
}

/// Who evaluates, and for how long.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct EngineArgs {
    /// Who evaluates: auto, builtin, stockfish, uci:PATH, cloud, hybrid or pgn
    #[arg(long, default_value_t, env = "KROG_ENGINE")]
    pub(crate) engine: Choice,
    /// Search each position to this depth
    #[arg(long, value_name = "PLIES", env = "KROG_DEPTH")]
    depth: Option<NonZeroU32>,
    /// Search this many nodes for each position; 300,000 if no limit is told
    #[arg(long, value_name = "N", env = "KROG_NODES")]
    nodes: Option<NonZeroU64>,
    /// Search each position for so many milliseconds
    #[arg(long, value_name = "MS", env = "KROG_MOVETIME")]
    movetime: Option<NonZeroU64>,
    /// How many lines to find
    #[arg(long, value_name = "N", default_value = "2", env = "KROG_MULTIPV")]
    pub(crate) multipv: NonZeroU8,
    /// How many processors to use: for a game one engine on each (all by
    /// default), for a position the threads of one engine (one by default)
    #[arg(long, value_name = "N", env = "KROG_THREADS")]
    threads: Option<NonZeroU32>,
    /// The base address of the cloud
    #[arg(
        long,
        value_name = "URL",
        default_value = "https://lichess.org",
        env = "KROG_CLOUD_URL"
    )]
    cloud_url: String,
}

impl EngineArgs {
    /// The limit that was told, or the usual one.
    pub(crate) fn limit(&self) -> Limit {
        const USUAL: Limit = Limit::nodes(300_000);
        let depth = self.depth.map(|depth| Limit::depth(depth.get()));
        let nodes = self.nodes.map(|nodes| Limit::nodes(nodes.get()));
        let time = self
            .movetime
            .map(|time| Limit::time(Duration::from_millis(time.get())));
        [depth, nodes, time]
            .into_iter()
            .flatten()
            .reduce(Limit::and)
            .unwrap_or(USUAL)
    }

    /// The settings for a game of so many positions: engines side by side.
    pub(crate) fn for_game(&self, positions: usize) -> Settings {
        let told = self.threads.and_then(|threads| threads.try_into().ok());
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let useful = NonZeroUsize::new(positions).unwrap_or(NonZeroUsize::MIN);
        Settings {
            engines: told.unwrap_or_else(cores).min(useful),
            ..self.settings()
        }
    }

    /// The settings for one position: one engine.
    pub(crate) fn for_position(&self) -> Settings {
        let options = Options {
            threads: self.threads.unwrap_or(NonZeroU32::MIN),
            ..Options::default()
        };
        Settings {
            options,
            ..self.settings()
        }
    }

    /// The settings for a service: an engine for each core.
    pub(crate) fn for_service(&self) -> Settings {
        self.for_game(usize::MAX)
    }

    fn settings(&self) -> Settings {
        Settings {
            cloud: CloudSettings {
                address: self.cloud_url.clone(),
                ..CloudSettings::default()
            },
            ..Settings::default()
        }
    }
}

/// What is analysed.
#[derive(Debug, ClapArgs)]
pub(crate) struct AnalyzeArgs {
    /// A PGN file, or a position as FEN, or startpos; - reads either from standard input
    #[arg(value_name = "GAME.pgn|FEN")]
    pub(crate) subject: String,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// What is predicted.
#[derive(Debug, ClapArgs)]
pub(crate) struct PredictArgs {
    /// A PGN file, or a position as FEN, or startpos; - reads either from standard input
    #[arg(value_name = "GAME.pgn|FEN")]
    pub(crate) subject: String,
    /// White's rating; a game brings its own
    #[arg(long, value_name = "RATING", env = "KROG_WHITE_ELO")]
    pub(crate) white_elo: Option<u16>,
    /// Black's rating; a game brings its own
    #[arg(long, value_name = "RATING", env = "KROG_BLACK_ELO")]
    pub(crate) black_elo: Option<u16>,
    /// The score of the position in centipawns as White sees it, instead of an engine's
    #[arg(long, allow_negative_numbers = true, env = "KROG_CP")]
    pub(crate) cp: Option<i32>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) counts: store::CountsArgs,
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

/// A move to be explained.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExplainArgs {
    /// A position as FEN, or startpos; - reads it from standard input
    pub(crate) fen: String,
    /// A move in SAN, UCI or long algebraic notation; without one, the position
    /// is described
    #[arg(value_name = "MOVE")]
    pub(crate) text: Option<String>,
    /// The moves that follow, to be looked at first
    #[arg(long, value_name = "MOVES", env = "KROG_LINE")]
    pub(crate) line: Option<String>,
    #[command(flatten)]
    pub(crate) counts: store::CountsArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// What is suggested, for whom.
#[derive(Debug, ClapArgs)]
pub(crate) struct SuggestArgs {
    /// A position as FEN, or startpos; - reads it from standard input
    pub(crate) fen: String,
    /// What the advice is for: learning, competitive, analysis, opening or
    /// endgame; by the phase of the game if not told
    #[arg(long, env = "KROG_CONTEXT")]
    pub(crate) context: Option<Context>,
    /// The rating whose games are looked at, where a store of games is open
    #[arg(long, value_name = "N", env = "KROG_ELO")]
    pub(crate) elo: Option<u16>,
    /// How many moves to tell
    #[arg(long, value_name = "N", default_value = "5", env = "KROG_LIMIT")]
    pub(crate) limit: NonZeroUsize,
    #[command(flatten)]
    pub(crate) counts: store::CountsArgs,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the best lines of a position, or of every position of a game
    #[command(after_help = "Example: krog analyze game.pgn --depth 14 --threads 2")]
    Analyze(AnalyzeArgs),
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
    /// Tell what a move does and why it is good or bad, each sentence proved
    #[command(after_help = "Example: krog explain startpos Nf3")]
    Explain(ExplainArgs),
    /// Tell what a position is worth without looking ahead, term by term
    Eval {
        /// A position as FEN, or startpos; - reads it from standard input
        fen: String,
    },
    /// Tell what the opening of a position or a game is called, and how it is played
    #[command(after_help = "Example: krog opening game.pgn")]
    Opening {
        /// A PGN file, or a position as FEN, or startpos; - reads either from standard input
        #[arg(value_name = "GAME.pgn|FEN")]
        subject: String,
    },
    /// Tell how a game will probably end, from a score, both ratings and the phase
    #[command(after_help = "Example: krog predict game.pgn --engine pgn --format csv")]
    Predict(PredictArgs),
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
    /// Label evaluated moves, one JSON object to a line
    #[command(
        after_help = "A line: {\"id\": 1, \"fen\": \"startpos\", \"move\": \"f3\", \"before\": [{\"cp\": 30, \"moves\": [\"e2e4\"]}], \"after\": [{\"cp\": -60}]}"
    )]
    Label {
        /// A file of JSON lines; - reads standard input
        #[arg(value_name = "FILE.jsonl")]
        file: String,
        #[command(flatten)]
        profile: ProfileArgs,
    },
    /// Review every game of a PGN file: labels, accuracy, reasons, better moves
    #[command(after_help = "Example: krog review game.pgn --format pgn -o annotated.pgn")]
    Review(ReviewArgs),
    /// Rank the moves of a position, with reasons
    #[command(after_help = "Example: krog suggest startpos --context learning --limit 3")]
    Suggest(SuggestArgs),
    /// List the laws, principles, tactics, evaluation terms or label profiles, or tell everything about one
    Rules {
        /// The id of a law, principle, tactic, term or profile, such as castling or fork, or a FIDE article
        id: Option<String>,
        /// Which registry; without an id that of the laws unless told
        #[arg(long, value_enum, env = "KROG_KIND")]
        kind: Option<Kind>,
    },
    /// Work with puzzles in Lichess's CSV format
    #[command(subcommand)]
    Puzzles(puzzles::PuzzlesCommand),
    /// Count games in the store: of PGN files, of Lichess and Chess.com users
    #[command(
        after_help = "Examples:\n  krog import games.pgn.zst --into masters --min-elo 2200\n  krog import lichess:USER chesscom:USER --into me"
    )]
    Import(store::ImportArgs),
    /// Tell what people played in a position and how it went
    #[command(after_help = "Example: krog stats startpos --band 1400-1800")]
    Stats(store::StatsArgs),
    /// Look after the store
    #[command(subcommand)]
    Db(store::DbCommand),
    /// Tell what is installed, what would be used and what is missing
    Doctor(ServeArgs),
    /// Analyse in the background: run, list and cancel jobs
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// Serve the API and the page
    Serve(ServeArgs),
    /// Search for a service on another machine, until Ctrl-C
    #[command(
        after_help = "Example: krog worker --server https://krog.example.org --engine stockfish"
    )]
    Worker(WorkerArgs),
    /// Make keys for those who may write where others can reach the service
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Print the settings of the service as TOML, and where each comes from
    Config {
        #[command(flatten)]
        serve: ServeArgs,
        /// Print what can be set instead, as Markdown
        #[arg(long, env = "KROG_REFERENCE")]
        reference: bool,
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
