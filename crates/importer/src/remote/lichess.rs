//! Lichess: the games of a user, oldest first, in windows of so many games.
//!
//! Games are asked for as NDJSON with their PGN inside: the JSON tells when a
//! game was created, to the millisecond, and whether it is over, which PGN does
//! not; the PGN is what a file would hold. `since` means the time of creation.
//! A game that is not over yet is remembered and asked for by its id next time,
//! for its time of creation will have passed by then.

use std::fmt;

use serde_json::Value;

use super::{
    ask::{Ask, Head},
    course::{Course, Found, Game},
    objects::Shape,
    source::{GameName, User},
    trouble::TroubleKind,
};
use crate::choice::Choice;

/// Games in one window. Lichess gives 20 to 60 games a second.
const WINDOW: usize = 1_000;

/// Ids in one question, at most (lichess.org/api, Export games by IDs).
const IDS: usize = 300;

const NDJSON: &str = "application/x-ndjson";

/// The games of a user.
pub(super) fn user(user: &User, choice: &Choice, mark: Option<&str>) -> Box<dyn Course> {
    let mark: Mark = mark.map(Mark::read).unwrap_or_default();
    let day = 86_400_000;
    Box::new(UserGames {
        user: user.as_str().to_owned(),
        floor: choice.since.map(|since| since.days() * day),
        until: choice.until.map(|until| (until.days() + 1) * day - 1),
        waiting: mark.open.clone(),
        asked_ids: Vec::new(),
        before: mark.clone(),
        mark,
        seen: 0,
        new: 0,
        in_order: true,
        ended: false,
    })
}

/// One game.
pub(super) fn game(game: &GameName) -> Box<dyn Course> {
    Box::new(OneGame {
        game: game.as_str().to_owned(),
        ended: false,
    })
}

/// How far a user's games were fetched.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Mark {
    /// The time of creation of the last game, in milliseconds.
    since: i64,
    /// The games of that very time.
    last: Vec<String>,
    /// Games that were not over.
    open: Vec<String>,
}

impl Mark {
    /// Reads `since last,last open,open`; what cannot be read is none.
    fn read(text: &str) -> Mark {
        let mut parts = text.split(' ');
        let since = parts.next().and_then(|since| since.parse().ok());
        let mut ids = || {
            let ids = parts.next().unwrap_or_default().split(',');
            ids.filter(|id| is_id(id)).map(str::to_owned).collect()
        };
        let (last, open) = (ids(), ids());
        since.map_or_else(Mark::default, |since| Mark { since, last, open })
    }

    /// Notes a game.
    fn reach(&mut self, created: i64, id: &str) {
        if created > self.since {
            self.since = created;
            self.last.clear();
        }
        if created == self.since {
            self.last.push(id.to_owned());
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (last, open) = (self.last.join(","), self.open.join(","));
        write!(f, "{} {last} {open}", self.since)
    }
}

struct UserGames {
    user: String,
    /// Nothing before and nothing after these times is wanted.
    floor: Option<i64>,
    until: Option<i64>,
    /// Games to be asked for by their ids, and those that are being asked for.
    waiting: Vec<String>,
    asked_ids: Vec<String>,
    /// How far it was before the answer that is being read.
    before: Mark,
    mark: Mark,
    /// Games in this answer, and those among them that were not known.
    seen: usize,
    new: usize,
    in_order: bool,
    ended: bool,
}

impl Course for UserGames {
    fn ask(&mut self) -> Option<Ask> {
        if self.ended {
            return None;
        }
        (self.seen, self.new, self.in_order) = (0, 0, true);
        self.before = self.mark.clone();
        let missing = TroubleKind::NoUser(self.user.clone());
        let count = self.waiting.len().min(IDS);
        self.asked_ids = self.waiting[..count].to_vec();
        if count > 0 {
            return Some(Ask {
                path: "/api/games/export/_ids".to_owned(),
                query: flags(),
                headers: vec![("accept", NDJSON.to_owned())],
                body: Some(self.asked_ids.join(",")),
                shape: Shape::Objects,
                missing,
            });
        }
        let mut query = flags();
        query.push(("sort", "dateAsc".to_owned()));
        query.push(("ongoing", "true".to_owned()));
        query.push(("max", WINDOW.to_string()));
        let since = Some(self.mark.since).filter(|since| *since > 0);
        if let Some(since) = since.max(self.floor) {
            query.push(("since", since.to_string()));
        }
        query.extend(self.until.map(|until| ("until", until.to_string())));
        Some(Ask {
            path: format!("/api/games/user/{}", self.user),
            query,
            headers: vec![("accept", NDJSON.to_owned())],
            body: None,
            shape: Shape::Objects,
            missing,
        })
    }

