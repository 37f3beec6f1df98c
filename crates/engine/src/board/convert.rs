//! The door between the rules library's position and the board of search.

use krog_chess::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Setup,
    Square,
    shakmaty::{FromSetup as _, PositionError},
};

use super::{Board, Kind, Men, Mv, keys, right};
use crate::Tapered;

pub(super) fn board(position: &Chess) -> Board {
    let mut board = Board {
        everyone: Men::default(),
        castling: 0,
        rooks: [None; 4],
        ep: position.ep_square(EnPassantMode::Legal),
        turn: position.turn(),
        halfmoves: u8::try_from(position.halfmoves()).unwrap_or(u8::MAX),
        reversible: u8::try_from(position.halfmoves()).unwrap_or(u8::MAX),
        key: 0,
        pawn_key: 0,
        placement: [Tapered::default(); 4],
        phase: 0,
        counts: [[0; 6]; 2],
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
    };
    for (square, piece) in position.board() {
        board.put(square, piece.color, piece.role);
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            let rook = position.castles().rook(color, side);
            let index = right(color, side);
            board.rooks[index] = rook;
            board.castling |= u8::from(rook.is_some()) << index;
        }
    }
    board.key ^= keys::castling(board.castling);
    board.key ^= board.ep.map_or(0, keys::ep);
    if board.turn == Color::Black {
        board.key ^= keys::black();
    }
    board.look_at_king();
    board
}

impl Board {
    /// The position as the rules library knows it.
    pub(crate) fn chess(&self) -> Option<Chess> {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            let color = Color::from_white(self.of(Color::White).contains(square));
            let piece = self.role_at(square)?.of(color);
            setup.board.set_piece_at(square, piece);
        }
        setup.turn = self.turn;
        setup.ep_square = self.ep;
        setup.halfmoves = u32::from(self.halfmoves);
        for (index, rook) in self.rooks.iter().enumerate() {
            if self.castling >> index & 1 == 1 {
                setup.castling_rights |= Bitboard::from_iter(*rook);
            }
        }
        let mode = CastlingMode::detect(&setup);
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .ok()
    }
}

impl Mv {
    /// The move of search for a legal move of the rules library.
    pub(crate) fn pack(m: Move) -> Mv {
        match m {
            Move::Normal {
                from,
                to,
                promotion: Some(role),
                ..
            } => Mv::new(from, to, Kind::Promotion(role)),
            Move::Normal { role, from, to, .. } => {
                let double = role == krog_chess::Role::Pawn && Square::abs_diff(from, to) == 16;
                let kind = if double {
                    Kind::DoublePush
                } else {
                    Kind::Plain
                };
                Mv::new(from, to, kind)
            }
            Move::EnPassant { from, to } => Mv::new(from, to, Kind::EnPassant),
            Move::Castle { king, rook } => Mv::new(king, rook, Kind::Castle),
            Move::Put { .. } => Mv::NONE,
        }
    }

    /// The legal move of the rules library that this is, if it is one here.
    pub(crate) fn unpack(self, position: &Chess) -> Option<Move> {
        let moves = position.legal_moves();
        moves.into_iter().find(|m| Mv::pack(*m) == self)
    }
}
