//! krog over HTTP.
//!
//! [`app`] is the whole service as a router, so that it can be tested without
//! a socket; [`serve`] runs it on one until it is told to stop. A handler
//! validates, calls one function of the core and converts: judgement lives
//! below, JSON in `wire`.

mod answers;
mod api;
mod caller;
mod engines;
mod language;
mod page;
mod problem;
mod service;
mod socket;
mod start;
mod tasks;
mod times;
mod work;

use std::{future::Future, io, net::SocketAddr};

pub use api::openapi;
use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    http::{Method, Uri, header},
    response::IntoResponse as _,
    routing::get,
};
pub use engines::QueueSettings;
use krog_wire::Health;
use problem::Refusal;
pub use service::{Service, Settings};
use tokio::net::TcpListener;
use utoipa_swagger_ui::SwaggerUi;

/// The largest body that is read.
const LARGEST: usize = 32 << 20;

/// The service as a router.
pub fn app(service: &Service) -> Router {
    let (api, description) = api::routes().split_for_parts();
    let text = openapi();
    let described = move || {
        let text = text.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], text).into_response() }
    };
    let docs = SwaggerUi::new("/api/docs").url("/api/docs/openapi.json", description);
    api.merge(page::routes())
        .route("/healthz", get(async || Json(Health::ok())))
        .route("/api/v1/openapi.json", get(described))
        .route("/api/v1/analysis", get(socket::open))
        .merge(docs)
        .method_not_allowed_fallback(async |method: Method| Refusal::wrong_method(&method))
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(service.clone())
}

/// Answers on `listener` until `stop` is ready, then finishes what is under way.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let app = app(&service).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, app)
        .with_graceful_shutdown(stop)
        .await;
    service.shut_down().await;
    served
}

async fn not_found(uri: Uri) -> Refusal {
    Refusal::not_found(format!(
        "found the path {:?}, expected /, /healthz, /api/docs or one below /api/v1",
        uri.path()
    ))
}
