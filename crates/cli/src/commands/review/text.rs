//! A review for people: numbers, a picture of the game, and the moves; those that
//! went wrong with their reasons, turning points with the board.

use krog_advisor::{
    Label, Profile,
    review::{Judged, Reviewed, Summary},
};
use krog_analyst::Choice;
use krog_chess::{Bitboard, Color, Curve, Evaluate as _, Line, Position as _, WinChance};
use krog_insight::sentences;
use krog_text::{Args, Bilingual, Language};

use super::{Done, Work};
use crate::{
    board,
    commands::{MESSAGES, analyze, explain},
    games, graph,
};

/// How much of an engine's line is shown.
const PLIES_SHOWN: usize = 8;

/// Claims of less weight are not shown beside an ordinary move.
const WORTH_A_WORD: i32 = 20;

/// The text of a reviewed game.
pub(super) fn describe(work: &Work<'_>, done: &Done) -> String {
    let page = Page {
        language: work.language,
        profile: &work.profile,
    };
    let (main, review) = &done.parts[0];
    let summary = &review.summary;
    let mut blocks = vec![page.heading(work, done)];
    blocks.push(page.numbers(summary, work.args.estimate_rating));
    let chances: Vec<Option<f64>> = review.moves.iter().map(|m| chance(&m.judged)).collect();
    if chances.iter().any(Option::is_some) {
        let first = main.alone.start().fullmoves().get();
        let title = page.say("review-graph", &Args::new());
        blocks.push(format!("{title}\n{}", graph::draw(&chances, first)));
    }
    blocks.push(page.moves(&review.moves, &summary.turning));
    for (_, variation) in &done.parts[1..] {
        let title = page.say("review-variation", &Args::new());
        let moves = page.moves(&variation.moves, &[]);
        blocks.push(format!("{title}\n{moves}"));
    }
    blocks.extend(page.themes(summary));
    blocks.join("\n\n") + "\n"
}

/// White's chance after a move, on Lichess's curve.
fn chance(judged: &Judged) -> Option<f64> {
    let value = judged.score()?.pov(Color::White);
    Some(WinChance::of(value, Curve::LICHESS).get())
}

struct Page<'a> {
    language: Language,
    profile: &'a Profile,
}

