//! Work for other machines: lent out, renewed, handed in.

use axum::{
    Json,
    extract::{State, rejection::JsonRejection},
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use krog_chess::{EngineLine, Line};
use krog_store::{Ending, Job, JobState, Progress};
use krog_wire::{
    JobResult, WorkAnswer, WorkOrder, WorkPayload, WorkReport, WorkRequest, WorkResult, to_line,
};
use std::num::NonZeroU8;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    caller::{Caller, Id},
    crew::{self, Workers},
    problem::{Problems, Refusal},
    service::{Service, now, own_client},
    tasks::SEARCH,
};

/// An order that so many have taken and nobody has handed in is given up.
const MOST_ATTEMPTS: u32 = 5;

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(take_work))
        .routes(routes!(hand_in))
        .routes(routes!(report_work))
}

type Body<T> = Result<Json<T>, JsonRejection>;

/// Something to do for a worker; 204 if there is nothing.
#[utoipa::path(
    post, path = "/orders", request_body = WorkRequest,
    responses((status = 200, body = WorkOrder), (status = 204, description = "There is nothing to do."), Problems)
)]
async fn take_work(
    State(service): State<Service>,
    caller: Caller,
    body: Body<WorkRequest>,
) -> Result<Response, Refusal> {
    let Json(request) = body?;
    let order = service
        .work(&caller.client, move |service| take(&service, &request))
        .await?;
    Ok(match order {
        Some(order) => Json(order).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// What a worker found. Sent twice or too late it changes nothing.
#[utoipa::path(
    post, path = "/orders/{id}", request_body = WorkResult,
    params(("id" = String, Path, description = "The id of an order.")),
    responses((status = 200, body = WorkAnswer), Problems)
)]
async fn hand_in(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
    body: Body<WorkResult>,
) -> Result<Json<WorkAnswer>, Refusal> {
    answer(&service, &caller, body, move |service, result| {
        receive(service, &id, result)
    })
    .await
}

/// A worker is still at it, or gives the work back.
#[utoipa::path(
    post, path = "/orders/{id}/report", request_body = WorkReport,
    params(("id" = String, Path, description = "The id of an order.")),
    responses((status = 200, body = WorkAnswer), Problems)
)]
async fn report_work(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
    body: Body<WorkReport>,
) -> Result<Json<WorkAnswer>, Refusal> {
    answer(&service, &caller, body, move |service, report| {
        note(service, &id, report)
    })
    .await
}

/// Whether what a worker says is accepted.
async fn answer<T: Send + 'static>(
    service: &Service,
    caller: &Caller,
    body: Body<T>,
    accept: impl FnOnce(&Service, &T) -> Result<bool, Refusal> + Send + 'static,
) -> Result<Json<WorkAnswer>, Refusal> {
    let Json(said) = body?;
    let work = move |service: Service| accept(&service, &said);
    let accepted = service.work(&caller.client, work).await?;
    Ok(Json(WorkAnswer { accepted }))
}

/// Lets in workers that were not caught, where workers are wanted.
fn admit(service: &Service, worker: &str) -> Result<(), Refusal> {
    if service.settings().lending.workers == Workers::Off {
        return Err(Refusal::not_found(
            "found a service that lends no work, expected one with --workers also or only",
        ));
    }
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if worker.is_empty() || worker.len() > 64 || !worker.chars().all(plain) {
        let error = format!("found {worker:?}, expected 1 to 64 letters, digits, - or _");
        return Err(Refusal::bad("worker", error));
    }
    if service.crew().is_barred(worker) {
        return Err(refused(worker));
    }
    Ok(())
}

fn refused(worker: &str) -> Refusal {
    let detail = format!("what {worker} found is not what the engine finds; it gets no more work");
    Refusal::new(StatusCode::FORBIDDEN, "not believed", detail)
}

