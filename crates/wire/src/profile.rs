//! Label profiles as they are listed, and as users write them in TOML.

use std::collections::BTreeMap;

use krog_advisor::{Label, PROFILES, Profile, profile};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Bilingual;

/// A label profile, with everything it declares.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileRule {
    /// Its name on the command line.
    pub id: String,
    /// Which registry it belongs to: `profiles`.
    pub kind: &'static str,
    /// What it compares.
    pub explanation: Bilingual,
    /// The factor of a centipawn in 1 / (1 + e^(−slope·cp)).
    pub slope: f64,
    /// Scores beyond ± this many centipawns count as this many.
    pub clamp: Option<i32>,
    /// What the ordinary start counts for White, in centipawns.
    pub start: Option<i32>,
    /// What a move is held against.
    pub reference: Reference,
    /// Where best, excellent, good, inaccuracy and mistake end.
    pub loss: [f64; 5],
    /// The same in centipawns, where both are looked at.
    pub centipawns: Option<Centipawns>,
    /// What is made of mates.
    pub mates: Mates,
    /// Whether the only legal move has a label of its own.
    pub forced: bool,
    /// Whether theory is told.
    pub book: bool,
    /// When a move is the only one.
    pub critical: Option<Critical>,
    /// How sacrifices are recognised.
    pub brilliant: Option<Sacrifice>,
    /// When a gift was let slip.
    pub miss: Option<Miss>,
    /// How accuracy is counted.
    pub accuracy: Formula,
    /// What labels are called.
    pub names: BTreeMap<&'static str, Bilingual>,
}

/// A profile of the user's own: one of the built-in ones with changes.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ProfileFile {
    id: String,
    #[serde(default)]
    base: Option<String>,
    #[serde(default)]
    slope: Option<f64>,
    #[serde(default)]
    clamp: Option<i32>,
    #[serde(default)]
    start: Option<i32>,
    #[serde(default)]
    reference: Option<Reference>,
    #[serde(default)]
    loss: Option<[f64; 5]>,
    #[serde(default)]
    centipawns: Option<Centipawns>,
    #[serde(default)]
    mates: Option<Mates>,
    #[serde(default)]
    forced: Option<bool>,
    #[serde(default)]
    book: Option<bool>,
    #[serde(default)]
    critical: Option<Critical>,
    #[serde(default)]
    brilliant: Option<Sacrifice>,
    #[serde(default)]
    miss: Option<Miss>,
    #[serde(default)]
    accuracy: Option<Formula>,
    #[serde(default)]
    off: Vec<Switch>,
    #[serde(default)]
    names: BTreeMap<String, Names>,
}

/// What a profile can be without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Switch {
    Clamp,
    Start,
    Centipawns,
    Critical,
    Brilliant,
    Miss,
}

/// A name in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Names {
    en: String,
    no: String,
}

/// Edges in centipawns, and which label counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Centipawns {
    /// Where best, excellent, good, inaccuracy and mistake end.
    pub edges: [i32; 5],
    /// Which of the two labels counts.
    pub counts: Counts,
}

/// When a move is the only one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Critical {
    /// What the second best move loses at least.
    pub second: f64,
    /// How a man that is there for the taking is recognised.
    pub free: Sacrifice,
}

/// When a gift was let slip.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Miss {
    /// What the opponent's last move lost at least.
    pub gift: f64,
    /// The least share given back.
    pub from: f64,
    /// The share from which it is more than a miss.
    pub to: f64,
}

/// An enum of the core with names for JSON and TOML.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$case_doc])* $case),*
        }

        impl From<profile::$name> for $name {
            fn from(value: profile::$name) -> $name {
                match value {
                    $(profile::$name::$case => $name::$case),*
                }
            }
        }

        impl From<$name> for profile::$name {
            fn from(value: $name) -> profile::$name {
                match value {
                    $($name::$case => profile::$name::$case),*
                }
            }
        }
    };
}

