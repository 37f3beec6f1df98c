//! `krog see`: the value of an exchange.

use krog_chess::notation;
use krog_text::Args;
use krog_wire::{Exchange, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, Format},
    outcome::{Failure, Outcome},
};

pub(super) fn run(fen: &str, text: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(fen)?;
    let m = notation::read(&position, text).map_err(|error| Failure::input("MOVE", error))?;
    let exchange = Exchange::new(&position, m);
    match answer.format {
        Format::Json => print(&to_json(&exchange))?,
        Format::Text => {
            let args = Args::new()
                .text("move", exchange.san)
                .number("value", exchange.value);
            print(&MESSAGES.text(answer.lang, "see-value", &args))?;
        }
    }
    Ok(Outcome::Yes)
}
