//! The command line of the lab: `accuracy [NAME…] [--quick]`, `bench [NAME…]`,
//! `match A B [OPTION…]`, `faults [OPTION…] [NAME…]`, `tune [SEED [ROUNDS [FOLDER]]]`,
//! `lessons walks|searches SEED COUNT FILE`, `teach new SEED ROUNDS ROUNDS FILE…`, `teach on SEED ROUNDS FILE…`, `fit`, `uci` (the engine alone, to be matched) and `list`. Exit status 1 means a missed
//! bar or a fault that did harm, 2 an unknown word.

// A measurement's output is its result; it goes to stdout like any data.
#![allow(clippy::print_stdout)]

use std::{
    fs,
    io::{self, BufReader},
    path::Path,
    process::ExitCode,
};

use krog_engine::uci::{self, Outside};
use krog_lab::{
    accuracy, bench,
    contest::{self, Request},
    faults,
    meter::Wall,
    results, teach, tune,
};

const USAGE: &str = "expected: accuracy [NAME…] [--quick] | bench [NAME…] | match A B [--games N] [--nodes N | --movetime MS | --clock S+S] [--concurrency N] [--seed N] [--pgn FILE] [--sprt ELO0,ELO1] | faults [--faults N] [--seed N] [NAME…] | tune [SEED [ROUNDS [FOLDER]]] | lessons walks|searches SEED COUNT FILE | teach new SEED ROUNDS ROUNDS FILE… | teach on SEED ROUNDS FILE… | fit | uci | list";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["accuracy", ref rest @ ..] => run_accuracy(rest),
        ["bench", ref names @ ..] => run_bench(names),
        ["match", ref rest @ ..] => run_match(rest),
        ["faults", ref rest @ ..] => run_faults(rest),
        ["tune", ref rest @ ..] => run_tune(rest),
        ["lessons", way, seed, count, file] => finish(write_lessons(way, seed, count, file)),
        ["teach", "new", seed, alike, apart, ref files @ ..] if !files.is_empty() => {
            finish(teach_new(seed, [alike, apart], files))
        }
        ["teach", "on", seed, rounds, ref files @ ..] if !files.is_empty() => {
            finish(teach_on(seed, rounds, files))
        }
        ["fit"] => run_fit(),
        ["uci"] => serve_uci(),
        ["help-with-list", url] => run_importer(url),
        ["list"] => {
            list();
            ExitCode::SUCCESS
        }
        [] => refuse(&format!("no command; {USAGE}")),
        [word, ..] => refuse(&format!("unknown command {word:?}; {USAGE}")),
    }
}

fn run_accuracy(words: &[&str]) -> ExitCode {
    let (options, names): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with('-'));
    if let Some(option) = options.iter().find(|option| **option != "--quick") {
        return refuse(&format!("unknown option {option:?}; {USAGE}"));
    }
    let size = if options.is_empty() {
        accuracy::Size::Full
    } else {
        accuracy::Size::Quick
    };
    match accuracy::choose(&names) {
        Ok(measures) if accuracy::report(&measures, size) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(name) => unknown_name(name),
    }
}

fn run_bench(names: &[&str]) -> ExitCode {
    match bench::choose(names) {
        Ok(benches) => {
            bench::report(&benches);
            ExitCode::SUCCESS
        }
        Err(name) => unknown_name(name),
    }
}

fn run_match(words: &[&str]) -> ExitCode {
    match Request::read(words).map(|request| contest::run(&request)) {
        Ok(Ok(true)) => ExitCode::SUCCESS,
        Ok(Ok(false)) => ExitCode::FAILURE,
        Ok(Err(error)) => {
            eprintln!("krog-lab: {error}");
            ExitCode::FAILURE
        }
        Err(error) => refuse(&format!("{error}; {USAGE}")),
    }
}

fn run_faults(words: &[&str]) -> ExitCode {
    match faults::Request::read(words) {
        Ok(request) if faults::run(&request) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => refuse(&format!("{error}; {USAGE}")),
    }
}

