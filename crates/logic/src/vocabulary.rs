//! The words of the language: operators, functions and named predicates.
//!
//! Each word declares itself in one place: its name, what it takes, what it
//! gives, what it means, and either a definition in the language itself or the
//! function that computes it. Other crates extend the [`Vocabulary`] with words
//! of their own; a definition may use only words that are there already.

mod base;
mod gain;
mod operators;
mod pawns;
mod play;
mod shapes;
mod terms;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, LazyLock},
};

use crate::{
    env::Env,
    formula::Formula,
    sort::{Sort, Value},
    syntax::{self, SyntaxError},
};

/// A word of the language.
#[derive(Clone)]
pub struct Entry {
    /// The name in formulas.
    pub name: &'static str,
    /// The sorts of its arguments.
    pub params: &'static [Param],
    /// What it gives.
    pub gives: Gives,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// How it is decided.
    pub body: Body,
}

/// An argument of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name, in definitions and documentation.
    pub name: &'static str,
    /// Its sort.
    pub sort: Sort,
    /// Whether it may be left out (only at the end).
    pub optional: bool,
}

/// What a word gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// True or false.
    Truth,
    /// A value of this sort.
    Value(Sort),
    /// A principle: it is spoken of by P, O and F.
    Principle,
}

/// How a word is decided.
#[derive(Clone)]
pub enum Body {
    /// By a function of the state; no answer counts as false.
    Test(fn(&Env<'_>, &[Value]) -> Option<bool>),
    /// By a function that gives a value; none when there is none.
    Compute(fn(&Env<'_>, &[Value]) -> Option<Value>),
    /// By a formula over its arguments.
    Defined(Formula),
    /// A principle of play: when it speaks of a move at all, and what it asks.
    Principle {
        /// Where the principle has something to say.
        applies: Formula,
        /// What it is about; for a prohibition, what it forbids.
        condition: Formula,
    },
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A word to be defined by a formula.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name in formulas.
    pub name: &'static str,
    /// The arguments.
    pub params: &'static [Param],
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// The formula over the arguments' names.
    pub formula: &'static str,
}

/// All words that a formula may use.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    entries: BTreeMap<&'static str, Arc<Entry>>,
}

static BASE: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::default();
    for entry in operators::entries()
        .chain(shapes::entries())
        .chain(terms::entries())
        .chain(gain::ENTRIES)
        .chain(pawns::ENTRIES)
        .chain(play::entries())
    {
        vocabulary.add(entry.clone());
    }
    let definitions = [base::DEFINITIONS, pawns::DEFINITIONS, play::DEFINITIONS];
    for definition in definitions.into_iter().flatten() {
        vocabulary
            .define(*definition)
            .expect("the base definitions are checked by a test");
    }
    vocabulary
});

impl Vocabulary {
    /// The words that `logic` itself knows.
    pub fn base() -> &'static Vocabulary {
        &BASE
    }

    /// Adds a word; it replaces one of the same name.
    pub fn add(&mut self, entry: Entry) {
        self.entries.insert(entry.name, Arc::new(entry));
    }

    /// Adds a predicate defined by a formula over words known so far.
    pub fn define(&mut self, definition: Definition) -> Result<(), SyntaxError> {
        let formula = syntax::parse_definition(definition.formula, definition.params, self)?;
        self.add(Entry {
            name: definition.name,
            params: definition.params,
            gives: Gives::Truth,
            meaning: definition.meaning,
            body: Body::Defined(formula),
        });
        Ok(())
    }

    /// Adds a principle of play, of which P, O and F speak.
    pub fn principle(
        &mut self,
        code: &'static str,
        meaning: &'static str,
        applies: &str,
        condition: &str,
    ) -> Result<(), SyntaxError> {
        let body = Body::Principle {
            applies: syntax::parse_definition(applies, &[], self)?,
            condition: syntax::parse_definition(condition, &[], self)?,
        };
        self.add(Entry {
            name: code,
            params: &[],
            gives: Gives::Principle,
            meaning,
            body,
        });
        Ok(())
    }

    /// Looks a word up.
    pub fn get(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.get(name)
    }

    /// All words, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().map(AsRef::as_ref)
    }
}

/// A required argument.
pub const fn param(name: &'static str, sort: Sort) -> Param {
    Param {
        name,
        sort,
        optional: false,
    }
}

/// An argument that may be left out.
pub const fn optional(name: &'static str, sort: Sort) -> Param {
    Param {
        name,
        sort,
        optional: true,
    }
}
