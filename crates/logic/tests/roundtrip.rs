//! Text and formula are the same thing twice: what is printed reads back as it
//! was, in Unicode and in ASCII, and no text makes the reader fall over.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::time::{Duration, Instant};

use generator::Generator;
use krog_chess::{
    Chess, Line, Role,
    random::{self, Dice},
};
use krog_logic::{
    Env, Formula, Trace, Vocabulary,
    vocabulary::{Body, Entry, Gives},
};

#[path = "common/generator.rs"]
mod generator;

const FORMULAS: usize = 20_000;
const TEXTS: usize = 200_000;

/// No text of the length tried here may take longer to read.
const SLOWEST: Duration = Duration::from_secs(10);

fn parse(text: &str) -> Formula {
    Formula::parse(text, Vocabulary::base()).unwrap_or_else(|error| panic!("{error}"))
}

/// The same formula in ASCII; what stands in quotation marks stays.
fn ascii(text: &str) -> String {
    let spell = |sign| match sign {
        '¬' => "~",
        '∧' => "&",
        '∨' => "|",
        '→' => "->",
        '↔' => "<->",
        '∀' => "forall ",
        '∃' => "exists ",
        '∈' => "in",
        '∉' => "notin",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '∅' => "{}",
        '⊤' => "true",
        '⊥' => "false",
        _ => "",
    };
    let mut quoted = false;
    let mut out = String::new();
    for ch in text.chars() {
        quoted ^= ch == '"';
        match spell(ch) {
            "" => out.push(ch),
            _ if quoted => out.push(ch),
            word => out.push_str(word),
        }
    }
    out
}

#[test]
fn what_is_printed_reads_back_as_it_was() {
    let mut generator = Generator::new(51);
    for _ in 0..FORMULAS {
        let text = generator.state(4);
        let formula = parse(&text);
        let printed = formula.to_string();
        let again = parse(&printed);
        assert_eq!(again, formula, "{text}\n{printed}");
        assert_eq!(again.to_string(), printed, "{text}");
        let plain = ascii(&printed);
        assert_eq!(parse(&plain), formula, "{plain}");
        assert_eq!(parse(&ascii(&text)), formula, "{text}");
    }
}

#[test]
fn printing_drops_only_parentheses_that_reading_does_not_need() {
    let mut generator = Generator::new(52);
    for _ in 0..2_000 {
        let (a, b) = (generator.state(2), generator.state(2));
        for sign in ["∧", "∨", "→", "↔", "U", "R[≤2]", "S"] {
            let whole = format!("({a}) {sign} ({b})");
            assert_ne!(parse(&whole), parse(&a), "{whole}");
            assert_eq!(parse(&format!("(({whole}))")), parse(&whole));
            assert_eq!(parse(&parse(&whole).to_string()), parse(&whole), "{whole}");
        }
        let when = parse(&format!("({a}) when ({b})"));
        assert_eq!(when, parse(&format!("({b}) → ({a})")));
        let unless = parse(&format!("({a}) unless ({b})"));
        assert_eq!(unless, parse(&format!("¬({b}) → ({a})")));
    }
}

#[test]
fn every_word_of_the_vocabulary_is_generated() {
    let mut generator = Generator::new(53);
    let mut text = String::new();
    for _ in 0..FORMULAS / 2 {
        text.push_str(&parse(&generator.state(4)).to_string());
        text.push('\n');
    }
    let words: std::collections::HashSet<&str> = text
        .split(|ch: char| !ch.is_alphanumeric() && ch != '_')
        .collect();
    for entry in Vocabulary::base().iter() {
        assert!(words.contains(entry.name), "{} never came up", entry.name);
    }
    for word in [
        "once", "hist", "after", "P", "O", "F", "G", "X", "Y", "U", "R", "S",
    ] {
        assert!(words.contains(word), "{word} never came up");
    }
    for word in [
        "C", "L", "W", "I", "B", "D", "draw", "lose", "resign", "promote",
    ] {
        assert!(words.contains(word), "{word} never came up");
    }
}

