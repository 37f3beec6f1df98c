//! Reviews of games.

use std::collections::BTreeMap;

use krog_advisor::{
    Profile, Review,
    review::{Interval, PhaseAccuracy, Reviewed, Themes},
};
use krog_chess::{
    ByColor, Color, Game, fen,
    notation::{self, Form},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Alternative, Bilingual, Claim, Eval, Opening, Refutation, SearchLimit, label::rounded,
};

/// The review of the games of a file.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reviews {
    /// The profile of the labels.
    pub profile: String,
    /// Who evaluated.
    pub engine: String,
    /// How long each position was searched.
    pub limit: SearchLimit,
    /// Whether the work was ended before it was done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The games in their order.
    pub games: Vec<ReviewedGame>,
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedGame {
    /// The tags of the game.
    pub tags: BTreeMap<String, String>,
    /// The opening, where it has a name.
    pub opening: Option<Opening>,
    /// The accuracy of each side, from 0 to 100.
    pub accuracy: Sides<Option<f64>>,
    /// The average centipawn loss of each side.
    pub acpl: Sides<Option<f64>>,
    /// The phases that came up.
    pub phases: BTreeMap<&'static str, PhaseReview>,
    /// How many moves earned each label.
    #[schema(value_type = Sides<BTreeMap<String, usize>>)]
    pub counts: Sides<BTreeMap<&'static str, usize>>,
    /// The half-moves at which the game turned.
    pub turning_points: Vec<usize>,
    /// The themes that each side missed and allowed.
    pub themes: Sides<MissedThemes>,
    /// The ratings that such play points to, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_rating: Option<Sides<Option<RatingInterval>>>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// The variations, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<ReviewedVariation>,
}

/// A reviewed variation.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedVariation {
    /// The position that it begins in.
    pub fen: String,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

/// Something of each side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// A phase of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhaseReview {
    /// Its first half-move.
    pub from_ply: usize,
    /// The accuracy of each side in it.
    pub accuracy: Sides<Option<f64>>,
}

/// The themes of what was missed and allowed, with how often.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
pub struct MissedThemes {
    /// What the side could have played.
    pub missed: BTreeMap<&'static str, usize>,
    /// What it let the opponent play.
    pub allowed: BTreeMap<&'static str, usize>,
}

/// Ratings between which eight of ten players lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RatingInterval {
    /// The lower bound.
    pub low: u16,
    /// The upper bound.
    pub high: u16,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// The number of the move in half-moves; the first is 1.
    pub ply: usize,
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// The position before it.
    pub fen_before: String,
    /// The position after it.
    pub fen_after: String,
    /// The phase of the game.
    pub phase: &'static str,
    /// What the position after it is worth.
    pub eval: Option<Eval>,
    /// The engine's move and what it is worth.
    pub best: Option<BestMove>,
    /// The label; absent where there was nothing to judge by.
    pub label: Option<&'static str>,
    /// What the profile calls it.
    pub label_name: Option<Bilingual>,
    /// From 0 to 100.
    pub accuracy: Option<f64>,
    /// What was given away, from 0 to 1.
    pub loss: Option<f64>,
    /// How games from here end.
    pub wdl: Option<Outlook>,
    /// The proved claims, the most decisive first.
    pub claims: Vec<Claim>,
    /// The claims as sentences.
    pub explanation: Bilingual,
    /// How the move is refuted, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Refutation>,
    /// The better move and what it does, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Alternative>,
}

/// An engine's move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BestMove {
    /// In SAN.
    pub san: String,
    /// In UCI.
    pub uci: String,
    /// What it is worth.
    pub eval: Eval,
    /// The line that begins with it, in SAN.
    pub line: Vec<String>,
}

/// Shares that add up to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Outlook {
    /// White wins.
    pub white: f64,
    /// Nobody wins.
    pub draw: f64,
    /// Black wins.
    pub black: f64,
}

impl<T> Sides<T> {
    /// Something of each side.
    pub fn of<S>(both: &ByColor<S>, mut convert: impl FnMut(&S) -> T) -> Sides<T> {
        Sides {
            white: convert(both.get(Color::White)),
            black: convert(both.get(Color::Black)),
        }
    }
}

fn percent(part: Option<f64>) -> Option<f64> {
    part.map(|part| rounded(part, 1))
}

