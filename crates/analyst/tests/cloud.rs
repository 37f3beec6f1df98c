//! A cloud on this machine that answers as told: well, not at all, or badly.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use krog_analyst::{Choice, Cloud, CloudSettings, OpenError, Settings, open};
use krog_chess::{Chess, EngineLine, Evaluate, EvaluateError, Game, Limit, Line, fen, pgn};

const TWO: NonZeroU8 = NonZeroU8::new(2).unwrap();
const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const OPENING: &str = r#"{"fen": "…", "knodes": 106325, "depth": 55, "pvs": [
    {"moves": "e2e4 e7e5 g1f3", "cp": 18}, {"moves": "d2d4 g8f6", "cp": 20}]}"#;

/// What the fake cloud does with a request.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// Answers with a status and a body.
    Say(&'static str, &'static str),
    /// Answers with a line of header and nothing else.
    Refuse(&'static str),
    /// Sends bytes that are no HTTP.
    Babble,
    /// Says nothing, and keeps the line open.
    Hang,
}

/// A server that acts once per request and remembers what it was asked.
struct FakeCloud {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl FakeCloud {
    /// Acts in this order; the last act is repeated.
    fn start(acts: &[Act]) -> FakeCloud {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = asked.clone();
        let acts = acts.to_vec();
        // The thread ends with the test's process.
        thread::spawn(move || {
            let mut held = Vec::new();
            let last = *acts.last().unwrap();
            for act in acts.into_iter().chain(std::iter::repeat(last)) {
                let (stream, _) = listener.accept().unwrap();
                log.lock().unwrap().push(request_line(&stream));
                held.extend(perform(act, stream));
            }
        });
        FakeCloud { address, asked }
    }

    fn settings(&self) -> CloudSettings {
        CloudSettings {
            address: self.address.clone(),
            timeout: Duration::from_secs(2),
        }
    }

    fn client(&self) -> Cloud {
        Cloud::new(&self.settings()).unwrap()
    }

