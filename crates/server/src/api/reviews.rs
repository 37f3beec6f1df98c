//! Reviews: asked for, listed, read.

use axum::{
    Json,
    extract::{
        Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use krog_advisor::Profile;
use krog_wire::{
    JobStatus, LanguageQuery, ListQuery, ReviewDocument, ReviewEntry, ReviewRequest, StoredReview,
    to_json,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{games, jobs, language, positions::within};
use crate::{
    caller::{Caller, Id},
    problem::{Problems, Refusal},
    service::Service,
    tasks::{REVIEW, review},
    times::iso8601,
};

/// How many reviews are listed unless told.
const USUAL: usize = 20;

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(ask_review))
        .routes(routes!(list_reviews))
        .routes(routes!(one_review))
        .routes(routes!(review_pgn))
}

/// Asks for the review of a game. The answer tells where to see how it goes.
#[utoipa::path(
    post, path = "/game/review", request_body = ReviewRequest,
    responses((status = 202, body = JobStatus), Problems)
)]
async fn ask_review(
    State(service): State<Service>,
    caller: Caller,
    request: Result<Json<ReviewRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Json(mut request) = request?;
    check(&service, &request)?;
    if let Some(id) = request.game_id.take() {
        let number = games::identity(&id)?;
        let found = service
            .work(&caller.client, move |service| {
                games::find_game(&service, number)
            })
            .await?;
        let game = found.ok_or_else(|| Refusal::not_found(format!("found no game {id}")))?;
        request.pgn = Some(game.pgn);
    }
    jobs::accept(&service, &caller, REVIEW, to_json(&request)).await
}

/// What is wrong is told at once, not by a job that fails.
fn check(service: &Service, request: &ReviewRequest) -> Result<(), Refusal> {
    match (&request.pgn, &request.game_id) {
        (Some(_), Some(_)) | (None, None) => {
            return Err(Refusal::bad("body", "expected either pgn or gameId"));
        }
        (Some(text), None) => review::read_games(text).map(|_| ())?,
        (None, Some(_)) => {}
    }
    if let Some(id) = &request.profile {
        Profile::get(id).map_err(|error| Refusal::bad("profile", error))?;
    }
    if let Some(nodes) = request.nodes {
        within("nodes", nodes, review::MOST_NODES)?;
    }
    if let Some(depth) = request.depth {
        within("depth", depth, review::DEEPEST)?;
    }
    service
        .engines()
        .map(|_| ())
        .ok_or_else(|| Refusal::unavailable("found no engine, expected the service to have one"))
}

/// The newest reviews.
#[utoipa::path(
    get, path = "/reviews", params(ListQuery),
    responses((status = 200, body = Vec<ReviewEntry>), Problems)
)]
async fn list_reviews(
    State(service): State<Service>,
    caller: Caller,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Vec<ReviewEntry>>, Refusal> {
    let Query(query) = query?;
    let limit = within("limit", query.limit.unwrap_or(USUAL), 200)?;
    let reviews = service
        .work(&caller.client, move |service| {
            Ok(service.desk()?.reviews(limit)?)
        })
        .await?;
    let entry = |review: krog_store::KeptReview| ReviewEntry {
        id: review.id,
        title: review.title,
        made: iso8601(review.made),
    };
    Ok(Json(reviews.into_iter().map(entry).collect()))
}

/// A review.
#[utoipa::path(
    get, path = "/reviews/{id}", params(("id" = String, Path, description = "The id of a review.")),
    responses((status = 200, body = StoredReview), Problems)
)]
async fn one_review(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<StoredReview>, Refusal> {
    kept(&service, &caller, id).await
}

/// A review that is kept, for clients.
pub(super) async fn kept(
    service: &Service,
    caller: &Caller,
    id: String,
) -> Result<Json<StoredReview>, Refusal> {
    let (kept, document) = find(service, caller, id).await?;
    Ok(Json(document.stored(
        kept.id,
        kept.title,
        iso8601(kept.made),
    )))
}

/// The games of a review with its notes, as PGN.
#[utoipa::path(
    get, path = "/reviews/{id}/pgn",
    params(("id" = String, Path, description = "The id of a review."), LanguageQuery),
    responses((status = 200, body = super::Text, content_type = "application/x-chess-pgn"), Problems)
)]
async fn review_pgn(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
    query: Result<Query<LanguageQuery>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let language = language(query.lang.as_deref(), &caller)?;
    let (_, document) = find(&service, &caller, id).await?;
    let text = match language {
        krog_text::Language::English => document.pgn.en,
        krog_text::Language::Norwegian => document.pgn.no,
    };
    let kind = [(header::CONTENT_TYPE, "application/x-chess-pgn")];
    Ok((StatusCode::OK, kind, text).into_response())
}

async fn find(
    service: &Service,
    caller: &Caller,
    id: String,
) -> Result<(krog_store::KeptReview, ReviewDocument), Refusal> {
    let found = service
        .work(&caller.client, {
            let id = id.clone();
            move |service| Ok(service.desk()?.review(&id)?)
        })
        .await?;
    let kept = found.ok_or_else(|| Refusal::not_found(format!("found no review {id:?}")))?;
    let document = ReviewDocument::read(&kept.document)
        .ok_or_else(|| Refusal::internal("the review cannot be read"))?;
    Ok((kept, document))
}
