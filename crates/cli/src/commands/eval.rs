//! `krog eval`: the static evaluation by terms.

use krog_engine::evaluate;
use krog_text::Args;
use krog_wire::{StaticEvaluation, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, Format},
    outcome::{Failure, Outcome},
};

pub(super) fn run(fen: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let evaluation = evaluate::evaluate(&position(fen)?);
    match answer.format {
        Format::Json => print(&to_json(&StaticEvaluation::from(&evaluation)))?,
        Format::Text => {
            let args = Args::new()
                .number("total", evaluation.total)
                .number("phase", evaluation.phase);
            let total = MESSAGES.text(answer.lang, "eval-total", &args);
            print(&format!("{}{total}", evaluation.table(answer.lang)))?;
        }
    }
    Ok(Outcome::Yes)
}
