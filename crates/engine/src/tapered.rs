//! A weight that changes from middlegame to endgame.

use std::ops::{Add, Neg, Sub};

use krog_chess::phase::FULL_WEIGHT;

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered {
    /// Counts fully while all pieces are on the board.
    pub mg: i32,
    /// Counts fully when only kings and pawns are left.
    pub eg: i32,
}

impl Tapered {
    /// The weighted mean for a [phase weight](krog_chess::phase::weight),
    /// rounded towards zero.
    ///
    /// ```
    /// use krog_engine::Tapered;
    ///
    /// let bishop_pair = Tapered { mg: 30, eg: 54 };
    /// assert_eq!([24, 12, 0].map(|weight| bishop_pair.at(weight)), [30, 42, 54]);
    /// ```
    pub fn at(self, weight: u32) -> i32 {
        let full = FULL_WEIGHT.cast_signed();
        let weight = weight.min(FULL_WEIGHT).cast_signed();
        (self.mg * weight + self.eg * (full - weight)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered {
            mg: self.mg + other.mg,
            eg: self.eg + other.eg,
        }
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered {
            mg: -self.mg,
            eg: -self.eg,
        }
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        self + -other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_the_same_for_both_sides() {
        for (mg, eg) in [(10, -7), (1, 0), (-13, 29), (333, 331)] {
            let term = Tapered { mg, eg };
            for weight in 0..=FULL_WEIGHT {
                assert_eq!((-term).at(weight), -term.at(weight), "{term:?} at {weight}");
            }
        }
    }
}
