//! Laws of the evaluation, tried on random positions, and a row for each term.

use krog_chess::{Color, Position as _, fen, mirror, random};

use super::*;

#[test]
fn rows_add_up_and_search_sees_the_same_total() {
    let mut table = PawnTable::new();
    let mut rounded = 0;
    for position in random::positions(21).take(4_000) {
        let evaluation = evaluate(&position);
        let rounding = &evaluation.rows[term::Id::Rounding as usize];
        rounded += usize::from(rounding.tapered != 0);
        let sum: i32 = evaluation.rows.iter().map(|row| row.tapered).sum();
        assert_eq!(sum, evaluation.total);
        let board = Board::from(&position);
        let found = counted(&board, &mut table) + Layers::new(1).value(&board, 0);
        assert_eq!(found, evaluation.total, "{}", fen::write(&position));
        assert_eq!(
            evaluation.phase,
            krog_chess::phase::weight(position.board())
        );
    }
    assert!(rounded > 1_000, "{rounded}");
}

#[test]
fn every_term_is_negated_in_the_mirror() {
    for position in random::positions(22).take(2_000) {
        let here = evaluate(&position);
        let there = evaluate(&mirror::position(&position));
        assert_eq!(here.total, -there.total);
        for (a, b) in here.rows.iter().zip(&there.rows) {
            let place = || format!("{} in {}", a.term.name, fen::write(&position));
            assert_eq!((a.white, a.black), (b.black, b.white), "{}", place());
            assert_eq!(a.tapered, -b.tapered, "{}", place());
        }
    }
}

#[test]
fn the_network_speaks_for_one_side_and_makes_up_the_rest() {
    let mut spoken = 0;
    for position in random::positions(24).take(500) {
        let evaluation = evaluate(&position);
        let row = &evaluation.rows[term::Id::Network as usize];
        spoken += usize::from(row.tapered != 0);
        let zero = Tapered::default();
        assert!(row.white == zero || row.black == zero, "{row:?}");
        assert_eq!(row.tapered, evaluation.total - counted_terms(&position));
    }
    assert!(spoken > 400, "{spoken}");
}

/// How often a term's weights are used, by White and by Black, and which White uses.
struct Uses {
    term: usize,
    sides: [i32; 2],
    cases: Vec<usize>,
}

impl Uses {
    fn of(name: &str, text: &str) -> Uses {
        let term = TERMS.iter().position(|term| term.name == name);
        let mut uses = Uses {
            term: term.expect("a term of the registry"),
            sides: [0; 2],
            cases: Vec::new(),
        };
        let position = fen::parse(text).expect("test positions are legal");
        gather_all(&Board::from(&position), &mut uses);
        uses
    }
}

impl Gather for Uses {
    fn add(&mut self, id: Id, index: usize, color: Color, count: i32) {
        if id as usize != self.term {
            return;
        }
        self.sides[color.fold_wb(0, 1)] += count;
        if color.is_white() && count != 0 {
            self.cases.push(index);
        }
    }
}

