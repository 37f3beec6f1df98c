//! Chess.com: the months of a user's archive, oldest first.
//!
//! A month that is over and was read to its end is not asked for again; any
//! other one is, with what the service said of its last state, so that an
//! unchanged month costs one short answer. The addresses of months are taken
//! from the list for their year and month alone.

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde_json::Value;

use super::{
    ask::{Ask, Head},
    course::{Course, Found, Game},
    objects::Shape,
    source::{GameName, User, last_part},
    trouble::TroubleKind,
};
use crate::choice::{Choice, Date};

/// So long after its end a month is complete, in days: the published data is
/// renewed every twelve hours at the latest.
const SETTLED: i64 = 2;

/// The games of a user.
pub(super) fn user(user: &User, choice: &Choice, mark: Option<&str>, now: i64) -> Box<dyn Course> {
    Box::new(Archive {
        months: mark.map(read_mark).unwrap_or_default(),
        ..Archive::new(user.as_str(), choice, now)
    })
}

/// One game, which is looked for in the archive of a player.
pub(super) fn game(game: &GameName, choice: &Choice, now: i64) -> Box<dyn Course> {
    let name = game.as_str().to_owned();
    let player = choice.player.as_ref();
    match player.and_then(|player| player.parse::<User>().ok()) {
        Some(player) => Box::new(Archive {
            wanted: Some(name),
            ..Archive::new(player.as_str(), choice, now)
        }),
        None => Box::new(Nowhere(name)),
    }
}

/// A month of an archive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Month {
    year: u16,
    month: u8,
}

impl Month {
    fn of(date: Date) -> Month {
        let (year, month) = date.month();
        Month { year, month }
    }

    /// The first day after it.
    fn end(self) -> Option<Date> {
        let (year, month) = match self.month {
            12 => (self.year + 1, 1),
            month => (self.year, month + 1),
        };
        format!("{year:04}-{month:02}-01").parse().ok()
    }
}

impl FromStr for Month {
    type Err = ();

    /// Reads `…/2024/01`.
    fn from_str(text: &str) -> Result<Month, ()> {
        let mut parts = text.rsplit('/');
        let (month, year) = (parts.next().ok_or(())?, parts.next().ok_or(())?);
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if year.len() != 4 || month.len() != 2 || !digits(year) || !digits(month) {
            return Err(());
        }
        let month = Month {
            year: year.parse().map_err(|_| ())?,
            month: month.parse().map_err(|_| ())?,
        };
        if (1..=12).contains(&month.month) {
            Ok(month)
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}/{:02}", self.year, self.month)
    }
}

/// What is known of a month that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    /// It will not change.
    Closed,
    /// What the service said of it.
    Open {
        etag: Option<String>,
        last_modified: Option<String>,
    },
}

struct Archive {
    /// The name in paths.
    user: String,
    first: Option<Month>,
    last: Option<Month>,
    now: i64,
    /// Months that were read.
    months: BTreeMap<Month, State>,
    /// Months to come, the next one last; none before the list was read.
    ahead: Option<Vec<Month>>,
    listed: Option<Vec<Month>>,
    /// The game that is looked for, and whether it was found.
    wanted: Option<String>,
    found: bool,
}

impl Archive {
    fn new(user: &str, choice: &Choice, now: i64) -> Archive {
        Archive {
            user: user.to_lowercase(),
            first: choice.since.map(Month::of),
            last: choice.until.map(Month::of),
            now,
            months: BTreeMap::new(),
            ahead: None,
            listed: None,
            wanted: None,
            found: false,
        }
    }

    fn months_ahead(&self) -> Vec<Month> {
        let mut months = self.listed.clone().unwrap_or_default();
        months.retain(|month| {
            self.first.is_none_or(|first| *month >= first)
                && self.last.is_none_or(|last| *month <= last)
                && self.months.get(month) != Some(&State::Closed)
        });
        months.sort();
        months.dedup();
        if self.wanted.is_none() {
            // The next one is taken from the end.
            months.reverse();
        }
        months
    }

    /// What will be known of a month that was read.
    fn state(&self, month: Month, head: &Head) -> State {
        let settled = |end: Date| self.now >= (end.days() + SETTLED) * 86_400;
        if month.end().is_some_and(settled) {
            return State::Closed;
        }
        State::Open {
            etag: head.etag.clone(),
            last_modified: head.last_modified.clone(),
        }
    }

    fn question(&self, path: &str, shape: Shape, missing: TroubleKind) -> Ask {
        Ask {
            path: format!("/pub/player/{}/games/{path}", self.user),
            query: Vec::new(),
            headers: vec![("accept", "application/json".to_owned())],
            body: None,
            shape,
            missing,
        }
    }
}

impl Course for Archive {
    fn ask(&mut self) -> Option<Ask> {
        let Some(ahead) = &self.ahead else {
            let missing = TroubleKind::NoUser(self.user.clone());
            return Some(self.question("archives", Shape::Objects, missing));
        };
        if self.found {
            return None;
        }
        let month = *ahead.last()?;
        let missing = TroubleKind::NoMonth(month.to_string());
        let mut ask = self.question(&month.to_string(), Shape::List, missing);
        if let Some(State::Open {
            etag,
            last_modified,
        }) = self.months.get(&month)
        {
            let etag = etag.clone().map(|etag| ("if-none-match", etag));
            let last_modified = last_modified.clone();
            let last_modified = last_modified.map(|time| ("if-modified-since", time));
            ask.headers.extend(etag.into_iter().chain(last_modified));
        }
        Some(ask)
    }

