//! What search consists of, each part with a switch, so that its worth can be
//! measured by a match against the engine without it.

use std::str::FromStr;

macro_rules! features {
    ($($id:ident $name:literal $purpose:literal;)*) => {
        /// A part of search that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $(#[doc = $purpose] $id),*
        }

        impl Feature {
            /// Every feature.
            pub const ALL: &'static [Feature] = &[$(Feature::$id),*];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Feature::$id => $name),* }
            }

            /// What it does, in one sentence.
            pub const fn purpose(self) -> &'static str {
                match self { $(Feature::$id => $purpose),* }
            }
        }
    };
}

features! {
    Aspiration "aspiration" "Searches first in a narrow window around the last score.";
    Transposition "transposition" "Remembers positions with their scores and best moves.";
    Return "return" "Counts a position as no worse than a draw from which one can go back.";
    MateDistance "mate_distance" "Stops looking where a shorter mate is already known.";
    InternalReduction "internal_reduction" "Searches less deeply where no best move is remembered.";
    ReverseFutility "reverse_futility" "Trusts a static value that is far above the window.";
    Razoring "razoring" "Goes straight to captures where the static value is far below.";
    NullMove "null_move" "Passes; if that is still too good, a move is too.";
    ProbCut "probcut" "Trusts a good capture that a shallower search confirms.";
    LateMovePruning "late_move_pruning" "Leaves out late quiet moves near the leaves.";
    Futility "futility" "Leaves out quiet moves that cannot lift the value enough.";
    HistoryPruning "history_pruning" "Leaves out quiet moves that failed elsewhere.";
    SeePruning "see_pruning" "Leaves out moves that lose material by exchange.";
    Singular "singular" "Extends the one move that is much better than the others.";
    CheckExtension "check_extension" "Looks a ply deeper after checks, very far from the leaves.";
    LateMoveReductions "late_move_reductions" "Searches late moves less deeply at first.";
    Killers "killers" "Tries quiet moves early that refuted a sister line.";
    CounterMoves "counter_moves" "Tries the quiet move early that last refuted the move before.";
    History "history" "Orders quiet moves by how they fared.";
    Continuation "continuation" "Orders quiet moves by what they answer and follow.";
    CaptureHistory "capture_history" "Orders captures by how they fared.";
    Improving "improving" "Prunes less where the static value rises.";
    Correction "correction" "Corrects the static value by what search found in like structures.";
    Network "network" "Adds to the named terms what a network has learned.";
    Quiescence "quiescence" "Plays captures out before it trusts a static value.";
}

/// The features that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

impl Features {
    /// Everything.
    pub const ALL: Features = Features((1 << Feature::ALL.len()) - 1);

    /// Whether a feature is on.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 >> feature as u32 & 1 == 1
    }

    /// The same without one feature.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features(self.0 & !(1 << feature as u32))
    }
}

impl FromStr for Features {
    type Err = String;

    /// Reads the names of features to leave out, divided by commas or spaces.
    fn from_str(text: &str) -> Result<Features, String> {
        let names = text.split([',', ' ']).filter(|name| !name.is_empty());
        let mut features = Features::ALL;
        for name in names {
            let feature = Feature::ALL.iter().find(|feature| feature.name() == name);
            features = features.without(*feature.ok_or_else(|| name.to_owned())?);
        }
        Ok(features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_left_out_by_name() {
        let features: Features = "null_move, singular".parse().unwrap();
        assert!(!features.has(Feature::NullMove) && !features.has(Feature::Singular));
        assert!(features.has(Feature::Futility));
        assert_eq!("".parse(), Ok(Features::ALL));
        assert_eq!("nullmove".parse::<Features>(), Err("nullmove".to_owned()));
    }

    #[test]
    fn every_feature_has_a_name_of_its_own_and_a_purpose() {
        for (index, feature) in Feature::ALL.iter().enumerate() {
            assert!(feature.purpose().ends_with('.'));
            let later = &Feature::ALL[index + 1..];
            assert!(later.iter().all(|other| other.name() != feature.name()));
        }
    }
}
