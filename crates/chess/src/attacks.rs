//! Who attacks what: the attack map of a board, x-rays and batteries.
//!
//! To attack a square is to be able to capture there if an enemy stood on it:
//! capture geometry and a clear path. What stands on the target plays no part,
//! nor do pins. Whether a capture is *good* is the business of [`see`](crate::see).

use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Role, Square, attacks};

/// All attacks on a board, by attacker and by target.
///
/// ```
/// use krog_chess::{Bitboard, Board, Color, Square, attacks::AttackMap};
///
/// let map = AttackMap::of(&Board::new());
/// assert_eq!(map.attackers(Square::F3, Color::White).count(), 3); // Ng1, e2, g2
/// assert_eq!(map.from(Square::G1), Bitboard::from_iter([Square::E2, Square::F3, Square::H3]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackMap {
    from: [Bitboard; 64],
    to: ByColor<[Bitboard; 64]>,
    by: ByColor<Bitboard>,
}

impl AttackMap {
    /// The attacks on `board`.
    pub fn of(board: &Board) -> AttackMap {
        let mut map = AttackMap {
            from: [Bitboard::EMPTY; 64],
            to: ByColor::new_with(|_| [Bitboard::EMPTY; 64]),
            by: ByColor::default(),
        };
        for (square, piece) in board {
            let targets = attacks::attacks(square, piece, board.occupied());
            map.from[square.to_usize()] = targets;
            *map.by.get_mut(piece.color) |= targets;
            for target in targets {
                map.to.get_mut(piece.color)[target.to_usize()].add(square);
            }
        }
        map
    }

    /// The squares that the man on `square` attacks; none where no man stands.
    pub fn from(&self, square: Square) -> Bitboard {
        self.from[square.to_usize()]
    }

    /// The men of `color` that attack `square`.
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.to.get(color)[square.to_usize()]
    }

    /// Every square that `color` attacks.
    pub fn by(&self, color: Color) -> Bitboard {
        *self.by.get(color)
    }
}

/// A slider looking through the first man on its line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XRay {
    /// The slider.
    pub slider: Square,
    /// The first man on the line, of either colour.
    pub through: Square,
    /// The squares behind that man, up to and including the next man.
    pub beyond: Bitboard,
}

impl XRay {
    /// The next man behind the first, if the line holds one.
    pub fn behind(&self, board: &Board) -> Option<Square> {
        (self.beyond & board.occupied()).first()
    }
}

/// The x-rays of the slider on `square`: one for each line on which it meets a
/// man that is not at the edge of the board.
pub fn xrays_from(board: &Board, square: Square) -> impl Iterator<Item = XRay> + '_ {
    let slider = board.piece_at(square).filter(|piece| slides(piece.role));
    let targets = slider.map_or(Bitboard::EMPTY, |piece| {
        attacks::attacks(square, piece, board.occupied())
    });
    (targets & board.occupied())
        .into_iter()
        .filter_map(move |through| {
            let without = board.occupied().without(through);
            let beyond = attacks::attacks(square, slider?, without) & !targets;
            (!beyond.is_empty()).then_some(XRay {
                slider: square,
                through,
                beyond,
            })
        })
}

/// The x-rays of every slider of `color`.
pub fn xrays(board: &Board, color: Color) -> impl Iterator<Item = XRay> + '_ {
    (board.by_color(color) & board.sliders())
        .into_iter()
        .flat_map(|square| xrays_from(board, square))
}

/// Two sliders of one side on a line that both of them move along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battery {
    /// The one in front.
    pub front: Square,
    /// The one that backs it up.
    pub rear: Square,
}

/// The batteries of `color`. Each of the two is the front for its own
/// direction, so a pair counts twice unless one of them stands at the edge.
pub fn batteries(board: &Board, color: Color) -> impl Iterator<Item = Battery> + '_ {
    xrays(board, color).filter_map(move |xray| {
        let front = board.piece_at(xray.through)?;
        let together = front.color == color && moves_along(front.role, xray.slider, xray.through);
        together.then_some(Battery {
            front: xray.through,
            rear: xray.slider,
        })
    })
}

