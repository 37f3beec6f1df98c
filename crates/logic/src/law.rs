//! The 26 laws of chess, each declared in one place.
//!
//! A law is a formula. Laws of movement speak of a move `m` and hold for every
//! legal one; the others speak of a state and hold in every state. Both is
//! tested by checking them on real play. Names, explanations and voice patterns
//! are in the message files under `law-ID-…`.

use krog_text::{Args, Bilingual, Language};

use crate::{
    MESSAGES,
    formula::Formula,
    rtype::RType,
    sort::Sort,
    syntax,
    vocabulary::{Param, Vocabulary, param},
};

/// A law of chess.
#[derive(Debug)]
pub struct Law {
    /// The name in JSON and on the command line.
    pub id: &'static str,
    /// What the formula is about.
    pub about: About,
    /// The formula, in the words of [`Vocabulary::base`].
    pub formula: &'static str,
    /// The operators it is explained with.
    pub operators: &'static [&'static str],
    /// The kind of rule.
    pub rtype: RType,
    /// The articles of the FIDE Laws of Chess in force since 2023.
    pub fide: &'static str,
    /// Other names and numbers under which the source lists it.
    pub aliases: &'static [&'static str],
}

/// What a law's formula speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A move `m`.
    Move,
    /// A state of a game.
    State,
}

const MOVE: &[Param] = &[param("m", Sort::Move)];

impl Law {
    /// The law with this id, or with this other name.
    pub fn get(id: &str) -> Option<&'static Law> {
        let is_name = !id.starts_with(|ch: char| ch.is_ascii_digit());
        LAWS.iter()
            .find(|law| law.id == id)
            .or_else(|| LAWS.iter().find(|law| is_name && law.aliases.contains(&id)))
    }

    /// The laws of an article of the FIDE Laws; the source's own numbers, which
    /// are kept as aliases, differ and are not looked up.
    pub fn of_article(article: &str) -> impl Iterator<Item = &'static Law> {
        LAWS.iter()
            .filter(move |law| law.fide.split(", ").any(|known| known == article))
    }

    /// Its name.
    pub fn name(&self) -> Bilingual {
        self.text("name")
    }

    /// What it says, in a sentence or two.
    pub fn explanation(&self) -> Bilingual {
        self.text("text")
    }

    /// Phrases by which a player names what it is about.
    pub fn voice(&self, language: Language) -> Vec<String> {
        let patterns = self.text("voice");
        patterns
            .get(language)
            .split(" | ")
            .map(str::to_owned)
            .collect()
    }

    /// The formula; for a law about moves, the move takes the first place.
    pub fn parsed(&self) -> Formula {
        let params = match self.about {
            About::Move => MOVE,
            About::State => &[],
        };
        syntax::parse_definition(self.formula, params, Vocabulary::base())
            .expect("the laws are read by a test")
    }

    /// The article as the Norwegian edition numbers it.
    pub fn fide_norwegian(&self) -> String {
        let articles: Vec<String> = self.fide.split(", ").map(|a| format!("§{a}")).collect();
        articles.join(", ")
    }

    fn text(&self, part: &str) -> Bilingual {
        MESSAGES.both(&format!("law-{}-{part}", self.id), &Args::new())
    }
}

const fn law(
    id: &'static str,
    about: About,
    formula: &'static str,
    operators: &'static [&'static str],
    rtype: RType,
    fide: &'static str,
    aliases: &'static [&'static str],
) -> Law {
    Law {
        id,
        about,
        formula,
        operators,
        rtype,
        fide,
        aliases,
    }
}

