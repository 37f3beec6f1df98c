//! The names that the language itself gives a meaning to.

use krog_chess::Role;
use krog_text::piece;

use crate::{
    formula::{Action, Force, Right},
    sort::Ending,
};

pub(super) fn right_named(name: &str) -> Option<Right> {
    Some(match name {
        "C" => Right::Claim,
        "L" => Right::Liberty,
        "W" => Right::Power,
        "I" => Right::Disability,
        "B" => Right::Immunity,
        "D" => Right::Liability,
        _ => return None,
    })
}

pub(super) fn force_named(name: &str) -> Option<Force> {
    Some(match name {
        "forces" => Force::Every,
        "expects" => Force::Best,
        _ => return None,
    })
}

pub(super) fn is_action_name(name: &str) -> bool {
    matches!(
        name,
        "move"
            | "castle"
            | "en_passant"
            | "promote"
            | "resign"
            | "offer_draw"
            | "claim_draw"
            | "pass"
    )
}

pub(super) fn named_action(name: &str) -> Action {
    match name {
        "move" => Action::Played,
        "castle" => Action::Castle(None),
        "en_passant" => Action::EnPassant,
        "promote" => Action::Promote(None),
        "resign" => Action::Resign,
        "offer_draw" => Action::OfferDraw,
        "claim_draw" => Action::ClaimDraw,
        _ => Action::Pass,
    }
}

/// Whether a name is a constant of the language rather than a statement.
pub(super) fn is_word(name: &str) -> bool {
    is_action_name(name)
        || matches!(
            name,
            "self" | "opponent" | "white" | "black" | "kingside" | "queenside" | "draw" | "lose"
        )
        || Role::ALL.into_iter().any(|role| piece::key(role) == name)
        || Ending::ALL.into_iter().any(|ending| ending.name() == name)
}

/// Whether a name is an operator that stands before its operand.
pub(super) fn is_operator(name: &str) -> bool {
    matches!(name, "P" | "O" | "F" | "G" | "X" | "Y" | "once" | "hist")
}
