//! A review while it is made: what is known so far can be read at any time, and
//! is what a cancelled review leaves behind. It asks no engine and keeps nothing.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use krog_advisor::{
    Profile, Review, about,
    review::{self, Judged, Reviewed, Setting},
};
use krog_chess::{EngineLine, Game};
use krog_stats::opening;
use krog_wire::{ReviewedGame, Reviews, SearchLimit};

/// The review of some games, as far as it has come.
pub(crate) struct Draft {
    profile: &'static Profile,
    engine: String,
    limit: SearchLimit,
    games: Vec<Game>,
    courses: Mutex<Vec<Course>>,
    /// The game that is being reviewed.
    current: AtomicUsize,
}

/// What is known of one game.
#[derive(Clone, Default)]
struct Course {
    /// What the engine said about each position; empty where it has not.
    lines: Vec<Vec<EngineLine>>,
    /// The moves whose reasons have been found.
    explained: HashMap<usize, Reviewed>,
}

impl Draft {
    pub(super) fn new(
        profile: &'static Profile,
        engine: String,
        limit: SearchLimit,
        games: Vec<Game>,
    ) -> Draft {
        Draft {
            profile,
            engine,
            limit,
            courses: Mutex::new(vec![Course::default(); games.len()]),
            games,
            current: AtomicUsize::new(0),
        }
    }

    pub(super) fn profile(&self) -> &'static Profile {
        self.profile
    }

    pub(super) fn games(&self) -> &[Game] {
        &self.games
    }

    /// The players and the year of the first game.
    pub(crate) fn title(&self) -> String {
        self.games.first().map(about::title).unwrap_or_default()
    }

    /// A game is being reviewed now.
    pub(super) fn begin(&self, number: usize) {
        self.current.store(number, Ordering::Relaxed);
        let positions = self.games[number].line().moves().len() + 1;
        self.courses()[number].lines = vec![Vec::new(); positions];
    }

    /// The engine has spoken about a position.
    pub(super) fn found(&self, number: usize, ply: usize, lines: &[EngineLine]) {
        if let Some(place) = self.courses()[number].lines.get_mut(ply) {
            *place = lines.to_vec();
        }
    }

    /// It has spoken about all of them: labels the moves.
    pub(super) fn judge(&self, number: usize, lines: Vec<Vec<EngineLine>>) -> Vec<Judged> {
        let judged = self.judged(number, &lines);
        self.courses()[number].lines = lines;
        judged
    }

    /// The reasons of a move have been found.
    pub(super) fn explained(&self, number: usize, reviewed: Reviewed) {
        let ply = reviewed.judged.ply;
        self.courses()[number].explained.insert(ply, reviewed);
    }

    /// Whether anything is known about a game.
    pub(super) fn is_begun(&self, number: usize) -> bool {
        let courses = self.courses();
        courses[number].lines.iter().any(|lines| !lines.is_empty())
    }

    /// Whether anything is known at all.
    pub(super) fn has_news(&self) -> bool {
        (0..self.games.len()).any(|number| self.is_begun(number))
    }

    /// The review of a game. Moves whose reasons are still looked for come
    /// without, those that are not evaluated without a label too.
    pub(super) fn review(&self, number: usize) -> Review {
        let course = self.courses()[number].clone();
        let judged = self.judged(number, &course.lines);
        let mut explained = course.explained;
        let moves = judged.into_iter().map(|one| {
            let known = explained.remove(&one.ply);
            known.unwrap_or_else(|| one.unexplained())
        });
        Review::new(self.profile, moves.collect())
    }

    /// The reviews of all games that have been begun.
    pub(super) fn reviews(&self, interrupted: bool) -> Reviews {
        let mut numbers: Vec<_> = (0..self.games.len()).collect();
        numbers.retain(|number| self.is_begun(*number));
        self.written(&numbers, interrupted)
    }

    /// The review of the game that is being reviewed.
    pub(crate) fn news(&self) -> Reviews {
        self.written(&[self.current.load(Ordering::Relaxed)], true)
    }

    fn written(&self, numbers: &[usize], interrupted: bool) -> Reviews {
        let game = |number: &usize| {
            let review = self.review(*number);
            ReviewedGame::new(&self.games[*number], self.profile, &review, false)
        };
        Reviews {
            profile: self.profile.id.to_string(),
            engine: self.engine.clone(),
            limit: self.limit,
            interrupted,
            games: numbers.iter().map(game).collect(),
        }
    }

    fn judged(&self, number: usize, lines: &[Vec<EngineLine>]) -> Vec<Judged> {
        let game = &self.games[number];
        let setting = Setting {
            theory: Some(&opening::at),
            ratings: about::ratings(game, None, None),
            pool: Some(about::pool(game)),
        };
        review::judge_line(self.profile, &game.line(), lines, setting)
    }

    fn courses(&self) -> MutexGuard<'_, Vec<Course>> {
        self.courses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The reviews that are being made, by the ids of their jobs.
#[derive(Default)]
pub(crate) struct Drafts(Mutex<HashMap<String, Arc<Draft>>>);

/// A draft may be read for as long as this lives.
pub(super) struct Shown<'a> {
    drafts: &'a Drafts,
    id: String,
}

impl Drafts {
    /// Lets a draft be read.
    pub(super) fn show(&self, id: &str, draft: &Arc<Draft>) -> Shown<'_> {
        self.all().insert(id.to_owned(), draft.clone());
        Shown {
            drafts: self,
            id: id.to_owned(),
        }
    }

    /// The draft of a job that is being done here.
    pub(crate) fn shown(&self, id: &str) -> Option<Arc<Draft>> {
        self.all().get(id).cloned()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Draft>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.drafts.all().remove(&self.id);
    }
}
