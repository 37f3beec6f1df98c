//! Themes of a line, as players name them; ids are those of Lichess puzzles.
//!
//! Names and explanations are in the message files under `theme-ID-…`.
//!
//! A theme belongs to a whole solution and is found by its definition alone, so
//! that agreement with tagged puzzles can be measured. What is *said* about a
//! move needs a proof besides; that is the business of claims.

mod length;
mod lines;
mod lures;
mod mates;
mod quiet;
mod spoils;
mod squares;

use krog_text::{Args, Bilingual};

use crate::{MESSAGES, solution::Solution};

/// A theme that a line can have.
#[derive(Debug)]
pub struct Theme {
    /// The id in puzzles.
    pub id: &'static str,
    detect: fn(&Solution) -> bool,
}

impl Theme {
    /// The theme with this id.
    pub fn get(id: &str) -> Option<&'static Theme> {
        THEMES.iter().find(|theme| theme.id == id)
    }

    /// Its name.
    pub fn name(&self) -> Bilingual {
        self.text("name")
    }

    /// What it is, in one sentence.
    pub fn explanation(&self) -> Bilingual {
        self.text("text")
    }

    fn text(&self, part: &str) -> Bilingual {
        MESSAGES.both(&format!("theme-{}-{part}", self.id), &Args::new())
    }

    /// Whether a solution has this theme.
    pub fn is_in(&self, solution: &Solution) -> bool {
        (self.detect)(solution)
    }
}

/// The themes of a solution, in the order of the registry.
pub fn tag(solution: &Solution) -> Vec<&'static Theme> {
    THEMES
        .iter()
        .filter(|theme| theme.is_in(solution))
        .collect()
}

const fn theme(id: &'static str, detect: fn(&Solution) -> bool) -> Theme {
    Theme { id, detect }
}

/// Every theme.
pub static THEMES: &[Theme] = &[
    theme("advancedPawn", spoils::advanced_pawn),
    theme("anastasiaMate", mates::anastasia),
    theme("arabianMate", mates::arabian),
    theme("attackingF2F7", squares::f2_f7),
    theme("attraction", lures::attraction),
    theme("backRankMate", mates::back_rank),
    theme("bodenMate", mates::boden),
    theme("capturingDefender", lures::capturing_defender),
    theme("castling", spoils::castling),
    theme("clearance", lures::clearance),
    theme("defensiveMove", quiet::defensive),
    theme("deflection", lures::deflection),
    theme("discoveredAttack", lines::discovered),
    theme("doubleBishopMate", mates::double_bishop),
    theme("doubleCheck", lines::double_check),
    theme("dovetailMate", mates::dovetail),
    theme("enPassant", spoils::en_passant),
    theme("exposedKing", squares::exposed_king),
    theme("fork", lines::fork),
    theme("hangingPiece", spoils::hanging_piece),
    theme("hookMate", mates::hook),
    theme("interference", lures::interference),
    theme("intermezzo", lures::intermezzo),
    theme("kingsideAttack", squares::kingside_attack),
    theme("pin", lines::pin),
    theme("promotion", spoils::promotion),
    theme("queensideAttack", squares::queenside_attack),
    theme("quietMove", quiet::quiet),
    theme("sacrifice", spoils::sacrifice),
    theme("skewer", lines::skewer),
    theme("smotheredMate", mates::smothered),
    theme("trappedPiece", spoils::trapped_piece),
    theme("underPromotion", spoils::under_promotion),
    theme("xRayAttack", lines::x_ray),
    theme("long", length::long),
    theme("mate", length::mate),
    theme("mateIn1", length::mate_in_1),
    theme("mateIn2", length::mate_in_2),
    theme("mateIn3", length::mate_in_3),
    theme("mateIn4", length::mate_in_4),
    theme("mateIn5", length::mate_in_5),
    theme("oneMove", length::one_move),
    theme("short", length::short),
    theme("veryLong", length::very_long),
];

#[cfg(test)]
mod tests {
    use krog_text::Language;

    use super::*;

    #[test]
    fn every_theme_is_complete() {
        for (index, theme) in THEMES.iter().enumerate() {
            assert!(THEMES[index + 1..].iter().all(|other| other.id != theme.id));
            for language in Language::ALL {
                assert!(!theme.name().get(language).is_empty(), "{}", theme.id);
                assert!(
                    theme.explanation().get(language).ends_with('.'),
                    "{}",
                    theme.id
                );
            }
        }
    }
}
