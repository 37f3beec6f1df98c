//! The REST API under `/api/v1`. A handler reads the request, calls the core and
//! converts the answer; it judges nothing itself.

use std::time::SystemTime;

use axum::{
    Json, Router,
    extract::{Path, Query, rejection::JsonRejection},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use krog_chess::{Chess, Line, fen, notation, pgn};
use krog_insight::{PRINCIPLES, Principle, THEMES, Theme};
use krog_logic::{
    Env, Formula, Fuel, LAWS, Law, State, Trace,
    validate::{self, Attempt},
};
use krog_wire::{
    CheckRequest, PrincipleRule, Rule, RulesQuery, Tactic, ValidateRequest, Validation, Verdict,
    iso8601,
};

use crate::problem::Refusal;

/// The work that one request may ask the checker for: seconds at the most.
const MOST_STEPS: u64 = 1_000_000;

pub(crate) fn routes() -> Router {
    Router::new()
        .route("/validate", post(validate_move))
        .route("/check", post(check_formula))
        .route("/rules", get(list_rules))
        .route("/rules/{id}", get(one_rule))
}

async fn validate_move(
    request: Result<Json<ValidateRequest>, JsonRejection>,
) -> Result<Json<Validation>, Refusal> {
    let Json(request) = request?;
    let state = State::of(&position(&request.fen)?);
    let attempt =
        Attempt::parse(&state, &request.text).map_err(|error| Refusal::bad("move", error))?;
    let verdict = validate::judge(&state, attempt);
    Ok(Json(Validation::new(&verdict, iso8601(SystemTime::now()))))
}

async fn check_formula(
    request: Result<Json<CheckRequest>, JsonRejection>,
) -> Result<Json<Verdict>, Refusal> {
    let Json(request) = request?;
    let formula = Formula::parse(&request.formula, krog_insight::vocabulary())
        .map_err(|error| Refusal::bad("formula", error))?;
    let trace = trace(&request)?;
    let verdict = tokio::task::spawn_blocking(move || judge(&formula, &trace, request.ply)).await;
    verdict.unwrap_or_else(|_| Err(Refusal::internal("the check failed")))
}

/// Judges a formula at a ply of a trace, within a limit of work.
fn judge(formula: &Formula, trace: &Trace, ply: usize) -> Result<Json<Verdict>, Refusal> {
    let fuel = Fuel::new(MOST_STEPS);
    let last = trace.states().len() - 1;
    let env = Env::at(trace, ply)
        .ok_or_else(|| Refusal::bad("ply", format!("found {ply}, expected at most {last}")))?;
    let proof = formula.prove(&env.limited(&fuel));
    if fuel.is_spent() {
        return Err(Refusal::bad(
            "formula",
            "found one that takes too long to check, expected fewer nested quantifiers",
        ));
    }
    Ok(Json(Verdict::from(&proof)))
}

async fn list_rules(Query(query): Query<RulesQuery>) -> Result<Response, Refusal> {
    match query.kind.as_deref() {
        None | Some("laws") => {
            let laws: Vec<Rule> = LAWS.iter().map(Rule::from).collect();
            Ok(Json(laws).into_response())
        }
        Some("principles") => {
            let principles: Vec<PrincipleRule> =
                PRINCIPLES.iter().map(PrincipleRule::from).collect();
            Ok(Json(principles).into_response())
        }
        Some("tactics") => {
            let tactics: Vec<Tactic> = THEMES.iter().map(Tactic::from).collect();
            Ok(Json(tactics).into_response())
        }
        Some(kind) => Err(Refusal::bad(
            "kind",
            format!("found {kind:?}, expected laws, principles or tactics"),
        )),
    }
}

async fn one_rule(Path(id): Path<String>) -> Result<Response, Refusal> {
    if let Some(law) = Law::get(&id) {
        return Ok(Json(Rule::from(law)).into_response());
    }
    if let Some(principle) = Principle::get(&id) {
        return Ok(Json(PrincipleRule::from(principle)).into_response());
    }
    if let Some(theme) = Theme::get(&id) {
        return Ok(Json(Tactic::from(theme)).into_response());
    }
    Err(Refusal::not_found(format!(
        "found the id {id:?}, expected one of /api/v1/rules"
    )))
}

fn position(text: &str) -> Result<Chess, Refusal> {
    fen::parse(text).map_err(|error| Refusal::bad("fen", error))
}

/// The trace that a request speaks of: a position, a move, or a game.
fn trace(request: &CheckRequest) -> Result<Trace, Refusal> {
    match (&request.fen, &request.pgn) {
        (Some(text), None) => {
            let mut line = Line::at(position(text)?);
            if let Some(text) = &request.text {
                let m = notation::read(line.end(), text)
                    .map_err(|error| Refusal::bad("move", error))?;
                line.push(m)
                    .map_err(|m| Refusal::bad("move", format!("{m} is not legal")))?;
            }
            Ok(Trace::of_line(&line))
        }
        (None, Some(_)) if request.text.is_some() => Err(Refusal::bad(
            "move",
            "found one beside pgn, expected it beside fen",
        )),
        (None, Some(text)) => game(text),
        _ => Err(Refusal::bad("body", "expected either fen or pgn")),
    }
}

/// The only game of a PGN, if nothing is wrong with it.
fn game(text: &str) -> Result<Trace, Refusal> {
    let mut games = pgn::games(text.as_bytes());
    let reading = match games.next() {
        Some(Ok(reading)) => reading,
        Some(Err(error)) => return Err(Refusal::bad("pgn", error)),
        None => return Err(Refusal::bad("pgn", "found no game, expected one")),
    };
    if let Some(issue) = reading.issues.first() {
        return Err(Refusal::bad("pgn", issue));
    }
    if games.next().is_some() {
        return Err(Refusal::bad("pgn", "found several games, expected one"));
    }
    Ok(Trace::of_game(&reading.game))
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{self, Body},
        http::{Request, StatusCode},
    };
    use serde_json::{Value, json};
    use tower::ServiceExt as _;

    /// 64⁴ squares to look at.
    const ENDLESS: &str = "forall a in squares: forall b in squares: forall c in squares: \
        forall d in squares: near_file(a, b) | ~near_file(c, d) | ~near_file(a, b)";

    async fn post(path: &str, body: &str) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header("content-type", "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap();
        send(request).await
    }

    async fn send(request: Request<Body>) -> (StatusCode, Value) {
        let response = crate::app().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    #[tokio::test]
    async fn a_move_is_validated() {
        let body = json!({ "fen": "startpos", "move": "Be3" });
        let (status, answer) = post("/api/v1/validate", &body.to_string()).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(answer["valid"], false);
        assert_eq!(answer["laws"], json!(["bishop_movement"]));
        assert_eq!(answer["fideRule"]["norwegian"], "§3.2, §3.5");
        assert_eq!(answer["json"]["id"], "bishop_movement");
        assert_eq!(
            answer["explanation"]["no"],
            "Løperen på c1 er sperret av bonden på d2."
        );
    }

    #[tokio::test]
    async fn a_formula_is_checked_on_positions_moves_and_games() {
        for (body, holds) in [
            (json!({ "formula": "P(Nf3)", "fen": "startpos" }), true),
            (
                json!({ "formula": "X(CS(self))", "fen": "startpos", "move": "e4" }),
                false,
            ),
            (
                json!({ "formula": "F(GT(checkmate))", "pgn": "1. f3 e5 2. g4 Qh4#" }),
                true,
            ),
            (
                json!({ "formula": "GT", "pgn": "1. f3 e5 2. g4 Qh4#", "ply": 4 }),
                true,
            ),
        ] {
            let (status, answer) = post("/api/v1/check", &body.to_string()).await;
            assert_eq!(status, StatusCode::OK, "{body}");
            assert_eq!(answer["holds"], holds, "{body}");
        }
    }

    #[tokio::test]
    async fn bad_requests_name_the_part() {
        for (path, body, status, part) in [
            (
                "/api/v1/validate",
                json!({ "fen": "x", "move": "e4" }),
                400,
                "fen: board",
            ),
            (
                "/api/v1/validate",
                json!({ "fen": "startpos", "move": "?" }),
                400,
                "move: ",
            ),
            (
                "/api/v1/validate",
                json!({ "fen": "startpos" }),
                422,
                "move",
            ),
            (
                "/api/v1/check",
                json!({ "formula": "P(", "fen": "startpos" }),
                400,
                "formula: ",
            ),
            (
                "/api/v1/check",
                json!({ "formula": "PV" }),
                400,
                "body: expected either fen or pgn",
            ),
            (
                "/api/v1/check",
                json!({ "formula": "PV", "pgn": "hello world" }),
                400,
                "pgn: line 1: found no game",
            ),
            (
                "/api/v1/check",
                json!({ "formula": "PV", "fen": "startpos", "ply": 1 }),
                400,
                "ply: found 1, expected at most 0",
            ),
            (
                "/api/v1/check",
                json!({ "formula": ENDLESS, "fen": "startpos" }),
                400,
                "takes too long",
            ),
        ] {
            let (found, answer) = post(path, &body.to_string()).await;
            assert_eq!(found.as_u16(), status, "{body}: {answer}");
            let detail = answer["detail"].as_str().unwrap();
            assert!(detail.contains(part), "{body}: {detail}");
        }
        let (status, _) = post("/api/v1/check", "{").await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn the_laws_are_listed() {
        let (status, answer) =
            send(Request::get("/api/v1/rules").body(Body::empty()).unwrap()).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(answer.as_array().unwrap().len(), 26);
        let one = Request::get("/api/v1/rules/castling")
            .body(Body::empty())
            .unwrap();
        let (_, answer) = send(one).await;
        assert_eq!(answer["fide"]["english"], "3.8.2");
        let principles = Request::get("/api/v1/rules?kind=principles")
            .body(Body::empty())
            .unwrap();
        assert_eq!(send(principles).await.1.as_array().unwrap().len(), 14);
        let other = Request::get("/api/v1/rules?kind=openings")
            .body(Body::empty())
            .unwrap();
        assert_eq!(send(other).await.0, StatusCode::BAD_REQUEST);
        let wrong = Request::get("/api/v1/check").body(Body::empty()).unwrap();
        assert_eq!(send(wrong).await.0, StatusCode::METHOD_NOT_ALLOWED);
        let fork = Request::get("/api/v1/rules/fork")
            .body(Body::empty())
            .unwrap();
        assert_eq!(send(fork).await.1["name"]["no"], "Gaffel");
        let none = Request::get("/api/v1/rules/none")
            .body(Body::empty())
            .unwrap();
        assert_eq!(send(none).await.0, StatusCode::NOT_FOUND);
    }
}
