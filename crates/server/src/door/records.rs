//! What is written down about every request and onto every answer: its id, a
//! line of the log, the measurements, and the rules that a browser is to keep.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method,
        header::{
            ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION,
            REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    middleware::Next,
    response::Response,
};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::Door;
use crate::{problem::Told, tasks::new_id};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// An answer for programs loads nothing, whatever a browser takes it for.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// The start page: its own style and nothing else.
const START: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'none'";

/// The page of the API's description writes styles as it goes.
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
    form-action 'none'";

/// What pages from elsewhere that are on the list may do.
pub(super) fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, ACCEPT_LANGUAGE, API_KEY])
        .expose_headers([
            LOCATION,
            RETRY_AFTER,
            REQUEST_ID,
            HeaderName::from_static("ratelimit"),
            HeaderName::from_static("ratelimit-policy"),
        ])
}

/// Writes down a request and its answer.
pub(super) async fn record(State(door): State<Door>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = id(request.headers());
    let client = door.client(&request);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", |route| route.as_str()).to_owned();
    // The query is left out: it is long, and somebody may put a key there.
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let took = start.elapsed();
    let status = response.status().as_u16();
    door.metrics().count(&route, &method, status, took);
    let told = response.extensions_mut().remove::<Told>();
    let milliseconds = took.as_secs_f64() * 1e3;
    if let (500.., Some(Told(detail))) = (status, &told) {
        tracing::warn!(id, %method, path, status, milliseconds, %client, detail);
    } else {
        tracing::info!(id, %method, path, status, milliseconds, %client);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    protect(&path, response.headers_mut());
    response
}

/// The id that a request brought, if it is one; else a new one.
fn id(headers: &HeaderMap) -> String {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let told = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let told = told.filter(|id| (1..=64).contains(&id.len()) && id.bytes().all(known));
    told.map_or_else(new_id, str::to_owned)
}

/// Writes the rules onto an answer that has none of its own.
fn protect(path: &str, headers: &mut HeaderMap) {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let is_page = kind.is_some_and(|kind| kind.starts_with("text/html"));
    let policy = match path {
        _ if path.starts_with("/api/docs") => DOCS,
        _ if is_page => START,
        _ => NOTHING,
    };
    let rules = [
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in rules {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
}
