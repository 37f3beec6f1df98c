//! The functions that message files may call: a registry in which each one
//! declares its name and its options, and says how it prints its arguments.
//! The words themselves come from the tables of the nouns.

use fluent_bundle::{FluentArgs, FluentValue, types::FluentNumber};
use shakmaty::{Color, File, Rank, Role, Square};
use thiserror::Error;

use crate::{
    Conjunction, Gender, Language,
    args::{Word, printed},
    number,
    piece::{self, Phrase},
    side, square,
};

/// A function of message files.
pub(super) struct Function {
    /// The name, in capitals as Fluent demands.
    pub(super) name: &'static str,
    /// The options, each with the values it may have.
    pub(super) options: &'static [(&'static str, Values)],
    print: fn(&Call) -> Result<String, Fault>,
}

/// The values that an option may have.
#[derive(Clone, Copy)]
pub(super) enum Values {
    /// One of these names.
    Names(&'static [&'static str]),
    /// A whole number.
    Number,
}

/// One call of a function.
struct Call<'a> {
    language: Language,
    positional: &'a [FluentValue<'a>],
    named: &'a FluentArgs<'a>,
}

/// A call that cannot be printed.
#[derive(Debug, PartialEq, Error)]
enum Fault {
    #[error("expected {expected}, found {found}")]
    Argument {
        expected: &'static str,
        found: String,
    },
    #[error("found {found} for `{option}`, which is none of its values")]
    Option { option: &'static str, found: String },
}

const SIDE_FORMS: [&str; 2] = ["name", "possessive"];
const SQUARE_FORMS: [&str; 2] = ["written", "spoken"];
const NUMBER_FORMS: [&str; 6] = ["grouped", "plain", "words", "ordinal", "signed", "percent"];

/// All functions.
pub(super) static FUNCTIONS: [Function; 9] = [
    Function {
        name: "PIECE",
        options: &[
            ("form", Values::Names(&piece::Form::NAMES)),
            ("case", Values::Names(&["genitive"])),
        ],
        print: piece,
    },
    Function {
        name: "SIDE",
        options: &[("form", Values::Names(&SIDE_FORMS))],
        print: side,
    },
    Function {
        name: "SQUARE",
        options: &[("form", Values::Names(&SQUARE_FORMS))],
        print: square,
    },
    Function {
        name: "FILE",
        options: &[("form", Values::Names(&square::Form::NAMES))],
        print: file,
    },
    Function {
        name: "RANK",
        options: &[("form", Values::Names(&square::Form::NAMES))],
        print: rank,
    },
    Function {
        name: "LIST",
        options: &[("form", Values::Names(&Conjunction::NAMES))],
        print: list,
    },
    Function {
        name: "NUMBER",
        options: &[
            ("form", Values::Names(&NUMBER_FORMS)),
            ("decimals", Values::Number),
            ("gender", Values::Names(&Gender::NAMES)),
        ],
        print: number,
    },
    Function {
        name: "KEY",
        options: &[],
        print: key,
    },
    Function {
        name: "GENDER",
        options: &[],
        print: gender,
    },
];

impl Function {
    /// What a call prints: its words, or a mark in braces that says what is wrong.
    pub(super) fn text(
        &self,
        language: Language,
        positional: &[FluentValue<'_>],
        named: &FluentArgs<'_>,
    ) -> String {
        let call = Call {
            language,
            positional,
            named,
        };
        (self.print)(&call).unwrap_or_else(|fault| format!("{}{fault}}}", self.mark()))
    }

    /// How the mark of a failed call begins.
    fn mark(&self) -> String {
        format!("{{{}: ", self.name)
    }
}

/// The marks of failed calls in a text. Fluent gives a function no other way to
/// report a failure than what it prints.
pub(super) fn faults_in(text: &str) -> Vec<String> {
    if !text.contains('{') {
        return Vec::new();
    }
    FUNCTIONS
        .iter()
        .filter(|function| text.contains(&function.mark()))
        .map(|function| format!("a call of `{}` failed", function.name))
        .collect()
}

fn piece(call: &Call) -> Result<String, Fault> {
    let form = call.option("form", piece::Form::from_name)?;
    let mut phrase = Phrase::new(call.role()?, form.unwrap_or_default());
    for value in call.positional.iter().skip(1) {
        phrase = match (Word::of(value), whole(value)) {
            (Some(Word::Side(color)), _) => phrase.colored(*color),
            (_, Some(count)) => phrase.counted(count),
            _ => return Err(expected("a side or a count", Some(value))),
        };
    }
    let genitive = call.option("case", |name| (name == "genitive").then_some(()))?;
    if genitive.is_some() {
        phrase = phrase.genitive();
    }
    Ok(phrase.text(call.language))
}

fn side(call: &Call) -> Result<String, Fault> {
    let color = call.color()?;
    let name = match call.name("form", &SIDE_FORMS)? {
        Some("possessive") => side::possessive(call.language, color),
        _ => side::name(call.language, color),
    };
    Ok(name.to_owned())
}

fn square(call: &Call) -> Result<String, Fault> {
    let square = call.square()?;
    Ok(match call.name("form", &SQUARE_FORMS)? {
        Some("spoken") => square::spoken(call.language, square),
        _ => square.to_string(),
    })
}

fn file(call: &Call) -> Result<String, Fault> {
    let form = call.option("form", square::Form::from_name)?;
    Ok(square::file(
        call.language,
        call.file()?,
        form.unwrap_or_default(),
    ))
}

fn rank(call: &Call) -> Result<String, Fault> {
    let form = call.option("form", square::Form::from_name)?;
    Ok(square::rank(
        call.language,
        call.rank()?,
        form.unwrap_or_default(),
    ))
}

fn list(call: &Call) -> Result<String, Fault> {
    let conjunction = call.option("form", Conjunction::from_name)?;
    match call.word() {
        Some(word @ (Word::Squares(_) | Word::Texts(_))) => {
            Ok(word.list(call.language, conjunction.unwrap_or_default()))
        }
        _ => Err(call.expected("a list")),
    }
}

fn number(call: &Call) -> Result<String, Fault> {
    let number = call.number()?;
    let decimals = call.decimals()?;
    let gender = call.option("gender", Gender::from_name)?;
    let counting = || {
        whole(&FluentValue::Number(number.clone()))
            .ok_or_else(|| call.expected("a counting number"))
    };
    let rounded = decimals.unwrap_or(0);
    Ok(match (call.name("form", &NUMBER_FORMS)?, decimals) {
        (Some("words"), _) => {
            number::cardinal(call.language, counting()?, gender.unwrap_or_default())
        }
        (Some("ordinal"), _) => number::ordinal(call.language, counting()?),
        (Some("signed"), _) => number::signed(call.language, number.value, rounded),
        (Some("percent"), _) => number::percent(call.language, number.value, rounded),
        (Some("plain"), _) => number.as_string().into_owned(),
        (_, Some(decimals)) => number::decimal(call.language, number.value, decimals),
        (_, None) => number::grouped(call.language, &number.as_string()),
    })
}

fn key(call: &Call) -> Result<String, Fault> {
    match (call.positional.first(), call.word()) {
        (_, Some(Word::Piece(role))) => Ok(piece::key(*role).to_owned()),
        (_, Some(Word::Side(color))) => Ok(color.fold_wb("white", "black").to_owned()),
        (Some(FluentValue::String(text)), _) => Ok(text.to_string()),
        _ => Err(call.expected("a piece, a side or a text")),
    }
}

fn gender(call: &Call) -> Result<String, Fault> {
    let role = call.role()?;
    Ok(piece::gender(call.language, role).name().to_owned())
}

impl Call<'_> {
    fn word(&self) -> Option<&Word> {
        self.positional.first().and_then(Word::of)
    }

