//! The explanation of a move, in the shape of the source's `MoveAnalyzeResponse`.

use krog_advisor::{combine::Krog, suggest::Advice};
use krog_chess::{
    EngineLine, fen,
    notation::{self, Form},
};
use krog_insight::{Explanation, Polarity, Scene, Source, tactical_score};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Bilingual, Claim, Eval, MoveScore, MoveStatistics};

/// What a move does, and why it is good or bad.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveAnalysis {
    /// The position before the move.
    pub fen: String,
    /// The move in UCI.
    #[serde(rename = "move")]
    pub uci: String,
    /// The move in SAN.
    pub move_san: String,
    /// The combined score and its parts, where all moves were weighed.
    pub score: Option<MoveScore>,
    /// By how far it is behind the best combined score; none without an engine.
    pub classification: Option<&'static str>,
    /// The verdict of the default label profile; none without an engine.
    pub label: Option<&'static str>,
    /// The games in which it was played, where a store was asked.
    pub statistics: Option<MoveStatistics>,
    /// What an engine says, where one was asked.
    pub engine: Option<EngineVerdict>,
    /// The themes of the line that was given, as puzzles are tagged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<&'static str>,
    /// What logic says.
    pub krog: KrogAnalysis,
    /// The claims as sentences.
    pub explanation: Bilingual,
    /// The proved claims, the most decisive first.
    pub claims: Vec<Claim>,
    /// How the move is refuted, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Refutation>,
    /// Better moves, where an engine was asked.
    pub alternatives: Vec<Alternative>,
}

/// What an engine says about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineVerdict {
    /// Its name.
    pub name: String,
    /// The position before the move, White's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Eval>,
    /// The position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Eval>,
    /// The position after it in centipawns, White's view; none at a mate.
    pub centipawns: Option<i32>,
    /// Moves to mate after it, White's positive.
    pub mate: Option<i32>,
    /// The depth of that search.
    pub depth: Option<u32>,
    /// The line that follows, in UCI.
    pub best_line: Vec<String>,
}

impl EngineVerdict {
    /// What an engine of this name says before and after a move.
    pub fn new(name: String, before: &[EngineLine], after: &[EngineLine]) -> EngineVerdict {
        let eval = |lines: &[EngineLine]| lines.first().map(|line| Eval::from(line.score));
        let (centipawns, mate) = match eval(after) {
            Some(Eval::Cp(cp)) => (Some(cp), None),
            Some(Eval::Mate(mate)) => (None, Some(mate)),
            None => (None, None),
        };
        EngineVerdict {
            name,
            before: eval(before),
            after: eval(after),
            centipawns,
            mate,
            depth: after.first().map(|line| line.depth),
            best_line: after
                .first()
                .map(|line| crate::claim::uci(&line.line))
                .unwrap_or_default(),
        }
    }
}

impl MoveAnalysis {
    /// Adds what all three sources say together.
    pub fn weigh(&mut self, advice: &Advice) {
        let scored = advice.moves.iter().find(|suggestion| {
            notation::write(&advice.position, suggestion.played, Form::Uci) == self.uci
        });
        if let Some(suggestion) = scored {
            let score = MoveScore::new(&advice.position, suggestion);
            self.statistics.clone_from(&score.analysis.statistics);
            self.score = Some(score);
            self.classification = suggestion.classification.map(krog_advisor::Label::code);
            self.label = suggestion.label.map(krog_advisor::Label::code);
        }
    }
}

/// The reply that punishes a move, and what it wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refutation {
    /// The reply in UCI.
    pub reply: String,
    /// The reply in SAN.
    pub reply_san: String,
    /// What it wins, in centipawns; absent for mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// The themes of the line, as puzzles are tagged.
    pub themes: Vec<&'static str>,
    /// The line in UCI, the judged move first.
    pub line: Vec<String>,
}

/// Another move and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    /// The move in UCI.
    #[serde(rename = "move")]
    pub uci: String,
    /// The move in SAN.
    pub move_san: String,
    /// What it does.
    pub reason: Bilingual,
    /// The proved claims about it.
    pub claims: Vec<Claim>,
}

/// Principles and tactics of a move, and their sums.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KrogAnalysis {
    /// The move in SAN.
    #[serde(rename = "move")]
    pub san: String,
    /// The principles that speak of the move.
    pub principle_results: Vec<PrincipleResult>,
    /// The codes of those that it follows.
    pub satisfied_principles: Vec<&'static str>,
    /// The codes of those that it breaks.
    pub violated_principles: Vec<&'static str>,
    /// The tactics of the move.
    pub tactical_patterns: Vec<TacticalPattern>,
    /// The weighted sum of the principles.
    pub principle_score: i32,
    /// The sum of the tactics.
    pub tactical_score: i32,
    /// Both together.
    pub total_krog_score: i32,
    /// The norms as a formula that the checker finds true.
    pub krog_formula: String,
}

