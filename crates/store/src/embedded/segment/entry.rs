//! What a segment knows of one move in one position: the games themselves
//! while they are few, their sums when they are many. Games are named by their
//! place in the segment's table, which is in the order of their identities.

use krog_stats::{Cell, CountedGame, Counter, Example, GameId, StepBits, Tally};

use crate::embedded::bytes::{Parts, put_number};

/// Up to so many games are listed: a list is shorter than sums until then.
const MOST_LISTED: usize = 3;

/// The moves of one position that are not a single game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::embedded) struct Entry {
    pub(in crate::embedded) step: StepBits,
    pub(in crate::embedded) games: Games,
}

/// The games of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::embedded) enum Games {
    /// Few games, each by its place, in order.
    Listed(Vec<u32>),
    /// Many games.
    Summed(Box<Sums>),
}

/// What is left of many games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::embedded) struct Sums {
    cells: [Tally; Cell::COUNT],
    /// The game to show; not by its place, so that a lookup need not fetch it.
    example: Example,
}

/// What a segment knows of each of its games, by place.
pub(in crate::embedded) type Facts = [CountedGame];

impl Entry {
    /// Adds a game that is not counted here yet.
    pub(in crate::embedded) fn add(&mut self, game: u32, facts: &Facts) {
        match &mut self.games {
            Games::Listed(games) if games.len() < MOST_LISTED => {
                let place = games.partition_point(|other| *other < game);
                games.insert(place, game);
            }
            Games::Listed(games) => {
                let mut sums = Box::new(Sums::none());
                for other in games.iter().chain([&game]) {
                    sums.count(*other, self.step, facts);
                }
                self.games = Games::Summed(sums);
            }
            Games::Summed(sums) => sums.count(game, self.step, facts),
        }
    }

    /// Adds the games of another entry for the same move.
    pub(in crate::embedded) fn merge(&mut self, other: Entry, facts: &Facts) {
        match other.games {
            Games::Listed(games) => games.into_iter().for_each(|game| self.add(game, facts)),
            Games::Summed(mut sums) => match &mut self.games {
                Games::Summed(mine) => mine.merge(&sums),
                Games::Listed(games) => {
                    for game in games.iter() {
                        sums.count(*game, self.step, facts);
                    }
                    self.games = Games::Summed(sums);
                }
            },
        }
    }

    /// Renames the games.
    pub(in crate::embedded) fn rename(&mut self, name: impl Fn(u32) -> Option<u32>) -> Option<()> {
        if let Games::Listed(games) = &mut self.games {
            for game in games.iter_mut() {
                *game = name(*game)?;
            }
            games.sort_unstable();
        }
        Some(())
    }

    pub(in crate::embedded) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.step.bits().to_le_bytes());
        match &self.games {
            Games::Listed(games) => {
                put_number(bytes, (games.len() as u64) << 1);
                let mut last = 0;
                for game in games {
                    put_number(bytes, u64::from(game - last));
                    last = *game;
                }
            }
            Games::Summed(sums) => sums.write(bytes),
        }
    }

    pub(in crate::embedded) fn read(parts: &mut Parts<'_>) -> Option<Entry> {
        let step = StepBits::from_bits(u16::from_le_bytes(parts.array()?))?;
        let head = parts.number()?;
        let games = match head & 1 {
            0 => {
                let mut last = 0_u32;
                let listed = (0..head >> 1).map(|_| {
                    last = last.checked_add(u32::try_from(parts.number()?).ok()?)?;
                    Some(last)
                });
                Games::Listed(listed.collect::<Option<_>>()?)
            }
            _ => Games::Summed(Box::new(Sums::read(head >> 1, parts)?)),
        };
        Some(Entry { step, games })
    }

    /// Adds the entry to a counter. Games that are listed are fetched.
    pub(in crate::embedded) fn count<E>(
        &self,
        counter: &mut Counter,
        mut fetch: impl FnMut(u32) -> Result<CountedGame, E>,
    ) -> Result<(), E> {
        match &self.games {
            Games::Listed(games) => {
                for game in games {
                    counter.count(&fetch(*game)?.played(self.step.mover()));
                }
            }
            Games::Summed(sums) => {
                for (cell, tally) in Cell::all().zip(&sums.cells) {
                    counter.add(cell, tally);
                }
                counter.offer(sums.example);
            }
        }
        Ok(())
    }
}

impl Sums {
    fn none() -> Sums {
        Sums {
            cells: [Tally::default(); Cell::COUNT],
            // The least of all examples.
            example: Example {
                ratings: None,
                game: GameId(0),
            },
        }
    }

    fn count(&mut self, game: u32, step: StepBits, facts: &Facts) {
        let played = facts[game as usize].played(step.mover());
        self.cells[played.cell().index()].merge(&played.tally());
        self.example = self.example.max(played.example());
    }

