//! Suggestions: every legal move with its combined score, ranked, with reasons.
//!
//! Sound moves come before unsound ones whatever the principles say; without an
//! engine nobody knows what is sound, so nothing is recommended, only ranked.

use std::cmp::Ordering;

use krog_chess::{
    Chess, EngineLine, Line, Move, Phase, Position as _, Score, Value,
    notation::{self, Form},
};
use krog_insight::{Claim, Explanation, Given, Polarity, Principle, Source, explain, sentences};
use krog_stats::{Counter, Filter, SOURCE, Tally, model};
use krog_text::{Args, Bilingual};

use crate::{
    MESSAGES,
    combine::{self, Krog, Parts},
    judge::{Moment, judge},
    label::{Context, Label},
    profile::{PROFILES, Profile, by_edges},
    session::{Findings, Valued},
};

/// Where best, excellent, good, inaccuracy and mistake end (source 000, §7.5.2).
const EDGES: [f64; 5] = [0.02, 0.05, 0.10, 0.20, 0.35];

/// Behind the first by less than this, a sound move is recommended too.
const NEAR: f64 = 0.05;

/// A score by statistics from here on is a reason.
const STRONG: f64 = 0.6;

/// How many reasons and lessons are given.
const HANDFUL: usize = 3;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the advice is for; by the phase where it is not told.
    pub context: Option<Context>,
    /// The rating of who asks.
    pub rating: Option<u16>,
    /// The profile of the labels.
    pub profile: &'a Profile,
}

impl Question<'static> {
    /// Nothing in particular is asked: the context by the phase, all ratings, the
    /// default profile.
    pub fn usual() -> Question<'static> {
        Question {
            context: None,
            rating: None,
            profile: &PROFILES[0],
        }
    }
}

/// Every legal move of a position, ranked.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position.
    pub position: Chess,
    /// The context that was used.
    pub context: Context,
    /// The engine's name, where one was asked.
    pub engine: Option<String>,
    /// The collection of games that was asked, where one was.
    pub collection: Option<String>,
    /// The moves, the best first.
    pub moves: Vec<Suggestion>,
}

/// A move with all that is known about it.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The move.
    pub played: Move,
    /// Its place, from 1.
    pub rank: usize,
    /// P, E and K.
    pub parts: Parts,
    /// S.
    pub total: f64,
    /// How far S is behind the first move's, never less than 0.
    pub difference: f64,
    /// How reliable S is, from 0 to 1.
    pub confidence: f64,
    /// Whether it is sound; unknown without an engine.
    pub sound: Option<bool>,
    /// The label of the difference; none without an engine.
    pub classification: Option<Label>,
    /// Whether it is recommended.
    pub recommended: bool,
    /// The profile's verdict.
    pub label: Option<Label>,
    /// What the engine says.
    pub engine: Option<Valued>,
    /// The engine's place for it, from 1.
    pub engine_rank: Option<usize>,
    /// The games in which it was played.
    pub statistics: Option<Played>,
    /// Whether it leads to known theory.
    pub book: bool,
    /// What logic says.
    pub explanation: Explanation,
}

/// The games of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Played {
    /// Those that count: of the rating's band if there are enough, else all.
    pub tally: Tally,
    /// The share of the games of the position.
    pub popularity: f64,
    /// The rating at which its score would be expected.
    pub performance: Option<f64>,
}

/// Ranks all legal moves.
pub fn suggest(position: &Chess, findings: &Findings, question: Question<'_>) -> Advice {
    let phase = Phase::of(position.board());
    let context = Context::fitting(question.context, phase);
    let scored = position.legal_moves().into_iter().enumerate();
    let mut moves: Vec<Suggestion> = scored
        .map(|(index, m)| score(position, findings, question, context, (index, m)))
        .collect();
    rank(position, findings, question.profile, &mut moves);
    Advice {
        position: position.clone(),
        context,
        engine: findings.engine.clone(),
        collection: findings
            .counts
            .as_ref()
            .map(|counts| counts.collection.clone()),
        moves,
    }
}

