//! Games: recorded, imported, and shown.

use axum::{
    Json,
    body::Bytes,
    extract::{
        Query, State,
        rejection::{BytesRejection, JsonRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use krog_chess::{
    Game, KnownOutcome, Outcome,
    game::{ROOT, Step},
    notation::{self, Form},
    pgn,
};
use krog_importer::Source;
use krog_stats::GameId;
use krog_store::KeptGame;
use krog_wire::{
    GameTag, ImportPayload, ImportQuery, ImportRequest, JobStatus, RecordGameRequest,
    RecordGameResponse, StoredGame, to_json,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::jobs;
use crate::{
    caller::{Caller, Id},
    problem::{Problems, Refusal},
    service::Service,
    tasks::{IMPORT, import},
};

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(record_game))
        .routes(routes!(import_games))
        .routes(routes!(one_game))
}

/// Counts a game.
#[utoipa::path(
    post, path = "/game/record", request_body = RecordGameRequest,
    responses((status = 200, body = RecordGameResponse), Problems)
)]
async fn record_game(
    State(service): State<Service>,
    caller: Caller,
    request: Result<Json<RecordGameRequest>, JsonRejection>,
) -> Result<Json<RecordGameResponse>, Refusal> {
    let Json(request) = request?;
    let game = written(&request)?;
    let recorded = service
        .work(&caller.client, move |service| {
            let recorded = import::record(&service, &pgn::write(&game))?;
            service.answers().forget();
            Ok(recorded)
        })
        .await?;
    Ok(Json(recorded))
}

/// The game of a request.
fn written(request: &RecordGameRequest) -> Result<Game, Refusal> {
    let mut game = match &request.pgn {
        Some(text) => {
            if !request.moves.is_empty() {
                return Err(Refusal::bad(
                    "moves",
                    "found some beside pgn, expected either",
                ));
            }
            super::logic::only_game(text)?
        }
        None => of_moves(&request.moves)?,
    };
    let result = request
        .result
        .as_deref()
        .or_else(|| game.tags.get("Result"));
    let outcome = match result {
        Some("1-0") => KnownOutcome::Decisive {
            winner: krog_chess::Color::White,
        },
        Some("0-1") => KnownOutcome::Decisive {
            winner: krog_chess::Color::Black,
        },
        Some("1/2-1/2") => KnownOutcome::Draw,
        other => {
            let found = other.map_or_else(|| "nothing".to_owned(), |text| format!("{text:?}"));
            let expected = format!("found {found}, expected \"1-0\", \"0-1\" or \"1/2-1/2\"");
            return Err(Refusal::bad("result", expected));
        }
    };
    game.outcome = Outcome::Known(outcome);
    game.tags.set("Result", outcome.to_string());
    let ratings = |rating: Option<u16>| rating.map(|rating| rating.to_string());
    for (name, value) in [
        ("White", request.white.clone()),
        ("Black", request.black.clone()),
        ("WhiteElo", ratings(request.white_elo)),
        ("BlackElo", ratings(request.black_elo)),
        ("TimeControl", request.time_control.clone()),
    ] {
        if let Some(value) = value.filter(|_| game.tags.get(name).is_none()) {
            game.tags.set(name, value);
        }
    }
    Ok(game)
}

fn of_moves(moves: &[String]) -> Result<Game, Refusal> {
    if moves.is_empty() {
        return Err(Refusal::bad("moves", "found none, expected some, or pgn"));
    }
    let mut game = Game::new(krog_chess::Chess::default());
    let mut place = ROOT;
    let mut board = game.start().clone();
    for (index, text) in moves.iter().enumerate() {
        let part = format!("moves[{index}]");
        let m = notation::read(&board, text).map_err(|error| Refusal::bad(&part, error))?;
        let added = game.add(place, &board, Step::Move(m));
        (place, board) = added.ok_or_else(|| Refusal::bad(&part, "the move is not legal"))?;
    }
    Ok(game)
}

