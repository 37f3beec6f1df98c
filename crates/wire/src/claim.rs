//! Claims: what is said about a move, with its proof.

use krog_chess::{
    Line,
    notation::{self, Form},
};
use krog_insight::{Polarity, Source, Span, spans};
use krog_text::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Bilingual, Witness};

/// Something true about a move, proved by the checker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// What is claimed.
    pub id: &'static str,
    /// Which kind of statement: `board`.
    pub kind: &'static str,
    /// Who found it: `tactic:fork`, `principle:king_safety`, `effect`, `report`.
    pub source: String,
    /// `for` or `against` the move.
    pub polarity: &'static str,
    /// The formula that the checker finds true.
    pub formula: String,
    /// The men and squares it speaks of.
    pub witnesses: Vec<Witness>,
    /// The lines it rests on in UCI; each begins with the judged move.
    pub lines: Vec<Vec<String>>,
    /// The material that is won (or, negative, lost) for sure, in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i32>,
    /// How much it matters, up to 1000.
    pub weight: i32,
    /// The claim as a clause about the move.
    pub text: Bilingual,
    /// Where the texts name squares.
    pub spans: Spans,
}

/// The places in both texts that name squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Spans {
    /// In the English text.
    pub en: Vec<Place>,
    /// In the Norwegian text.
    pub no: Vec<Place>,
}

/// A stretch of a text that names a square. Places are counted in characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Place {
    /// The first character.
    pub start: usize,
    /// One behind the last.
    pub end: usize,
    /// The square.
    pub square: String,
}

impl From<&krog_insight::Claim> for Claim {
    fn from(claim: &krog_insight::Claim) -> Claim {
        let text = claim.text();
        let places = |language: Language| {
            let text = text.get(language);
            spans(claim, language)
                .iter()
                .map(|span| place(text, span))
                .collect()
        };
        Claim {
            id: claim.id,
            kind: "board",
            source: source(claim.source),
            polarity: match claim.polarity {
                Polarity::For => "for",
                Polarity::Against => "against",
            },
            formula: claim.formula.to_string(),
            witnesses: claim.witnesses.iter().map(Witness::from).collect(),
            lines: claim.lines.iter().map(uci).collect(),
            gain: claim.gain,
            weight: claim.weight,
            spans: Spans {
                en: places(Language::English),
                no: places(Language::Norwegian),
            },
            text: text.clone().into(),
        }
    }
}

fn source(source: Source) -> String {
    match source {
        Source::Tactic(id) => format!("tactic:{id}"),
        Source::Principle(code) => format!("principle:{code}"),
        Source::Effect => "effect".to_owned(),
        Source::Report => "report".to_owned(),
    }
}

fn place(text: &str, span: &Span) -> Place {
    let characters = |byte: usize| text[..byte].chars().count();
    Place {
        start: characters(span.range.start),
        end: characters(span.range.end),
        square: span.square.to_string(),
    }
}

/// The moves of a line in UCI.
pub(crate) fn uci(line: &Line) -> Vec<String> {
    line.steps()
        .map(|(position, m)| notation::write(&position, m, Form::Uci))
        .collect()
}