named! {
    /// What a move is held against.
    Reference {
        /// The evaluation before the move.
        Before,
        /// The engine's move.
        AfterBest,
        /// The best combined score.
        Blended,
    }
}
named! {
    /// Which of two labels counts.
    Counts {
        /// The worse one.
        Harsher,
        /// The better one.
        Milder,
    }
}
named! {
    /// What is made of mates.
    Mates {
        /// Steps of moves and centipawns.
        Steps,
        /// A mate is a certain win.
        Chances,
        /// A mate let go is a miss, one allowed a blunder.
        Decisive,
        /// Lichess's rules.
        Lichess,
    }
}
named! {
    /// How men in danger are recognised.
    Sacrifice {
        /// By attackers and defenders.
        Safety,
        /// By static exchange.
        Exchange,
    }
}
named! {
    /// How accuracy is counted.
    Formula {
        /// Source 001's curve and a plain mean.
        Wintr,
        /// Lichess's curve and its two means.
        Lichess,
    }
}

impl From<&Profile> for ProfileRule {
    fn from(profile: &Profile) -> ProfileRule {
        let names = Label::ALL.into_iter();
        ProfileRule {
            id: profile.id.to_string(),
            kind: "profiles",
            explanation: profile.explanation().into(),
            slope: profile.curve.slope,
            clamp: profile.curve.clamp,
            start: profile.start,
            reference: profile.reference.into(),
            loss: profile.loss,
            centipawns: profile.centipawns.map(|both| Centipawns {
                edges: both.edges,
                counts: both.counts.into(),
            }),
            mates: profile.mates.into(),
            forced: profile.forced,
            book: profile.book == profile::Book::First,
            critical: profile.critical.map(|rule| Critical {
                second: rule.second,
                free: rule.free.into(),
            }),
            brilliant: profile.brilliant.map(Into::into),
            miss: profile.miss.map(|miss| Miss {
                gift: miss.gift,
                from: miss.from,
                to: miss.to,
            }),
            accuracy: profile.accuracy.into(),
            names: names
                .map(|label| (label.code(), profile.name(label).into()))
                .collect(),
        }
    }
}

/// Reads a profile from TOML; what is wrong is told by its key.
///
/// ```
/// let text = r#"
/// id = "strict"
/// base = "wintr"
/// loss = [0.005, 0.02, 0.05, 0.1, 0.2]
/// off = ["critical"]
/// "#;
/// let profile = krog_wire::read_profile(text)?;
/// assert_eq!((profile.id.as_ref(), profile.critical), ("strict", None));
/// # Ok::<(), String>(())
/// ```
pub fn read_profile(text: &str) -> Result<Profile, String> {
    let file: ProfileFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let base = match &file.base {
        Some(base) => Profile::get(base).map_err(|error| format!("base: {error}"))?,
        None => &PROFILES[0],
    };
    if file.id.is_empty() || Profile::get(&file.id).is_ok() {
        let found = &file.id;
        return Err(format!(
            "id: found {found:?}, expected a name that is not built in"
        ));
    }
    let profile = file.on(base.clone())?;
    check(&profile)?;
    Ok(profile)
}

impl ProfileFile {
    /// The base with the file's changes.
    fn on(self, base: Profile) -> Result<Profile, String> {
        let kept = |switch: Switch| !self.off.contains(&switch);
        let centipawns = self.centipawns.map(|both| profile::Centipawns {
            edges: both.edges,
            counts: both.counts.into(),
        });
        let critical = self.critical.map(|rule| profile::Critical {
            second: rule.second,
            free: rule.free.into(),
        });
        let miss = self.miss.map(|miss| profile::Miss {
            gift: miss.gift,
            from: miss.from,
            to: miss.to,
        });
        let book = match self.book {
            Some(true) => profile::Book::First,
            Some(false) => profile::Book::Never,
            None => base.book,
        };
        let brilliant = self.brilliant.map(profile::Sacrifice::from);
        let clamp = self.clamp.or(base.curve.clamp);
        let start = self.start.or(base.start);
        let centipawns = centipawns.or(base.centipawns);
        Ok(Profile {
            id: self.id.clone().into(),
            curve: krog_chess::Curve {
                slope: self.slope.unwrap_or(base.curve.slope),
                clamp: clamp.filter(|_| kept(Switch::Clamp)),
            },
            start: start.filter(|_| kept(Switch::Start)),
            reference: self.reference.map_or(base.reference, Into::into),
            loss: self.loss.unwrap_or(base.loss),
            centipawns: centipawns.filter(|_| kept(Switch::Centipawns)),
            mates: self.mates.map_or(base.mates, Into::into),
            forced: self.forced.unwrap_or(base.forced),
            book,
            critical: critical
                .or(base.critical)
                .filter(|_| kept(Switch::Critical)),
            brilliant: brilliant
                .or(base.brilliant)
                .filter(|_| kept(Switch::Brilliant)),
            miss: miss.or(base.miss).filter(|_| kept(Switch::Miss)),
            accuracy: self.accuracy.map_or(base.accuracy, Into::into),
            names: self.names()?.into_iter().chain(base.names).collect(),
        })
    }

