//! The permission of moves by formula against the rules library: `P(m)`, the
//! set `LMG(self)`, check and the endings that a position shows by itself.

mod literal;
mod rarity;

use std::collections::BTreeSet;

use krog_chess::{
    Chess, Color, EnPassantMode, Move, Position as _, Rank, Role, Setup, Square, fen,
    random::{self, Dice},
    shakmaty::FromSetup as _,
};
use krog_logic::{
    Env, Formula, State, Trace, Vocabulary, rules,
    sort::{Ending, Value},
    vocabulary::Body,
};

use self::{
    literal::{Literals, Triple},
    rarity::Rarities,
};
use super::{Measure, Size, strewn};
use crate::{
    figure::{Bar, Figure},
    parallel,
};

/// Positions taken from each seed of random play.
const PER_SEED: usize = 100;

/// Strewn boards of each sort that are tried beside them.
const STREWN: usize = 5;

/// Random triples tried in every position.
const RANDOM_TRIPLES: usize = 50;

/// One position in so many is tried with every pair of squares.
const EVERY_PAIR: usize = 50;

/// Counters of half-moves around those that end games.
const COUNTERS: [u32; 6] = [0, 99, 100, 149, 150, 151];

pub(super) const MEASURE: Measure = Measure {
    name: "legality",
    claim: "P(m) holds exactly for the moves that the rules library allows; LMG, CS and GT agree with it.",
    bar: Bar::All,
    full: 100_000,
    quick: 5_000,
    run,
};

fn run(positions: usize, _: Size) -> Figure {
    let examiner = Examiner {
        literals: Literals::all(),
        endings: Endings::read(),
        check: formula("CS(self)"),
        rarities: Rarities::default(),
    };
    let seeds: Vec<usize> = (0..positions.div_ceil(PER_SEED)).collect();
    let mut figure = parallel::over(seeds, |seed| {
        let share = PER_SEED.min(positions - seed * PER_SEED);
        // A million apart from the seeds of other measures.
        let seed = seed as u64 + 1_000_000;
        let mut dice = Dice::new(seed);
        let mut figure = Figure::default();
        for (index, position) in random::positions(seed).take(share).enumerate() {
            let thorough = index % EVERY_PAIR == EVERY_PAIR - 1;
            examiner.examine(&mut figure, &position, thorough, &mut dice);
        }
        for _ in 0..STREWN {
            let castling = strewn::castling(&mut dice).map(|(position, ..)| position);
            let passing = strewn::passing(&mut dice);
            let promoting = strewn::promoting(&mut dice);
            for position in passing.into_iter().chain(promoting).chain(castling) {
                examiner.examine(&mut figure, &position, false, &mut dice);
            }
        }
        figure
    });
    figure.remark(examiner.rarities.summary());
    figure
}

struct Examiner {
    literals: Literals,
    endings: Endings,
    check: Formula,
    rarities: Rarities,
}

impl Examiner {
    fn examine(&self, figure: &mut Figure, position: &Chess, thorough: bool, dice: &mut Dice) {
        self.rarities.count(position);
        let trace = Trace::of_position(position);
        let env = Env::at(&trace, 0).expect("a trace has a first state");
        let legal: BTreeSet<Triple> = position
            .legal_moves()
            .into_iter()
            .flat_map(literal::meaning)
            .collect();
        for triple in triples(position, thorough, dice) {
            let found = self.literals.get(triple).map(|formula| formula.holds(&env));
            let expected = Some(legal.contains(&triple));
            figure.compare(&found, &expected, || {
                format!("P({}) in {}", literal::text(triple), fen::write(position))
            });
        }
        figure.compare(&legal_set(&env), &Some(library_set(position)), || {
            format!("LMG(self) in {}", fen::write(position))
        });
        figure.compare(&self.check.holds(&env), &position.is_check(), || {
            format!("CS(self) in {}", fen::write(position))
        });
        self.endings.examine(figure, position);
        if let Some(aged) = aged(position, dice) {
            self.endings.examine(figure, &aged);
        }
    }
}

