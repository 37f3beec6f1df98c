//! What search must find, and what it must always do.

use krog_chess::{fen, random};

use super::*;

fn ask(engine: &mut Engine, game: &Line, limits: &Limits, lines: usize) -> Report {
    let question = Question {
        game,
        limits,
        lines,
    };
    engine.search(question, &NoClock, &Signals::default(), &mut |_| {
        ControlFlow::Continue(())
    })
}

fn small() -> Engine {
    Engine::new(Options {
        hash: 4,
        ..Options::default()
    })
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[track_caller]
fn check(text: &str, line: &str, best: &str, value: Value) {
    let position = fen::parse(text).expect("test positions are legal");
    let game = Line::parse(position, line).expect("test lines are legal");
    let report = ask(&mut small(), &game, &nodes(60_000), 1);
    let found = &report.lines[0];
    assert!(
        found.line.to_string().contains(best),
        "{text}: {}",
        found.line
    );
    assert_eq!(found.score.pov(game.end().turn()), value, "{text}");
}

#[test]
fn mates_are_found_at_their_distance() {
    check(
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "",
        "Ra8#",
        Value::MateIn(1),
    );
    check(
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "",
        "Qg7#",
        Value::MateIn(1),
    );
    // Both moves of the king are mated at the same distance.
    check("k7/8/2K5/8/8/8/8/7R b - - 0 1", "", "", Value::MatedIn(2));
    check(
        "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
        "",
        "Qxh7+",
        Value::MateIn(2),
    );
}

#[test]
fn draws_are_known() {
    // White can give checks for ever, and everything else loses.
    check("6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1", "", "+", Value::Cp(0));
    check("8/8/8/8/8/2k5/8/2K4B w - - 0 1", "", "", Value::Cp(0));
    check("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "", "", Value::Cp(0));
}

#[test]
fn a_position_without_moves_has_a_line_without_moves() {
    for (text, value) in [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Value::MatedIn(0)),
        ("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1", Value::Cp(0)),
    ] {
        let game = Line::at(fen::parse(text).unwrap());
        let report = ask(&mut small(), &game, &nodes(100), 3);
        assert_eq!(report.lines.len(), 1);
        assert!(report.lines[0].line.moves().is_empty());
        assert_eq!(report.lines[0].score.pov(krog_chess::Color::Black), value);
    }
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic_and_keeps_it() {
    for position in random::positions(31).take(12) {
        let game = Line::at(position);
        let first = ask(&mut small(), &game, &nodes(3_000), 2);
        assert_eq!(ask(&mut small(), &game, &nodes(3_000), 2), first);
        assert!(first.nodes <= 3_000, "{}", first.nodes);
    }
}

#[test]
fn several_lines_begin_with_different_moves_best_first() {
    let game = Line::at(Chess::default());
    let report = ask(&mut small(), &game, &nodes(20_000), 4);
    let moves: Vec<_> = report
        .lines
        .iter()
        .map(|line| line.line.moves()[0])
        .collect();
    assert_eq!(moves.len(), 4);
    for (index, m) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(m));
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = Line::at(Chess::default());
    let a3 = krog_chess::notation::read(game.end(), "a3").unwrap();
    let limits = Limits {
        moves: vec![a3],
        ..nodes(2_000)
    };
    let report = ask(&mut small(), &game, &limits, 3);
    assert_eq!(report.lines.len(), 1);
    assert_eq!(report.lines[0].line.moves()[0], a3);
}

#[test]
fn two_threads_agree_on_a_mate() {
    let mut engine = Engine::new(Options {
        hash: 4,
        threads: 2,
        ..Options::default()
    });
    let position = fen::parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let report = ask(&mut engine, &Line::at(position), &nodes(20_000), 1);
    assert_eq!(report.lines[0].score.to_string(), "#1");
}

#[test]
fn every_feature_can_be_left_out() {
    let game = Line::at(
        fen::parse("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4").unwrap(),
    );
    for feature in Feature::ALL {
        let mut engine = Engine::new(Options {
            hash: 4,
            features: Features::ALL.without(*feature),
            ..Options::default()
        });
        let report = ask(&mut engine, &game, &nodes(3_000), 1);
        assert!(
            !report.lines[0].line.moves().is_empty(),
            "{}",
            feature.name()
        );
    }
}
