//! Games on their way into a store. Each move of a game is one increment; a
//! batch of them is sorted, never hashed, and handed to a store whole.

use krog_chess::{ByColor, Color, KnownOutcome, Move, PackedMove, PositionKey};

use crate::{
    band::Cell,
    counter::{Counter, GameId, Played},
};

/// What is counted of a game, the same at each of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountedGame {
    /// Which game.
    pub id: GameId,
    /// How it ended.
    pub outcome: KnownOutcome,
    /// Both ratings; none if one of them is missing.
    pub ratings: Option<ByColor<u16>>,
}

impl CountedGame {
    /// The game at a move of this side.
    pub fn played(&self, mover: Color) -> Played {
        Played {
            mover,
            outcome: self.outcome,
            ratings: self.ratings,
            game: self.id,
        }
    }

    /// The counter of this game alone, at a move of this side.
    pub fn counter(&self, mover: Color) -> Counter {
        Counter::new_single(&self.played(mover))
    }

    /// Where the game is counted.
    pub fn cell(&self) -> Cell {
        self.played(Color::White).cell()
    }
}

/// That a move was played in a position, in a game of the batch. Sorts by
/// position, then by move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Increment(u128);

/// The bit behind a packed move that says that Black made it.
const BLACK: u16 = 1 << PackedMove::BITS;

impl Increment {
    fn new(key: PositionKey, step: StepBits, game: u32) -> Increment {
        let low = u64::from(step.0) << 32 | u64::from(game);
        Increment(u128::from(key.0) << 64 | u128::from(low))
    }

    /// The position.
    pub fn key(self) -> PositionKey {
        PositionKey((self.0 >> 64) as u64)
    }

    /// The move and who made it.
    #[expect(clippy::cast_possible_truncation, reason = "these are its 16 bits")]
    pub fn step(self) -> StepBits {
        StepBits((self.0 >> 32) as u16)
    }

    /// The place of the game in its batch.
    #[expect(clippy::cast_possible_truncation, reason = "these are its 32 bits")]
    pub fn game(self) -> u32 {
        self.0 as u32
    }
}

/// A move and who made it, in sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepBits(u16);

impl StepBits {
    /// The bits of a move.
    pub fn new(m: Move, mover: Color) -> StepBits {
        let black = mover.fold_wb(0, BLACK);
        StepBits(PackedMove::of(m).bits() | black)
    }

    /// The bits as they are stored.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Bits that were stored; none if they are no move's.
    pub fn from_bits(bits: u16) -> Option<StepBits> {
        PackedMove::from_bits(bits & !BLACK).map(|_| StepBits(bits))
    }

    /// Who made the move.
    pub fn mover(self) -> Color {
        Color::from_white(self.0 & BLACK == 0)
    }

    /// The move.
    pub fn packed(self) -> PackedMove {
        PackedMove::from_bits(self.0 & !BLACK).expect("made of a move's bits")
    }
}

/// Games and their increments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Batch {
    games: Vec<CountedGame>,
    increments: Vec<Increment>,
}

impl Batch {
    /// How many bytes an increment takes.
    pub const INCREMENT: usize = size_of::<Increment>();

    /// Adds a game with its moves, of which the first side made the first.
    pub fn add(&mut self, game: CountedGame, first: Color, steps: &[(PositionKey, Move)]) {
        let place = u32::try_from(self.games.len()).expect("a batch fits into memory");
        self.games.push(game);
        let mut mover = first;
        self.increments.extend(steps.iter().map(|(key, m)| {
            let step = StepBits::new(*m, mover);
            mover = !mover;
            Increment::new(*key, step, place)
        }));
    }

    /// The games, in the order in which they came.
    pub fn games(&self) -> &[CountedGame] {
        &self.games
    }

    /// The increments: in order once the batch is [sorted](Batch::sort).
    pub fn increments(&self) -> &[Increment] {
        &self.increments
    }

    /// Makes room for so many increments.
    pub fn reserve(&mut self, increments: usize) {
        self.increments.reserve_exact(increments);
    }

    /// Empties the batch; the room stays.
    pub fn clear(&mut self) {
        self.games.clear();
        self.increments.clear();
    }

    /// Sorts the increments: first into 256 heaps by the leading byte of the
    /// key, which is as good as random, then each heap, which fits the cache.
    pub fn sort(&mut self) {
        let mut rest = self.increments.as_mut_slice();
        for length in deal(rest) {
            let (heap, tail) = rest.split_at_mut(length);
            heap.sort_unstable();
            rest = tail;
        }
    }

    /// The increments of each position, once the batch is sorted.
    pub fn positions(&self) -> impl Iterator<Item = &[Increment]> {
        self.increments
            .chunk_by(|one, other| one.key() == other.key())
    }
}

fn leading(increment: Increment) -> usize {
    usize::from(increment.key().0.to_be_bytes()[0])
}

/// Swaps increments into the heap of their leading byte, in place; gives back
/// the lengths of the heaps.
fn deal(increments: &mut [Increment]) -> [usize; 256] {
    let mut lengths = [0; 256];
    for increment in increments.iter() {
        lengths[leading(*increment)] += 1;
    }
    let (mut next, mut end) = ([0; 256], [0; 256]);
    let mut sum = 0;
    for heap in 0..256 {
        next[heap] = sum;
        sum += lengths[heap];
        end[heap] = sum;
    }
    for heap in 0..256 {
        while next[heap] < end[heap] {
            let home = leading(increments[next[heap]]);
            increments.swap(next[heap], next[home]);
            next[home] += 1;
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use krog_chess::{Chess, Position as _, random};

    use super::*;

    fn random_batch(games: u128, seed: u64) -> Batch {
        let mut dice = random::Dice::new(seed);
        let mut batch = Batch::default();
        for id in 0..games {
            let mut position = Chess::default();
            let mut steps = Vec::new();
            for _ in 0..40 {
                let moves = position.legal_moves();
                let Some(m) = dice.pick(&moves).copied() else {
                    break;
                };
                steps.push((PositionKey::of(&position), m));
                position.play_unchecked(m);
            }
            let game = CountedGame {
                id: GameId(id),
                outcome: KnownOutcome::Draw,
                ratings: None,
            };
            batch.add(game, Color::White, &steps);
        }
        batch
    }

    #[test]
    fn sorting_is_sorting() {
        let mut batch = random_batch(50, 7);
        let mut expected = batch.increments().to_vec();
        expected.sort();
        batch.sort();
        assert_eq!(batch.increments(), expected);
        let counted: usize = batch.positions().map(<[Increment]>::len).sum();
        assert_eq!(counted, expected.len());
        assert_eq!(
            batch.positions().next().map(|first| first[0].key()),
            expected.first().map(|first| first.key())
        );
    }

    #[test]
    fn an_increment_keeps_its_parts() {
        let batch = random_batch(3, 1);
        let mut index = 0;
        for (place, _) in batch.games().iter().enumerate() {
            let mut mover = Color::White;
            while let Some(increment) = batch.increments().get(index) {
                if increment.game() as usize != place {
                    break;
                }
                assert_eq!(increment.step().mover(), mover);
                assert_eq!(
                    StepBits::from_bits(increment.step().bits()),
                    Some(increment.step())
                );
                mover = !mover;
                index += 1;
            }
        }
        assert_eq!(index, batch.increments().len());
    }
}
