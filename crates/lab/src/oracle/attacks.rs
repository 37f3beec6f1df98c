//! Attacks, x-rays, batteries, pins and phase from their definitions, by
//! walking over the squares of a [`Mailbox`].

use std::collections::BTreeSet;

use krog_chess::{Color, Phase, Piece, Role, Square, pins::PinKind};

use super::mailbox::{self, Mailbox, Step};

/// Slider, first man, squares behind it.
pub(crate) type XRay = (Square, Square, BTreeSet<Square>);

/// Pinned man, pinner, dearer man, whether that is the king.
pub(crate) type Pin = (Square, Square, Square, bool);

/// The squares that the man on `square` could capture on.
pub(crate) fn from(board: &Mailbox, square: Square) -> BTreeSet<Square> {
    let Some(piece) = board.at(square) else {
        return BTreeSet::new();
    };
    let single = mailbox::capturing_steps(piece)
        .into_iter()
        .filter_map(|step| mailbox::neighbour(square, step));
    let sliding = mailbox::sliding_steps(piece.role)
        .into_iter()
        .flat_map(|step| board.walk(square, step));
    single.chain(sliding).collect()
}

/// The men of `color` that could capture on `target`.
pub(crate) fn attackers(board: &Mailbox, target: Square, color: Color) -> BTreeSet<Square> {
    board
        .men(color)
        .map(|(square, _)| square)
        .filter(|square| from(board, *square).contains(&target))
        .collect()
}

/// The squares that any man of `color` could capture on.
pub(crate) fn by(board: &Mailbox, color: Color) -> BTreeSet<Square> {
    board
        .men(color)
        .flat_map(|(square, _)| from(board, square))
        .collect()
}

/// Each line on which a slider of `color` meets a man that is not at the edge.
pub(crate) fn xrays(board: &Mailbox, color: Color) -> BTreeSet<XRay> {
    lines(board, color)
        .filter_map(|(slider, step)| {
            let (through, _) = board.first_man(slider, step)?;
            let beyond: BTreeSet<Square> = board.walk(through, step).into_iter().collect();
            (!beyond.is_empty()).then_some((slider, through, beyond))
        })
        .collect()
}

/// Front and rear of each pair of sliders of `color` that move along their
/// common line, the front not at the edge.
pub(crate) fn batteries(board: &Mailbox, color: Color) -> BTreeSet<(Square, Square)> {
    lines(board, color)
        .filter_map(|(rear, step)| {
            let (front, man) = board.first_man(rear, step)?;
            let together = man.color == color && mailbox::sliding_steps(man.role).contains(&step);
            let room = mailbox::neighbour(front, step).is_some();
            (together && room).then_some((front, rear))
        })
        .collect()
}

/// The men of `color` that could capture on `target` now or after men of their
/// own in front of them, the king excepted, have captured there.
pub(crate) fn bearing_on(board: &Mailbox, target: Square, color: Color) -> BTreeSet<Square> {
    let mut bearing: BTreeSet<Square> = attackers(board, target, color)
        .into_iter()
        .filter(|square| {
            board
                .at(*square)
                .is_some_and(|man| man.role == Role::Knight)
        })
        .collect();
    for step in mailbox::sliding_steps(Role::Queen) {
        let mut here = target;
        while let Some((square, man)) = board.first_man(here, step) {
            let back = (-step.0, -step.1);
            let adjacent = mailbox::neighbour(target, step) == Some(square);
            let reaches = mailbox::sliding_steps(man.role).contains(&back)
                || adjacent && mailbox::capturing_steps(man).contains(&back);
            if man.color != color || !reaches {
                break;
            }
            bearing.insert(square);
            if man.role == Role::King {
                break;
            }
            here = square;
        }
    }
    bearing
}

