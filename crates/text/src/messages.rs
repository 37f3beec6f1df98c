//! Message files: loading, checking and formatting. Each crate that speaks
//! keeps its own files and one [`Messages`] over them; what the files say is
//! no concern of this one.

mod check;
mod function;
mod outline;
mod problem;

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentError, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

pub use self::problem::{MessagesError, Problem};

use self::{function::FUNCTIONS, outline::Outline};
use crate::{Args, Bilingual, Language, args, both};

/// The messages of one crate, in every language.
///
/// A message file is written in [Fluent](https://projectfluent.org/fluent/guide/).
/// Besides what Fluent has, it may call these functions:
///
/// | function | prints | options |
/// |---|---|---|
/// | `PIECE($piece)` | a piece's name; further arguments are its colour (`$side`) and its number (`$n`), in any order | `form:` `bare` (default), `indefinite`, `definite`, `plural`, `definite-plural`; `case: "genitive"` |
/// | `SIDE($side)` | "White", "Hvit" | `form:` `name` (default), `possessive` |
/// | `SQUARE($square)` | "e4" | `form:` `written` (default), `spoken` |
/// | `FILE($file)` | "the e-file"; a square stands for its file | `form:` `definite` (default), `bare` |
/// | `RANK($rank)` | "the fourth rank"; a square stands for its rank | `form:` `definite` (default), `bare` |
/// | `LIST($items)` | "c4, d4 and e5" | `form:` `and` (default), `or` |
/// | `NUMBER($n)` | a number | `form:` `grouped` (default), `plain`, `words`, `ordinal`, `signed`, `percent`; `decimals: 2`; `gender:` `common`, `neuter` for "én" and "ett" |
/// | `KEY($x)` | nothing for people: `knight`, `white` or the text, to select by | |
/// | `GENDER($piece)` | nothing for people: `common` or `neuter`, to select by | |
///
/// Fluent permits only literals after a colon, which is why colour and number
/// are plain arguments. A number selects by itself (`{ $n -> [one] … }`); names
/// select through `KEY` (`{ KEY($side) -> [white] … }`), because `$side` is no
/// text, and [`Messages::new`] refuses what would never match.
///
/// ```
/// use std::sync::LazyLock;
/// use krog_text::{Args, Language, Messages};
/// use shakmaty::{Color, Role};
///
/// static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
///     Messages::new(&[
///         (Language::English, "up = { SIDE($side) } is { PIECE($piece, $n) } up"),
///         (Language::Norwegian, "up = { SIDE($side) } har { PIECE($piece, $n) } mer"),
///     ])
///     .expect("the message files agree")
/// });
///
/// let args = Args::new().color("side", Color::White).role("piece", Role::Pawn).number("n", 2);
/// let text = MESSAGES.both("up", &args);
/// assert_eq!(text.en, "White is two pawns up");
/// assert_eq!(text.no, "Hvit har to bønder mer");
/// ```
pub struct Messages {
    english: FluentBundle<FluentResource>,
    norwegian: FluentBundle<FluentResource>,
    /// Each message with the variables it uses, itself or through others.
    variables: BTreeMap<String, BTreeSet<String>>,
}

impl Messages {
    /// Reads the message files, of which a language may have several.
    ///
    /// Everything that can be wrong with the files is found here and not when a
    /// sentence is needed: syntax, duplicates, calls of functions and options that do
    /// not exist, references to nothing or in a circle, and every message or variable
    /// that one language has and the other lacks.
    pub fn new(sources: &[(Language, &str)]) -> Result<Messages, MessagesError> {
        let mut problems = Vec::new();
        let mut load = |language: Language| {
            let sources: Vec<&str> = sources
                .iter()
                .filter(|(of, _)| *of == language)
                .map(|(_, source)| *source)
                .collect();
            if sources.is_empty() {
                problems.push(Problem::NoSource { language });
            }
            load(language, &sources, &mut problems)
        };
        let (english, english_outline) = load(Language::English);
        let (norwegian, norwegian_outline) = load(Language::Norwegian);
        if problems.is_empty() {
            problems = check::problems(&english_outline, &norwegian_outline);
        }
        if !problems.is_empty() {
            return Err(MessagesError { problems });
        }
        Ok(Messages {
            english,
            norwegian,
            variables: english_outline.variables(),
        })
    }

