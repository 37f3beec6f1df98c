//! Rating bands, and the cells in which games are counted: one for each band
//! and one for games without two ratings. How bands add up to the bands of
//! others is in `group`.

use std::fmt;

/// Where bands begin. Each is half-open, the last has no end. The union of the
/// source's seven bands and Lichess's rating groups, so that both are exact
/// sums of bands.
pub const CUTS: [u16; 11] = [0, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2500];

/// The rating that stands for the top band, which has no middle.
const TOP_MIDPOINT: f64 = 2750.0;

/// A band of mean ratings, named by its floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Band(u8);

impl Band {
    /// Every band, from the lowest.
    pub fn all() -> impl Iterator<Item = Band> {
        (0..).zip(CUTS).map(|(index, _)| Band(index))
    }

    /// The band of a game: that of the unrounded mean of both ratings.
    ///
    /// ```
    /// use krog_stats::Band;
    ///
    /// assert_eq!(Band::of_game(1600, 1599).to_string(), "1400-1600");
    /// assert_eq!(Band::of_game(1600, 1600).to_string(), "1600-1800");
    /// assert_eq!(Band::of_game(2850, 2830).to_string(), "2500+");
    /// ```
    pub fn of_game(white: u16, black: u16) -> Band {
        let twice_mean = u32::from(white) + u32::from(black);
        let above = CUTS.partition_point(|cut| 2 * u32::from(*cut) <= twice_mean);
        let index = above.saturating_sub(1);
        Band(u8::try_from(index).expect("there are eleven bands"))
    }

    /// The band of one rating.
    pub fn of_rating(rating: u16) -> Band {
        Band::of_game(rating, rating)
    }

    /// The middle of the band; 2750 for the top one.
    ///
    /// ```
    /// use krog_stats::Band;
    ///
    /// assert_eq!(Band::of_rating(1500).midpoint(), 1500.0);
    /// assert_eq!(Band::of_rating(2450).midpoint(), 2450.0);
    /// assert_eq!(Band::of_rating(2900).midpoint(), 2750.0);
    /// ```
    pub fn midpoint(self) -> f64 {
        self.ceiling().map_or(TOP_MIDPOINT, |ceiling| {
            f64::midpoint(f64::from(self.floor()), f64::from(ceiling))
        })
    }

    /// The lowest rating in the band.
    pub fn floor(self) -> u16 {
        CUTS[usize::from(self.0)]
    }

    /// The lowest rating above the band; none for the top band.
    pub fn ceiling(self) -> Option<u16> {
        CUTS.get(usize::from(self.0) + 1).copied()
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ceiling() {
            Some(ceiling) => write!(f, "{}-{ceiling}", self.floor()),
            None => write!(f, "{}+", self.floor()),
        }
    }
}

/// Where a game is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    /// Among the games of a band.
    Rated(Band),
    /// Among the games in which a rating is missing.
    Unrated,
}

impl Cell {
    /// How many cells there are: the bands, and one for unrated games.
    pub const COUNT: usize = CUTS.len() + 1;

    /// Every cell, the bands first.
    pub fn all() -> impl Iterator<Item = Cell> {
        Band::all().map(Cell::Rated).chain([Cell::Unrated])
    }

    /// The place of the cell among [all](Cell::all), for those who store it.
    pub fn index(self) -> usize {
        match self {
            Cell::Rated(Band(index)) => usize::from(index),
            Cell::Unrated => CUTS.len(),
        }
    }

    /// The cell at a place; `None` beyond the last.
    pub fn at(index: usize) -> Option<Cell> {
        Cell::all().nth(index)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Rated(band) => band.fmt(f),
            Cell::Unrated => f.write_str("unrated"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_know_their_place() {
        for (index, cell) in Cell::all().enumerate() {
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::at(index), Some(cell));
        }
        assert_eq!(Cell::all().count(), Cell::COUNT);
        assert_eq!(Cell::at(Cell::COUNT), None);
    }

    #[test]
    fn midpoints_lie_in_their_bands_and_rise() {
        let midpoints: Vec<f64> = Band::all().map(Band::midpoint).collect();
        assert!(midpoints.is_sorted());
        for (band, midpoint) in Band::all().zip(midpoints) {
            assert!(midpoint > f64::from(band.floor()));
            assert!(band.ceiling().is_none_or(|top| midpoint < f64::from(top)));
        }
    }

    #[test]
    fn bands_start_at_their_floor() {
        for band in Band::all() {
            assert_eq!(Band::of_game(band.floor(), band.floor()), band);
            if let Some(ceiling) = band.ceiling() {
                assert_eq!(
                    Band::of_game(ceiling, ceiling - 1),
                    band,
                    "half below {ceiling}"
                );
                assert!(Band::of_game(ceiling, ceiling) > band);
            }
        }
    }

    #[test]
    fn the_whole_range_is_covered() {
        assert_eq!(Band::of_game(0, 0), Band(0));
        assert_eq!(Band::of_game(u16::MAX, u16::MAX).floor(), 2500);
        assert_eq!(Band::all().count(), 11);
    }
}
