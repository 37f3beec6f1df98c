//! Moves by the change they make to the key: whether one leads from a position to
//! another is seen without making any (van Kervinck 2013).

use std::sync::LazyLock;

use krog_chess::{
    Bitboard, Color, Role, Square,
    shakmaty::attacks::{self, between},
};

use super::{Board, keys};

/// Places of the table, more than twice as many as there are moves.
const PLACES: usize = 8_192;

/// A move of a piece there and back, and how it changes the key.
#[derive(Clone, Copy, Debug)]
struct Return {
    change: u64,
    squares: [Square; 2],
}

const EMPTY: Return = Return {
    change: 0,
    squares: [Square::A1; 2],
};

/// Every move of a piece on an empty board, each at one of its two places.
static RETURNS: LazyLock<Vec<Return>> = LazyLock::new(|| {
    let mut table = vec![EMPTY; PLACES];
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
            for from in Square::ALL {
                let targets = attacks::attacks(from, role.of(color), Bitboard::EMPTY);
                for to in targets.into_iter().filter(|to| *to > from) {
                    let change =
                        keys::man(color, role, from) ^ keys::man(color, role, to) ^ keys::black();
                    let squares = [from, to];
                    put(&mut table, Return { change, squares });
                }
            }
        }
    }
    table
});

/// Puts a move at its first place; whatever was there goes to its other one.
fn put(table: &mut [Return], mut new: Return) {
    let mut place = places(new.change)[0];
    loop {
        std::mem::swap(&mut table[place], &mut new);
        if new.change == 0 {
            return;
        }
        let [first, second] = places(new.change);
        place = if place == first { second } else { first };
    }
}

/// Where a change of the key may stand.
#[inline]
fn places(change: u64) -> [usize; 2] {
    let bytes = change.to_le_bytes();
    let part = |low: usize| usize::from(u16::from_le_bytes([bytes[low], bytes[low + 1]]));
    [part(0) % PLACES, part(2) % PLACES]
}

impl Board {
    /// Whether a move of a piece leads from here to the position of another key, or
    /// from there to here.
    #[inline]
    pub(crate) fn goes_to(&self, key: u64) -> bool {
        let change = self.key ^ key;
        let fits = |place: &usize| RETURNS[*place].change == change;
        let Some(place) = places(change).into_iter().find(fits) else {
            return false;
        };
        let [from, to] = RETURNS[place].squares;
        (between(from, to) & self.occupied()).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{
        Position as _,
        random::{self, Dice},
    };

    use super::*;
    use crate::board::{Kind, Mv};

    #[test]
    fn every_move_has_a_place() {
        let kept = RETURNS.iter().filter(|kept| kept.change != 0);
        // Knight 168, bishop 280, rook 448, queen 728, king 210, of two colours.
        assert_eq!(kept.count(), 2 * (168 + 280 + 448 + 728 + 210));
    }

    /// Whether a move of a piece that takes nothing leads from one board to the other.
    fn leads(from: &Board, to: &Board) -> bool {
        let moves = from.legal_moves().into_iter().filter(|m| {
            m.kind() == Kind::Plain
                && from.captured(*m) == 0
                && from.role_at(m.from()) != Some(Role::Pawn)
        });
        moves
            .map(|m| from.after(m).key())
            .any(|key| key == to.key())
    }

    #[test]
    fn it_goes_where_a_move_of_a_piece_leads() {
        let mut dice = Dice::new(11);
        let mut found = 0;
        for start in random::positions(47).take(400) {
            let mut line = vec![Board::from(&start)];
            let mut position = start;
            for _ in 0..9 {
                let moves = position.legal_moves();
                // Pieces alone, so that some of it is taken back.
                let quiet = moves.iter().filter(|m| !m.is_zeroing() && !m.is_castle());
                let quiet: Vec<_> = quiet.copied().collect();
                let Some(m) = dice.pick(&quiet) else { break };
                let next = line[line.len() - 1].after(Mv::pack(*m));
                position.play_unchecked(*m);
                line.push(next);
            }
            for (ply, here) in line.iter().enumerate() {
                for before in line[..ply].iter().rev().skip(2).step_by(2) {
                    let expected = leads(here, before) || leads(before, here);
                    let goes = here.goes_to(before.key());
                    // It need not be legal to go.
                    let squares = here.everyone().differences(before.everyone());
                    assert!(goes || !expected);
                    assert!(!goes || squares.count() == 2);
                    found += usize::from(expected);
                }
            }
            for (here, before) in line.iter().skip(1).zip(&line) {
                let same = here.castling == before.castling && before.ep.is_none();
                assert!(here.goes_to(before.key()) || !same);
            }
        }
        assert!(found > 20, "{found}");
    }
}
