//! The label of a move by what it loses, where no mate plays a part.

use krog_chess::Value;

use super::Values;
use crate::{
    combine::Difference,
    label::Label,
    profile::{Centipawns, Counts, LADDER, Profile, by_edges},
};

/// The label of a loss. A combined score that is unsound is at best an
/// inaccuracy.
pub(super) fn label(profile: &Profile, values: Values, blend: Option<Difference>) -> Label {
    if let Some(blend) = blend {
        let label = profile.by_loss(blend.difference);
        return if blend.sound {
            label
        } else {
            worse(label, Label::Inaccuracy)
        };
    }
    let by_chance = profile.by_loss(values.loss(profile));
    match (profile.centipawns, values.best, values.played) {
        (Some(both), Value::Cp(best), Value::Cp(played)) => {
            let by_pawns = by_edges(&both.edges, &best.saturating_sub(played));
            both.choose(by_chance, by_pawns)
        }
        _ => by_chance,
    }
}

impl Centipawns {
    fn choose(&self, a: Label, b: Label) -> Label {
        match self.counts {
            Counts::Harsher => worse(a, b),
            Counts::Milder => LADDER[rung(a).min(rung(b))],
        }
    }
}

/// The worse of two labels of the ladder.
pub(super) fn worse(a: Label, b: Label) -> Label {
    LADDER[rung(a).max(rung(b))]
}

/// The place of a label on the ladder; what is not on it counts as best.
pub(super) fn rung(label: Label) -> usize {
    LADDER.iter().position(|step| *step == label).unwrap_or(0)
}
