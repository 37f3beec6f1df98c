//! A review as an annotated game: glyphs, scores, evidence on the board, better
//! lines as variations, and sentences.

use krog_chess::{
    EngineLine, Game, Move,
    game::{Command, Comment, NodeId, Paint, ROOT, Step},
};
use krog_insight::{Claim, Polarity, sentences};
use krog_text::{Args, Language, capitalize};

use super::{Judged, Review, Reviewed};
use crate::{MESSAGES, label::Label, profile::Profile};

/// How many half-moves of a better line are written.
const LONGEST: usize = 8;

/// Who annotates, and in which language.
#[derive(Clone, Copy, Debug)]
pub struct Notes<'a> {
    /// The profile of the labels.
    pub profile: &'a Profile,
    /// The engine's name.
    pub engine: &'a str,
    /// The language of the sentences.
    pub language: Language,
}

/// Writes a review into its game. `path` holds the nodes of the reviewed moves
/// in their order: the main line, or a variation. What annotators wrote stays;
/// scores and glyphs of a kind give way to the new ones.
pub fn annotate(game: &mut Game, path: &[NodeId], review: &Review, notes: Notes<'_>) {
    for (node, reviewed) in path.iter().zip(&review.moves) {
        notes.on_move(game, *node, reviewed);
    }
    if path.first().and_then(|node| game.parent(*node)) == Some(ROOT) {
        let text = notes.heading(review);
        let comment = Comment {
            text,
            commands: Vec::new(),
        };
        game.notes_mut(ROOT).after.insert(0, comment);
        if game.tags.get("Annotator").is_none() {
            game.tags.set("Annotator", "krog");
        }
    }
}

impl Notes<'_> {
    fn say(&self, id: &str, args: &Args) -> String {
        MESSAGES.text(self.language, id, args)
    }

    fn heading(&self, review: &Review) -> String {
        let percent = |part: Option<f64>| part.map_or("–".to_owned(), |p| format!("{p:.1}"));
        let accuracy = review.summary.accuracy;
        let args = Args::new()
            .text("white", percent(accuracy.white))
            .text("black", percent(accuracy.black))
            .text("profile", self.profile.id.as_ref())
            .text("engine", self.engine);
        self.say("review-heading", &args)
    }

    fn on_move(&self, game: &mut Game, node: NodeId, reviewed: &Reviewed) {
        let judged = &reviewed.judged;
        let label = judged.judgement.label;
        let told = judged.is_told();
        let notes = game.notes_mut(node);
        for comment in &mut notes.after {
            comment.commands.retain(|c| !matches!(c, Command::Eval(..)));
        }
        notes.after.retain(|comment| !comment.is_empty());
        if let Some(nag) = label.and_then(Label::nag) {
            notes.nags.retain(|nag| !(1..=7).contains(nag));
            notes.nags.insert(0, nag);
        }
        let mut commands: Vec<Command> = judged
            .score()
            .map(|score| {
                let depth = judged.after.first().map(|line| line.depth);
                Command::Eval(score, depth.filter(|depth| *depth > 0))
            })
            .into_iter()
            .collect();
        if told {
            commands.extend(evidence(reviewed));
        }
        let text = if told {
            self.sentences(reviewed)
        } else {
            String::new()
        };
        if !commands.is_empty() || !text.is_empty() {
            notes.after.push(Comment { text, commands });
        }
        if judged.fault {
            add_better(game, node, judged);
        }
    }

    /// The verdict, the reasons, the refutation and the better move.
    fn sentences(&self, reviewed: &Reviewed) -> String {
        let (judged, explanation) = (&reviewed.judged, &reviewed.explanation);
        let mut parts = Vec::new();
        if let Some(label) = judged.judgement.label {
            let name = self.profile.name(label);
            let name = capitalize(name.get(self.language));
            parts.push(match (judged.score_before(), judged.score()) {
                (Some(before), Some(after)) if judged.fault => {
                    let args = Args::new()
                        .text("label", name)
                        .text("before", format!("{before:+}"))
                        .text("after", format!("{after:+}"));
                    self.say("review-verdict", &args)
                }
                _ => format!("{name}."),
            });
        }
        let claims = sentences(&judged.san(), &explanation.claims);
        parts.push(claims.get(self.language).to_owned());
        if let Some(line) = explanation
            .refutation()
            .and_then(|claim| claim.lines.first())
        {
            let args = Args::new().text("line", line.to_string());
            parts.push(self.say("review-line", &args));
        }
        let better = explanation.better.as_ref();
        if let Some(better) = better.filter(|_| judged.fault) {
            let reasons = reviewed.reasons();
            let san = better.scene.san();
            let args = Args::new()
                .both("reason", sentences(&san, &reasons))
                .text("move", san);
            let id = if reasons.is_empty() {
                "review-preferred"
            } else {
                "review-better"
            };
            parts.push(self.say(id, &args));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }
}

/// The squares of the first claim, the reply and the better move.
fn evidence(reviewed: &Reviewed) -> Vec<Command> {
    let explanation = &reviewed.explanation;
    let paint = |claim: &Claim| match claim.polarity {
        Polarity::For => Paint::Green,
        Polarity::Against => Paint::Red,
    };
    let mut squares = Vec::new();
    if let Some(claim) = explanation.claims.first() {
        for witness in &claim.witnesses {
            if !squares.iter().any(|(_, square)| *square == witness.square) {
                squares.push((paint(claim), witness.square));
            }
        }
    }
    let mut arrows = Vec::new();
    let reply = explanation
        .refutation()
        .and_then(|claim| claim.lines.first());
    if let Some(reply) = reply.and_then(|line| line.moves().get(1)) {
        arrows.extend(arrow(Paint::Red, *reply));
    }
    if reviewed.judged.fault
        && let Some(better) = &explanation.better
    {
        arrows.extend(arrow(Paint::Green, better.scene.m()));
    }
    let mut commands = Vec::new();
    if !squares.is_empty() {
        commands.push(Command::Squares(squares));
    }
    if !arrows.is_empty() {
        commands.push(Command::Arrows(arrows));
    }
    commands
}

fn arrow(paint: Paint, m: Move) -> Option<(Paint, krog_chess::Square, krog_chess::Square)> {
    Some((paint, m.from()?, m.to()))
}

/// Adds the engine's line as a variation, unless it stands there already.
fn add_better(game: &mut Game, node: NodeId, judged: &Judged) {
    let (Some(parent), Some(best)) = (game.parent(node), judged.best()) else {
        return;
    };
    let EngineLine { line, .. } = best;
    let first = line.moves().first().copied().map(Step::Move);
    if first.is_none() || game.children(parent).any(|child| game.step(child) == first) {
        return;
    }
    let mut place = parent;
    for (before, m) in line.steps().take(LONGEST) {
        let Some((next, _)) = game.add(place, &before, Step::Move(m)) else {
            return;
        };
        place = next;
    }
}
