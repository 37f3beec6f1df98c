//! Rating bands.

use std::fmt;

/// Where bands begin. Each is half-open, the last has no end. The union of the
/// source's seven bands and Lichess's rating groups, so that both are exact
/// sums of bands.
pub const CUTS: [u16; 11] = [0, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2500];

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

#[cfg(test)]
mod tests {
    use super::*;

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
