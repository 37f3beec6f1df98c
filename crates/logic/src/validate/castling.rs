//! What the law of castling asks.

use krog_chess::{CastlingSide, Move, Role, Square};
use krog_text::Args;

use super::condition::Condition;
use crate::{rules, state::State};

pub(super) fn conditions(state: &State, side: CastlingSide) -> Vec<Condition> {
    let color = state.turn;
    let name = match side {
        CastlingSide::KingSide => "kingside",
        CastlingSide::QueenSide => "queenside",
    };
    let right = format!("W({color}, castle({name}))");
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

/// The squares that the king crosses and reaches; where it stands is
/// [`calm`]'s question. Landing in check breaks the law of the own king too.
fn walk(state: &State, king: Square, rook: Square) -> Vec<Condition> {
    let color = state.turn;
    let side = CastlingSide::from_king_side(king < rook);
    let (king_to, walk) = rules::king_walk(king, side);
    let unsafe_squares = rules::unsafe_walk(state, king, rook).without(king);
    let safe = |square: Square| format!("¬attacked({square}, {})", !color);
    if unsafe_squares.is_empty() {
        let all: Vec<String> = walk.without(king).into_iter().map(safe).collect();
        let formula = if all.is_empty() {
            "⊤".to_owned()
        } else {
            all.join(" ∧ ")
        };
        return vec![Condition::new(
            "castling",
            true,
            formula,
            "must-walk-yes",
            Args::new(),
        )];
    }
    let mut conditions = Vec::new();
    for square in unsafe_squares {
        let message = if square == king_to {
            "must-arrive-no"
        } else {
            "must-walk-no"
        };
        let after = state.after(Move::Castle { king, rook });
        let attacker = rules::attackers(state, !color, square)
            .first()
            .or_else(|| rules::attackers(&after, !color, square).first());
        let Some(attacker) = attacker else { continue };
        let args = with_man(state, attacker).square("to", square);
        let condition = Condition::new("castling", false, safe(square), message, args);
        conditions.push(
            condition
                .seen(state, "target", square)
                .seen(state, "attacker", attacker),
        );
        if square == king_to {
            let args = with_man(state, attacker).color("side", color);
            let text = super::Attempt::Castle(side).text();
            let formula = format!("¬CS({color}) after {text}");
            let exposed = Condition::new("own_king", false, formula, "must-safe-no", args);
            conditions.push(exposed.seen(state, "attacker", attacker));
        }
    }
    conditions
}
