//! What search must find, and what it must always do.

use krog_chess::{Color, fen, random};

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
fn lines_are_best_first_wherever_the_search_is_broken_off() {
    let text = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    let game = Line::at(fen::parse(text).unwrap());
    for limit in (100..6_000).step_by(100) {
        let report = ask(&mut small(), &game, &nodes(limit), 3);
        let values = report.lines.iter().map(|line| line.score.pov(Color::White));
        let cp: Vec<i32> = values
            .map(|value| match value {
                Value::Cp(cp) => cp,
                mate => panic!("found {mate:?}, expected no mate"),
            })
            .collect();
        assert!(cp.is_sorted_by(|one, next| one >= next), "{limit}: {cp:?}");
    }
}

#[test]
fn a_search_of_some_moves_says_nothing_of_the_others() {
    // After 1. e4 e5 2. Qh5 Nc6 3. Bc4 the knight to f6 allows mate.
    let moves = "e4 e5 Qh5 Nc6 Bc4";
    let game = Line::parse(Chess::default(), moves).unwrap();
    let bad = krog_chess::notation::read(game.end(), "Nf6").unwrap();
    let limits = Limits {
        depth: Some(6),
        moves: vec![bad],
        ..Limits::default()
    };
    let mut engine = small();
    let some = ask(&mut engine, &game, &limits, 1);
    assert_eq!(some.lines[0].score.pov(Color::Black), Value::MatedIn(1));
    let before = Line::parse(Chess::default(), "e4 e5 Qh5 Nc6").unwrap();
    let report = ask(&mut engine, &before, &nodes(5_000), 1);
    let value = report.lines[0].score.pov(Color::White);
    assert!(matches!(value, Value::Cp(_)), "{value:?}");
}

/// Tables in which a capture or pawn move is always five plies away, and won.
struct Sure;

impl Tablebase for Sure {
    fn most_men(&self) -> usize {
        5
    }

    fn outlook(&self, _: &Chess) -> Option<Outlook> {
        None
    }

    fn distance(&self, position: &Chess) -> Option<i32> {
        let nearer = position.board().rooks().contains(krog_chess::Square::A7);
        Some(if nearer { -3 } else { -5 })
    }
}

#[test]
fn tables_choose_one_line_and_leave_several_to_search() {
    let game = Line::at(fen::parse("8/8/8/4k3/8/8/R7/4K3 w - - 0 1").unwrap());
    let mut engine = Engine::new(Options {
        hash: 4,
        tablebase: Some(Arc::new(Sure)),
        ..Options::default()
    });
    let first = |report: &Report| report.lines[0].line.to_string();
    let one = ask(&mut engine, &game, &nodes(500), 1);
    assert!(first(&one).contains("Ra7"), "{}", first(&one));
    assert_eq!(ask(&mut engine, &game, &nodes(500), 3).lines.len(), 3);
    let king = krog_chess::notation::read(game.end(), "Kd2").unwrap();
    let limits = Limits {
        moves: vec![king],
        ..nodes(500)
    };
    let asked = ask(&mut engine, &game, &limits, 1);
    assert!(first(&asked).contains("Kd2"), "{}", first(&asked));
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
fn every_feature_makes_a_difference() {
    let nodes = |features| {
        let options = Options {
            features,
            ..Options::default()
        };
        crate::bench::run(options, 8, &NoClock, &Signals::default()).nodes
    };
    let whole = nodes(Features::ALL);
    // It acts where more plies are left than this test has time for.
    let deep = Feature::CheckExtension;
    for feature in Feature::ALL.iter().filter(|feature| **feature != deep) {
        let without = nodes(Features::ALL.without(*feature));
        assert_ne!(without, whole, "{}", feature.name());
    }
}
