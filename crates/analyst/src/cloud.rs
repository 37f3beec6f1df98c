//! Evaluations that others have made: a client of Lichess's cloud-eval API, or
//! of any service of the same shape.
//!
//! The service is asked politely: after a refusal or a failure it is left in
//! peace for a while, and whoever asks meanwhile is told at once.

mod answer;

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use krog_chess::{
    CastlingMode, EngineLine, Evaluate, EvaluateError, Limit, Line, Position as _, fen,
};
use thiserror::Error;
use ureq::{Agent, http::Response};

use crate::settled::settled;

/// How long to leave the service in peace when it does not say. Lichess asks
/// for a full minute after 429 (lichess.org/api, section Rate limiting).
const PEACE: Duration = Duration::from_mins(1);

/// However long the service wants peace, it is tried again after this.
const LONGEST_PEACE: Duration = Duration::from_hours(1);

/// The largest answer that is read.
const LARGEST_ANSWER: u64 = 1 << 20;

/// Where and how the cloud is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CloudSettings {
    /// The base address, such as `https://lichess.org`.
    pub address: String,
    /// How long an answer may take.
    pub timeout: Duration,
}

impl Default for CloudSettings {
    fn default() -> CloudSettings {
        CloudSettings {
            address: "https://lichess.org".to_owned(),
            timeout: Duration::from_secs(5),
        }
    }
}

/// A service with the shape of Lichess's cloud evaluations.
#[derive(Debug)]
pub struct Cloud {
    address: String,
    agent: Agent,
    /// Until when the service is left in peace.
    peace: Mutex<Option<Instant>>,
}

/// A base address that is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected an address such as https://lichess.org")]
pub struct CloudAddressError {
    found: String,
}

/// Why the cloud gave no lines.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum Trouble {
    #[error("it has no evaluation")]
    Miss,
    #[error("too many requests; it may be asked again in {} s", .0.as_secs())]
    Refused(Duration),
    #[error("found status {0}, expected 200 or 404")]
    Status(u16),
    #[error("{0}")]
    Answer(#[from] answer::AnswerError),
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    #[error("it is left in peace for another {} s", .0.as_secs().max(1))]
    Peace(Duration),
}

impl Cloud {
    /// A client; nothing is asked yet.
    pub fn new(settings: &CloudSettings) -> Result<Cloud, CloudAddressError> {
        let address = settings.address.trim_end_matches('/').to_owned();
        let host = ["https://", "http://"]
            .iter()
            .find_map(|scheme| address.strip_prefix(scheme));
        if host.is_none_or(str::is_empty) {
            return Err(CloudAddressError {
                found: settings.address.clone(),
            });
        }
        let agent = Agent::config_builder()
            .timeout_global(Some(settings.timeout))
            .http_status_as_error(false)
            .user_agent(concat!("krog/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Ok(Cloud {
            address,
            agent,
            peace: Mutex::new(None),
        })
    }

    /// Asks the service, unless it is to be left in peace.
    fn ask(&self, game: &Line, count: NonZeroU8) -> Result<Vec<EngineLine>, Trouble> {
        if let Some(time) = self.peace_left() {
            return Err(Trouble::Peace(time));
        }
        let lines = self.request(game, count);
        let peace = match &lines {
            Ok(_) | Err(Trouble::Miss) => None,
            Err(Trouble::Refused(time)) => Some(*time),
            Err(_) => Some(PEACE),
        };
        if let Some(time) = peace {
            *self.peace() = Some(Instant::now() + time);
        }
        lines
    }

    fn request(&self, game: &Line, count: NonZeroU8) -> Result<Vec<EngineLine>, Trouble> {
        let position = game.end();
        let mut request = self
            .agent
            .get(format!("{}/api/cloud-eval", self.address))
            .query("fen", fen::write(position))
            .query("multiPv", count.to_string());
        if position.castles().mode() == CastlingMode::Chess960 {
            request = request.query("variant", "chess960");
        }
        let mut response = request.call().map_err(unreachable)?;
        match response.status().as_u16() {
            200 => {
                let body = response.body_mut().with_config().limit(LARGEST_ANSWER);
                let text = body.read_to_string().map_err(unreachable)?;
                Ok(answer::read(&text, position, usize::from(count.get()))?)
            }
            404 => Err(Trouble::Miss),
            429 => Err(Trouble::Refused(wanted_peace(&response))),
            status => Err(Trouble::Status(status)),
        }
    }

    fn peace_left(&self) -> Option<Duration> {
        let until = *self.peace();
        until?.checked_duration_since(Instant::now())
    }

    fn peace(&self) -> MutexGuard<'_, Option<Instant>> {
        self.peace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evaluate for Cloud {
    fn name(&self) -> String {
        format!("cloud {}", self.address)
    }

    /// The lines that the service has, if they are as deep as a limit of depth
    /// asks and as many as asked; nodes and time were spent long ago and do not
    /// count.
    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        if let Some(line) = settled(game.end()) {
            return Ok(vec![line]);
        }
        if watch(&[]).is_break() {
            return Ok(Vec::new());
        }
        let unknown = || EvaluateError::Unknown { name: self.name() };
        let lines = self.ask(game, count).map_err(|trouble| match trouble {
            Trouble::Miss => unknown(),
            trouble => EvaluateError::Failed {
                name: self.name(),
                reason: trouble.to_string(),
            },
        })?;
        let wanted = game.end().legal_moves().len().min(count.get().into());
        let deep = |line: &EngineLine| limit.max_depth().is_none_or(|depth| line.depth >= depth);
        if lines.len() < wanted || !lines.iter().all(deep) {
            return Err(unknown());
        }
        Ok(lines)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands for a conversion")]
fn unreachable(error: ureq::Error) -> Trouble {
    Trouble::Unreachable(error.to_string())
}

/// How long the service asks to be left in peace.
fn wanted_peace<T>(response: &Response<T>) -> Duration {
    let header = response.headers().get("retry-after");
    let seconds = header.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    seconds
        .map_or(PEACE, Duration::from_secs)
        .min(LONGEST_PEACE)
}
