//! Games for tests: the same number gives the same game.

#![allow(dead_code, unreachable_pub)] // shared by several test programs

use std::fmt::Write as _;

use krog_chess::{
    ByColor, Chess, Color, KnownOutcome, Move, Position as _, PositionKey,
    notation::{self, Form},
    random::Dice,
};
use krog_stats::{CountedGame, GameId};
use krog_store::{Added, Intake, KeptGames, Load, Store};

/// A game on its boards.
pub struct Played {
    pub game: CountedGame,
    pub steps: Vec<(Chess, Move)>,
}

/// Random moves, few enough that games meet; some games have no ratings, some
/// ratings lie on the cuts of bands.
pub fn play(number: u32) -> Played {
    let mut dice = Dice::new(u64::from(number));
    let mut position = Chess::default();
    let mut steps = Vec::new();
    for _ in 0..20 + dice.below(30) {
        let moves = position.legal_moves();
        let Some(m) = dice.pick(&moves[..moves.len().min(3)]).copied() else {
            break;
        };
        steps.push((position.clone(), m));
        position.play_unchecked(m);
    }
    let outcome = match dice.below(3) {
        0 => KnownOutcome::Draw,
        side => KnownOutcome::Decisive {
            winner: Color::from_white(side == 1),
        },
    };
    let mut rating = || u16::try_from(700 + 100 * dice.below(20)).expect("a rating");
    let ratings = ByColor {
        white: rating(),
        black: rating(),
    };
    let spread = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
    let game = CountedGame {
        id: GameId(u128::from(number).wrapping_mul(spread)),
        outcome,
        ratings: (dice.below(5) > 0).then_some(ratings),
    };
    Played { game, steps }
}

/// A game as PGN.
pub fn pgn(number: u32) -> String {
    let played = play(number);
    let result = match played.game.outcome {
        KnownOutcome::Draw => "1/2-1/2",
        KnownOutcome::Decisive { winner } => winner.fold_wb("1-0", "0-1"),
    };
    let mut text = format!("[Event \"{number}\"]\n[Date \"2024.01.02\"]\n[Result \"{result}\"]\n");
    if let Some(ratings) = played.game.ratings {
        let (white, black) = (ratings.white, ratings.black);
        writeln!(text, "[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]").expect("text grows");
    }
    text.push('\n');
    for (ply, (position, m)) in played.steps.iter().enumerate() {
        if ply % 2 == 0 {
            write!(text, "{}. ", ply / 2 + 1).expect("text grows");
        }
        let san = notation::write(position, *m, Form::San);
        write!(text, "{san} ").expect("text grows");
    }
    writeln!(text, "{result}\n").expect("text grows");
    text
}

/// The games of these numbers that can be claimed.
pub fn load(numbers: impl Iterator<Item = u32>, intake: &dyn Intake) -> Load {
    let mut load = Load {
        kept: Some(KeptGames::default()),
        origin: "test".to_owned(),
        ..Load::default()
    };
    for number in numbers {
        let played = play(number);
        if intake.claim(played.game.id) {
            put(&mut load, number, &played);
        }
    }
    load
}

/// Puts a game into a load.
pub fn put(load: &mut Load, number: u32, Played { game, steps }: &Played) {
    let keys: Vec<_> = steps
        .iter()
        .map(|(position, m)| (PositionKey::of(position), *m))
        .collect();
    load.batch.add(*game, Color::White, &keys);
    let date = format!("2024.01.{:02}", number % 28 + 1);
    if let Some(kept) = &mut load.kept {
        let name = number.to_string();
        let tags = [
            ("White", "Åse \"N\0rd\""),
            ("Date", date.as_str()),
            ("Round", name.as_str()),
        ];
        kept.push(
            tags.into_iter(),
            game.outcome,
            steps.iter().map(|(_, m)| *m),
        );
    }
    load.through = load.through.take().max(Some(date));
}

/// Adds batches of games.
pub fn add(
    store: &dyn Store,
    collection: &str,
    batches: impl IntoIterator<Item = std::ops::Range<u32>>,
) -> Added {
    let intake = store.intake(collection).expect("a collection");
    let mut sum = Added::default();
    for batch in batches {
        let mut load = load(batch, intake.as_ref());
        let added = intake.add(&mut load).expect("added");
        assert!(load.batch.games().is_empty(), "the batch is emptied");
        sum.games += added.games;
        sum.duplicates += added.duplicates;
        sum.positions += added.positions;
        sum.moves += added.moves;
    }
    intake.finish().expect("finished");
    sum
}

/// Every counter as text.
pub fn exported(store: &dyn Store) -> String {
    let mut text = Vec::new();
    store.export(&mut text).expect("exported");
    String::from_utf8(text).expect("text")
}