/// The men of `color` that bear on `square`: its attackers, and whoever would
/// attack it once attackers of its own side in front have captured there. A
/// king clears no line for others, for it goes last.
pub fn bearing_on(board: &Board, square: Square, color: Color) -> Bitboard {
    let mut occupied = board.occupied();
    let mut bearing = Bitboard::EMPTY;
    loop {
        let attackers = board.attacks_to(square, color, occupied) & !bearing;
        if attackers.is_empty() {
            return bearing;
        }
        bearing |= attackers;
        occupied &= !(attackers & !board.kings());
    }
}

/// Whether a man of this role moves any distance along a line.
pub const fn slides(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// Whether a slider of this role moves along the line through two squares.
pub fn moves_along(role: Role, a: Square, b: Square) -> bool {
    let piece = Piece {
        color: Color::White,
        role,
    };
    slides(role) && attacks::attacks(a, piece, Bitboard::EMPTY).contains(b)
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::fen;

    fn board(fen: &str) -> Board {
        fen::parse(fen)
            .expect("test positions are legal")
            .board()
            .clone()
    }

    #[track_caller]
    fn check_batteries(fen: &str, color: Color, expected: &str) {
        let mut found: Vec<String> = batteries(&board(fen), color)
            .map(|battery| format!("{}-{}", battery.rear, battery.front))
            .collect();
        found.sort();
        assert_eq!(found.join(" "), expected, "{fen}");
    }

    #[test]
    fn batteries_stand_on_a_common_line() {
        let doubled = "4k3/8/8/8/8/3Q4/3R4/3RK3 w - - 0 1";
        check_batteries(doubled, Color::White, "d1-d2 d2-d3 d3-d2");
        check_batteries(doubled, Color::Black, "");
        // Queen behind bishop; a rook in front of a bishop is none.
        check_batteries(
            "4k3/8/8/8/4B3/3Q4/8/4K3 w - - 0 1",
            Color::White,
            "d3-e4 e4-d3",
        );
        check_batteries("3k4/8/8/8/4R3/3B4/8/4K3 w - - 0 1", Color::White, "");
    }

    #[track_caller]
    fn check_bearing(fen: &str, square: Square, color: Color, expected: &str) {
        let found: Vec<String> = bearing_on(&board(fen), square, color)
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        assert_eq!(found.join(" "), expected, "{fen}");
    }

    #[test]
    fn whoever_can_join_the_exchange_bears_on_the_square() {
        let tripled = "3r1k2/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1";
        check_bearing(tripled, Square::D5, Color::White, "d1 d2 d3");
        check_bearing(tripled, Square::D5, Color::Black, "d7 d8");
        // The bishop joins behind the pawn that takes first, the knight alone.
        check_bearing(
            "4k3/8/8/4p3/3P4/2B2N2/8/4K3 w - - 0 1",
            Square::E5,
            Color::White,
            "c3 f3 d4",
        );
        // Nothing passes through the king.
        check_bearing(
            "4k3/8/8/8/8/4K3/4R3/8 w - - 0 1",
            Square::E5,
            Color::White,
            "",
        );
        check_bearing(
            "4k3/8/8/8/8/4K3/4R3/8 w - - 0 1",
            Square::E4,
            Color::White,
            "e3",
        );
    }

    #[test]
    fn an_xray_ends_at_the_next_man() {
        let board = board("3k4/3p4/3n4/8/8/8/8/3RK3 w - - 0 1");
        let rays: Vec<XRay> = xrays_from(&board, Square::D1).collect();
        assert_eq!(rays.len(), 2);
        let through_knight = rays.iter().find(|ray| ray.through == Square::D6);
        assert_eq!(
            through_knight.map(|ray| (ray.beyond, ray.behind(&board))),
            Some((Bitboard::from(Square::D7), Some(Square::D7)))
        );
    }
}
