//! Which games of a stream are wanted, and what is read off their tags.

use std::{fmt, str::FromStr};

use krog_chess::{ByColor, pgn::MainLine};
use thiserror::Error;

/// The games that are wanted. The default wants all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// Both players are rated at least this.
    pub min_elo: Option<u16>,
    /// Ratings were at stake.
    pub rated_only: bool,
    /// Played on this day or later.
    pub since: Option<Date>,
    /// Played on this day or earlier.
    pub until: Option<Date>,
    /// One of the players has this name, whatever the case of its letters.
    pub player: Option<String>,
    /// The time control is of this kind.
    pub speed: Option<Speed>,
}

impl Choice {
    /// Whether a game is wanted. Whether ratings were at stake is asked apart,
    /// for such games are told.
    pub fn takes(&self, game: &MainLine<'_>) -> bool {
        let ratings = ratings(game);
        let strong =
            |least: u16| ratings.is_some_and(|both| both.into_iter().all(|rating| rating >= least));
        let player = |name: &String| {
            let is = |tag| {
                game.tag(tag)
                    .is_some_and(|found: &str| same_name(found, name))
            };
            is("White") || is("Black")
        };
        self.min_elo.is_none_or(strong)
            && self
                .since
                .is_none_or(|since| date(game).is_some_and(|date| date >= since))
            && self
                .until
                .is_none_or(|until| date(game).is_some_and(|date| date <= until))
            && self.player.as_ref().is_none_or(player)
            && self
                .speed
                .is_none_or(|speed| Speed::of(game) == Some(speed))
    }

    /// A text that is the same for choices that take the same games up to some
    /// day, whichever day that is.
    pub(crate) fn key(&self) -> String {
        let Choice {
            min_elo,
            rated_only,
            since,
            until: _,
            player,
            speed,
        } = self;
        let since = since.map(|since| since.to_string()).unwrap_or_default();
        let speed = Speed::ALL.iter().find(|(_, known)| Some(*known) == *speed);
        let speed = speed.map_or("", |(name, _)| name);
        let player = player.as_deref().unwrap_or_default();
        format!("{min_elo:?} {rated_only} {since} {speed} {player}")
    }
}

fn same_name(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}

/// Both ratings; none if one of them is missing or no number.
pub(crate) fn ratings(game: &MainLine<'_>) -> Option<ByColor<u16>> {
    let rating = |tag| {
        let text = game.tag(tag)?.trim();
        // Lichess marks provisional ratings; databases write 0 for none.
        let rating: u16 = text.trim_end_matches('?').parse().ok()?;
        (rating > 0).then_some(rating)
    };
    Some(ByColor {
        white: rating("WhiteElo")?,
        black: rating("BlackElo")?,
    })
}

/// Servers say so in the event; elsewhere a game between rated players is rated.
pub(crate) fn is_rated(game: &MainLine<'_>) -> bool {
    let event = game.tag("Event").unwrap_or_default().to_lowercase();
    ratings(game).is_some() && !event.starts_with("casual") && !event.contains("unrated")
}

/// A day. Unknown parts of a date make it none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found the date {found:?}, expected one such as 2024-05-31")]
pub struct NoDate {
    found: String,
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Date, NoDate> {
        let parts: Vec<&str> = text.trim().split(['.', '-', '/']).collect();
        let date = match parts[..] {
            [year, month, day] if year.len() == 4 => (|| {
                let date = Date {
                    year: year.parse().ok()?,
                    month: month.parse().ok()?,
                    day: day.parse().ok()?,
                };
                let real = (1..=12).contains(&date.month) && (1..=31).contains(&date.day);
                real.then_some(date)
            })(),
            _ => None,
        };
        date.ok_or_else(|| NoDate {
            found: text.to_owned(),
        })
    }
}

impl Date {
    /// The days since the first of January 1970, by the Gregorian calendar.
    pub fn days(self) -> i64 {
        // The year begins in March here, so that the leap day is its last.
        let early = self.month <= 2;
        let year = i64::from(self.year) - i64::from(early);
        let month = i64::from(self.month) + if early { 9 } else { -3 };
        let in_year = (153 * month + 2) / 5 + i64::from(self.day) - 1;
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year
            - 719_468
    }

    /// The year and the month.
    pub(crate) fn month(self) -> (u16, u8) {
        (self.year, self.month)
    }
}

impl fmt::Display for Date {
    /// As in PGN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// The day of a game, if it is known.
pub(crate) fn date(game: &MainLine<'_>) -> Option<Date> {
    let tag = |name| game.tag(name)?.parse().ok();
    tag("UTCDate").or_else(|| tag("Date"))
}

/// A kind of time control, by Lichess's rule: the clock at the start and forty
/// increments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Speed {
    /// Less than half a minute.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// More.
    Classical,
    /// Days.
    Correspondence,
}

