//! Is a move legal, by which laws, or which laws does it break?
//!
//! Every law that concerns the move is looked at, and every one that it breaks
//! is named with its witnesses. A man that does not move that way at all ends
//! the matter: path, target and king are then no question.

mod castling;
mod condition;
mod steps;

use krog_chess::{CastlingSide, Move, Piece, Role, Square, notation::Written};
use krog_text::{Bilingual, both, capitalize};
use thiserror::Error;

pub use condition::Condition;

use crate::{
    formula::Formula, law::Law, rtype::RType, rules, state::State, vocabulary::Vocabulary,
};

/// A move that somebody wants to make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attempt {
    /// A man from one square to another.
    Step {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
        /// What a pawn is to become.
        promotion: Option<Role>,
    },
    /// Castling.
    Castle(CastlingSide),
}

/// The verdict on an attempt.
#[derive(Debug)]
pub struct Validation {
    /// What was attempted.
    pub attempt: Attempt,
    /// The law that governs such a move.
    pub law: &'static Law,
    /// What kind of rule that is.
    pub rtype: RType,
    /// Everything the laws ask of it, in the order of asking.
    pub conditions: Vec<Condition>,
}

/// Judges an attempt in a state.
///
/// ```
/// use krog_chess::{Chess, Square};
/// use krog_logic::{State, validate::{self, Attempt}};
/// use krog_text::Language;
///
/// let start = State::of(&Chess::default());
/// let attempt = Attempt::Step { from: Square::C1, to: Square::E3, promotion: None };
/// let validation = validate::judge(&start, attempt);
/// assert!(!validation.is_valid());
/// assert_eq!(
///     validation.explanation().get(Language::English),
///     "The bishop on c1 is blocked by the pawn on d2."
/// );
/// ```
pub fn judge(state: &State, attempt: Attempt) -> Validation {
    let attempt = as_castling(state, attempt);
    let conditions = match attempt {
        Attempt::Castle(side) => castling::conditions(state, side),
        Attempt::Step {
            from,
            to,
            promotion,
        } => steps::conditions(state, from, to, promotion),
    };
    let (id, rtype) = kind(state, attempt);
    Validation {
        attempt,
        law: Law::get(id).expect("the laws of movement are in the registry"),
        rtype,
        conditions,
    }
}

impl Validation {
    /// Whether the move is legal.
    pub fn is_valid(&self) -> bool {
        self.conditions.iter().all(|condition| condition.met)
    }

    /// The laws that the move breaks, each once.
    pub fn broken(&self) -> Vec<&'static Law> {
        let mut laws: Vec<&'static Law> = Vec::new();
        for condition in self.unmet() {
            if !laws.iter().any(|law| law.id == condition.law.id) {
                laws.push(condition.law);
            }
        }
        laws
    }

    /// The conditions that are not fulfilled.
    pub fn unmet(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|condition| !condition.met)
    }

    /// `P(m) ↔ …` with all conditions, or `F(m) ↔ …` with those that fail. The
    /// checker finds it true where the move was judged.
    pub fn formula(&self) -> String {
        let text = self.attempt.text();
        let read = |text: &str| Formula::parse(text, Vocabulary::base()).ok();
        let (norm, sign, parts): (_, _, Vec<Formula>) = if self.is_valid() {
            let all = self.conditions.iter().filter_map(|c| read(&c.formula));
            (
                'P',
                " ∧ ",
                all.filter(|f| *f != Formula::Constant(true)).collect(),
            )
        } else {
            let unmet = self.unmet().filter_map(|c| read(&c.formula));
            ('F', " ∨ ", unmet.map(Formula::negated).collect())
        };
        let mut texts: Vec<String> = Vec::new();
        for part in parts {
            let part = format!("({part})");
            if !texts.contains(&part) {
                texts.push(part);
            }
        }
        let formula = format!("{norm}({text}) ↔ {}", texts.join(sign));
        // Printing drops the parentheses that reading does not need.
        read(&formula).map_or(formula, |parsed| parsed.to_string())
    }

    /// Why it is legal or not, in both languages.
    pub fn explanation(&self) -> Bilingual {
        if self.is_valid() {
            return self.law.explanation();
        }
        both(|language| {
            let sentences: Vec<String> = self
                .unmet()
                .map(|condition| format!("{}.", capitalize(condition.text().get(language))))
                .collect();
            sentences.join(" ")
        })
    }

    /// The operators of the laws that decide.
    pub fn operators(&self) -> Vec<&'static str> {
        let mut operators: Vec<&'static str> = Vec::new();
        let laws = if self.is_valid() {
            vec![self.law]
        } else {
            self.broken()
        };
        for operator in laws.iter().flat_map(|law| law.operators) {
            if !operators.contains(operator) {
                operators.push(operator);
            }
        }
        operators
    }
}

/// Why a text names no attempt.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AttemptError {
    /// It has no form of a move.
    #[error("found {found:?}, expected SAN (Nf3), long algebraic (Ng1-f3) or UCI (g1f3)")]
    Unreadable {
        /// What was found.
        found: String,
    },
    /// The side to move has no man of that kind.
    #[error("found {found:?}, but the side to move has no such piece on the board")]
    NoSuchMan {
        /// What was found.
        found: String,
    },
}

