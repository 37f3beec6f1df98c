//! `krog suggest`: the moves of a position, ranked, with reasons.

use anyhow::anyhow;
use krog_advisor::{
    Label, Profile,
    session::{SessionError, Sources, advise},
    suggest::{Advice, Question, Suggestion},
};
use krog_analyst::{Analyst, Choice};
use krog_chess::{
    Chess, Evaluate, Position as _,
    notation::{self, Form},
};
use krog_stats::{Statistics, StatisticsError, model, opening};
use krog_store::Store;
use krog_text::{Args, Language};
use krog_wire::{Moves, to_json};

use super::{MESSAGES, analyze, position, print};
use crate::{
    args::{AnswerArgs, EngineArgs, Format, SuggestArgs},
    outcome::{Failure, Outcome},
    profiles,
    progress::Progress,
};

pub(super) fn run(args: &SuggestArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(&args.fen)?;
    let profile = profiles::load(&args.profile)?;
    if args.engine.engine == Choice::Pgn {
        let error = anyhow!("found a position, expected a game: pgn reads its comments");
        return Err(Failure::input("--engine", error));
    }
    let analyst = match analyze::open(&args.engine, &args.engine.for_position()) {
        Ok(analyst) => Some(analyst),
        // Without an engine moves can still be ranked.
        Err(_) if args.engine.engine == Choice::Auto => None,
        Err(failure) => return Err(failure),
    };
    let progress = Progress::without_end();
    let question = Question {
        context: args.context,
        rating: args.elo,
        profile: &profile,
    };
    let games = args.counts.open()?;
    let games = games.as_ref().map(|(store, name)| (store.as_ref(), *name));
    let advice = weigh(&position, analyst.as_ref(), &args.engine, games, question)?;
    drop(progress);
    let limit = args.limit.get();
    match answer.format {
        Format::Json => print(&to_json(&Moves::new(&advice, limit)))?,
        Format::Text => print(&describe(&advice, &profile, limit, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

/// Weighs all moves of a position by what the sources say: an engine, counted
/// games and the register of openings.
pub(super) fn weigh(
    position: &Chess,
    analyst: Option<&Analyst>,
    args: &EngineArgs,
    games: Option<(&dyn Store, &str)>,
    question: Question<'_>,
) -> Result<Advice, Failure> {
    let engine = analyst.map(|analyst| {
        let engine: &dyn Evaluate = analyst;
        (engine, args.limit(), args.multipv)
    });
    let sources = Sources {
        engine,
        statistics: games.map(|(store, name)| (store as &dyn Statistics, name)),
        theory: Some(&opening::at),
    };
    advise(position, sources, question).map_err(|error| match error {
        SessionError::Statistics(StatisticsError::NoCollection { .. }) => {
            Failure::input("--in", error)
        }
        other => Failure::Work(other.into()),
    })
}

fn describe(advice: &Advice, profile: &Profile, limit: usize, language: Language) -> String {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    if advice.moves.is_empty() {
        return say("suggest-over", Args::new());
    }
    let context = say(&format!("suggest-{}", advice.context.code()), Args::new());
    let mut blocks = vec![match &advice.engine {
        Some(engine) => {
            let engine = Args::new().text("engine", engine.as_str());
            let engine = say("suggest-sources", engine);
            format!("{context} · {engine}")
        }
        None => format!("{context}\n{}", say("suggest-unweighed", Args::new())),
    }];
    for suggestion in advice.moves.iter().take(limit) {
        blocks.push(block(advice, suggestion, profile, language));
    }
    blocks.join("\n\n")
}

/// A move with its score, its reasons, and what it teaches.
fn block(
    advice: &Advice,
    suggestion: &Suggestion,
    profile: &Profile,
    language: Language,
) -> String {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let san = notation::write(&advice.position, suggestion.played, Form::San);
    let score = Args::new().text("score", format!("{:.2}", suggestion.total));
    let mut facts: Vec<String> = Vec::new();
    facts.extend(
        suggestion
            .engine
            .map(|valued| format!("{:+}", valued.score)),
    );
    facts.push(say("suggest-score", score));
    let name = |label: Label| profile.name(label).get(language).to_owned();
    facts.extend(suggestion.label.map(name));
    if suggestion.sound == Some(false) {
        facts.push(say("suggest-unsound", Args::new()));
    }
    if suggestion.recommended {
        facts.push(say("suggest-recommended", Args::new()));
    }
    let mut lines = vec![format!(
        "{}. {san:<8} {}",
        suggestion.rank,
        facts.join(" · ")
    )];
    if let Some(played) = played(advice, suggestion, language) {
        lines.push(format!("   {played}"));
    }
    let reason = advice.reason(suggestion);
    let reason = reason.get(language);
    if !reason.is_empty() {
        lines.push(format!("   {reason}"));
    }
    if let Some(lesson) = suggestion
        .lessons()
        .first()
        .filter(|_| suggestion.rank == 1)
    {
        let args = Args::new().both("lesson", lesson.explanation());
        lines.push(format!("   {}", say("suggest-lesson", args)));
    }
    lines.join("\n")
}

/// How often a move was played in the games that were asked, and how it went.
fn played(advice: &Advice, suggestion: &Suggestion, language: Language) -> Option<String> {
    let tally = suggestion.statistics?.tally;
    let mover = advice.position.turn();
    let scored = model::expected_score(&tally, mover)?.get();
    let args = Args::new()
        .number("games", i64::try_from(tally.games()).unwrap_or(i64::MAX))
        .number("percent", (100.0 * scored).round());
    Some(MESSAGES.text(language, "suggest-played", &args))
}
