//! The command line of the lab: `accuracy [NAME…] [--quick]`, `bench [NAME…]`
//! and `list`. Exit status 1 means a missed bar, 2 an unknown word.

// A measurement's output is its result; it goes to stdout like any data.
#![allow(clippy::print_stdout)]

use std::process::ExitCode;

use krog_lab::{accuracy, bench};

const USAGE: &str = "expected: accuracy [NAME…] [--quick] | bench [NAME…] | list";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["accuracy", ref rest @ ..] => run_accuracy(rest),
        ["bench", ref names @ ..] => run_bench(names),
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

fn list() {
    for measure in accuracy::ALL {
        println!("accuracy {:<10} {}", measure.name, measure.claim);
    }
    for bench in bench::ALL {
        println!("bench    {:<10} {}", bench.name, bench.question);
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
