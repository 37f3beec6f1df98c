//! Jobs: how they stand, as they go on, and how they are cancelled.

use std::{convert::Infallible, time::Duration};

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::{StatusCode, header},
    response::{
        IntoResponse as _, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, stream};
use krog_store::{Job, JobState, NewJob};
use krog_wire::{JobProgress, JobResult, JobStatus, ListQuery, StoredReview, to_line};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{positions::within, reviews};
use crate::{
    caller::{Caller, Id},
    problem::{Problems, Refusal},
    service::{Service, now},
    tasks::new_id,
    times::iso8601,
};

/// How often a watched job is looked at.
const GLANCE: Duration = Duration::from_millis(250);

pub(super) fn routes() -> OpenApiRouter<Service> {
    OpenApiRouter::new()
        .routes(routes!(list_jobs))
        .routes(routes!(one_job, cancel_job))
        .routes(routes!(watch_job))
        .routes(routes!(job_review))
}

/// Puts a job into the queue and answers where it can be watched.
pub(super) async fn accept(
    service: &Service,
    caller: &Caller,
    kind: &'static str,
    payload: String,
) -> Result<Response, Refusal> {
    let id = new_id();
    let job = service
        .work(&caller.client, move |service| {
            let job = NewJob {
                id: &id,
                kind,
                payload: &payload,
                urgency: 0,
            };
            service.desk()?.add_job(&job, now())?;
            service.tasks().wake();
            found(&service, &id)
        })
        .await?;
    let place = [(header::LOCATION, format!("/api/v1/jobs/{}", job.id))];
    Ok((StatusCode::ACCEPTED, place, Json(status(job))).into_response())
}

fn found(service: &Service, id: &str) -> Result<Job, Refusal> {
    let job = service.desk()?.job(id)?;
    job.ok_or_else(|| Refusal::not_found(format!("found no job {id:?}")))
}

/// How a job stands, for clients.
pub fn status(job: Job) -> JobStatus {
    let state = match job.state {
        JobState::Waiting => "waiting",
        JobState::Running => "running",
        JobState::Done => "done",
        JobState::Failed => "failed",
        JobState::Cancelled => "cancelled",
    };
    let eta = (job.state == JobState::Running)
        .then(|| eta(&job, now()))
        .flatten();
    let failed = job.state == JobState::Failed;
    JobStatus {
        state,
        progress: JobProgress {
            done: job.progress.done,
            total: job.progress.total,
            eta_seconds: eta,
        },
        result: (job.state == JobState::Done)
            .then(|| JobResult::read(job.outcome.as_deref()?))
            .flatten(),
        error: job.outcome.filter(|_| failed),
        added: iso8601(job.added),
        ended: job.ended.map(iso8601),
        id: job.id,
        kind: job.kind,
    }
}

/// Seconds to go, at the pace so far.
fn eta(job: &Job, now: i64) -> Option<u64> {
    let spent = u64::try_from(now - job.taken?).ok()?;
    let left = job.progress.total.checked_sub(job.progress.done)?;
    (job.progress.done > 0 && job.progress.total > 0).then(|| spent * left / job.progress.done)
}

/// The newest jobs.
#[utoipa::path(
    get, path = "/jobs", params(ListQuery),
    responses((status = 200, body = Vec<JobStatus>), Problems)
)]
async fn list_jobs(
    State(service): State<Service>,
    caller: Caller,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Vec<JobStatus>>, Refusal> {
    let Query(query) = query?;
    let limit = within("limit", query.limit.unwrap_or(20), 200)?;
    let jobs = service
        .work(&caller.client, move |service| {
            Ok(service.desk()?.jobs(limit)?)
        })
        .await?;
    Ok(Json(jobs.into_iter().map(status).collect()))
}

/// How a job stands.
#[utoipa::path(
    get, path = "/jobs/{id}", params(("id" = String, Path, description = "The id of a job.")),
    responses((status = 200, body = JobStatus), Problems)
)]
async fn one_job(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<JobStatus>, Refusal> {
    let job = service
        .work(&caller.client, move |service| found(&service, &id))
        .await?;
    Ok(Json(status(job)))
}

/// Cancels a job; one that has ended stays as it is.
#[utoipa::path(
    delete, path = "/jobs/{id}", params(("id" = String, Path, description = "The id of a job.")),
    responses((status = 200, body = JobStatus), Problems)
)]
async fn cancel_job(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<JobStatus>, Refusal> {
    let job = service
        .work(&caller.client, move |service| {
            found(&service, &id)?;
            service.desk()?.cancel_job(&id, now())?;
            found(&service, &id)
        })
        .await?;
    Ok(Json(status(job)))
}

/// The review that a job makes, as far as it has come; of several games the one at hand.
#[utoipa::path(
    get, path = "/jobs/{id}/review", params(("id" = String, Path, description = "The id of a job.")),
    responses((status = 200, body = StoredReview), Problems)
)]
async fn job_review(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Json<StoredReview>, Refusal> {
    let Some(draft) = service.tasks().drafts().shown(&id) else {
        return reviews::kept(&service, &caller, id).await;
    };
    let stored = service.work(&caller.client, move |_| {
        let made = iso8601(now());
        Ok(StoredReview::new(id, draft.title(), made, &draft.news()))
    });
    Ok(Json(stored.await?))
}

/// How a job stands, whenever that changes, until it has ended.
#[utoipa::path(
    get, path = "/jobs/{id}/events", params(("id" = String, Path, description = "The id of a job.")),
    responses((status = 200, body = JobEvent, content_type = "text/event-stream", description = "Events whose data are a JobStatus."), Problems)
)]
async fn watch_job(
    State(service): State<Service>,
    caller: Caller,
    Id(id): Id,
) -> Result<Response, Refusal> {
    let first = service
        .work(&caller.client, {
            let id = id.clone();
            move |service| found(&service, &id)
        })
        .await?;
    let events = Sse::new(changes(service, id, first)).keep_alive(KeepAlive::default());
    Ok(events.into_response())
}

/// An event, as readers of event streams see it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes an event")]
struct JobEvent {
    /// A `JobStatus` as JSON.
    data: String,
}

/// What is known of a watched job.
struct Watching {
    service: Service,
    id: String,
    last: Job,
    told: bool,
}

fn changes(
    service: Service,
    id: String,
    first: Job,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let start = Some(Watching {
        service,
        id,
        last: first,
        told: false,
    });
    stream::unfold(start, async |watching| {
        let mut watching = watching?;
        while watching.told {
            tokio::select! {
                () = tokio::time::sleep(GLANCE) => {}
                () = watching.service.stopping() => return None,
            }
            let id = watching.id.clone();
            let client = crate::service::own_client("events");
            let work = move |service: Service| found(&service, &id);
            let job = watching.service.work(&client, work).await.ok()?;
            watching.told = job == watching.last;
            watching.last = job;
        }
        watching.told = true;
        let job = watching.last.clone();
        let over = !matches!(job.state, JobState::Waiting | JobState::Running);
        let event = Event::default().data(to_line(&status(job)));
        Some((Ok(event), (!over).then_some(watching)))
    })
}
