//! Random formulas in text: well sorted, and sooner or later with every
//! constructor and every word of the base vocabulary.

use krog_chess::random::Dice;
use krog_logic::{
    Vocabulary,
    sort::{Ending, Sort},
    vocabulary::{Entry, Gives},
};

const MOVES: [&str; 22] = [
    "Nf3", "e4", "exd5", "e8=Q+", "exd8=N#", "O-O", "O-O-O", "g1f3", "e7e8q", "Ng1-f3", "Nbd2",
    "R1e2", "Qh4#", "Bb5+", "Kxe2", "e2e4", "e2-e4", "bxc3", "a1h8", "Qa1xh8", "b8", "O-O+",
];
const TEXTS: [&str; 8] = [
    "Nf3",
    "g1f3",
    "san",
    "",
    "knight takes e five",
    "løper på f7 ∧ ¬",
    "no",
    "}(",
];
const SQUARES: [&str; 6] = ["e4", "a1", "h8", "b7", "d5", "g2"];
const COLORS: [&str; 4] = ["self", "opponent", "white", "black"];
const ROLES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const NAMES: [&str; 8] = ["p", "q", "m", "s", "x1", "a_b", "Q", "attacker"];
const SORTS: [Sort; 12] = [
    Sort::Square,
    Sort::Piece,
    Sort::Color,
    Sort::Role,
    Sort::Side,
    Sort::Number,
    Sort::Text,
    Sort::Move,
    Sort::Ending,
    Sort::Squares,
    Sort::Pieces,
    Sort::Moves,
];

/// Writes formulas by chance.
pub(crate) struct Generator {
    dice: Dice,
    /// The variables in scope, the outermost first.
    scope: Vec<(&'static str, Sort)>,
    entries: Vec<&'static Entry>,
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        Generator {
            dice: Dice::new(seed),
            scope: Vec::new(),
            entries: Vocabulary::base().iter().collect(),
        }
    }

    fn one(&mut self, items: &[&'static str]) -> String {
        (*self.dice.pick(items).expect("there are items")).to_owned()
    }

    fn chance(&mut self, out_of: usize) -> bool {
        self.dice.below(out_of) == 0
    }

    /// A statement, at most `depth` operators deep.
    pub(crate) fn state(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let inner = depth - 1;
        match self.dice.below(12) {
            0 => format!("¬({})", self.state(inner)),
            1 | 2 => {
                let sign = self.one(&["∧", "∨", "→", "↔"]);
                format!("({}) {sign} ({})", self.state(inner), self.state(inner))
            }
            3 => format!("{}({})", self.one(&["P", "O", "F"]), self.action(2)),
            4 => format!("{}({})", self.one(&["P", "O"]), self.state(inner)),
            5 => self.right(),
            6 => {
                let tense = self.one(&["G", "F", "X", "Y", "once", "hist"]);
                let bound = match tense.as_str() {
                    "X" | "Y" => String::new(),
                    _ => self.bound(),
                };
                format!("{tense}{bound}({})", self.state(inner))
            }
            7 => {
                let sign = self.one(&["U", "R", "S"]);
                let bound = self.bound();
                format!(
                    "({}) {sign}{bound} ({})",
                    self.state(inner),
                    self.state(inner)
                )
            }
            8 => self.quantified(inner),
            9 => format!("({}) after {}", self.state(inner), self.action(2)),
            10 => self.compare(),
            _ => self.atom(inner),
        }
    }

    fn leaf(&mut self) -> String {
        match self.dice.below(4) {
            0 => self.one(&["⊤", "⊥"]),
            1 => self.compare(),
            2 => format!("{}({})", self.one(&["P", "O", "F"]), self.action(0)),
            _ => self.atom(0),
        }
    }

    fn bound(&mut self) -> String {
        match self.dice.below(3) {
            0 => format!("[≤{}]", self.dice.below(5)),
            1 if self.chance(9) => "[≤4294967295]".to_owned(),
            _ => String::new(),
        }
    }

    fn action(&mut self, depth: usize) -> String {
        match self.dice.below(9) {
            0 | 1 => self.one(&MOVES),
            2 => self.one(&["move", "castle", "en_passant", "promote"]),
            3 => self.one(&["resign", "offer_draw", "claim_draw"]),
            4 => format!("promote({})", self.one(&ROLES)),
            5 => self.one(&["castle(kingside)", "castle(queenside)"]),
            6 if depth > 0 => format!("¬{}", self.action(depth - 1)),
            7 => format!(
                "{}(\"{}\")",
                self.one(&["PSA", "PUCI", "PVN"]),
                self.one(&TEXTS)
            ),
            _ => self.term(Sort::Move, 1),
        }
    }

    fn right(&mut self) -> String {
        let who = self.term(Sort::Color, 1);
        let powers = ["castle", "castle(queenside)", "en_passant", "draw", "lose"];
        match self.dice.below(4) {
            0 => format!("C({who}, draw)"),
            1 => format!("L({who}, {})", self.action(2)),
            2 => format!("{}({})", self.one(&["W", "I"]), self.one(&powers)),
            _ => {
                let right = self.one(&["W", "I", "B", "D"]);
                format!("{right}({who}, {})", self.one(&powers))
            }
        }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let (set, sort) = self.any_set();
        let name = *self.dice.pick(&NAMES).expect("there are names");
        let sign = self.one(&["∀", "∃"]);
        self.scope.push((name, sort.element().expect("a set")));
        let body = self.state(depth);
        self.scope.pop();
        format!("({sign}{name} ∈ {set}: {body})")
    }

    /// A set and the sort that the reader gives it.
    fn any_set(&mut self) -> (String, Sort) {
        let sort = [Sort::Squares, Sort::Pieces, Sort::Moves][self.dice.below(3)];
        if sort != Sort::Moves && self.chance(4) {
            return (self.set(), Sort::Squares);
        }
        (self.call_giving(sort, 1), sort)
    }

    fn compare(&mut self) -> String {
        if self.chance(3) {
            let sign = self.one(&["∈", "∉"]);
            let (set, sort) = self.any_set();
            let element = match sort {
                Sort::Moves => self.clear_move(),
                _ => self.term(Sort::Square, 1),
            };
            return format!("{element} {sign} {set}");
        }
        if self.chance(2) {
            let sign = self.one(&["=", "≠", "<", "≤", ">", "≥"]);
            let left = self.term(Sort::Number, 2);
            return format!("{left} {sign} {}", self.term(Sort::Number, 2));
        }
        let sort = SORTS[self.dice.below(SORTS.len())];
        let sign = self.one(&["=", "≠"]);
        let left = match sort {
            Sort::Move => self.clear_move(),
            Sort::Moves => self.call_giving(Sort::Moves, 1),
            _ => self.term(sort, 1),
        };
        format!("{left} {sign} {}", self.term(sort, 1))
    }

    /// A move that is no square at first sight.
    fn clear_move(&mut self) -> String {
        match self.term(Sort::Move, 1) {
            text if text.len() == 2 && text.parse::<krog_chess::Square>().is_ok() => "Nf3".into(),
            text => text,
        }
    }

    fn atom(&mut self, depth: usize) -> String {
        let truths: Vec<&'static Entry> = self.giving(Gives::Truth);
        let entry = truths[self.dice.below(truths.len())];
        self.call(entry, depth.max(1))
    }

    fn giving(&self, gives: Gives) -> Vec<&'static Entry> {
        let fits = |entry: &&&'static Entry| entry.gives == gives;
        self.entries.iter().filter(fits).copied().collect()
    }

