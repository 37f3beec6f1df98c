//! `krog stats`: what people played in a position, and how it went.

use krog_text::{Args, Language, number};
use krog_wire::{Explorer, ExplorerMove, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{
        AnswerArgs, Format,
        store::{self, StatsArgs},
    },
    outcome::{Failure, Outcome},
};

/// How wide the bars are.
const WIDTH: u64 = 24;

pub(super) fn run(args: &StatsArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(&args.fen)?;
    let opened = args.store.open()?;
    let counts = args.counts(opened.as_ref(), &position)?;
    let mut failed = None;
    let explorer = Explorer::new(&position, &counts, args.filter(), |id| {
        match opened.game(&args.collection, id) {
            Ok(game) => game.map(|game| game.tags),
            Err(error) => {
                failed = Some(error);
                None
            }
        }
    });
    if let Some(error) = failed {
        return Err(store::failure(error));
    }
    match answer.format {
        Format::Json => print(&to_json(&explorer))?,
        Format::Text => print(&text(&explorer, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

fn whole(language: Language, count: u64) -> String {
    number::integer(language, i64::try_from(count).unwrap_or(i64::MAX))
}

fn text(explorer: &Explorer, language: Language) -> String {
    let say = |id: &str, args: &Args| MESSAGES.text(language, id, args);
    let games = explorer.white + explorer.draws + explorer.black;
    let args = Args::new()
        .text("collection", explorer.collection.clone())
        .number("games", i64::try_from(games).unwrap_or(i64::MAX))
        .text("ratings", explorer.ratings.clone());
    let heading = say("stats-heading", &args);
    let mut lines = vec![match &explorer.through {
        None => heading,
        Some(through) => {
            let args = Args::new()
                .text("heading", heading)
                .text("through", through.as_str());
            say("stats-through", &args)
        }
    }];
    if explorer.ratings != "all" {
        lines.push(say(
            if explorer.widened {
                "stats-widened"
            } else {
                "stats-ratings"
            },
            &args,
        ));
    }
    if explorer.moves.is_empty() {
        lines.push(say("stats-none", &args));
        return lines.join("\n");
    }
    lines.push(String::new());
    let [name, count, share, results, rating] = ["move", "games", "share", "results", "rating"]
        .map(|word| say(&format!("stats-{word}"), &args));
    lines.push(format!(
        "{name:<8}{count:>12}{share:>8}  {results:<RESULTS$}  {rating:>7}"
    ));
    lines.extend(explorer.moves.iter().map(|m| row(m, games, language)));
    if explorer.collisions > 0 {
        let args = Args::new().text("count", whole(language, explorer.collisions as u64));
        lines.push(say("stats-collisions", &args));
    }
    if let Some(game) = explorer.top_games.first() {
        let player = |player: &krog_wire::ExplorerPlayer| match player.rating {
            Some(rating) => format!("{} ({rating})", player.name),
            None => player.name.clone(),
        };
        let args = Args::new()
            .text("white", player(&game.white))
            .text("black", player(&game.black));
        // Where and when are told as far as they are known.
        let year = game.year.map(|year| format!(", {year}"));
        let site = game.site.as_ref().map(|site| format!(": {site}"));
        let example = say("stats-example", &args) + &year.unwrap_or_default();
        let example = example + &site.unwrap_or_default();
        lines.push(String::new());
        lines.push(example);
    }
    lines.join("\n")
}

/// How wide a bar with its three shares is.
const RESULTS: usize = 24 + 3 * 6;

fn row(m: &ExplorerMove, all: u64, language: Language) -> String {
    let games = m.white + m.draws + m.black;
    let percent = |part: u64, whole: u64| number::percent(language, ratio(part, whole), 0);
    let [white, draws, black] = [m.white, m.draws, m.black].map(|part| percent(part, games));
    let rating = m
        .average_rating
        .map_or_else(|| "–".to_owned(), |rating| rating.to_string());
    format!(
        "{:<8}{:>12}{:>8}  {}{white:>6}{draws:>6}{black:>6}  {rating:>7}",
        m.san,
        whole(language, games),
        percent(games, all),
        bar(m.white, m.draws, m.black),
    )
}

#[expect(clippy::cast_precision_loss, reason = "shown to two digits")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// Wins of White, draws, wins of Black, told apart by shape and not by colour.
fn bar(white: u64, draws: u64, black: u64) -> String {
    let games = (white + draws + black).max(1);
    let part = |count: u64| (count * WIDTH + games / 2) / games;
    let (first, last) = (part(white), part(black));
    let middle = WIDTH.saturating_sub(first + last);
    let last = WIDTH - first - middle;
    let piece = |ch: &str, count: u64| ch.repeat(usize::try_from(count).unwrap_or(0));
    piece("█", first) + &piece("▒", middle) + &piece("░", last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_always_as_wide() {
        for (white, draws, black) in [
            (0, 0, 0),
            (1, 0, 0),
            (1, 1, 1),
            (500, 3, 499),
            (0, 0, 7),
            (1, 0, 1),
        ] {
            let bar = bar(white, draws, black);
            assert_eq!(bar.chars().count() as u64, WIDTH, "{bar}");
        }
        assert_eq!(
            bar(1, 1, 0),
            format!("{}{}", "█".repeat(12), "▒".repeat(12))
        );
    }
}