#[test]
fn every_formula_can_be_decided_anywhere() {
    let mut generator = Generator::new(54);
    let mut answers = [0_u32; 2];
    for position in random::positions(55).take(1_000) {
        let formula = parse(&generator.state(2));
        let trace = Trace::of_position(&position);
        let holds = formula.holds(&Env::at(&trace, 0).unwrap());
        answers[usize::from(holds)] += 1;
    }
    assert!(answers.iter().all(|count| *count > 100), "{answers:?}");
}

#[test]
fn principles_are_spoken_of_by_norms() {
    let mut vocabulary = Vocabulary::base().clone();
    vocabulary.add(Entry {
        name: "develop",
        params: &[],
        gives: Gives::Principle,
        meaning: "a knight has been developed by the move judged",
        body: Body::Test(|env, _| env.before().map(|(_, m)| m.role() == Role::Knight)),
    });
    let line = Line::parse(Chess::default(), "Nf3 e5").unwrap();
    let trace = Trace::of_line(&line);
    for (text, expected) in [
        ("O(develop)", [true, false]),
        ("P(develop)", [true, false]),
        ("F(develop)", [false, true]),
        ("O(develop) after Nc6", [true, false]),
        ("F(develop) after move", [true, false]),
    ] {
        let formula = Formula::parse(text, &vocabulary).unwrap();
        assert_eq!(formula.to_string(), text);
        let found = [1, 2].map(|ply| formula.holds(&Env::at(&trace, ply).unwrap()));
        assert_eq!(found, expected, "{text}");
    }
    for text in ["develop", "O(develop ∧ CS)", "G(develop)", "F[≤1](develop)"] {
        assert!(Formula::parse(text, &vocabulary).is_err(), "{text}");
    }
    assert!(Formula::parse("O(develop)", Vocabulary::base()).is_err());
}

/// Reads a text and looks at the error, if it is one.
#[track_caller]
fn survive(text: &str) -> bool {
    let begun = Instant::now();
    let result = Formula::parse(text, Vocabulary::base());
    assert!(begun.elapsed() < SLOWEST, "slow: {text:?}");
    let Err(error) = result else { return true };
    let span = error.span();
    assert!(span.start <= span.end, "{text:?}: {span:?}");
    assert!(span.end <= text.len(), "{text:?}: {span:?}");
    assert!(text.get(span).is_some() || text.len() > 10_000, "{text:?}");
    assert!(
        !error.found().is_empty() && !error.expected().is_empty(),
        "{text:?}"
    );
    let shown = error.to_string();
    assert!(
        shown.ends_with('^') && shown.starts_with("found "),
        "{shown}"
    );
    false
}

const SCRAPS: [&str; 64] = [
    "(",
    ")",
    "(",
    ")",
    "[",
    "]",
    "[≤2]",
    "[<=0]",
    "{",
    "}",
    ",",
    ":",
    "¬",
    "~",
    "!",
    "∧",
    "&",
    "∨",
    "|",
    "→",
    "->",
    "↔",
    "<->",
    "∀p ∈ pieces:",
    "exists m in moves:",
    "∈",
    "∉",
    "=",
    "≠",
    "≤",
    ">",
    "CS",
    "GT",
    "turn(white)",
    "FMC",
    "100",
    "P",
    "O",
    "F",
    "G",
    "X",
    "U",
    "R",
    "S",
    "after",
    "move",
    "when",
    "unless",
    "once",
    "Nf3",
    "e4",
    "O-O",
    "e8=Q+",
    "\"Nf3\"",
    "\"",
    "self",
    "p",
    "m",
    "W(",
    "C(self, draw)",
    "♞",
    "ß",
    "\n",
    "99999999999999999999",
];

