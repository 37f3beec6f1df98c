//! What a side can force along the lines given.

use krog_chess::Color;

use crate::{
    env::Env,
    formula::{Force, Formula},
    rules,
    sort::Value,
};

/// Whether `who` steers the lines from here to `goal`: where it moves, one of
/// the lines' moves does; where the other side moves, all of them do and none
/// that counts is missing; where the lines end, the goal holds.
pub(super) fn holds(
    force: Force,
    who: Color,
    goal: &Formula,
    env: &Env<'_>,
    slots: &mut Vec<Value>,
) -> bool {
    let Some(tree) = env.tree().filter(|tree| tree.moves().len() > 0) else {
        return goal.holds_with(env, slots);
    };
    let legal = rules::legal(env.state(), env.state().turn);
    let mut moves = tree.moves();
    let mut reaches = |m| legal.contains(&m) && holds(force, who, goal, &env.after(m), slots);
    if env.state().turn == who {
        return moves.any(&mut reaches);
    }
    let complete = match force {
        Force::Every => legal.iter().all(|m| tree.child(*m).is_some()),
        Force::Best => tree.moves().len() >= legal.len().min(2),
    };
    complete && moves.all(&mut reaches)
}