/// Every law.
pub static LAWS: [Law; 26] = [
    law(
        "king_movement",
        About::Move,
        "role(from(m)) = king ∧ ¬castles(m) → adjacent(from(m), to(m))",
        &["PM"],
        RType::Intransitive,
        "3.8.1",
        &["3.9"],
    ),
    law(
        "queen_movement",
        About::Move,
        "role(from(m)) = queen → \
         (straight(from(m), to(m)) ∨ diagonal(from(m), to(m))) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.4, 3.5",
        &[],
    ),
    law(
        "rook_movement",
        About::Move,
        "role(from(m)) = rook → straight(from(m), to(m)) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.3, 3.5",
        &["3.5"],
    ),
    law(
        "bishop_movement",
        About::Move,
        "role(from(m)) = bishop → diagonal(from(m), to(m)) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.2, 3.5",
        &["3.4"],
    ),
    law(
        "knight_movement",
        About::Move,
        "role(from(m)) = knight → l_shape(from(m), to(m))",
        &["PM"],
        RType::Jump,
        "3.6",
        &["3.6"],
    ),
    law(
        "pawn_movement",
        About::Move,
        "role(from(m)) = pawn → one_forward(from(m), to(m)) \
         ∨ two_forward(from(m), to(m)) ∨ PA(from(m), to(m))",
        &["PM", "PA", "PC", "EP", "PO"],
        RType::Asymmetric,
        "3.7.1, 3.7.2, 3.7.3",
        &["3.7"],
    ),
    law(
        "pawn_single",
        About::Move,
        "role(from(m)) = pawn ∧ one_forward(from(m), to(m)) → empty(to(m))",
        &["PM"],
        RType::NonCapture,
        "3.7.1",
        &["pawn_forward", "3.7a"],
    ),
    law(
        "pawn_double",
        About::Move,
        "role(from(m)) = pawn ∧ two_forward(from(m), to(m)) → \
         rank(from(m), self) = 2 ∧ PC(from(m), to(m)) ∧ empty(to(m))",
        &["PM", "PC"],
        RType::FirstMove,
        "3.7.2",
        &["3.7.b"],
    ),
    law(
        "pawn_capture",
        About::Move,
        "role(from(m)) = pawn ∧ diagonal(from(m), to(m)) → \
         to(m) ∈ pieces(opponent) ∨ EP(to(m))",
        &["PM", "PA", "EP"],
        RType::CaptureOnly,
        "3.7.3",
        &["3.7b"],
    ),
    law(
        "en_passant",
        About::Move,
        "role(from(m)) = pawn ∧ diagonal(from(m), to(m)) ∧ empty(to(m)) → \
         W(self, en_passant) ∧ EP(to(m))",
        &["EP", "PM", "W"],
        RType::TemporalWindow,
        "3.7.3.1, 3.7.3.2",
        &["3.7d"],
    ),
    law(
        "promotion",
        About::Move,
        "PO(from(m)) ↔ promotes(m)",
        &["PM", "PO", "O"],
        RType::Transformation,
        "3.7.3.3",
        &["pawn_promotion", "3.7e"],
    ),
    law(
        "castling",
        About::Move,
        "(castles(m, kingside) → CR(kingside)) ∧ (castles(m, queenside) → CR(queenside))",
        &["CR", "PC", "PA", "CS", "W"],
        RType::Compound,
        "3.8.2",
        &["castling_kingside", "castling_queenside", "3.8.b"],
    ),
    law(
        "check_response",
        About::Move,
        "CS(self) → ¬CS(self) after m",
        &["O", "CS", "LMG"],
        RType::Conditional,
        "3.9",
        &[],
    ),
    law(
        "checkmate",
        About::State,
        "GT(checkmate) ↔ CS(self) ∧ LMG(self) = ∅",
        &["GT", "CS", "LMG"],
        RType::Terminal,
        "5.1.1",
        &["5.2.1", "5.2"],
    ),
    law(
        "stalemate",
        About::State,
        "GT(stalemate) ↔ ¬CS(self) ∧ LMG(self) = ∅",
        &["GT", "CS", "LMG"],
        RType::Terminal,
        "5.2.1",
        &[],
    ),
    law(
        "dead_position",
        About::State,
        "GT(insufficient_material) ↔ \
         (∀p ∈ pieces: role(p) = king ∨ role(p) = knight ∨ role(p) = bishop) \
         ∧ (count(pieces) ≤ 3 ∨ (∀p ∈ pieces: role(p) ≠ knight) \
         ∧ (∀p ∈ pieces: ∀q ∈ pieces: role(p) = bishop ∧ role(q) = bishop → same_shade(p, q)))",
        &["GT"],
        RType::Terminal,
        "5.2.2",
        &["insufficient_material"],
    ),
    law(
        "threefold_repetition",
        About::State,
        "C(self, draw) when PR(3) ∧ ¬GT",
        &["C", "PR", "GT"],
        RType::Repetition,
        "9.2",
        &["threefold"],
    ),
    law(
        "fivefold_repetition",
        About::State,
        "GT(fivefold_repetition) ↔ PR(5)",
        &["GT", "PR"],
        RType::Repetition,
        "9.6.1",
        &["fivefold"],
    ),
    law(
        "fifty_moves",
        About::State,
        "C(self, draw) when FMC ≥ 100 ∧ ¬GT",
        &["C", "FMC", "GT"],
        RType::Counter,
        "9.3",
        &["fifty_move"],
    ),
    law(
        "seventy_five_moves",
        About::State,
        "GT(seventy_five_move) ↔ FMC ≥ 150 ∧ ¬GT(checkmate)",
        &["GT", "FMC"],
        RType::Counter,
        "9.6.2",
        &["seventy_five", "seventy_five_move"],
    ),
    law(
        "time_forfeit",
        About::State,
        "D(self, lose) ↔ TC(self) = 0",
        &["D", "TC", "GT"],
        RType::Terminal,
        "6.9",
        &["6.1"],
    ),
    law(
        "resignation",
        About::State,
        "L(self, resign) unless GT",
        &["L", "GT"],
        RType::Terminal,
        "5.1.2",
        &[],
    ),
    law(
        "draw_offer",
        About::State,
        "L(self, offer_draw) unless GT",
        &["L", "C", "GT"],
        RType::StateDependent,
        "5.2.3, 9.1",
        &["9.1"],
    ),
    law(
        "turn",
        About::Move,
        "color(from(m)) = self",
        &["F"],
        RType::Conditional,
        "1.2, 1.3",
        &["wrong_color", "no_piece"],
    ),
    law(
        "occupied",
        About::Move,
        "¬castles(m) → to(m) ∉ pieces(self)",
        &["F"],
        RType::Conditional,
        "3.1",
        &["own_piece_on_target"],
    ),
    law(
        "own_king",
        About::Move,
        "¬CS(self) after m",
        &["F", "CS"],
        RType::Conditional,
        "3.9.2",
        &["would_be_in_check"],
    ),
];

#[cfg(test)]
mod tests;
