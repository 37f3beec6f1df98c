//! What the commands do: one file each.

mod analyze;
mod check;
mod db;
mod doctor;
mod engine;
mod eval;
mod explain;
mod import;
mod jobs;
mod keys;
mod label;
mod manual;
mod opening;
mod practice;
mod predict;
mod puzzles;
mod review;
mod rules;
mod say;
mod see;
mod serve;
mod stats;
mod suggest;
mod validate;
mod worker;

use std::{
    io::{self, Read as _, Write as _},
    sync::LazyLock,
};

use anyhow::{Context as _, anyhow};
use krog_chess::{Chess, fen};
use krog_text::{Language, Messages};

use crate::{
    args::{AnswerArgs, AnswerOptions, Args, Command, Form, Format, puzzles::PuzzlesCommand},
    config::Settings,
    outcome::{Failure, Outcome},
};

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});

/// Runs a command.
pub(crate) fn run(args: Args, settings: &Settings) -> Result<Outcome, Failure> {
    let options = args.answer;
    let answer = answer(options, &args.command)?;
    match args.command {
        Command::Review(args) => review::run(&args, options),
        Command::Predict(args) => predict::run(&args, options.format, answer),
        Command::Suggest(args) => suggest::run(&args, answer),
        Command::Label { file, profile } => label::run(&file, &profile),
        Command::Analyze(args) => analyze::run(&args, answer),
        Command::Say { phrase, fen } => say::run(&phrase, &fen, answer),
        Command::See { fen, text } => see::run(&fen, &text, answer),
        Command::Explain(args) => explain::run(&args, answer),
        Command::Eval { fen } => eval::run(&fen, answer),
        Command::Opening { subject } => opening::run(&subject, answer),
        Command::Uci => engine::uci(),
        Command::Bench { depth } => engine::bench(depth),
        Command::Validate { fen, text } => validate::run(&fen, &text, answer),
        Command::Check(args) => check::run(&args, answer),
        Command::Rules { id, kind } => rules::run(id.as_deref(), kind, answer),
        Command::Puzzles(command) => match command {
            PuzzlesCommand::Tag { file } => puzzles::tag_file(&file),
            PuzzlesCommand::Make(args) => review::puzzles(&args, options),
            PuzzlesCommand::Due(args) => practice::due(&args, answer),
            PuzzlesCommand::Grade(args) => practice::grade(&args, answer),
        },
        Command::Import(args) => import::run(&args, answer),
        Command::Stats(args) => stats::run(&args, answer),
        Command::Db(command) => db::run(&command, answer),
        Command::Doctor(args) => doctor::run(&args, answer),
        Command::Jobs(command) => jobs::run(&command, answer),
        Command::Serve(args) => serve::run(&args),
        Command::Worker(args) => worker::run(&args, answer),
        Command::Keys(command) => keys::run(&command, answer),
        Command::Config { reference, .. } => {
            print(&settings.text(reference)).map(|()| Outcome::Yes)
        }
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { command } => manual::page(command.as_deref()),
    }
}

/// How a command answers: as text or JSON. A form of its own is refused to a
/// command that does not have it; one that has it looks at the options.
fn answer(options: AnswerOptions, command: &Command) -> Result<AnswerArgs, Failure> {
    let known = match (options.format, command) {
        (Form::Text | Form::Json, _)
        | (Form::Pgn, Command::Review(_) | Command::Puzzles(PuzzlesCommand::Make(_)))
        | (Form::Csv, Command::Predict(_) | Command::Puzzles(PuzzlesCommand::Make(_))) => Ok(()),
        (Form::Pgn, _) => {
            Err("found pgn, expected text or json: only reviews and puzzles are games")
        }
        (Form::Csv, _) => {
            Err("found csv, expected text or json: only predictions and puzzles are tables")
        }
    };
    known.map_err(|message| Failure::input("--format", anyhow!(message)))?;
    Ok(options.plain().unwrap_or(AnswerArgs {
        format: Format::Text,
        lang: options.lang,
    }))
}

/// Reads the position that an argument names; `-` is standard input.
fn position(argument: &str) -> Result<Chess, Failure> {
    let text = match argument {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin()
                .read_to_end(&mut bytes)
                .context("standard input cannot be read")?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => argument.to_owned(),
    };
    fen::parse(&text).map_err(|error| Failure::input("FEN", error))
}

/// Prints lines of an answer.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::PipeClosed),
        written => Ok(written.context("the answer cannot be written")?),
    }
}
