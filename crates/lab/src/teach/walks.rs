//! Lessons on walks away from games. Search looks at moves that nobody would play,
//! answered well, so a walk mixes any move with good ones.

use krog_chess::{Chess, Move, Position as _, random::Dice, see};
use krog_engine::evaluate;

use super::{lesson::BYTES, lessons::Desk};

/// So many plies are walked at most.
const PLIES: usize = 8;
/// A good move is the best of so many.
const CANDIDATES: usize = 5;

/// Walks until there are enough lessons.
pub(super) fn gather(desk: Desk<'_>, count: usize) -> Vec<[u8; BYTES]> {
    let mut dice = Dice::new(desk.seed);
    let mut lessons = Vec::with_capacity(count + PLIES);
    while lessons.len() < count {
        let mut position = desk.somewhere(&mut dice);
        for _ in 0..=dice.below(PLIES) {
            lessons.extend(desk.judge(&position));
            let Some(m) = choose(&position, &mut dice) else {
                break;
            };
            position.play_unchecked(m);
        }
    }
    lessons.truncate(count);
    lessons
}

/// Any move, or the best of a few by exchanges and terms.
fn choose(position: &Chess, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    if dice.below(2) == 0 {
        return dice.pick(&moves).copied();
    }
    let captures = moves.iter().filter(|m| m.is_capture());
    let best = captures
        .map(|m| (see::value(position, *m), *m))
        .max_by_key(|(gain, _)| *gain);
    if let Some((gain, m)) = best
        && gain > 0
    {
        return Some(m);
    }
    let few: Vec<Move> = (0..CANDIDATES)
        .filter_map(|_| dice.pick(&moves).copied())
        .collect();
    few.into_iter().max_by_key(|m| {
        let mut next = position.clone();
        next.play_unchecked(*m);
        let terms = evaluate::counted_terms(&next);
        position.turn().fold_wb(terms, -terms) + see::value(position, *m).min(0)
    })
}
