//! A line: legal moves that follow one another from a position.

use std::fmt;

use shakmaty::{Chess, Move, Position as _, san::SanPlus, uci::UciMove};
use thiserror::Error;

use crate::notation::{self, MoveError};

/// Legal moves from a position. It knows where it starts, so it can be
/// replayed, written and judged without being told, and is legal by
/// construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    start: Chess,
    moves: Vec<Move>,
    end: Chess,
}

impl Line {
    /// The line without moves.
    pub fn at(start: Chess) -> Line {
        Line {
            end: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Reads moves in any [written form](notation), divided by white space.
    ///
    /// ```
    /// use krog_chess::{Chess, Line};
    ///
    /// let line = Line::parse(Chess::default(), "e4 e7e5 Ng1-f3")?;
    /// assert_eq!(line.to_string(), "1. e4 e5 2. Nf3");
    /// let error = Line::parse(Chess::default(), "e4 e5 Ke3").unwrap_err();
    /// assert_eq!(error.to_string(), "move 3 of the line: \"Ke3\" is not legal: the king cannot go to e3");
    /// # Ok::<(), krog_chess::line::LineError>(())
    /// ```
    pub fn parse(start: Chess, text: &str) -> Result<Line, LineError> {
        let mut line = Line::at(start);
        for (index, word) in text.split_whitespace().enumerate() {
            let m = notation::read(&line.end, word).map_err(|error| LineError {
                number: index + 1,
                error,
            })?;
            line.push_legal(m);
        }
        Ok(line)
    }

    /// As many moves of a UCI principal variation as are legal: what follows
    /// an illegal move is noise.
    pub fn from_uci<'a>(start: Chess, moves: impl IntoIterator<Item = &'a str>) -> Line {
        let mut line = Line::at(start);
        for word in moves {
            let legal = word
                .parse()
                .ok()
                .and_then(|uci: UciMove| uci.to_move(&line.end).ok());
            let Some(m) = legal else { break };
            line.push_legal(m);
        }
        line
    }

    /// Appends a move; gives it back when it is not legal at the end of the line.
    pub fn push(&mut self, m: Move) -> Result<(), Move> {
        if self.end.is_legal(m) {
            self.push_legal(m);
            Ok(())
        } else {
            Err(m)
        }
    }

    /// Where the line begins.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Where the line ends.
    pub fn end(&self) -> &Chess {
        &self.end
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Each move with the position before it.
    pub fn steps(&self) -> impl Iterator<Item = (Chess, Move)> + '_ {
        let mut position = self.start.clone();
        self.moves.iter().map(move |m| {
            let before = position.clone();
            position.play_unchecked(*m);
            (before, *m)
        })
    }

    fn push_legal(&mut self, m: Move) {
        self.end.play_unchecked(m);
        self.moves.push(m);
    }
}

impl fmt::Display for Line {
    /// The moves in SAN with their numbers: `1. e4 e5 2. Nf3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (before, m)) in self.steps().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            let number = before.fullmoves();
            if before.turn().is_white() {
                write!(f, "{number}. ")?;
            } else if index == 0 {
                write!(f, "{number}... ")?;
            }
            write!(f, "{}", SanPlus::from_move(before, m))?;
        }
        Ok(())
    }
}

/// Which move of a line cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number} of the line: {error}")]
pub struct LineError {
    number: usize,
    error: MoveError,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[test]
    fn a_variation_is_cut_at_its_first_illegal_move() {
        let line = Line::from_uci(Chess::default(), ["e2e4", "e7e5", "e4e5", "g1f3"]);
        assert_eq!(line.to_string(), "1. e4 e5");
        assert_eq!(line.moves().len(), 2);
        let line = Line::from_uci(Chess::default(), ["0000"]);
        assert_eq!(line, Line::at(Chess::default()));
    }

    #[test]
    fn numbering_starts_where_the_position_does() {
        let start = fen::parse("4k3/8/8/8/8/8/4p3/K7 b - - 0 40").expect("legal");
        let line = Line::parse(start, "e1=Q+ Kb2").expect("legal moves");
        assert_eq!(line.to_string(), "40... e1=Q+ 41. Kb2");
    }

    #[test]
    fn an_illegal_move_is_given_back() {
        let mut line = Line::parse(Chess::default(), "e4").expect("legal moves");
        let again = line.moves()[0];
        assert_eq!(line.push(again), Err(again));
        assert_eq!(line.to_string(), "1. e4");
    }
}