/// Terms with weights: a position, and how often White and Black use them.
#[rustfmt::skip]
const USES: &[(&str, &str, [i32; 2])] = &[
    ("material_tuning", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", [2, 0]),
    ("own_wing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [1, 1]),
    ("enemy_wing", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", [1, 0]),
    ("doubled_pawns", "4k3/3p4/8/8/8/4P3/4P3/4K3 w - - 0 1", [1, 0]),
    ("doubled_pawns", "4k3/3p4/8/8/4P3/4P3/4P3/4K3 w - - 0 1", [2, 0]),
    ("isolated_pawns", "4k3/3pp3/8/8/8/8/4P3/4K3 w - - 0 1", [1, 0]),
    ("isolated_pawns", "4k3/p2p2p1/8/8/8/8/3PP3/4K3 w - - 0 1", [0, 3]),
    ("backward_pawns", "4k3/8/8/2p5/4p3/3P4/8/4K3 w - - 0 1", [0, 0]),
    ("backward_pawns", "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", [1, 0]),
    ("backward_pawns", "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1", [1, 0]),
    ("connected_pawns", "4k3/p1p5/8/8/8/2P5/3P4/4K3 w - - 0 1", [1, 0]),
    ("passed_pawns", "4k3/5p2/8/1P6/8/6P1/8/4K3 w - - 0 1", [1, 0]),
    ("passed_pawns", "4k3/5pp1/8/1P6/1P6/6P1/8/4K3 w - - 0 1", [1, 0]),
    ("passed_blocked", "4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1", [1, 0]),
    ("passed_free", "4k3/8/1n6/1P6/p7/8/8/4K3 w - - 0 1", [0, 1]),
    ("passed_path", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", [1, 0]),
    ("passed_rooks", "4k3/8/8/1P6/8/8/1R6/4K3 w - - 0 1", [1, 0]),
    ("passed_rooks", "4k3/8/8/8/R2p4/8/8/4K3 w - - 0 1", [0, 0]),
    ("passed_kings", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", [8, 0]),
    ("bishop_pair", "2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", [0, 1]),
    ("bishop_pawns", "2b1k3/3p4/8/8/8/3P4/8/2B1K3 w - - 0 1", [0, 1]),
    ("balance", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", [-9, 0]),
    ("rook_files", "r3k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", [1, 0]),
    ("rook_seventh", "r3k3/p7/8/8/8/8/1r6/4K3 w - - 0 1", [0, 1]),
    ("outposts", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", [1, 0]),
    ("outposts", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", [0, 0]),
    ("shielded_minors", "4k3/8/8/8/4P3/4B3/8/4K3 w - - 0 1", [1, 0]),
    ("mobility", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", [1, 0]),
    ("king_danger", "6k1/5ppp/8/5N2/8/6Q1/8/4K3 w - - 0 1", [1, 0]),
    ("king_shelter", "6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", [3, 3]),
    ("king_storm", "6k1/5ppp/8/6P1/8/8/8/4K3 w - - 0 1", [1, 1]),
    ("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", [1, 0]),
    ("threats", "4k3/8/8/2n1n3/3P4/8/8/4K3 w - - 0 1", [2, 0]),
    ("loose_men", "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1", [1, 0]),
    ("pressure", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", [8, 7]),
    ("pressure", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("space", "startpos", [8, 8]),
    ("space", "rnbqkbnr/pppppppp/8/8/2PPP3/8/PP3PPP/RNBQKBNR w KQkq - 0 1", [14, 4]),
    ("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", [0, 1]),
];

/// Terms with a weight for each of several cases: a position, and the numbers of those
/// that White uses, as they lie in the table.
#[rustfmt::skip]
const CASES: &[(&str, &str, &[usize])] = &[
    ("passed_pawns", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1", &[4]),
    ("passed_pawns", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", &[6]),
    ("connected_pawns", "4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1", &[4, 4]),
    ("connected_pawns", "4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1", &[10]),
    ("mobility", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", &[2]),
    ("mobility", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", &[16]),
    ("mobility", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[33]),
    ("mobility", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", &[55]),
    ("mobility", "4k3/8/1p6/8/2N5/8/8/4K3 w - - 0 1", &[7]),
    ("mobility", "4k3/2p5/1p6/8/2N5/8/8/4K3 w - - 0 1", &[5]),
    ("rook_files", "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", &[0]),
    ("rook_files", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[1]),
    ("outposts", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", &[0]),
    ("outposts", "4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", &[1]),
    ("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", &[1]),
    ("threats", "4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", &[9]),
    ("threats", "4k3/8/8/q7/8/8/8/R3K3 w - - 0 1", &[16]),
    ("king_shelter", "6k1/8/8/8/8/6P1/5P1P/6K1 w - - 0 1", &[9, 2, 9]),
    ("king_storm", "6k1/8/8/6p1/8/8/8/6K1 w - - 0 1", &[4]),
    ("pressure", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", &[0, 3]),
    ("loose_men", "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1", &[0]),
    ("loose_men", "4k3/8/8/8/8/3n4/4K3/8 w - - 0 1", &[0, 1]),
    ("loose_men", "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", &[2]),
];

/// Terms without weights: a position, and what they count there for White.
#[rustfmt::skip]
const FIGURES: &[(&str, &str, i32)] = &[
    ("material", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 509),
    ("piece_square", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", -32),
    ("piece_square", "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1", -24),
    ("drawish", "startpos", 0),
    ("drawish", "r3k3/p5pp/8/8/8/8/PP4PP/R3K3 w - - 0 1", 0),
    ("lone_king", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 180),
    ("network", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 0),
    ("network", "8/8/8/3k4/8/8/8/4K3 w - - 0 1", 0),
    ("rounding", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
];

/// Weaknesses and strengths: a position, and whether they are better for White.
#[rustfmt::skip]
const SIGNS: &[(&str, &str, i32)] = &[
    ("doubled_pawns", "4k3/3p4/8/8/8/4P3/4P3/4K3 w - - 0 1", -1),
    ("isolated_pawns", "4k3/p2p2p1/8/8/8/8/3PP3/4K3 w - - 0 1", 1),
    ("backward_pawns", "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", -1),
    ("connected_pawns", "4k3/p1p5/8/8/8/2P5/3P4/4K3 w - - 0 1", 1),
    ("passed_pawns", "4k3/8/1P6/8/8/8/8/4K3 w - - 0 1", 1),
    ("passed_blocked", "4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1", -1),
    ("bishop_pair", "2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", -1),
    ("bishop_pawns", "2b1k3/3p4/8/8/8/3P4/8/2B1K3 w - - 0 1", 1),
    ("rook_files", "r3k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", 1),
    ("outposts", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", 1),
    ("king_danger", "6k1/5ppp/8/5N2/8/6Q1/8/4K3 w - - 0 1", 1),
    ("king_shelter", "rnbq1rk1/5ppp/8/8/8/8/5PPP/RNBQK2R w - - 0 1", -1),
    ("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1),
    ("loose_men", "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1", 1),
    ("space", "rnbqkbnr/pppppppp/8/8/2PPP3/8/PP3PPP/RNBQKBNR w KQkq - 0 1", 1),
    ("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", -1),
    // Bishops of opposite colours; and pawns on one wing win less often than as many
    // on both.
    ("drawish", "2b1k3/5p2/8/8/8/8/4PPP1/2B1K3 w - - 0 1", -1),
    ("drawish", "r3k3/5ppp/8/8/8/8/4PPPP/R3K3 w - - 0 1", -1),
    // The nearer the edge the lone king stands, the better.
    ("lone_king", "k7/8/8/8/8/8/8/1R2K3 w - - 0 1", 1),
];

fn row(name: &str, text: &str) -> Row {
    let position = fen::parse(text).expect("test positions are legal");
    let mut rows = evaluate(&position).rows.into_iter();
    rows.find(|row| row.term.name == name)
        .expect("a term of the registry")
}

#[test]
fn terms_count_what_they_name() {
    for (name, text, expected) in USES {
        assert_eq!(Uses::of(name, text).sides, *expected, "{name} in {text}");
    }
    for (name, text, expected) in CASES {
        assert_eq!(Uses::of(name, text).cases, *expected, "{name} in {text}");
    }
    for (name, text, expected) in FIGURES {
        assert_eq!(row(name, text).tapered, *expected, "{name} in {text}");
    }
}

#[test]
fn every_term_has_a_row() {
    let named = USES.iter().map(|(name, ..)| name);
    let named: Vec<&str> = named
        .chain(FIGURES.iter().map(|(name, ..)| name))
        .copied()
        .collect();
    for term in TERMS {
        assert!(named.contains(&term.name), "{}", term.name);
    }
}

#[test]
fn weaknesses_count_against_their_side_and_strengths_for_it() {
    for (name, text, sign) in SIGNS {
        assert_eq!(row(name, text).tapered.signum(), *sign, "{name} in {text}");
    }
}
