//! The columns of source 000 §7.2 that engines, logic and reviews fill, in a real
//! PostgreSQL: by jobs, by reviews, and by engines that nobody uses.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "../../store/tests/support/cluster.rs"]
mod cluster;
#[path = "common/service.rs"]
mod common;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use cluster::{Cluster, rows};
use common::Krog;
use krog_store::{NewJob, Postgres, Store as _};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

const GAME: &str = "[White \"Åse\"]\n[Black \"Per\"]\n[Date \"2024.05.31\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

/// A service over a database of its own, and the database.
async fn service(use_idle: bool) -> (Krog, Arc<Postgres>, String) {
    let made = spawn_blocking(|| {
        let url = Cluster::shared().database();
        (Arc::new(Postgres::create(&url).unwrap()), url)
    });
    let (store, url) = made.await.unwrap();
    let krog = Krog::over(store.clone(), PathBuf::from("/nonexistent"), use_idle);
    (krog, store, url)
}

/// The one text that a question gives.
async fn found(url: &str, sql: &str) -> String {
    let (url, sql) = (url.to_owned(), sql.to_owned());
    let found = spawn_blocking(move || rows(&url, &sql)).await.unwrap();
    found.join(" ")
}

async fn record(krog: &Krog, pgn: &str) -> String {
    let (status, answer) = krog
        .post("/api/v1/game/record", &json!({ "pgn": pgn }))
        .await;
    assert_eq!(status, 200, "{answer}");
    answer["gameId"].as_str().unwrap().to_owned()
}

/// Has a job of a kind done.
async fn work(
    krog: &Krog,
    store: &Arc<Postgres>,
    id: &'static str,
    kind: &'static str,
    body: Value,
) {
    let store = store.clone();
    let added = spawn_blocking(move || {
        let payload = body.to_string();
        let job = NewJob {
            id,
            kind,
            payload: &payload,
            urgency: 0,
        };
        store.desk().add_job(&job, krog_server::now()).unwrap()
    });
    assert!(added.await.unwrap());
    let job = krog.ended(id).await;
    assert_eq!(job["state"], "done", "{job}");
}

const START: &str =
    "(SELECT id FROM positions WHERE fen_position LIKE 'rnbqkbnr/pppppppp/8/8/8/8/%')";

/// The moves that the engine likes have its places and scores.
async fn check_ranks(url: &str, told: &Value) {
    for (rank, line) in (1..).zip(told["lines"].as_array().unwrap()) {
        let uci = line["moves"][0].as_str().unwrap();
        let sql = format!(
            "SELECT format('%s %s %s', engine_eval, engine_rank, is_best_move)
             FROM move_statistics WHERE move_uci = '{uci}' AND position_id = {START}"
        );
        let best = if rank == 1 { "t" } else { "f" };
        let expected = format!("{} {rank} {best}", line["cp"]);
        assert_eq!(found(url, &sql).await, expected, "{uci}");
    }
}

