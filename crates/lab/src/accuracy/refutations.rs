//! Gains and refutations against Stockfish: whether what krog calls a win or a
//! loss is one, and how many blunders it can refute.

use std::{
    collections::BTreeMap,
    num::NonZeroU8,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};

use krog_chess::{
    Chess, Color, Curve, EngineLine, Evaluate, EvaluateError, Limit, Line, Move, Position as _,
    Score, Value, WinChance, fen, game::Notes, pgn,
};
use krog_insight::{Counsel, Explanation, Given, explain};
use krog_wire::MoveAnalysis;

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
    python::Python,
    remembered::Remembered,
    shared,
};

/// The variable that has every case told as it is looked at, and the one that lists
/// the cases to look at.
const TELL: &str = "KROG_TELL";
const ONLY: &str = "KROG_ONLY";

/// What Stockfish may search for a position.
const NODES: u64 = 200_000;

/// Engines at work at once.
const ENGINES: usize = 2;

/// What it may search for each position of a tree.
const FURTHER: u64 = 40_000;

/// By how much a claimed gain and the engine may differ, in centipawns.
const PAWN: i32 = 100;

/// The least loss of winning chances, from 0 to 1, of a blunder on Lichess: 0.3
/// on its scale from −1 to 1 (scalachess, `Advice.scala`).
const BLUNDER: f64 = 0.15;

pub(super) const REFUTATIONS: Measure = Measure {
    name: "refuted",
    claim: "A blunder, by Lichess's rule, gets a proved refutation when Stockfish's lines are given.",
    // 86.5 were reached on 2026-11-18 (docs/measurements.md); of the twelve of the
    // quick sample nine.
    bar: Bar::Shares {
        full: 85.0,
        sample: 65.0,
    },
    full: 200,
    quick: 12,
    run: refutations,
};

pub(super) const GAINS: Measure = Measure {
    name: "gains",
    claim: "What is called a win or a loss of material is one within a pawn, by Stockfish.",
    bar: Bar::Percent(99.5),
    full: 250,
    quick: 10,
    run: gains,
};

/// A played move with the evaluations in the game's comments around it.
struct Played {
    before: Chess,
    m: Move,
    evals: Option<(Score, Score)>,
}

/// The engine, what it says of positions, and how often it was asked about the
/// moves that follow.
struct Oracle<'a> {
    engine: &'a Remembered,
    asked: AtomicUsize,
}

impl Evaluate for Oracle<'_> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.engine.evaluate(game, limit, count, watch)
    }
}

impl Oracle<'_> {
    fn of(engine: &Remembered) -> Oracle<'_> {
        let asked = AtomicUsize::new(0);
        Oracle { engine, asked }
    }

    fn lines(&self, position: &Chess) -> Vec<EngineLine> {
        if position.legal_moves().is_empty() {
            return Vec::new();
        }
        let line = Line::at(position.clone());
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        self.engine
            .evaluate(&line, Limit::nodes(NODES), NonZeroU8::MIN, watch)
            .unwrap_or_default()
    }

    /// The move explained with the engine's lines, and those after it.
    fn explain(&self, played: &Played) -> Option<(Explanation, Vec<EngineLine>)> {
        let before = self.lines(&played.before);
        let mut next = played.before.clone();
        next.play_unchecked(played.m);
        let after = self.lines(&next);
        let given = Given {
            before: &before,
            after: &after,
            hint: None,
            counsel: Some(Counsel {
                engine: self,
                limit: Limit::nodes(FURTHER),
            }),
        };
        let explanation = explain(&played.before, played.m, given).ok()?;
        Some((explanation, after))
    }
}

fn moves(path: &str, every: usize) -> Result<Vec<Played>, String> {
    let mut found = Vec::new();
    for reading in pgn::games(shared::unpacked(path)?).flatten() {
        let game = reading.game;
        let evals: Vec<Option<Score>> = game
            .main_line()
            .map(|id| game.notes(id).and_then(Notes::eval).map(|(score, _)| score))
            .collect();
        for (ply, (before, m)) in game.line().steps().enumerate() {
            let earlier = match ply.checked_sub(1) {
                // Lichess counts the start as a little better for White.
                None => Some(Score::seen_by(Color::White, Value::Cp(15))),
                Some(ply) => evals.get(ply).copied().flatten(),
            };
            let later = evals.get(ply).copied().flatten();
            found.push(Played {
                before,
                m,
                evals: earlier.zip(later),
            });
        }
    }
    Ok(found.into_iter().step_by(every.max(1)).collect())
}

