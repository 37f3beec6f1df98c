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

const fn of_move(
    id: &'static str,
    formula: &'static str,
    operators: &'static [&'static str],
    rtype: RType,
    fide: &'static str,
    aliases: &'static [&'static str],
) -> Law {
    Law {
        id,
        about: About::Move,
        formula,
        operators,
        rtype,
        fide,
        aliases,
    }
}

const fn of_state(
    id: &'static str,
    formula: &'static str,
    operators: &'static [&'static str],
    rtype: RType,
    fide: &'static str,
    aliases: &'static [&'static str],
) -> Law {
    Law {
        about: About::State,
        ..of_move(id, formula, operators, rtype, fide, aliases)
    }
}

/// Every law.
pub static LAWS: [Law; 26] = [
    of_move(
        "king_movement",
        "role(from(m)) = king ∧ ¬castles(m) → adjacent(from(m), to(m))",
        &["PM"],
        RType::Intransitive,
        "3.8.1",
        &["3.9"],
    ),
    of_move(
        "queen_movement",
        "role(from(m)) = queen → \
         (straight(from(m), to(m)) ∨ diagonal(from(m), to(m))) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.4, 3.5",
        &[],
    ),
    of_move(
        "rook_movement",
        "role(from(m)) = rook → straight(from(m), to(m)) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.3, 3.5",
        &["3.5"],
    ),
    of_move(
        "bishop_movement",
        "role(from(m)) = bishop → diagonal(from(m), to(m)) ∧ PC(from(m), to(m))",
        &["PM", "PC"],
        RType::PathDependent,
        "3.2, 3.5",
        &["3.4"],
    ),
    of_move(
        "knight_movement",
        "role(from(m)) = knight → l_shape(from(m), to(m))",
        &["PM"],
        RType::Jump,
        "3.6",
        &["3.6"],
    ),
    of_move(
        "pawn_movement",
        "role(from(m)) = pawn → one_forward(from(m), to(m)) \
         ∨ two_forward(from(m), to(m)) ∨ PA(from(m), to(m))",
        &["PM", "PA", "PC", "EP", "PO"],
        RType::Asymmetric,
        "3.7.1, 3.7.2, 3.7.3",
        &["3.7"],
    ),
    of_move(
        "pawn_single",
        "role(from(m)) = pawn ∧ one_forward(from(m), to(m)) → empty(to(m))",
        &["PM"],
        RType::NonCapture,
        "3.7.1",
        &["pawn_forward", "3.7a"],
    ),
    of_move(
        "pawn_double",
        "role(from(m)) = pawn ∧ two_forward(from(m), to(m)) → \
         rank(from(m), self) = 2 ∧ PC(from(m), to(m)) ∧ empty(to(m))",
        &["PM", "PC"],
        RType::FirstMove,
        "3.7.2",
        &["3.7.b"],
    ),
    of_move(
        "pawn_capture",
        "role(from(m)) = pawn ∧ diagonal(from(m), to(m)) → \
         to(m) ∈ pieces(opponent) ∨ EP(to(m))",
        &["PM", "PA", "EP"],
        RType::CaptureOnly,
        "3.7.3",
        &["3.7b"],
    ),
    of_move(
        "en_passant",
        "role(from(m)) = pawn ∧ diagonal(from(m), to(m)) ∧ empty(to(m)) → \
         W(self, en_passant) ∧ EP(to(m))",
        &["EP", "PM", "W"],
        RType::TemporalWindow,
        "3.7.3.1, 3.7.3.2",
        &["3.7d"],
    ),
    of_move(
        "promotion",
        "PO(from(m)) ↔ promotes(m)",
        &["PM", "PO", "O"],
        RType::Transformation,
        "3.7.3.3",
        &["pawn_promotion", "3.7e"],
    ),
    of_move(
        "castling",
        "(castles(m, kingside) → CR(kingside)) ∧ (castles(m, queenside) → CR(queenside))",
        &["CR", "PC", "PA", "CS", "W"],
        RType::Compound,
        "3.8.2",
        &["castling_kingside", "castling_queenside", "3.8.b"],
    ),
    of_move(
        "check_response",
        "CS(self) → ¬CS(self) after m",
        &["O", "CS", "LMG"],
        RType::Conditional,
        "3.9",
        &[],
    ),
    of_state(
        "checkmate",
        "GT(checkmate) ↔ CS(self) ∧ LMG(self) = ∅",
        &["GT", "CS", "LMG"],
        RType::Terminal,
        "5.1.1",
        &["5.2.1", "5.2"],
    ),
    of_state(
        "stalemate",
        "GT(stalemate) ↔ ¬CS(self) ∧ LMG(self) = ∅",
        &["GT", "CS", "LMG"],
        RType::Terminal,
        "5.2.1",
        &[],
    ),
    of_state(
        "dead_position",
        "GT(insufficient_material) ↔ \
         (∀p ∈ pieces: role(p) = king ∨ role(p) = knight ∨ role(p) = bishop) \
         ∧ (count(pieces) ≤ 3 ∨ (∀p ∈ pieces: role(p) ≠ knight) \
         ∧ (∀p ∈ pieces: ∀q ∈ pieces: role(p) = bishop ∧ role(q) = bishop → same_shade(p, q)))",
        &["GT"],
        RType::Terminal,
        "5.2.2",
        &["insufficient_material"],
    ),
    of_state(
        "threefold_repetition",
        "C(self, draw) when PR(3) ∧ ¬GT",
        &["C", "PR", "GT"],
        RType::Repetition,
        "9.2",
        &["threefold"],
    ),
    of_state(
        "fivefold_repetition",
        "GT(fivefold_repetition) ↔ PR(5)",
        &["GT", "PR"],
        RType::Repetition,
        "9.6.1",
        &["fivefold"],
    ),
    of_state(
        "fifty_moves",
        "C(self, draw) when FMC ≥ 100 ∧ ¬GT",
        &["C", "FMC", "GT"],
        RType::Counter,
        "9.3",
        &["fifty_move"],
    ),
    of_state(
        "seventy_five_moves",
        "GT(seventy_five_move) ↔ FMC ≥ 150 ∧ ¬GT(checkmate)",
        &["GT", "FMC"],
        RType::Counter,
        "9.6.2",
        &["seventy_five", "seventy_five_move"],
    ),
    of_state(
        "time_forfeit",
        "D(self, lose) ↔ TC(self) = 0",
        &["D", "TC", "GT"],
        RType::Terminal,
        "6.9",
        &["6.1"],
    ),
    of_state(
        "resignation",
        "L(self, resign) unless GT",
        &["L", "GT"],
        RType::Terminal,
        "5.1.2",
        &[],
    ),
    of_state(
        "draw_offer",
        "L(self, offer_draw) unless GT",
        &["L", "C", "GT"],
        RType::StateDependent,
        "5.2.3, 9.1",
        &["9.1"],
    ),
    of_move(
        "turn",
        "color(from(m)) = self",
        &["F"],
        RType::Conditional,
        "1.2, 1.3",
        &["wrong_color", "no_piece"],
    ),
    of_move(
        "occupied",
        "¬castles(m) → to(m) ∉ pieces(self)",
        &["F"],
        RType::Conditional,
        "3.1",
        &["own_piece_on_target"],
    ),
    of_move(
        "own_king",
        "¬CS(self) after m",
        &["F", "CS"],
        RType::Conditional,
        "3.9.2",
        &["would_be_in_check"],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use krog_chess::{Line, random};

    use super::*;
    use crate::{Env, Trace, rules, sort::Value};

    #[test]
    fn every_law_is_complete() {
        let ids: HashSet<&str> = LAWS.iter().map(|law| law.id).collect();
        assert_eq!(ids.len(), LAWS.len());
        for law in &LAWS {
            let name = law.name();
            let text = law.explanation();
            for language in Language::ALL {
                assert!(!name.get(language).is_empty(), "{}", law.id);
                assert!(text.get(language).ends_with('.'), "{}", law.id);
                assert!(law.voice(language).len() >= 2, "{}", law.id);
            }
            let formula = law.parsed().to_string();
            for operator in law.operators {
                let known = Vocabulary::base().get(operator).is_some();
                assert!(known || operator.len() == 1, "{operator} of {}", law.id);
            }
            // An operator is written in capitals; every one used is declared.
            let words = formula.split(|ch: char| !ch.is_ascii_alphanumeric());
            let used = words.filter(|word| word.starts_with(|ch: char| ch.is_ascii_uppercase()));
            for operator in used {
                assert!(
                    law.operators.contains(&operator),
                    "{operator} of {}",
                    law.id
                );
            }
        }
    }

    #[test]
    fn laws_of_movement_hold_for_every_legal_move() {
        let laws: Vec<_> = LAWS.iter().filter(|law| law.about == About::Move).collect();
        let formulas: Vec<_> = laws.iter().map(|law| law.parsed()).collect();
        for position in random::positions(21).take(500) {
            let trace = Trace::of_position(&position);
            let env = Env::at(&trace, 0).unwrap();
            for m in rules::legal(env.state(), env.state().turn) {
                for (law, formula) in laws.iter().zip(&formulas) {
                    let holds = formula.holds_with(&env, &mut vec![Value::Move(m)]);
                    assert!(holds, "{} for {m} in {position:?}", law.id);
                }
            }
        }
    }

    #[test]
    fn a_move_that_exposes_the_king_breaks_the_laws_that_the_verdict_names() {
        let laws: Vec<_> = LAWS.iter().filter(|law| law.about == About::Move).collect();
        let formulas: Vec<_> = laws.iter().map(|law| law.parsed()).collect();
        for position in random::positions(23).take(1_000) {
            let trace = Trace::of_position(&position);
            let env = Env::at(&trace, 0).unwrap();
            let state = env.state();
            let exposing = rules::candidates(state, state.turn)
                .into_iter()
                .filter(|m| !rules::keeps_king_safe(state, state.turn, *m));
            for m in exposing {
                let attempt = crate::validate::Attempt::of(m).unwrap();
                let verdict = crate::validate::judge(state, attempt);
                let named: HashSet<&str> = verdict.broken().iter().map(|law| law.id).collect();
                let broken: HashSet<&str> = laws
                    .iter()
                    .zip(&formulas)
                    .filter(|(_, formula)| !formula.holds_with(&env, &mut vec![Value::Move(m)]))
                    .map(|(law, _)| law.id)
                    .collect();
                assert_eq!(named, broken, "{m} in {position:?}");
            }
        }
    }

    fn legal_at(line: &Line) -> Vec<krog_chess::Move> {
        let state = crate::State::of(line.end());
        rules::legal(&state, state.turn)
    }

    #[test]
    fn laws_of_states_hold_in_random_positions() {
        let laws: Vec<_> = LAWS
            .iter()
            .filter(|law| law.about == About::State)
            .collect();
        let formulas: Vec<_> = laws.iter().map(|law| law.parsed()).collect();
        let mut dead = 0;
        for position in random::positions(24).take(8_000) {
            let trace = Trace::of_position(&position);
            let env = Env::at(&trace, 0).unwrap();
            dead += u32::from(rules::dead_position(env.state()));
            for (law, formula) in laws.iter().zip(&formulas) {
                assert!(formula.holds(&env), "{} in {position:?}", law.id);
            }
        }
        assert!(dead >= 10, "only {dead} dead positions");
    }

    #[test]
    fn laws_of_states_hold_along_random_games() {
        let laws: Vec<_> = LAWS
            .iter()
            .filter(|law| law.about == About::State)
            .collect();
        let mut dice = random::Dice::new(22);
        for _ in 0..20 {
            let mut line = Line::at(krog_chess::Chess::default());
            for _ in 0..300 {
                let moves = legal_at(&line);
                let Some(m) = dice.pick(&moves) else { break };
                line.push(*m).unwrap();
            }
            let trace = Trace::of_line(&line);
            for law in &laws {
                let formula = law.parsed();
                for ply in 0..trace.states().len() {
                    let env = Env::at(&trace, ply).unwrap();
                    assert!(formula.holds(&env), "{} at {ply} of {line}", law.id);
                }
            }
        }
    }
}
