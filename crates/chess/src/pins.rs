//! Pins: a man that stands between an enemy slider and something dearer.

use shakmaty::{Board, Color, Role, Square};

use crate::{attacks, worth};

/// A man that cannot, or should not, leave a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pin {
    /// The man that is held.
    pub pinned: Square,
    /// The enemy slider that holds it.
    pub pinner: Square,
    /// The dearer man behind it.
    pub behind: Square,
    /// Law or prudence.
    pub kind: PinKind,
}

/// What holds a pinned man to its line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PinKind {
    /// Its own king stands behind: leaving the line is illegal.
    Absolute,
    /// A dearer man stands behind: leaving the line exposes it.
    Relative,
}

/// The men of `color` that are pinned, once for each slider that pins them.
///
/// Geometry only: a relative pin need not win anything.
///
/// ```
/// use krog_chess::{Color, Position, Square, fen, pins::{self, PinKind}};
///
/// // The Spanish bishop pins the knight to the king as soon as the d-pawn has moved.
/// let position = fen::parse("r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")?;
/// let pin = pins::of(position.board(), Color::Black).next().expect("c6 is pinned");
/// assert_eq!((pin.pinned, pin.behind, pin.kind), (Square::C6, Square::E8, PinKind::Absolute));
/// # Ok::<(), krog_chess::fen::FenError>(())
/// ```
pub fn of(board: &Board, color: Color) -> impl Iterator<Item = Pin> + '_ {
    attacks::xrays(board, !color).filter_map(move |xray| {
        let pinned = board.piece_at(xray.through)?;
        let behind = xray.behind(board)?;
        let dear = board.piece_at(behind)?;
        let holds =
            pinned.color == color && dear.color == color && worth::dearer(dear.role, pinned.role);
        let kind = match dear.role {
            Role::King => PinKind::Absolute,
            _ => PinKind::Relative,
        };
        holds.then_some(Pin {
            pinned: xray.through,
            pinner: xray.slider,
            behind,
            kind,
        })
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::fen;

    #[track_caller]
    fn check(fen: &str, color: Color, expected: &str) {
        let position = fen::parse(fen).expect("test positions are legal");
        let mut found: Vec<String> = of(position.board(), color)
            .map(|pin| {
                format!(
                    "{}>{}>{} {:?}",
                    pin.pinner, pin.pinned, pin.behind, pin.kind
                )
            })
            .collect();
        found.sort();
        assert_eq!(found.join(", "), expected, "{fen}");
    }

    #[test]
    fn pins_hold_a_man_before_a_dearer_one() {
        check(
            "4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1",
            Color::White,
            "e7>e4>e1 Absolute",
        );
        // The queen's knight's classic: Bg5 pins the knight to the queen.
        check(
            "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4",
            Color::Black,
            "g5>f6>d8 Relative",
        );
        // A man dearer than what stands behind it is skewered, not pinned.
        check("k7/8/8/3q4/8/1r6/8/B3K3 w - - 0 1", Color::Black, "");
        check("3k4/8/5r2/8/3q4/8/1B6/4K3 b - - 0 1", Color::Black, "");
        // Equals are not pinned to each other, and a king is never pinned.
        check("4k3/8/8/3n4/8/1b6/Q7/4K3 w - - 0 1", Color::Black, "");
        check("8/8/8/8/q2K2Q1/8/8/4k3 w - - 0 1", Color::White, "");
        // Two men between break the pin.
        check("4k3/4r3/8/8/4N3/4P3/8/4K3 w - - 0 1", Color::White, "");
    }

    #[test]
    fn a_man_can_be_pinned_from_two_sides() {
        check(
            "4k3/4r3/8/8/b3N2Q/8/8/4K3 w - - 0 1",
            Color::White,
            "e7>e4>e1 Absolute",
        );
        check(
            "4k3/4r3/8/8/r3N2Q/8/8/4K3 w - - 0 1",
            Color::White,
            "a4>e4>h4 Relative, e7>e4>e1 Absolute",
        );
    }
}
