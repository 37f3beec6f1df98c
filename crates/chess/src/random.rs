//! Seeded random play: the positions on which laws are tried and speed is
//! measured. The same seed gives the same positions on every machine.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, FromSetup as _, Move, Position as _, Setup,
};

/// The longest random game, in plies.
const LONGEST: u32 = 160;

/// A reproducible source of chance (`SplitMix64`, Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall the same way for the same seed.
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 random bits.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u128::try_from(bound).expect("a usize fits");
        usize::try_from((u128::from(self.roll()) * bound) >> 64).expect("less than a usize")
    }

    /// One of `items`, or `None` when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }
}

/// The start of one of the 960 games of Chess960, by Scharnagl's number
/// (518 is the ordinary start).
pub fn chess960_start(number: u32) -> Chess {
    let board = Board::chess960(number % 960);
    let setup = Setup {
        castling_rights: board.rooks(),
        board,
        ..Setup::initial()
    };
    Chess::from_setup(setup, CastlingMode::Chess960).expect("every Chess960 start is legal")
}

/// Endless random play, from the ordinary start and, in every third game each, from a
/// Chess960 start or an endgame: yields a position every few plies, mates and stalemates
/// included.
///
/// ```
/// use krog_chess::{fen, random};
///
/// let twice = [random::positions(7).nth(99), random::positions(7).nth(99)];
/// assert_eq!(twice[0], twice[1]);
/// ```
pub fn positions(seed: u64) -> impl Iterator<Item = Chess> {
    let mut dice = Dice::new(seed);
    let mut position = start(&mut dice);
    let mut plies = 0;
    std::iter::from_fn(move || {
        for _ in 0..=dice.below(6) {
            match pick_move(&mut dice, &position) {
                Some(m) if plies < LONGEST && !position.is_insufficient_material() => {
                    position.play_unchecked(m);
                    plies += 1;
                    if position.legal_moves().is_empty() {
                        break;
                    }
                }
                _ => {
                    position = start(&mut dice);
                    plies = 0;
                }
            }
        }
        Some(position.clone())
    })
}

/// Any legal move, but every fourth time one that gives the most checks at
/// once: pure chance hardly ever meets a double check.
fn pick_move(dice: &mut Dice, position: &Chess) -> Option<Move> {
    let mut moves = position.legal_moves();
    if dice.below(4) == 0 {
        let checks = |m: &Move| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            after.checkers().count()
        };
        let most = moves.iter().map(checks).max();
        moves.retain(|m| Some(checks(m)) == most);
    }
    dice.pick(&moves).copied()
}

fn start(dice: &mut Dice) -> Chess {
    match dice.below(6) {
        0 | 1 => chess960_start(u32::try_from(dice.below(960)).expect("below 960")),
        2 | 3 => endgame(dice),
        _ => Chess::default(),
    }
}

/// A few men strewn over the board, so that promotions, open lines and bare
/// kings are not rare.
fn endgame(dice: &mut Dice) -> Chess {
    loop {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            place(dice, &mut setup, color.king());
        }
        for _ in 0..2 + dice.below(8) {
            let color = Color::ALL[dice.below(2)];
            let men = [
                color.pawn(),
                color.pawn(),
                color.pawn(),
                color.knight(),
                color.bishop(),
                color.rook(),
                color.queen(),
            ];
            let man = men[dice.below(men.len())];
            place(dice, &mut setup, man);
        }
        setup.turn = Color::ALL[dice.below(2)];
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard) {
            return position;
        }
    }
}

fn place(dice: &mut Dice, setup: &mut Setup, piece: shakmaty::Piece) {
    let free: Vec<_> = (Bitboard::FULL & !setup.board.occupied())
        .into_iter()
        .collect();
    if let Some(square) = dice.pick(&free) {
        setup.board.set_piece_at(*square, piece);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::EnPassantMode;

    use super::*;

    #[test]
    fn random_play_meets_the_rare_cases() {
        let mut seen = [0; 7];
        for position in positions(2026).take(20_000) {
            let moves = position.legal_moves();
            let cases = [
                position.is_checkmate(),
                position.is_stalemate(),
                position.checkers().count() == 2,
                moves.iter().any(|m| m.is_en_passant()),
                moves.iter().any(|m| m.is_promotion()),
                moves.iter().any(|m| m.is_castle()),
                position.castles().mode() == CastlingMode::Chess960
                    && moves.iter().any(|m| m.is_castle()),
            ];
            for (count, case) in seen.iter_mut().zip(cases) {
                *count += u32::from(case);
            }
        }
        assert!(seen.iter().all(|count| *count >= 10), "{seen:?}");
    }

    #[test]
    fn number_518_is_the_ordinary_start() {
        let start = chess960_start(518).to_setup(EnPassantMode::Legal);
        assert_eq!(start, Chess::default().to_setup(EnPassantMode::Legal));
    }
}