    fn merge(&mut self, other: &Sums) {
        for (mine, more) in self.cells.iter_mut().zip(&other.cells) {
            mine.merge(more);
        }
        self.example = self.example.max(other.example);
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let used = |tally: &Tally| *tally != Tally::default();
        let mask = self
            .cells
            .iter()
            .enumerate()
            .fold(0, |mask, (index, tally)| {
                mask | u64::from(used(tally)) << index
            });
        put_number(bytes, mask << 1 | 1);
        // No ratings are one less than ratings of nothing.
        let ratings = self.example.ratings.map_or(0, |sum| u64::from(sum) + 1);
        put_number(bytes, ratings);
        bytes.extend_from_slice(&self.example.game.0.to_le_bytes());
        for tally in self.cells.iter().filter(|tally| used(tally)) {
            for number in numbers(tally) {
                put_number(bytes, number);
            }
        }
    }

    fn read(mask: u64, parts: &mut Parts<'_>) -> Option<Sums> {
        if mask == 0 || mask >> Cell::COUNT != 0 {
            return None;
        }
        let ratings = u32::try_from(parts.number()?).ok()?;
        let example = Example {
            ratings: ratings.checked_sub(1),
            game: GameId(u128::from_le_bytes(parts.array()?)),
        };
        let mut cells = [Tally::default(); Cell::COUNT];
        for (index, tally) in cells.iter_mut().enumerate() {
            if mask >> index & 1 == 1 {
                *tally = Tally {
                    white: parts.number()?,
                    draws: parts.number()?,
                    black: parts.number()?,
                    mover_ratings: parts.number()?,
                    opponent_ratings: parts.number()?,
                };
            }
        }
        Some(Sums { cells, example })
    }
}

fn numbers(tally: &Tally) -> [u64; 5] {
    [
        tally.white,
        tally.draws,
        tally.black,
        tally.mover_ratings,
        tally.opponent_ratings,
    ]
}

#[cfg(test)]
mod tests {
    use krog_chess::{ByColor, Chess, Color, KnownOutcome, notation};
    use proptest::prelude::*;

    use super::*;

    fn game(id: u32, seed: u64) -> CountedGame {
        let rating = |shift: u32| u16::try_from(600 + (seed >> shift) % 2_300).expect("a rating");
        let outcome = match seed % 3 {
            0 => KnownOutcome::Draw,
            side => KnownOutcome::Decisive {
                winner: Color::from_white(side == 1),
            },
        };
        CountedGame {
            id: GameId(u128::from(id)),
            outcome,
            ratings: (!seed.is_multiple_of(7)).then(|| ByColor {
                white: rating(8),
                black: rating(20),
            }),
        }
    }

    fn entry(step: StepBits, games: &[u32], facts: &Facts) -> Entry {
        let mut entry = Entry {
            step,
            games: Games::Listed(Vec::new()),
        };
        for game in games {
            entry.add(*game, facts);
        }
        entry
    }

    fn told(entry: &Entry, facts: &Facts) -> Counter {
        let mut counter = Counter::default();
        let fetch = |place: u32| facts.get(place as usize).copied().ok_or("no such game");
        entry.count(&mut counter, fetch).expect("there");
        counter
    }

    proptest! {
        /// However games are split over entries, the counter is the sum of the games.
        #[test]
        fn entries_count_like_counters(
            seeds in prop::collection::vec(any::<u64>(), 1..12),
            cut in 0_usize..12,
            black in any::<bool>(),
        ) {
            let facts: Vec<CountedGame> = (0..).zip(&seeds).map(|(id, seed)| game(id, *seed)).collect();
            let m = notation::read(&Chess::default(), "e4").expect("legal");
            let step = StepBits::new(m, Color::from_black(black));
            let all: Vec<u32> = (0..u32::try_from(facts.len()).expect("few")).collect();
            let (one, other) = all.split_at(cut.min(all.len()));
            let expected = facts.iter().fold(Counter::default(), |mut sum, game| {
                sum.merge(&game.counter(step.mover()));
                sum
            });
            let mut merged = entry(step, other, &facts);
            merged.merge(entry(step, one, &facts), &facts);
            prop_assert_eq!(&told(&merged, &facts), &expected);
            prop_assert_eq!(&told(&entry(step, &all, &facts), &facts), &expected);

            let mut bytes = Vec::new();
            merged.write(&mut bytes);
            let mut parts = Parts::new(&bytes);
            prop_assert_eq!(Entry::read(&mut parts), Some(merged));
            prop_assert!(parts.is_empty());
            for length in 0..bytes.len() {
                prop_assert_eq!(Entry::read(&mut Parts::new(&bytes[..length])), None);
            }
        }
    }
}
