//! Games as PGN: nothing read is lost when it is written and read again, main
//! lines read alone are those of the whole games, and the crate `pgn-reader`
//! finds the same moves in what is written.

use std::{io::ErrorKind, ops::ControlFlow};

use krog_chess::{
    Chess, Game, Move, Position as _, fen,
    game::Step,
    pgn::{self, LARGEST_GAME, PgnError, Reading, main_lines},
};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};

/// Written and read again a game is the same, and three readers agree on its
/// main line.
pub fn law(bytes: &[u8]) {
    let readings: Vec<Result<Reading, PgnError>> = pgn::games(bytes).collect();
    if let [Err(PgnError::Io(error))] = &readings[..] {
        // What is no text of ours is refused as a whole.
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{error}");
        return;
    }
    for reading in readings.iter().flatten() {
        let text = pgn::write(&reading.game);
        if text.len() > LARGEST_GAME {
            continue;
        }
        same_again(&reading.game, &text);
        if let Some(moves) = moves(&reading.game) {
            assert_eq!(peer(&text), Some(moves), "{text}");
        }
    }
    let mut alone: Vec<(u64, Option<Vec<Move>>)> = Vec::new();
    main_lines(bytes, 1, |line, found| {
        alone.push((
            line,
            found
                .ok()
                .map(|it| it.steps.iter().map(|step| step.1).collect()),
        ));
    });
    let whole: Vec<(u64, Option<Vec<Move>>)> = readings.iter().map(main_line).collect();
    assert_eq!(alone, whole);
}

fn same_again(game: &Game, text: &str) {
    let mut again = pgn::games(text.as_bytes());
    match again.next() {
        Some(Ok(reading)) => {
            assert!(reading.issues.is_empty(), "{:?} in\n{text}", reading.issues);
            assert_eq!(reading.game, *game, "{text}");
        }
        other => panic!("read again: {other:?}\n{text}"),
    }
    assert!(again.next().is_none(), "two games in\n{text}");
}

/// The moves of the main line; none if it holds a pass.
fn moves(game: &Game) -> Option<Vec<Move>> {
    let steps = game.main_line().filter_map(|node| game.step(node));
    steps
        .map(|step| match step {
            Step::Move(m) => Some(m),
            Step::Pass => None,
        })
        .collect()
}

/// Where a game begins and its main line, if it can be counted.
fn main_line(reading: &Result<Reading, PgnError>) -> (u64, Option<Vec<Move>>) {
    match reading {
        Ok(reading) if reading.broken.is_some() => (reading.line, None),
        Ok(reading) => (reading.line, moves(&reading.game)),
        Err(
            PgnError::TooLarge { line }
            | PgnError::NoGame { line }
            | PgnError::Variant { line, .. }
            | PgnError::Start { line, .. },
        ) => (*line, None),
        Err(PgnError::Io(error)) => panic!("bytes in memory cannot fail: {error}"),
    }
}

/// The main line of the only game of a text, as the crate `pgn-reader` reads it.
fn peer(text: &str) -> Option<Vec<Move>> {
    Reader::new(text.as_bytes())
        .read_game(&mut Replay)
        .expect("bytes in memory cannot fail")
}

struct Replay;

impl Visitor for Replay {
    type Tags = Chess;
    type Movetext = (Chess, Vec<Move>);
    type Output = Vec<Move>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Move>, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<Vec<Move>> {
        if name == b"FEN" {
            *start = fen::parse(&value.decode_utf8_lossy()).expect("a FEN that was written");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Vec<Move>, (Chess, Vec<Move>)> {
        ControlFlow::Continue((start, Vec::new()))
    }

    fn san(
        &mut self,
        (position, moves): &mut (Chess, Vec<Move>),
        san: SanPlus,
    ) -> ControlFlow<Vec<Move>> {
        let m = san.san.to_move(position).expect("a move that was written");
        position.play_unchecked(m);
        moves.push(m);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, moves): (Chess, Vec<Move>)) -> Vec<Move> {
        moves
    }
}
