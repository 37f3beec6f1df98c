//! krog over HTTP.
//!
//! [`app`] is the whole service as a router, so that it can be tested without
//! a socket; [`serve`] runs it on one until it is told to stop. A handler
//! validates, calls one function of the core and converts: judgement lives
//! below, JSON in `wire`.

mod answers;
mod api;
mod caller;
mod crew;
mod door;
mod engines;
mod language;
mod limits;
mod listen;
mod metrics;
mod page;
mod problem;
mod ready;
pub mod schedule;
mod service;
mod socket;
mod start;
mod tasks;
mod times;
mod work;
pub mod worker;

use std::{future::Future, io, time::Duration};

pub use api::job_status;
pub use api::openapi;
use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    http::{Method, Uri, header},
    response::IntoResponse as _,
    routing::get,
};
pub use crew::{Lending, Workers};
pub use door::{
    Door, DoorSettings, Keys, Network, Origin, Patience, ProxyHeader, Rate, Scope,
    keys::{NewKey, new_key},
};
pub use engines::QueueSettings;
use krog_wire::Health;
pub use listen::bind;
use problem::Refusal;
pub use service::{Service, Settings, Sources, now};
pub use socket::Conversation;
pub use tasks::{import::summary as import_summary, new_id as new_job_id};
use tokio::{net::TcpListener, time::timeout};
use utoipa_swagger_ui::SwaggerUi;

/// How long jobs and searches may take to end.
const ENDING: Duration = Duration::from_secs(10);

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
        .route("/readyz", get(ready::ready))
        .route("/api/v1/openapi.json", get(described))
        .route("/api/v1/analysis", get(socket::open))
        .merge(docs)
        .method_not_allowed_fallback(async |method: Method| Refusal::wrong_method(&method))
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(service.clone())
}

/// The service as a router behind its door.
pub fn guarded(service: &Service, door: &Door) -> Router {
    let measured = Router::new()
        .route("/metrics", get(metrics::page))
        .with_state((service.clone(), door.clone()));
    door.before(app(service).merge(measured))
}

/// Answers on `listener` until `stop` is ready, behind a door as it is unless
/// told: whatever writes needs a key if others can reach the listener.
pub async fn serve(
    listener: TcpListener,
    service: Service,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let door = Door::new(DoorSettings {
        exposed: !listener.local_addr()?.ip().is_loopback(),
        ..DoorSettings::default()
    });
    serve_behind(listener, service, door, stop).await;
    Ok(())
}

/// Answers on `listener` until `stop` is ready, then finishes what is under way,
/// but does not wait for ever.
pub async fn serve_behind(
    listener: TcpListener,
    service: Service,
    door: Door,
    stop: impl Future<Output = ()>,
) {
    let told = async {
        stop.await;
        service.stop();
    };
    listen::listen(listener, guarded(&service, &door), &door, told).await;
    // A job that does not end in time is taken again when its lease is over.
    let _too_late = timeout(ENDING, service.shut_down()).await;
}

async fn not_found(uri: Uri) -> Refusal {
    Refusal::not_found(format!(
        "found the path {:?}, expected /, /healthz, /readyz, /metrics, /api/docs or one below /api/v1",
        uri.path()
    ))
}
