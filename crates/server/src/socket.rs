//! The WebSocket: one analysis at a time for each connection, depth by depth.
//!
//! The conversation knows nothing of sockets: it is handed texts and hands out
//! messages. News that a slow reader has not taken are replaced by newer ones; a
//! reader that takes nothing at all is dropped.

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    extract::{
        State,
        ws::{
            CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code,
            rejection::WebSocketUpgradeRejection,
        },
    },
    response::Response,
};
use krog_advisor::suggest::Question;
use krog_chess::{Chess, EngineLine, Evaluate as _, Limit, Line, Position as _, fen};
use krog_insight::{Given, explain};
use krog_wire::{
    AnalysedLine, AnalysisOptions, ClientMessage, Eval, KrogAnalysis, ServerMessage, to_line,
};
use tokio::{
    sync::mpsc::{self, error::TrySendError},
    time::timeout,
};

use crate::{
    caller::Caller,
    door::{Bucket, Rate},
    engines::{Client, Urgency},
    problem::Refusal,
    service::Service,
    work::Desk,
};

/// News come at most this often: ten times a second.
const PACE: Duration = Duration::from_millis(100);

/// A reader that takes nothing for so long is dropped.
const PATIENCE: Duration = Duration::from_secs(10);

/// A quiet connection is asked this often whether it lives.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The largest message that is read.
const LARGEST: usize = 16 << 10;

/// How much is read at once. Every connection keeps a place for it, and says
/// little.
const READ_AT_ONCE: usize = 4 << 10;

/// How many messages may wait for the reader.
const WAITING: usize = 16;

/// How often a client may speak.
const PATTER: Rate = Rate {
    per_second: 20,
    burst: 60,
};

/// The most positions that an analysis may search, and the limit unless told.
const MOST_NODES: u64 = 50_000_000;
const USUAL_NODES: u64 = 3_000_000;
const DEEPEST: u32 = 60;
const MOST_LINES: u8 = 10;

/// Opens the socket.
pub(crate) async fn open(
    State(service): State<Service>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|rejection| {
        let detail = format!("expected a WebSocket: {}", rejection.body_text());
        Refusal::new(rejection.status(), "upgrade required", detail)
    })?;
    Ok(upgrade
        .max_message_size(LARGEST)
        .read_buffer_size(READ_AT_ONCE)
        .max_frame_size(LARGEST)
        .on_upgrade(move |socket| async move {
            let _place = caller.place;
            talk(socket, service, caller.client).await;
        }))
}

