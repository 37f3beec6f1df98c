//! The REST API under `/api/v1`. A handler reads the request, calls the core and
//! converts the answer; it judges nothing itself.

mod explorer;
mod games;
mod jobs;
mod logic;
mod positions;
mod practice;
mod reviews;
mod work;

use axum::Json;
pub use jobs::status as job_status;
use krog_chess::{Chess, fen};
use krog_text::Language;
use krog_wire::{Problem, ServerInfo, StoredCollection};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    caller::Caller,
    limits,
    problem::{Problems, Refusal},
    service::Service,
};

/// What the API says about itself.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "krog",
        description = "Reviews games, suggests moves and proves its reasons. Scores are White's; texts come in English and Norwegian.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    components(schemas(Problem, krog_wire::ClientMessage, krog_wire::ServerMessage))
)]
struct Description;

/// The routes with their description.
pub(crate) fn routes() -> OpenApiRouter<Service> {
    let api = OpenApiRouter::new()
        .routes(routes!(server))
        .merge(positions::routes())
        .merge(explorer::routes())
        .merge(games::routes())
        .merge(reviews::routes())
        .merge(jobs::routes())
        .merge(practice::routes())
        .merge(logic::routes())
        .merge(work::routes());
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", api)
}

/// The description of the API, as OpenAPI 3.1.
pub fn openapi() -> String {
    let (_, description) = routes().split_for_parts();
    let mut text = description
        .to_pretty_json()
        .expect("a description has text keys");
    text.push('\n');
    text
}

/// What this service is and has.
#[utoipa::path(get, path = "/server", responses((status = 200, body = ServerInfo), Problems))]
async fn server(
    axum::extract::State(service): axum::extract::State<Service>,
    caller: Caller,
) -> Result<Json<ServerInfo>, Refusal> {
    let info = service
        .work(&caller.client, |service| info(&service))
        .await?;
    Ok(Json(info))
}

fn info(service: &Service) -> Result<ServerInfo, Refusal> {
    let settings = service.settings();
    let engines = service.engines();
    let (waiting, running) = engines.map_or((0, 0), |engines| engines.load());
    let collections = match service.store() {
        Some(store) => store.collections()?,
        None => Vec::new(),
    };
    let collection = |collection: krog_store::Collection| StoredCollection {
        name: collection.name,
        games: collection.games,
        moves: collection.moves,
        parts: collection.parts,
        bytes: collection.bytes,
        through: collection.through,
    };
    Ok(ServerInfo {
        version: env!("CARGO_PKG_VERSION"),
        engine: engines.map(|engines| engines.name().to_owned()),
        limit: krog_wire::SearchLimit::new(settings.limit, settings.lines),
        waiting,
        running,
        collection: settings.collection.clone(),
        collections: collections.into_iter().map(collection).collect(),
    })
}

/// A position that a request names.
fn position(text: &str) -> Result<Chess, Refusal> {
    limits::check_length("fen", text, limits::FEN)?;
    fen::parse(text).map_err(|error| Refusal::bad("fen", error))
}

/// The language that a request names, else that of its headers.
fn language(named: Option<&str>, caller: &Caller) -> Result<Language, Refusal> {
    named.map_or(Ok(caller.language), |text| {
        text.parse().map_err(|error| Refusal::bad("lang", error))
    })
}

/// Text in a body.
#[derive(ToSchema)]
#[schema(value_type = String)]
#[expect(dead_code, reason = "describes a body")]
struct Text(String);
