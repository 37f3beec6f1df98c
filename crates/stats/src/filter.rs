//! Which games are looked at, by rating. Games are counted in bands, so a
//! filter that cuts through a band is widened to the whole band, and says so.

use std::{fmt, num::ParseIntError, str::FromStr};

use thiserror::Error;

use crate::{
    band::{Band, Cell},
    counter::{Counter, Tally},
    group::{Group, SOURCE},
};

/// A range of mean ratings, from the floor and up to, not including, the
/// ceiling. Without either it takes every game, also the unrated ones.
///
/// Read from `1400-1800`, `2500+`, `all`, or a name of the source's bands.
///
/// ```
/// use krog_stats::Filter;
///
/// let asked: Filter = "1500-1700".parse()?;
/// assert!(asked.is_widened());
/// assert_eq!(asked.widened().to_string(), "1400-1800");
/// let named: Filter = "Grandmaster".parse()?;
/// assert_eq!(named.to_string(), "2400+");
/// assert!(!named.is_widened());
/// # Ok::<(), krog_stats::FilterError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Filter {
    floor: Option<u16>,
    ceiling: Option<u16>,
}

/// Why a text is no filter.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FilterError {
    /// It has no form of a filter.
    #[error("found {found:?}, expected a range such as 1400-1800, 2500+, a band's name, or all")]
    Unreadable {
        /// What was found.
        found: String,
    },
    /// No rating is in it.
    #[error("found a range from {floor} to {ceiling}, expected the lower rating first")]
    Empty {
        /// The first number.
        floor: u16,
        /// The second number.
        ceiling: u16,
    },
}

impl Filter {
    /// Every game.
    pub const ALL: Filter = Filter {
        floor: None,
        ceiling: None,
    };

    /// The range between two ratings; a missing one is no limit.
    pub fn new(floor: Option<u16>, ceiling: Option<u16>) -> Result<Filter, FilterError> {
        match (floor, ceiling) {
            (_, Some(ceiling)) if floor.unwrap_or(0) >= ceiling => Err(FilterError::Empty {
                floor: floor.unwrap_or(0),
                ceiling,
            }),
            _ => Ok(Filter { floor, ceiling }),
        }
    }

    /// Whether a cell has games that were asked for.
    pub fn takes(self, cell: Cell) -> bool {
        match cell {
            Cell::Unrated => self == Filter::ALL,
            Cell::Rated(band) => {
                let begins = self.ceiling.is_none_or(|ceiling| band.floor() < ceiling);
                let ends = |floor| band.ceiling().is_none_or(|ceiling| ceiling > floor);
                begins && self.floor.is_none_or(ends)
            }
        }
    }

    /// The range of whole bands that is answered with.
    #[must_use]
    pub fn widened(self) -> Filter {
        let taken = |band: &Band| self.takes(Cell::Rated(*band));
        let first = Band::all().find(taken).map(Band::floor);
        let end = Band::all().filter(taken).last().and_then(Band::ceiling);
        Filter {
            floor: self.floor.and(first),
            ceiling: self.ceiling.and(end),
        }
    }

    /// Whether the answer is about more games than were asked for.
    pub fn is_widened(self) -> bool {
        self.widened() != self
    }

    /// The games of the whole bands.
    pub fn of(self, counter: &Counter) -> Tally {
        counter.sum_where(|cell| self.takes(cell))
    }
}

impl From<Group> for Filter {
    fn from(group: Group) -> Filter {
        Filter {
            floor: Some(group.floor),
            ceiling: group.ceiling,
        }
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filter, FilterError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("all") {
            return Ok(Filter::ALL);
        }
        if let Some(group) = SOURCE.by_name(text) {
            return Ok(group.into());
        }
        let unreadable = |_: ParseIntError| FilterError::Unreadable {
            found: text.to_owned(),
        };
        // A dash may be typeset; a text without one fails as a number.
        let (floor, ceiling) = match text.split_once(['-', '–']) {
            Some((floor, ceiling)) => (floor, Some(ceiling)),
            None => (text.strip_suffix('+').unwrap_or("no range"), None),
        };
        let floor = floor.trim().parse().map_err(unreadable)?;
        let ceiling = ceiling.map(|text| text.trim().parse()).transpose();
        Filter::new(Some(floor), ceiling.map_err(unreadable)?)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.floor, self.ceiling) {
            (None, None) => f.write_str("all"),
            (floor, Some(ceiling)) => write!(f, "{}-{ceiling}", floor.unwrap_or(0)),
            (Some(floor), None) => write!(f, "{floor}+"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match text.parse::<Filter>() {
            Ok(filter) if filter.is_widened() => format!("{filter} as {}", filter.widened()),
            Ok(filter) => filter.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn whole_bands_are_taken_as_they_are() {
        check("all", "all");
        check("1400-1800", "1400-1800");
        check(" 1400 – 1800 ", "1400-1800");
        check("0-800", "0-800");
        check("0+", "0+");
        check("2500+", "2500+");
        check("expert", "2000-2200");
    }

    #[test]
    fn cuts_through_bands_are_widened() {
        check("1500-1700", "1500-1700 as 1400-1800");
        check("1500-1501", "1500-1501 as 1400-1600");
        check("1400-1801", "1400-1801 as 1400-2000");
        check("2450+", "2450+ as 2400+");
        check("2700+", "2700+ as 2500+");
        check("2400-3000", "2400-3000 as 2400+");
    }

    #[test]
    fn what_is_no_range_is_named() {
        let unreadable = "expected a range such as 1400-1800, 2500+, a band's name, or all";
        for text in [
            "",
            "1500",
            "-",
            "+",
            "1400-",
            "a-b",
            "1400-1800-2000",
            "-5-7",
            "99999+",
        ] {
            check(text, &format!("found {text:?}, {unreadable}"));
        }
        check(
            "1800-1400",
            "found a range from 1800 to 1400, expected the lower rating first",
        );
        check(
            "0-0",
            "found a range from 0 to 0, expected the lower rating first",
        );
    }

    #[test]
    fn widening_takes_the_same_cells_and_happens_once() {
        for floor in (0..2700).step_by(50) {
            for ceiling in (floor + 50..2800).step_by(50) {
                let filter = Filter::new(Some(floor), Some(ceiling)).expect("a range");
                let wide = filter.widened();
                assert!(!wide.is_widened(), "{filter}");
                assert!(Cell::all().all(|cell| filter.takes(cell) == wide.takes(cell)));
                assert!(!filter.takes(Cell::Unrated));
            }
        }
        assert!(Cell::all().all(|cell| Filter::ALL.takes(cell)));
    }
}
