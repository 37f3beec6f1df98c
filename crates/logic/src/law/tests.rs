//! The laws, checked on random play.

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
