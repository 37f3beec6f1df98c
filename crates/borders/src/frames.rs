//! Messages of the WebSocket, through the service's side of the talk: each is
//! answered as its kind asks, and the talk goes on.
//!
//! An input is messages on lines of their own; a `!` before one says that the
//! next does not wait for its answer.

use krog_server::Conversation;
use krog_wire::{ClientMessage, ServerMessage};

use crate::service::RUNNING;

/// Messages of one input that are said.
const MOST_MESSAGES: usize = 12;

/// Every message gets its answer, and a ping at the end its pong.
pub fn law(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let messages = text.lines().take(MOST_MESSAGES);
    RUNNING.runtime.block_on(async {
        let (mut talk, mut news) = Conversation::new(RUNNING.service.clone(), "law");
        for message in messages.chain([r#"{"type":"ping"}"#]) {
            // A reader with too much unread misses what is said.
            while news.try_recv().is_ok() {}
            if let Some(message) = message.strip_prefix('!') {
                talk.hear(message);
                continue;
            }
            talk.hear(message);
            let Some(is_answer) = answer_to(message) else {
                continue;
            };
            loop {
                let said = news.recv().await.expect("the talk goes on");
                krog_wire::to_line(&said);
                if is_answer(&said) {
                    break;
                }
            }
        }
    });
}

/// How the answer to a message is known, if it has one.
fn answer_to(message: &str) -> Option<fn(&ServerMessage) -> bool> {
    match krog_wire::read(message) {
        Ok(ClientMessage::Ping) => Some(|said| matches!(said, ServerMessage::Pong)),
        Ok(ClientMessage::Stop { .. }) => None,
        Ok(ClientMessage::Analyze { .. }) => Some(|said| {
            matches!(
                said,
                ServerMessage::AnalysisComplete { .. } | ServerMessage::Error { .. }
            )
        }),
        Err(_) => Some(|said| matches!(said, ServerMessage::Error { .. })),
    }
}
