//! krog over HTTP.
//!
//! [`app`] is the whole service as a router, so that it can be tested without
//! a socket; [`serve`] runs it on one until it is told to stop. A handler
//! validates, calls one function of the core and converts: judgement lives
//! below, JSON in `wire`.

mod api;
mod language;
mod page;
mod problem;
mod start;

use std::{future::Future, io};

use axum::{
    Json, Router,
    http::{Method, Uri},
    routing::get,
};
use krog_wire::Health;
use problem::Refusal;
use tokio::net::TcpListener;

/// The service.
pub fn app() -> Router {
    Router::new()
        .merge(page::routes())
        .route("/healthz", get(async || Json(Health::ok())))
        .nest("/api/v1", api::routes())
        .method_not_allowed_fallback(async |method: Method| Refusal::wrong_method(&method))
        .fallback(not_found)
}

/// Answers on `listener` until `stop` is ready, then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, app())
        .with_graceful_shutdown(stop)
        .await
}

async fn not_found(uri: Uri) -> Refusal {
    Refusal::not_found(format!(
        "found the path {:?}, expected /, /healthz or one below /api/v1",
        uri.path()
    ))
}

#[cfg(test)]
mod tests {
    use axum::{
        body,
        body::Body,
        http::{Request, StatusCode, header::CONTENT_TYPE},
    };
    use tower::ServiceExt as _;

    use super::*;

    async fn get(path: &str, language: Option<&str>) -> (StatusCode, String, String) {
        let mut request = Request::get(path);
        if let Some(language) = language {
            request = request.header("Accept-Language", language);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = app().oneshot(request).await.unwrap();
        let status = response.status();
        let media_type = response.headers()[CONTENT_TYPE]
            .to_str()
            .unwrap()
            .to_owned();
        let bytes = body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (
            status,
            media_type,
            String::from_utf8(bytes.to_vec()).unwrap(),
        )
    }

    #[tokio::test]
    async fn a_living_process_says_so() {
        let (status, media_type, body) = get("/healthz", None).await;
        assert_eq!(
            (status, media_type.as_str()),
            (StatusCode::OK, "application/json")
        );
        let health: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(health["status"], "ok");
        assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    }

    #[tokio::test]
    async fn the_start_page_speaks_the_readers_language() {
        for (language, expected) in [
            (None, "<html lang=\"en\">"),
            (Some("en-GB,en;q=0.9"), "<html lang=\"en\">"),
            (Some("nb-NO,nb;q=0.9,en;q=0.8"), "<html lang=\"nb\">"),
            (Some("de, no;q=0.5"), "<html lang=\"nb\">"),
            (Some("fr"), "<html lang=\"en\">"),
        ] {
            let (status, media_type, body) = get("/", language).await;
            assert_eq!(status, StatusCode::OK);
            assert_eq!(media_type, "text/html; charset=utf-8");
            assert!(body.contains(expected), "{language:?}: {body}");
            assert!(body.contains(env!("CARGO_PKG_VERSION")));
        }
    }

    #[tokio::test]
    async fn an_unknown_path_is_a_problem_that_names_it() {
        let (status, media_type, body) = get("/nothing", None).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert_eq!(media_type, "application/problem+json");
        assert!(body.contains("/nothing"), "{body}");
    }
}
