//! `krog completions` and `krog man`: generated from the command line itself.

use anyhow::{Context as _, anyhow};
use clap::CommandFactory as _;

use super::print;
use crate::{
    args::Args,
    outcome::{Failure, Outcome},
};

pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "krog", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(Outcome::Yes)
}

pub(super) fn page(command: Option<&str>) -> Result<Outcome, Failure> {
    let mut krog = Args::command();
    krog.build();
    let page = match command {
        None => krog,
        Some(name) => {
            let names: Vec<&str> = krog
                .get_subcommands()
                .map(clap::Command::get_name)
                .collect();
            let expected = names.join(", ");
            krog.find_subcommand(name).cloned().ok_or_else(|| {
                Failure::input(
                    "COMMAND",
                    anyhow!("found {name:?}, expected one of {expected}"),
                )
            })?
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut roff)
        .context("the page cannot be written")?;
    print(String::from_utf8_lossy(&roff).trim_end())?;
    Ok(Outcome::Yes)
}