    fn role(&self) -> Result<Role, Fault> {
        match self.word() {
            Some(Word::Piece(role)) => Ok(*role),
            _ => Err(self.expected("a piece")),
        }
    }

    fn color(&self) -> Result<Color, Fault> {
        match self.word() {
            Some(Word::Side(color)) => Ok(*color),
            _ => Err(self.expected("a side")),
        }
    }

    fn square(&self) -> Result<Square, Fault> {
        match self.word() {
            Some(Word::Square(square)) => Ok(*square),
            _ => Err(self.expected("a square")),
        }
    }

    fn file(&self) -> Result<File, Fault> {
        match self.word() {
            Some(Word::File(file)) => Ok(*file),
            Some(Word::Square(square)) => Ok(square.file()),
            _ => Err(self.expected("a file or a square")),
        }
    }

    fn rank(&self) -> Result<Rank, Fault> {
        match self.word() {
            Some(Word::Rank(rank)) => Ok(*rank),
            Some(Word::Square(square)) => Ok(square.rank()),
            _ => Err(self.expected("a rank or a square")),
        }
    }

    fn number(&self) -> Result<&FluentNumber, Fault> {
        match self.positional.first() {
            Some(FluentValue::Number(number)) => Ok(number),
            _ => Err(self.expected("a number")),
        }
    }

    /// The value of an option that is a name, read by `from_name`.
    fn option<T>(
        &self,
        option: &'static str,
        from_name: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let Some(value) = self.named_value(option) else {
            return Ok(None);
        };
        let read = match value {
            FluentValue::String(name) => from_name(name),
            _ => None,
        };
        read.map(Some).ok_or_else(|| Fault::Option {
            option,
            found: described(Some(value)),
        })
    }

    /// The value of an option that is one of these names.
    fn name(
        &self,
        option: &'static str,
        names: &'static [&'static str],
    ) -> Result<Option<&'static str>, Fault> {
        self.option(option, |name| {
            names.iter().copied().find(|known| *known == name)
        })
    }

    fn decimals(&self) -> Result<Option<usize>, Fault> {
        let Some(value) = self.named_value("decimals") else {
            return Ok(None);
        };
        whole(value)
            .and_then(|decimals| usize::try_from(decimals).ok())
            .map(Some)
            .ok_or_else(|| Fault::Option {
                option: "decimals",
                found: described(Some(value)),
            })
    }

    fn named_value(&self, option: &str) -> Option<&FluentValue<'_>> {
        self.named
            .iter()
            .find_map(|(name, value)| (name == option).then_some(value))
    }

    fn expected(&self, what: &'static str) -> Fault {
        expected(what, self.positional.first())
    }
}

fn expected(expected: &'static str, found: Option<&FluentValue<'_>>) -> Fault {
    Fault::Argument {
        expected,
        found: described(found),
    }
}

/// A number that counts something. It is read from its digits, so that no
/// fraction and no sign can be lost.
fn whole(value: &FluentValue<'_>) -> Option<u64> {
    match value {
        FluentValue::Number(number) => number.value.to_string().parse().ok(),
        _ => None,
    }
}

fn described(value: Option<&FluentValue<'_>>) -> String {
    match value {
        None | Some(FluentValue::None | FluentValue::Error) => "nothing".to_owned(),
        Some(FluentValue::String(text)) => format!("the text `{text}`"),
        Some(value) => match Word::of(value) {
            Some(word) => word.kind().to_owned(),
            None => format!(
                "the number {}",
                printed(Language::English, value).unwrap_or_default()
            ),
        },
    }
}
