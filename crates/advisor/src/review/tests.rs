//! A short game through the whole review.

use krog_chess::{ByColor, Game, Score, pgn};
use krog_text::Language;

use super::*;

/// Legal's mate with scores; Black takes the queen.
const LEGAL: &str = "[White \"Legal\"]\n[Black \"Saint Brie\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} d6 {[%eval 0.6]} \
    3. Bc4 {[%eval 0.5]} Bg4 {[%eval 0.9]} 4. Nc3 {[%eval 0.8] keep this} g6 {[%eval 2.0]} \
    5. Nxe5 {[%eval 2.0]} Bxd1 $2 {[%eval #2]} 6. Bxf7+ {[%eval #1]} Ke7 {[%eval #1]} \
    7. Nd5# 1-0";

fn game(text: &str) -> Game {
    pgn::games(text.as_bytes())
        .next()
        .expect("one game")
        .expect("readable")
        .game
}

/// The scores in the comments, as an engine's lines without moves.
fn comments(game: &Game) -> Vec<Vec<EngineLine>> {
    let mut position = game.start().clone();
    let mut found = vec![Vec::new()];
    for (id, m) in game.main_line().zip(game.line().moves()) {
        position.play_unchecked(*m);
        let eval: Option<(Score, _)> = game.notes(id).and_then(krog_chess::game::Notes::eval);
        let line = eval.map(|(score, _)| EngineLine {
            score,
            depth: 0,
            nodes: None,
            line: Line::at(position.clone()),
        });
        found.push(line.into_iter().collect());
    }
    found
}

fn review(profile: &Profile, game: &Game) -> Review {
    let judged = judge_line(profile, &game.line(), &comments(game), Setting::default());
    let moves = judged.into_iter().map(|judged| Reviewed {
        explanation: explain_move(&judged, None),
        judged,
    });
    Review::new(profile, moves.collect())
}

#[test]
fn every_move_is_told_and_the_turn_is_found() {
    let profile = Profile::get("wintr").expect("built in");
    let review = review(profile, &game(LEGAL));
    assert_eq!(review.moves.len(), 13);
    let labels: Vec<Option<Label>> = review
        .moves
        .iter()
        .map(|m| m.judged.judgement.label)
        .collect();
    // Nothing is known of the start.
    assert_eq!(labels[0], None);
    assert_eq!(labels[9], Some(Label::Blunder));
    assert_eq!(labels[11], Some(Label::Forced));
    assert_eq!(labels[12], Some(Label::Best));
    assert_eq!(review.summary.turning, [10]);
    let ByColor { white, black } = review.summary.accuracy;
    assert!(white > black, "{white:?} {black:?}");
    assert_eq!(review.summary.opening, None);
    let black = &review.summary.counts.black;
    assert!(black.contains(&(Label::Blunder, 1)), "{black:?}");
    assert_eq!(review.moves[9].judged.numbered(), "5... Bxd1");
}

/// A game of which only theory is known.
fn known(theory: &dyn Fn(&Chess) -> Option<Opening>) -> Setting<'_> {
    Setting {
        theory: Some(theory),
        ..Setting::default()
    }
}

#[test]
fn theory_names_the_opening_and_its_moves() {
    let profile = Profile::get("wintr").expect("built in");
    let game = game(LEGAL);
    let theory = |position: &Chess| {
        (position.fullmoves().get() <= 2).then_some(Opening {
            eco: "C41",
            name: "Philidor Defence",
            variation: None,
        })
    };
    let judged = judge_line(profile, &game.line(), &comments(&game), known(&theory));
    let book: Vec<usize> = judged
        .iter()
        .filter(|judged| judged.judgement.label == Some(Label::Book))
        .map(|judged| judged.ply)
        .collect();
    assert_eq!(book, [1, 2, 3]);
    // Theory that loses is told all the same.
    let all = |_: &Chess| {
        Some(Opening {
            eco: "C41",
            name: "Philidor Defence",
            variation: None,
        })
    };
    let judged = judge_line(profile, &game.line(), &comments(&game), known(&all));
    assert_eq!(judged[7].judgement.label, Some(Label::Book));
    assert!(judged[7].fault && judged[7].is_told());
    assert!(!judged[2].fault);
}

#[test]
fn an_annotated_game_reads_back_and_keeps_what_was_there() {
    let profile = Profile::get("wintr").expect("built in");
    let mut game = game(LEGAL);
    let review = review(profile, &game);
    let path: Vec<_> = game.main_line().collect();
    let notes = Notes {
        profile,
        engine: "comments of the game",
        language: Language::English,
    };
    annotate(&mut game, &path, &review, notes);
    let text = pgn::write(&game);
    assert!(text.contains("keep this"), "{text}");
    assert!(text.contains("Bxd1 $4"), "{text}");
    assert!(text.contains("[%eval #2]"), "{text}");
    assert_eq!(text.matches("[%eval 0.80]").count(), 1, "{text}");
    let again = self::game(&text);
    assert_eq!(again, game);
    // Annotating twice changes nothing but the heading.
    assert_eq!(again.tags.get("Annotator"), Some("krog"));
}