/// Whether a move is a blunder by Lichess's rule.
fn is_blunder(played: &Played) -> bool {
    let Some((earlier, later)) = played.evals else {
        return false;
    };
    let me = played.before.turn();
    match (earlier.pov(me), later.pov(me)) {
        (Value::Cp(before), Value::MatedIn(_)) => before > -700,
        (Value::MateIn(_), Value::Cp(after)) => after < 700,
        (Value::MateIn(_), Value::MatedIn(_)) => true,
        (before @ Value::Cp(_), after @ Value::Cp(_)) => {
            let chance = |value| WinChance::of(value, Curve::LICHESS).get();
            chance(before) - chance(after) >= BLUNDER
        }
        _ => false,
    }
}

/// What was found for a blunder.
struct Found {
    /// The id of the claim that refutes it.
    kind: &'static str,
    proved: bool,
    /// How the blunder is told where it has no refutation.
    place: String,
    /// What is said of the move and of the better one, for the script.
    json: Vec<String>,
    claims: usize,
    /// How often the engine was asked about the moves that follow.
    asked: usize,
}

fn refutations(items: usize, _: Size) -> Figure {
    let python = match Python::ready() {
        Ok(python) => python,
        Err(reason) => return Figure::skipped(reason),
    };
    let played = match moves("games/lichess-with-evals.pgn.zst", 1) {
        Ok(played) => played,
        Err(reason) => return Figure::skipped(reason),
    };
    let blunders: Vec<Played> = played.into_iter().filter(is_blunder).collect();
    let step = (blunders.len() / items).max(1);
    let chosen: Vec<&Played> = blunders.iter().step_by(step).take(items).collect();
    let engine = match Remembered::stockfish(ENGINES) {
        Ok(engine) => engine,
        Err(reason) => return Figure::skipped(reason),
    };
    let found = parallel::map(part_of(chosen), |(number, played)| {
        let found = refute(&engine, played)?;
        if std::env::var_os(TELL).is_some() {
            eprintln!("{number}\t{}\t{}\t{}", found.kind, found.asked, found.place);
        }
        Some(found)
    });
    let found: Vec<Found> = found.into_iter().flatten().collect();
    let mut figure = Figure::default();
    let mut kinds = BTreeMap::<&str, u32>::new();
    for found in &found {
        *kinds.entry(found.kind).or_default() += 1;
        figure.judge(found.proved, || found.place.clone());
    }
    examine(&python, &found, &mut figure);
    let mut asked: Vec<usize> = found.iter().map(|found| found.asked).collect();
    asked.sort_unstable();
    if let Some(most) = asked.last() {
        let middle = asked[asked.len() / 2];
        figure.remark(format!(
            "questions for a blunder: {middle} at the median, {most} at most"
        ));
    }
    figure.remark(format!(
        "{} blunders in the file; {kinds:?}",
        blunders.len()
    ));
    figure
}

/// The blunders with their numbers, or those among them whose numbers a variable
/// lists, for looking at some of them again.
fn part_of(chosen: Vec<&Played>) -> Vec<(usize, &Played)> {
    let listed = std::env::var(ONLY).ok();
    let is_listed = |number: usize| {
        let mut numbers = listed.iter().flat_map(|text| text.split(','));
        listed.is_none() || numbers.any(|text| text.parse() == Ok(number))
    };
    let numbered = chosen.into_iter().enumerate();
    numbered.filter(|(number, _)| is_listed(*number)).collect()
}

/// Explains a blunder with the engine's lines.
fn refute(engine: &Remembered, played: &Played) -> Option<Found> {
    let oracle = Oracle::of(engine);
    let (explanation, after) = oracle.explain(played)?;
    let proof = explanation.refutation().or_else(|| explanation.missed());
    let told = |lines: &[EngineLine]| {
        let line = lines.first();
        line.map_or_else(String::new, |line| format!("{} {}", line.score, line.line))
    };
    let place = format!(
        "{} in {}: {}; before it {}; after it {}",
        explanation.scene.san(),
        fen::write(&played.before),
        explanation.text().en,
        told(&oracle.lines(&played.before)),
        told(&after)
    );
    let better = explanation.better.clone().map(|better| Explanation {
        // What rests on lines; the rest is examined without an engine.
        claims: {
            let claims = better.claims.into_iter();
            claims.filter(|claim| !claim.lines.is_empty()).collect()
        },
        scene: better.scene,
        principles: Vec::new(),
        better: None,
        rejected: BTreeMap::new(),
    });
    let better = better.filter(|better| !better.claims.is_empty());
    let said = [Some(&explanation), better.as_ref()];
    let json = said.into_iter().flatten().map(|said| {
        serde_json::to_string(&MoveAnalysis::from(said))
            .expect("wire types have text keys and finite numbers")
    });
    Some(Found {
        kind: proof.map_or("nothing", |claim| claim.id),
        proved: proof.is_some(),
        place,
        json: json.collect(),
        claims: said
            .into_iter()
            .flatten()
            .map(|said| said.claims.len())
            .sum(),
        asked: oracle.asked.into_inner(),
    })
}

