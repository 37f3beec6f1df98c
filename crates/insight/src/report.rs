//! What a position is like, move or no move: material, threats of both sides,
//! the pawn structure by its names, the kings.
//!
//! Each line is a claim about the position alone, proved like any other. Their
//! texts are whole sentences in the message files under `report-…`.

use krog_chess::{Bitboard, Board, Chess, Color, File, Phase, Position as _, Role, Square, see};
use krog_logic::{State, Trace};

use crate::{
    claim::{Claim, Court, Proposal, Source, Word},
    principle::{PRINCIPLES, Principle, no_pawn_guards, passed},
};

/// What a position is like.
#[derive(Clone, Debug)]
pub struct Report {
    /// The principles that matter in this phase, the weightiest first.
    pub principles: Vec<&'static Principle>,
    /// Pawns, squares, bishops, kings, material.
    pub factors: Vec<Claim>,
    /// What either side could win at once.
    pub threats: Vec<Claim>,
}

/// Looks at a position.
pub fn report(position: &Chess) -> Report {
    let phase = Phase::of(position.board());
    let mut principles: Vec<&Principle> = PRINCIPLES
        .iter()
        .filter(|principle| principle.weight_in(phase) >= 100)
        .collect();
    principles.sort_by_key(|principle| -principle.weight_in(phase));
    let hearing = Hearing {
        position,
        trace: Trace::of_position(position),
    };
    let mut factors = Court::default();
    hearing.ending(&mut factors);
    hearing.material(&mut factors);
    for side in Color::ALL {
        hearing.pawns(side, &mut factors);
        hearing.squares(side, &mut factors);
        hearing.king(side, &mut factors);
    }
    let mut threats = Court::default();
    hearing.threats(&mut threats);
    Report {
        principles,
        factors: factors.close().0,
        threats: threats.close().0,
    }
}

struct Hearing<'a> {
    position: &'a Chess,
    trace: Trace,
}

fn said(id: &'static str, formula: impl Into<String>) -> Proposal {
    Proposal::new(id, Source::Report, formula)
}

