//! From the name of an analyst to the analyst.

use std::{
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
    sync::Arc,
};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Game, Limit, Line};
use thiserror::Error;

use crate::{
    analysis::{Analysis, Found},
    builtin,
    choice::Choice,
    cloud::{Cloud, CloudAddressError, CloudSettings},
    comments::{self, Comments},
    discover::find_stockfish,
    hybrid::Hybrid,
    pool::{Engine, Pool},
    uci::{Options, StartError, Uci},
};

/// How analysts are set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many engines work side by side.
    pub engines: NonZeroUsize,
    /// How each of them is run.
    pub options: Options,
    /// How the cloud is asked.
    pub cloud: CloudSettings,
}

impl Default for Settings {
    /// One engine with one thread, and Lichess.
    fn default() -> Settings {
        Settings {
            engines: NonZeroUsize::MIN,
            options: Options::default(),
            cloud: CloudSettings::default(),
        }
    }
}

/// Why an analyst cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// Stockfish was asked for and is not there.
    #[error("found no Stockfish on the search path, expected it installed")]
    NoStockfish,
    /// The engine does not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The cloud has no address.
    #[error("cloud address: {0}")]
    Address(#[from] CloudAddressError),
}

/// Whoever evaluates, whichever was chosen.
pub struct Analyst(Kind);

enum Kind {
    Engines(Pool),
    Cloud(Arc<Cloud>),
    Hybrid(Hybrid),
    /// Only games can be asked about; they bring their evaluations.
    Comments,
}

/// Starts the analyst of a choice.
pub fn open(choice: &Choice, settings: &Settings) -> Result<Analyst, OpenError> {
    let cloud = || Cloud::new(&settings.cloud);
    Ok(Analyst(match choice {
        Choice::Pgn => Kind::Comments,
        Choice::Cloud => Kind::Cloud(Arc::new(cloud()?)),
        Choice::Hybrid => Kind::Hybrid(Hybrid::new(cloud()?, pool(&Choice::Auto, settings)?)),
        Choice::Auto | Choice::Builtin | Choice::Stockfish | Choice::Uci(_) => {
            Kind::Engines(pool(choice, settings)?)
        }
    }))
}

impl Analyst {
    /// Analyses all positions of the main line of a game.
    pub fn analyse(&self, game: &Game, limit: Limit, count: NonZeroU8) -> Analysis {
        match &self.0 {
            Kind::Engines(pool) => pool.analyse(&game.line(), limit, count),
            Kind::Cloud(cloud) => ask_cloud(cloud.clone(), &game.line(), limit, count),
            Kind::Hybrid(hybrid) => hybrid.analyse(&game.line(), limit, count),
            Kind::Comments => read_comments(game),
        }
    }
}

impl Evaluate for Analyst {
    fn name(&self) -> String {
        match &self.0 {
            Kind::Engines(pool) => pool.name(),
            Kind::Cloud(cloud) => cloud.name(),
            Kind::Hybrid(hybrid) => hybrid.name(),
            Kind::Comments => comments::NAME.to_owned(),
        }
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        match &self.0 {
            Kind::Engines(pool) => pool.evaluate(game, limit, count, watch),
            Kind::Cloud(cloud) => cloud.evaluate(game, limit, count, watch),
            Kind::Hybrid(hybrid) => hybrid.evaluate(game, limit, count, watch),
            Kind::Comments => Err(EvaluateError::Unknown { name: self.name() }),
        }
    }
}

/// Starts the engines of a choice.
fn pool(choice: &Choice, settings: &Settings) -> Result<Pool, OpenError> {
    let engines = (0..settings.engines.get())
        .map(|_| engine(choice, settings.options))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Pool::new(engines).expect("there is at least one engine"))
}

fn engine(choice: &Choice, options: Options) -> Result<Box<dyn Engine>, OpenError> {
    let program = match choice {
        Choice::Uci(path) => Some(path.clone()),
        Choice::Stockfish => Some(find_stockfish().ok_or(OpenError::NoStockfish)?),
        Choice::Auto => find_stockfish(),
        Choice::Builtin | Choice::Cloud | Choice::Hybrid | Choice::Pgn => None,
    };
    match program {
        Some(program) => Ok(Box::new(Uci::start(program, options)?)),
        None => Ok(builtin::start(options)),
    }
}

/// Asks the cloud about every position; what it does not know has no lines.
fn ask_cloud(cloud: Arc<Cloud>, game: &Line, limit: Limit, count: NonZeroU8) -> Analysis {
    Analysis::spawn(cloud.name(), game, move |lines, report| {
        let source: Arc<str> = cloud.name().into();
        for (ply, line) in lines.iter().enumerate() {
            if report.is_cancelled() {
                return;
            }
            let answer = cloud.evaluate(line, limit, count, &mut |_| ControlFlow::Continue(()));
            let lines = match answer {
                Ok(lines) => lines,
                Err(EvaluateError::Unknown { .. }) => Vec::new(),
                Err(error) => return report.fail(error),
            };
            report.found(Found {
                ply,
                lines,
                source: source.clone(),
            });
        }
    })
}

/// Reads the comments of a game; it fails when there are none.
fn read_comments(game: &Game) -> Analysis {
    let comments = Comments::of(game);
    Analysis::spawn(comments.name(), &game.line(), move |lines, report| {
        let source: Arc<str> = comments.name().into();
        if comments.is_empty() {
            return report.fail(EvaluateError::Failed {
                name: comments.name(),
                reason: "found no [%eval], expected them in the game".to_owned(),
            });
        }
        for (ply, line) in lines.iter().enumerate() {
            report.found(Found {
                ply,
                lines: comments.about(line).into_iter().collect(),
                source: source.clone(),
            });
        }
    })
}
