//! `krog label`: evaluated moves in, labels out.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
};

use anyhow::{Context as _, anyhow};
use krog_wire::label_line;

use super::print;
use crate::{
    args::ProfileArgs,
    outcome::{Failure, Outcome},
    profiles,
};

pub(super) fn run(path: &str, profile: &ProfileArgs) -> Result<Outcome, Failure> {
    let profile = profiles::load(profile)?;
    let blame = |error: anyhow::Error| Failure::input("FILE", error);
    let reader: Box<dyn BufRead> = if path == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).with_context(|| path.to_owned());
        Box::new(BufReader::new(file.map_err(blame)?))
    };
    for (index, line) in reader.lines().enumerate() {
        let number = index + 1;
        let place = |error: String| blame(anyhow!("{path}: line {number}: {error}"));
        let line = line.map_err(|error| place(error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        print(&label_line(&profile, &line).map_err(place)?)?;
    }
    Ok(Outcome::Yes)
}