    fn take(&mut self, object: &Value) -> Found {
        let Some((id, created)) = id_and_time(object) else {
            return Found::Garbage("games with id and createdAt");
        };
        self.seen += 1;
        let over = !matches!(object["status"].as_str(), Some("created" | "started"));
        if self.asked_ids.is_empty() {
            let before = &self.before;
            let known = created < before.since
                || (created == before.since && before.last.iter().any(|last| last == id));
            if known {
                return Found::Nothing;
            }
            self.in_order &= created >= self.mark.since;
            self.mark.reach(created, id);
        }
        self.new += 1;
        self.mark.open.retain(|open| open != id);
        if !over {
            self.mark.open.push(id.to_owned());
        }
        Found::Game(of(object, id))
    }

    fn answered(&mut self, _head: &Head, whole: bool) {
        if !self.asked_ids.is_empty() {
            if whole {
                self.waiting.drain(..self.asked_ids.len());
            }
            return;
        }
        if !whole && !self.in_order {
            // What is missing may lie before what came.
            (self.mark.since, self.mark.last) = (self.before.since, self.before.last.clone());
        }
        // Lichess gives fewer than asked for only when there are no more; one
        // that brings nothing new would bring nothing new again.
        self.ended = whole && (self.seen < WINDOW || self.new == 0);
    }

    fn mark(&self) -> Option<String> {
        Some(self.mark.to_string())
    }
}

struct OneGame {
    game: String,
    ended: bool,
}

impl Course for OneGame {
    fn ask(&mut self) -> Option<Ask> {
        (!self.ended).then(|| Ask {
            path: format!("/game/export/{}", self.game),
            query: flags(),
            headers: vec![("accept", "application/json".to_owned())],
            body: None,
            shape: Shape::Objects,
            missing: TroubleKind::NoGame(self.game.clone()),
        })
    }

    fn take(&mut self, object: &Value) -> Found {
        match id_and_time(object) {
            Some((id, _)) => Found::Game(of(object, id)),
            None => Found::Garbage("a game with id and createdAt"),
        }
    }

    fn answered(&mut self, _head: &Head, whole: bool) {
        self.ended = whole;
    }
}

/// The game itself as PGN, without what krog would not count.
fn flags() -> Vec<(&'static str, String)> {
    let flag = |name, value: bool| (name, value.to_string());
    vec![
        flag("pgnInJson", true),
        flag("tags", true),
        flag("clocks", false),
        flag("evals", false),
        flag("opening", true),
    ]
}

fn is_id(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn id_and_time(object: &Value) -> Option<(&str, i64)> {
    let id = object["id"].as_str().filter(|id| is_id(id))?;
    Some((id, object["createdAt"].as_i64()?))
}

fn of(object: &Value, id: &str) -> Game {
    Game {
        address: format!("https://lichess.org/{id}"),
        pgn: object["pgn"].as_str().unwrap_or_default().to_owned(),
        rated: object["rated"].as_bool(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        for mark in [
            Mark::default(),
            Mark {
                since: 1_700_000_000_000,
                last: ids(&["abcd1234"]),
                open: Vec::new(),
            },
            Mark {
                since: 5,
                last: ids(&["abcd1234", "abcd1235"]),
                open: ids(&["00000000"]),
            },
        ] {
            assert_eq!(Mark::read(&mark.to_string()), mark);
        }
        for text in ["", "x", "x abcd1234", "-"] {
            assert_eq!(Mark::read(text), Mark::default(), "{text:?}");
        }
        assert_eq!(Mark::read("7 ../../x,abcd1234 é").last, ["abcd1234"]);
    }
}
