//! What is taught about an opening.

use krog_chess::Color;
use krog_stats::teaching;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Bilingual;

/// General advice about an opening; it says nothing about a move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// The code of the opening that the lesson is about.
    pub eco: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its variation, if it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<&'static str>,
    /// The moves to the lesson's position.
    pub moves: String,
    /// Who stands better.
    pub evaluation: Standing,
    /// What the opening is about.
    pub ideas: Vec<Bilingual>,
    /// The principles at work, by their codes.
    pub principles: Vec<&'static str>,
    /// What both sides aim for.
    pub plans: Plans,
}

/// Who stands better, as a sign and in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Standing {
    /// `±`, `+=`, `=`, `∞` or `=+`.
    pub sign: &'static str,
    /// The same in words.
    pub text: Bilingual,
}

/// The plans of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Plans {
    /// White's.
    pub white: Vec<Plan>,
    /// Black's.
    pub black: Vec<Plan>,
}

/// A plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Plan {
    /// The plan in words.
    pub text: Bilingual,
    /// Its moves from the lesson's position; Black's begin with three dots,
    /// and a side passes where the other has two in a row.
    pub moves: Vec<String>,
}

impl From<&teaching::Lesson> for Lesson {
    fn from(lesson: &teaching::Lesson) -> Lesson {
        let plans = |side| lesson.plans_of(side).map(Plan::from).collect();
        Lesson {
            eco: lesson.opening.eco,
            name: lesson.opening.name,
            variation: lesson.opening.variation,
            moves: lesson.line.to_string(),
            evaluation: Standing {
                sign: lesson.sign.symbol(),
                text: lesson.verdict.clone().into(),
            },
            ideas: lesson.ideas.iter().cloned().map(Bilingual::from).collect(),
            principles: lesson.principles.clone(),
            plans: Plans {
                white: plans(Color::White),
                black: plans(Color::Black),
            },
        }
    }
}

impl From<&teaching::Plan> for Plan {
    fn from(plan: &teaching::Plan) -> Plan {
        Plan {
            text: plan.text.clone().into(),
            moves: plan.moves.iter().map(ToString::to_string).collect(),
        }
    }
}