/// What a principle says about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrincipleResult {
    /// Its code.
    pub code: &'static str,
    /// `O`, `P` or `F`.
    #[serde(rename = "type")]
    pub norm: char,
    /// Whether it speaks of the move; those that do not are not listed.
    pub applies: bool,
    /// Whether the move follows it.
    pub satisfied: bool,
    /// From −100 to +100, before weighting.
    pub score: i32,
    /// What it sees, where there is a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Bilingual>,
}

/// A tactic of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TacticalPattern {
    /// The theme.
    pub pattern: &'static str,
    /// What it counts.
    pub score: i32,
    /// The squares involved.
    pub targets: Vec<String>,
    /// What it does.
    pub explanation: Bilingual,
    /// Its formula.
    pub krog_formula: String,
}

impl From<&Explanation> for MoveAnalysis {
    fn from(explanation: &Explanation) -> MoveAnalysis {
        let scene = &explanation.scene;
        MoveAnalysis {
            fen: fen::write(scene.before()),
            uci: uci(scene),
            move_san: scene.san(),
            score: None,
            classification: None,
            label: None,
            statistics: None,
            engine: None,
            themes: Vec::new(),
            krog: explanation.into(),
            explanation: explanation.text().into(),
            claims: explanation.claims.iter().map(Claim::from).collect(),
            refutation: explanation.refutation().and_then(refutation),
            alternatives: explanation
                .better
                .iter()
                .map(|better| Alternative {
                    uci: uci(&better.scene),
                    move_san: better.scene.san(),
                    reason: krog_insight::sentences(&better.scene.san(), &better.claims).into(),
                    claims: better.claims.iter().map(Claim::from).collect(),
                })
                .collect(),
        }
    }
}

fn uci(scene: &Scene) -> String {
    notation::write(scene.before(), scene.m(), Form::Uci)
}

fn refutation(claim: &krog_insight::Claim) -> Option<Refutation> {
    let line = claim.lines.first()?;
    let (position, reply) = line.steps().nth(1)?;
    let themes = krog_insight::Solution::new(line)
        .map(|solution| krog_insight::tag(&solution))
        .unwrap_or_default();
    Some(Refutation {
        reply: notation::write(&position, reply, Form::Uci),
        reply_san: notation::write(&position, reply, Form::San),
        gain: claim.gain.map(i32::abs),
        themes: themes.iter().map(|theme| theme.id).collect(),
        line: crate::claim::uci(line),
    })
}

impl From<&Explanation> for KrogAnalysis {
    fn from(explanation: &Explanation) -> KrogAnalysis {
        let findings = &explanation.principles;
        let sums = Krog::of(explanation);
        let codes = |wanted: fn(&krog_insight::Finding) -> bool| {
            let found = findings.iter().filter(|finding| wanted(finding));
            found.map(|finding| finding.principle.code).collect()
        };
        KrogAnalysis {
            san: explanation.scene.san(),
            principle_results: findings
                .iter()
                .map(|finding| PrincipleResult {
                    code: finding.principle.code,
                    norm: finding.principle.norm.letter(),
                    applies: true,
                    satisfied: finding.satisfied,
                    score: finding.score,
                    explanation: explanation
                        .claims
                        .iter()
                        .find(|claim| claim.source == Source::Principle(finding.principle.code))
                        .map(|claim| claim.text().into()),
                })
                .collect(),
            satisfied_principles: codes(|finding| finding.satisfied),
            violated_principles: codes(krog_insight::Finding::is_violated),
            tactical_patterns: explanation.claims.iter().filter_map(pattern).collect(),
            principle_score: sums.principles,
            tactical_score: sums.tactics,
            total_krog_score: sums.total(),
            krog_formula: explanation.formula(),
        }
    }
}

fn pattern(claim: &krog_insight::Claim) -> Option<TacticalPattern> {
    let Source::Tactic(theme) = claim.source else {
        return None;
    };
    let size = tactical_score(std::slice::from_ref(claim));
    Some(TacticalPattern {
        pattern: theme,
        score: match claim.polarity {
            Polarity::For => size.abs(),
            Polarity::Against => -size.abs(),
        },
        targets: claim
            .witnesses
            .iter()
            .map(|witness| witness.square.to_string())
            .collect(),
        explanation: claim.text().into(),
        krog_formula: claim.formula.to_string(),
    })
}
