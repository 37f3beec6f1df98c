//! Actions: which moves are instances of them, and which of those are allowed.

use std::sync::Arc;

use krog_chess::Move;

use super::{endings, rights};
use crate::{
    env::Env,
    formula::{Action, Norm},
    rules,
    sort::Value,
    vocabulary::{Body, Entry},
};

/// P(a): some instance of the action is legal, or the deed is open.
pub(super) fn permitted(action: &Action, env: &Env<'_>, slots: &[Value]) -> bool {
    match action {
        Action::Resign | Action::OfferDraw => !endings::is_over(env),
        Action::ClaimDraw => rights::can_claim_draw(env, env.state().turn),
        Action::Not(action) => permitted_otherwise(action, env, slots),
        _ => instances(action, env, slots)
            .into_iter()
            .any(|m| rules::keeps_king_safe(env.state(), env.state().turn, m)),
    }
}

/// P(¬a): some legal move is not an instance of the action.
pub(super) fn permitted_otherwise(action: &Action, env: &Env<'_>, slots: &[Value]) -> bool {
    let state = env.state();
    rules::candidates(state, state.turn).into_iter().any(|m| {
        !is_instance(action, m, env, slots) && rules::keeps_king_safe(state, state.turn, m)
    })
}

/// The moves, legal or not, that are instances of an action.
pub(crate) fn instances(action: &Action, env: &Env<'_>, slots: &[Value]) -> Vec<Move> {
    let mut moves = rules::candidates(env.state(), env.state().turn);
    moves.retain(|m| is_instance(action, *m, env, slots));
    moves
}

fn is_instance(action: &Action, m: Move, env: &Env<'_>, slots: &[Value]) -> bool {
    match action {
        Action::Literal(literal) => literal.written.fits(m),
        Action::Played => env.played() == Some(m),
        Action::Castle(side) => {
            m.is_castle() && side.is_none_or(|side| m.castling_side() == Some(side))
        }
        Action::EnPassant => m.is_en_passant(),
        Action::Promote(role) => {
            m.is_promotion() && role.is_none_or(|role| m.promotion() == Some(role))
        }
        Action::Term(term) => term.value(env, slots) == Some(Value::Move(m)),
        Action::Resign | Action::OfferDraw | Action::ClaimDraw | Action::Pass => false,
        Action::Not(action) => !is_instance(action, m, env, slots),
    }
}

/// A norm of play: the principle's condition speaks of the move judged.
pub(super) fn plays(norm: Norm, principle: &Arc<Entry>, env: &Env<'_>) -> bool {
    // No answer means that the principle does not apply: then no norm holds.
    let condition = match &principle.body {
        Body::Test(test) => test(env, &[]),
        Body::Compute(_) => None,
        Body::Defined(formula) => Some(formula.holds(env)),
        Body::Principle { applies, condition } => applies.holds(env).then(|| condition.holds(env)),
    };
    condition == Some(norm != Norm::Forbidden)
}
