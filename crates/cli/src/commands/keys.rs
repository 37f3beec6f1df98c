//! `krog keys`: who may write.

use anyhow::anyhow;
use krog_server::new_key;
use krog_wire::{NewKey, to_json};

use super::print;
use crate::{
    args::{AnswerArgs, Format, KeysCommand},
    outcome::{Failure, Outcome},
};

pub(super) fn run(command: &KeysCommand, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let KeysCommand::New { name, scopes } = command;
    let made = new_key(name, scopes).map_err(|error| Failure::input("NAME", anyhow!(error)))?;
    match answer.format {
        Format::Text => print(&format!("{}\n{}", made.key, made.line))?,
        Format::Json => {
            let (key, line) = (made.key, made.line);
            print(&to_json(&NewKey { key, line }))?;
        }
    }
    Ok(Outcome::Yes)
}
