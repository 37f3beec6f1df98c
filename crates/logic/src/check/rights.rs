//! Claims, liberties, powers and their opposites.

use std::time::Duration;

use krog_chess::{CastlingSide, Color};

use super::{Env, actions, endings};
use crate::{
    formula::{Action, Right, Term, Thing},
    sort::{Ending, Value},
};

pub(super) fn holds(
    right: Right,
    who: &Term,
    thing: &Thing,
    env: &Env<'_>,
    slots: &[Value],
) -> bool {
    let Some(Value::Color(side)) = who.value(env, slots) else {
        return false;
    };
    match right {
        Right::Claim => can_claim_draw(env, side),
        Right::Liberty => match thing {
            Thing::Action(action) => is_free(action, side, env, slots),
            Thing::Draw | Thing::Loss => false,
        },
        Right::Power => has_power(thing, side, env),
        Right::Disability => !has_power(thing, side, env),
        Right::Immunity => !has_power(thing, !side, env),
        Right::Liability => has_power(thing, !side, env),
    }
}

/// C(x, draw): the game goes on, it is x's turn, and the position has stood
/// three times or fifty moves have passed.
pub(super) fn can_claim_draw(env: &Env<'_>, side: Color) -> bool {
    !endings::is_over(env)
        && env.state().turn == side
        && (endings::has_ended(env, Ending::Threefold)
            || endings::has_ended(env, Ending::FiftyMoves))
}

/// L(x, a): permitted, and permitted to leave. Giving up and offering a draw
/// need no turn.
fn is_free(action: &Action, side: Color, env: &Env<'_>, slots: &[Value]) -> bool {
    match action {
        Action::Resign | Action::OfferDraw => !endings::is_over(env),
        Action::ClaimDraw => can_claim_draw(env, side),
        _ => {
            env.state().turn == side
                && actions::permitted(action, env, slots)
                && actions::permitted_otherwise(action, env, slots)
        }
    }
}

/// W(x, a): the capacity is there, whether or not it can be used just now.
fn has_power(thing: &Thing, side: Color, env: &Env<'_>) -> bool {
    let state = env.state();
    match thing {
        Thing::Draw => can_claim_draw(env, side),
        // x can make the other side lose once that side's flag has fallen.
        Thing::Loss => *state.clocks.get(!side) == Some(Duration::ZERO),
        Thing::Action(Action::Castle(sides)) => CastlingSide::ALL
            .into_iter()
            .filter(|candidate| sides.is_none_or(|wanted| wanted == *candidate))
            .any(|candidate| state.castling_rook(side, candidate).is_some()),
        Thing::Action(Action::EnPassant) => state.turn == side && state.passed.is_some(),
        Thing::Action(_) => false,
    }
}
