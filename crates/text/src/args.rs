//! The arguments of a message. They are the same for every language: a piece
//! stays a piece until the message file says in which form to print it.

use std::{any::Any, borrow::Cow};

use fluent_bundle::{
    FluentArgs, FluentValue, bundle,
    types::{FluentNumber, FluentType},
};
use shakmaty::{Color, File, Rank, Role, Square};

use crate::{Bilingual, Conjunction, Language, number, piece, side, square};

/// The values of a message's variables.
///
/// Printed as they are, `{ $piece }` is the bare noun, `{ $side }` the player's
/// name, `{ $n }` a number with separators and a list is joined with "and".
/// Other forms are asked for with the functions of [`crate::Messages`].
///
/// ```
/// use krog_text::Args;
/// use shakmaty::{Role, Square};
///
/// let args = Args::new().role("piece", Role::Knight).square("from", Square::G1);
/// ```
#[derive(Debug, Default)]
pub struct Args {
    values: FluentArgs<'static>,
}

/// A value whose words depend on the language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Word {
    Piece(Role),
    Side(Color),
    Square(Square),
    File(File),
    Rank(Rank),
    Text(Bilingual),
    Squares(Vec<Square>),
    Texts(Vec<Bilingual>),
}

impl Args {
    /// No arguments yet.
    pub fn new() -> Args {
        Args::default()
    }

    /// Sets a kind of piece.
    #[must_use]
    pub fn role(self, name: &'static str, role: Role) -> Args {
        self.word(name, Word::Piece(role))
    }

    /// Sets a side.
    #[must_use]
    pub fn color(self, name: &'static str, color: Color) -> Args {
        self.word(name, Word::Side(color))
    }

    /// Sets a square.
    #[must_use]
    pub fn square(self, name: &'static str, square: Square) -> Args {
        self.word(name, Word::Square(square))
    }

    /// Sets several squares, printed as a list.
    #[must_use]
    pub fn squares(self, name: &'static str, squares: impl IntoIterator<Item = Square>) -> Args {
        self.word(name, Word::Squares(squares.into_iter().collect()))
    }

    /// Sets a file.
    #[must_use]
    pub fn file(self, name: &'static str, file: File) -> Args {
        self.word(name, Word::File(file))
    }

    /// Sets a rank.
    #[must_use]
    pub fn rank(self, name: &'static str, rank: Rank) -> Args {
        self.word(name, Word::Rank(rank))
    }

    /// Sets a whole number or a fraction. Whole numbers are exact to 2⁵³.
    #[must_use]
    pub fn number(mut self, name: &'static str, number: impl Into<FluentNumber>) -> Args {
        self.values.set(name, FluentValue::Number(number.into()));
        self
    }

    /// Sets a text that is the same in every language: a move in SAN, a name.
    #[must_use]
    pub fn text(mut self, name: &'static str, text: impl Into<String>) -> Args {
        self.values.set(name, text.into());
        self
    }

    /// Sets a text that exists in both languages.
    #[must_use]
    pub fn both(self, name: &'static str, text: Bilingual) -> Args {
        self.word(name, Word::Text(text))
    }

    /// Sets several texts that exist in both languages, printed as a list.
    #[must_use]
    pub fn texts(self, name: &'static str, texts: impl IntoIterator<Item = Bilingual>) -> Args {
        self.word(name, Word::Texts(texts.into_iter().collect()))
    }

    pub(crate) fn values(&self) -> &FluentArgs<'static> {
        &self.values
    }

    fn word(mut self, name: &'static str, word: Word) -> Args {
        self.values.set(name, FluentValue::Custom(Box::new(word)));
        self
    }
}

impl Word {
    /// The word inside a value, if it is one.
    pub(crate) fn of<'a>(value: &'a FluentValue<'_>) -> Option<&'a Word> {
        match value {
            FluentValue::Custom(custom) => (**custom).as_any().downcast_ref(),
            _ => None,
        }
    }

    /// How the word is printed where a message asks for no form.
    pub(crate) fn text(&self, language: Language) -> String {
        match self {
            Word::Piece(role) => piece::name(language, *role, piece::Form::Bare),
            Word::Side(color) => side::name(language, *color).to_owned(),
            Word::Square(square) => square.to_string(),
            Word::File(file) => square::file(language, *file, square::Form::default()),
            Word::Rank(rank) => square::rank(language, *rank, square::Form::default()),
            Word::Text(text) => text.get(language).to_owned(),
            Word::Squares(_) | Word::Texts(_) => self.list(language, Conjunction::And),
        }
    }

    /// The items of a list joined with a conjunction; anything else is a list of one.
    pub(crate) fn list(&self, language: Language, conjunction: Conjunction) -> String {
        match self {
            Word::Squares(squares) => conjunction.join(language, squares),
            Word::Texts(texts) => {
                conjunction.join(language, texts.iter().map(|text| text.get(language)))
            }
            other => other.text(language),
        }
    }

    /// What the word is, for errors.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Word::Piece(_) => "a piece",
            Word::Side(_) => "a side",
            Word::Square(_) => "a square",
            Word::File(_) => "a file",
            Word::Rank(_) => "a rank",
            Word::Text(_) => "a text in both languages",
            Word::Squares(_) => "a list of squares",
            Word::Texts(_) => "a list of texts",
        }
    }
}

/// Fluent asks for a text without saying in which language. It never comes to
/// that, because [`printed`] is asked before; English is the answer if it did.
impl FluentType for Word {
    fn duplicate(&self) -> Box<dyn FluentType + Send> {
        Box::new(self.clone())
    }

    fn as_string(&self, _: &Memoizer<fluent_bundle::FluentBundle<()>>) -> Cow<'static, str> {
        Cow::Owned(self.text(Language::English))
    }

    fn as_string_threadsafe(
        &self,
        _: &Memoizer<fluent_bundle::concurrent::FluentBundle<()>>,
    ) -> Cow<'static, str> {
        Cow::Owned(self.text(Language::English))
    }
}

/// How a value is printed in a language, where Fluent's own way is not krog's.
pub(crate) fn printed(language: Language, value: &FluentValue<'_>) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(number::grouped(language, &number.as_string())),
        value => Word::of(value).map(|word| word.text(language)),
    }
}

/// The memoizer of a bundle. Fluent names these types in [`FluentType`] and
/// does not export them; this finds them through the bundles that it does.
pub(crate) type Memoizer<B> = <B as Memoized>::Memoizer;

/// See [`Memoizer`].
pub(crate) trait Memoized {
    /// The type that fluent keeps to itself.
    type Memoizer: Any;
}

impl<R, M: Any> Memoized for bundle::FluentBundle<R, M> {
    type Memoizer = M;
}