impl Hearing<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn hear(&self, court: &mut Court, proposal: Proposal) {
        court.judge(&self.trace, proposal);
    }

    /// Mate, stalemate or check, where one stands on the board.
    fn ending(&self, court: &mut Court) {
        let side = self.position.turn();
        let (id, formula) = if self.position.is_checkmate() {
            ("mated", "GT(checkmate)")
        } else if self.position.is_stalemate() {
            ("stalemated", "GT(stalemate)")
        } else if self.position.is_check() {
            ("in_check", "CS(self)")
        } else {
            return;
        };
        self.hear(court, said(id, formula).word("side", Word::Side(side)));
    }

    fn material(&self, court: &mut Court) {
        let white = crate::scene::balance(self.board(), Color::White);
        let side = if white < 0 {
            Color::Black
        } else {
            Color::White
        };
        let formula = format!("balance({side}) = {}", white.abs());
        let proposal = if white == 0 {
            said("level", formula)
        } else {
            said("ahead", formula)
                .word("side", Word::Side(side))
                .word("gain", Word::Worth(white.abs()))
        };
        self.hear(court, proposal);
    }

    fn pawns(&self, side: Color, court: &mut Court) {
        let board = self.board();
        let own = board.pawns() & board.by_color(side);
        let state = State::of(self.position);
        let has = |word: &str| -> Vec<Square> {
            let holds = |square: &Square| says(&self.trace, &format!("{word}({square})"));
            own.into_iter().filter(holds).collect()
        };
        let lonely = has("isolated_pawn");
        let queen_pawn = |square: &Square| square.file() == File::D;
        let (isolani, isolated): (Vec<Square>, Vec<Square>) =
            lonely.into_iter().partition(queen_pawn);
        for (id, word, squares) in [
            ("isolani", "isolated_pawn", isolani),
            ("isolated", "isolated_pawn", isolated),
            ("doubled", "doubled_pawn", has("doubled_pawn")),
            ("backward", "backward_pawn", has("backward_pawn")),
            ("passed", "passed_pawn", passed(board, side)),
        ] {
            self.list(court, (id, word), side, squares);
        }
        self.hanging_pawns(side, court);
        let wing = |color: Color, files: [File; 3]| {
            let files = files
                .into_iter()
                .fold(Bitboard::EMPTY, |all, file| all | file);
            (state.board.pawns() & state.board.by_color(color) & files).count()
        };
        for (id, word, files) in [
            (
                "majority_queenside",
                "queenside",
                [File::A, File::B, File::C],
            ),
            ("majority_kingside", "kingside", [File::F, File::G, File::H]),
        ] {
            let (own, other) = (wing(side, files), wing(!side, files));
            if own > other && other > 0 {
                let formula = format!(
                    "wing_pawns({side}, {word}) = {own} ∧ wing_pawns({}, {word}) = {other}",
                    !side
                );
                let number = |n: usize| Word::Number(i32::try_from(n).unwrap_or(0));
                let proposal = said(id, formula)
                    .word("side", Word::Side(side))
                    .word("own", number(own))
                    .word("other", number(other));
                self.hear(court, proposal);
            }
        }
    }

    fn list(
        &self,
        court: &mut Court,
        (id, word): (&'static str, &str),
        side: Color,
        squares: Vec<Square>,
    ) {
        if squares.is_empty() {
            return;
        }
        let facts: Vec<String> = squares
            .iter()
            .map(|square| format!("{word}({square}) ∧ {square} ∈ pieces({side})"))
            .collect();
        let number = i32::try_from(squares.len()).unwrap_or(1);
        let proposal = said(id, facts.join(" ∧ "))
            .word("side", Word::Side(side))
            .word("count", Word::Number(number))
            .squares("squares", self.board(), squares);
        self.hear(court, proposal);
    }

    /// Two pawns side by side on open or half-open files, without neighbours.
    fn hanging_pawns(&self, side: Color, court: &mut Court) {
        let board = self.board();
        let own = board.pawns() & board.by_color(side);
        let on = |file: File| own & file;
        for (left, right) in File::ALL.into_iter().zip(File::ALL.into_iter().skip(1)) {
            let (Some(a), Some(b)) = (on(left).single_square(), on(right).single_square()) else {
                continue;
            };
            let alone = [left.offset(-1), right.offset(1)]
                .into_iter()
                .flatten()
                .all(|file| on(file).is_empty());
            let inner = left != File::A && right != File::H;
            let advanced = side.relative_rank(a.rank()) >= krog_chess::Rank::Third;
            if a.rank() != b.rank() || !alone || !inner || !advanced {
                continue;
            }
            let formula = format!(
                "role({a}) = pawn ∧ role({b}) = pawn ∧ (∀p ∈ pieces({side}, pawn): \
                 p = {a} ∨ p = {b} ∨ ¬near_file(p, {a}) ∧ ¬near_file(p, {b})) \
                 ∧ (∀q ∈ pieces({}, pawn): file(q) ≠ file({a}) ∧ file(q) ≠ file({b}))",
                !side
            );
            let proposal = said("hanging_pawns", formula)
                .word("side", Word::Side(side))
                .squares("squares", board, [a, b]);
            if no_enemy_pawn(board, side, a) && no_enemy_pawn(board, side, b) {
                self.hear(court, proposal);
            }
        }
    }

    fn squares(&self, side: Color, court: &mut Court) {
        let board = self.board();
        let minors = board.by_color(side) & (board.knights() | board.bishops());
        for square in minors {
            let formula = format!("outpost({square})");
            if says(&self.trace, &formula) {
                let proposal = said("outpost", formula)
                    .word("side", Word::Side(side))
                    .man("man", board, square);
                self.hear(court, proposal);
            }
        }
        let bishops = |color: Color| board.bishops() & board.by_color(color);
        let both = |color: Color| {
            let set = bishops(color);
            set.into_iter().any(Square::is_light) && set.into_iter().any(Square::is_dark)
        };
        if both(side) && !both(!side) {
            let pair: Vec<Square> = bishops(side).into_iter().collect();
            let formula = format!(
                "(∃p ∈ pieces({side}, bishop): ∃q ∈ pieces({side}, bishop): ¬same_shade(p, q)) \
                 ∧ (∀p ∈ pieces({0}, bishop): ∀q ∈ pieces({0}, bishop): same_shade(p, q))",
                !side
            );
            let mut proposal = said("bishop_pair", formula).word("side", Word::Side(side));
            for square in pair {
                proposal = proposal.witness("bishop", board, square);
            }
            self.hear(court, proposal);
        }
        self.weak_complex(side, court);
    }

    /// Three holes of one colour in the own camp and no bishop of that colour.
    fn weak_complex(&self, side: Color, court: &mut Court) {
        let board = self.board();
        for shade in [Square::A1, Square::H1] {
            let same = |square: &Square| square.is_light() == shade.is_light();
            let guarded = (board.bishops() & board.by_color(side))
                .into_iter()
                .any(|b| same(&b));
            let holes: Vec<Square> = Bitboard::FULL
                .into_iter()
                .filter(|s| (2..=3).contains(&u32::from(side.relative_rank(s.rank()))))
                .filter(|s| (2..=5).contains(&s.file().to_u32()) && same(s))
                .filter(|s| no_pawn_guards(board, *s, side))
                .collect();
            if guarded || holes.len() < 3 || Phase::of(board) == Phase::Endgame {
                continue;
            }
            let facts: Vec<String> = holes.iter().map(|s| format!("hole({s}, {side})")).collect();
            let formula = format!(
                "{} ∧ (∀p ∈ pieces({side}, bishop): ¬same_shade(p, {shade}))",
                facts.join(" ∧ ")
            );
            let proposal = said("weak_complex", formula)
                .word("side", Word::Side(side))
                .squares("squares", board, holes);
            self.hear(court, proposal);
        }
    }

    fn king(&self, side: Color, court: &mut Court) {
        let board = self.board();
        let (Some(king), false) = (board.king_of(side), Phase::of(board) == Phase::Endgame) else {
            return;
        };
        let state = State::of(self.position);
        let may = krog_chess::CastlingSide::ALL
            .into_iter()
            .any(|wing| state.castling_rook(side, wing).is_some());
        let proposal = if matches!(king.file(), File::D | File::E) {
            let (id, right) = if may {
                ("king_centre", "")
            } else {
                ("king_stuck", "¬")
            };
            said(
                id,
                format!("{right}W({side}, castle) ∧ role({king}) = king"),
            )
        } else {
            let number = (0..=9).find(|n| says(&self.trace, &format!("shield({side}) = {n}")));
            let number = number.unwrap_or(0);
            let formula = format!("shield({side}) = {number} ∧ role({king}) = king");
            let id = if number == 0 {
                "king_bare"
            } else {
                "king_sheltered"
            };
            let proposal = said(id, formula);
            if number == 0 {
                proposal
            } else {
                proposal.word("count", Word::Number(number))
            }
        };
        self.hear(court, proposal.man("king", board, king));
    }

    fn threats(&self, court: &mut Court) {
        let turn = self.position.turn();
        let waiting = self.position.clone().swap_turn().ok();
        for (id, side, position) in [
            ("can_win", turn, Some(self.position.clone())),
            ("threats", !turn, waiting),
        ] {
            let Some(position) = position else { continue };
            let mut targets: Vec<Square> = position
                .legal_moves()
                .into_iter()
                .filter(|m| m.is_capture() && !m.is_en_passant() && see::value(&position, *m) > 0)
                .map(krog_chess::Move::to)
                .collect();
            targets.sort_unstable();
            targets.dedup();
            targets.retain(|square| self.board().role_at(*square) != Some(Role::King));
            if targets.is_empty() {
                continue;
            }
            let facts: Vec<String> = targets.iter().map(|s| format!("risk({s}) > 0")).collect();
            let proposal = said(id, facts.join(" ∧ "))
                .word("side", Word::Side(side))
                .men("targets", self.board(), targets);
            self.hear(court, proposal);
        }
    }
}

fn no_enemy_pawn(board: &Board, side: Color, square: Square) -> bool {
    (board.pawns() & board.by_color(!side) & square.file()).is_empty()
}

/// What the checker says of a position.
fn says(trace: &Trace, text: &str) -> bool {
    let formula = krog_logic::Formula::parse(text, crate::vocabulary::vocabulary());
    match (formula, krog_logic::Env::at(trace, 0)) {
        (Ok(formula), Some(env)) => formula.holds(&env),
        _ => false,
    }
}