    /// The text of a message.
    ///
    /// A debug build panics when the message does not exist or an argument is
    /// missing or of the wrong kind. A release build never panics and never drops
    /// anything in silence: it prints a mark in braces where the words should be.
    #[track_caller]
    pub fn text(&self, language: Language, id: &str, args: &Args) -> String {
        let (text, faults) = self.render(language, id, args);
        debug_assert!(
            faults.is_empty(),
            "message `{id}` in `{language}`: {}; the text was: {text}",
            faults.join("; ")
        );
        text
    }

    /// The text of a message in both languages, under the same rules as [`Messages::text`].
    #[track_caller]
    pub fn both(&self, id: &str, args: &Args) -> Bilingual {
        both(|language| self.text(language, id, args))
    }

    /// The ids of all messages, sorted.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// Whether there is a message of that id.
    pub fn contains(&self, id: &str) -> bool {
        self.variables.contains_key(id)
    }

    /// The variables of a message, sorted, with those of the messages it refers to.
    pub fn variables(&self, id: &str) -> impl Iterator<Item = &str> {
        self.variables
            .get(id)
            .into_iter()
            .flatten()
            .map(String::as_str)
    }

    /// The text of a message, and all that went wrong with it.
    fn render(&self, language: Language, id: &str, args: &Args) -> (String, Vec<String>) {
        let bundle = match language {
            Language::English => &self.english,
            Language::Norwegian => &self.norwegian,
        };
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            return (format!("{{{id}}}"), vec!["no such message".to_owned()]);
        };
        let mut errors = Vec::new();
        let text = bundle
            .format_pattern(pattern, Some(args.values()), &mut errors)
            .into_owned();
        let mut faults: Vec<String> = errors.iter().map(FluentError::to_string).collect();
        faults.extend(function::faults_in(&text));
        (text, faults)
    }
}

impl std::fmt::Debug for Messages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Messages")
            .field("variables", &self.variables)
            .finish_non_exhaustive()
    }
}

/// Reads the files of one language; what is wrong with their syntax goes to `problems`.
fn load(
    language: Language,
    sources: &[&str],
    problems: &mut Vec<Problem>,
) -> (FluentBundle<FluentResource>, Outline) {
    let mut bundle = bundle(language);
    let mut outline = Outline::new(language);
    for &source in sources {
        match FluentResource::try_new(source.to_owned()) {
            Ok(resource) => {
                outline.read(source);
                for error in bundle.add_resource(resource).err().into_iter().flatten() {
                    problems.push(match error {
                        FluentError::Overriding { id, .. } => Problem::Duplicate { language, id },
                        other => unreachable!("adding a parsed file only overrides: {other}"),
                    });
                }
            }
            Err((_, errors)) => problems.extend(errors.into_iter().map(|error| {
                Problem::syntax(language, source, error.pos.start, &error.to_string())
            })),
        }
    }
    let textless = |id: &str| bundle.get_message(id).is_some_and(|m| m.value().is_none());
    problems.extend(
        outline
            .messages()
            .filter(|(id, _)| textless(id))
            .map(|(id, entry)| Problem::NoText {
                language,
                line: entry.line,
                id: id.to_owned(),
            }),
    );
    (bundle, outline)
}

/// An empty bundle that knows krog's functions and prints krog's words.
fn bundle(language: Language) -> FluentBundle<FluentResource> {
    let locale: LanguageIdentifier = locale(language).parse().expect("the locale is well formed");
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    bundle.set_use_isolating(false);
    // Fluent takes a plain function here, which cannot carry the language.
    bundle.set_formatter(Some(match language {
        Language::English => |value, _| args::printed(Language::English, value),
        Language::Norwegian => |value, _| args::printed(Language::Norwegian, value),
    }));
    for function in &FUNCTIONS {
        bundle
            .add_function(function.name, move |positional, named| {
                FluentValue::from(function.text(language, positional, named))
            })
            .expect("the functions have different names");
    }
    bundle
}

/// The locale by which Fluent finds plural rules: bokmål is `nb` there.
const fn locale(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Norwegian => "nb",
    }
}

#[cfg(test)]
mod tests;