/// Has the script look at everything that was said; one false claim, and no
/// refutation counts.
fn examine(python: &Python, found: &[Found], figure: &mut Figure) {
    let json: Vec<&str> = found
        .iter()
        .flat_map(|found| found.json.iter().map(String::as_str))
        .collect();
    let claims: usize = found.iter().map(|found| found.claims).sum();
    let expected = format!("checked {claims} claims of {} moves", json.len());
    let answer = python.run("refute.py", &(json.join("\n") + "\n"));
    let fault = match &answer {
        Ok(answer) if answer.trim_end() == expected => None,
        Ok(answer) => Some(answer.lines().next().unwrap_or_default().to_owned()),
        Err(reason) => Some(reason.clone()),
    };
    figure.remark(format!("the script {expected}"));
    if let Some(fault) = fault {
        figure.agreed = 0;
        figure.failures.insert(0, format!("the script: {fault}"));
    }
}

/// Whether an engine's value bears out that a side has this balance.
fn agrees(value: Value, balance: i32) -> bool {
    value >= Value::Cp(balance - PAWN)
}

fn gains(items: usize, _: Size) -> Figure {
    let path = "games/lichess-with-evals.pgn.zst";
    let (engine, played) = match (Remembered::stockfish(ENGINES), moves(path, 1)) {
        (Ok(engine), Ok(played)) => (engine, played),
        (Err(reason), _) | (_, Err(reason)) => return Figure::skipped(reason),
    };
    let step = (played.len() / (items * 8)).max(1);
    let oracle = Oracle::of(&engine);
    let mut figure = Figure::default();
    let (mut alone, mut borne) = (0, 0);
    let claimed = played
        .into_iter()
        .step_by(step)
        .filter(|played| {
            let plain = explain(&played.before, played.m, Given::default());
            plain.is_ok_and(|plain| plain.claims.iter().any(|claim| claim.gain.is_some()))
        })
        .take(items);
    for played in claimed {
        let Some((explanation, after)) = oracle.explain(&played) else {
            continue;
        };
        let Some(line) = after.first() else { continue };
        for (agreed, text) in borne_out(&explanation, line) {
            figure.judge(agreed, || text);
        }
        if let Ok(plain) = explain(&played.before, played.m, Given::default()) {
            for (agreed, text) in borne_out(&plain, line) {
                alone += 1;
                borne += u32::from(agreed);
                if !agreed && std::env::var_os(TELL).is_some() {
                    figure.remark(format!("without an engine: {text}"));
                }
            }
        }
    }
    figure.remark(format!("without engine lines {borne} of {alone} agree"));
    figure
}

/// The gains that are claimed, and whether the engine bears them out.
fn borne_out(explanation: &Explanation, line: &EngineLine) -> Vec<(bool, String)> {
    let before = explanation.scene.before();
    let me = before.turn();
    let said = explanation
        .claims
        .iter()
        .filter(|claim| claim.id != "sacrifice");
    said.filter_map(|claim| {
        let gain = claim.gain?;
        let winner = if gain > 0 { me } else { !me };
        let least = balance(before, winner) + gain.abs();
        let text = format!(
            "{} {} in {}: engine {}",
            explanation.scene.san(),
            claim.text().en,
            fen::write(before),
            line.score
        );
        Some((agrees(line.score.pov(winner), least), text))
    })
    .collect()
}

/// The balance of material in centipawns.
fn balance(position: &Chess, side: Color) -> i32 {
    let worth = |color: Color| -> i32 {
        let board = position.board();
        let men = board.by_color(color).into_iter();
        men.filter_map(|square| krog_chess::worth::centipawns(board.role_at(square)?))
            .sum()
    };
    worth(side) - worth(!side)
}
