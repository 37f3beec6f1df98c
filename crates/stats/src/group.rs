//! The bands of others: the source's seven with their names, and Lichess's
//! rating groups. Each is an exact sum of our [`Band`]s, because every floor
//! below is one of the [cuts](crate::CUTS).

use std::fmt;

use crate::band::Band;

/// A division of all ratings into groups.
#[derive(Debug)]
pub struct Grouping {
    rows: &'static [Row],
}

/// A group begins at its floor and ends where the next one begins.
#[derive(Debug)]
struct Row {
    name: &'static str,
    floor: u16,
    weight: f64,
}

/// The seven bands of the source, with its names. It trusts all of them alike.
pub const SOURCE: Grouping = Grouping {
    rows: &[
        row("Beginner", 0),
        row("Casual", 800),
        row("Intermediate", 1200),
        row("Advanced", 1600),
        row("Expert", 2000),
        row("Master", 2200),
        row("Grandmaster", 2400),
    ],
};

/// The rating groups of Lichess's opening explorer, named by their floors:
/// <https://github.com/lichess-org/lila-openingexplorer>.
pub const LICHESS: Grouping = Grouping {
    rows: &[
        row("0", 0),
        row("1000", 1000),
        row("1200", 1200),
        row("1400", 1400),
        row("1600", 1600),
        row("1800", 1800),
        row("2000", 2000),
        row("2200", 2200),
        row("2500", 2500),
    ],
};

const fn row(name: &'static str, floor: u16) -> Row {
    Row {
        name,
        floor,
        weight: 1.0,
    }
}

/// A group of bands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Group {
    /// What it is called.
    pub name: &'static str,
    /// The lowest rating in it.
    pub floor: u16,
    /// The lowest rating above it; none for the top group.
    pub ceiling: Option<u16>,
    /// How much its games are to be trusted, 1 if as much as any.
    pub statistical_weight: f64,
}

impl Grouping {
    /// The groups, from the lowest.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let ceilings = self.rows.iter().skip(1).map(|row| Some(row.floor));
        self.rows
            .iter()
            .zip(ceilings.chain([None]))
            .map(|(row, ceiling)| Group {
                name: row.name,
                floor: row.floor,
                ceiling,
                statistical_weight: row.weight,
            })
    }

    /// The group of a rating.
    ///
    /// ```
    /// use krog_stats::{LICHESS, SOURCE};
    ///
    /// assert_eq!(SOURCE.of_rating(1599).name, "Intermediate");
    /// assert_eq!(SOURCE.of_rating(1600).to_string(), "1600-2000");
    /// assert_eq!(LICHESS.of_rating(2450).to_string(), "2200-2500");
    /// ```
    pub fn of_rating(&self, rating: u16) -> Group {
        self.groups()
            .find(|group| group.ceiling.is_none_or(|ceiling| rating < ceiling))
            .expect("the last group has no end")
    }

    /// The group of a name, in whatever case.
    pub fn by_name(&self, name: &str) -> Option<Group> {
        self.groups()
            .find(|group| group.name.eq_ignore_ascii_case(name))
    }
}

impl Group {
    /// Whether a band is part of the group.
    pub fn contains(&self, band: Band) -> bool {
        self.floor <= band.floor() && self.ceiling.is_none_or(|ceiling| band.floor() < ceiling)
    }

    /// The bands that add up to the group.
    pub fn bands(self) -> impl Iterator<Item = Band> {
        Band::all().filter(move |band| self.contains(*band))
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ceiling {
            Some(ceiling) => write!(f, "{}-{ceiling}", self.floor),
            None => write!(f, "{}+", self.floor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CUTS;

    #[track_caller]
    fn check(grouping: &Grouping, expected: &[(&str, &[u16])]) {
        let found: Vec<(String, Vec<u16>)> = grouping
            .groups()
            .map(|group| (group.to_string(), group.bands().map(Band::floor).collect()))
            .collect();
        let expected: Vec<(String, Vec<u16>)> = expected
            .iter()
            .map(|(name, floors)| ((*name).to_owned(), floors.to_vec()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn groups_are_exact_sums_of_bands() {
        check(
            &SOURCE,
            &[
                ("0-800", &[0]),
                ("800-1200", &[800, 1000]),
                ("1200-1600", &[1200, 1400]),
                ("1600-2000", &[1600, 1800]),
                ("2000-2200", &[2000]),
                ("2200-2400", &[2200]),
                ("2400+", &[2400, 2500]),
            ],
        );
        check(
            &LICHESS,
            &[
                ("0-1000", &[0, 800]),
                ("1000-1200", &[1000]),
                ("1200-1400", &[1200]),
                ("1400-1600", &[1400]),
                ("1600-1800", &[1600]),
                ("1800-2000", &[1800]),
                ("2000-2200", &[2000]),
                ("2200-2500", &[2200, 2400]),
                ("2500+", &[2500]),
            ],
        );
    }

    #[test]
    fn every_rating_is_in_the_group_of_its_band() {
        for grouping in [SOURCE, LICHESS] {
            assert!(grouping.groups().all(|group| CUTS.contains(&group.floor)));
            for rating in 0..3500 {
                let group = grouping.of_rating(rating);
                assert!(group.contains(Band::of_rating(rating)), "{rating}");
            }
            let bands: Vec<Band> = grouping.groups().flat_map(Group::bands).collect();
            assert!(bands.into_iter().eq(Band::all()), "each band once");
        }
    }

    #[test]
    fn groups_have_names() {
        assert_eq!(
            SOURCE.by_name("master").map(|group| group.floor),
            Some(2200)
        );
        assert_eq!(SOURCE.by_name("amateur"), None);
    }
}
