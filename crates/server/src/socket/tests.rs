//! The conversation without a socket: what is said to what is heard.

use std::{num::NonZeroUsize, time::Duration};

use krog_analyst::Choice;
use krog_importer::{Services, ServicesSettings};
use tokio::time::timeout;

use super::*;
use crate::{QueueSettings, Settings, Sources};

/// A service with the builtin engine and nothing else.
fn service() -> Service {
    let engines = NonZeroUsize::MIN;
    let engine = krog_analyst::open(&Choice::Builtin, &krog_analyst::Settings::default());
    let sources = Sources {
        store: None,
        engine: Some(Box::new(engine.unwrap())),
        services: Services::new(&ServicesSettings::default()).unwrap(),
    };
    let settings = Settings {
        collection: "main".to_owned(),
        limit: Limit::nodes(1_000),
        most_nodes: 50_000_000,
        lines: NonZeroU8::MIN,
        queue: QueueSettings {
            engines,
            most_waiting: 4,
        },
        lending: crate::Lending::default(),
        use_idle: false,
    };
    Service::new(sources, settings)
}

fn conversation(service: &Service) -> (Conversation, mpsc::Receiver<ServerMessage>) {
    Conversation::new(service.clone(), "test")
}

/// Everything that is said until a message of a type.
async fn said_until(news: &mut mpsc::Receiver<ServerMessage>, kind: &str) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let kind = format!("\"type\":\"{kind}\"");
    while said.last().is_none_or(|last| !last.contains(&kind)) {
        let message = timeout(Duration::from_mins(1), news.recv()).await;
        said.push(to_line(&message.expect("in time").expect("a message")));
    }
    said
}

#[tokio::test]
async fn every_message_of_the_source_is_said() {
    let service = service();
    let (mut talk, mut news) = conversation(&service);
    talk.hear(
        r#"{"type": "analyze", "fen": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "options": {"depth": 4, "multiPv": 2, "includeKrog": true}}"#,
    );
    let said = said_until(&mut news, "analysis_complete").await;
    let (last, updates) = said.split_last().unwrap();
    assert!(!updates.is_empty());
    for update in updates {
        for part in [
            "\"type\":\"analysis\"",
            "\"fen\":\"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"",
            "\"depth\":",
            "\"evaluation\":",
            "\"bestMove\":\"d1d8\"",
            "\"pv\":[\"d1d8\"",
            "\"krog\":{\"move\":\"Rd8#\"",
        ] {
            assert!(update.contains(part), "{part} in {update}");
        }
    }
    for part in [
        "\"fullAnalysis\":{",
        "\"move\":\"d1d8\",\"moveSan\":\"Rd8#\"",
    ] {
        assert!(last.contains(part), "{part} in {last}");
    }
}

#[tokio::test]
async fn options_may_be_left_out_and_krog_is_said_when_asked_for() {
    let service = service();
    let (mut talk, mut news) = conversation(&service);
    talk.hear(r#"{"type": "analyze", "fen": "startpos", "options": {"depth": 2}}"#);
    let said = said_until(&mut news, "analysis_complete").await;
    assert!(!said[0].contains("\"krog\":{"), "{}", said[0]);
    talk.hear(r#"{"type": "ping"}"#);
    assert_eq!(said_until(&mut news, "pong").await.len(), 1);
    talk.hear(r#"{"type": "analyze", "fen": "x"}"#);
    let said = said_until(&mut news, "error").await;
    assert!(said[0].contains("fen: "), "{}", said[0]);
}

#[tokio::test]
async fn who_reads_nothing_is_told_little_and_a_talk_that_ends_ends_its_search() {
    let service = service();
    let (mut talk, mut news) = conversation(&service);
    for _ in 0..10 * WAITING {
        talk.hear(r#"{"type": "ping"}"#);
    }
    let mut unread = 0;
    while news.try_recv().is_ok() {
        unread += 1;
    }
    assert_eq!(unread, WAITING);
    talk.hear(r#"{"type": "analyze", "fen": "startpos", "options": {"nodes": 50000000}}"#);
    news.recv().await.expect("a first update");
    drop(talk);
    let start = Instant::now();
    let engines = service.engines().unwrap();
    while engines.load() != (0, 0) {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