    fn requests(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

/// Reads the head of a request; its first line.
fn request_line(stream: &TcpStream) -> String {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    head.into_iter().next().unwrap_or_default()
}

/// Acts; gives back a line that is to be kept open.
fn perform(act: Act, mut stream: TcpStream) -> Option<TcpStream> {
    let answer = match act {
        Act::Hang => return Some(stream),
        Act::Babble => "\u{1}\u{2}nonsense\r\n\r\n".to_owned(),
        Act::Refuse(head) => {
            format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        Act::Say(status, body) => format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    };
    // The client may have gone.
    let _gone = stream.write_all(answer.as_bytes());
    None
}

fn go_on(_: &[EngineLine]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn ask(cloud: &impl Evaluate, fen: &str, limit: Limit) -> Result<Vec<String>, EvaluateError> {
    let game = Line::at(fen::parse(fen).unwrap());
    let lines = cloud.evaluate(&game, limit, TWO, &mut go_on)?;
    let written = lines.iter();
    Ok(written
        .map(|line| format!("{} {} {}", line.depth, line.score, line.line))
        .collect())
}

/// Asks once, and tells why there is no answer.
#[track_caller]
fn check_fails(acts: &[Act], expected: &str) {
    let server = FakeCloud::start(acts);
    let start = Instant::now();
    let error = ask(&server.client(), "startpos", Limit::nodes(1)).unwrap_err();
    let text = error.to_string().replace(&server.address, "ADDRESS");
    assert!(text.starts_with(expected), "{text}");
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn a_hit_has_lines_from_whites_view() {
    let server = FakeCloud::start(&[Act::Say("200 OK", OPENING)]);
    let cloud = server.client();
    let lines = ask(&cloud, "startpos", Limit::nodes(300_000));
    assert_eq!(
        lines.unwrap(),
        ["55 0.18 1. e4 e5 2. Nf3", "55 0.20 1. d4 Nf6"]
    );
    assert_eq!(
        server.asked.lock().unwrap()[..],
        [
            "GET /api/cloud-eval?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201&multiPv=2 HTTP/1.1"
        ]
    );
    // Too shallow is as good as nothing.
    let unknown = ask(&cloud, "startpos", Limit::depth(56)).unwrap_err();
    assert!(
        matches!(unknown, EvaluateError::Unknown { .. }),
        "{unknown:?}"
    );
    // A finished game needs no cloud.
    let mate = ask(&cloud, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Limit::depth(1));
    assert_eq!(mate.unwrap(), ["0 #0 "]);
    assert_eq!(server.requests(), 2);
}

#[test]
fn castling_is_the_king_that_takes_its_rook() {
    let castles = r#"{"depth": 30, "knodes": 1, "pvs": [{"moves": "e1h1 g8f6", "cp": 20}, {"moves": "c2c3", "mate": -7}]}"#;
    let server = FakeCloud::start(&[Act::Say("200 OK", castles)]);
    let lines = ask(&server.client(), ITALIAN, Limit::nodes(1));
    assert_eq!(lines.unwrap(), ["30 0.20 4. O-O Nf6", "30 #-7 4. c3"]);
}

#[test]
fn a_miss_is_no_failure() {
    check_fails(
        &[Act::Say(
            "404 Not Found",
            "{\"error\": \"No cloud evaluation available\"}",
        )],
        "cloud ADDRESS knows no evaluation of this position",
    );
    // One line where two are asked for is a miss as well.
    check_fails(
        &[Act::Say(
            "200 OK",
            r#"{"depth": 30, "knodes": 1, "pvs": [{"moves": "e2e4", "cp": 20}]}"#,
        )],
        "cloud ADDRESS knows no evaluation of this position",
    );
}

#[test]
fn failures_are_told() {
    let failed = |reason: &str| format!("cloud ADDRESS failed: {reason}");
    check_fails(
        &[Act::Refuse("429 Too Many Requests\r\nRetry-After: 7")],
        &failed("too many requests; it may be asked again in 7 s"),
    );
    check_fails(
        &[Act::Refuse("503 Service Unavailable")],
        &failed("found status 503, expected 200 or 404"),
    );
    check_fails(
        &[Act::Say("200 OK", "<html>down</html>")],
        &failed("found \"<html>down</html>\", expected JSON"),
    );
    check_fails(&[Act::Babble], &failed("it cannot be reached: "));
    check_fails(&[Act::Hang], &failed("it cannot be reached: timeout"));
}

#[test]
fn a_cloud_that_fails_is_left_in_peace() {
    let acts = [
        Act::Refuse("429 Too Many Requests\r\nRetry-After: 600"),
        Act::Refuse("500 Internal Server Error"),
        Act::Hang,
    ];
    for act in acts {
        let server = FakeCloud::start(&[act]);
        let cloud = server.client();
        for _ in 0..5 {
            assert!(ask(&cloud, "startpos", Limit::nodes(1)).is_err());
        }
        assert_eq!(server.requests(), 1, "{act:?}");
    }
}

#[test]
fn an_address_has_a_scheme_and_a_host() {
    for address in ["", "lichess.org", "ftp://lichess.org", "https://"] {
        let settings = CloudSettings {
            address: address.to_owned(),
            ..CloudSettings::default()
        };
        let error = Cloud::new(&settings).unwrap_err();
        let told = format!("found {address:?}, expected an address such as https://lichess.org");
        assert_eq!(error.to_string(), told);
    }
    // Nobody listens there.
    let settings = CloudSettings {
        address: "http://127.0.0.1:9".to_owned(),
        ..CloudSettings::default()
    };
    let error = ask(&Cloud::new(&settings).unwrap(), "startpos", Limit::nodes(1));
    assert!(error.unwrap_err().to_string().contains("cannot be reached"));
}

fn game(text: &str) -> Game {
    pgn::games(text.as_bytes()).next().unwrap().unwrap().game
}

/// Who found each position of a game, and how often the cloud was asked.
#[track_caller]
fn check_sources(choice: &Choice, acts: &[Act], expected: &str, requests: usize) {
    let server = FakeCloud::start(acts);
    let settings = Settings {
        cloud: server.settings(),
        ..Settings::default()
    };
    let analyst = open(choice, &settings).unwrap();
    let game = game("1. e4 e5 2. Nf3 Nc6 *");
    let found = analyst
        .analyse(&game, Limit::nodes(2_000), NonZeroU8::MIN)
        .finish();
    let sources: String = found
        .unwrap()
        .iter()
        .map(|found| match found.lines.is_empty() {
            true => '-',
            false if found.source.starts_with("cloud") => 'c',
            false => 'e',
        })
        .collect();
    assert_eq!((sources.as_str(), server.requests()), (expected, requests));
}

const START: Act = Act::Say(
    "200 OK",
    r#"{"depth": 50, "pvs": [{"moves": "e2e4", "cp": 18}]}"#,
);
const KINGS_PAWN: Act = Act::Say(
    "200 OK",
    r#"{"depth": 50, "pvs": [{"moves": "e7e5", "cp": 18}]}"#,
);
const MISS: Act = Act::Say("404 Not Found", "{}");

#[test]
fn hybrid_goes_local_after_the_first_miss_or_failure() {
    let hybrid = Choice::Hybrid;
    check_sources(&hybrid, &[START, KINGS_PAWN, MISS], "cceee", 3);
    check_sources(&hybrid, &[MISS], "eeeee", 1);
    let refused = [START, Act::Refuse("429 Too Many Requests")];
    check_sources(&hybrid, &refused, "ceeee", 2);
    check_sources(&hybrid, &[Act::Refuse("502 Bad Gateway")], "eeeee", 1);
    check_sources(&hybrid, &[Act::Babble], "eeeee", 1);
    check_sources(&hybrid, &[Act::Hang], "eeeee", 1);
}

#[test]
fn the_cloud_alone_leaves_gaps() {
    check_sources(&Choice::Cloud, &[START, KINGS_PAWN, MISS], "cc---", 5);
}

#[test]
fn a_single_question_goes_to_the_engine_when_the_cloud_is_refused() {
    let server = FakeCloud::start(&[Act::Refuse("429 Too Many Requests")]);
    let settings = Settings {
        cloud: server.settings(),
        ..Settings::default()
    };
    let analyst = open(&Choice::Hybrid, &settings).unwrap();
    for _ in 0..3 {
        let lines = ask(&analyst, "startpos", Limit::nodes(2_000));
        assert_eq!(lines.unwrap().len(), 2);
    }
    assert_eq!(server.requests(), 1);
}

#[test]
fn a_bad_address_is_told_when_the_analyst_is_opened() {
    let cloud = CloudSettings {
        address: "lichess".to_owned(),
        ..CloudSettings::default()
    };
    let settings = Settings {
        cloud,
        ..Settings::default()
    };
    let error = open(&Choice::Cloud, &settings).err().unwrap();
    assert!(matches!(error, OpenError::Address(_)), "{error:?}");
    let game = Line::at(Chess::default());
    let comments = open(&Choice::Pgn, &settings).unwrap();
    let error = comments.evaluate(&game, Limit::depth(1), TWO, &mut go_on);
    assert!(matches!(error, Err(EvaluateError::Unknown { .. })));
}
