//! `krog check`: does a formula hold on a position, a move or along a game?

use anyhow::anyhow;
use krog_chess::{Bitboard, Game, Line, notation};
use krog_logic::{Env, Formula, Fuel, Proof, Trace};
use krog_text::{Args, Language};
use krog_wire::{Verdict, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, CheckArgs, Format},
    board, games,
    outcome::{Failure, Outcome},
    tree::{self, Node},
};

/// The work that one check may be: a minute or two.
const MOST_STEPS: u64 = 100_000_000;

/// Something a formula can be judged on.
struct Subject {
    /// Who played, where a game tells.
    title: Option<String>,
    line: Line,
    trace: Trace,
}

pub(super) fn run(args: &CheckArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let formula = Formula::parse(&args.formula, krog_insight::vocabulary())
        .map_err(|error| Failure::input("FORMULA", error))?;
    let subjects = subjects(args)?;
    let mut proofs = Vec::new();
    for subject in &subjects {
        let env = Env::at(&subject.trace, args.ply).ok_or_else(|| {
            let last = subject.trace.states().len() - 1;
            Failure::input(
                "--ply",
                anyhow!("found {}, expected at most {last}", args.ply),
            )
        })?;
        let fuel = Fuel::new(MOST_STEPS);
        proofs.push(formula.prove(&env.limited(&fuel)));
        if fuel.is_spent() {
            let error = anyhow!(
                "found one that takes too long to check, expected fewer nested quantifiers"
            );
            return Err(Failure::input("FORMULA", error));
        }
    }
    match (answer.format, proofs.as_slice()) {
        (Format::Json, [only]) => print(&to_json(&Verdict::from(only)))?,
        (Format::Json, _) => {
            let verdicts: Vec<Verdict> = proofs.iter().map(Verdict::from).collect();
            print(&to_json(&verdicts))?;
        }
        (Format::Text, _) => {
            for (index, (subject, proof)) in subjects.iter().zip(&proofs).enumerate() {
                let title = subject.title.as_deref().filter(|_| subjects.len() > 1);
                let gap = if index > 0 { "\n" } else { "" };
                let heading = title
                    .map(|title| format!("{gap}{title}\n"))
                    .unwrap_or_default();
                print(&format!(
                    "{heading}{}",
                    describe(subject, proof, answer.lang)
                ))?;
            }
        }
    }
    Ok(if proofs.iter().all(|proof| proof.holds) {
        Outcome::Yes
    } else {
        Outcome::No
    })
}

fn subjects(args: &CheckArgs) -> Result<Vec<Subject>, Failure> {
    match (&args.fen, &args.game) {
        (Some(fen), None) => {
            let mut line = Line::at(position(fen)?);
            if let Some(text) = &args.text {
                let m = notation::read(line.end(), text)
                    .map_err(|error| Failure::input("--move", error))?;
                line.push(m)
                    .map_err(|_| Failure::input("--move", anyhow!("{text} is not legal")))?;
            }
            let trace = Trace::of_line(&line);
            Ok(vec![Subject {
                title: None,
                line,
                trace,
            }])
        }
        (None, Some(path)) => games(path),
        _ => Err(Failure::input(
            "GAME",
            anyhow!("found neither a game nor --fen, expected one of them"),
        )),
    }
}

fn games(path: &str) -> Result<Vec<Subject>, Failure> {
    let subject = |game: &Game| Subject {
        title: Some(games::title(game)),
        line: game.line(),
        trace: Trace::of_game(game),
    };
    Ok(games::open(path)?.iter().map(subject).collect())
}

fn describe(subject: &Subject, proof: &Proof, language: Language) -> String {
    let plies = subject.trace.states().len() - 1;
    let decisive = proof.decisive_ply();
    let id = match (proof.holds, decisive) {
        (true, Some(_)) => "check-fulfilled",
        (false, Some(_)) => "check-violated",
        (true, None) => "check-holds",
        (false, None) => "check-fails",
    };
    let ply = decisive.unwrap_or(proof.ply).min(plies);
    let mut args = Args::new();
    if decisive.is_some() {
        args = args
            .number("ply", ply)
            .text("move", move_before(&subject.line, ply));
    }
    let mut parts = vec![MESSAGES.text(language, id, &args)];
    let marked: Bitboard = proof
        .evidence()
        .iter()
        .map(|witness| witness.square)
        .collect();
    if decisive.is_some() || !marked.is_empty() {
        parts.push(board::draw(&subject.trace.states()[ply].board, marked));
    }
    parts.push(tree::draw(&[node(proof, "")]));
    parts.join("\n\n")
}

/// The move that led to a ply, with its number.
fn move_before(line: &Line, ply: usize) -> String {
    let step = ply.checked_sub(1).and_then(|index| line.steps().nth(index));
    step.map_or_else(String::new, |(before, m)| {
        let mut only = Line::at(before);
        match only.push(m) {
            Ok(()) => only.to_string(),
            Err(_) => String::new(),
        }
    })
}

/// A proof as a tree; below a quantifier, what its variable stands for.
fn node(proof: &Proof, binding: &str) -> Node {
    let is_quantifier = proof.formula.starts_with(['∀', '∃']);
    let below = match proof.witnesses.first().filter(|_| is_quantifier) {
        Some(witness) => format!("{} = {}: ", witness.role, witness.square),
        None => String::new(),
    };
    Node {
        holds: proof.holds,
        text: format!("{binding}{}", proof.formula),
        children: proof.parts.iter().map(|part| node(part, &below)).collect(),
    }
}
