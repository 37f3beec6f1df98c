//! Keeps files, sockets, processes and clocks out of the pure crates, except in
//! their tests. A reader or a writer passed in as a parameter is fine.

use super::Finding;
use super::items::{Path, paths, without_tests};
use super::tokens::tokens;
use super::tree::TextFile;
use crate::layers::PURE;

/// Modules of the standard library that touch the world.
const MODULES: &[&[&str]] = &[&["std", "fs"], &["std", "net"], &["std", "process"]];

/// Functions that touch the world, however their path begins.
const FUNCTIONS: &[&[&str]] = &[
    &["SystemTime", "now"],
    &["Instant", "now"],
    &["io", "stdin"],
    &["io", "stdout"],
    &["io", "stderr"],
];

/// Uses of the world in a source of a pure crate.
pub fn purity(file: &TextFile) -> Vec<Finding> {
    if !is_pure_source(file) {
        return Vec::new();
    }
    let tokens = without_tests(&tokens(&file.text));
    paths(&tokens)
        .iter()
        .filter(|path| touches_the_world(path))
        .map(|path| {
            Finding::new(
                &file.path,
                path.line,
                format!("`{}`", path.parts.join("::")),
                "no I/O and no clock in a pure crate",
            )
        })
        .collect()
}

fn is_pure_source(file: &TextFile) -> bool {
    let mut folders = file.path.split('/');
    // A module of tests in a file of its own is declared under `cfg(test)`.
    let of_tests = file.name() == "tests.rs" || file.path.contains("/tests/");
    folders.next() == Some("crates")
        && folders.next().is_some_and(|name| PURE.contains(&name))
        && folders.next() == Some("src")
        && file.is_rust()
        && !of_tests
}

fn touches_the_world(path: &Path<'_>) -> bool {
    let parts = &path.parts[..];
    MODULES.iter().any(|module| parts.starts_with(module))
        || FUNCTIONS.iter().any(|function| {
            let mut windows = parts.windows(function.len());
            windows.any(|window| window == *function)
        })
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let file = TextFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        check_findings(&purity(&file), expected);
    }

    const ENGINE: &str = "crates/engine/src/search.rs";

    #[track_caller]
    fn check_fails(text: &str, found: &str) {
        let line = format!("{ENGINE}:1: `{found}`, expected no I/O and no clock in a pure crate");
        check(ENGINE, text, &[&line]);
    }

    #[test]
    fn the_world_is_seen_in_paths_and_imports() {
        check_fails("std::fs::read(a)", "std::fs::read");
        check_fails("use std::{fs, io::Read};", "std::fs");
        check_fails("use std::net::TcpStream;", "std::net::TcpStream");
        check_fails("::std::process::exit(1)", "std::process::exit");
        check_fails("let a = Instant::now();", "Instant::now");
        check_fails("std::time::SystemTime::now()", "std::time::SystemTime::now");
        check_fails("io::stdin().lock()", "io::stdin");
    }

    #[test]
    fn pure_code_is_fine() {
        check(
            ENGINE,
            "use std::io::{self, Read};\nuse std::time::{Duration, Instant};",
            &[],
        );
        check(ENGINE, "// std::fs\nlet a = \"std::fs\";", &[]);
        check(
            ENGINE,
            "#[cfg(test)]\nmod tests {\n    use std::fs;\n}",
            &[],
        );
    }

    #[test]
    fn other_crates_and_tests_may() {
        check("crates/store/src/lib.rs", "use std::fs;", &[]);
        check("crates/engine/tests/bench.rs", "use std::fs;", &[]);
        check("crates/engine/src/search/tests.rs", "use std::fs;", &[]);
    }
}
