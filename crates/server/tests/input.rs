//! Text of clients in every place that takes some: it stays text.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use common::Krog;

/// Text that means something elsewhere means nothing here.
#[tokio::test]
async fn paths_and_statements_in_any_field_are_only_text() {
    let krog = Krog::new();
    for text in [
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "'; DROP TABLE jobs; --",
        "1 OR 1=1",
        "file:///etc/passwd",
        "%00",
        "${jndi:ldap://x}",
    ] {
        let quoted = common::quoted(text);
        for path in [
            format!("/api/v1/jobs/{quoted}"),
            format!("/api/v1/reviews/{quoted}"),
            format!("/api/v1/puzzles/{quoted}"),
            format!("/api/v1/games/{quoted}"),
            format!("/api/v1/rules/{quoted}"),
            format!("/assets/{quoted}"),
            format!("/api/v1/explorer?in={quoted}"),
            format!("/api/v1/explorer?play={quoted}"),
            format!("/api/v1/position/analyze?fen={quoted}"),
        ] {
            let (status, _, answer) = krog.get_text(&path).await;
            assert!(
                [400, 404].contains(&status.as_u16()),
                "{path}: {status} {answer}"
            );
            assert!(!answer.contains("root:"), "{path}");
        }
        let body = serde_json::json!({ "source": text, "into": text }).to_string();
        let (status, answer) = krog
            .post_text("/api/v1/import", "application/json", &body)
            .await;
        assert_eq!(status, 400, "{text}: {answer}");
    }
    assert_eq!(krog.get("/api/v1/jobs").await.0, 200);
}
