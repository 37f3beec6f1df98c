//! Requests: paths, queries and JSON bodies of every kind, through the router
//! of the service. Each is answered or refused, and a refusal says why.
//!
//! An input is a line with method, path and kind of the body (JSON unless
//! told), and the body after it: `POST /api/v1/say application/json`.

use axum::{
    body::{Body, to_bytes},
    http::{Method, Request, StatusCode, header},
};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::service::RUNNING;

/// How a problem is marked.
const PROBLEM: &str = "application/problem+json";

/// An answer is not longer than this.
const LONGEST_ANSWER: usize = 16 << 20;

/// Nothing breaks inside, and what the API refuses is refused with a problem.
pub fn law(bytes: &[u8]) {
    let Some((request, told)) = request(bytes) else {
        return;
    };
    let of_api = request.uri().path().starts_with("/api/v1/");
    let has_body = request.method() != Method::HEAD;
    let (status, kind, body) = RUNNING.runtime.block_on(async {
        let response = RUNNING.router.clone().oneshot(request).await;
        let response = response.unwrap_or_else(|never| match never {});
        let kind = response.headers().get(header::CONTENT_TYPE).cloned();
        let status = response.status();
        let body = to_bytes(response.into_body(), LONGEST_ANSWER).await;
        (status, kind, body.expect("an answer of bounded length"))
    });
    // Without a store, much is unavailable; nothing else is our fault.
    let ours = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
    assert!(!ours, "{told}: {status} {}", String::from_utf8_lossy(&body));
    let refused = status.is_client_error() || status.is_server_error();
    if refused && of_api && has_body {
        assert!(kind.is_some_and(|kind| kind == PROBLEM), "{told}: {status}");
        let problem: Value = serde_json::from_slice(&body).expect("a problem is JSON");
        let code = problem.get("status").and_then(Value::as_u64);
        assert_eq!(code, Some(status.as_u16().into()), "{told}: {problem}");
        let detail = problem.get("detail").and_then(Value::as_str);
        assert!(detail.is_some_and(|detail| !detail.is_empty()), "{told}");
    }
}

/// The request that an input stands for, and its first line; none where that is
/// none that could be sent.
fn request(bytes: &[u8]) -> Option<(Request<Body>, String)> {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let (first, body) = bytes.split_at(end.unwrap_or(bytes.len()));
    let first = str::from_utf8(first).ok()?;
    let mut words = first.split(' ');
    let request = Request::builder()
        .method(words.next()?)
        .uri(words.next()?)
        .header(
            header::CONTENT_TYPE,
            words.next().unwrap_or("application/json"),
        )
        .body(Body::from(body.get(1..).unwrap_or_default().to_vec()))
        .ok()?;
    Some((request, first.to_owned()))
}