fn take(service: &Service, request: &WorkRequest) -> Result<Option<WorkOrder>, Refusal> {
    admit(service, &request.worker)?;
    let engines = service.engines();
    let engine = engines.map_or("none", |engines| engines.name());
    if request.engine != engine {
        let error = format!("found {:?}, expected {engine:?}", request.engine);
        return Err(Refusal::bad("engine", error));
    }
    let desk = service.desk()?;
    let lease = service.settings().lending.lease;
    while let Some(job) = desk.take_job(&[SEARCH], &request.worker, lease, now())? {
        if job.attempts > MOST_ATTEMPTS {
            let reason = format!("taken {MOST_ATTEMPTS} times and never handed in");
            desk.end_job(&job.id, &request.worker, Ending::Failed(&reason), now())?;
            continue;
        }
        let payload = payload(&job)?;
        return Ok(Some(WorkOrder {
            id: job.id,
            positions: payload.positions,
            nodes: payload.nodes,
            depth: payload.depth,
            lines: payload.lines,
            lease_seconds: lease.as_secs(),
        }));
    }
    Ok(None)
}

fn payload(job: &Job) -> Result<WorkPayload, Refusal> {
    krog_wire::read(&job.payload).map_err(|_| Refusal::internal("an order is not readable"))
}

fn order(service: &Service, id: &str) -> Result<Job, Refusal> {
    let job = service.desk()?.job(id)?.filter(|job| job.kind == SEARCH);
    job.ok_or_else(|| Refusal::not_found(format!("found no order {id:?}")))
}

fn note(service: &Service, id: &str, report: &WorkReport) -> Result<bool, Refusal> {
    admit(service, &report.worker)?;
    let job = order(service, id)?;
    let desk = service.desk()?;
    if report.release {
        return Ok(desk.end_job(id, &report.worker, Ending::Released, now())?);
    }
    let progress = Progress {
        done: report.done,
        total: payload(&job)?.positions.len() as u64,
    };
    let lease = service.settings().lending.lease;
    Ok(desk.report_job(id, &report.worker, progress, lease, now())?)
}

/// The lines of every position of an order.
type Evaluations = Vec<(Line, Vec<EngineLine>)>;

fn read(order: &WorkPayload, result: &WorkResult) -> Result<Evaluations, Refusal> {
    let (found, expected) = (result.evaluations.len(), order.positions.len());
    if found != expected {
        let error = format!("found {found}, expected one for each of {expected} positions");
        return Err(Refusal::bad("evaluations", error));
    }
    let pairs = order.positions.iter().zip(&result.evaluations);
    let one = |(index, (position, lines)): (usize, (&krog_wire::WorkPosition, &Vec<_>))| {
        let line = position.line();
        let line = line.map_err(|_| Refusal::internal("an order is not readable"))?;
        let key = format!("evaluations[{index}]");
        let lines = crew::read(&key, lines, &line, order.lines);
        Ok((
            line,
            lines.map_err(|error| Refusal::bad("evaluations", error))?,
        ))
    };
    pairs.enumerate().map(one).collect()
}

fn receive(service: &Service, id: &str, result: &WorkResult) -> Result<bool, Refusal> {
    admit(service, &result.worker)?;
    let job = order(service, id)?;
    let payload = payload(&job)?;
    let found = read(&payload, result)?;
    let worker = &result.worker;
    let total = found.len() as u64;
    let desk = service.desk()?;
    if job.state != JobState::Running || job.worker.as_ref() != Some(worker) {
        return Ok(false);
    }
    // While it is looked at, nobody else takes it.
    let progress = Progress { done: total, total };
    let lease = service.settings().lending.lease;
    if !desk.report_job(id, worker, progress, lease, now())? {
        return Ok(false);
    }
    let none = || Refusal::unavailable("found no engine, expected the service to have one");
    let engines = service.engines().ok_or_else(none)?;
    let asker = service.asker(&own_client(id)).ok_or_else(none)?;
    let limit = payload.limit().unwrap_or(service.settings().limit);
    if !service.crew().believes(worker, &found, &asker, limit) {
        tracing::warn!(%worker, "a worker is not believed");
        desk.end_job(id, worker, Ending::Released, now())?;
        return Err(refused(worker));
    }
    let count = NonZeroU8::new(payload.lines).unwrap_or(NonZeroU8::MIN);
    for (line, lines) in &found {
        engines.keep(line, lines, limit, count);
    }
    let done = to_line(&JobResult {
        positions: Some(total),
        ..JobResult::default()
    });
    let accepted = desk.end_job(id, worker, Ending::Done(&done), now())?;
    service.tasks().wake();
    Ok(accepted)
}
