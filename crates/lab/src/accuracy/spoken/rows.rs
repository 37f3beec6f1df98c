//! Phrases that players and other programs use, with the moves they mean.

use krog_chess::{fen, notation};
use krog_text::Language::{self, English, Norwegian};

use crate::figure::Figure;

/// After 1. e4 d5, with a white knight on f3: captures on d5 and on e5.
const OPEN: &str = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
const START: &str = "startpos";

/// Position, language, phrase, moves in SAN.
const ROWS: &[(&str, Language, &str, &str)] = &[
    (OPEN, English, "knight takes e five", "Nxe5"),
    (OPEN, Norwegian, "springer slår e5", "Nxe5"),
    (OPEN, Norwegian, "springeren slår på e fem", "Nxe5"),
    (OPEN, Norwegian, "hesten tar e5", "Nxe5"),
    (OPEN, English, "pawn takes on d5", "exd5"),
    (OPEN, English, "pawn takes on e5", ""),
    (OPEN, English, "Knight takes pawn", "Nxe5"),
    (OPEN, English, "pawn takes pawn", "exd5"),
    (OPEN, English, "captures", "exd5 Nxe5"),
    (OPEN, Norwegian, "tar", "exd5 Nxe5"),
    (OPEN, Norwegian, "slår", "exd5 Nxe5"),
    (OPEN, English, "e4 takes d5", "exd5"),
    (OPEN, English, "e takes d5", "exd5"),
    (OPEN, English, "knight f3 takes e5", "Nxe5"),
    (START, English, "knight to f3", "Nf3"),
    (START, English, "The knight goes to f3.", "Nf3"),
    (START, English, "e4", "e4"),
    (START, English, "echo four", "e4"),
    (START, English, "e two e four", "e4"),
    (START, Norwegian, "bonde til e4", "e4"),
    (START, Norwegian, "springer fra g1 til f3", "Nf3"),
    (CASTLING, English, "castle", "O-O O-O-O"),
    (CASTLING, English, "castle kingside", "O-O"),
    (CASTLING, English, "castles queenside", "O-O-O"),
    (CASTLING, English, "castle long", "O-O-O"),
    (CASTLING, English, "castle king side", "O-O"),
    (CASTLING, English, "O-O-O", "O-O-O"),
    (CASTLING, Norwegian, "rokade", "O-O O-O-O"),
    (CASTLING, Norwegian, "kort rokade", "O-O"),
    (CASTLING, Norwegian, "lang rokade", "O-O-O"),
    (CASTLING, Norwegian, "roker kort", "O-O"),
    (CASTLING, Norwegian, "roker langt", "O-O-O"),
    (PROMOTION, Norwegian, "bonde til e8 dronning", "e8=Q"),
    (
        PROMOTION,
        Norwegian,
        "bonde til e8 forfremmes til dronning",
        "e8=Q",
    ),
    (PROMOTION, English, "pawn to e8 promotes to queen", "e8=Q"),
    (PROMOTION, English, "e8 promotes to a knight", "e8=N"),
    (PROMOTION, English, "takes promotes to queen", "exd8=Q"),
    (PROMOTION, English, "pawn to e8", "e8=Q e8=R e8=B e8=N"),
    (
        PROMOTION,
        English,
        "pawn takes knight promotes to rook",
        "exd8=R",
    ),
];

/// Hears every row.
pub(super) fn examine() -> Figure {
    let mut figure = Figure::default();
    for (fen, language, phrase, moves) in ROWS {
        let position = fen::parse(fen).expect("the rows hold legal positions");
        let moves: Vec<_> = moves
            .split_whitespace()
            .map(|san| notation::read(&position, san).expect("the rows hold legal moves"))
            .collect();
        let found = super::hear(&position, phrase, *language);
        figure.compare(&found, &Ok(super::written(&position, &moves)), || {
            super::place(&position, phrase)
        });
    }
    figure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_can_be_heard() {
        let figure = examine();
        assert_eq!(figure.cases, ROWS.len() as u64);
    }
}