#[tokio::test]
async fn jobs_fill_the_columns_of_positions_and_moves() {
    let (krog, store, url) = service(false).await;
    record(&krog, GAME).await;
    record(
        &krog,
        &GAME.replace("1. e4 e5 2. Nf3 Nc6", "1. Nf3 Nc6 2. e4 e5"),
    )
    .await;
    let body = json!({ "batch": 4, "depth": 4 });
    work(&krog, &store, "first", "analyze-unanalyzed", body).await;
    let (_, answer) = krog
        .get("/api/v1/position/analyze?fen=startpos&engineDepth=4")
        .await;
    let told = &answer["evaluation"];
    let position = format!(
        "SELECT format('%s %s %s %s %s', engine_eval, engine_mate, engine_depth,
             eval_updated_at IS NOT NULL, krog_analysis -> 'activePrinciples' = $json${}$json$::jsonb)
         FROM positions WHERE id = {START}",
        answer["krog"]["activePrinciples"]
    );
    assert_eq!(
        found(&url, &position).await,
        format!("{}  {} t t", told["centipawns"], told["depth"])
    );
    check_ranks(&url, told).await;
    let moves = format!(
        "SELECT format('%s %s %s %s', move_san, times_played, is_book_move,
             krog_analysis ->> 'move' = move_san
             AND krog_score = (krog_analysis ->> 'totalKrogScore')::int)
         FROM move_statistics WHERE position_id = {START} AND times_played > 0 ORDER BY 1"
    );
    assert_eq!(found(&url, &moves).await, "Nf3 1 t t e4 1 t t");
    let count = "SELECT format('%s %s', count(*), count(engine_depth)) FROM positions";
    assert_eq!(found(&url, count).await, "4 4");
    // Once more: what is known is not searched again, and others come.
    let body = json!({ "batch": 2, "depth": 4 });
    work(&krog, &store, "second", "analyze-unanalyzed", body).await;
    assert_eq!(found(&url, count).await, "6 6");
    // Deeper: the same rows, renewed.
    let body = json!({ "minGames": 2, "depth": 6 });
    work(&krog, &store, "third", "deep-popular", body).await;
    let depth = format!("SELECT engine_depth::text FROM positions WHERE id = {START}");
    let depth: u32 = found(&url, &depth).await.parse().unwrap();
    assert!(depth >= 6, "{depth}");
    // A renewal of the counters leaves what was found out.
    let store = store.clone();
    spawn_blocking(move || store.materialize().unwrap())
        .await
        .unwrap();
    let kept = "SELECT count(engine_depth)::text FROM positions";
    assert!(found(&url, kept).await.parse::<u32>().unwrap() >= 6);
}

#[tokio::test]
async fn a_review_fills_the_columns_of_its_game() {
    let (krog, _, url) = service(false).await;
    let id = record(&krog, GAME).await;
    let other = record(&krog, &GAME.replace("Åse", "Eva")).await;
    let sql = |id: &str| {
        format!(
            "SELECT format('%s %s %s %s %s %s', analyzed, avg_centipawn_loss_white,
                 avg_centipawn_loss_black, blunders_white, blunders_black,
                 analyzed_at IS NOT NULL)
             FROM games WHERE identity = '{id}'::uuid"
        )
    };
    assert_eq!(found(&url, &sql(&id)).await, "f     f");
    let body = json!({ "gameId": id, "nodes": 1000 });
    let (status, job) = krog.post("/api/v1/game/review", &body).await;
    assert_eq!(status, 202, "{job}");
    let job = krog.ended(job["id"].as_str().unwrap()).await;
    assert_eq!(job["state"], "done", "{job}");
    let review = job["result"]["reviewId"].as_str().unwrap();
    let (_, review) = krog.get(&format!("/api/v1/reviews/{review}")).await;
    let game = &review["review"]["games"][0];
    let blunders = |side: u64| {
        let moves = game["moves"].as_array().unwrap().iter();
        let own = moves.filter(|m| m["ply"].as_u64().unwrap() % 2 == side);
        own.filter(|m| m["label"] == "blunder").count()
    };
    let loss = |side: &str| game["acpl"][side].as_f64().unwrap().round();
    let expected = format!(
        "t {} {} {} {} t",
        loss("white"),
        loss("black"),
        blunders(1),
        blunders(0)
    );
    assert_eq!(found(&url, &sql(&id)).await, expected);
    assert_eq!(found(&url, &sql(&other)).await, "f     f");
}

#[tokio::test]
async fn engines_that_nobody_uses_look_at_popular_positions() {
    let (krog, _, url) = service(true).await;
    for number in 0..100 {
        record(&krog, &GAME.replace("Per", &format!("Per {number}"))).await;
    }
    let start = Instant::now();
    let noted = "SELECT count(engine_depth)::text FROM positions";
    while found(&url, noted).await == "0" {
        assert!(start.elapsed() < Duration::from_mins(2), "nothing is noted");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Whoever asks is answered meanwhile.
    let (status, answer) = krog
        .get("/api/v1/position/moves?fen=startpos&limit=1")
        .await;
    assert_eq!(status, 200, "{answer}");
}