impl ReviewedGame {
    /// The review of a game. `estimate` asks for ratings.
    pub fn new(game: &Game, profile: &Profile, review: &Review, estimate: bool) -> ReviewedGame {
        let summary = &review.summary;
        let tags = game.tags.iter();
        ReviewedGame {
            tags: tags
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            opening: summary.opening.map(Opening::from),
            accuracy: Sides::of(&summary.accuracy, |part| percent(*part)),
            acpl: Sides::of(&summary.acpl, |part| percent(*part)),
            phases: summary.phases.iter().map(phase).collect(),
            counts: Sides::of(&summary.counts, |counts| {
                counts
                    .iter()
                    .map(|(label, count)| (label.code(), *count))
                    .collect()
            }),
            turning_points: summary.turning.clone(),
            themes: Sides::of(&summary.themes, |themes| themes.into()),
            estimated_rating: estimate
                .then(|| Sides::of(&summary.rating, |rating| rating.map(RatingInterval::from))),
            moves: moves(profile, review),
            variations: Vec::new(),
        }
    }
}

impl ReviewedVariation {
    /// The review of a variation.
    pub fn new(profile: &Profile, review: &Review) -> Option<ReviewedVariation> {
        let first = review.moves.first()?;
        Some(ReviewedVariation {
            fen: fen::write(&first.judged.position),
            moves: moves(profile, review),
        })
    }
}

fn moves(profile: &Profile, review: &Review) -> Vec<ReviewedMove> {
    let one = |reviewed: &Reviewed| ReviewedMove::new(profile, reviewed);
    review.moves.iter().map(one).collect()
}

fn phase(phase: &PhaseAccuracy) -> (&'static str, PhaseReview) {
    let review = PhaseReview {
        from_ply: phase.from,
        accuracy: Sides::of(&phase.accuracy, |part| percent(*part)),
    };
    (phase.phase.code(), review)
}

impl ReviewedMove {
    /// A reviewed move with the names of a profile.
    pub fn new(profile: &Profile, reviewed: &Reviewed) -> ReviewedMove {
        let (judged, explanation) = (&reviewed.judged, &reviewed.explanation);
        let verdict = &judged.judgement;
        let analysis = crate::MoveAnalysis::from(explanation);
        ReviewedMove {
            ply: judged.ply,
            san: judged.san(),
            uci: notation::write(&judged.position, judged.played, Form::Uci),
            fen_before: fen::write(&judged.position),
            fen_after: fen::write(&judged.next()),
            phase: judged.phase.code(),
            eval: judged.score().map(Eval::from),
            best: judged.best().map(BestMove::from),
            label: verdict.label.map(krog_advisor::Label::code),
            label_name: verdict.label.map(|label| profile.name(label).into()),
            accuracy: verdict.accuracy.map(|part| rounded(part, 2)),
            loss: verdict.loss.map(|loss| rounded(loss, 6)),
            wdl: judged.outlook.map(|shares| Outlook {
                white: rounded(shares.white, 4),
                draw: rounded(shares.draw, 4),
                black: rounded(shares.black, 4),
            }),
            claims: analysis.claims,
            explanation: analysis.explanation,
            refutation: analysis.refutation,
            better: analysis.alternatives.into_iter().next(),
        }
    }
}

impl From<&krog_chess::EngineLine> for BestMove {
    fn from(best: &krog_chess::EngineLine) -> BestMove {
        let steps = |form: Form| -> Vec<String> {
            let steps = best.line.steps();
            steps
                .map(|(before, m)| notation::write(&before, m, form))
                .collect()
        };
        let first = |form: Form| steps(form).into_iter().next().unwrap_or_default();
        BestMove {
            san: first(Form::San),
            uci: first(Form::Uci),
            eval: best.score.into(),
            line: steps(Form::San),
        }
    }
}

impl From<&Themes> for MissedThemes {
    fn from(themes: &Themes) -> MissedThemes {
        MissedThemes {
            missed: themes.missed.clone(),
            allowed: themes.allowed.clone(),
        }
    }
}

impl From<Interval> for RatingInterval {
    fn from(interval: Interval) -> RatingInterval {
        RatingInterval {
            low: interval.low,
            high: interval.high,
        }
    }
}
