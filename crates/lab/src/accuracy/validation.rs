//! The validation of illegal moves: each is made so that the laws it breaks,
//! and the squares that show it, are known before krog is asked.
//!
//! The moves are found by walking over the squares of real boards; nothing of
//! what is examined takes part in it.

mod case;
mod castling;
mod pawns;
mod scene;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use krog_chess::{
    Chess, fen,
    random::{self, Dice},
};
use krog_logic::{
    Env, Formula, State, Trace, Vocabulary,
    validate::{self, Validation},
};
use krog_text::Language;

use self::{
    case::{Case, Kind},
    scene::Scene,
};
use super::{Measure, Size, strewn};
use crate::{
    figure::{Bar, Figure},
    parallel,
};

/// Cases of one kind that one position may give.
const PER_POSITION: usize = 2;

/// Positions looked at, at most, for each case of a kind that is wanted.
const EFFORT: usize = 100;

/// Rare kinds may stay this many times behind the others.
const RARE: usize = 5;

pub(super) const MEASURE: Measure = Measure {
    name: "validation",
    claim: "An illegal move names every law it breaks and no other, with the squares that show it.",
    bar: Bar::All,
    full: 500,
    quick: 60,
    run,
};

fn run(cases: usize, _: Size) -> Figure {
    let collection = Collection::filled(cases);
    let mut enough = Figure::default();
    for kind in Kind::ALL {
        let found = collection.0.get(&kind).map_or(0, Vec::len);
        let wanted = if kind.is_rare() { cases / RARE } else { cases };
        enough.judge(found >= wanted, || {
            format!("{}: found {found} cases, expected {wanted}", kind.name())
        });
    }
    let counts: Vec<String> = collection
        .0
        .iter()
        .map(|(kind, cases)| format!("{} × {}", cases.len(), kind.name()))
        .collect();
    enough.remark(counts.join(", "));
    let kinds: Vec<Vec<Case>> = collection.0.into_values().collect();
    enough.merge(parallel::over(kinds, |cases| {
        let mut figure = Figure::default();
        for case in &cases {
            let faults = faults(case);
            figure.judge(faults.is_empty(), || {
                let place = fen::write(&case.position);
                let (kind, attempt) = (case.kind.name(), case.attempt.text());
                format!("{kind}, {attempt} in {place}: {}", faults.join("; "))
            });
        }
        // One failure of each kind leaves room for the others.
        figure.failures.truncate(1);
        figure
    }))
}

/// Cases by kind, up to a number of each.
struct Collection(BTreeMap<Kind, Vec<Case>>);

impl Collection {
    fn filled(most: usize) -> Collection {
        let mut dice = Dice::new(31);
        let mut collection = Collection(BTreeMap::new());
        let mut play = random::positions(31);
        let common: Vec<Kind> = Kind::ALL.into_iter().filter(|k| !k.is_rare()).collect();
        collection.fill(most, &common, &mut dice, |dice| {
            let position = play.next();
            position.map_or_else(Vec::new, |position| on_board(&position, dice))
        });
        collection.fill(most, &Kind::PASSING, &mut dice, |dice| {
            let position = strewn::passing(dice);
            position.map_or_else(Vec::new, |position| on_board(&position, dice))
        });
        collection.fill(most, &[Kind::PromotionExposes], &mut dice, |dice| {
            let position = strewn::promoting(dice);
            position.map_or_else(Vec::new, |position| on_board(&position, dice))
        });
        collection.fill(most, &Kind::CASTLING, &mut dice, |dice| {
            castling::case(dice).into_iter().collect()
        });
        collection
    }

    /// Takes cases from a source until there are enough of some kinds, or it
    /// has been asked often enough.
    fn fill(
        &mut self,
        most: usize,
        kinds: &[Kind],
        dice: &mut Dice,
        mut source: impl FnMut(&mut Dice) -> Vec<Case>,
    ) {
        for _ in 0..most * EFFORT {
            let cases = source(dice);
            self.add(cases, most, dice);
            let full = |kind: &Kind| self.0.get(kind).is_some_and(|c| c.len() >= most);
            if kinds.iter().all(full) {
                break;
            }
        }
    }

    /// Adds a few cases of each kind, picked at random.
    fn add(&mut self, mut cases: Vec<Case>, most: usize, dice: &mut Dice) {
        let mut added: BTreeMap<Kind, usize> = BTreeMap::new();
        while !cases.is_empty() {
            let case = cases.swap_remove(dice.below(cases.len()));
            let count = added.entry(case.kind).or_default();
            let kept = self.0.entry(case.kind).or_default();
            if *count < PER_POSITION && kept.len() < most {
                *count += 1;
                kept.push(case);
            }
        }
    }
}

fn on_board(position: &Chess, dice: &mut Dice) -> Vec<Case> {
    let scene = Scene::of(position);
    let mut cases = steps::cases(&scene);
    cases.extend(pawns::cases(&scene));
    cases.extend(steps::from_nowhere(&scene, dice));
    cases
}

/// What is wrong with krog's answer to a case.
fn faults(case: &Case) -> Vec<String> {
    let validation = validate::judge(&State::of(&case.position), case.attempt);
    let mut faults = Vec::new();
    let laws: BTreeSet<&str> = validation.broken().iter().map(|law| law.id).collect();
    if laws != case.laws {
        faults.push(format!("found {laws:?}, expected {:?}", case.laws));
    }
    for (role, square) in &case.seen {
        let mut witnesses = validation.unmet().flat_map(|c| &c.witnesses);
        if !witnesses.any(|w| w.role == *role && w.square == *square) {
            faults.push(format!("expected the {role} {square} as witness"));
        }
    }
    let explanation = validation.explanation();
    for language in Language::ALL {
        let text = explanation.get(language);
        let silent = case
            .named
            .iter()
            .find(|square| !text.contains(&square.to_string()));
        if let Some(square) = silent {
            faults.push(format!("found {text:?}, expected it to name {square}"));
        }
        if text.is_empty() {
            faults.push(format!("no explanation in {language:?}"));
        }
    }
    faults.extend(formula_fault(&validation, &case.position));
    faults
}

fn formula_fault(validation: &Validation, position: &Chess) -> Option<String> {
    let text = validation.formula();
    let trace = Trace::of_position(position);
    let env = Env::at(&trace, 0)?;
    match Formula::parse(&text, Vocabulary::base()) {
        Ok(formula) if formula.holds(&env) => None,
        Ok(_) => Some(format!("{text} does not hold")),
        Err(error) => Some(format!("{text} is not read: {error}")),
    }
}
