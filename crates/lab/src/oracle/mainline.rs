//! Main lines as the `pgn-reader` crate reads them: the peer of krog's own
//! reader, in what it finds and in how long it takes.

use std::{io, ops::ControlFlow};

use krog_chess::{CastlingMode, Chess, Move, Position as _, shakmaty::fen::Fen};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};

/// The main lines of a stream, game by game; each ends before its first move
/// that is not legal. A start position that cannot be read gives no moves.
pub(crate) fn main_lines<R: io::Read>(reader: R) -> impl Iterator<Item = io::Result<Vec<Move>>> {
    let mut reader = Reader::new(reader);
    std::iter::from_fn(move || reader.read_game(&mut Replay).transpose())
}

struct Replay;

struct Movetext {
    position: Chess,
    moves: Vec<Move>,
    ended: bool,
}

impl Visitor for Replay {
    type Tags = Option<Fen>;
    type Movetext = Movetext;
    type Output = Vec<Move>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Move>, Option<Fen>> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Fen>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Vec<Move>> {
        if name == b"FEN" {
            *start = Fen::from_ascii(value.as_bytes()).ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Fen>) -> ControlFlow<Vec<Move>, Movetext> {
        let position = match start {
            None => Ok(Chess::default()),
            Some(fen) => {
                let mode = CastlingMode::detect(fen.as_setup());
                fen.into_position(mode)
            }
        };
        match position {
            Ok(position) => ControlFlow::Continue(Movetext {
                position,
                moves: Vec::new(),
                ended: false,
            }),
            Err(_) => ControlFlow::Break(Vec::new()),
        }
    }

    fn san(&mut self, text: &mut Movetext, san: SanPlus) -> ControlFlow<Vec<Move>> {
        match san.san.to_move(&text.position) {
            Ok(m) if !text.ended => {
                text.position.play_unchecked(m);
                text.moves.push(m);
            }
            _ => text.ended = true,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, text: Movetext) -> Vec<Move> {
        text.moves
    }
}
