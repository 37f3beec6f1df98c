//! What users of other programs complain about, as far as it begins with the
//! evaluations: labels that are wrong because an analysis contradicts itself.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    fs,
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
    path::Path,
};

use krog_analyst::{Choice, Settings, open};
use krog_chess::{
    Chess, Color, EngineLine, Evaluate as _, Game, Limit, Line, Position as _, Value, fen, pgn,
};

const TWO: NonZeroU8 = NonZeroU8::new(2).unwrap();

fn sample(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/samples");
    let bytes = fs::read(folder.join(name)).unwrap();
    pgn::games(bytes.as_slice()).next().unwrap().unwrap().game
}

/// The best line of every position, found by so many engines.
fn analyse(game: &Game, engines: usize) -> Vec<EngineLine> {
    let settings = Settings {
        engines: NonZeroUsize::new(engines).unwrap(),
        ..Settings::default()
    };
    let analyst = open(&Choice::Stockfish, &settings).unwrap();
    let found = analyst.analyse(game, Limit::nodes(20_000), TWO).finish();
    let best = found.unwrap().into_iter();
    best.map(|found| found.lines.into_iter().next().unwrap())
        .collect()
}

/// The moves that the engine itself would have played, with what it says before
/// and after for the mover, where one is a mate and the other is not, or the
/// mate is the other side's.
fn contradictions(game: &Line, best: &[EngineLine]) -> Vec<String> {
    let is_the_same = |before: Value, after: Value| {
        std::mem::discriminant(&before) == std::mem::discriminant(&after)
    };
    let mut found = Vec::new();
    for (ply, (position, m)) in game.steps().enumerate() {
        let mover = position.turn();
        let before = best[ply].score.pov(mover);
        let after = best[ply + 1].score.pov(mover);
        if best[ply].line.moves().first() == Some(&m) && !is_the_same(before, after) {
            found.push(format!("ply {ply}: {before:?} → {after:?}"));
        }
    }
    found
}

/// Games that end in mate, by one engine and cut in two and three.
#[track_caller]
fn check(name: &str) {
    let game = sample(name);
    for engines in 1..=3 {
        let best = analyse(&game, engines);
        assert_eq!(
            contradictions(&game.line(), &best),
            Vec::<String>::new(),
            "{name} with {engines} engines"
        );
        // The mover before the last ply mates, and it is known before that.
        let last = game.line().moves().len() - 1;
        let known = best[..=last].iter().rev();
        let mates = known.take_while(|line| line.score.pov(Color::White).is_mate());
        assert!(mates.count() >= 3, "{name} with {engines} engines");
    }
}

/// lichess-org/lila#15616: "checkmate is now unavoidable", though it was forced
/// before. Whoever is mated already loses nothing by the best defence.
#[test]
fn a_mate_that_was_forced_is_known_before_the_move() {
    check("1858-morphy-duke-karl-opera-game.pgn");
    check("1910-reti-tartakower-double-check-mate.pgn");
}

/// lichess-org/lila#15202 and #14696: the moves of both sides are blunders,
/// because their positions were given to different workers.
#[test]
fn the_border_between_two_engines_makes_no_blunder() {
    check("1750-legal-saint-brie-legals-mate.pgn");
    check("1912-edward-lasker-thomas-king-hunt.pgn");
}

/// lichess-org/lila#18262: "lost forced mate", when it only takes a move
/// longer. Both positions are told as mates of the same side, with their moves.
#[test]
fn a_longer_mate_is_still_a_mate() {
    let analyst = open(&Choice::Stockfish, &Settings::default()).unwrap();
    let start = fen::parse("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1").unwrap();
    let moves_to_mate = |moves: &str| {
        let game = Line::parse(start.clone(), moves).unwrap();
        let mut go_on = |_: &[EngineLine]| ControlFlow::Continue(());
        let lines = analyst.evaluate(&game, Limit::nodes(50_000), TWO, &mut go_on);
        match lines.unwrap()[0].score.pov(Color::White) {
            Value::MateIn(moves) => moves,
            other => panic!("found {other:?} after {moves:?}"),
        }
    };
    assert_eq!(moves_to_mate(""), 1);
    // A move is wasted; the mate is not.
    assert_eq!(moves_to_mate("Kf2"), 1);
    assert_eq!(moves_to_mate("Kf2 Kg8"), 1);
    assert_eq!(moves_to_mate("Kf2 Kg8 Rb6"), 1);
}

/// The start is analysed as any other position, and a game in which Black
/// moves first keeps its sides (franciscoBSalgueiro/en-croissant#72).
#[test]
fn the_start_counts_and_black_may_begin() {
    let text = "[FEN \"6k1/8/8/8/8/1r6/r4PPP/6K1 b - - 0 1\"]\n\n1... Rb1# 0-1";
    let game = pgn::games(text.as_bytes()).next().unwrap().unwrap().game;
    let best = analyse(&game, 1);
    let scores: Vec<String> = best.iter().map(|line| line.score.to_string()).collect();
    assert_eq!(scores, ["#-1", "#-0"]);
    let start = Chess::default();
    assert!(analyse(&Game::new(start), 1)[0].depth > 0);
}
