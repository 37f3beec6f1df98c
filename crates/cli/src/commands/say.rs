//! `krog say`: a spoken move in writing.

use krog_chess::notation::spoken::{self, HearError};
use krog_text::{Args, Language};
use krog_wire::{Candidate, Said, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, Format},
    outcome::{Failure, Outcome},
};

pub(super) fn run(phrase: &str, fen: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(fen)?;
    let moves = match spoken::understand(&position, phrase, answer.lang) {
        Ok(heard) => heard.moves,
        Err(HearError::NoSuchMove { text }) => {
            let args = Args::new().text("phrase", text);
            eprintln!("krog: {}", MESSAGES.text(answer.lang, "say-none", &args));
            Vec::new()
        }
        Err(error) => return Err(Failure::input("PHRASE", error)),
    };
    let said = Said::new(&position, &moves);
    match answer.format {
        Format::Json => print(&to_json(&said))?,
        Format::Text if moves.is_empty() => {}
        Format::Text => print(&text(&said, answer.lang))?,
    }
    Ok(match said.san {
        Some(_) => Outcome::Yes,
        None => Outcome::No,
    })
}

fn text(said: &Said, language: Language) -> String {
    let row = |candidate: &Candidate| {
        let spoken = match language {
            Language::English => &candidate.spoken.en,
            Language::Norwegian => &candidate.spoken.no,
        };
        format!("{:<7} {:<6} {spoken}", candidate.san, candidate.uci)
    };
    let mut lines: Vec<String> = said.candidates.iter().map(row).collect();
    if said.san.is_none() {
        let args = Args::new().number("count", said.candidates.len());
        lines.insert(0, MESSAGES.text(language, "say-several", &args));
    }
    lines.join("\n")
}