    fn names(&self) -> Result<Vec<(Label, profile::Name)>, String> {
        let read = |(code, names): (&String, &Names)| {
            let label: Label = code.parse().map_err(|error| format!("names: {error}"))?;
            let own = krog_text::Bilingual {
                en: names.en.clone(),
                no: names.no.clone(),
            };
            Ok((label, profile::Name::Own(own)))
        };
        self.names.iter().map(read).collect()
    }
}

/// What TOML's types do not say: numbers in their range, edges in order.
fn check(profile: &Profile) -> Result<(), String> {
    let share = |number: f64| (0.0..=1.0).contains(&number);
    let slope = profile.curve.slope;
    if !(slope > 0.0 && slope < 1.0) {
        return Err(format!(
            "slope: found {slope}, expected more than 0 and less than 1"
        ));
    }
    if !profile.loss.is_sorted() || !profile.loss.into_iter().all(share) {
        let found = profile.loss;
        return Err(format!(
            "loss: found {found:?}, expected five rising numbers from 0 to 1"
        ));
    }
    if let Some(both) = profile.centipawns
        && !both.edges.is_sorted()
    {
        let found = both.edges;
        return Err(format!(
            "centipawns.edges: found {found:?}, expected five rising numbers"
        ));
    }
    if let Some(rule) = profile.critical
        && !share(rule.second)
    {
        let found = rule.second;
        return Err(format!(
            "critical.second: found {found}, expected a number from 0 to 1"
        ));
    }
    if let Some(miss) = profile.miss
        && !(share(miss.gift) && miss.gift > 0.0 && miss.from >= 0.0 && miss.from < miss.to)
    {
        return Err("miss: expected a gift from 0 to 1, and from less than to".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, part: &str) {
        let error = read_profile(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }

    #[test]
    fn what_is_wrong_is_told_by_its_key() {
        check("loss = [1, 2]", "loss");
        check("id = \"x\"\nloses = 3", "loses");
        check("id = \"x\"\nbase = \"y\"", "base: found \"y\"");
        check("id = \"wintr\"", "id: found \"wintr\"");
        check(
            "id = \"x\"\nloss = [0.5, 0.4, 0.6, 0.7, 0.8]",
            "loss: found",
        );
        check("id = \"x\"\nslope = -1.0", "slope: found -1");
        check(
            "id = \"x\"\n[names.great]\nen = \"a\"\nno = \"b\"",
            "names: found \"great\"",
        );
        check("id = \"x\"\nmates = \"never\"", "mates");
        check("base = \"wintr\"", "id");
    }

    #[test]
    fn a_file_changes_what_it_names_and_nothing_else() {
        let text = "id = \"x\"\nbase = \"dual\"\noff = [\"centipawns\"]\n[names.best]\nen = \"top\"\nno = \"topp\"";
        let profile = read_profile(text).expect("well formed");
        let dual = Profile::get("dual").expect("built in");
        assert_eq!(profile.centipawns, None);
        assert_eq!((profile.loss, profile.mates), (dual.loss, dual.mates));
        assert_eq!(profile.name(Label::Best).no, "topp");
    }

    #[test]
    fn every_profile_is_listed_whole() {
        for profile in PROFILES.iter() {
            let json = crate::to_json(&ProfileRule::from(profile));
            assert!(
                json.contains("\"slope\"") && json.contains("\"names\""),
                "{json}"
            );
        }
    }
}
