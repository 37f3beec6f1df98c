//! Laws, formulas and spoken moves.

use std::time::SystemTime;

use axum::{
    Json,
    extract::{
        Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    response::{IntoResponse as _, Response},
};
use krog_advisor::{PROFILES, Profile};
use krog_chess::{Chess, Game, Line, notation, notation::spoken, pgn};
use krog_engine::evaluate::{TERMS, Term};
use krog_insight::{PRINCIPLES, Principle, THEMES, Theme};
use krog_logic::{
    Env, Formula, Fuel, LAWS, Law, State as Board, Trace,
    validate::{self, Attempt},
};
use krog_wire::{
    CheckRequest, PrincipleRule, ProfileRule, Rule, RuleEntry, RulesQuery, Said, SayRequest,
    Tactic, ValidateRequest, Validation, Verdict, iso8601,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{language, position, positions::within};
use crate::{
    caller::{Caller, Id},
    limits,
    problem::{Problems, Refusal},
    service::Service,
};

/// The work that one request may ask the checker for: seconds at the most.
const MOST_STEPS: u64 = 1_000_000;

/// The most lines that a formula may be judged along.
const MOST_LINES: usize = 10_000;

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(validate_move))
        .routes(routes!(check_formula))
        .routes(routes!(hear_move))
        .routes(routes!(list_rules))
        .routes(routes!(one_rule))
}

/// Is a move legal, by which laws, or which laws does it break?
#[utoipa::path(
    post, path = "/validate", request_body = ValidateRequest,
    responses((status = 200, body = Validation), Problems)
)]
async fn validate_move(
    request: Result<Json<ValidateRequest>, JsonRejection>,
) -> Result<Json<Validation>, Refusal> {
    let Json(request) = request?;
    let state = Board::of(&position(&request.fen)?);
    let attempt =
        Attempt::parse(&state, &request.text).map_err(|error| Refusal::bad("move", error))?;
    let verdict = validate::judge(&state, attempt);
    Ok(Json(Validation::new(&verdict, iso8601(SystemTime::now()))))
}

/// Does a formula hold on a position, a move or along a game?
#[utoipa::path(
    post, path = "/check", request_body = CheckRequest,
    responses((status = 200, body = Verdict), Problems)
)]
async fn check_formula(
    State(service): State<Service>,
    caller: Caller,
    request: Result<Json<CheckRequest>, JsonRejection>,
) -> Result<Json<Verdict>, Refusal> {
    let Json(request) = request?;
    limits::check_length("formula", &request.formula, limits::FORMULA)?;
    let formula = Formula::parse(&request.formula, krog_insight::vocabulary())
        .map_err(|error| Refusal::bad("formula", error))?;
    let trace = trace(&request)?;
    service
        .work(&caller.client, move |_| {
            judge(&formula, &trace, request.ply)
        })
        .await
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

/// Which move was spoken?
#[utoipa::path(
    post, path = "/say", request_body = SayRequest,
    responses((status = 200, body = Said), Problems)
)]
async fn hear_move(
    caller: Caller,
    request: Result<Json<SayRequest>, JsonRejection>,
) -> Result<Json<Said>, Refusal> {
    let Json(request) = request?;
    let board = position(&request.fen)?;
    let language = language(request.lang.as_deref(), &caller)?;
    limits::check_length("text", &request.text, limits::PHRASE)?;
    let moves = match spoken::understand(&board, &request.text, language) {
        Ok(heard) => heard.moves,
        Err(spoken::HearError::NoSuchMove { .. }) => Vec::new(),
        Err(error) => return Err(Refusal::bad("text", error)),
    };
    Ok(Json(Said::new(&board, &moves)))
}

/// The laws, principles, tactics, terms of the evaluation, or label profiles.
#[utoipa::path(
    get, path = "/rules", params(RulesQuery),
    responses((status = 200, body = Vec<RuleEntry>), Problems)
)]
async fn list_rules(query: Result<Query<RulesQuery>, QueryRejection>) -> Result<Response, Refusal> {
    let Query(query) = query?;
    let entries: Vec<RuleEntry> = match query.kind.as_deref() {
        None | Some("laws") => LAWS.iter().map(law).collect(),
        Some("principles") => PRINCIPLES.iter().map(principle).collect(),
        Some("tactics") => THEMES.iter().map(theme).collect(),
        Some("terms") => TERMS.iter().map(term).collect(),
        Some("profiles") => PROFILES.iter().map(profile).collect(),
        Some(kind) => {
            let expected =
                format!("found {kind:?}, expected laws, principles, tactics, terms or profiles");
            return Err(Refusal::bad("kind", expected));
        }
    };
    Ok(Json(entries).into_response())
}

/// One of them, by its id.
#[utoipa::path(
    get, path = "/rules/{id}", params(("id" = String, Path, description = "The id of a law, principle, tactic, term or profile.")),
    responses((status = 200, body = RuleEntry), Problems)
)]
async fn one_rule(Id(id): Id) -> Result<Json<RuleEntry>, Refusal> {
    let found = Law::get(&id)
        .map(law)
        .or_else(|| Principle::get(&id).map(principle))
        .or_else(|| Theme::get(&id).map(theme))
        .or_else(|| TERMS.iter().find(|term| term.name == id).map(term))
        .or_else(|| Profile::get(&id).ok().map(profile));
    found.map(Json).ok_or_else(|| {
        Refusal::not_found(format!(
            "found the id {id:?}, expected one of /api/v1/rules"
        ))
    })
}

fn law(law: &'static Law) -> RuleEntry {
    RuleEntry::Law(Box::new(Rule::from(law)))
}

fn principle(principle: &'static Principle) -> RuleEntry {
    RuleEntry::Principle(Box::new(PrincipleRule::from(principle)))
}

fn theme(theme: &'static Theme) -> RuleEntry {
    RuleEntry::Tactic(Box::new(Tactic::from(theme)))
}

fn term(term: &'static Term) -> RuleEntry {
    RuleEntry::Term(Box::new(krog_wire::Term::from(term)))
}

fn profile(profile: &'static Profile) -> RuleEntry {
    RuleEntry::Profile(Box::new(ProfileRule::from(profile)))
}

/// The trace that a request speaks of: a position, a move, or a game.
fn trace(request: &CheckRequest) -> Result<Trace, Refusal> {
    match (&request.fen, &request.pgn) {
        (Some(text), None) if !request.lines.is_empty() => along(&position(text)?, request),
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
        (None, Some(text)) => Ok(Trace::of_game(&only_game(text)?)),
        _ => Err(Refusal::bad("body", "expected either fen or pgn")),
    }
}

/// The trace of the first of the lines, with all of them to look along.
fn along(start: &Chess, request: &CheckRequest) -> Result<Trace, Refusal> {
    within("lines", request.lines.len(), MOST_LINES)?;
    if request.text.is_some() {
        let detail = "found one beside lines, expected either";
        return Err(Refusal::bad("move", detail));
    }
    let lines = request.lines.iter().enumerate().map(|(index, moves)| {
        Line::parse(start.clone(), &moves.join(" "))
            .map_err(|error| Refusal::bad(&format!("lines[{index}]"), error))
    });
    let lines: Vec<Line> = lines.collect::<Result<_, _>>()?;
    let first = lines.first().cloned();
    let main = first.unwrap_or_else(|| Line::at(start.clone()));
    Ok(Trace::of_line(&main).with_lines(&lines))
}

/// The only game of a PGN, if nothing is wrong with it.
pub(super) fn only_game(text: &str) -> Result<Game, Refusal> {
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
    Ok(reading.game)
}
