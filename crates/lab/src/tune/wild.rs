//! Wild positions: out of master games by up to four random moves, then settled
//! by the captures that gain. Master games alone hold few positions with a piece
//! more or a king in the open, and search meets them everywhere.

use krog_chess::{Chess, Game, Position as _, pgn, random::Dice};

use super::best_capture;
use crate::shared;

const GAMES: &str = "games/masters-100k.pgn.zst";

/// Positions taken of each game.
const PER_GAME: usize = 2;
/// The earliest position, in plies, and the shortest game it is taken from.
const FIRST_PLY: usize = 8;
const SHORTEST: usize = 12;
/// At most one random move less than this.
const RANDOM_MOVES: usize = 5;
/// What is not settled after so many captures is left out.
const CAPTURES: usize = 12;

/// The wild positions of a seed.
pub(super) fn find(seed: u64) -> Result<Vec<Chess>, String> {
    let mut dice = Dice::new(seed);
    let mut positions = Vec::new();
    for reading in pgn::games(shared::unpacked(GAMES)?) {
        let Ok(reading) = reading else { continue };
        for _ in 0..PER_GAME {
            positions.extend(wild(&reading.game, &mut dice));
        }
    }
    Ok(positions)
}

/// A settled position near a game.
fn wild(game: &Game, dice: &mut Dice) -> Option<Chess> {
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
    settle(position)
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
    use krog_chess::{fen, random};

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
}
