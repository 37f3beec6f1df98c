//! Whether the service can do its work: the store answers, an engine is there,
//! and it is not about to stop.

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use krog_wire::{Readiness, ReadyPart};
use tokio::time::timeout;

use crate::{
    problem::Refusal,
    service::{Service, own_client},
};

/// A store that takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The parts and how each is: 200 if all is well, else 503.
pub(crate) async fn ready(State(service): State<Service>) -> Response {
    let engine = match service.engines() {
        Some(engines) if engines.are_alive() => Ok(()),
        Some(_) => Err("the engine has ended"),
        None => Err("there is no engine"),
    };
    let stopping = if service.is_stopping() {
        Err("the service is about to stop")
    } else {
        Ok(())
    };
    let parts = [
        ("store", store(&service).await),
        ("engine", engine),
        ("service", stopping),
    ];
    let all = parts.iter().all(|(_, state)| state.is_ok());
    let status = if all {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let parts = parts.map(|(name, state)| ReadyPart {
        name,
        ready: state.is_ok(),
        detail: state.err(),
    });
    (status, Json(Readiness::new(parts.into()))).into_response()
}

async fn store(service: &Service) -> Result<(), &'static str> {
    if service.store().is_none() {
        return Err("there is no store");
    }
    let client = own_client("ready");
    let asked = service.work(&client, |service| {
        let store = service.need_store()?;
        store.collections()?;
        store.desk().jobs(1)?;
        Ok::<(), Refusal>(())
    });
    match timeout(PATIENCE, asked).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err("the store fails"),
        Err(_) => Err("the store does not answer"),
    }
}
