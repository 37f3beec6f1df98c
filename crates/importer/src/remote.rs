//! Games of the services: Lichess and Chess.com.
//!
//! [`sync`] fetches what is new since the last time and counts it. A course
//! tells what to ask next; each answer is read as it comes in, its games are
//! replayed and added like those of any stream, and then a mark is kept of how
//! far it got. An import that breaks off, whenever and however, goes on from
//! there.

mod ask;
mod chesscom;
mod course;
mod lichess;
mod objects;
mod service;
mod source;
mod trouble;

use std::time::Duration;

use krog_store::{Intake, Store, StoreError};

pub use service::{
    BaseAddress, Clock, Contact, Limits, NoService, Secret, Services, ServicesSettings, SystemClock,
};
pub use source::{GameName, NoSource, Source, User};
pub use trouble::{Trouble, TroubleKind};

use crate::{
    report::Report,
    run::{ImportError, Progress, Settings, run},
};
use ask::Answer;
use course::{Course, Games};
use service::Service;

/// How long to leave a service in peace when it does not say. Lichess asks for
/// a full minute after 429 (lichess.org/api, section Rate limiting).
const PEACE: Duration = Duration::from_mins(1);

/// However long a service wants peace, it is asked again after this.
const LONGEST_PEACE: Duration = Duration::from_hours(1);

/// The first pause after a failure; each further one is twice as long.
const PAUSE: Duration = Duration::from_secs(2);

/// How often the same thing is asked again before it is given up.
const TRIES: u32 = 5;

/// Fetches the games of a source that are new since the last time, and adds
/// them to a store. What a service refuses is told in the report; what came
/// before stays in the store. `progress` tells how far it is, and stops it.
pub fn sync(
    store: &dyn Store,
    services: &Services,
    source: &Source,
    settings: &Settings,
    progress: &Progress,
) -> Result<Report, ImportError> {
    progress.forget_size();
    let key = key(source, settings);
    let mark = match source {
        Source::Lichess(_) | Source::ChessCom(_) => store.desk().sync_mark(&key)?,
        Source::LichessGame(_) | Source::ChessComGame(_) => None,
    };
    let now = services.clock.now();
    let (service, mut course) = match source {
        Source::Lichess(user) => (
            &services.lichess,
            lichess::user(user, &settings.choice, mark.as_deref()),
        ),
        Source::LichessGame(game) => (&services.lichess, lichess::game(game)),
        Source::ChessCom(user) => (
            &services.chesscom,
            chesscom::user(user, &settings.choice, mark.as_deref(), now),
        ),
        Source::ChessComGame(game) => (
            &services.chesscom,
            chesscom::game(game, &settings.choice, now),
        ),
    };
    let intake = store.intake(&settings.collection)?;
    let mut work = Work {
        store,
        intake: intake.as_ref(),
        service,
        services,
        source,
        settings,
        progress,
        key,
        mark,
        report: Report::default(),
        tries: 0,
    };
    work.go(course.as_mut())?;
    let report = work.report;
    if !report.stopped {
        intake.finish()?;
    }
    Ok(report)
}

/// What a mark is kept under: it holds for these games, chosen like this.
fn key(source: &Source, settings: &Settings) -> String {
    let source = source.to_string().to_lowercase();
    format!("{source} {} {}", settings.collection, settings.choice.key())
}

/// A sync under way.
struct Work<'a> {
    store: &'a dyn Store,
    intake: &'a dyn Intake,
    service: &'a Service,
    services: &'a Services,
    source: &'a Source,
    settings: &'a Settings,
    progress: &'a Progress,
    key: String,
    /// What was kept last.
    mark: Option<String>,
    report: Report,
    /// How often was asked in vain.
    tries: u32,
}

impl Work<'_> {
    fn go(&mut self, course: &mut dyn Course) -> Result<(), ImportError> {
        while let Some(ask) = course.ask() {
            let Some(answer) = self.service.ask(&ask, self.progress) else {
                self.report.stopped = true;
                return Ok(());
            };
            let trouble = match answer {
                Ok(answer) => self.read(course, &ask, answer)?,
                Err(trouble) => Some(trouble),
            };
            if self.report.stopped || self.progress.stopped() {
                self.report.stopped = true;
                return Ok(());
            }
            match trouble {
                None => self.tries = 0,
                Some(trouble) if course.excuses(&trouble) => self.tell(trouble),
                Some(trouble) => {
                    if !self.bear(&trouble) {
                        self.tell(trouble);
                        return Ok(());
                    }
                }
            }
        }
        if let Some(trouble) = course.ending() {
            self.tell(trouble);
        }
        Ok(())
    }

    /// Adds the games of an answer, then keeps the mark.
    fn read(
        &mut self,
        course: &mut dyn Course,
        ask: &ask::Ask,
        answer: Answer,
    ) -> Result<Option<TroubleKind>, StoreError> {
        let Answer { head, pieces } = answer;
        let mut trouble = None;
        let mut got_on = false;
        if head.status == 200 {
            let origin = self.source.to_string();
            let choice = &self.settings.choice;
            let mut games = Games::new(
                course,
                pieces,
                ask.shape,
                choice.rated_only,
                &origin,
                self.progress,
            );
            let done = run(
                &mut games,
                self.intake,
                self.settings,
                self.progress,
                &origin,
            )?;
            let (skipped, end) = games.end();
            trouble = end;
            got_on = done.imported > 0;
            self.report.merge(done);
            self.report.merge(skipped);
        }
        let whole = trouble.is_none() && !self.progress.stopped();
        course.answered(&head, whole);
        let mark = course.mark();
        if let Some(text) = mark.as_ref().filter(|_| mark != self.mark) {
            self.store.desk().keep_sync_mark(&self.key, text)?;
            got_on = true;
            self.mark = mark;
        }
        if got_on {
            // What was refused before is forgiven.
            self.tries = 0;
        }
        Ok(trouble)
    }

    /// Waits, if asking again may help.
    fn bear(&mut self, trouble: &TroubleKind) -> bool {
        self.tries += 1;
        if self.tries > TRIES || !trouble.may_pass() {
            return false;
        }
        let pause = PAUSE * 2_u32.pow(self.tries - 1);
        let time = match trouble {
            TroubleKind::TooMany(told) => told.unwrap_or(PEACE),
            TroubleKind::Failing(_, told) => told.unwrap_or(pause),
            _ => pause,
        };
        let progress = self.progress;
        progress.wait_for(Some(time.min(LONGEST_PEACE)));
        self.services
            .clock
            .wait(time.min(LONGEST_PEACE), &|| progress.stopped());
        progress.wait_for(None);
        true
    }

    fn tell(&mut self, trouble: TroubleKind) {
        self.report.troubles.push(self.service.trouble(trouble));
    }
}
