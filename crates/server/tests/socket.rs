//! The WebSocket on a real socket: every message of source 000 §7.6.2, and
//! what else a client may meet.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use std::time::Duration;

use common::{Krog, has};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{net::TcpListener, net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

/// A service on a free port, and a connection to it.
async fn connected() -> (Krog, Socket) {
    let krog = Krog::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = krog.service.clone();
    tokio::spawn(
        async move { krog_server::serve(listener, service, std::future::pending()).await },
    );
    let url = format!("ws://{address}/api/v1/analysis");
    let (socket, _) = connect_async(url).await.unwrap();
    (krog, socket)
}

async fn say(socket: &mut Socket, message: &Value) {
    socket
        .send(Message::text(message.to_string()))
        .await
        .unwrap();
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        let message = timeout(Duration::from_mins(1), socket.next()).await;
        if let Message::Text(text) = message.expect("an answer").unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// All messages until one of a type.
async fn hear_until(socket: &mut Socket, kind: &str) -> Vec<Value> {
    let mut heard = Vec::new();
    while heard.last().is_none_or(|last: &Value| last["type"] != kind) {
        heard.push(hear(socket).await);
    }
    heard
}

#[tokio::test]
async fn the_whole_transcript_of_an_analysis() {
    let (_krog, mut socket) = connected().await;
    let question = json!({
        "type": "analyze", "id": "q1", "fen": MATE,
        "options": { "depth": 6, "multiPv": 2, "includeKrog": true },
    });
    say(&mut socket, &question).await;
    let heard = hear_until(&mut socket, "analysis_complete").await;
    let (last, updates) = heard.split_last().unwrap();
    assert!(!updates.is_empty());
    for update in updates {
        assert_eq!(update["type"], "analysis", "{update}");
        assert_eq!(update["id"], "q1");
        for key in [
            "fen",
            "depth",
            "evaluation",
            "mate",
            "bestMove",
            "pv",
            "lines",
            "krog.krogFormula",
        ] {
            assert!(has(update, key), "{key}: {update}");
        }
    }
    let end = updates.last().unwrap();
    assert_eq!(
        (&end["mate"], &end["evaluation"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(end["bestMove"], "d1d8");
    assert_eq!(last["fullAnalysis"]["moveSan"], "Rd8#");
    assert_eq!(last["id"], "q1");
    for key in [
        "move",
        "score",
        "classification",
        "statistics",
        "engine",
        "krog",
        "explanation.no",
        "alternatives",
    ] {
        assert!(has(&last["fullAnalysis"], key), "{key}: {last}");
    }
}

#[tokio::test]
async fn the_newest_question_cancels_the_former() {
    let (_krog, mut socket) = connected().await;
    let ask = |id: &str, nodes: u64| json!({ "type": "analyze", "id": id, "fen": "startpos", "options": { "nodes": nodes } });
    say(&mut socket, &ask("long", 50_000_000)).await;
    assert_eq!(hear(&mut socket).await["id"], "long");
    say(&mut socket, &ask("short", 1_000)).await;
    let heard = hear_until(&mut socket, "analysis_complete").await;
    assert_eq!(heard.last().unwrap()["id"], "short");
    say(&mut socket, &json!({ "type": "ping" })).await;
    assert_eq!(hear(&mut socket).await["type"], "pong");
}

#[tokio::test]
async fn stop_ends_an_analysis_with_what_is_known() {
    let (_krog, mut socket) = connected().await;
    let ask = json!({ "type": "analyze", "id": "a", "fen": "startpos", "options": { "nodes": 50_000_000 } });
    say(&mut socket, &ask).await;
    hear(&mut socket).await;
    say(&mut socket, &json!({ "type": "stop", "id": "other" })).await;
    say(&mut socket, &json!({ "type": "stop" })).await;
    let heard = hear_until(&mut socket, "analysis_complete").await;
    assert_eq!(heard.last().unwrap()["id"], "a");
}

#[tokio::test]
async fn what_is_wrong_is_said_and_the_talk_goes_on() {
    let (_krog, mut socket) = connected().await;
    for (message, part) in [
        ("hello".to_owned(), "expected"),
        (json!({ "type": "dance" }).to_string(), "dance"),
        (json!({ "type": "analyze" }).to_string(), "fen"),
        (
            json!({ "type": "analyze", "fen": "x" }).to_string(),
            "fen: ",
        ),
        (
            json!({ "type": "analyze", "fen": "startpos", "options": { "multiPv": 99 } })
                .to_string(),
            "multiPv: ",
        ),
        (
            json!({ "type": "analyze", "fen": "startpos", "options": { "depth": 0 } }).to_string(),
            "depth: ",
        ),
        (
            json!({ "type": "analyze", "fen": "startpos", "options": { "nodes": 0 } }).to_string(),
            "nodes: ",
        ),
        (
            json!({ "type": "analyze", "fen": "startpos", "options": { "ply": 1 } }).to_string(),
            "ply",
        ),
    ] {
        socket.send(Message::text(message.clone())).await.unwrap();
        let answer = hear(&mut socket).await;
        assert_eq!(answer["type"], "error", "{message}");
        assert!(
            answer["detail"].as_str().unwrap().contains(part),
            "{message}: {answer}"
        );
    }
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(hear(&mut socket).await["type"], "error");
}

#[tokio::test]
async fn the_end_of_games_and_of_clients() {
    let (krog, mut socket) = connected().await;
    // A game that is over has no best move.
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    say(&mut socket, &json!({ "type": "analyze", "fen": mated })).await;
    let end = hear(&mut socket).await;
    assert_eq!(
        (&end["type"], &end["fullAnalysis"]),
        (&json!("analysis_complete"), &Value::Null)
    );
    // A client that goes takes its search with it.
    say(
        &mut socket,
        &json!({ "type": "analyze", "fen": "startpos", "options": { "nodes": 50_000_000 } }),
    )
    .await;
    hear(&mut socket).await;
    drop(socket);
    let start = std::time::Instant::now();
    while krog.get("/api/v1/server").await.1["running"] != 0 {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the search goes on"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A request that asks for no WebSocket is refused as any other.
#[tokio::test]
async fn without_an_upgrade_there_is_a_problem() {
    let krog = Krog::new();
    let (status, problem) = krog.get("/api/v1/analysis").await;
    assert_eq!(status, 400, "{problem}");
    assert_eq!(problem["status"], 400);
    assert!(has(&problem, "detail"), "{problem}");
}