    fn take(&mut self, object: &Value) -> Found {
        if self.ahead.is_none() {
            let Some(list) = object["archives"].as_array() else {
                return Found::Garbage("a list of archives");
            };
            let months = list.iter().filter_map(|month| month.as_str()?.parse().ok());
            self.listed = Some(months.collect());
            return Found::Nothing;
        }
        let address = object["url"].as_str().unwrap_or_default();
        if let Some(wanted) = &self.wanted {
            let is_it = last_part(address) == wanted || object["uuid"].as_str() == Some(wanted);
            if !is_it {
                return Found::Nothing;
            }
            self.found = true;
        }
        let address = address.to_owned();
        match object["rules"].as_str() {
            Some("chess" | "chess960") | None => Found::Game(Game {
                address,
                pgn: object["pgn"].as_str().unwrap_or_default().to_owned(),
                rated: object["rated"].as_bool(),
            }),
            Some(_) => Found::Variant { address },
        }
    }

    fn answered(&mut self, head: &Head, whole: bool) {
        if !whole {
            return;
        }
        if self.ahead.is_none() {
            self.ahead = Some(self.months_ahead());
            return;
        }
        let Some(month) = self.ahead.as_mut().and_then(Vec::pop) else {
            return;
        };
        // A month of which a part was left out is read again some day.
        let cut = self.last.is_some_and(|last| month >= last);
        if head.status == 304 {
            // What was said of it before still holds.
            let kept = self.months.get(&month).cloned();
            if let (State::Closed, Some(_)) = (self.state(month, head), kept) {
                self.months.insert(month, State::Closed);
            }
        } else if !cut {
            let state = self.state(month, head);
            self.months.insert(month, state);
        }
    }

    fn excuses(&mut self, trouble: &TroubleKind) -> bool {
        let missing = matches!(trouble, TroubleKind::NoMonth(_) | TroubleKind::Gone(_));
        let month = self.ahead.as_mut().filter(|_| missing);
        month.is_some_and(|ahead| ahead.pop().is_some())
    }

    fn mark(&self) -> Option<String> {
        if self.wanted.is_some() || self.ahead.is_none() {
            return None;
        }
        let line = |(month, state): (&Month, &State)| match state {
            State::Closed => format!("{month}\n"),
            State::Open {
                etag,
                last_modified,
            } => {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                format!("{month}\t{}\t{}\n", text(etag), text(last_modified))
            }
        };
        Some(self.months.iter().map(line).collect())
    }

    fn ending(&self) -> Option<TroubleKind> {
        if self.listed.is_none() {
            return Some(TroubleKind::Garbage("a list of archives"));
        }
        let game = self.wanted.clone()?;
        (!self.found).then(|| TroubleKind::NotAmong {
            player: self.user.clone(),
            game,
        })
    }
}

/// Reads lines of `month` or `month etag last-modified`; what cannot be read is
/// read from the service again.
fn read_mark(text: &str) -> BTreeMap<Month, State> {
    let line = |line: &str| {
        let mut parts = line.split('\t');
        let month = parts.next()?.parse().ok()?;
        let Some(etag) = parts.next() else {
            return Some((month, State::Closed));
        };
        let kept = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let state = State::Open {
            etag: kept(etag),
            last_modified: parts.next().and_then(kept),
        };
        Some((month, state))
    };
    text.lines().filter_map(line).collect()
}

/// A game that cannot be asked for.
struct Nowhere(String);

impl Course for Nowhere {
    fn ask(&mut self) -> Option<Ask> {
        None
    }

    fn take(&mut self, _object: &Value) -> Found {
        Found::Nothing
    }

    fn answered(&mut self, _head: &Head, _whole: bool) {}

    fn ending(&self) -> Option<TroubleKind> {
        Some(TroubleKind::PlayerWanted(self.0.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_off_addresses() {
        let month = |text: &str| text.parse::<Month>().ok().map(|month| month.to_string());
        let found = |text: &str| Some(text.to_owned());
        assert_eq!(
            month("https://api.chess.com/pub/player/erik/games/2024/01"),
            found("2024/01")
        );
        assert_eq!(month("http://169.254.169.254/2009/12"), found("2009/12"));
        for text in [
            "",
            "2024/13",
            "2024/1",
            "24/01",
            "2024/01/pgn",
            "2024/+1",
            "x/01",
        ] {
            assert_eq!(month(text), None, "{text}");
        }
    }

    #[test]
    fn marks_are_read_as_they_are_written() {
        let choice = Choice::default();
        let archive = |text: &str| Archive {
            months: read_mark(text),
            ahead: Some(Vec::new()),
            ..Archive::new("erik", &choice, 0)
        };
        let text = "2023/12\n2024/01\tW/\"a b\"\tMon, 01 Jan 2024 00:00:00 GMT\n2024/02\t\t\n";
        assert_eq!(archive(text).mark().as_deref(), Some(text));
        assert_eq!(archive("nonsense\n\n").mark().as_deref(), Some(""));
    }

    #[test]
    fn a_month_is_closed_when_it_is_over() {
        let archive = |day: &str| {
            let day: Date = day.parse().expect("a day");
            Archive::new("erik", &Choice::default(), day.days() * 86_400)
        };
        let month: Month = "2023/12".parse().expect("a month");
        for (day, closed) in [
            ("2023-12-31", false),
            ("2024-01-02", false),
            ("2024-01-03", true),
            ("2025-06-01", true),
        ] {
            let state = archive(day).state(month, &Head::default());
            assert_eq!(state == State::Closed, closed, "{day}");
        }
    }
}
