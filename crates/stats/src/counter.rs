//! Counters: what is known of the games that went a certain way. They form a
//! commutative monoid, so games may be counted in any order, in any split, on
//! any number of machines; sums that cannot be held stay at the largest number.

use std::iter::Sum;

use krog_chess::{ByColor, Color, KnownOutcome};

use crate::band::{Band, Cell};

/// The results of some games, and the sums of both sides' ratings in them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Tally {
    /// Games that White won.
    pub white: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The sum of the ratings of those who made the move.
    pub mover_ratings: u64,
    /// The sum of the ratings of their opponents.
    pub opponent_ratings: u64,
}

impl Tally {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.white
            .saturating_add(self.draws)
            .saturating_add(self.black)
    }

    /// The games that one side won.
    pub fn wins(&self, side: Color) -> u64 {
        side.fold_wb(self.white, self.black)
    }

    /// Adds the games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (sum, more) in [
            (&mut self.white, other.white),
            (&mut self.draws, other.draws),
            (&mut self.black, other.black),
            (&mut self.mover_ratings, other.mover_ratings),
            (&mut self.opponent_ratings, other.opponent_ratings),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
}

impl<'a> Sum<&'a Tally> for Tally {
    fn sum<I: Iterator<Item = &'a Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum.merge(tally);
            sum
        })
    }
}

/// The identity of a game: the same wherever and whenever it is imported.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub u128);

/// A game in which the move was played. The greatest is shown: that of the
/// highest mean rating, then of the greatest identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Example {
    /// The sum of both ratings, twice their mean; none of an unrated game,
    /// which is the least.
    pub ratings: Option<u32>,
    /// Which game.
    pub game: GameId,
}

/// A game as it is counted at one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who made the move.
    pub mover: Color,
    /// How the game ended.
    pub outcome: KnownOutcome,
    /// Both ratings; none if one of them is missing.
    pub ratings: Option<ByColor<u16>>,
    /// Which game.
    pub game: GameId,
}

impl Played {
    /// Where the game is counted.
    pub fn cell(&self) -> Cell {
        self.ratings.map_or(Cell::Unrated, |ratings| {
            Cell::Rated(Band::of_game(ratings.white, ratings.black))
        })
    }

    /// The tally of this game alone.
    pub fn tally(&self) -> Tally {
        let rating = |side| self.ratings.map_or(0, |ratings| u64::from(ratings[side]));
        let won = |side| u64::from(self.outcome.winner() == Some(side));
        Tally {
            white: won(Color::White),
            draws: u64::from(self.outcome == KnownOutcome::Draw),
            black: won(Color::Black),
            mover_ratings: rating(self.mover),
            opponent_ratings: rating(!self.mover),
        }
    }

    /// This game as an example.
    pub fn example(&self) -> Example {
        let sum = |ratings: ByColor<u16>| u32::from(ratings.white) + u32::from(ratings.black);
        Example {
            ratings: self.ratings.map(sum),
            game: self.game,
        }
    }
}

/// All that is counted of a move in a position: a [`Tally`] in every [`Cell`],
/// and one [`Example`]. The default is the counter of no games.
///
/// ```
/// use krog_chess::{ByColor, Color, KnownOutcome};
/// use krog_stats::{Cell, Counter, GameId, Played};
///
/// let won = Played {
///     mover: Color::White,
///     outcome: KnownOutcome::Decisive { winner: Color::White },
///     ratings: Some(ByColor { white: 1500, black: 1550 }),
///     game: GameId(1),
/// };
/// let drawn = Played { outcome: KnownOutcome::Draw, ratings: None, game: GameId(2), ..won };
/// let mut counter = Counter::new_single(&won);
/// counter.merge(&Counter::new_single(&drawn));
///
/// assert_eq!(counter.total().games(), 2);
/// assert_eq!(counter.rated().mover_ratings, 1500);
/// assert_eq!(counter.cell(Cell::Unrated).draws, 1);
/// assert_eq!(counter.example().map(|example| example.game), Some(GameId(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counter {
    cells: [Tally; Cell::COUNT],
    example: Option<Example>,
}

impl Counter {
    /// The counter of one game.
    pub fn new_single(played: &Played) -> Counter {
        let mut counter = Counter::default();
        counter.count(played);
        counter
    }

    /// A counter as it was stored: the tallies of some cells, and an example.
    pub fn from_cells(
        cells: impl IntoIterator<Item = (Cell, Tally)>,
        example: Option<Example>,
    ) -> Counter {
        let mut counter = Counter {
            example,
            ..Counter::default()
        };
        for (cell, tally) in cells {
            counter.cells[cell.index()].merge(&tally);
        }
        counter
    }

    /// Adds the games of a cell.
    pub fn add(&mut self, cell: Cell, tally: &Tally) {
        self.cells[cell.index()].merge(tally);
    }

    /// Shows this game if it is greater than the one shown so far.
    pub fn offer(&mut self, example: Example) {
        self.example = self.example.max(Some(example));
    }

    /// Adds a game.
    pub fn count(&mut self, played: &Played) {
        self.add(played.cell(), &played.tally());
        self.offer(played.example());
    }

    /// Adds the games of another counter.
    pub fn merge(&mut self, other: &Counter) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            cell.merge(more);
        }
        self.example = self.example.max(other.example);
    }

    /// The games of a cell.
    pub fn cell(&self, cell: Cell) -> &Tally {
        &self.cells[cell.index()]
    }

    /// Every cell with its games.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &Tally)> {
        Cell::all().zip(&self.cells)
    }

    /// The games of all bands.
    pub fn bands(&self) -> impl Iterator<Item = (Band, &Tally)> {
        Band::all().zip(&self.cells)
    }

    /// The sum of the cells that are wanted.
    pub fn sum_where(&self, wanted: impl Fn(Cell) -> bool) -> Tally {
        self.cells()
            .filter(|(cell, _)| wanted(*cell))
            .map(|(_, tally)| tally)
            .sum()
    }

    /// All games.
    pub fn total(&self) -> Tally {
        self.sum_where(|_| true)
    }

    /// The games with two ratings.
    pub fn rated(&self) -> Tally {
        self.sum_where(|cell| cell != Cell::Unrated)
    }

    /// The game to show; none only if no game was counted.
    pub fn example(&self) -> Option<Example> {
        self.example
    }
}

impl<'a> Sum<&'a Counter> for Counter {
    fn sum<I: Iterator<Item = &'a Counter>>(counters: I) -> Counter {
        counters.fold(Counter::default(), |mut sum, counter| {
            sum.merge(counter);
            sum
        })
    }
}
