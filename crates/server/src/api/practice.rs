//! Puzzles from mistakes.

use axum::{
    Json,
    extract::{
        Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    response::Response,
};
use krog_advisor::practice::Grade;
use krog_wire::{
    GradeRequest, GradedPuzzle, JobStatus, ListQuery, PuzzleCard, Puzzles, PuzzlesRequest,
    ReviewDocument, to_json,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{jobs, positions::within};
use crate::{
    caller::{Caller, Id},
    problem::{Problems, Refusal},
    schedule,
    service::{Service, now},
    tasks::{PUZZLES, review},
};

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(make_puzzles))
        .routes(routes!(due_puzzles))
        .routes(routes!(one_puzzle))
        .routes(routes!(grade_puzzle))
}

/// Makes puzzles of the mistakes of a game.
#[utoipa::path(
    post, path = "/puzzles/make", request_body = PuzzlesRequest,
    responses((status = 202, body = JobStatus), Problems)
)]
async fn make_puzzles(
    State(service): State<Service>,
    caller: Caller,
    request: Result<Json<PuzzlesRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Json(mut request) = request?;
    if let Some(nodes) = request.nodes {
        within("nodes", nodes, review::MOST_NODES)?;
    }
    match (&request.pgn, request.review_id.take()) {
        (Some(text), None) => {
            review::read_games(text)?;
        }
        (None, Some(id)) => {
            let found = service
                .work(&caller.client, {
                    let id = id.clone();
                    move |service| Ok(service.desk()?.review(&id)?)
                })
                .await?;
            let document = found.and_then(|kept| ReviewDocument::read(&kept.document));
            let document =
                document.ok_or_else(|| Refusal::not_found(format!("found no review {id:?}")))?;
            request.pgn = Some(document.pgn.en);
        }
        _ => return Err(Refusal::bad("body", "expected either pgn or reviewId")),
    }
    if service.engines().is_none() {
        let detail = "found no engine, expected the service to have one";
        return Err(Refusal::unavailable(detail));
    }
    jobs::accept(&service, &caller, PUZZLES, to_json(&request)).await
}

/// The puzzles that are due.
#[utoipa::path(
    get, path = "/puzzles", params(ListQuery),
    responses((status = 200, body = Puzzles), Problems)
)]
async fn due_puzzles(
    State(service): State<Service>,
    caller: Caller,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Puzzles>, Refusal> {
    let Query(query) = query?;
    let limit = within("limit", query.limit.unwrap_or(20), 200)?;
    let due = service
        .work(&caller.client, move |service| {
            Ok(service.desk()?.due_puzzles(now(), limit)?)
        })
        .await?;
    let puzzles = due
        .iter()
        .filter_map(|kept| PuzzleCard::read(&kept.document));
    Ok(Json(Puzzles {
        puzzles: puzzles.collect(),
    }))
}

/// A puzzle.
#[utoipa::path(
    get, path = "/puzzles/{id}", params(("id" = String, Path, description = "The id of a puzzle.")),
    responses((status = 200, body = PuzzleCard), Problems)
)]
async fn one_puzzle(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<PuzzleCard>, Refusal> {
    let found = service
        .work(&caller.client, {
            let id = id.clone();
            move |service| Ok(service.desk()?.puzzle(&id)?)
        })
        .await?;
    let card = found.and_then(|kept| PuzzleCard::read(&kept.document));
    card.map(Json)
        .ok_or_else(|| Refusal::not_found(format!("found no puzzle {id:?}")))
}

/// Says how well a puzzle was solved, and answers when it is due again.
#[utoipa::path(
    post, path = "/puzzles/{id}/grade", request_body = GradeRequest,
    params(("id" = String, Path, description = "The id of a puzzle.")),
    responses((status = 200, body = GradedPuzzle), Problems)
)]
async fn grade_puzzle(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
    request: Result<Json<GradeRequest>, JsonRejection>,
) -> Result<Json<GradedPuzzle>, Refusal> {
    let Json(request) = request?;
    let grade: Grade = request
        .grade
        .parse()
        .map_err(|error| Refusal::bad("grade", error))?;
    let graded = service
        .work(&caller.client, move |service| {
            let desk = service.desk()?;
            let missing = || Refusal::not_found(format!("found no puzzle {id:?}"));
            let puzzle = desk.puzzle(&id)?.ok_or_else(missing)?;
            let next = schedule::own(puzzle.schedule).after(grade, now());
            if !desk.schedule_puzzle(&id, schedule::kept(next))? {
                return Err(missing());
            }
            Ok(GradedPuzzle::new(&id, grade, next))
        })
        .await?;
    Ok(Json(graded))
}
