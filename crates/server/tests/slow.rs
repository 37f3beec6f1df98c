//! The service on a real socket among slow, silent and too many clients, and
//! how it stops while they are there.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use common::Krog;
use futures_util::StreamExt as _;
use krog_server::{Door, DoorSettings, Patience, bind, serve_behind};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// A service on a free port.
struct House {
    krog: Krog,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

const SHORT: Duration = Duration::from_millis(400);

impl House {
    fn new(connections: usize) -> House {
        let krog = Krog::new();
        let listener = bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::new(DoorSettings {
            connections,
            patience: Patience {
                head: SHORT,
                body: SHORT,
                answer: SHORT,
                stop: Duration::from_secs(2),
            },
            ..DoorSettings::default()
        });
        let (stop, stopped) = oneshot::channel();
        let service = krog.service.clone();
        let served = tokio::spawn(serve_behind(listener, service, door, async {
            let _ends = stopped.await;
        }));
        House {
            krog,
            address,
            stop: Some(stop),
            served,
        }
    }

    async fn say(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// The answer to a whole request.
    async fn ask(&self, path: &str) -> String {
        let text = format!("GET {path} HTTP/1.1\r\nHost: krog\r\nConnection: close\r\n\r\n");
        let mut stream = self.say(&text).await;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// Stops the service and tells how long that took.
    async fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.stop.take().unwrap().send(()).unwrap();
        let ended = timeout(Duration::from_secs(30), &mut self.served).await;
        ended.expect("the service stops").unwrap();
        start.elapsed()
    }
}

/// Everything until the other side closes, which it does before long.
async fn rest(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let read = timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
    let _closed_or_reset = read.expect("the connection is closed");
    String::from_utf8_lossy(&answer).into_owned()
}

const SLOW_BODY: &str = "POST /api/v1/say HTTP/1.1\r\nHost: krog\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";

#[tokio::test]
async fn slow_heads_and_bodies_are_cut_off() {
    let house = House::new(100);
    for (text, expected) in [
        ("", ""),
        ("GET /healthz HTTP/1.1\r\nHost: krog\r\nX-A: b\r\n", ""),
        (SLOW_BODY, "HTTP/1.1 408"),
    ] {
        let answer = rest(house.say(text).await).await;
        assert!(answer.starts_with(expected), "{text}: {answer}");
    }
    // A client that adds a line now and then does not gain time by it.
    let mut stream = house.say("GET /healthz HTTP/1.1\r\n").await;
    let start = Instant::now();
    while stream.write_all(b"X-A: b\r\n").await.is_ok() {
        assert!(start.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_client_that_takes_nothing_is_let_go() {
    let house = House::new(100);
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let mut stream = socket.connect(house.address).await.unwrap();
    let request = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: krog\r\n\r\n";
    let start = Instant::now();
    // More and more requests, none of whose answers is read.
    loop {
        let sent = timeout(SHORT, stream.write_all(request.as_bytes())).await;
        if matches!(sent, Ok(Err(_))) {
            break;
        }
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "nobody cut it off"
        );
    }
}

#[tokio::test]
async fn quiet_connections_make_room_for_others() {
    let house = House::new(20);
    let mut silent = Vec::new();
    for _ in 0..60 {
        silent.push(house.say("GET /healthz HTTP/1.1\r\n").await);
        let start = Instant::now();
        let answer = house.ask("/healthz").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(start.elapsed() < Duration::from_secs(2));
    }
    let metrics = house.ask("/metrics").await;
    let evicted = metrics
        .lines()
        .find_map(|line| line.strip_prefix("krog_connections_evicted_total "))
        .unwrap();
    assert!(evicted.parse::<u64>().unwrap() > 0, "{evicted}");
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let house = House::new(100);
    let line = format!("X-A: {}\r\n", "b".repeat(1_000));
    let text = format!(
        "GET /healthz HTTP/1.1\r\nHost: krog\r\n{}\r\n",
        line.repeat(80)
    );
    let answer = rest(house.say(&text).await).await;
    assert!(
        answer.starts_with("HTTP/1.1 431") || answer.is_empty(),
        "{answer}"
    );
    let text = format!("GET /{} HTTP/1.1\r\nHost: krog\r\n\r\n", "a".repeat(10_000));
    let answer = rest(house.say(&text).await).await;
    assert!(answer.starts_with("HTTP/1.1 414"), "{answer}");
}

#[tokio::test]
async fn a_stop_ends_sockets_streams_and_slow_clients_and_keeps_jobs() {
    let mut house = House::new(100);
    let url = format!("ws://{}/api/v1/analysis", house.address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *";
    let body = json!({ "pgn": game, "nodes": 5_000_000 });
    let (status, job) = house.krog.post("/api/v1/game/review", &body).await;
    assert_eq!(status, 202, "{job}");
    let id = job["id"].as_str().unwrap();
    let events = format!("GET /api/v1/jobs/{id}/events HTTP/1.1\r\nHost: krog\r\n\r\n");
    let mut events = house.say(&events).await;
    let mut first = [0; 16];
    events.read_exact(&mut first).await.unwrap();
    let silent = house.say(SLOW_BODY).await;
    let took = house.end().await;
    assert!(took < Duration::from_secs(8), "{took:?}");
    let farewell = timeout(Duration::from_secs(5), socket.next())
        .await
        .unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = farewell else {
        panic!("{farewell:?}");
    };
    assert_eq!(u16::from(frame.code), 1001);
    rest(events).await;
    rest(silent).await;
    assert!(TcpStream::connect(house.address).await.is_err());
    let (_, job) = house.krog.get(&format!("/api/v1/jobs/{id}")).await;
    assert_eq!(job["state"], "waiting", "{job}");
}

#[tokio::test]
async fn a_request_under_way_is_answered_before_the_stop() {
    let mut house = House::new(100);
    let path = "/api/v1/position/analyze?fen=startpos&includeEngine=true&engineDepth=6";
    let text = format!("GET {path} HTTP/1.1\r\nHost: krog\r\n\r\n");
    let stream = house.say(&text).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let reading = tokio::spawn(rest(stream));
    house.end().await;
    let answer = reading.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
