//! What the law of castling asks.

use krog_chess::{CastlingSide, Move, Role, Square};
use krog_text::Args;

use super::condition::Condition;
use crate::{rules, state::State};

pub(super) fn conditions(state: &State, side: CastlingSide) -> Vec<Condition> {
    let color = state.turn;
    let right = format!("W({color}, castle({}))", name(side));
    let (Some(king), Some(rook)) = (state.king(color), rook_for(state, side)) else {
        let lost = Condition::new("castling", false, right, "must-right-no", Args::new());
        return vec![lost];
    };
    let kept = state.castling_rook(color, side) == Some(rook);
    let message = if kept {
        "must-right-yes"
    } else {
        "must-right-no"
    };
    let mut conditions = vec![
        Condition::new("castling", kept, right, message, Args::new())
            .seen(state, "mover", king)
            .seen(state, "mover", rook),
    ];
    conditions.push(calm(state, king));
    conditions.push(corridor(state, king, rook));
    conditions.extend(walk(state, king, rook));
    conditions.extend(landing(state, king, rook));
    if !kept {
        // Without the right there is no castling whose squares could be in order.
        conditions.retain(|condition| !condition.met);
    }
    conditions
}

/// The rook that would castle: the one with the right, else the outermost.
fn rook_for(state: &State, side: CastlingSide) -> Option<Square> {
    let color = state.turn;
    let king = state.king(color)?;
    let rooks = state.board.by_color(color) & state.board.rooks() & king.rank();
    state.castling_rook(color, side).or_else(|| {
        let outer = match side {
            CastlingSide::KingSide => rooks.last(),
            CastlingSide::QueenSide => rooks.first(),
        };
        outer.filter(|rook| CastlingSide::from_king_side(king < *rook) == side)
    })
}

fn with_man(state: &State, square: Square) -> Args {
    let role = state.board.role_at(square).unwrap_or(Role::Pawn);
    Args::new().role("other", role).square("square", square)
}

fn calm(state: &State, king: Square) -> Condition {
    let color = state.turn;
    let formula = format!("¬CS({color})");
    match rules::attackers(state, !color, king).first() {
        None => Condition::new("castling", true, formula, "must-calm-yes", Args::new()),
        Some(attacker) => {
            let args = with_man(state, attacker);
            Condition::new("castling", false, formula, "must-calm-no", args)
                .seen(state, "attacker", attacker)
        }
    }
}

fn corridor(state: &State, king: Square, rook: Square) -> Condition {
    let path = rules::castling_path(king, rook);
    let empty: Vec<String> = path.into_iter().map(|s| format!("empty({s})")).collect();
    let formula = if empty.is_empty() {
        "⊤".to_owned()
    } else {
        empty.join(" ∧ ")
    };
    match (path & state.board.occupied()).first() {
        None => Condition::new("castling", true, formula, "must-corridor-yes", Args::new()),
        Some(blocker) => {
            let args = with_man(state, blocker);
            Condition::new("castling", false, formula, "must-corridor-no", args)
                .seen(state, "blocker", blocker)
        }
    }
}

/// The squares that the king crosses and reaches; a check where it stands is
/// [`calm`]'s question.
fn walk(state: &State, king: Square, rook: Square) -> Vec<Condition> {
    let color = state.turn;
    let side = CastlingSide::from_king_side(king < rook);
    let (king_to, walk) = rules::king_walk(king, side);
    let in_check = rules::in_check(state, color);
    let unsafe_squares = rules::unsafe_walk(state, king, rook);
    let asked = |square: &Square| *square != king || !in_check;
    let safe = |square: Square| format!("¬attacked({square}, {})", !color);
    let mut conditions = Vec::new();
    for square in unsafe_squares.into_iter().filter(asked) {
        let before = rules::attackers(state, !color, square).first();
        let after = state.after(Move::Castle { king, rook });
        let Some(attacker) = before.or_else(|| rules::attackers(&after, !color, square).first())
        else {
            continue;
        };
        let message = if square == king_to {
            "must-arrive-no"
        } else {
            "must-walk-no"
        };
        // A line that castling itself opens cannot be seen beforehand.
        let formula = match before {
            Some(_) => safe(square),
            None => format!("CR({}, {color})", name(side)),
        };
        let args = with_man(state, attacker).square("to", square);
        conditions.push(
            Condition::new("castling", false, formula, message, args)
                .seen(state, "target", square)
                .seen(state, "attacker", attacker),
        );
    }
    if conditions.is_empty() && unsafe_squares.is_empty() {
        let all: Vec<String> = walk.without(king).into_iter().map(safe).collect();
        let formula = if all.is_empty() {
            "⊤".to_owned()
        } else {
            all.join(" ∧ ")
        };
        conditions.push(Condition::new(
            "castling",
            true,
            formula,
            "must-walk-yes",
            Args::new(),
        ));
    }
    conditions
}

/// Landing in check breaks the law of the own king too, and leaves a check
/// unanswered if there was one.
fn landing(state: &State, king: Square, rook: Square) -> Vec<Condition> {
    let color = state.turn;
    let side = CastlingSide::from_king_side(king < rook);
    let after = state.after(Move::Castle { king, rook });
    let (king_to, _) = rules::king_walk(king, side);
    let Some(attacker) = rules::attackers(&after, !color, king_to).first() else {
        return Vec::new();
    };
    let formula = format!("¬CS({color}) after {}", super::Attempt::Castle(side).text());
    let args = || with_man(&after, attacker).color("side", color);
    let exposed = |law, message| {
        Condition::new(law, false, formula.clone(), message, args())
            .seen(&after, "attacker", attacker)
    };
    let mut conditions = Vec::new();
    let checkers = rules::attackers(state, !color, king);
    if !checkers.is_empty() {
        let message = if checkers.contains(attacker) {
            "must-answer-no"
        } else {
            "must-answer-still-no"
        };
        conditions.push(exposed("check_response", message));
    }
    conditions.push(exposed("own_king", "must-safe-no"));
    conditions
}

const fn name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "kingside",
        CastlingSide::QueenSide => "queenside",
    }
}
