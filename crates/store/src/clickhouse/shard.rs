//! One server of a cluster, spoken to by HTTP: statements that it runs, rows that
//! it gives and rows that it is sent.

use std::{
    fmt::Write as _,
    io::{self, Read},
    thread,
    time::{Duration, Instant},
};

use ureq::{
    Agent, SendBody,
    http::{Request, Response},
};

use super::{place::Place, statements};
use crate::contract::StoreError;

/// How long a server may take to open the door.
const DOOR: Duration = Duration::from_secs(5);

/// How long it may take to do something.
const PATIENCE: Duration = Duration::from_mins(20);

/// A connection is used again this long: servers keep them open for some seconds.
const IDLE: Duration = Duration::from_secs(2);

/// How long a server that does not answer is asked again.
const AWAY: Duration = Duration::from_secs(2);

/// The most that is read of an answer, and of a complaint.
const LARGEST: u64 = 1 << 30;
const COMPLAINT: u64 = 4 << 10;

/// A server.
#[derive(Debug)]
pub(super) struct Shard {
    base: String,
    user: Option<(String, String)>,
    agent: Agent,
    /// Its table of counters, with the database.
    pub(super) table: String,
    pub(super) database: String,
}

impl Shard {
    /// The shards of a cluster.
    pub(super) fn all(place: &Place) -> Vec<Shard> {
        let agent: Agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(DOOR))
            .timeout_global(Some(PATIENCE))
            .max_idle_age(IDLE)
            .max_redirects(0)
            .proxy(None)
            .build()
            .into();
        let shard = |base: &String| Shard {
            base: base.clone(),
            user: place
                .user
                .clone()
                .map(|user| (user, place.password.clone().unwrap_or_default())),
            agent: agent.clone(),
            table: format!("{}.move_counts", place.database),
            database: place.database.clone(),
        };
        place.shards.iter().map(shard).collect()
    }

    /// Runs a statement whose answer is nothing.
    pub(super) fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.ask(sql, "").map(drop)
    }

    /// What a statement gives, in the form that it names, whole or not at all. It
    /// must do no harm when it is run twice.
    pub(super) fn ask(&self, sql: &str, settings: &str) -> Result<Vec<u8>, StoreError> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(20);
        loop {
            let answer = self.post(settings, SendBody::from_reader(&mut sql.as_bytes()));
            match answer.and_then(body) {
                Err(trouble @ Trouble::Away(_)) if start.elapsed() < AWAY => {
                    // A connection that was kept may have been closed meanwhile.
                    drop(trouble);
                    thread::sleep(pause);
                    pause *= 2;
                }
                done => return done.map_err(|trouble| self.failed(trouble)),
            }
        }
    }

    /// Sends rows, in a form that the statement names. They are there when this
    /// says so; otherwise none or some are.
    pub(super) fn send(&self, sql: &str, rows: &mut dyn Read) -> Result<(), StoreError> {
        let settings = format!("&query={}", encoded(sql));
        let answer = self.post(&settings, SendBody::from_reader(&mut Only(rows)));
        answer
            .and_then(body)
            .map(drop)
            .map_err(|trouble| self.failed(trouble))
    }

    /// Drops a run; one that is not there is no trouble.
    pub(super) fn drop_run(&self, run: i32) -> Result<(), StoreError> {
        self.run(&statements::drop_run(&self.table, run))
    }

    /// The runs of which something is here.
    pub(super) fn runs(&self) -> Result<Vec<i32>, StoreError> {
        let ask = statements::sizes(&self.database);
        let answer = self.ask(&ask, "")?;
        let text = String::from_utf8_lossy(&answer);
        let run = |line: &str| line.split('\t').next()?.parse().ok();
        Ok(text.lines().filter_map(run).collect())
    }

    fn post(&self, settings: &str, body: SendBody<'_>) -> Result<Response<ureq::Body>, Trouble> {
        // An answer is not begun before it is whole, so that its status is right.
        let url = format!(
            "{}?wait_end_of_query=1&buffer_size=65536{settings}",
            self.base
        );
        let mut request = Request::post(url);
        if let Some((user, password)) = &self.user {
            request = request
                .header("X-ClickHouse-User", user)
                .header("X-ClickHouse-Key", password);
        }
        let request = request
            .body(body)
            .map_err(|error| Trouble::Away(error.to_string()))?;
        self.agent
            .run(request)
            .map_err(|error| Trouble::Away(error.to_string()))
    }

    fn failed(&self, trouble: Trouble) -> StoreError {
        let (Trouble::Away(text) | Trouble::Refused(text)) = trouble;
        StoreError::failed(self.base.clone())(text.into())
    }
}

/// Why a server did not do something.
enum Trouble {
    /// It could not be asked, or did not answer.
    Away(String),
    /// It would not.
    Refused(String),
}

/// The body of an answer that is one.
fn body(answer: Response<ureq::Body>) -> Result<Vec<u8>, Trouble> {
    let status = answer.status();
    let mut text = answer.into_body();
    if status.is_success() {
        return text
            .with_config()
            .limit(LARGEST)
            .read_to_vec()
            .map_err(|error| Trouble::Away(error.to_string()));
    }
    let complaint = text.with_config().limit(COMPLAINT).lossy_utf8(true);
    let complaint = complaint.read_to_string().unwrap_or_default();
    let line = complaint.lines().next().unwrap_or_default();
    Err(Trouble::Refused(format!("{status}: {line}")))
}

/// A reader and nothing else.
struct Only<'a>(&'a mut dyn Read);

impl Read for Only<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// A text as part of an address.
fn encoded(text: &str) -> String {
    let mut found = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            found.push(char::from(byte));
        } else {
            write!(found, "%{byte:02X}").expect("text grows");
        }
    }
    found
}