/// A move's score; ranks and labels come later.
fn score(
    position: &Chess,
    findings: &Findings,
    question: Question<'_>,
    context: Context,
    (index, m): (usize, Move),
) -> Suggestion {
    let turn = position.turn();
    let engine = findings.values.get(index).copied().flatten();
    let best = findings.lines.first().map(|line| line.score.pov(turn));
    let statistics = played(position, findings, question.rating, m);
    let after: Vec<EngineLine> = findings
        .lines
        .iter()
        .find(|line| line.line.moves().first() == Some(&m))
        .map(rest)
        .into_iter()
        .collect();
    let given = Given {
        after: &after,
        ..Given::default()
    };
    let explanation = explain(position, m, given).expect("a legal move");
    let games = statistics.map_or(0, |played| played.tally.games());
    let parts = Parts {
        statistical: findings
            .counts
            .as_ref()
            .filter(|c| !c.moves.is_empty())
            .map(|_| statistics.map_or(0.5, |played| combine::statistical(&played.tally, turn))),
        engine: engine.map(|valued| combine::engine(valued.score.pov(turn))),
        krog: combine::krog(Krog::of(&explanation).total()),
    };
    let book = findings.book.contains(&m);
    Suggestion {
        played: m,
        rank: 0,
        total: parts.combined(context.weights()),
        parts,
        difference: 0.0,
        confidence: confidence(games, engine.map(|valued| valued.depth), book),
        sound: best
            .zip(engine)
            .map(|(best, valued)| combine::is_sound(best, valued.score.pov(turn))),
        classification: None,
        recommended: false,
        label: None,
        engine,
        engine_rank: None,
        statistics,
        book,
        explanation,
    }
}

/// How reliable a score is (source 000, §7.5.1).
fn confidence(games: u64, depth: Option<u32>, book: bool) -> f64 {
    let games = f64::from(u32::try_from(games).unwrap_or(u32::MAX));
    let depth = f64::from(depth.unwrap_or(0));
    let book = if book { 0.2 } else { 0.0 };
    ((games / 2500.0).min(0.4) + (depth / 30.0).min(0.4) + book).min(1.0)
}

/// The games of a move that count for a rating.
fn played(position: &Chess, findings: &Findings, rating: Option<u16>, m: Move) -> Option<Played> {
    let counts = findings.counts.as_ref()?;
    let counter = &counts
        .moves
        .iter()
        .find(|counts| counts.played == m)?
        .counter;
    let tally = tally(counter, rating);
    let games = |tally: Tally| f64::from(u32::try_from(tally.games()).unwrap_or(u32::MAX));
    let all = games(counts.total().total());
    let rated = Filter::new(Some(0), None).map_or(Tally::default(), |rated| rated.of(counter));
    Some(Played {
        tally,
        popularity: games(counter.total()) / all.max(1.0),
        performance: model::performance(&rated, position.turn()),
    })
}

/// The tally of the rating's band if it has games enough, else of all.
fn tally(counter: &Counter, rating: Option<u16>) -> Tally {
    let near = rating.map(|rating| Filter::from(SOURCE.of_rating(rating)).of(counter));
    near.filter(|tally| tally.games() >= model::ENOUGH_GAMES)
        .unwrap_or_else(|| counter.total())
}

/// Sound moves by their score, then the others; ties by the engine, then by name.
fn rank(position: &Chess, findings: &Findings, profile: &Profile, moves: &mut [Suggestion]) {
    let turn = position.turn();
    let value = |s: &Suggestion| s.engine.map(|valued| valued.score.pov(turn));
    let uci = |s: &Suggestion| notation::write(position, s.played, Form::Uci);
    moves.sort_by(|a, b| {
        let sound = |s: &Suggestion| s.sound == Some(false);
        sound(a)
            .cmp(&sound(b))
            .then(b.total.partial_cmp(&a.total).unwrap_or(Ordering::Equal))
            .then(value(b).cmp(&value(a)))
            .then_with(|| uci(a).cmp(&uci(b)))
    });
    let first = moves.first().map_or(0.0, |first| first.total);
    let values: Vec<Option<Value>> = moves.iter().map(value).collect();
    for (index, suggestion) in moves.iter_mut().enumerate() {
        suggestion.rank = index + 1;
        suggestion.difference = (first - suggestion.total).max(0.0);
        suggestion.classification = suggestion.sound.map(|sound| {
            let label = by_edges(&EDGES, &suggestion.difference);
            match label {
                Label::Best | Label::Excellent | Label::Good if !sound => Label::Inaccuracy,
                label => label,
            }
        });
        suggestion.recommended =
            suggestion.sound == Some(true) && (index == 0 || suggestion.difference < NEAR);
        suggestion.engine_rank = values[index].map(|own| {
            let better = values.iter().filter(|other| **other > Some(own));
            1 + better.count()
        });
        suggestion.label = verdict(position, findings, profile, suggestion);
    }
}

