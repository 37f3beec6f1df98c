//! Norwegian words against a dictionary: what krog says is spelt as Norwegians
//! spell it, apart from a list of chess words that the dictionary lacks.

use std::{
    collections::BTreeSet,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use krog_chess::{Position as _, random};
use krog_insight::{Given, PRINCIPLES, THEMES, explain};
use krog_logic::LAWS;
use krog_stats::teaching;

use super::{Measure, Size};
use crate::figure::{Bar, Figure};

pub(super) const MEASURE: Measure = Measure {
    name: "words",
    claim: "Every Norwegian word that krog says is in Debian's dictionary or in data/norwegian-words.txt.",
    bar: Bar::All,
    full: 400,
    quick: 30,
    run,
};

fn run(positions: usize, _: Size) -> Figure {
    let mut words = from_files();
    words.extend(said(positions));
    let unknown = match unknown(&words) {
        Ok(unknown) => unknown,
        Err(reason) => return Figure::skipped(reason),
    };
    let mut figure = Figure::default();
    for word in &words {
        figure.judge(!unknown.contains(word), || format!("unknown word {word:?}"));
    }
    figure
}

/// The words of a text: runs of letters, single letters and moves left out.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|ch: char| !ch.is_alphanumeric())
        .filter(|word| word.chars().count() > 1 && word.chars().all(char::is_alphabetic))
        .map(str::to_owned)
}

/// The words in all message files, placeholders left out.
fn from_files() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(crates).into_iter().flatten().flatten();
    let texts =
        folders.filter_map(|folder| fs::read_to_string(folder.path().join("messages/no.ftl")).ok());
    let mut found = BTreeSet::new();
    for text in texts {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let value = line.split_once(" = ").map_or(line, |(_, value)| value);
            let is_case = value.trim_start().trim_start_matches('*').starts_with('[');
            let value = match value.split_once(']') {
                Some((_, value)) if is_case => value,
                _ => value,
            };
            found.extend(words(&without_placeholders(value)));
        }
    }
    found
}

fn without_placeholders(text: &str) -> String {
    let mut depth = 0_u32;
    let mut plain = String::new();
    for ch in text.chars() {
        match ch {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(ch),
            _ => {}
        }
    }
    plain
}

/// The words of what is said about random moves, of the registries and of the
/// lessons on openings.
fn said(positions: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for law in &LAWS {
        found.extend(words(&law.explanation().no));
    }
    for theme in THEMES {
        found.extend(words(&theme.explanation().no));
    }
    for principle in PRINCIPLES {
        found.extend(words(&principle.explanation().no));
    }
    for lesson in teaching::lessons() {
        let plans = lesson.plans.iter().map(|plan| &plan.text);
        let texts = lesson.ideas.iter().chain(plans).chain([&lesson.verdict]);
        found.extend(texts.flat_map(|text| words(&text.no)));
    }
    for position in random::positions(61).take(positions) {
        for m in position.legal_moves().into_iter().take(3) {
            let Ok(explanation) = explain(&position, m, Given::default()) else {
                continue;
            };
            for claim in &explanation.claims {
                found.extend(words(&claim.text().no));
            }
        }
    }
    found
}

/// The words that neither the dictionary nor the project's list knows.
fn unknown(words: &BTreeSet<String>) -> Result<BTreeSet<String>, String> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/norwegian-words.txt");
    let own = fs::read_to_string(list).map_err(|error| error.to_string())?;
    let own: BTreeSet<String> = own.lines().map(str::to_lowercase).collect();
    let failed = |error: std::io::Error| format!("hunspell: {error}");
    let mut child = Command::new("hunspell")
        .args(["-l", "-i", "utf-8", "-d", "nb_NO"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let text: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(mut stdin) = child.stdin.take() {
        stdin
            .write_all(text.join("\n").as_bytes())
            .map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err("hunspell has no Norwegian dictionary; install hunspell-no".to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text
        .lines()
        .filter(|word| !own.contains(&word.to_lowercase()))
        .map(str::to_owned)
        .collect())
}
