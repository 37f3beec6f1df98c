//! Work for other machines: lent out, handed in once, taken from the dead, and
//! not believed from liars.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use std::{num::NonZeroU8, ops::ControlFlow, time::Duration};

use axum::http::StatusCode;
use common::Krog;
use krog_analyst::{Analyst, Choice, Settings, open};
use krog_chess::{EngineLine, Evaluate as _, Limit};
use krog_server::{Lending, Workers};
use krog_wire::{AnalysedLine, WorkPosition};
use serde_json::{Value, json};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 0-1\n";
const NODES: u64 = 500;

fn lender(workers: Workers, lease: u64) -> Krog {
    let lease = Duration::from_secs(lease);
    Krog::lending(Krog::fresh(), Lending { workers, lease })
}

async fn review(krog: &Krog) -> String {
    review_of(krog, GAME).await
}

async fn review_of(krog: &Krog, game: &str) -> String {
    let body = json!({ "pgn": game, "nodes": NODES });
    let (status, job) = krog.post("/api/v1/game/review", &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    job["id"].as_str().unwrap().to_owned()
}

/// A worker that plays by the rules, or does not.
struct Worker {
    name: &'static str,
    engine: Analyst,
}

impl Worker {
    fn new(name: &'static str) -> Worker {
        let engine = open(&Choice::Builtin, &Settings::default()).unwrap();
        Worker { name, engine }
    }

    async fn take(&self, krog: &Krog) -> Option<Value> {
        let body = json!({ "worker": self.name, "engine": self.engine.name() });
        let request = axum::http::Request::post("/api/v1/orders")
            .header("content-type", "application/json")
            .body(body.to_string().into())
            .unwrap();
        let (status, _, text) = krog.send(request).await;
        match status {
            StatusCode::NO_CONTENT => None,
            StatusCode::OK => Some(serde_json::from_str(&text).unwrap()),
            other => panic!("{other}: {text}"),
        }
    }

    /// An order, as soon as there is one.
    async fn next(&self, krog: &Krog) -> Value {
        for _ in 0..600 {
            if let Some(order) = self.take(krog).await {
                return order;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("there is no work");
    }

    fn found(&self, order: &Value) -> Vec<Vec<AnalysedLine>> {
        let positions: Vec<WorkPosition> =
            serde_json::from_value(order["positions"].clone()).unwrap();
        let one = |position: &WorkPosition| {
            let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
            let limit = Limit::nodes(order["nodes"].as_u64().unwrap());
            let lines = NonZeroU8::new(2).unwrap();
            let line = position.line().unwrap();
            let found = self.engine.evaluate(&line, limit, lines, watch).unwrap();
            found.iter().map(AnalysedLine::from).collect()
        };
        positions.iter().map(one).collect()
    }

    async fn hand_in(&self, krog: &Krog, order: &Value, found: &Value) -> (StatusCode, Value) {
        let path = format!("/api/v1/orders/{}", order["id"].as_str().unwrap());
        let body = json!({ "worker": self.name, "evaluations": found });
        krog.post(&path, &body).await
    }

    async fn report(&self, krog: &Krog, order: &Value, release: bool) -> Value {
        let path = format!("/api/v1/orders/{}/report", order["id"].as_str().unwrap());
        let body = json!({ "worker": self.name, "done": 1, "release": release });
        krog.post(&path, &body).await.1
    }

    /// Works until a job has ended.
    async fn work(&self, krog: &Krog, job: &str) -> Value {
        loop {
            let (_, status) = krog.get(&format!("/api/v1/jobs/{job}")).await;
            if !matches!(status["state"].as_str(), Some("waiting" | "running")) {
                return status;
            }
            match self.take(krog).await {
                Some(order) => {
                    let found = json!(self.found(&order));
                    let answer = self.hand_in(krog, &order, &found).await;
                    assert_eq!(answer, (StatusCode::OK, json!({ "accepted": true })));
                }
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }
}

#[tokio::test]
async fn a_review_is_made_from_what_a_worker_found() {
    let krog = lender(Workers::Only, 60);
    let job = review(&krog).await;
    let worker = Worker::new("attic");
    let order = worker.next(&krog).await;
    assert_eq!(worker.report(&krog, &order, false).await["accepted"], true);
    let found = json!(worker.found(&order));
    let (_, answer) = worker.hand_in(&krog, &order, &found).await;
    assert_eq!(answer["accepted"], true, "{answer}");
    // Twice, late, or by another: nothing changes.
    let (_, again) = worker.hand_in(&krog, &order, &found).await;
    assert_eq!(again["accepted"], false);
    let (_, stranger) = Worker::new("cellar").hand_in(&krog, &order, &found).await;
    assert_eq!(stranger["accepted"], false);
    assert_eq!(worker.report(&krog, &order, false).await["accepted"], false);
    let status = worker.work(&krog, &job).await;
    assert_eq!(status["state"], "done", "{status}");
    assert_eq!(status["progress"]["done"], status["progress"]["total"]);
    let (_, jobs) = krog.get("/api/v1/jobs").await;
    let orders = jobs.as_array().unwrap().iter();
    let orders: Vec<&Value> = orders.filter(|job| job["kind"] == "search").collect();
    assert!(
        orders.len() >= 2 && orders.iter().all(|job| job["state"] == "done"),
        "{jobs}"
    );
}

#[tokio::test]
async fn what_the_dead_had_is_lent_to_others() {
    let krog = lender(Workers::Only, 1);
    let job = review(&krog).await;
    let dead = Worker::new("dead").next(&krog).await;
    let given = Worker::new("tired").next(&krog).await;
    let back = Worker::new("tired").report(&krog, &given, true).await;
    assert_eq!(back["accepted"], true);
    let worker = Worker::new("attic");
    let status = worker.work(&krog, &job).await;
    assert_eq!(status["state"], "done", "{status}");
    // It wakes up, and is too late.
    let late = Worker::new("dead");
    let (status, answer) = late.hand_in(&krog, &dead, &json!(late.found(&dead))).await;
    assert_eq!(
        (status, &answer["accepted"]),
        (StatusCode::OK, &json!(false))
    );
}

#[tokio::test]
async fn a_liar_is_caught_and_its_work_done_by_another() {
    let krog = lender(Workers::Only, 60);
    let job = review(&krog).await;
    let liar = Worker::new("liar");
    let order = liar.next(&krog).await;
    let mut found = json!(liar.found(&order));
    for lines in found.as_array_mut().unwrap() {
        for (index, line) in lines.as_array_mut().unwrap().iter_mut().enumerate() {
            let cp = -900 - i64::try_from(index).unwrap();
            let turned = line["cp"].as_i64().is_some_and(|cp| cp < 0);
            line["mate"] = Value::Null;
            line["cp"] = json!(if turned { -cp } else { cp });
        }
    }
    let (status, problem) = liar.hand_in(&krog, &order, &found).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{problem}");
    let body = json!({ "worker": "liar", "engine": liar.engine.name() });
    let (status, _) = krog.post("/api/v1/orders", &body).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let status = Worker::new("attic").work(&krog, &job).await;
    assert_eq!(status["state"], "done", "{status}");
}

#[tokio::test]
async fn the_service_works_beside_its_workers() {
    let krog = lender(Workers::Also, 60);
    let job = review(&krog).await;
    assert_eq!(krog.ended(&job).await["state"], "done");
}

#[tokio::test]
async fn a_cancelled_review_takes_its_orders_back() {
    let krog = lender(Workers::Only, 60);
    let job = review(&krog).await;
    let worker = Worker::new("attic");
    let order = worker.next(&krog).await;
    krog.delete(&format!("/api/v1/jobs/{job}")).await;
    for _ in 0..200 {
        if worker.report(&krog, &order, false).await["accepted"] == false {
            assert!(worker.take(&krog).await.is_none());
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the order is still wanted");
}

#[tokio::test]
async fn questions_that_cannot_be_are_refused_by_their_part() {
    let krog = lender(Workers::Only, 60);
    let engine = Worker::new("attic").engine.name();
    for (body, status, part) in [
        (json!({ "worker": "a b", "engine": engine }), 400, "worker"),
        (
            json!({ "worker": "attic", "engine": "Fritz" }),
            400,
            "engine",
        ),
        (json!({ "worker": "attic" }), 422, "body"),
    ] {
        let (found, problem) = krog.post("/api/v1/orders", &body).await;
        let told = (found.as_u16(), problem["part"].as_str());
        assert_eq!(told, (status, Some(part)), "{body}\n{problem}");
    }
}

#[tokio::test]
async fn lines_that_cannot_be_are_refused() {
    let krog = lender(Workers::Only, 60);
    review(&krog).await;
    let worker = Worker::new("attic");
    let mut order = worker.next(&krog).await;
    let honest = json!(worker.found(&order));
    let changed = |place: &str, value: Value| {
        let mut found = honest.clone();
        *found.pointer_mut(place).unwrap() = value;
        found
    };
    for found in [
        json!([]),
        changed("/0/0/moves/0", json!("a1a8")),
        changed("/0/0/moves", json!([])),
        changed("/0/1/moves/0", honest[0][0]["moves"][0].clone()),
        changed("/0", json!([])),
    ] {
        let (status, problem) = worker.hand_in(&krog, &order, &found).await;
        let told = (status.as_u16(), problem["part"].as_str());
        assert_eq!(told, (400, Some("evaluations")), "{found}\n{problem}");
    }
    order["id"] = json!("none");
    let (status, _) = worker.hand_in(&krog, &order, &honest).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// An engine that is stopped at its limit may name one move twice.
#[tokio::test]
async fn fewer_lines_than_asked_for_are_taken() {
    let krog = lender(Workers::Only, 60);
    review(&krog).await;
    let worker = Worker::new("attic");
    let order = worker.next(&krog).await;
    let mut found = json!(worker.found(&order));
    found[0].as_array_mut().unwrap().truncate(1);
    let (status, answer) = worker.hand_in(&krog, &order, &found).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["accepted"], true, "{answer}");
}

/// Where nobody can mate there are moves, but nothing to search.
#[tokio::test]
async fn a_dead_position_is_not_lent() {
    let game = "[FEN \"8/8/8/4k3/8/8/3pK3/8 w - - 0 1\"]\n\n1. Kxd2 Kd4 2. Ke2 1/2-1/2\n";
    let krog = lender(Workers::Only, 60);
    let job = review_of(&krog, game).await;
    let status = Worker::new("attic").work(&krog, &job).await;
    assert_eq!(status["state"], "done", "{status}");
}

#[tokio::test]
async fn a_service_without_workers_lends_nothing() {
    let krog = Krog::new();
    let body = json!({ "worker": "attic", "engine": "any" });
    let (status, problem) = krog.post("/api/v1/orders", &body).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{problem}");
}