/// What the profile says of a move.
fn verdict(
    position: &Chess,
    findings: &Findings,
    profile: &Profile,
    suggestion: &Suggestion,
) -> Option<Label> {
    let turn = position.turn();
    let mut next = position.clone();
    next.play_unchecked(suggestion.played);
    let after = suggestion.engine.map(|valued| EngineLine {
        // The move itself is one of the moves to mate.
        score: match valued.score.pov(turn) {
            Value::MateIn(moves) => Score::seen_by(turn, Value::MateIn(moves.saturating_sub(1))),
            _ => valued.score,
        },
        depth: valued.depth,
        nodes: None,
        line: Line::at(next),
    });
    let moment = Moment {
        position,
        played: suggestion.played,
        before: &findings.lines,
        after: after.as_slice(),
        previous: None,
        book: suggestion.book,
    };
    judge(profile, &moment).label
}

/// An engine's line without its first move.
fn rest(line: &EngineLine) -> EngineLine {
    let mut steps = line.line.steps().skip(1).peekable();
    let start = steps
        .peek()
        .map_or_else(|| line.line.end().clone(), |(position, _)| position.clone());
    let mut rest = Line::at(start);
    for (_, m) in steps {
        // What an engine's line holds is legal where it stands.
        let _ = rest.push(m);
    }
    EngineLine {
        line: rest,
        ..line.clone()
    }
}

impl Advice {
    /// Why a move is suggested: what it does, what people scored with it, and
    /// where the board has nothing to say, what the engine thinks of it.
    pub fn reason(&self, suggestion: &Suggestion) -> Bilingual {
        let san = notation::write(&self.position, suggestion.played, Form::San);
        let claims = &suggestion.explanation.claims;
        let speaks = |claim: &&Claim| {
            claim.polarity == Polarity::For && !matches!(claim.id, "quiet" | "plain")
        };
        let told: Vec<Claim> = claims
            .iter()
            .filter(speaks)
            .take(HANDFUL)
            .cloned()
            .collect();
        let mut parts = Vec::new();
        if !told.is_empty() {
            parts.push(sentences(&san, &told));
        }
        let strong = suggestion
            .parts
            .statistical
            .is_some_and(|part| part > STRONG);
        if let Some(played) = suggestion.statistics.filter(|_| strong) {
            let rate = model::adjusted_rate(&played.tally, self.position.turn()).get();
            let games = i64::try_from(played.tally.games()).unwrap_or(i64::MAX);
            let args = Args::new()
                .number("percent", (rate * 100.0).round())
                .number("games", games)
                .text("collection", self.collection.clone().unwrap_or_default());
            parts.push(MESSAGES.both("suggest-scores", &args));
        }
        if let (true, Some(valued), Some(engine)) =
            (parts.is_empty(), suggestion.engine, &self.engine)
        {
            let args = Args::new()
                .text("move", san)
                .text("engine", engine.as_str())
                .text("score", format!("{:+}", valued.score))
                .number("depth", valued.depth);
            parts.push(MESSAGES.both("suggest-valued", &args));
        }
        krog_text::both(|language| {
            let parts: Vec<&str> = parts.iter().map(|part| part.get(language)).collect();
            parts.join(" ")
        })
    }
}

impl Suggestion {
    /// The general advice of the principles that the claims speak of, the
    /// weightiest first.
    pub fn lessons(&self) -> Vec<&'static Principle> {
        let mut lessons: Vec<&Principle> = Vec::new();
        for claim in &self.explanation.claims {
            let Source::Principle(code) = claim.source else {
                continue;
            };
            let principle = Principle::get(code);
            lessons.extend(principle.filter(|new| !lessons.iter().any(|old| old.code == new.code)));
        }
        lessons.truncate(HANDFUL);
        lessons
    }
}

#[cfg(test)]
mod tests;
