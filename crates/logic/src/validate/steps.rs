//! What the laws ask of a man that goes from one square to another.

use krog_chess::{Bitboard, Color, Move, Piece, Rank, Role, Square};
use krog_text::Args;

use super::condition::Condition;
use crate::{rules, state::State};

pub(super) fn conditions(
    state: &State,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Vec<Condition> {
    let Some(man) = state.board.piece_at(from) else {
        let formula = format!("color({from}) = self");
        let args = Args::new().square("from", from);
        let nobody = Condition::new("turn", false, formula, "must-man-no", args);
        return vec![nobody.seen(state, "mover", from)];
    };
    let step = Step {
        state,
        man,
        from,
        to,
        promotion,
    };
    let mut conditions = vec![step.turn()];
    let pattern = step.pattern();
    let fits = pattern.met;
    conditions.push(pattern);
    if !fits {
        return conditions;
    }
    conditions.extend(step.way());
    if state.board.color_at(to).is_some() {
        conditions.push(step.target());
    }
    conditions.extend(step.promotion());
    conditions.extend(step.king());
    conditions
}

/// Whether a pawn of `color` would go two squares forward.
pub(super) fn is_double_step(color: Color, from: Square, to: Square) -> bool {
    let (single, _) = rules::pawn_steps(color, from);
    single.is_some_and(|single| rules::pawn_steps(color, single).0 == Some(to))
}

struct Step<'a> {
    state: &'a State,
    man: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Step<'_> {
    fn args(&self) -> Args {
        Args::new()
            .role("piece", self.man.role)
            .square("from", self.from)
            .square("to", self.to)
    }

    /// Arguments that also name another man.
    fn args_with(&self, other: Square) -> Args {
        let role = self.state.board.role_at(other).unwrap_or(Role::Pawn);
        self.args().role("other", role).square("square", other)
    }

    fn turn(&self) -> Condition {
        let met = self.man.color == self.state.turn;
        let message = if met { "must-turn-yes" } else { "must-turn-no" };
        let args = self.args().color("side", self.state.turn);
        let formula = format!("color({}) = self", self.from);
        Condition::new("turn", met, formula, message, args).seen(self.state, "mover", self.from)
    }

    fn pattern(&self) -> Condition {
        let (from, to) = (self.from, self.to);
        let (law, formula) = match self.man.role {
            Role::King => ("king_movement", format!("adjacent({from}, {to})")),
            Role::Queen => (
                "queen_movement",
                format!("straight({from}, {to}) ∨ diagonal({from}, {to})"),
            ),
            Role::Rook => ("rook_movement", format!("straight({from}, {to})")),
            Role::Bishop => ("bishop_movement", format!("diagonal({from}, {to})")),
            Role::Knight => ("knight_movement", format!("l_shape({from}, {to})")),
            Role::Pawn => (
                "pawn_movement",
                format!("one_forward({from}, {to}) ∨ two_forward({from}, {to}) ∨ PA({from}, {to})"),
            ),
        };
        let steps_forward = self.man.role == Role::Pawn
            && (rules::pawn_steps(self.man.color, from).0 == Some(to) || self.is_double());
        let met = rules::capture_pattern(self.man, from, to) || steps_forward;
        let message = if met {
            "must-pattern-yes"
        } else {
            "must-pattern-no"
        };
        Condition::new(law, met, formula, message, self.args()).seen(self.state, "mover", from)
    }

    fn is_double(&self) -> bool {
        is_double_step(self.man.color, self.from, self.to)
    }

    /// The path of a slider, or what a pawn needs before it.
    fn way(&self) -> Vec<Condition> {
        match self.man.role {
            Role::King | Role::Knight => Vec::new(),
            Role::Pawn if self.from.file() == self.to.file() => self.push(),
            Role::Pawn => self.capture().into_iter().collect(),
            Role::Queen => vec![self.path("queen_movement")],
            Role::Rook => vec![self.path("rook_movement")],
            Role::Bishop => vec![self.path("bishop_movement")],
        }
    }

    fn path(&self, law: &'static str) -> Condition {
        let formula = format!("PC({}, {})", self.from, self.to);
        let blockers = rules::blockers(self.state, self.from, self.to);
        let nearest = blockers.into_iter().min_by_key(|b| self.from.distance(*b));
        match nearest {
            None => Condition::new(law, true, formula, "must-path-yes", self.args()),
            Some(blocker) => {
                Condition::new(law, false, formula, "must-path-no", self.args_with(blocker))
                    .seen(self.state, "mover", self.from)
                    .seen(self.state, "blocker", blocker)
            }
        }
    }

    fn push(&self) -> Vec<Condition> {
        let (from, to) = (self.from, self.to);
        let color = self.man.color;
        let law = if self.is_double() {
            "pawn_double"
        } else {
            "pawn_single"
        };
        let mut conditions = Vec::new();
        if self.is_double() {
            let home = color.fold_wb(Rank::Second, Rank::Seventh);
            let formula = format!("rank({from}, {color}) = 2");
            if from.rank() != home {
                let away = Condition::new(law, false, formula, "must-home-no", self.args());
                conditions.push(away.seen(self.state, "mover", from));
            }
        }
        let formula = if self.is_double() {
            format!("PC({from}, {to}) ∧ empty({to})")
        } else {
            format!("empty({to})")
        };
        let in_the_way = rules::blockers(self.state, from, to)
            | (self.state.board.occupied() & Bitboard::from(to));
        let nearest = in_the_way.into_iter().min_by_key(|b| from.distance(*b));
        conditions.push(match nearest {
            None => Condition::new(law, true, formula, "must-front-yes", self.args()),
            Some(blocker) => {
                let args = self.args_with(blocker);
                Condition::new(law, false, formula, "must-front-no", args)
                    .seen(self.state, "mover", from)
                    .seen(self.state, "blocker", blocker)
            }
        });
        conditions
    }

    /// A pawn's diagonal step. Onto an own man it is the target that is wrong.
    fn capture(&self) -> Option<Condition> {
        let (state, to) = (self.state, self.to);
        let enemy = !self.man.color;
        let target = state.board.color_at(to);
        if target == Some(self.man.color) {
            return None;
        }
        let beside = Square::from_coords(to.file(), self.from.rank());
        let passing = target.is_none() && state.board.piece_at(beside) == Some(enemy.pawn());
        let on_fifth = self.man.color.relative_rank(self.from.rank()) == Rank::Fifth;
        let condition = if passing && on_fifth {
            let met = rules::en_passant(state, self.man.color, to);
            let message = if met {
                "must-passing-yes"
            } else {
                "must-passing-no"
            };
            Condition::new("en_passant", met, format!("EP({to})"), message, self.args())
                .seen(state, "target", beside)
        } else {
            let met = target == Some(enemy);
            let message = if met { "must-take-yes" } else { "must-take-no" };
            let formula = format!("{to} ∈ pieces({enemy})");
            Condition::new("pawn_capture", met, formula, message, self.args())
                .seen(state, "target", to)
        };
        Some(condition.seen(state, "mover", self.from))
    }

    fn target(&self) -> Condition {
        let color = self.man.color;
        let met = self.state.board.color_at(self.to) != Some(color);
        let message = if met { "must-free-yes" } else { "must-free-no" };
        let formula = format!("{} ∉ pieces({color})", self.to);
        let args = self.args_with(self.to).color("side", color);
        Condition::new("occupied", met, formula, message, args)
            .seen(self.state, "occupant", self.to)
    }

    fn promotion(&self) -> Option<Condition> {
        let reaches = rules::must_promote(self.state, self.from);
        let text = super::Attempt::Step {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
        .text();
        let (met, message, formula) = match (reaches, self.promotion) {
            (false, None) => return None,
            (false, Some(_)) => (false, "must-promote-stray-no", format!("PO({})", self.from)),
            (true, None) => (
                false,
                "must-promote-missing-no",
                format!("promotes({text})"),
            ),
            (true, Some(role)) if rules::PROMOTIONS.contains(&role) => {
                (true, "must-promote-yes", format!("PO({})", self.from))
            }
            (true, Some(_)) => (false, "must-promote-wrong-no", format!("promotes({text})")),
        };
        let role = self.promotion.unwrap_or(Role::Queen);
        let args = self.args().role("promotion", role);
        let condition = Condition::new("promotion", met, formula, message, args);
        Some(condition.seen(self.state, "mover", self.from))
    }

    /// What becomes of the own king.
    fn king(&self) -> Vec<Condition> {
        let color = self.man.color;
        let after = self.state.after(self.as_move());
        let Some(king) = after.king(color) else {
            return Vec::new();
        };
        let attacker = rules::attackers(&after, !color, king).first();
        let text = super::Attempt::Step {
            from: self.from,
            to: self.to,
            promotion: self.promotion,
        }
        .text();
        let formula = format!("¬CS({color}) after {text}");
        let pseudo_legal = self.man.color == self.state.turn
            && rules::moves_to(self.state, self.from, self.to)
            && self.promotion().is_none_or(|promotion| promotion.met);
        let mut conditions = Vec::new();
        let checkers = self.checkers();
        if !checkers.is_empty() && (pseudo_legal || attacker.is_some()) {
            // A check that goes on is named; one that another replaces is not.
            let lasting = (rules::attackers(&after, !color, king) & checkers).first();
            let (message, witness) = match (attacker, lasting) {
                (None, _) => ("must-answer-yes", None),
                (Some(_), Some(checker)) => ("must-answer-no", Some(checker)),
                (Some(other), None) => ("must-answer-still-no", Some(other)),
            };
            conditions.push(self.of_king("check_response", &formula, message, witness, &after));
        }
        if pseudo_legal || attacker.is_some() {
            let message = if attacker.is_none() {
                "must-safe-yes"
            } else {
                "must-safe-no"
            };
            conditions.push(self.of_king("own_king", &formula, message, attacker, &after));
        }
        conditions
    }

    /// Who gives check before the move.
    fn checkers(&self) -> Bitboard {
        let color = self.man.color;
        self.state.king(color).map_or(Bitboard::EMPTY, |king| {
            rules::attackers(self.state, !color, king)
        })
    }

    fn of_king(
        &self,
        law: &'static str,
        formula: &str,
        message: &'static str,
        attacker: Option<Square>,
        after: &State,
    ) -> Condition {
        let square = attacker.unwrap_or(self.to);
        let role = after.board.role_at(square).unwrap_or(Role::Pawn);
        let args = self
            .args()
            .color("side", self.man.color)
            .role("other", role)
            .square("square", square);
        let met = attacker.is_none();
        let condition = Condition::new(law, met, formula.to_owned(), message, args);
        match attacker {
            Some(attacker) => condition.seen(after, "attacker", attacker),
            None => condition,
        }
    }

    fn as_move(&self) -> Move {
        let (from, to) = (self.from, self.to);
        let capture = self.state.board.role_at(to);
        let passing = self.man.role == Role::Pawn
            && from.file() != to.file()
            && rules::en_passant(self.state, self.man.color, to);
        if passing && capture.is_none() {
            return Move::EnPassant { from, to };
        }
        Move::Normal {
            role: self.man.role,
            from,
            capture,
            to,
            // A promotion that is none must not turn a king into a queen.
            promotion: self.promotion.filter(|role| {
                rules::must_promote(self.state, from) && rules::PROMOTIONS.contains(role)
            }),
        }
    }
}
