//! The services that games are fetched from. Each has one fixed address and is
//! asked one thing at a time; no answer leads to another host.

use std::{
    fmt,
    str::FromStr,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, SystemTime},
};

use thiserror::Error;
use ureq::Agent;

use super::{
    ask::{Answer, Ask},
    trouble::{Trouble, TroubleKind},
};
use crate::run::Progress;

/// How often somebody who waits looks whether he still should.
const GLANCE: Duration = Duration::from_millis(50);

/// Where the services are and how they are asked.
#[derive(Clone, Debug)]
pub struct ServicesSettings {
    /// The address of Lichess.
    pub lichess: BaseAddress,
    /// The address of Chess.com's published data.
    pub chesscom: BaseAddress,
    /// A personal token for Lichess, which then answers faster.
    pub lichess_token: Option<Secret>,
    /// How the services can reach whoever runs this, such as a mail address.
    pub contact: Option<Contact>,
    /// What an answer may take.
    pub limits: Limits,
}

impl Default for ServicesSettings {
    fn default() -> ServicesSettings {
        ServicesSettings {
            lichess: BaseAddress("https://lichess.org".to_owned()),
            chesscom: BaseAddress("https://api.chess.com".to_owned()),
            lichess_token: None,
            contact: None,
            limits: Limits::default(),
        }
    }
}

/// What an answer may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time to connect.
    pub connect: Duration,
    /// The time without a byte.
    pub silence: Duration,
    /// The time for everything.
    pub whole: Duration,
    /// The bytes of an answer.
    pub bytes: u64,
}

impl Default for Limits {
    /// A thousand games take Lichess 50 s for the anonymous; a month of a player
    /// who does nothing else takes Chess.com some tens of megabytes.
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(15),
            silence: Duration::from_mins(1),
            whole: Duration::from_mins(15),
            bytes: 256 << 20,
        }
    }
}

/// The address of a service, such as `https://lichess.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseAddress(String);

/// Settings that no service can be asked with.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoService {
    /// No address.
    #[error("found an address of another shape, expected one such as https://lichess.org")]
    Address,
    /// No token.
    #[error("found a token of another shape, expected letters, digits and signs without blanks")]
    Secret,
    /// No contact.
    #[error("found a contact of another shape, expected one such as name@example.org")]
    Contact,
    /// A token would be sent in the clear.
    #[error("found a token and an address without https, expected https where a token is sent")]
    InTheClear,
}

impl FromStr for BaseAddress {
    type Err = NoService;

    fn from_str(text: &str) -> Result<BaseAddress, NoService> {
        let address = text.trim_end_matches('/');
        let host = ["https://", "http://"]
            .iter()
            .find_map(|scheme| address.strip_prefix(scheme));
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_/".contains(&byte);
        match host {
            Some(host) if !host.is_empty() && host.bytes().all(plain) => {
                Ok(BaseAddress(address.to_owned()))
            }
            _ => Err(NoService::Address),
        }
    }
}

impl fmt::Display for BaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl BaseAddress {
    /// Whether nobody on the way can read what is sent there.
    fn is_private(&self) -> bool {
        let Some(host) = self.0.strip_prefix("http://") else {
            return true;
        };
        let host = host.split('/').next().unwrap_or(host);
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        matches!(name, "127.0.0.1" | "localhost" | "[::1]")
    }
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl FromStr for Secret {
    type Err = NoService;

    fn from_str(text: &str) -> Result<Secret, NoService> {
        let text = text.trim();
        let fits = (1..=512).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        if fits {
            Ok(Secret(text.to_owned()))
        } else {
            Err(NoService::Secret)
        }
    }
}

impl Secret {
    /// The text itself, for the one it is meant for.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// How whoever runs this can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contact(String);

impl FromStr for Contact {
    type Err = NoService;

    fn from_str(text: &str) -> Result<Contact, NoService> {
        let text = text.trim();
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"()\\".contains(&byte);
        if (3..=100).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Contact(text.to_owned()))
        } else {
            Err(NoService::Contact)
        }
    }
}

/// What time it is, and how one waits.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Seconds since 1970.
    fn now(&self) -> i64;

    /// Waits, unless it is told to stop.
    fn wait(&self, time: Duration, stopped: &dyn Fn() -> bool);
}

/// The clock of the machine.
#[derive(Clone, Copy, Default, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| {
            i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
        })
    }

    fn wait(&self, time: Duration, stopped: &dyn Fn() -> bool) {
        let mut left = time;
        while !left.is_zero() && !stopped() {
            let step = left.min(GLANCE);
            thread::sleep(step);
            left -= step;
        }
    }
}

/// The services. Whoever imports for several people at once shares one of
/// these, so that no service is asked two things at a time.
#[derive(Debug)]
pub struct Services {
    pub(super) lichess: Service,
    pub(super) chesscom: Service,
    pub(super) clock: Arc<dyn Clock>,
}

impl Services {
    /// The services; nothing is asked yet.
    pub fn new(settings: &ServicesSettings) -> Result<Services, NoService> {
        Services::with_clock(settings, Arc::new(SystemClock))
    }

