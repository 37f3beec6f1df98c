//! Wild positions: out of master games by up to four random moves, then settled
//! by the captures that gain, and judged by Stockfish. Master games alone hold
//! few positions with a piece more or a king in the open, and search meets them
//! everywhere.

use std::{fmt::Write as _, fs, path::Path};

use krog_chess::{Chess, Game, Line, Position as _, fen, pgn, random::Dice};

use super::{Position, best_capture};
use crate::{rival::Rival, shared};

const GAMES: &str = "games/masters-100k.pgn.zst";

/// Positions taken of each game, and the nodes each is judged by.
const PER_GAME: usize = 2;
const NODES: u32 = 1_500;
/// The earliest position, in plies, and the shortest game it is taken from.
const FIRST_PLY: usize = 8;
const SHORTEST: usize = 12;
/// At most one random move less than this.
const RANDOM_MOVES: usize = 5;
/// What is not settled after so many captures is left out.
const CAPTURES: usize = 12;
/// Beyond this a score is not kept.
const MOST: i32 = 2_000;

/// The positions of a seed, from the file where they are kept if it is there.
pub(super) fn load(seed: u64, kept: Option<&Path>) -> Result<Vec<Position>, String> {
    let text = match kept {
        Some(path) if path.exists() => {
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?
        }
        _ => {
            let text = judge(seed)?;
            if let Some(path) = kept {
                fs::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            text
        }
    };
    let mut positions = Vec::new();
    for line in text.lines() {
        let (position, score) =
            read(line).ok_or_else(|| format!("found {line:?}, expected FEN;score"))?;
        positions.extend(Position::judged(&position, score));
    }
    Ok(positions)
}

/// The position of a line of the file, and its score.
fn read(line: &str) -> Option<(Chess, i32)> {
    let mut parts = line.split(';');
    let position = fen::parse(parts.next()?).ok()?;
    Some((position, parts.next()?.parse().ok()?))
}

/// One line of FEN, White's score in centipawns and random moves each.
fn judge(seed: u64) -> Result<String, String> {
    let mut dice = Dice::new(seed);
    let mut stockfish = Rival::start(&"stockfish".parse()?)?;
    let mut text = String::new();
    for reading in pgn::games(shared::unpacked(GAMES)?) {
        let Ok(reading) = reading else { continue };
        for _ in 0..PER_GAME {
            let Some((position, moves)) = wild(&reading.game, &mut dice) else {
                continue;
            };
            let line = Line::at(position);
            let reply = stockfish.ask(&line, &format!("nodes {NODES}"))?;
            let turn = line.end().turn();
            if let (Some(score), None) = (reply.score, reply.mate)
                && score.abs() < MOST
            {
                let score = turn.fold_wb(score, -score);
                // Writing into a string cannot fail.
                let _ = writeln!(text, "{};{score};{moves}", fen::write(line.end()));
            }
        }
    }
    Ok(text)
}

/// A settled position near a game, and how many random moves away it is.
fn wild(game: &Game, dice: &mut Dice) -> Option<(Chess, usize)> {
    let ids: Vec<_> = game.main_line().collect();
    if ids.len() < SHORTEST {
        return None;
    }
    let stop = FIRST_PLY + dice.below(ids.len() - FIRST_PLY);
    let random = dice.below(RANDOM_MOVES);
    let mut position = game.start().clone();
    for id in &ids[..stop] {
        position = game.step(*id)?.play(&position)?;
    }
    for _ in 0..random {
        let moves = position.legal_moves();
        position.play_unchecked(*dice.pick(&moves)?);
    }
    settle(position).map(|position| (position, random))
}

/// Plays the captures that gain until none does; none in check or at the end.
fn settle(mut position: Chess) -> Option<Chess> {
    for _ in 0..CAPTURES {
        if position.is_check() {
            return None;
        }
        match best_capture(&position) {
            Some((gain, m)) if gain > 0 => position.play_unchecked(m),
            _ if position.legal_moves().is_empty() => return None,
            _ => return Some(position),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use krog_chess::random;

    use super::*;
    use crate::tune::is_quiet;

    #[test]
    fn settled_positions_are_quiet() {
        let settled = random::positions(5).take(400).filter_map(settle);
        let mut count = 0;
        for position in settled {
            assert!(is_quiet(&position), "{}", fen::write(&position));
            count += 1;
        }
        assert!(count > 100);
    }

    #[test]
    fn a_line_of_the_file_is_read() {
        let start = fen::write(&Chess::default());
        let (position, score) = read(&format!("{start};-30;2")).expect("a line");
        assert_eq!((position, score), (Chess::default(), -30));
        assert!(read("nonsense").is_none());
    }
}
