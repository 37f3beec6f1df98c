//! The colour mirror: the same position with the sides exchanged.
//!
//! Everything krog says must hold in the mirror, with White and Black swapped;
//! tests of that law start here.

use shakmaty::{Chess, EnPassantMode, FromSetup as _, Move, Position as _};

/// The position with colours swapped and the board turned upside down.
///
/// ```
/// use krog_chess::{fen, mirror};
///
/// let position = fen::parse("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")?;
/// assert_eq!(fen::write(&mirror::position(&position)), "4k2r/4p3/8/8/8/8/8/4K3 b k - 0 1");
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn position(position: &Chess) -> Chess {
    let mode = position.castles().mode();
    let setup = position.to_setup(EnPassantMode::Always).into_mirrored();
    // A position that was accepted despite a warning is accepted again.
    Chess::from_setup(setup, mode)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .expect("the mirror of a legal position is legal")
}

/// The move that is to the mirrored position what `m` is to the original.
pub fn mv(m: Move) -> Move {
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => Move::Normal {
            role,
            from: from.flip_vertical(),
            capture,
            to: to.flip_vertical(),
            promotion,
        },
        Move::EnPassant { from, to } => Move::EnPassant {
            from: from.flip_vertical(),
            to: to.flip_vertical(),
        },
        Move::Castle { king, rook } => Move::Castle {
            king: king.flip_vertical(),
            rook: rook.flip_vertical(),
        },
        Move::Put { role, to } => Move::Put {
            role,
            to: to.flip_vertical(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::random;

    #[test]
    fn the_mirror_has_the_mirrored_legal_moves_and_undoes_itself() {
        for original in random::positions(1).take(2_000) {
            let mirrored = position(&original);
            assert_eq!(position(&mirrored), original);
            let moves: HashSet<Move> = original.legal_moves().into_iter().map(mv).collect();
            assert_eq!(moves, mirrored.legal_moves().into_iter().collect());
        }
    }
}