    /// The services, with somebody else's clock.
    pub fn with_clock(
        settings: &ServicesSettings,
        clock: Arc<dyn Clock>,
    ) -> Result<Services, NoService> {
        if settings.lichess_token.is_some() && !settings.lichess.is_private() {
            return Err(NoService::InTheClear);
        }
        let service = |name, address: &BaseAddress, token: Option<&Secret>| Service {
            name,
            address: address.0.clone(),
            token: token.cloned(),
            agent: agent(settings),
            limits: settings.limits,
            turn: Arc::default(),
        };
        let token = settings.lichess_token.as_ref();
        Ok(Services {
            lichess: service("Lichess", &settings.lichess, token),
            chesscom: service("Chess.com", &settings.chesscom, None),
            clock,
        })
    }
}

fn agent(settings: &ServicesSettings) -> Agent {
    let contact = settings.contact.as_ref();
    let contact = contact.map_or_else(String::new, |contact| format!(" (+{})", contact.0));
    let name = format!("krog/{}{contact}", env!("CARGO_PKG_VERSION"));
    Agent::config_builder()
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .timeout_connect(Some(settings.limits.connect))
        .timeout_recv_response(Some(settings.limits.silence))
        .timeout_per_read(Some(settings.limits.silence))
        .timeout_global(Some(settings.limits.whole))
        .max_idle_connections(1)
        .user_agent(name)
        .build()
        .into()
}

/// A service that is asked one thing at a time.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) name: &'static str,
    pub(super) address: String,
    token: Option<Secret>,
    pub(super) agent: Agent,
    pub(super) limits: Limits,
    turn: Arc<Turn>,
}

impl Service {
    /// A trouble with this service.
    pub(super) fn trouble(&self, kind: TroubleKind) -> Trouble {
        Trouble {
            service: self.name,
            kind,
        }
    }

    /// The header that tells who asks.
    pub(super) fn authorization(&self) -> Option<String> {
        let token = self.token.as_ref()?;
        Some(format!("Bearer {}", token.0))
    }

    /// Asks once, when it is our turn. None if the import was stopped.
    pub(super) fn ask(
        &self,
        ask: &Ask,
        progress: &Progress,
    ) -> Option<Result<Answer, TroubleKind>> {
        let ticket = self.turn.take(&|| progress.stopped())?;
        let answer = Answer::fetch(self, ask, ticket, progress)?;
        Some(answer.and_then(|answer| match answer.head.status {
            200 | 304 => Ok(answer),
            401 if self.token.is_some() => Err(TroubleKind::TokenRefused),
            401 => Err(TroubleKind::TokenWanted),
            403 => Err(TroubleKind::Forbidden),
            404 => Err(ask.missing.clone()),
            410 => Err(TroubleKind::Gone(ask.missing.subject())),
            429 => Err(TroubleKind::TooMany(answer.head.retry_after)),
            status @ 300..=399 => Err(TroubleKind::Elsewhere(status)),
            status @ 500.. => Err(TroubleKind::Failing(status, answer.head.retry_after)),
            status => Err(TroubleKind::Status(status)),
        }))
    }
}

/// Lets one go at a time.
#[derive(Debug, Default)]
struct Turn {
    taken: Mutex<bool>,
    given_back: Condvar,
}

/// Whose turn it is, until it is dropped.
#[derive(Debug)]
pub(super) struct Ticket(Arc<Turn>);

impl Turn {
    fn take(self: &Arc<Turn>, stopped: &dyn Fn() -> bool) -> Option<Ticket> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken {
            if stopped() {
                return None;
            }
            let waited = self.given_back.wait_timeout(taken, GLANCE);
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *taken = true;
        Some(Ticket(Arc::clone(self)))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_nothing_secret() {
        for (text, good) in [
            ("https://lichess.org", true),
            ("http://127.0.0.1:9000/", true),
            ("http://[::1]:9000", true),
            ("https://", false),
            ("lichess.org", false),
            ("file:///etc/passwd", false),
            ("https://user:pass@lichess.org", false),
            ("https://lichess.org/?a", false),
        ] {
            assert_eq!(text.parse::<BaseAddress>().is_ok(), good, "{text}");
        }
    }

    #[test]
    fn a_token_is_not_sent_in_the_clear() {
        for (address, good) in [
            ("https://lichess.org", true),
            ("http://127.0.0.1:9000", true),
            ("http://[::1]:9000", true),
            ("http://lichess.org", false),
            ("http://127.0.0.1.example.org:80", false),
        ] {
            let settings = ServicesSettings {
                lichess: address.parse().expect("an address"),
                lichess_token: Some("lip_secret".parse().expect("a token")),
                ..ServicesSettings::default()
            };
            let made = Services::new(&settings);
            assert_eq!(made.is_ok(), good, "{address}");
            assert!(!format!("{settings:?} {made:?}").contains("lip_secret"));
        }
    }

    #[test]
    fn headers_cannot_be_smuggled_in() {
        for text in ["", "a b", "a\r\nX: y", "æ"] {
            assert_eq!(text.parse::<Secret>(), Err(NoService::Secret), "{text:?}");
            assert_eq!(text.parse::<Contact>(), Err(NoService::Contact), "{text:?}");
        }
    }

    #[test]
    fn turns_come_one_after_the_other() {
        let turn: Arc<Turn> = Arc::default();
        let ticket = turn.take(&|| false).expect("free");
        assert!(turn.take(&|| true).is_none());
        drop(ticket);
        assert!(turn.take(&|| true).is_some());
    }
}
