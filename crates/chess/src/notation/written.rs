//! The shape of a written move: what SAN, long algebraic and UCI have in common.

use krog_text::piece;
use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

/// What a written move says about itself, before any board is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// Castling to a side.
    Castle(CastlingSide),
    /// Any other move.
    Normal {
        /// Who moves; `None` where two squares are given without a letter, as in UCI.
        role: Option<Role>,
        /// The file it comes from, where told.
        file: Option<File>,
        /// The rank it comes from, where told.
        rank: Option<Rank>,
        /// Whether it is marked as a capture.
        takes: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

impl Written {
    /// Reads `Nf3`, `Nbd2`, `Ng1-f3`, `exd8=Q+`, `e7e8q`, `O-O`, `0-0-0`, with
    /// check signs and marks (`!`, `?`) behind them.
    pub fn parse(text: &str) -> Option<Written> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        if let Some(side) = castling(text) {
            return Some(Written::Castle(side));
        }
        let mut rest = text.as_bytes();
        let letter = match rest {
            [b'P', tail @ ..] => Some((Role::Pawn, tail)),
            [ch @ (b'K' | b'Q' | b'R' | b'B' | b'N'), tail @ ..] => {
                Role::from_char(char::from(*ch)).map(|role| (role, tail))
            }
            _ => None,
        };
        if let Some((_, tail)) = letter {
            rest = tail;
        }
        let (promotion, rest) = split_promotion(rest);
        let (origin, to) = rest
            .split_last_chunk::<2>()
            .map(|(a, b)| (a, b.as_slice()))?;
        let to = Square::from_ascii(to).ok()?;
        let (origin, takes) = match origin {
            [head @ .., b'x' | b':'] => (head, true),
            [head @ .., b'-'] => (head, false),
            _ => (origin, false),
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [ch] => match File::from_char(char::from(ch)) {
                Some(file) => (Some(file), None),
                None => (None, Some(Rank::from_char(char::from(ch))?)),
            },
            [file, rank] => (
                Some(File::from_char(char::from(file))?),
                Some(Rank::from_char(char::from(rank))?),
            ),
            _ => return None,
        };
        let role = match letter {
            Some((role, _)) => Some(role),
            None if file.is_some() && rank.is_some() => None,
            None => Some(Role::Pawn),
        };
        Some(Written::Normal {
            role,
            file,
            rank,
            takes,
            to,
            promotion,
        })
    }

    /// Whether a move is one that is meant.
    pub fn fits(&self, m: Move) -> bool {
        match *self {
            Written::Castle(side) => m.castling_side() == Some(side),
            Written::Normal {
                role,
                file,
                rank,
                takes,
                to,
                promotion,
            } => {
                let Some(from) = m.from() else { return false };
                let origin_given = file.is_some() && rank.is_some();
                let target = match m {
                    Move::Castle { king, rook } => {
                        origin_given && (to == rook || is_castling_step(king, rook, to))
                    }
                    _ => m.to() == to,
                };
                target
                    && role.is_none_or(|role| role == m.role())
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && (!takes || m.is_capture())
                    && promotion == m.promotion()
            }
        }
    }

    /// What cannot be done, when no legal move fits.
    pub(super) fn refusal(&self) -> String {
        match *self {
            Written::Castle(CastlingSide::KingSide) => "castling kingside is not possible".into(),
            Written::Castle(CastlingSide::QueenSide) => "castling queenside is not possible".into(),
            Written::Normal {
                role,
                file,
                rank,
                takes,
                to,
                promotion,
            } => {
                let who = match (role, file, rank) {
                    (None, Some(file), Some(rank)) => {
                        format!("the man on {}", Square::from_coords(file, rank))
                    }
                    (Some(Role::King), ..) => "the king".to_owned(),
                    (role, ..) => format!("no {}", role.map_or("man", piece::key)),
                };
                let can = if who.starts_with("no ") {
                    "can"
                } else {
                    "cannot"
                };
                let does = if takes { "take on" } else { "go to" };
                let becoming = promotion.map_or_else(String::new, |role| {
                    format!(" and become a {}", piece::key(role))
                });
                format!("{who} {can} {does} {to}{becoming}")
            }
        }
    }
}

/// A king's step of two or more squares to where castling leaves it.
fn is_castling_step(king: Square, rook: Square, to: Square) -> bool {
    let side = CastlingSide::from_king_side(king < rook);
    to == Square::from_coords(side.king_to_file(), king.rank()) && king.distance(to) >= 2
}

fn castling(text: &str) -> Option<CastlingSide> {
    let zeros: String = text.chars().filter(|ch| *ch != '-').collect();
    let is_castling =
        text.starts_with(['O', 'o', '0']) && zeros.chars().all(|ch| matches!(ch, 'O' | 'o' | '0'));
    match (is_castling, zeros.len()) {
        (true, 2) => Some(CastlingSide::KingSide),
        (true, 3) => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Cuts `=Q`, `Q`, `(Q)`, `/Q` or `q` off the end.
fn split_promotion(text: &[u8]) -> (Option<Role>, &[u8]) {
    let text = text.strip_suffix(b")").unwrap_or(text);
    let [head @ .., ch] = text else {
        return (None, text);
    };
    let head = match head {
        [head @ .., b'=' | b'(' | b'/'] => head,
        _ => head,
    };
    match (head.last(), Role::from_char(char::from(*ch))) {
        (Some(b'1'..=b'8'), Some(role)) => (Some(role), head),
        _ => (None, text),
    }
}
