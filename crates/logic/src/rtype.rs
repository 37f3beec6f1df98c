//! The fifteen kinds of rules.

use std::fmt;

/// What kind of rule a law is, by what its formula depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RType {
    /// R1: the direction matters, as for pawns.
    Asymmetric,
    /// R2: a single step, as for the king.
    Intransitive,
    /// R3: the path must be clear, as for sliders.
    PathDependent,
    /// R4: only as a capture, as for a pawn's diagonal step.
    CaptureOnly,
    /// R5: never as a capture, as for a pawn's step forward.
    NonCapture,
    /// R6: only as a man's first move, as for the double step.
    FirstMove,
    /// R7: only at once or never, as for en passant.
    TemporalWindow,
    /// R8: the man must change, as in promotion.
    Transformation,
    /// R9: more than one man moves, as in castling.
    Compound,
    /// R10: depends on circumstances, as the answer to a check.
    Conditional,
    /// R11: a jump over what stands between, as for the knight.
    Jump,
    /// R12: depends on the state of the game, as the right to offer a draw.
    StateDependent,
    /// R13: ends the game.
    Terminal,
    /// R14: counts repetitions.
    Repetition,
    /// R15: counts moves.
    Counter,
}

impl RType {
    /// Every kind, R1 to R15.
    pub const ALL: [RType; 15] = [
        RType::Asymmetric,
        RType::Intransitive,
        RType::PathDependent,
        RType::CaptureOnly,
        RType::NonCapture,
        RType::FirstMove,
        RType::TemporalWindow,
        RType::Transformation,
        RType::Compound,
        RType::Conditional,
        RType::Jump,
        RType::StateDependent,
        RType::Terminal,
        RType::Repetition,
        RType::Counter,
    ];

    /// The name in JSON, such as `R9_compound_move`.
    pub const fn code(self) -> &'static str {
        match self {
            RType::Asymmetric => "R1_asymmetric",
            RType::Intransitive => "R2_intransitive",
            RType::PathDependent => "R3_path_dependent",
            RType::CaptureOnly => "R4_capture_only",
            RType::NonCapture => "R5_non_capture",
            RType::FirstMove => "R6_first_move_special",
            RType::TemporalWindow => "R7_temporal_window",
            RType::Transformation => "R8_mandatory_transformation",
            RType::Compound => "R9_compound_move",
            RType::Conditional => "R10_conditional",
            RType::Jump => "R11_discrete_jump",
            RType::StateDependent => "R12_state_dependent",
            RType::Terminal => "R13_terminal_state",
            RType::Repetition => "R14_repetition",
            RType::Counter => "R15_counter_based",
        }
    }
}

impl fmt::Display for RType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbered_in_order() {
        for (number, rtype) in (1..).zip(RType::ALL) {
            assert!(rtype.code().starts_with(&format!("R{number}_")), "{rtype}");
        }
    }
}
