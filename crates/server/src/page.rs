//! The page: the files that `web/` is built into, from within the binary.
//!
//! Where the page was not built, the start page takes its place and says how to
//! build it. What the page shows is its own affair; here are only addresses,
//! media types and the rules a browser is to keep.

use std::fmt::Write as _;

use axum::{
    Router,
    extract::Path,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{
            ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
            CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
        },
    },
    response::{IntoResponse as _, Response},
    routing::get,
};
use krog_text::Language;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{language, problem::Refusal, start};

/// What a browser may load for the page: nothing from elsewhere. The men on the
/// board are pictures within the style sheet, an engine is WebAssembly.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; worker-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'";

/// Addresses at which the page opens; which view it shows it reads off itself.
const VIEWS: &[&str] = &[
    "/",
    "/review/{id}",
    "/job/{id}",
    "/game/{id}",
    "/analysis",
    "/explorer",
    "/laws",
    "/laws/{id}",
    "/practice",
];

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = ".vite/*"]
#[allow_missing = true]
struct Files;

/// The page and its files.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let views = VIEWS
        .iter()
        .fold(Router::new(), |router, path| router.route(path, get(view)));
    views
        .route("/icon.svg", get(icon))
        .route("/assets/{*file}", get(asset))
        .route("/engine/{*file}", get(engine))
}

async fn view(headers: HeaderMap) -> Response {
    match Files::get("index.html") {
        Some(file) => front(&file, language::preferred(&headers)),
        None => start::page(&headers).into_response(),
    }
}

/// The page with its language told, so that it is right before any script runs.
fn front(file: &EmbeddedFile, language: Language) -> Response {
    let text = String::from_utf8_lossy(&file.data);
    let body = match language {
        Language::English => text.into_owned(),
        Language::Norwegian => text.replacen("<html lang=\"en\">", "<html lang=\"nb\">", 1),
    };
    let mut response = body.into_response();
    guard(&mut response, "index.html");
    let varies = HeaderValue::from_static("accept-language");
    response.headers_mut().insert(VARY, varies);
    response
}

async fn icon(headers: HeaderMap) -> Response {
    answer("icon.svg", &headers).unwrap_or_else(|| missing("icon.svg"))
}

async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    answer(&format!("assets/{file}"), &headers).unwrap_or_else(|| missing(&file))
}

/// An engine for the client's own machine, where the page was built with one.
async fn engine(Path(file): Path<String>, headers: HeaderMap) -> Response {
    answer(&format!("engine/{file}"), &headers).unwrap_or_else(|| missing(&file))
}

fn missing(file: &str) -> Response {
    Refusal::not_found(format!(
        "found the file {file:?}, expected one of the page's"
    ))
    .into_response()
}

/// A file of the page as it is asked for: not at all when the client has it,
/// packed when it can unpack.
fn answer(name: &str, headers: &HeaderMap) -> Option<Response> {
    let file = Files::get(name)?;
    let tag = tag(&file);
    if headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| *known == tag)
    {
        return Some((StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response());
    }
    let packed = takes_gzip(headers)
        .then(|| Files::get(&format!("{name}.gz")))
        .flatten();
    let is_packed = packed.is_some();
    let body = packed.unwrap_or(file).data.into_owned();
    let mut response = body.into_response();
    guard(&mut response, name);
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(ETAG, tag);
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(response)
}

/// Says what a file is, how long it may be kept and what it may load.
fn guard(response: &mut Response, name: &str) {
    for (header, value) in [
        (CONTENT_TYPE, media_type(name)),
        (CACHE_CONTROL, keeping(name)),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(header, value);
    }
}

/// A name for the contents of a file.
fn tag(file: &EmbeddedFile) -> HeaderValue {
    let hash = file.metadata.sha256_hash();
    let mut text = String::from("\"");
    for byte in &hash[..12] {
        let _never_fails = write!(text, "{byte:02x}");
    }
    text.push('"');
    HeaderValue::from_str(&text).expect("hexadecimal digits in quotes")
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            value
                .split(',')
                .filter_map(|part| part.split(';').next())
                .any(|name| name.trim() == "gzip")
        })
}

/// Files with their hash in the name never change, and an engine has its version
/// in its own, so that it is at hand when the service is away; the others are
/// asked about.
fn keeping(name: &str) -> &'static str {
    if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else if name.starts_with("engine/") {
        "public, max-age=2592000"
    } else {
        "no-cache"
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, http::Request};
    use tower::ServiceExt as _;

    use super::*;

    async fn send(path: &str, accepts: &str) -> Response {
        let request = Request::get(path)
            .header(ACCEPT_ENCODING, accepts)
            .body(Body::empty())
            .unwrap();
        routes::<()>().oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn every_view_is_a_page_that_loads_nothing_from_elsewhere() {
        for path in VIEWS {
            let path = path.replace("{id}", "1");
            let response = send(&path, "identity").await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            let headers = response.headers();
            assert_eq!(headers[CONTENT_TYPE], "text/html; charset=utf-8");
            // The start page stands in where the page is not built.
            if Files::get("index.html").is_some() {
                assert_eq!(headers[CONTENT_SECURITY_POLICY], POLICY);
                assert_eq!(headers[CACHE_CONTROL], "no-cache");
                assert_eq!(headers[VARY], "accept-language");
            }
        }
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_a_problem() {
        let response = send("/assets/none.js", "gzip").await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
    }

    #[test]
    fn clients_that_cannot_unpack_get_plain_files() {
        for (accepts, expected) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, gzip;q=0.8", true),
            ("identity", false),
            ("", false),
            ("br", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepts));
            assert_eq!(takes_gzip(&headers), expected, "{accepts}");
        }
    }

    #[test]
    fn only_files_named_by_their_contents_are_kept() {
        assert_eq!(keeping("index.html"), "no-cache");
        assert!(keeping("assets/index-B3x.js").ends_with("immutable"));
        assert!(keeping("engine/stockfish-19.wasm").starts_with("public"));
    }
}
