//! What the commands do: one file each.

mod analyze;
mod check;
mod doctor;
mod engine;
mod eval;
mod explain;
mod manual;
mod opening;
mod predict;
mod puzzles;
mod rules;
mod say;
mod see;
mod serve;
mod validate;

use std::{
    io::{self, Read as _, Write as _},
    sync::LazyLock,
};

use anyhow::{Context as _, anyhow};
use krog_chess::{Chess, fen};
use krog_text::{Language, Messages};

use crate::{
    args::{AnswerArgs, Args, Command, Form, PuzzlesCommand},
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
pub(crate) fn run(args: Args) -> Result<Outcome, Failure> {
    let form = args.answer.format;
    if form == Form::Csv && !matches!(args.command, Command::Predict(_)) {
        let error = anyhow!("found csv, expected text or json: only predictions are tables");
        return Err(Failure::input("--format", error));
    }
    let answer = AnswerArgs::from(args.answer);
    match args.command {
        Command::Predict(args) => predict::run(&args, form, answer),
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
        Command::Puzzles(PuzzlesCommand::Tag { file }) => puzzles::tag_file(&file),
        Command::Doctor { engine, db } => doctor::run(&engine, db.as_ref(), answer),
        Command::Serve { bind } => serve::run(bind),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { command } => manual::page(command.as_deref()),
    }
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
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::PipeClosed),
        written => Ok(written.context("the answer cannot be written")?),
    }
}