/// What is tried: pseudo-legal and legal moves, some random triples and, on
/// demand, every pair of squares.
fn triples(position: &Chess, thorough: bool, dice: &mut Dice) -> BTreeSet<Triple> {
    let state = State::of(position);
    let candidates = rules::candidates(&state, state.turn);
    let mut triples: BTreeSet<Triple> = candidates
        .into_iter()
        .chain(position.legal_moves())
        .flat_map(literal::meaning)
        .collect();
    for _ in 0..RANDOM_TRIPLES {
        triples.insert((
            Square::ALL[dice.below(64)],
            Square::ALL[dice.below(64)],
            literal::PROMOTIONS[dice.below(literal::PROMOTIONS.len())],
        ));
    }
    if thorough {
        triples.extend(every_pair(position));
    }
    triples
}

fn every_pair(position: &Chess) -> impl Iterator<Item = Triple> + '_ {
    let seventh = match position.turn() {
        Color::White => Rank::Seventh,
        Color::Black => Rank::Second,
    };
    let pawns = position.board().by_piece(position.turn().pawn()) & seventh;
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    let promotions = move |from: Square| {
        let roles = roles.into_iter().filter(move |_| pawns.contains(from));
        std::iter::once(None).chain(roles.map(Some))
    };
    Square::ALL.into_iter().flat_map(move |from| {
        let to = Square::ALL.into_iter();
        to.flat_map(move |to| promotions(from).map(move |promotion| (from, to, promotion)))
    })
}

/// The same position with a counter near those that end games.
fn aged(position: &Chess, dice: &mut Dice) -> Option<Chess> {
    let setup = Setup {
        halfmoves: *dice.pick(&COUNTERS)?,
        ..position.to_setup(EnPassantMode::Legal)
    };
    // Right after a double step the counter is 0.
    let quiet = setup.ep_square.is_none();
    let mode = position.castles().mode();
    quiet.then(|| Chess::from_setup(setup, mode).ok()).flatten()
}

/// LMG(self), by the function that the language computes it with.
fn legal_set(env: &Env<'_>) -> Option<BTreeSet<String>> {
    let entry = Vocabulary::base().get("LMG")?;
    let Body::Compute(compute) = entry.body else {
        return None;
    };
    match compute(env, &[Value::Color(env.me())])? {
        Value::Moves(moves) => Some(moves.into_iter().map(told).collect()),
        _ => None,
    }
}

fn library_set(position: &Chess) -> BTreeSet<String> {
    position.legal_moves().into_iter().map(told).collect()
}

fn told(m: Move) -> String {
    format!("{m:?}")
}

fn formula(text: &str) -> Formula {
    Formula::parse(text, Vocabulary::base()).expect("the measure's own formulas are read by a test")
}

/// GT(r) for the endings that a position shows without its history.
struct Endings(Vec<(Ending, Formula)>);

impl Endings {
    fn read() -> Endings {
        let endings = [
            Ending::Checkmate,
            Ending::Stalemate,
            Ending::InsufficientMaterial,
            Ending::FiftyMoves,
            Ending::SeventyFiveMoves,
        ];
        Endings(
            endings
                .map(|ending| (ending, formula(&format!("GT({})", ending.name()))))
                .into(),
        )
    }

    fn examine(&self, figure: &mut Figure, position: &Chess) {
        let trace = Trace::of_position(position);
        let env = Env::at(&trace, 0).expect("a trace has a first state");
        for (ending, formula) in &self.0 {
            let expected = match ending {
                Ending::Checkmate => position.is_checkmate(),
                Ending::Stalemate => position.is_stalemate(),
                Ending::InsufficientMaterial => position.is_insufficient_material(),
                Ending::FiftyMoves => position.halfmoves() >= 100,
                Ending::SeventyFiveMoves => position.halfmoves() >= 150 && !position.is_checkmate(),
                _ => continue,
            };
            figure.compare(&formula.holds(&env), &expected, || {
                format!("{formula} in {}", fen::write(position))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_positions_agree() {
        let figure = run(60, Size::Quick);
        assert_eq!(figure.failures, Vec::<String>::new());
        assert!(figure.cases > 60 * 50, "{}", figure.cases);
    }
}