impl Speed {
    /// Every kind with its name.
    pub const ALL: [(&'static str, Speed); 6] = [
        ("ultraBullet", Speed::UltraBullet),
        ("bullet", Speed::Bullet),
        ("blitz", Speed::Blitz),
        ("rapid", Speed::Rapid),
        ("classical", Speed::Classical),
        ("correspondence", Speed::Correspondence),
    ];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        let mut all = Speed::ALL.iter();
        let found = all.find(|(_, speed)| *speed == self);
        found.map_or("", |(name, _)| name)
    }

    /// The kind of a game, if its tag says.
    fn of(game: &MainLine<'_>) -> Option<Speed> {
        let text = game.tag("TimeControl")?;
        if text == "-" || text.contains('/') {
            return Some(Speed::Correspondence);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (base, increment): (u64, u64) = (base.parse().ok()?, increment.parse().ok()?);
        Some(match base + 40 * increment.min(1_000_000) {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            _ => Speed::Classical,
        })
    }
}

impl FromStr for Speed {
    type Err = NoSpeed;

    fn from_str(text: &str) -> Result<Speed, NoSpeed> {
        let mut all = Speed::ALL.iter();
        let found = all.find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, speed)| *speed).ok_or_else(|| NoSpeed {
            found: text.to_owned(),
        })
    }
}

/// A text that names no kind of time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected one of: {}", Speed::ALL.map(|(name, _)| name).join(", "))]
pub struct NoSpeed {
    found: String,
}

#[cfg(test)]
mod tests {
    use krog_chess::pgn;

    use super::*;

    const GAME: &str = "[Event \"Rated blitz game\"]\n[White \"Åse\"]\n[Black \"Per\"]\n[WhiteElo \"1500?\"]\n[BlackElo \"1600\"]\n[UTCDate \"2024.05.31\"]\n[TimeControl \"180+2\"]\n\n1. e4 *\n";

    #[track_caller]
    fn check(choice: &Choice, text: &str, expected: bool) {
        pgn::main_lines(text.as_bytes(), 1, |_, game| {
            assert_eq!(
                choice.takes(&game.expect("a game")),
                expected,
                "{choice:?} {text}"
            );
        });
    }

    #[test]
    fn games_are_chosen_by_their_tags() {
        let all = Choice::default;
        check(&all(), GAME, true);
        for (least, expected) in [(1500, true), (1501, false)] {
            check(
                &Choice {
                    min_elo: Some(least),
                    ..all()
                },
                GAME,
                expected,
            );
        }
        for (name, expected) in [("åse", true), ("PER", true), ("Pe", false)] {
            check(
                &Choice {
                    player: Some(name.to_owned()),
                    ..all()
                },
                GAME,
                expected,
            );
        }
        for (since, expected) in [("2024-05-31", true), ("2024.06.01", false)] {
            let since = Some(since.parse().expect("a date"));
            check(&Choice { since, ..all() }, GAME, expected);
        }
        for (until, expected) in [("2024-05-31", true), ("2024.05.30", false)] {
            let until = Some(until.parse().expect("a date"));
            check(&Choice { until, ..all() }, GAME, expected);
        }
        for (name, expected) in [("blitz", true), ("rapid", false)] {
            let speed = Some(name.parse().expect("a speed"));
            check(&Choice { speed, ..all() }, GAME, expected);
        }
    }

    #[test]
    fn casual_games_are_known_by_their_event_or_ratings() {
        for (text, expected) in [
            (GAME.to_owned(), true),
            (GAME.replace("Rated", "Casual"), false),
            (GAME.replace("Rated", "casual"), false),
            (GAME.replace("1600", "?"), false),
        ] {
            pgn::main_lines(text.as_bytes(), 1, |_, game| {
                assert_eq!(is_rated(&game.expect("a game")), expected, "{text}");
            });
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (text, expected) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2024-05-31", 19_874),
            ("2100-03-01", 47_541),
        ] {
            let date: Date = text.parse().expect("a date");
            assert_eq!(date.days(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_told() {
        for text in [
            "",
            "2024",
            "2024.??.??",
            "31.05.2024",
            "2024-13-01",
            "2024-00-10",
        ] {
            let error = text.parse::<Date>().expect_err(text).to_string();
            assert_eq!(
                error,
                format!("found the date {text:?}, expected one such as 2024-05-31")
            );
        }
    }
}