impl Page<'_> {
    fn say(&self, id: &str, args: &Args) -> String {
        MESSAGES.text(self.language, id, args)
    }

    fn heading(&self, work: &Work<'_>, done: &Done) -> String {
        let mut facts = vec![self.profile.id.to_string(), work.analyst.name()];
        // Who does not search knows no limit.
        if !matches!(work.args.engine.engine, Choice::Pgn | Choice::Cloud) {
            facts.push(analyze::limit(&work.args.engine, self.language));
        }
        let mut lines = vec![
            format!("{}  {}", games::title(&done.game), done.game.outcome),
            facts.join(" · "),
        ];
        if let Some(opening) = &done.parts[0].1.summary.opening {
            lines.push(opening.to_string());
        }
        lines.join("\n")
    }

    /// A table: accuracy, its phases, centipawns, labels.
    fn numbers(&self, summary: &Summary, estimate: bool) -> String {
        let tenths = |part: &Option<f64>| part.map_or("–".to_owned(), |part| self.tenths(part));
        let side = |color: Color| self.say("review-side", &Args::new().color("side", color));
        let mut rows = vec![[String::new(), side(Color::White), side(Color::Black)]];
        let mut row = |name: String, white: String, black: String| rows.push([name, white, black]);
        let accuracy = &summary.accuracy;
        let name = self.say("review-accuracy", &Args::new());
        row(name, tenths(&accuracy.white), tenths(&accuracy.black));
        for phase in summary.phases.iter().filter(|_| summary.phases.len() > 1) {
            let name = self.say(&format!("review-{}", phase.phase), &Args::new());
            let both = &phase.accuracy;
            row(
                format!("  {name}"),
                tenths(&both.white),
                tenths(&both.black),
            );
        }
        let acpl = &summary.acpl;
        let name = self.say("review-acpl", &Args::new());
        row(name, tenths(&acpl.white), tenths(&acpl.black));
        if estimate {
            let name = self.say("review-rating", &Args::new());
            let [white, black] = [&summary.rating.white, &summary.rating.black]
                .map(|rating| rating.map_or("–".to_owned(), |r| format!("{}–{}", r.low, r.high)));
            row(name, white, black);
        }
        let counts = summary.counts.white.iter().zip(&summary.counts.black);
        for ((label, white), (_, black)) in counts.filter(|(w, b)| w.1 + b.1 > 0) {
            let name = self.profile.name(*label).get(self.language).to_owned();
            row(name, white.to_string(), black.to_string());
        }
        table(&rows)
    }

    fn tenths(&self, number: f64) -> String {
        let text = format!("{number:.1}");
        match self.language {
            Language::English => text,
            Language::Norwegian => text.replace('.', ","),
        }
    }

    fn moves(&self, moves: &[Reviewed], turning: &[usize]) -> String {
        let mut lines: Vec<String> = Vec::new();
        for reviewed in moves {
            let told = reviewed.judged.is_told();
            let turns = turning.contains(&reviewed.judged.ply);
            if !told && !turns {
                lines.push(self.row(reviewed));
                continue;
            }
            lines.push(String::new());
            lines.extend(self.block(reviewed, turns));
            lines.push(String::new());
        }
        lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
        let text = lines.join("\n");
        text.trim_matches('\n').to_owned()
    }

    /// A move on one line.
    fn row(&self, reviewed: &Reviewed) -> String {
        let claim = reviewed.explanation.claims.first();
        let claim = claim.filter(|claim| claim.weight >= WORTH_A_WORD);
        let text = claim.map(|claim| claim.text().get(self.language).to_owned());
        let text = text.unwrap_or_default();
        format!("{}  {text}", self.verdict(&reviewed.judged))
            .trim_end()
            .to_owned()
    }

    /// The move, its label and its score, in columns.
    fn verdict(&self, judged: &Judged) -> String {
        let label = judged.judgement.label;
        let sign = label.map_or("", Label::sign);
        let name = label.map(|label| self.profile.name(label));
        let name = name.map_or(String::new(), |name| name.get(self.language).to_owned());
        let score = judged.score().map(|score| format!("{score:+}"));
        format!(
            "{:<15} {name:<13} {:>7}",
            format!("{}{sign}", judged.numbered()),
            score.unwrap_or_default()
        )
    }

    /// A move with its reasons; a turning point with the board.
    fn block(&self, reviewed: &Reviewed, turns: bool) -> Vec<String> {
        let (judged, explanation) = (&reviewed.judged, &reviewed.explanation);
        let mut lines = vec![self.verdict(judged).trim_end().to_owned()];
        if turns {
            lines[0] += "  ";
            lines[0] += &self.say("review-turning", &Args::new());
            let marked: Bitboard = explanation
                .claims
                .iter()
                .take(1)
                .flat_map(|claim| &claim.witnesses)
                .map(|witness| witness.square)
                .collect();
            let drawn = board::draw(judged.next().board(), marked);
            lines.extend(drawn.lines().map(|line| format!("    {line}")));
        }
        let rows = explain::rows(&explanation.claims, self.language);
        lines.extend(rows.into_iter().map(|row| format!("    {row}")));
        let refutation = explanation
            .refutation()
            .and_then(|claim| claim.lines.first());
        if let Some(line) = refutation.or_else(|| judged.after.first().map(|line| &line.line))
            && judged.fault
            && !line.moves().is_empty()
        {
            let id = if refutation.is_some() {
                "review-refutation"
            } else {
                "review-reply"
            };
            let args = Args::new().text("line", shortened(line));
            lines.push(format!("    {}", self.say(id, &args)));
        }
        lines.extend(self.better(reviewed).map(|text| format!("    {text}")));
        lines
    }

    fn better(&self, reviewed: &Reviewed) -> Option<String> {
        let better = reviewed.explanation.better.as_ref()?;
        let best = reviewed.judged.best()?;
        let reasons = reviewed.reasons();
        let san = better.scene.san();
        let args = Args::new()
            .both("reason", sentences(&san, &reasons))
            .text("score", format!("{:+}", best.score))
            .text("line", shortened(&best.line));
        let id = if reasons.is_empty() {
            "review-preferred"
        } else {
            "review-better"
        };
        Some(self.say(id, &args))
    }

    fn themes(&self, summary: &Summary) -> Option<String> {
        let name = |id: &&str| krog_insight::Theme::get(id).map(krog_insight::Theme::name);
        let mut lines = Vec::new();
        for side in Color::ALL {
            let themes = summary.themes.get(side);
            for (id, found) in [
                ("review-missed", &themes.missed),
                ("review-allowed", &themes.allowed),
            ] {
                let names: Vec<Bilingual> = found.keys().filter_map(name).collect();
                if !names.is_empty() {
                    let args = Args::new().color("side", side).texts("themes", names);
                    lines.push(self.say(id, &args));
                }
            }
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// The first moves of a line.
fn shortened(line: &Line) -> String {
    let mut shown = Line::at(line.start().clone());
    for m in line.moves().iter().take(PLIES_SHOWN) {
        shown.push(*m).expect("the moves of a line are legal");
    }
    let dots = if line.moves().len() > PLIES_SHOWN {
        " …"
    } else {
        ""
    };
    format!("{shown}{dots}")
}

/// Rows with their numbers to the right.
fn table(rows: &[[String; 3]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let (first, second, third) = (width(0), width(1), width(2));
    let lines = rows
        .iter()
        .map(|[name, white, black]| format!("{name:<first$}  {white:>second$}  {black:>third$}"));
    lines.collect::<Vec<_>>().join("\n")
}
