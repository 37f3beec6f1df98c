//! Work in the background: reviews, imports, puzzles; watched, cancelled, and
//! taken up again after a stop.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use axum::http::StatusCode;
use common::Krog;
use krog_store::{Embedded, Store as _};
use serde_json::{Value, json};

const GAME: &str = "[White \"Åse\"]\n[Black \"Per\"]\n[Date \"2024.05.31\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

async fn review(krog: &Krog) -> String {
    let (status, job) = krog
        .post(
            "/api/v1/game/review",
            &json!({ "pgn": GAME, "nodes": 1000 }),
        )
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    job["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_review_is_made_kept_and_listed() {
    let krog = Krog::new();
    let id = review(&krog).await;
    let job = krog.ended(&id).await;
    assert_eq!(job["state"], "done", "{job}");
    assert_eq!(job["progress"]["done"], job["progress"]["total"]);
    let review = job["result"]["reviewId"].as_str().unwrap();
    let (status, answer) = krog.get(&format!("/api/v1/reviews/{review}")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["title"], "Åse – Per, 2024");
    let moves = answer["review"]["games"][0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 14);
    assert!(moves.iter().all(|m| m["label"].is_string()));
    let (_, list) = krog.get("/api/v1/reviews").await;
    assert_eq!(list[0]["id"], review);
    for (lang, word) in [("en", "Better:"), ("no", "Bedre:")] {
        let path = format!("/api/v1/reviews/{review}/pgn?lang={lang}");
        let (_, headers, text) = krog.get_text(&path).await;
        assert_eq!(headers["content-type"], "application/x-chess-pgn");
        assert!(
            text.contains("[%eval") && text.to_lowercase().contains(&word.to_lowercase()),
            "{text}"
        );
    }
    let (status, job) = krog
        .post(
            "/api/v1/puzzles/make",
            &json!({ "reviewId": review, "nodes": 1000 }),
        )
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    let job = krog.ended(job["id"].as_str().unwrap()).await;
    assert_eq!(job["state"], "done", "{job}");
    let (_, due) = krog.get("/api/v1/puzzles").await;
    let made = job["result"]["puzzleIds"].as_array().map_or(0, Vec::len);
    assert_eq!(due["puzzles"].as_array().unwrap().len(), made);
    for card in due["puzzles"].as_array().unwrap() {
        let path = format!("/api/v1/puzzles/{}/grade", card["id"].as_str().unwrap());
        let (status, problem) = krog.post(&path, &json!({ "grade": "so-so" })).await;
        assert_eq!(
            (status, &problem["part"]),
            (StatusCode::BAD_REQUEST, &json!("grade"))
        );
        let (status, graded) = krog.post(&path, &json!({ "grade": "good" })).await;
        assert_eq!(
            (status, &graded["schedule"]["streak"]),
            (StatusCode::OK, &json!(1))
        );
    }
    let (_, due) = krog.get("/api/v1/puzzles").await;
    assert_eq!(due["puzzles"], json!([]));
}

#[tokio::test]
async fn a_job_tells_its_story_as_events() {
    let krog = Krog::new();
    let id = review(&krog).await;
    let (status, headers, text) = krog.get_text(&format!("/api/v1/jobs/{id}/events")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-type"], "text/event-stream");
    let events: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert_eq!(events.last().unwrap()["state"], "done", "{text}");
    let done: Vec<u64> = events
        .iter()
        .map(|event| event["progress"]["done"].as_u64().unwrap())
        .collect();
    assert!(done.is_sorted(), "{done:?}");
}

#[tokio::test]
async fn a_cancelled_job_ends_and_its_searches_with_it() {
    let krog = Krog::new();
    let body = json!({ "pgn": GAME, "nodes": 5_000_000 });
    let (_, job) = krog.post("/api/v1/game/review", &body).await;
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    while krog.get("/api/v1/server").await.1["running"] == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let (status, job) = krog.delete(&path).await;
    assert_eq!(
        (status, &job["state"]),
        (StatusCode::OK, &json!("cancelled"))
    );
    let start = std::time::Instant::now();
    while krog.get("/api/v1/server").await.1["running"] != 0 {
        assert!(start.elapsed().as_secs() < 20, "the search goes on");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(krog.get(&path).await.1["state"], "cancelled");
}

/// How many moves of a review have this field.
fn having(review: &Value, field: &str) -> usize {
    let moves = review["review"]["games"][0]["moves"].as_array().unwrap();
    moves.iter().filter(|m| !m[field].is_null()).count()
}

#[tokio::test]
async fn a_review_can_be_read_while_it_is_made_and_what_is_done_outlives_a_cancel() {
    let krog = Krog::new();
    let body = json!({ "pgn": GAME, "nodes": 200_000 });
    let (_, job) = krog.post("/api/v1/game/review", &body).await;
    let id = job["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/jobs/{id}/review");
    let mut seen = Vec::new();
    while seen.last().is_none_or(|found| *found < 3) {
        let (status, review) = krog.get(&path).await;
        if status == StatusCode::OK {
            assert_eq!(review["id"], id);
            assert_eq!(review["review"]["interrupted"], true);
            assert_eq!(having(&review, "san"), 14, "all moves are there at once");
            seen.push(having(&review, "eval"));
        } else {
            assert_eq!(status, StatusCode::NOT_FOUND, "{review}");
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert!(seen.is_sorted(), "{seen:?}");
    krog.delete(&format!("/api/v1/jobs/{id}")).await;
    // The draft gives way to what is kept, under the same address.
    let kept = format!("/api/v1/reviews/{id}");
    while krog.get(&kept).await.0 != StatusCode::OK {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let (_, review) = krog.get(&kept).await;
    assert_eq!(review["review"]["interrupted"], true);
    assert!((3..14).contains(&having(&review, "eval")), "{review}");
    assert_eq!(krog.get(&path).await.1["review"], review["review"]);
    let (status, _, pgn) = krog.get_text(&format!("{kept}/pgn")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(pgn.contains("[%eval") && pgn.contains("Nf3#"), "{pgn}");
}

#[tokio::test]
async fn a_review_that_was_not_begun_leaves_nothing() {
    let krog = Krog::new();
    let (status, problem) = krog.get("/api/v1/jobs/nothing/review").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{problem}");
}

#[tokio::test]
async fn what_a_stop_interrupts_is_done_after_the_next_start() {
    let krog = Krog::new();
    let body = json!({ "pgn": GAME, "nodes": 50_000 });
    let (_, job) = krog.post("/api/v1/game/review", &body).await;
    let id = job["id"].as_str().unwrap().to_owned();
    while krog.get("/api/v1/server").await.1["running"] == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    krog.service.shut_down().await;
    let store = Embedded::open(&krog.folder).unwrap();
    let kept = store.desk().job(&id).unwrap().unwrap();
    assert_eq!(kept.state, krog_store::JobState::Waiting);
    drop(store);
    let again = Krog::at(krog.folder.clone());
    assert_eq!(again.ended(&id).await["state"], "done");
    drop(again);
}

#[tokio::test]
async fn games_are_imported_and_what_is_skipped_is_told() {
    let krog = Krog::new();
    let text = format!("{GAME}\n[White \"x\"]\n\n1. e4 e5 2. Ke3 1-0\n\n{GAME}");
    let (status, job) = krog
        .post_text("/api/v1/import", "application/x-chess-pgn", &text)
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{job}");
    let job = krog.ended(job["id"].as_str().unwrap()).await;
    let imported = &job["result"]["imported"];
    assert_eq!(imported["gamesProcessed"], 3, "{job}");
    assert_eq!(imported["gamesImported"], 1);
    assert_eq!(imported["gamesDuplicate"], 1);
    let errors = imported["errors"].to_string();
    assert!(
        errors.contains("upload:") && !errors.contains("tmp"),
        "{errors}"
    );
    let (_, explorer) = krog.get("/api/v1/explorer").await;
    assert_eq!(explorer["black"], 1);
}