/// Carries messages between a socket and its conversation until either ends.
async fn talk(mut socket: WebSocket, service: Service, client: Client) {
    let service_stops = service.clone();
    let (mut conversation, mut news) = Conversation::new(service, &client.name);
    let mut heard = Instant::now();
    let mut bucket = Bucket::full(PATTER, heard);
    let stopping = service_stops.stopping();
    let mut stopping = std::pin::pin!(stopping);
    loop {
        tokio::select! {
            message = news.recv() => {
                let Some(message) = message else { return };
                let text = to_line(&message);
                let sent = timeout(PATIENCE, socket.send(Message::text(text))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                heard = Instant::now();
                if bucket.take(PATTER, heard).wait.is_some() {
                    conversation.refuse("too many messages came; those beyond are not read");
                    continue;
                }
                match message {
                    Message::Text(text) => conversation.hear(&text),
                    Message::Binary(_) => conversation.refuse("found bytes, expected text"),
                    Message::Close(_) => return,
                    Message::Ping(_) | Message::Pong(_) => {}
                }
            }
            () = &mut stopping => {
                let farewell = CloseFrame {
                    code: close_code::AWAY,
                    reason: "the service stops".into(),
                };
                let close = socket.send(Message::Close(Some(farewell)));
                let _may_be_gone = timeout(Duration::from_secs(1), close).await;
                return;
            }
            () = tokio::time::sleep(HEARTBEAT) => {
                let silent = heard.elapsed() > 3 * HEARTBEAT;
                let ping = socket.send(Message::Ping(axum::body::Bytes::new()));
                if silent || !matches!(timeout(PATIENCE, ping).await, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

/// One connection's side of the talk, without the connection. Dropping it ends
/// its analysis.
pub struct Conversation {
    service: Service,
    client: Arc<str>,
    out: mpsc::Sender<ServerMessage>,
    running: Option<Running>,
}

/// An analysis under way.
struct Running {
    id: Option<String>,
    /// Somebody else's answer is wanted now.
    gone: Arc<AtomicBool>,
    /// What is known is enough.
    enough: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

impl Conversation {
    /// A talk with a client, and what is said to it.
    pub fn new(service: Service, client: &str) -> (Conversation, mpsc::Receiver<ServerMessage>) {
        let (out, news) = mpsc::channel(WAITING);
        let conversation = Conversation {
            service,
            client: client.into(),
            out,
            running: None,
        };
        (conversation, news)
    }

    /// Understands a message and does what it says; an analysis goes on in the
    /// background of the runtime.
    pub fn hear(&mut self, text: &str) {
        match krog_wire::read::<ClientMessage>(text) {
            Err(error) => self.refuse(&error),
            Ok(ClientMessage::Ping) => self.say(ServerMessage::Pong),
            Ok(ClientMessage::Stop { id }) => {
                if let Some(running) = &self.running
                    && (id.is_none() || id == running.id)
                {
                    running.enough.store(true, Ordering::Relaxed);
                }
            }
            Ok(ClientMessage::Analyze { id, fen, options }) => {
                self.running = None;
                match question(&fen, options) {
                    Ok((position, limit, lines)) => {
                        let most = self.service.settings().most_nodes;
                        let limit = limit.and(Limit::nodes(most));
                        self.analyse(id, position, limit, lines, options.include_krog);
                    }
                    Err(detail) => self.say(ServerMessage::Error { id, detail }),
                }
            }
        }
    }

    fn refuse(&self, detail: &str) {
        let detail = detail.to_owned();
        self.say(ServerMessage::Error { id: None, detail });
    }

    /// Says something; a reader with too much unread misses it.
    fn say(&self, message: ServerMessage) {
        let _unread = self.out.try_send(message);
    }

    fn analyse(
        &mut self,
        id: Option<String>,
        position: Chess,
        limit: Limit,
        lines: NonZeroU8,
        krog: bool,
    ) {
        let client = Client::new(&self.client, Urgency::Interactive);
        let enough = Arc::new(AtomicBool::new(false));
        self.running = Some(Running {
            id: id.clone(),
            gone: client.gone.clone(),
            enough: enough.clone(),
        });
        let analysis = Analysis {
            service: self.service.clone(),
            client,
            enough,
            out: self.out.clone(),
            id,
            position,
            krog,
        };
        tokio::task::spawn_blocking(move || analysis.run(limit, lines));
    }
}

/// What is asked, if it can be asked.
fn question(text: &str, options: AnalysisOptions) -> Result<(Chess, Limit, NonZeroU8), String> {
    let position = fen::parse(text).map_err(|error| format!("fen: {error}"))?;
    let nodes = match options.nodes {
        None => USUAL_NODES,
        Some(nodes @ 1..=MOST_NODES) => nodes,
        Some(nodes) => return Err(format!("nodes: found {nodes}, expected 1 to {MOST_NODES}")),
    };
    let mut limit = Limit::nodes(nodes);
    match options.depth {
        None => {}
        Some(depth @ 1..=DEEPEST) => {
            let most = options.nodes.unwrap_or(MOST_NODES);
            limit = Limit::depth(depth).and(Limit::nodes(most));
        }
        Some(depth) => return Err(format!("depth: found {depth}, expected 1 to {DEEPEST}")),
    }
    let lines = options.multi_pv.unwrap_or(1);
    let lines = NonZeroU8::new(lines).filter(|lines| lines.get() <= MOST_LINES);
    let lines = lines.ok_or_else(|| {
        let found = options.multi_pv.unwrap_or(0);
        format!("multiPv: found {found}, expected 1 to {MOST_LINES}")
    })?;
    Ok((position, limit, lines))
}

/// An analysis on a thread of its own.
struct Analysis {
    service: Service,
    client: Client,
    enough: Arc<AtomicBool>,
    out: mpsc::Sender<ServerMessage>,
    id: Option<String>,
    position: Chess,
    krog: bool,
}

impl Analysis {
    fn run(self, limit: Limit, lines: NonZeroU8) {
        let message = match self.search(limit, lines) {
            Ok(message) => message,
            Err(refusal) => ServerMessage::Error {
                id: self.id.clone(),
                detail: refusal.to_string(),
            },
        };
        if !self.client.gone.load(Ordering::Relaxed) {
            let _nobody_listens = self.out.blocking_send(message);
        }
    }

    fn search(&self, limit: Limit, lines: NonZeroU8) -> Result<ServerMessage, Refusal> {
        let mut best = Vec::new();
        if !self.position.legal_moves().is_empty() {
            let none = || Refusal::unavailable("found no engine, expected the service to have one");
            let asker = self.service.asker(&self.client).ok_or_else(none)?;
            let mut told: Option<Instant> = None;
            let mut depth = 0;
            let watch = &mut |lines: &[EngineLine]| {
                let reached = lines.first().map_or(0, |line| line.depth);
                let due = told.is_none_or(|told| told.elapsed() >= PACE);
                if due && reached > depth {
                    depth = reached;
                    told = Some(Instant::now());
                    if let Err(TrySendError::Closed(_)) = self.out.try_send(self.news(lines)) {
                        return ControlFlow::Break(());
                    }
                }
                if self.enough.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let line = Line::at(self.position.clone());
            best = asker
                .evaluate(&line, limit, lines, watch)
                .map_err(|error| {
                    if asker.was_sent_away() {
                        Refusal::busy()
                    } else {
                        Refusal::unavailable(error.to_string())
                    }
                })?;
            if !best.is_empty() {
                let _unread = self.out.try_send(self.news(&best));
            }
        }
        self.end(&best)
    }

    fn news(&self, lines: &[EngineLine]) -> ServerMessage {
        let best = lines.first();
        let (evaluation, mate) = match best.map(|line| Eval::from(line.score)) {
            Some(Eval::Cp(cp)) => (Some(cp), None),
            Some(Eval::Mate(mate)) => (None, Some(mate)),
            None => (None, None),
        };
        let lines: Vec<AnalysedLine> = lines.iter().map(AnalysedLine::from).collect();
        let pv = lines.first().map(|line| line.moves.clone());
        let pv = pv.unwrap_or_default();
        ServerMessage::Analysis {
            id: self.id.clone(),
            fen: fen::write(&self.position),
            depth: best.map_or(0, |line| line.depth),
            evaluation,
            mate,
            best_move: pv.first().cloned(),
            krog: self.krog(best),
            pv,
            lines,
        }
    }

    /// Principles and tactics of the best move, from the board alone.
    fn krog(&self, best: Option<&EngineLine>) -> Option<Box<KrogAnalysis>> {
        let m = *best.filter(|_| self.krog)?.line.moves().first()?;
        let explanation = explain(&self.position, m, Given::default()).ok()?;
        Some(Box::new((&explanation).into()))
    }

    fn end(&self, best: &[EngineLine]) -> Result<ServerMessage, Refusal> {
        let first = best.first().and_then(|line| line.line.moves().first());
        let full = match first {
            None => None,
            Some(m) => {
                let desk = Desk::new(&self.service, &self.client, None)?;
                Some(desk.one_move(&self.position, *m, Question::usual())?)
            }
        };
        Ok(ServerMessage::AnalysisComplete {
            id: self.id.clone(),
            fen: fen::write(&self.position),
            full_analysis: full.map(Box::new),
        })
    }
}

#[cfg(test)]
mod tests;
