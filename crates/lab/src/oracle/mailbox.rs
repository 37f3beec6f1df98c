//! A board as eight rows of eight squares, walked step by step.

use krog_chess::{Board, Color, File, Piece, Rank, Role, Square};

/// A step in files and ranks.
pub(crate) type Step = (i32, i32);

pub(crate) const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(crate) const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The men by file and rank.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox([[Option<Piece>; 8]; 8]);

impl Mailbox {
    pub(crate) fn of(board: &Board) -> Mailbox {
        let mut rows = [[None; 8]; 8];
        for square in Square::ALL {
            let (file, rank) = coordinates(square);
            rows[rank][file] = board.piece_at(square);
        }
        Mailbox(rows)
    }

    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        let (file, rank) = coordinates(square);
        self.0[rank][file]
    }

    /// The squares with men of a colour.
    pub(crate) fn men(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::ALL
            .into_iter()
            .filter_map(|square| Some((square, self.at(square)?)))
            .filter(move |(_, piece)| piece.color == color)
    }

    /// The squares from `square` on in one direction, up to and including the first man.
    pub(crate) fn walk(&self, square: Square, step: Step) -> Vec<Square> {
        let mut path = Vec::new();
        let mut here = square;
        while let Some(next) = neighbour(here, step) {
            path.push(next);
            if self.at(next).is_some() {
                break;
            }
            here = next;
        }
        path
    }

    /// The first man in one direction.
    pub(crate) fn first_man(&self, square: Square, step: Step) -> Option<(Square, Piece)> {
        let last = self.walk(square, step).pop()?;
        Some((last, self.at(last)?))
    }
}

/// The square one step away, unless that is off the board.
pub(crate) fn neighbour(square: Square, (files, ranks): Step) -> Option<Square> {
    let file = i32::from(square.file()) + files;
    let rank = i32::from(square.rank()) + ranks;
    let file = File::try_from(u32::try_from(file).ok()?).ok()?;
    let rank = Rank::try_from(u32::try_from(rank).ok()?).ok()?;
    Some(Square::from_coords(file, rank))
}

/// The directions in which a man of this role moves any distance.
pub(crate) fn sliding_steps(role: Role) -> Vec<Step> {
    match role {
        Role::Bishop => DIAGONAL.to_vec(),
        Role::Rook => STRAIGHT.to_vec(),
        Role::Queen => [STRAIGHT, DIAGONAL].concat(),
        Role::Pawn | Role::Knight | Role::King => Vec::new(),
    }
}

/// The single steps with which a man captures.
pub(crate) fn capturing_steps(piece: Piece) -> Vec<Step> {
    let forward = match piece.color {
        Color::White => 1,
        Color::Black => -1,
    };
    match piece.role {
        Role::Pawn => vec![(1, forward), (-1, forward)],
        Role::Knight => KNIGHT.to_vec(),
        Role::King => [STRAIGHT, DIAGONAL].concat(),
        Role::Bishop | Role::Rook | Role::Queen => Vec::new(),
    }
}

fn coordinates(square: Square) -> (usize, usize) {
    (square.file().to_usize(), square.rank().to_usize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_end_at_men_and_edges() {
        let board = Mailbox::of(&Board::new());
        assert_eq!(board.walk(Square::E2, (0, 1)).len(), 5);
        assert_eq!(
            board.first_man(Square::E2, (0, 1)).map(|m| m.0),
            Some(Square::E7)
        );
        assert_eq!(board.walk(Square::A1, (-1, 0)), []);
        assert_eq!(neighbour(Square::H8, (1, 1)), None);
        assert_eq!(neighbour(Square::B1, (1, 2)), Some(Square::C3));
    }
}
