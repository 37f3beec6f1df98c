//! The verdict on a move.

use krog_logic::validate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Bilingual, FideRule, Witness};

/// Whether a move is legal, by which laws, or which laws it breaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Validation {
    /// Whether it is legal.
    pub valid: bool,
    /// The operators of the laws that decide.
    pub operators: Vec<&'static str>,
    /// `P(m) ↔ …` or `F(m) ↔ …`; the checker finds it true.
    pub formula: String,
    /// The kind of rule that governs such a move.
    pub rtype: &'static str,
    /// Why.
    pub explanation: Bilingual,
    /// The articles of the laws that decide.
    pub fide_rule: FideRule,
    /// Every law that is broken.
    pub laws: Vec<&'static str>,
    /// Everything the laws ask of the move.
    pub conditions: Vec<Condition>,
    /// The verdict as a record of its own.
    pub json: RuleRecord,
}

/// One thing that a law asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// The law.
    pub law: &'static str,
    /// Whether it is fulfilled.
    pub met: bool,
    /// The condition as a formula.
    pub formula: String,
    /// What is so.
    pub text: Bilingual,
    /// The men it rests on.
    pub witnesses: Vec<Witness>,
}

/// The record that is kept of a verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleRecord {
    /// The law that decides.
    pub id: &'static str,
    /// Whether the move is legal.
    pub valid: bool,
    /// The operators.
    pub operators: Vec<&'static str>,
    /// The formula.
    pub formula: String,
    /// The kind of rule.
    pub rtype: &'static str,
    /// Why.
    pub explanation: Bilingual,
    /// The articles.
    pub fide: FideRule,
    /// When the verdict was given, in ISO 8601.
    pub timestamp: String,
}

impl Validation {
    /// The verdict, given at a time in ISO 8601.
    pub fn new(verdict: &validate::Validation, timestamp: String) -> Validation {
        let valid = verdict.is_valid();
        let broken = verdict.broken();
        let fide_rule = if valid {
            FideRule::from(verdict.law)
        } else {
            join(broken.iter().map(|law| FideRule::from(*law)))
        };
        let explanation = Bilingual::from(verdict.explanation());
        let json = RuleRecord {
            id: broken.first().map_or(verdict.law.id, |law| law.id),
            valid,
            operators: verdict.operators(),
            formula: verdict.formula(),
            rtype: verdict.rtype.code(),
            explanation: explanation.clone(),
            fide: fide_rule.clone(),
            timestamp,
        };
        Validation {
            valid,
            operators: verdict.operators(),
            formula: verdict.formula(),
            rtype: verdict.rtype.code(),
            explanation,
            fide_rule,
            laws: broken.iter().map(|law| law.id).collect(),
            conditions: verdict.conditions.iter().map(Condition::from).collect(),
            json,
        }
    }
}

impl From<&validate::Condition> for Condition {
    fn from(condition: &validate::Condition) -> Condition {
        Condition {
            law: condition.law.id,
            met: condition.met,
            formula: condition.formula.clone(),
            text: condition.text().into(),
            witnesses: condition.witnesses.iter().map(Witness::from).collect(),
        }
    }
}

fn join(rules: impl Iterator<Item = FideRule>) -> FideRule {
    let (norwegian, english): (Vec<String>, Vec<String>) =
        rules.map(|rule| (rule.norwegian, rule.english)).unzip();
    FideRule {
        norwegian: norwegian.join(", "),
        english: english.join(", "),
    }
}