/// The men of `color` between an enemy slider and a dearer man of their own.
pub(crate) fn pins(board: &Mailbox, color: Color) -> BTreeSet<Pin> {
    lines(board, !color)
        .filter_map(|(pinner, step)| {
            let (pinned, held) = board.first_man(pinner, step)?;
            let (behind, dear) = board.first_man(pinned, step)?;
            let pins = held.color == color && dear.color == color && cost(dear) > cost(held);
            pins.then_some((pinned, pinner, behind, dear.role == Role::King))
        })
        .collect()
}

/// Whether a kind of pin is the one to the king.
pub(crate) fn is_absolute(kind: PinKind) -> bool {
    match kind {
        PinKind::Absolute => true,
        PinKind::Relative => false,
    }
}

/// The phase by the count of men that are no pawns and of those at home.
pub(crate) fn phase(board: &Mailbox) -> Phase {
    let officers: usize = Color::ALL
        .into_iter()
        .map(|color| {
            board
                .men(color)
                .filter(|(_, man)| man.role != Role::Pawn)
                .count()
        })
        .sum();
    let at_home = |color: Color| {
        let home = if color.is_white() { '1' } else { '8' };
        board
            .men(color)
            .filter(|(square, _)| square.rank().char() == home)
            .count()
    };
    if officers <= 6 {
        Phase::Endgame
    } else if officers <= 10 || at_home(Color::White) < 4 || at_home(Color::Black) < 4 {
        Phase::Middlegame
    } else {
        Phase::Opening
    }
}

/// The middlegame that is left, at most 24.
pub(crate) fn phase_weight(board: &Mailbox) -> u32 {
    let men = Color::ALL.into_iter().flat_map(|color| board.men(color));
    let sum: u32 = men
        .map(|(_, man)| match man.role {
            Role::Pawn | Role::King => 0,
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 4,
        })
        .sum();
    sum.min(24)
}

/// Each slider of `color` with each of its directions.
fn lines(board: &Mailbox, color: Color) -> impl Iterator<Item = (Square, Step)> + '_ {
    board.men(color).flat_map(|(square, man)| {
        mailbox::sliding_steps(man.role)
            .into_iter()
            .map(move |step| (square, step))
    })
}

fn cost(man: Piece) -> u32 {
    match man.role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{Position as _, fen};

    use super::*;

    fn board(fen: &str) -> Mailbox {
        let position = fen::parse(fen).expect("test positions are legal");
        Mailbox::of(position.board())
    }

    #[track_caller]
    fn check(found: &BTreeSet<Square>, expected: &str) {
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn attacks_that_can_be_counted_by_hand() {
        let board = board("4k3/8/8/8/3p4/2B5/1P6/Q3K3 w - - 0 1");
        check(&from(&board, Square::B2), "a3 c3");
        check(&from(&board, Square::D4), "c3 e3");
        check(&from(&board, Square::C3), "e1 b2 d2 b4 d4 a5");
        check(&attackers(&board, Square::C3, Color::White), "b2");
        check(&bearing_on(&board, Square::C3, Color::White), "a1 b2");
        check(&bearing_on(&board, Square::D4, Color::White), "c3");
    }

    #[test]
    fn lines_that_can_be_counted_by_hand() {
        let pinned = board("4k3/4r3/8/8/r3N2Q/8/8/4K3 w - - 0 1");
        let absolute = (Square::E4, Square::E7, Square::E1, true);
        let relative = (Square::E4, Square::A4, Square::H4, false);
        assert_eq!(pins(&pinned, Color::White), [absolute, relative].into());
        let doubled = board("4k3/8/8/8/8/3Q4/3R4/3RK3 w - - 0 1");
        let pairs = [("d2", "d1"), ("d3", "d2"), ("d2", "d3")];
        let pairs = pairs.map(|(front, rear)| {
            let square = |name: &str| name.parse().expect("a square");
            (square(front), square(rear))
        });
        assert_eq!(batteries(&doubled, Color::White), pairs.into());
        assert_eq!(phase_weight(&doubled), 8);
        assert_eq!(phase(&doubled), Phase::Endgame);
    }
}