/// Takes games in: a PGN as the body, or where to fetch them as JSON.
#[utoipa::path(
    post, path = "/import", params(ImportQuery),
    request_body(content(
        (ImportRequest = "application/json"),
        (super::Text = "application/x-chess-pgn"),
    )),
    responses((status = 202, body = JobStatus), Problems)
)]
async fn import_games(
    State(service): State<Service>,
    caller: Caller,
    query: Result<Query<ImportQuery>, QueryRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let body = body.map_err(|rejection| Refusal::too_large(&rejection))?;
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let payload = match kind {
        "application/json" => {
            let request: ImportRequest =
                krog_wire::read(&readable(&body)).map_err(|error| Refusal::bad("body", error))?;
            check_source(&request.source)?;
            ImportPayload::Fetch(request)
        }
        "application/x-chess-pgn" | "application/vnd.chess-pgn" | "text/plain" => {
            let pgn = readable(&body);
            if pgn.trim().is_empty() {
                return Err(Refusal::bad("body", "found nothing, expected a PGN"));
            }
            ImportPayload::Text {
                into: query.into,
                pgn,
            }
        }
        other => {
            return Err(Refusal::wrong_media(format!(
                "Content-Type: found {other:?}, expected application/x-chess-pgn or application/json"
            )));
        }
    };
    let into = match &payload {
        ImportPayload::Text { into, .. } => into,
        ImportPayload::Fetch(request) => &request.into,
    };
    if let Some(name) = into {
        krog_store::check_name(name)?;
    }
    jobs::accept(&service, &caller, IMPORT, to_json(&payload)).await
}

/// Games are fetched from two places only; nobody names a file here.
fn check_source(source: &str) -> Result<(), Refusal> {
    match Source::find(source) {
        Some(found) => found
            .map(|_| ())
            .map_err(|error| Refusal::bad("source", error)),
        None => Err(Refusal::bad(
            "source",
            format!(
                "found {source:?}, expected lichess:USER, chesscom:USER or the address of a game"
            ),
        )),
    }
}

/// The text of a PGN; bytes that are not UTF-8 are Latin-1.
fn readable(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// A game of the store; with `.pgn` behind its id, as PGN.
#[utoipa::path(
    get, path = "/games/{id}", params(("id" = String, Path, description = "The identity of a game, 32 hexadecimal digits; `.pgn` behind it asks for PGN.")),
    responses(
        (status = 200, content((StoredGame = "application/json"), (super::Text = "application/x-chess-pgn"))),
        Problems
    )
)]
async fn one_game(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Response, Refusal> {
    let (plain, as_pgn) = match id.strip_suffix(".pgn") {
        Some(plain) => (plain, true),
        None => (id.as_str(), false),
    };
    let number = identity(plain)?;
    let game = service
        .work(&caller.client, move |service| find_game(&service, number))
        .await?;
    let Some(game) = game else {
        return Err(Refusal::not_found(format!("found no game {plain}")));
    };
    if as_pgn {
        let kind = [(header::CONTENT_TYPE, "application/x-chess-pgn")];
        return Ok((StatusCode::OK, kind, game.pgn).into_response());
    }
    Ok(Json(game).into_response())
}

/// The identity that a text names.
pub(super) fn identity(text: &str) -> Result<GameId, Refusal> {
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = digits
        .then(|| u128::from_str_radix(text, 16).ok())
        .flatten();
    number.map(GameId).ok_or_else(|| {
        Refusal::not_found(format!(
            "id: found {text:?}, expected 32 hexadecimal digits"
        ))
    })
}

/// A game of any collection.
pub(crate) fn find_game(service: &Service, id: GameId) -> Result<Option<StoredGame>, Refusal> {
    let store = service.need_store()?;
    for collection in store.collections()? {
        if let Some(kept) = store.game(&collection.name, id)? {
            return Ok(shown(id, collection.name, &kept));
        }
    }
    Ok(None)
}

fn shown(id: GameId, collection: String, kept: &KeptGame) -> Option<StoredGame> {
    let mut game = Game::new(kept.start()?);
    for (name, value) in &kept.tags {
        game.tags.set(name, value);
    }
    game.outcome = Outcome::Known(kept.outcome);
    let mut place = ROOT;
    let mut moves = Vec::new();
    for (before, m) in kept.steps()? {
        moves.push(notation::write(&before, m, Form::San));
        (place, _) = game.add(place, &before, Step::Move(m))?;
    }
    let result = match kept.outcome {
        KnownOutcome::Draw => "1/2-1/2",
        KnownOutcome::Decisive { winner } => winner.fold_wb("1-0", "0-1"),
    };
    Some(StoredGame {
        id: format!("{:032x}", id.0),
        collection,
        tags: kept
            .tags
            .iter()
            .map(|(name, value)| GameTag {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        result,
        moves,
        pgn: pgn::write(&game),
    })
}
