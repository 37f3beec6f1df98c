//! What people played, in the Lichess explorer's parameters and shape. What the
//! store cannot tell apart is refused, never ignored.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::Uri,
    response::Response,
};
use krog_chess::{Chess, Line, notation};
use krog_importer::Speed;
use krog_stats::{Filter, LICHESS, opening, teaching};
use krog_wire::{Explorer, ExplorerQuery, Opening, OpeningQuery, to_json};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::position;
use crate::{
    answers::question,
    caller::Caller,
    problem::{Problems, Refusal},
    service::Service,
    work::Desk,
};

/// How many example games are told unless told otherwise.
const EXAMPLES: usize = 4;

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(explore))
        .routes(routes!(name_opening))
}

/// What people played in a position.
#[utoipa::path(
    get, path = "/explorer", params(ExplorerQuery),
    responses((status = 200, body = Explorer), Problems)
)]
async fn explore(
    State(service): State<Service>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Refusal> {
    let question = question(&uri, caller.language);
    if let Some(answer) = service.answers().again(&question).await {
        return Ok(answer);
    }
    let Query(query) = Query::<ExplorerQuery>::try_from_uri(&uri)?;
    let work = async {
        let board = reached(&query)?;
        let filter = filter(&query)?;
        refuse_unknown(&query)?;
        let client = caller.client.clone();
        let work = move |service: Service| {
            let collection = collection(&service, &query)?;
            let desk = Desk::new(&service, &client, collection.as_deref())?;
            let mut explorer = desk.explorer(&board, filter)?;
            explorer.moves.truncate(query.moves.unwrap_or(usize::MAX));
            explorer
                .top_games
                .truncate(query.top_games.unwrap_or(EXAMPLES));
            Ok(to_json(&explorer))
        };
        service.work(&caller.client, work).await
    };
    service.answers().get(question, work).await
}

/// The position that is asked about.
fn reached(query: &ExplorerQuery) -> Result<Chess, Refusal> {
    let start = position(query.fen.as_deref().unwrap_or("startpos"))?;
    let mut line = Line::at(start);
    let moves = query.play.as_deref().unwrap_or_default();
    for text in moves.split(',').filter(|text| !text.is_empty()) {
        let refuse = |error: String| Refusal::bad("play", error);
        let m = notation::read(line.end(), text).map_err(|error| refuse(error.to_string()))?;
        line.push(m)
            .map_err(|_| refuse(format!("{text} is not legal")))?;
    }
    Ok(line.end().clone())
}

/// The ratings that are asked for. Groups may have gaps between them only at
/// the ends: what is counted is one range.
fn filter(query: &ExplorerQuery) -> Result<Filter, Refusal> {
    match (&query.ratings, &query.band) {
        (None, None) => Ok(Filter::ALL),
        (Some(_), Some(_)) => Err(Refusal::bad(
            "band",
            "found one beside ratings, expected either",
        )),
        (None, Some(band)) => band.parse().map_err(|error| Refusal::bad("band", error)),
        (Some(ratings), None) => groups(ratings),
    }
}

fn groups(text: &str) -> Result<Filter, Refusal> {
    let all: Vec<_> = LICHESS.groups().collect();
    let known: Vec<String> = all.iter().map(|group| group.floor.to_string()).collect();
    let mut places = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let place = known.iter().position(|known| known == part);
        let expected = || format!("found {part:?}, expected some of {}", known.join(","));
        places.push(place.ok_or_else(|| Refusal::bad("ratings", expected()))?);
    }
    places.sort_unstable();
    places.dedup();
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return Ok(Filter::ALL);
    };
    if last - first + 1 != places.len() {
        let error = "found groups with a gap between them, expected neighbours";
        return Err(Refusal::bad("ratings", error));
    }
    if places.len() == all.len() {
        return Ok(Filter::ALL);
    }
    Filter::new(Some(all[*first].floor), all[*last].ceiling)
        .map_err(|error| Refusal::bad("ratings", error))
}

/// Refuses what the store cannot tell apart.
fn refuse_unknown(query: &ExplorerQuery) -> Result<(), Refusal> {
    let refuse = |part: &str, found: &str, expected: &str| {
        Err(Refusal::bad(
            part,
            format!("found {found:?}, expected {expected}"),
        ))
    };
    let none = "it left out: games are not counted by date";
    match query {
        ExplorerQuery {
            variant: Some(variant),
            ..
        } if variant != "standard" => refuse("variant", variant, "standard"),
        ExplorerQuery {
            since: Some(since), ..
        } => refuse("since", since, none),
        ExplorerQuery {
            until: Some(until), ..
        } => refuse("until", until, none),
        ExplorerQuery {
            recent_games: Some(count),
            ..
        } if *count > 0 => refuse("recentGames", &count.to_string(), "0"),
        ExplorerQuery {
            history: Some(true),
            ..
        } => refuse("history", "true", "false"),
        _ => Ok(()),
    }
}

/// The collection to ask: as named, or the one that holds the speed.
fn collection(service: &Service, query: &ExplorerQuery) -> Result<Option<String>, Refusal> {
    let Some(text) = &query.speeds else {
        return Ok(query.collection.clone());
    };
    let mut speeds: Vec<&str> = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let _known: Speed = part
            .parse()
            .map_err(|error| Refusal::bad("speeds", error))?;
        let mut all = Speed::ALL.iter();
        let name = all.find(|(name, _)| name.eq_ignore_ascii_case(part));
        speeds.extend(
            name.filter(|(name, _)| !speeds.contains(name))
                .map(|(name, _)| *name),
        );
    }
    if speeds.is_empty() || speeds.len() == Speed::ALL.len() {
        return Ok(query.collection.clone());
    }
    let store = service.need_store()?;
    let known = store.collections()?;
    let holds = |name: &str| known.iter().any(|known| known.name == name);
    match (&speeds[..], &query.collection) {
        ([speed], None) if holds(speed) => Ok(Some((*speed).to_owned())),
        ([speed], Some(named)) if named == speed => Ok(Some(named.clone())),
        _ => Err(Refusal::bad(
            "speeds",
            format!(
                "found {text:?}, expected all speeds or one that a collection is named after; games are not counted by speed"
            ),
        )),
    }
}

/// What a position is called.
#[utoipa::path(
    get, path = "/opening", params(OpeningQuery),
    responses((status = 200, body = Option<Opening>), Problems)
)]
async fn name_opening(
    query: Result<Query<OpeningQuery>, QueryRejection>,
) -> Result<Json<Option<Opening>>, Refusal> {
    let Query(query) = query?;
    let board = position(&query.fen)?;
    let found = opening::at(&board);
    let lesson = found.and_then(|_| teaching::at(&board));
    Ok(Json(found.map(|it| Opening::from(it).taught(lesson))))
}