impl Attempt {
    /// The attempt that a legal or pseudo-legal move is.
    pub fn of(m: Move) -> Option<Attempt> {
        match (m.castling_side(), m.from()) {
            (Some(side), _) => Some(Attempt::Castle(side)),
            (None, Some(from)) => Some(Attempt::Step {
                from,
                to: m.to(),
                promotion: m.promotion(),
            }),
            (None, None) => None,
        }
    }

    /// The attempt that a text means in a state, in the reading that breaks the
    /// fewest laws.
    pub fn parse(state: &State, text: &str) -> Result<Attempt, AttemptError> {
        let found = || text.chars().take(40).collect();
        let written =
            Written::parse(text).ok_or_else(|| AttemptError::Unreadable { found: found() })?;
        let attempts = Attempt::read(state, &written);
        attempts
            .first()
            .copied()
            .ok_or_else(|| AttemptError::NoSuchMan { found: found() })
    }

    /// The attempts that a written move may mean in a state, the likeliest
    /// first; none if no man of that kind is on the board.
    pub fn read(state: &State, written: &Written) -> Vec<Attempt> {
        let (role, file, rank, to, promotion) = match *written {
            Written::Castle(side) => return vec![Attempt::Castle(side)],
            Written::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => (role, file, rank, to, promotion),
        };
        let step = |from| Attempt::Step {
            from,
            to,
            promotion,
        };
        if let (Some(file), Some(rank)) = (file, rank) {
            return vec![step(Square::from_coords(file, rank))];
        }
        let role = role.unwrap_or(Role::Pawn);
        let file = file.or((role == Role::Pawn).then_some(to.file()));
        let men = state.board.by_color(state.turn) & state.board.by_role(role);
        let mut attempts: Vec<Attempt> = men
            .into_iter()
            .filter(|from| file.is_none_or(|file| file == from.file()))
            .filter(|from| rank.is_none_or(|rank| rank == from.rank()))
            .map(step)
            .collect();
        if attempts.is_empty() {
            // None stands where the text says: then any man of the kind is meant.
            attempts = men.into_iter().map(step).collect();
        }
        attempts.sort_by_key(|attempt| {
            let verdict = judge(state, *attempt);
            let misdirected = verdict
                .conditions
                .get(1)
                .is_some_and(|pattern| !pattern.met);
            (misdirected, verdict.unmet().count())
        });
        attempts
    }

    /// The attempt in writing, as formulas name it.
    pub fn text(self) -> String {
        match self {
            Attempt::Castle(CastlingSide::KingSide) => "O-O".to_owned(),
            Attempt::Castle(CastlingSide::QueenSide) => "O-O-O".to_owned(),
            Attempt::Step {
                from,
                to,
                promotion,
            } => {
                let role = promotion.map(|role| role.char().to_string());
                format!("{from}{to}{}", role.unwrap_or_default())
            }
        }
    }
}

/// A king's double step from its first square, and its step onto a rook that may
/// castle, are attempts to castle.
fn as_castling(state: &State, attempt: Attempt) -> Attempt {
    let Attempt::Step {
        from,
        to,
        promotion: None,
    } = attempt
    else {
        return attempt;
    };
    let Some(Piece {
        role: Role::King,
        color,
    }) = state.board.piece_at(from)
    else {
        return attempt;
    };
    let on_home_rank = from.rank() == color.backrank() && to.rank() == from.rank();
    let side = CastlingSide::from_king_side(from < to);
    let onto_rook = state.castling_rook(color, side) == Some(to);
    let double_step = from.file() == krog_chess::File::E && from.file().distance(to.file()) == 2;
    if on_home_rank && color == state.turn && (onto_rook || double_step) {
        Attempt::Castle(side)
    } else {
        attempt
    }
}

/// The law and the kind of rule that govern such a move.
fn kind(state: &State, attempt: Attempt) -> (&'static str, RType) {
    let (from, to, promotion) = match attempt {
        Attempt::Castle(_) => return ("castling", RType::Compound),
        Attempt::Step {
            from,
            to,
            promotion,
        } => (from, to, promotion),
    };
    let Some(man) = state.board.piece_at(from) else {
        return ("turn", RType::Conditional);
    };
    match man.role {
        Role::King => ("king_movement", RType::Intransitive),
        Role::Queen => ("queen_movement", RType::PathDependent),
        Role::Rook => ("rook_movement", RType::PathDependent),
        Role::Bishop => ("bishop_movement", RType::PathDependent),
        Role::Knight => ("knight_movement", RType::Jump),
        Role::Pawn => pawn_kind(state, man, from, to, promotion),
    }
}

fn pawn_kind(
    state: &State,
    man: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> (&'static str, RType) {
    let diagonal = rules::capture_pattern(man, from, to);
    let (single, _) = rules::pawn_steps(man.color, from);
    if diagonal && rules::en_passant(state, man.color, to) {
        ("en_passant", RType::TemporalWindow)
    } else if promotion.is_some() {
        ("promotion", RType::Transformation)
    } else if steps::is_double_step(man.color, from, to) {
        ("pawn_double", RType::FirstMove)
    } else if diagonal {
        ("pawn_capture", RType::CaptureOnly)
    } else if single == Some(to) {
        ("pawn_single", RType::NonCapture)
    } else {
        ("pawn_movement", RType::Asymmetric)
    }
}
