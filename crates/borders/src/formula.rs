//! Formulas: printing undoes reading, errors point inside the text, and the
//! checker comes to one verdict on any position.
//!
//! An input is a position and, on the lines after it, a formula.

use krog_chess::Chess;
use krog_logic::{Env, Formula, Fuel, SyntaxError, Trace, Vocabulary, syntax::LONGEST};

use crate::after_position;

/// The work that a check may be, in steps of about a microsecond.
const STEPS: u64 = 20_000;

/// What is read is printed and read again, with the words of logic alone and
/// with all words; verdicts do not depend on how they are asked for.
pub fn law(bytes: &[u8]) {
    let Some((position, text)) = after_position(bytes) else {
        return;
    };
    for vocabulary in [Vocabulary::base(), krog_insight::vocabulary()] {
        match Formula::parse(&text, vocabulary) {
            Ok(formula) => {
                print_and_read(&formula, vocabulary);
                check(&formula, &position);
            }
            Err(error) => points_inside(&error, &text),
        }
    }
}

fn print_and_read(formula: &Formula, vocabulary: &Vocabulary) {
    let printed = formula.to_string();
    match Formula::parse(&printed, vocabulary) {
        Ok(again) => assert_eq!(again, *formula, "{printed}"),
        // What is printed can be longer than what was read.
        Err(_) if printed.len() > LONGEST => {}
        Err(error) => panic!("printed {printed:?}: {error}"),
    }
}

fn points_inside(error: &SyntaxError, text: &str) {
    let span = error.span();
    assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
    assert!(!error.to_string().is_empty());
    assert!(!error.found().is_empty() && !error.expected().is_empty());
}

fn check(formula: &Formula, position: &Chess) {
    let trace = Trace::of_position(position);
    let verdict = |formula: &Formula| {
        let fuel = Fuel::new(STEPS);
        let env = Env::at(&trace, 0).expect("a trace has a first state");
        let holds = formula.holds(&env.limited(&fuel));
        (!fuel.is_spent()).then_some(holds)
    };
    let fuel = Fuel::new(STEPS);
    let env = Env::at(&trace, 0).expect("a trace has a first state");
    let proof = formula.prove(&env.limited(&fuel));
    let proved = (!fuel.is_spent()).then_some(proof.holds);
    let opposite = verdict(&Formula::Not(Box::new(formula.clone())));
    if let (Some(proved), Some(held)) = (proved, verdict(formula)) {
        assert_eq!(proved, held, "{formula}");
        assert!(
            opposite.is_none_or(|opposite| opposite != held),
            "{formula}"
        );
    }
}
