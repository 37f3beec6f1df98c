//! Annotated games beside what python-chess reads in them.

use std::io::Read as _;

use krog_advisor::{
    Label, Profile, Review,
    review::{Notes, Reviewed, annotate, explain_move},
};
use krog_chess::{Game, game::NodeId, pgn};
use krog_text::Language;

use super::{Measure, Size, labels};
use crate::{
    figure::{Bar, Figure},
    python::Python,
    shared,
};

const GAMES: &str = "games/lichess-with-evals.pgn.zst";

pub(super) const MEASURE: Measure = Measure {
    name: "annotated",
    claim: "python-chess reads annotated games without errors, with every move, score, glyph and arrow.",
    bar: Bar::All,
    full: 100,
    quick: 10,
    run,
};

fn run(games: usize, _: Size) -> Figure {
    compare(games).unwrap_or_else(Figure::skipped)
}

fn compare(games: usize) -> Result<Figure, String> {
    let python = Python::ready()?;
    let mut text = String::new();
    shared::unpacked(GAMES)?
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let profile = Profile::get("wintr").map_err(|error| error.to_string())?;
    let mut written = String::new();
    let mut expected = Vec::new();
    let readings = pgn::games(text.as_bytes())
        .filter_map(Result::ok)
        .take(games);
    for (index, reading) in readings.enumerate() {
        let language = [Language::English, Language::Norwegian][index % 2];
        let (game, counts) = annotated(profile, reading.game, language);
        written += &pgn::write(&game);
        written.push('\n');
        expected.push(counts);
    }
    let answer = python.run("read_annotated.py", &written)?;
    let mut figure = Figure::default();
    let found: Vec<&str> = answer.lines().collect();
    figure.compare(&found.len(), &expected.len(), || "games".to_owned());
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        figure.compare(found, &expected.as_str(), || format!("game {}", index + 1));
    }
    Ok(figure)
}

/// The game with its annotations, and what is to be found in it.
fn annotated(profile: &Profile, mut game: Game, language: Language) -> (Game, String) {
    let judged = labels::judged(profile, &game);
    let moves = judged.into_iter().map(|judged| Reviewed {
        explanation: explain_move(&judged, None),
        judged,
    });
    let review = Review::new(profile, moves.collect());
    let path: Vec<NodeId> = game.main_line().collect();
    let notes = Notes {
        profile,
        engine: "Lichess",
        language,
    };
    annotate(&mut game, &path, &review, notes);
    let count = |wanted: &dyn Fn(&Reviewed) -> bool| {
        let found = review.moves.iter().filter(|reviewed| wanted(reviewed));
        found.count()
    };
    let arrows = |reviewed: &Reviewed| {
        let explanation = &reviewed.explanation;
        let reply = explanation
            .refutation()
            .and_then(|claim| claim.lines.first());
        let squares = explanation
            .claims
            .first()
            .is_some_and(|c| !c.witnesses.is_empty());
        reviewed.judged.is_told() && (squares || reply.is_some_and(|line| line.moves().len() > 1))
    };
    // The comments tell no better moves, so no variation is added.
    let counts = format!(
        "0 {} {} {} 0 {}",
        review.moves.len(),
        count(&|m| m.judged.score().is_some()),
        count(&|m| m.judged.judgement.label.and_then(Label::nag).is_some()),
        count(&arrows)
    );
    (game, counts)
}
