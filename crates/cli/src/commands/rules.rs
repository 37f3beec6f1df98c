//! `krog rules`: the registries.

use anyhow::anyhow;
use krog_logic::{LAWS, Law};
use krog_text::{Args, Language};
use krog_wire::{Rule, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format},
    outcome::{Failure, Outcome},
};

pub(super) fn run(id: Option<&str>, answer: AnswerArgs) -> Result<Outcome, Failure> {
    match (id, answer.format) {
        (None, Format::Json) => {
            let rules: Vec<Rule> = LAWS.iter().map(Rule::from).collect();
            print(&to_json(&rules))?;
        }
        (None, Format::Text) => {
            let rows: Vec<String> = LAWS.iter().map(|law| row(law, answer.lang)).collect();
            print(&rows.join("\n"))?;
        }
        (Some(id), format) => {
            let article: Vec<&Law> = Law::of_article(id).collect();
            if let (Format::Text, false) = (format, article.is_empty()) {
                let texts: Vec<String> = article
                    .iter()
                    .map(|law| describe(law, answer.lang))
                    .collect();
                print(&texts.join("\n\n"))?;
                return Ok(Outcome::Yes);
            }
            let law = Law::get(id).or(article.first().copied()).ok_or_else(|| {
                let known: Vec<&str> = LAWS.iter().map(|law| law.id).collect();
                Failure::input(
                    "ID",
                    anyhow!("found {id:?}, expected one of {}", known.join(", ")),
                )
            })?;
            match format {
                Format::Json => print(&to_json(&Rule::from(law)))?,
                Format::Text => print(&describe(law, answer.lang))?,
            }
        }
    }
    Ok(Outcome::Yes)
}

fn row(law: &Law, language: Language) -> String {
    format!(
        "{:<21} {:<20} {}",
        law.id,
        law.fide,
        law.name().get(language)
    )
}

fn describe(law: &Law, language: Language) -> String {
    let args = Args::new()
        .text("fide", law.fide)
        .text("rtype", law.rtype.code())
        .text("operators", law.operators.join(", "))
        .text(
            "aliases",
            if law.aliases.is_empty() {
                "–".to_owned()
            } else {
                law.aliases.join(", ")
            },
        )
        .text("voice", law.voice(language).join(" · "));
    format!(
        "{}\n{}\n\n  {}\n\n{}",
        law.name().get(language),
        law.explanation().get(language),
        law.parsed(),
        MESSAGES.text(language, "rules-facts", &args)
    )
}
