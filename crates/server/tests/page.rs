//! The start page.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use axum::http::StatusCode;
use common::Krog;

#[tokio::test]
async fn the_start_page_speaks_the_readers_language() {
    let krog = Krog::new();
    for (language, expected) in [
        ("en-GB,en;q=0.9", "<html lang=\"en\">"),
        ("nb-NO,nb;q=0.9,en;q=0.8", "<html lang=\"nb\">"),
        ("de, no;q=0.5", "<html lang=\"nb\">"),
        ("fr", "<html lang=\"en\">"),
    ] {
        let request = axum::http::Request::get("/").header("Accept-Language", language);
        let (status, _, page) = krog
            .send(request.body(axum::body::Body::empty()).unwrap())
            .await;
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains(expected), "{language}");
    }
}
