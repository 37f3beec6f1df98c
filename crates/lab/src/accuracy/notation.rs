//! Written moves and FENs: what is written is read back to itself.

use std::collections::BTreeSet;

use krog_chess::{
    CastlingSide, Chess, Move, Position as _, PositionKey, Square, fen,
    notation::{self, Form},
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
};

pub(super) const MEASURE: Measure = Measure {
    name: "notation",
    claim: "Every legal move in every form, and every position as FEN, is read back to itself.",
    bar: Bar::All,
    full: 10_000,
    quick: 1_000,
    run,
};

fn run(positions: usize, _: Size) -> Figure {
    parallel::over_random_positions(13, positions, |figure, position| {
        fens(figure, position);
        for m in position.legal_moves() {
            forms(figure, position, m);
            if let Move::Castle { king, rook } = m {
                castling(figure, position, m, king, rook);
            }
        }
    })
}

fn forms(figure: &mut Figure, position: &Chess, m: Move) {
    for form in Form::ALL {
        let text = notation::write(position, m, form);
        figure.compare(&notation::read(position, &text), &Ok(m), || {
            format!("{form:?} {text} in {}", fen::write(position))
        });
    }
}

/// Both UCI styles of castling: king takes rook always, the king's own way
/// where it is too long for a plain king's move.
fn castling(figure: &mut Figure, position: &Chess, m: Move, king: Square, rook: Square) {
    let side = CastlingSide::from_king_side(rook.file() > king.file());
    let file = match side {
        CastlingSide::KingSide => krog_chess::File::G,
        CastlingSide::QueenSide => krog_chess::File::C,
    };
    let target = Square::from_coords(file, king.rank());
    let mut texts = vec![format!("{king}{rook}")];
    if king.distance(target) >= 2 {
        texts.push(format!("{king}{target}"));
    }
    for text in texts {
        figure.compare(&notation::read(position, &text), &Ok(m), || {
            format!("castling {text} in {}", fen::write(position))
        });
    }
}

/// What makes two positions the same, apart from how castling is written.
#[derive(PartialEq, Eq, Debug)]
struct Same {
    fen: String,
    key: PositionKey,
    moves: BTreeSet<String>,
    counters: (u32, u32),
}

impl Same {
    fn of(position: &Chess) -> Same {
        let moves = position.legal_moves();
        Same {
            fen: fen::write(position),
            key: PositionKey::of(position),
            moves: moves.iter().map(|m| format!("{m:?}")).collect(),
            counters: (position.halfmoves(), position.fullmoves().get()),
        }
    }
}

fn fens(figure: &mut Figure, position: &Chess) {
    let text = fen::write(position);
    match fen::parse(&text) {
        Ok(again) => figure.compare(&Same::of(&again), &Same::of(position), || text),
        Err(error) => figure.judge(false, || format!("{text}: {error}")),
    }
}
