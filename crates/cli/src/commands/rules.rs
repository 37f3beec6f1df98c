//! `krog rules`: the registries.

use anyhow::anyhow;
use krog_advisor::{Label, PROFILES, Profile};
use krog_engine::evaluate::{self, TERMS};
use krog_insight::{PRINCIPLES, Principle, THEMES, Theme};
use krog_logic::{LAWS, Law};
use krog_text::{Args, Language};
use krog_wire::{PrincipleRule, ProfileRule, Rule, Tactic, Term, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format, Kind},
    outcome::{Failure, Outcome},
};

pub(super) fn run(
    id: Option<&str>,
    kind: Option<Kind>,
    answer: AnswerArgs,
) -> Result<Outcome, Failure> {
    let text = match id {
        Some(id) => one(id, kind, answer)?,
        None => all(kind.unwrap_or_default(), answer),
    };
    print(&text)?;
    Ok(Outcome::Yes)
}

fn all(kind: Kind, answer: AnswerArgs) -> String {
    match (kind, answer.format) {
        (Kind::Laws, Format::Json) => to_json(&LAWS.iter().map(Rule::from).collect::<Vec<_>>()),
        (Kind::Tactics, Format::Json) => {
            to_json(&THEMES.iter().map(Tactic::from).collect::<Vec<_>>())
        }
        (Kind::Principles, Format::Json) => to_json(
            &PRINCIPLES
                .iter()
                .map(PrincipleRule::from)
                .collect::<Vec<_>>(),
        ),
        (Kind::Principles, Format::Text) => {
            let row = |principle: &Principle| {
                let norm = format!("{}({})", principle.norm.letter(), principle.code);
                format!("{norm:<25} {}", principle.name().get(answer.lang))
            };
            PRINCIPLES.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        (Kind::Terms, Format::Json) => to_json(&TERMS.iter().map(Term::from).collect::<Vec<_>>()),
        (Kind::Terms, Format::Text) => {
            let row = |term: &evaluate::Term| {
                format!("{:<21} {}", term.name, term.title().get(answer.lang))
            };
            TERMS.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        (Kind::Profiles, Format::Json) => {
            to_json(&PROFILES.iter().map(ProfileRule::from).collect::<Vec<_>>())
        }
        (Kind::Profiles, Format::Text) => {
            let row = |profile: &Profile| {
                format!(
                    "{:<21} {}",
                    profile.id,
                    profile.explanation().get(answer.lang)
                )
            };
            PROFILES.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        (Kind::Laws, Format::Text) => {
            let rows: Vec<String> = LAWS.iter().map(|law| row(law, answer.lang)).collect();
            rows.join("\n")
        }
        (Kind::Tactics, Format::Text) => {
            let row = |theme: &Theme| format!("{:<21} {}", theme.id, theme.name().get(answer.lang));
            THEMES.iter().map(row).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Everything about what has this id, in any registry or in the one asked for: a law, a
/// tactic, a term, or the laws of an article.
fn one(id: &str, kind: Option<Kind>, answer: AnswerArgs) -> Result<String, Failure> {
    let asked = |of: Kind| kind.is_none_or(|kind| kind == of);
    if asked(Kind::Tactics)
        && let Some(theme) = Theme::get(id)
    {
        return Ok(match answer.format {
            Format::Json => to_json(&Tactic::from(theme)),
            Format::Text => format!(
                "{}\n{}",
                theme.name().get(answer.lang),
                theme.explanation().get(answer.lang)
            ),
        });
    }
    if asked(Kind::Principles)
        && let Some(principle) = Principle::get(id)
    {
        return Ok(match answer.format {
            Format::Json => to_json(&PrincipleRule::from(principle)),
            Format::Text => format!(
                "{}\n{}\n\n  {}",
                principle.name().get(answer.lang),
                principle.explanation().get(answer.lang),
                principle.formula()
            ),
        });
    }
    if asked(Kind::Terms)
        && let Some(term) = evaluate::Term::get(id)
    {
        return Ok(match answer.format {
            Format::Json => to_json(&Term::from(term)),
            Format::Text => describe_term(term, answer.lang),
        });
    }
    if asked(Kind::Profiles)
        && let Ok(profile) = Profile::get(id)
    {
        return Ok(match answer.format {
            Format::Json => to_json(&ProfileRule::from(profile)),
            Format::Text => describe_profile(profile, answer.lang),
        });
    }
    if asked(Kind::Laws) {
        return laws(id, kind, answer);
    }
    Err(unknown(id, kind))
}

/// What the registry asked for knows instead; without one the laws, and what else there is.
fn unknown(id: &str, kind: Option<Kind>) -> Failure {
    let known: Vec<&str> = match kind {
        None | Some(Kind::Laws) => LAWS.iter().map(|law| law.id).collect(),
        Some(Kind::Principles) => PRINCIPLES.iter().map(|principle| principle.code).collect(),
        Some(Kind::Tactics) => THEMES.iter().map(|theme| theme.id).collect(),
        Some(Kind::Terms) => TERMS.iter().map(|term| term.name).collect(),
        Some(Kind::Profiles) => PROFILES.iter().map(|profile| profile.id.as_ref()).collect(),
    };
    let others = match kind {
        None => "a principle, a tactic, an evaluation term, a label profile, a FIDE article or ",
        Some(Kind::Laws) => "a FIDE article or ",
        Some(_) => "",
    };
    let expected = known.join(", ");
    let error = anyhow!("found {id:?}, expected {others}one of {expected}");
    Failure::input("ID", error)
}

/// The law of this id, or those of an article.
fn laws(id: &str, kind: Option<Kind>, answer: AnswerArgs) -> Result<String, Failure> {
    let laws: Vec<&Law> = match Law::get(id) {
        Some(law) => vec![law],
        None => Law::of_article(id).collect(),
    };
    match (laws.as_slice(), answer.format) {
        ([], _) => Err(unknown(id, kind)),
        ([law], Format::Json) => Ok(to_json(&Rule::from(*law))),
        (_, Format::Json) => {
            let rules: Vec<Rule> = laws.iter().map(|law| Rule::from(*law)).collect();
            Ok(to_json(&rules))
        }
        (_, Format::Text) => {
            let texts: Vec<String> = laws.iter().map(|law| describe(law, answer.lang)).collect();
            Ok(texts.join("\n\n"))
        }
    }
}

/// A term, and where its figures come from.
fn describe_term(term: &evaluate::Term, language: Language) -> String {
    let args = Args::new().text("origin", term.origin.to_string());
    format!(
        "{}\n{}\n\n{}",
        term.title().get(language),
        term.explanation().get(language),
        MESSAGES.text(language, "rules-origin", &args)
    )
}

/// A profile with its edges: where each label begins.
fn describe_profile(profile: &Profile, language: Language) -> String {
    let name = |label: Label| profile.name(label).get(language).to_owned();
    let labels = [
        Label::Excellent,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];
    let mut lines = vec![
        format!("{}\n{}\n", profile.id, profile.explanation().get(language)),
        format!("  1 / (1 + e^(-{} cp))\n", profile.curve.slope),
    ];
    for (index, label) in labels.into_iter().enumerate() {
        let both = profile.centipawns;
        let pawns = both.map(|both| format!(">= {} cp", both.edges[index]));
        let (name, loss) = (name(label), profile.loss[index]);
        let line = format!("  {name:<14} >= {loss:<6}  {}", pawns.unwrap_or_default());
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
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
