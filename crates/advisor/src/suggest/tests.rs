//! Rows: the order, the gate, and what is absent.

use krog_chess::{KnownOutcome, fen, mirror};
use krog_stats::{Counts, GameId, Played as Game};

use super::*;

/// Findings in which every move not named is worth `rest`.
fn findings(position: &Chess, named: &[(&str, &str)], rest: &str) -> Findings {
    let score = |text: &str| text.parse::<Score>().expect("a score");
    let values = position.legal_moves().into_iter().map(|m| {
        let san = notation::write(position, m, Form::San);
        let own = named.iter().find(|(name, _)| *name == san);
        Some(Valued {
            score: score(own.map_or(rest, |(_, text)| text)),
            depth: 15,
        })
    });
    let lines = named.iter().map(|(san, text)| EngineLine {
        score: score(text),
        depth: 15,
        nodes: None,
        line: Line::parse(position.clone(), san).expect("legal"),
    });
    Findings {
        lines: lines.collect(),
        values: values.collect(),
        engine: Some("an engine".to_owned()),
        ..Findings::default()
    }
}

fn question(context: Option<Context>) -> Question<'static> {
    Question {
        context,
        rating: None,
        profile: Profile::get("wintr").expect("built in"),
    }
}

fn names(advice: &Advice) -> Vec<String> {
    let name = |s: &Suggestion| notation::write(&advice.position, s.played, Form::San);
    advice.moves.iter().map(name).collect()
}

#[test]
fn unsound_moves_come_last_whatever_the_principles_say() {
    let start = Chess::default();
    let found = findings(&start, &[("h4", "0.30"), ("e4", "-1.50")], "0.20");
    for context in Context::ALL {
        let advice = suggest(&start, &found, question(Some(context)));
        let last = advice.moves.last().expect("twenty moves");
        assert_eq!(names(&advice).last().map(String::as_str), Some("e4"));
        assert_eq!(last.sound, Some(false));
        assert!(!last.recommended);
        assert!(!matches!(
            last.classification,
            Some(Label::Best | Label::Excellent | Label::Good)
        ));
        let first = &advice.moves[0];
        assert!(first.recommended && first.rank == 1 && first.difference == 0.0);
        assert_eq!(first.classification, Some(Label::Best));
    }
}

#[test]
fn without_an_engine_moves_are_ranked_and_not_recommended() {
    let start = Chess::default();
    let advice = suggest(&start, &Findings::default(), question(None));
    assert_eq!(advice.context, Context::Opening);
    assert_eq!(advice.moves.len(), 20);
    assert!(
        advice
            .moves
            .iter()
            .all(|s| !s.recommended && s.classification.is_none())
    );
    assert!(advice.moves.is_sorted_by(|a, b| a.total >= b.total));
    assert!(
        advice
            .moves
            .iter()
            .all(|s| (s.total - s.parts.krog).abs() < 1e-12)
    );
}

#[test]
fn statistics_count_for_the_whole_position_or_not_at_all() {
    let start = Chess::default();
    let mut found = findings(&start, &[("e4", "0.30")], "0.30");
    let e4 = notation::read(&start, "e4").expect("legal");
    let counter: Counter = (0..2_000_u128).fold(Counter::default(), |mut sum, game| {
        sum.merge(&Counter::new_single(&Game {
            mover: krog_chess::Color::White,
            outcome: KnownOutcome::Decisive {
                winner: krog_chess::Color::White,
            },
            ratings: None,
            game: GameId(game),
        }));
        sum
    });
    found.counts = Some(Counts::new(&start, "main", None, [(e4, counter)]));
    let advice = suggest(&start, &found, question(Some(Context::Opening)));
    let first = &advice.moves[0];
    assert_eq!(first.played, e4);
    assert!(first.parts.statistical.is_some_and(|part| part > 0.99));
    // A move without games counts one half, not nothing.
    assert!(
        advice.moves[1..]
            .iter()
            .all(|s| s.parts.statistical == Some(0.5))
    );
    assert!((first.confidence - 0.8).abs() < 1e-12);
    let reason = advice.reason(first);
    assert!(reason.en.contains("2,000 games of main"), "{}", reason.en);
}

#[test]
fn advice_is_the_same_in_the_mirror() {
    let text = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let position = fen::parse(text).expect("legal");
    let found = findings(&position, &[("c3", "0.30"), ("O-O", "0.25")], "0.00");
    let here = suggest(&position, &found, question(None));
    let turned = mirror::position(&position);
    let there = findings(&turned, &[("c6", "-0.30"), ("O-O", "-0.25")], "0.00");
    let there = suggest(&turned, &there, question(None));
    for (a, b) in here.moves.iter().zip(&there.moves) {
        assert!((a.total - b.total).abs() < 1e-12);
        assert_eq!((a.label, a.classification), (b.label, b.classification));
    }
}

#[test]
fn ties_are_broken_by_the_engine_and_then_by_name() {
    let position = fen::parse("8/8/8/8/8/4k3/8/K6R w - - 0 1").expect("legal");
    let found = findings(&position, &[("Rh3+", "5.00"), ("Rh4", "5.00")], "5.00");
    let advice = suggest(&position, &found, question(None));
    let again = suggest(&position, &found, question(None));
    assert_eq!(names(&advice), names(&again));
    assert_eq!(advice.context, Context::Endgame);
}
