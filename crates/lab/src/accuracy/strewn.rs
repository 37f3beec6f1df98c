//! Men strewn over the board so that what is rare in play is not: captures in
//! passing and promotions on open lines, and castling under attack.

use krog_chess::{
    Bitboard, CastlingMode, Chess, Color, File, Piece, Rank, Setup, Square, random::Dice,
    shakmaty::FromSetup as _,
};

/// A pawn that has just made its double step, or stands as if it had long
/// ago, with an enemy pawn beside it and lines towards that pawn's king.
pub(super) fn passing(dice: &mut Dice) -> Option<Chess> {
    let color = Color::ALL[dice.below(2)];
    let (fifth, sixth) = match color {
        Color::White => (Rank::Fifth, Rank::Sixth),
        Color::Black => (Rank::Fourth, Rank::Third),
    };
    let file = File::new(u32::try_from(dice.below(7)).ok()?);
    let beside = file.offset(1)?;
    let (own, enemy) = match dice.below(2) {
        0 => (file, beside),
        _ => (beside, file),
    };
    let mut setup = Setup::empty();
    setup.turn = color;
    setup
        .board
        .set_piece_at(Square::from_coords(own, fifth), color.pawn());
    setup
        .board
        .set_piece_at(Square::from_coords(enemy, fifth), (!color).pawn());
    let on_rank = dice.below(2) == 0;
    let place_for = |dice: &mut Dice| match (on_rank, dice.below(3)) {
        (true, 0 | 1) => Bitboard::from(fifth),
        _ => Bitboard::FULL,
    };
    let king_place = if on_rank {
        Bitboard::from(fifth)
    } else {
        Bitboard::FULL
    };
    place(&mut setup, color.king(), king_place, dice);
    place(&mut setup, (!color).king(), Bitboard::FULL, dice);
    for _ in 0..=dice.below(3) {
        let slider = sliders(!color)[dice.below(3)];
        let squares = place_for(dice);
        place(&mut setup, slider, squares, dice);
    }
    if dice.below(3) > 0 {
        setup.ep_square = Some(Square::from_coords(enemy, sixth));
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// A pawn before its last step, with its king and enemy sliders around.
pub(super) fn promoting(dice: &mut Dice) -> Option<Chess> {
    let color = Color::ALL[dice.below(2)];
    let seventh = match color {
        Color::White => Rank::Seventh,
        Color::Black => Rank::Second,
    };
    let mut setup = Setup::empty();
    setup.turn = color;
    place(&mut setup, color.pawn(), Bitboard::from(seventh), dice);
    let squares = [Bitboard::from(seventh), Bitboard::FULL];
    let king_place = squares[dice.below(2)];
    place(&mut setup, color.king(), king_place, dice);
    place(&mut setup, (!color).king(), Bitboard::FULL, dice);
    for _ in 0..=dice.below(3) {
        let slider = sliders(!color)[dice.below(3)];
        let place_for_it = squares[dice.below(2)];
        place(&mut setup, slider, place_for_it, dice);
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

/// A king and a rook at home, in the ordinary game or in Chess960, with men
/// around that may stand against their castling; and their squares.
pub(super) fn castling(dice: &mut Dice) -> Option<(Chess, Square, Square)> {
    let color = Color::ALL[dice.below(2)];
    let home = color.backrank();
    let mode = match dice.below(2) {
        0 => CastlingMode::Chess960,
        _ => CastlingMode::Standard,
    };
    let (king, rook) = match mode {
        CastlingMode::Standard => (File::E, [File::A, File::H][dice.below(2)]),
        CastlingMode::Chess960 => (file(dice)?, file(dice)?),
    };
    let king = Square::from_coords(king, home);
    let rook = Square::from_coords(rook, home);
    if king == rook {
        return None;
    }
    let mut setup = Setup::empty();
    setup.turn = color;
    setup.board.set_piece_at(king, color.king());
    setup.board.set_piece_at(rook, color.rook());
    // In Chess960 it is the right that tells which rook is meant.
    if mode == CastlingMode::Chess960 || dice.below(5) > 0 {
        setup.castling_rights.add(rook);
    }
    let others = !Bitboard::from(home);
    place(&mut setup, (!color).king(), others, dice);
    for _ in 0..dice.below(3) {
        place(&mut setup, color.pawn(), others, dice);
    }
    for _ in 0..dice.below(4) {
        let man = officer(!color, dice);
        place(&mut setup, man, others, dice);
    }
    if dice.below(3) == 0 {
        let man = officer(Color::ALL[dice.below(2)], dice);
        place(&mut setup, man, Bitboard::from(home), dice);
    }
    let position = Chess::from_setup(setup, mode).ok()?;
    Some((position, king, rook))
}

fn sliders(color: Color) -> [Piece; 3] {
    [color.rook(), color.queen(), color.bishop()]
}

fn file(dice: &mut Dice) -> Option<File> {
    u32::try_from(dice.below(8)).ok().map(File::new)
}

fn officer(color: Color, dice: &mut Dice) -> Piece {
    let men = [color.knight(), color.bishop(), color.rook(), color.queen()];
    men[dice.below(men.len())]
}

/// Puts a man on one of the squares that is free, if there is one.
fn place(setup: &mut Setup, man: Piece, squares: Bitboard, dice: &mut Dice) {
    let free: Vec<Square> = (squares & !setup.board.occupied()).into_iter().collect();
    if let Some(square) = dice.pick(&free) {
        setup.board.set_piece_at(*square, man);
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{EnPassantMode, Position as _};

    use super::*;

    /// Whether a capture in passing stands on the board that would be illegal.
    fn exposes(position: &Chess) -> bool {
        let passing = |mode| position.ep_square(mode).is_some();
        passing(EnPassantMode::PseudoLegal) && !passing(EnPassantMode::Legal)
    }

    #[test]
    fn captures_in_passing_that_expose_the_king_are_not_rare() {
        let mut dice = Dice::new(1);
        let positions = (0..2_000).filter_map(|_| passing(&mut dice));
        assert!(positions.filter(exposes).count() > 20);
    }
}