    fn call_giving(&mut self, sort: Sort, depth: usize) -> String {
        let entries = self.giving(Gives::Value(sort));
        let entry = entries[self.dice.below(entries.len())];
        self.call(entry, depth)
    }

    fn call(&mut self, entry: &Entry, depth: usize) -> String {
        let required = entry.params.iter().filter(|param| !param.optional).count();
        let count = required + self.dice.below(entry.params.len() - required + 1);
        let arguments: Vec<String> = entry.params[..count]
            .iter()
            .map(|param| self.term(param.sort, depth.saturating_sub(1)))
            .collect();
        if arguments.is_empty() {
            entry.name.to_owned()
        } else {
            format!("{}({})", entry.name, arguments.join(", "))
        }
    }

    /// A term that may stand where `sort` is asked for.
    fn term(&mut self, sort: Sort, depth: usize) -> String {
        let visible = |index: usize, name: &str, scope: &[(&str, Sort)]| {
            scope.iter().rposition(|(known, _)| *known == name) == Some(index)
        };
        let variables: Vec<&'static str> = self
            .scope
            .iter()
            .enumerate()
            .filter(|(index, (name, found))| found.fits(sort) && visible(*index, name, &self.scope))
            .map(|(_, (name, _))| *name)
            .collect();
        if !variables.is_empty() && !self.chance(3) {
            return self.one(&variables);
        }
        let has_function = !self.giving(Gives::Value(sort)).is_empty();
        if depth > 0 && has_function && self.chance(2) {
            return self.call_giving(sort, depth);
        }
        self.constant(sort)
    }

    fn constant(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Square | Sort::Piece => self.one(&SQUARES),
            Sort::Color => self.one(&COLORS),
            Sort::Role => self.one(&ROLES),
            Sort::Side => self.one(&["kingside", "queenside"]),
            Sort::Number => self.one(&["0", "1", "3", "100", "9223372036854775807"]),
            Sort::Text => format!("\"{}\"", self.one(&TEXTS)),
            Sort::Move if self.chance(4) => "move".to_owned(),
            Sort::Move => self.one(&MOVES),
            Sort::Ending => Ending::ALL[self.dice.below(Ending::ALL.len())]
                .name()
                .to_owned(),
            Sort::Squares | Sort::Pieces => self.set(),
            Sort::Moves => self.one(&["moves", "LMG", "LMG(opponent)", "∅"]),
        }
    }

    fn set(&mut self) -> String {
        let count = self.dice.below(4);
        if count == 0 {
            return self.one(&["∅", "{}"]);
        }
        let squares: Vec<String> = (0..count).map(|_| self.term(Sort::Square, 1)).collect();
        format!("{{{}}}", squares.join(", "))
    }
}
