//! One question to a service, and its answer as it comes in.
//!
//! A thread of its own reads the answer, so that whoever waits for it can be
//! stopped at once however slow the service is.

use std::{
    io::Read as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    thread,
    time::Duration,
};

use ureq::{Body, http::Response};

use super::{
    objects::Shape,
    service::{Service, Ticket},
    trouble::TroubleKind,
};
use crate::run::Progress;

/// How often whoever waits looks whether he still should.
const GLANCE: Duration = Duration::from_millis(50);

/// Bytes that are handed on together.
const PIECE: usize = 1 << 16;

/// Pieces that are read ahead.
const AHEAD: usize = 16;

/// The longest validator that is kept, in bytes.
const LONGEST_VALIDATOR: usize = 256;

/// A question to a service.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    /// The path. Nothing in it comes from an answer.
    pub(super) path: String,
    pub(super) query: Vec<(&'static str, String)>,
    pub(super) headers: Vec<(&'static str, String)>,
    /// What is sent along; the question is a POST then.
    pub(super) body: Option<String>,
    /// Where the games lie in the answer.
    pub(super) shape: Shape,
    /// What it means if the service does not have it.
    pub(super) missing: TroubleKind,
}

/// The beginning of an answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Head {
    pub(super) status: u16,
    /// How long the service wants to be left in peace.
    pub(super) retry_after: Option<Duration>,
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) head: Head,
    pub(super) pieces: Pieces,
}

/// What an answer holds, piece by piece.
#[derive(Debug)]
pub(super) struct Pieces {
    parts: Receiver<Part>,
    /// How much may still come.
    left: u64,
    read: Arc<AtomicU64>,
}

enum Part {
    Head(Head),
    Piece(Vec<u8>),
    Trouble(TroubleKind),
    /// Nothing comes any more.
    End,
    /// Nothing is wanted any more.
    Stopped,
}

impl Answer {
    /// Asks. None if the import was stopped before there was an answer.
    pub(super) fn fetch(
        service: &Service,
        ask: &Ask,
        ticket: Ticket,
        progress: &Progress,
    ) -> Option<Result<Answer, TroubleKind>> {
        let (sender, parts) = mpsc::sync_channel(AHEAD);
        let call = call(service, ask);
        thread::spawn(move || {
            read(call, &sender);
            drop(ticket);
        });
        let mut pieces = Pieces {
            parts,
            left: service.limits.bytes,
            read: progress.bytes_read(),
        };
        match pieces.receive(progress) {
            Part::Stopped => None,
            Part::Head(head) => Some(Ok(Answer { head, pieces })),
            Part::Trouble(trouble) => Some(Err(trouble)),
            Part::Piece(_) | Part::End => Some(Err(TroubleKind::BrokeOff)),
        }
    }
}

impl Pieces {
    /// The next piece: none at the end, and none if the import was stopped.
    pub(super) fn next(&mut self, progress: &Progress) -> Result<Option<Vec<u8>>, TroubleKind> {
        match self.receive(progress) {
            Part::Stopped | Part::End => Ok(None),
            Part::Trouble(trouble) => Err(trouble),
            Part::Head(_) => Ok(Some(Vec::new())),
            Part::Piece(piece) => {
                let size = piece.len() as u64;
                self.left = self.left.checked_sub(size).ok_or(TroubleKind::TooLarge)?;
                self.read.fetch_add(size, Ordering::Relaxed);
                Ok(Some(piece))
            }
        }
    }

    /// The next part, as soon as it is there.
    fn receive(&mut self, progress: &Progress) -> Part {
        loop {
            match self.parts.recv_timeout(GLANCE) {
                Ok(part) => return part,
                Err(RecvTimeoutError::Disconnected) => return Part::End,
                Err(RecvTimeoutError::Timeout) if progress.stopped() => return Part::Stopped,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

type Call = Box<dyn FnOnce() -> Result<Response<Body>, ureq::Error> + Send>;

/// The request, ready to be sent.
fn call(service: &Service, ask: &Ask) -> Call {
    let address = format!("{}{}", service.address, ask.path);
    let query = ask.query.iter().map(|(name, value)| (*name, value.clone()));
    let authorization = service.authorization();
    let headers = ask.headers.iter().cloned();
    let headers = headers.chain(authorization.map(|value| ("authorization", value)));
    let headers: Vec<_> = headers.collect();
    let agent = &service.agent;
    if let Some(body) = ask.body.clone() {
        let mut request = agent.post(address).query_pairs(query);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        return Box::new(move || request.content_type("text/plain").send(body));
    }
    let mut request = agent.get(address).query_pairs(query);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    Box::new(move || request.call())
}

/// Sends on what comes, until nobody listens.
fn read(call: Call, parts: &SyncSender<Part>) {
    let response = match call() {
        Ok(response) => response,
        Err(error) => {
            let _nobody_listens = parts.send(Part::Trouble(unreachable(&error)));
            return;
        }
    };
    if parts.send(Part::Head(head(&response))).is_err() || response.status() != 200 {
        return;
    }
    let body = response.into_body().into_with_config().limit(u64::MAX);
    let mut reader = body.reader();
    loop {
        let mut piece = vec![0; PIECE];
        let part = match reader.read(&mut piece) {
            Ok(0) => return,
            Ok(count) => {
                piece.truncate(count);
                Part::Piece(piece)
            }
            Err(error) => Part::Trouble(broken_off(error)),
        };
        let last = matches!(part, Part::Trouble(_));
        if parts.send(part).is_err() || last {
            return;
        }
    }
}

fn head(response: &Response<Body>) -> Head {
    let header = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?.trim();
        let fits = !value.is_empty() && value.len() <= LONGEST_VALIDATOR;
        (fits && !value.contains(['\t', '\n'])).then(|| value.to_owned())
    };
    let seconds = header("retry-after").and_then(|value| value.parse().ok());
    Head {
        status: response.status().as_u16(),
        retry_after: seconds.map(Duration::from_secs),
        etag: header("etag"),
        last_modified: header("last-modified"),
    }
}

fn unreachable(error: &ureq::Error) -> TroubleKind {
    match error {
        ureq::Error::Timeout(_) => TroubleKind::Slow,
        other => TroubleKind::Unreachable(other.to_string()),
    }
}

fn broken_off(error: std::io::Error) -> TroubleKind {
    if matches!(ureq::Error::from(error), ureq::Error::Timeout(_)) {
        TroubleKind::Slow
    } else {
        TroubleKind::BrokeOff
    }
}
