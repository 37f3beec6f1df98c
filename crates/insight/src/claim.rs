//! Claims: what is said about a move, with the formula that proves it.
//!
//! A detector proposes; the checker of `logic`, given the position and the
//! lines alone, disposes. A proposal that the checker does not find true is
//! counted and goes no further.

use std::{borrow::Cow, collections::BTreeMap};

use krog_chess::{Board, Line, Role, Square};
use krog_logic::{Env, Formula, Trace, Witness};
use krog_text::Bilingual;

use crate::{render, scene::Scene, vocabulary::vocabulary};

/// Whether a claim speaks for the move it is about, or against it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// A reason to play the move.
    For,
    /// A reason not to.
    Against,
}

/// Who found a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A tactic; the id is that of the theme.
    Tactic(&'static str),
    /// A principle; the code of it.
    Principle(&'static str),
    /// What a move does or prevents.
    Effect,
    /// What a position is like.
    Report,
}

/// Something true about a move or a position, proved by the checker.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed; the key of its text and of its description in the docs.
    pub id: &'static str,
    /// The proved formula, judged where the first line begins.
    pub formula: Formula,
    /// The men and squares it speaks of.
    pub witnesses: Vec<Witness>,
    /// The lines it rests on; each begins with the judged move.
    pub lines: Vec<Line>,
    /// For or against the move.
    pub polarity: Polarity,
    /// How much it matters: a mate 1000, a quiet move 1.
    pub weight: i32,
    /// Who found it.
    pub source: Source,
    /// The material it wins or loses for sure, in centipawns.
    pub gain: Option<i32>,
    words: Words,
}

impl Claim {
    /// The claim as a clause about the move: "develops the knight from g1"; of a
    /// position, as a sentence.
    pub fn text(&self) -> Bilingual {
        let prefix = match self.source {
            Source::Report => "report",
            _ => "claim",
        };
        render::clause(prefix, self.id, &self.words)
    }
}

/// The words that a claim's text is filled with.
pub(crate) type Words = Vec<(&'static str, Word)>;

/// A word of a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Word {
    /// A man where it stands: "the knight on c6".
    Man(Role, Square),
    /// Several of them.
    Men(Vec<(Role, Square)>),
    /// A kind of man.
    Role(Role),
    /// Squares.
    Squares(Vec<Square>),
    /// A side.
    Side(krog_chess::Color),
    /// A number.
    Number(i32),
    /// Moves as they are written.
    Moves(String),
    /// Centipawns, as what they buy.
    Worth(i32),
}

/// A claim before the checker has seen it.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    id: &'static str,
    formula: String,
    witnesses: Vec<Witness>,
    lines: Vec<Line>,
    polarity: Polarity,
    weight: i32,
    source: Source,
    gain: Option<i32>,
    words: Words,
}

impl Proposal {
    /// A proposal of a detector.
    pub(crate) fn new(id: &'static str, source: Source, formula: impl Into<String>) -> Proposal {
        Proposal {
            id,
            formula: formula.into(),
            witnesses: Vec::new(),
            lines: Vec::new(),
            polarity: Polarity::For,
            weight: 50,
            source,
            gain: None,
            words: Vec::new(),
        }
    }

    pub(crate) fn against(mut self) -> Proposal {
        self.polarity = Polarity::Against;
        self
    }

    pub(crate) fn weight(mut self, weight: i32) -> Proposal {
        self.weight = weight;
        self
    }

    pub(crate) fn gain(mut self, gain: i32) -> Proposal {
        self.gain = Some(gain);
        self
    }

    pub(crate) fn lines(mut self, lines: Vec<Line>) -> Proposal {
        self.lines = lines;
        self
    }

    /// Adds a word of the text.
    pub(crate) fn word(mut self, name: &'static str, word: Word) -> Proposal {
        self.words.push((name, word));
        self
    }

    /// Adds whoever stands on a square of `board` as a witness.
    pub(crate) fn witness(
        mut self,
        role: impl Into<Cow<'static, str>>,
        board: &Board,
        square: Square,
    ) -> Proposal {
        self.witnesses.push(Witness {
            role: role.into(),
            piece: board.piece_at(square),
            square,
        });
        self
    }

    /// Adds a man as a witness and as a word of that name.
    pub(crate) fn man(self, name: &'static str, board: &Board, square: Square) -> Proposal {
        let Some(role) = board.role_at(square) else {
            return self;
        };
        self.witness(name, board, square)
            .word(name, Word::Man(role, square))
    }

    /// Adds men as witnesses and as a word of that name.
    pub(crate) fn men(
        mut self,
        name: &'static str,
        board: &Board,
        squares: impl IntoIterator<Item = Square>,
    ) -> Proposal {
        let mut men = Vec::new();
        for square in squares {
            self = self.witness(name, board, square);
            men.extend(board.role_at(square).map(|role| (role, square)));
        }
        self.word(name, Word::Men(men))
    }

    /// Adds squares as witnesses and as a word of that name.
    pub(crate) fn squares(
        mut self,
        name: &'static str,
        board: &Board,
        squares: impl IntoIterator<Item = Square>,
    ) -> Proposal {
        let squares: Vec<Square> = squares.into_iter().collect();
        for square in &squares {
            self = self.witness(name, board, *square);
        }
        self.word(name, Word::Squares(squares))
    }
}

/// Where proposals become claims: keeps what is proved and counts what is not.
#[derive(Clone, Default, Debug)]
pub struct Court {
    claims: Vec<Claim>,
    rejected: BTreeMap<&'static str, u64>,
}

impl Court {
    /// Hands a proposal about a move to the checker; whether it was proved.
    pub(crate) fn hear(&mut self, scene: &Scene, proposal: Proposal) -> bool {
        match proposal.lines.first() {
            Some(main) => {
                let trace = Trace::of_line(main).with_lines(&proposal.lines);
                self.judge(&trace, proposal)
            }
            None => self.judge(scene.trace(), proposal),
        }
    }

    /// Hands a proposal about the first state of a trace to the checker.
    pub(crate) fn judge(&mut self, trace: &Trace, proposal: Proposal) -> bool {
        let formula = Formula::parse(&proposal.formula, vocabulary());
        let env = Env::at(trace, 0);
        let proved = match (&formula, &env) {
            (Ok(formula), Some(env)) => formula.holds(env),
            _ => false,
        };
        let Some(formula) = formula.ok().filter(|_| proved) else {
            *self.rejected.entry(proposal.id).or_default() += 1;
            return false;
        };
        self.claims.push(Claim {
            id: proposal.id,
            formula,
            witnesses: proposal.witnesses,
            lines: proposal.lines,
            polarity: proposal.polarity,
            weight: proposal.weight,
            source: proposal.source,
            gain: proposal.gain,
            words: proposal.words,
        });
        true
    }

    /// What was proved so far, in the order it was heard.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// How many proposals the checker turned down, by the id they had.
    pub fn rejected(&self) -> &BTreeMap<&'static str, u64> {
        &self.rejected
    }

    /// The claims and the count of the rejected.
    pub(crate) fn close(self) -> (Vec<Claim>, BTreeMap<&'static str, u64>) {
        (self.claims, self.rejected)
    }
}
