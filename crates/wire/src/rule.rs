//! Laws as they are listed.

use krog_logic::Law;
use krog_text::Language;
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema, schema::AnyOfBuilder},
};

use crate::Bilingual;

/// A law of chess, with everything it declares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// Which registry it belongs to: `laws`.
    pub kind: &'static str,
    /// Its name.
    pub name: Bilingual,
    /// The operators it is explained with.
    pub operators: &'static [&'static str],
    /// The formula.
    pub formula: String,
    /// What the formula speaks of: `move` (the variable `m`) or `state`.
    pub about: &'static str,
    /// The kind of rule.
    pub rtype: &'static str,
    /// The articles of the FIDE Laws of Chess.
    pub fide: FideRule,
    /// Other names and numbers.
    pub aliases: &'static [&'static str],
    /// What it says.
    pub explanation: Bilingual,
    /// Phrases that name it.
    pub voice: Voice,
}

/// An entry of one of the registries.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum RuleEntry {
    /// A law.
    Law(Box<Rule>),
    /// A principle.
    Principle(Box<crate::PrincipleRule>),
    /// A tactic.
    Tactic(Box<crate::Tactic>),
    /// A term of the evaluation.
    Term(Box<crate::Term>),
    /// A label profile.
    Profile(Box<crate::ProfileRule>),
}

// Written by hand: the derived schema says `oneOf`, and an entry that has all
// fields of a law has all fields of a tactic too.
impl PartialSchema for RuleEntry {
    fn schema() -> RefOr<Schema> {
        let any = AnyOfBuilder::new()
            .item(Rule::schema())
            .item(crate::PrincipleRule::schema())
            .item(crate::Tactic::schema())
            .item(crate::Term::schema())
            .item(crate::ProfileRule::schema());
        RefOr::T(Schema::AnyOf(any.build()))
    }
}

impl ToSchema for RuleEntry {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Rule::schemas(schemas);
        crate::PrincipleRule::schemas(schemas);
        crate::Tactic::schemas(schemas);
        crate::Term::schemas(schemas);
        crate::ProfileRule::schemas(schemas);
    }
}

/// Phrases in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Voice {
    /// English.
    pub en: Vec<String>,
    /// Norwegian.
    pub no: Vec<String>,
}

/// Articles of the FIDE Laws of Chess, in both editions' numbering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FideRule {
    /// As the Norwegian edition writes it.
    pub norwegian: String,
    /// As the English edition writes it.
    pub english: String,
}

impl From<&Law> for Rule {
    fn from(law: &Law) -> Rule {
        Rule {
            id: law.id,
            kind: "laws",
            name: law.name().into(),
            operators: law.operators,
            formula: law.parsed().to_string(),
            about: match law.about {
                krog_logic::law::About::Move => "move",
                krog_logic::law::About::State => "state",
            },
            rtype: law.rtype.code(),
            fide: law.into(),
            aliases: law.aliases,
            explanation: law.explanation().into(),
            voice: Voice {
                en: law.voice(Language::English),
                no: law.voice(Language::Norwegian),
            },
        }
    }
}

impl From<&Law> for FideRule {
    fn from(law: &Law) -> FideRule {
        FideRule {
            norwegian: law.fide_norwegian(),
            english: law.fide.to_owned(),
        }
    }
}