/// Tunes the weights of the evaluation and writes them into their file.
fn run_tune(words: &[&str]) -> ExitCode {
    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/src/evaluate/weights.rs"
    );
    let given = |index: usize, usual: u64| words.get(index).map_or(Ok(usual), |word| number(word));
    let tuned = given(0, 1).and_then(|seed| {
        let rounds = usize::try_from(given(1, 24)?).unwrap_or(usize::MAX);
        let kept = words.get(2).map(Path::new);
        let weights = tune::run(tune::Plan { seed, rounds, kept })?;
        let old = fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
        let new = tune::write_into(&old, &weights)?;
        fs::write(FILE, new).map_err(|error| format!("{FILE}: {error}"))
    });
    finish(tuned)
}

/// Lets Stockfish's network judge positions and writes them into a file.
fn write_lessons(way: &str, seed: &str, count: &str, file: &str) -> Result<(), String> {
    let written = teach::lessons(
        way.parse()?,
        number(seed)?,
        self::count(count)?,
        Path::new(file),
    )?;
    eprintln!("{written} lessons");
    Ok(())
}

/// Where the network of the evaluation is kept.
const NETWORK: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../engine/src/evaluate/network.bin"
);

/// Teaches a new network for the evaluation and writes it into its file.
fn teach_new(seed: &str, [alike, apart]: [&str; 2], files: &[&str]) -> Result<(), String> {
    let files: Vec<&Path> = files.iter().map(Path::new).collect();
    let bytes = teach::learn(number(seed)?, [count(alike)?, count(apart)?], &files)?;
    fs::write(NETWORK, bytes).map_err(|error| format!("{NETWORK}: {error}"))
}

/// Teaches the network of the evaluation more, and writes it into its file.
fn teach_on(seed: &str, rounds: &str, files: &[&str]) -> Result<(), String> {
    let files: Vec<&Path> = files.iter().map(Path::new).collect();
    let known = fs::read(NETWORK).map_err(|error| format!("{NETWORK}: {error}"))?;
    let bytes = teach::learn_on(&known, number(seed)?, count(rounds)?, &files)?;
    fs::write(NETWORK, bytes).map_err(|error| format!("{NETWORK}: {error}"))
}

fn count(word: &str) -> Result<usize, String> {
    usize::try_from(number(word)?).map_err(|error| error.to_string())
}

fn number(word: &str) -> Result<u64, String> {
    word.parse()
        .map_err(|_| format!("found {word:?}, expected a number"))
}

fn finish(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("krog-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Fits the model of results and writes its coefficients into their file.
fn run_fit() -> ExitCode {
    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../stats/src/forecast/coefficients.rs"
    );
    let fitted = results::fit()
        .and_then(|text| fs::write(FILE, text).map_err(|error| format!("{FILE}: {error}")));
    finish(fitted)
}

/// An importer of the bench `cluster`, in a process that can be killed.
fn run_importer(url: &str) -> ExitCode {
    finish(bench::help_with_list(url))
}

/// The engine alone, so that a match needs no other program.
fn serve_uci() -> ExitCode {
    let outside = Outside {
        clock: &Wall::start(),
        open_tables: &|_| Err("the lab reads no tables".to_owned()),
    };
    match uci::serve(BufReader::new(io::stdin()), io::stdout(), &outside) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&error.to_string()),
    }
}

fn list() {
    for measure in accuracy::ALL {
        println!("accuracy {:<10} {}", measure.name, measure.claim);
    }
    for bench in bench::ALL {
        println!("bench    {:<10} {}", bench.name, bench.question);
    }
    for scenario in faults::ALL {
        println!("faults   {:<10} {}", scenario.name, scenario.threat);
    }
}

fn unknown_name(name: &str) -> ExitCode {
    list();
    refuse(&format!(
        "unknown name {name:?}; expected one of those listed"
    ))
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("krog-lab: {message}");
    ExitCode::from(2)
}
