//! Positions and moves.

use axum::{
    extract::{Query, State},
    http::Uri,
    response::Response,
};
use krog_advisor::{Context, Profile, profile::PROFILES, suggest::Question};
use krog_chess::{Limit, notation};
use krog_wire::{
    MoveAnalysis, MoveQuery, Moves, MovesQuery, PositionAnalysis, PositionQuery, to_json,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{language, position};
use crate::{
    answers::question,
    caller::Caller,
    problem::{Problems, Refusal},
    service::Service,
    work::Desk,
};

/// How many positions a search to a depth may take while somebody waits.
const MOST_NODES: u64 = 1_000_000;

/// The deepest search that may be asked for.
const DEEPEST: u32 = 40;

/// How many moves are suggested unless told.
const SUGGESTIONS: usize = 5;

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(analyze_position))
        .routes(routes!(suggest_moves))
        .routes(routes!(analyze_move))
}

/// What is known about a position.
#[utoipa::path(
    get, path = "/position/analyze", params(PositionQuery),
    responses((status = 200, body = PositionAnalysis), Problems)
)]
async fn analyze_position(
    State(service): State<Service>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Refusal> {
    let question = question(&uri, caller.language);
    if let Some(answer) = service.answers().again(&question).await {
        return Ok(answer);
    }
    let Query(query) = Query::<PositionQuery>::try_from_uri(&uri)?;
    let board = position(&query.fen)?;
    context(query.context.as_deref())?;
    let language = language(query.lang.as_deref(), &caller)?;
    let limit = match query.engine_depth {
        None => service.settings().limit,
        Some(depth) => Limit::depth(within("engineDepth", depth, DEEPEST)?)
            .and(Limit::nodes(MOST_NODES.min(service.settings().most_nodes))),
    };
    let limit = query.include_engine.unwrap_or(true).then_some(limit);
    let work = service.work(&caller.client, {
        let client = caller.client.clone();
        move |service| {
            let desk = Desk::new(&service, &client, query.collection.as_deref())?;
            Ok(to_json(&desk.position(
                &board,
                limit,
                query.player_elo,
                language,
            )?))
        }
    });
    service.answers().get(question, work).await
}

/// The moves of a position, the best first.
#[utoipa::path(
    get, path = "/position/moves", params(MovesQuery),
    responses((status = 200, body = Moves), Problems)
)]
async fn suggest_moves(
    State(service): State<Service>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Refusal> {
    let question = question(&uri, caller.language);
    if let Some(answer) = service.answers().again(&question).await {
        return Ok(answer);
    }
    let Query(query) = Query::<MovesQuery>::try_from_uri(&uri)?;
    let board = position(&query.fen)?;
    let context = context(query.context.as_deref())?;
    let limit = within("limit", query.limit.unwrap_or(SUGGESTIONS), 300)?;
    let work = service.work(&caller.client, {
        let client = caller.client.clone();
        move |service| {
            let desk = Desk::new(&service, &client, query.collection.as_deref())?;
            let advice = desk.advice(&board, asked(context, query.player_elo))?;
            Ok(to_json(&Moves::new(&advice, limit)))
        }
    });
    service.answers().get(question, work).await
}

/// What a move does, and why it is good or bad.
#[utoipa::path(
    get, path = "/move/analyze", params(MoveQuery),
    responses((status = 200, body = MoveAnalysis), Problems)
)]
async fn analyze_move(
    State(service): State<Service>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Refusal> {
    let question = question(&uri, caller.language);
    if let Some(answer) = service.answers().again(&question).await {
        return Ok(answer);
    }
    let Query(query) = Query::<MoveQuery>::try_from_uri(&uri)?;
    let board = position(&query.fen)?;
    let m = notation::read(&board, &query.text).map_err(|error| Refusal::bad("move", error))?;
    let work = service.work(&caller.client, {
        let client = caller.client.clone();
        move |service| {
            let desk = Desk::new(&service, &client, query.collection.as_deref())?;
            Ok(to_json(&desk.one_move(
                &board,
                m,
                asked(None, query.player_elo),
            )?))
        }
    });
    service.answers().get(question, work).await
}

fn asked(context: Option<Context>, rating: Option<u16>) -> Question<'static> {
    Question {
        context,
        rating,
        profile: usual_profile(),
    }
}

/// The profile of labels unless told.
pub(super) fn usual_profile() -> &'static Profile {
    &PROFILES[0]
}

fn context(text: Option<&str>) -> Result<Option<Context>, Refusal> {
    let parse = |text: &str| text.parse().map_err(|error| Refusal::bad("context", error));
    text.map(parse).transpose()
}

/// A number of a request that is neither 0 nor too large.
pub(super) fn within<N: Copy + PartialOrd + From<u8> + std::fmt::Display>(
    part: &str,
    found: N,
    most: N,
) -> Result<N, Refusal> {
    if found >= N::from(1) && found <= most {
        return Ok(found);
    }
    let expected = format!("found {found}, expected 1 to {most}");
    Err(Refusal::bad(part, expected))
}