fn noise(dice: &mut Dice) -> String {
    let length = dice.below(12);
    match dice.below(3) {
        0 => {
            let bytes: Vec<u8> = (0..length * 2)
                .map(|_| dice.roll().to_le_bytes()[0])
                .collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => (0..length)
            .filter_map(|_| char::from_u32(u32::try_from(dice.below(0x3000)).unwrap()))
            .collect(),
        _ => {
            let space = [" ", ""][dice.below(2)];
            let scraps: Vec<&str> = (0..length).map(|_| *dice.pick(&SCRAPS).unwrap()).collect();
            scraps.join(space)
        }
    }
}

/// Drops, doubles, swaps in or cuts off something.
fn mutate(dice: &mut Dice, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let at = dice.below(chars.len() + 1);
        let scrap: Vec<char> = dice.pick(&SCRAPS).unwrap().chars().collect();
        match dice.below(5) {
            0 if at < chars.len() => {
                chars.remove(at);
            }
            1 if at < chars.len() => chars.insert(at, chars[at]),
            2 => chars.truncate(at),
            3 if at < chars.len() => {
                let other = dice.below(chars.len());
                chars.swap(at, other);
            }
            _ => {
                chars.splice(at..at, scrap);
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn no_text_makes_the_reader_fall_over() {
    let mut dice = Dice::new(61);
    let mut generator = Generator::new(62);
    let valid: Vec<String> = (0..2_000).map(|_| generator.state(3)).collect();
    let mut read = 0;
    for _ in 0..TEXTS / 2 {
        survive(&noise(&mut dice));
        let text = dice.pick(&valid).unwrap();
        let text = mutate(&mut dice, text);
        read += usize::from(survive(&text));
    }
    assert!(read > 100, "only {read} mutations were formulas");
}

#[test]
fn long_and_deep_texts_are_read_or_refused() {
    for (open, inside, close) in [
        ("(", "CS", ")"),
        ("¬", "CS", ""),
        ("G ", "CS", ""),
        ("F[≤1](", "CS", ")"),
        ("P(", "CS", ")"),
        ("P(¬", "Nf3", ")"),
        ("∀p ∈ pieces: ", "CS", ""),
        ("CS after ", "move", ""),
        ("color(", "e4", ")"),
        ("{", "e4", "}"),
        ("CS U (", "CS", ")"),
        ("FMC = ", "1", ""),
    ] {
        for depth in [1, 10, 99, 150, 199, 200, 201, 1_000, 3_000, 30_000] {
            survive(&format!(
                "{}{inside}{}",
                open.repeat(depth),
                close.repeat(depth)
            ));
            survive(&open.repeat(depth));
        }
    }
}

const SIGNS: [&str; 9] = [
    "&", "|", "->", "<->", " U ", " R ", " S ", " when ", " unless ",
];

#[test]
fn chains_are_read_printed_and_decided() {
    let trace = Trace::of_position(&Chess::default());
    let here = Env::at(&trace, 0).unwrap();
    for sign in SIGNS {
        for length in [10, 50, 100] {
            let chain = vec!["PV"; length].join(sign);
            let formula = parse(&chain);
            assert_eq!(parse(&formula.to_string()), formula, "{length} × {sign}");
            formula.holds(&here);
        }
    }
}

/// Runs in a process of its own, as an overflowing stack takes the process down.
#[test]
#[ignore = "called by no_chain_overflows_the_stack"]
fn longest_chains() {
    let trace = Trace::of_position(&Chess::default());
    let here = Env::at(&trace, 0).unwrap();
    let chains = SIGNS.map(|sign| vec!["PV"; 9_990 / (sign.len() + 2)].join(sign));
    let after = format!("PV{}", " after e4".repeat(1_100));
    for chain in chains.into_iter().chain([after]) {
        if survive(&chain) {
            let formula = parse(&chain);
            let printed = formula.to_string();
            assert!(survive(&printed) || printed.len() > 10_000);
            assert_eq!(formula.clone(), formula);
            formula.holds(&here);
        }
    }
}

#[test]
fn no_chain_overflows_the_stack() {
    let run = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "longest_chains", "--include-ignored"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{told}");
}
