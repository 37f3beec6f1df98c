//! The REST API: the requests of source 000, a client of the Lichess explorer,
//! and what is said when something is wrong.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use axum::http::StatusCode;
use common::{Krog, has, quoted};
use serde_json::{Value, json};

const GAME: &str = "[Event \"Club\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[White \"Åse\"]\n[Black \"Per\"]\n[WhiteElo \"1850\"]\n[BlackElo \"1790\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 1-0\n";

#[track_caller]
fn all_there(answer: &Value, paths: &[&str]) {
    let missing: Vec<_> = paths.iter().filter(|path| !has(answer, path)).collect();
    assert!(missing.is_empty(), "{missing:?} in {answer:#}");
}

const SCORE: [&str; 8] = [
    "score.move",
    "score.statisticalScore",
    "score.engineScore",
    "score.krogScore",
    "score.totalScore",
    "score.confidence",
    "score.analysis.statistics",
    "score.analysis.krog.krogFormula",
];

#[tokio::test]
async fn every_documented_field_of_a_position_is_there() {
    let krog = Krog::new();
    let path = "/api/v1/position/analyze?fen=startpos&playerElo=1500&context=learning&includeEngine=true&engineDepth=5";
    let (status, answer) = krog.get(path).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    all_there(
        &answer,
        &[
            "position.fen",
            "position.phase",
            "position.sideToMove",
            "statistics.totalGames",
            "statistics.whiteWinRate",
            "statistics.drawRate",
            "statistics.blackWinRate",
            "statistics.byElo",
            "evaluation.centipawns",
            "evaluation.mate",
            "evaluation.depth",
            "evaluation.bestLine",
            "chances.white",
            "chances.draw",
            "chances.black",
            "chances.sources",
            "krog.activePrinciples",
            "krog.positionalFactors",
            "krog.threats",
        ],
    );
    assert_eq!(answer["position"]["sideToMove"], "white");
    assert!(answer["evaluation"]["depth"].as_u64().unwrap() >= 5);
    let (_, without) = krog
        .get("/api/v1/position/analyze?fen=startpos&includeEngine=false")
        .await;
    assert_eq!(without["evaluation"], Value::Null);
    let fen = quoted("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let path = format!("/api/v1/position/analyze?fen={fen}&includeEngine=false&lang=no");
    let (_, sicilian) = krog.get(&path).await;
    all_there(&sicilian, &["opening.eco", "opening.name"]);
    assert_eq!(sicilian["opening"]["eco"], "B20");
}

/// The three results share the whole; more rating makes more draws, and a queen
/// more decides.
#[tokio::test]
async fn the_chances_of_a_position_are_told() {
    let krog = Krog::new();
    let chances = async |fen: &str, more: &str| {
        let path = format!("/api/v1/position/analyze?fen={}{more}", quoted(fen));
        let (status, answer) = krog.get(&path).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let part = |name: &str| answer["chances"][name].as_f64();
        let parts = ["white", "draw", "black"].map(part);
        if let [Some(white), Some(draw), Some(black)] = parts {
            assert!((white + draw + black - 1.0).abs() < 0.000_3, "{answer}");
        }
        (parts, answer["chances"]["sources"].clone())
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (unrated, sources) = chances(start, "").await;
    assert_eq!(sources.as_array().unwrap().len(), 2, "{sources}");
    let (masters, sources) = chances(start, "&playerElo=2600").await;
    assert_eq!(sources[1], "ratings");
    assert!(masters[1] > unrated[1], "{masters:?} {unrated:?}");
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (won, _) = chances(queen_up, "").await;
    assert!(won[0] > Some(0.8), "{won:?}");
    let (none, _) = chances(start, "&includeEngine=false").await;
    assert_eq!(none, [None; 3]);
}

#[tokio::test]
async fn moves_are_suggested_and_explained() {
    let krog = Krog::new();
    let fen = quoted("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    let (status, answer) = krog
        .get(&format!(
            "/api/v1/position/moves?fen={fen}&playerElo=1500&context=competitive&limit=3"
        ))
        .await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
    assert_eq!(answer["bestMove"], "h5f7");
    all_there(
        &answer,
        &["totalLegalMoves", "moves[].recommended", "moves[].rank"],
    );
    all_there(&answer["moves"][0], &SCORE);
    let (status, answer) = krog
        .get(&format!(
            "/api/v1/move/analyze?fen={fen}&move=Qxf7%23&playerElo=1500"
        ))
        .await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    all_there(&answer, &SCORE);
    all_there(
        &answer,
        &[
            "move",
            "moveSan",
            "classification",
            "statistics",
            "engine",
            "krog.principleResults",
            "krog.satisfiedPrinciples",
            "krog.violatedPrinciples",
            "krog.tacticalPatterns",
            "krog.totalKrogScore",
            "explanation.en",
            "explanation.no",
            "alternatives",
        ],
    );
    assert_eq!(answer["moveSan"], "Qxf7#");
}

#[tokio::test]
async fn a_recorded_game_counts_once_and_is_found_again() {
    let krog = Krog::new();
    let (status, answer) = krog
        .post("/api/v1/game/record", &json!({ "pgn": GAME }))
        .await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    all_there(&answer, &["gameId", "positionsRecorded", "movesRecorded"]);
    assert_eq!(answer["movesRecorded"], 14);
    let (_, again) = krog
        .post("/api/v1/game/record", &json!({ "pgn": GAME }))
        .await;
    assert_eq!(again["gameId"], answer["gameId"]);
    assert_eq!(
        (&again["duplicate"], &again["movesRecorded"]),
        (&json!(true), &json!(0))
    );
    let by_moves = json!({
        "moves": ["e4", "e7e5", "Nf3"], "result": "1/2-1/2",
        "whiteElo": 2100, "blackElo": 2050, "timeControl": "300+3",
    });
    let (status, other) = krog.post("/api/v1/game/record", &by_moves).await;
    assert_eq!(status, StatusCode::OK, "{other}");
    let id = answer["gameId"].as_str().unwrap();
    let (status, game) = krog.get(&format!("/api/v1/games/{id}")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(game["moves"][0], "e4");
    let (_, headers, text) = krog.get_text(&format!("/api/v1/games/{id}.pgn")).await;
    assert_eq!(headers["content-type"], "application/x-chess-pgn");
    assert!(
        text.contains("[White \"Åse\"]") && text.contains("7. Be2 Nf3#"),
        "{text}"
    );
    let (_, explorer) = krog
        .get("/api/v1/explorer?fen=startpos&play=e2e4,e7e5")
        .await;
    assert_eq!(
        (&explorer["white"], &explorer["draws"]),
        (&json!(1), &json!(1))
    );
}

/// What clients of the Lichess explorer read.
#[tokio::test]
async fn a_client_of_the_lichess_explorer_finds_its_fields() {
    let krog = Krog::new();
    krog.post("/api/v1/game/record", &json!({ "pgn": GAME }))
        .await;
    let path = "/api/v1/explorer?variant=standard&fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201&speeds=ultraBullet%2Cbullet%2Cblitz%2Crapid%2Cclassical%2Ccorrespondence&ratings=1600,1800,2000&moves=12&topGames=4&recentGames=0";
    let (status, answer) = krog.get(path).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    all_there(
        &answer,
        &[
            "white",
            "draws",
            "black",
            "opening",
            "recentGames",
            "moves[].uci",
            "moves[].san",
            "moves[].averageRating",
            "moves[].white",
            "moves[].draws",
            "moves[].black",
            "moves[].game",
            "topGames[].id",
            "topGames[].winner",
            "topGames[].white.name",
            "topGames[].white.rating",
            "topGames[].black.name",
            "topGames[].year",
            "topGames[].uci",
        ],
    );
    assert_eq!(answer["white"], 1);
}

#[tokio::test]
async fn what_the_store_cannot_tell_apart_is_refused() {
    let krog = Krog::new();
    krog.post("/api/v1/game/record", &json!({ "pgn": GAME }))
        .await;
    for (query, part) in [
        ("variant=chess960", "variant"),
        ("speeds=blitz", "speeds"),
        ("speeds=warp", "speeds"),
        ("since=2020-01", "since"),
        ("until=2020-01", "until"),
        ("ratings=1300", "ratings"),
        ("ratings=1000,1600", "ratings"),
        ("ratings=1000&band=1400-1600", "band"),
        ("recentGames=4", "recentGames"),
        ("history=true", "history"),
        ("play=e2e5", "play"),
        ("fen=8/8/8/8/8/8/8/8", "fen"),
        ("in=none", "in"),
        ("player=thibault", "query"),
    ] {
        let (status, problem) = krog.get(&format!("/api/v1/explorer?{query}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}: {problem}");
        assert_eq!(problem["part"], part, "{query}: {problem}");
    }
    // A collection that is named after a speed holds that slice.
    krog.post_text("/api/v1/import?into=blitz", "application/x-chess-pgn", GAME)
        .await;
    let jobs = krog.get("/api/v1/jobs").await.1;
    krog.ended(jobs[0]["id"].as_str().unwrap()).await;
    let (status, answer) = krog.get("/api/v1/explorer?speeds=blitz").await;
    assert_eq!(
        (status, &answer["collection"]),
        (StatusCode::OK, &json!("blitz"))
    );
}

#[tokio::test]
async fn a_bad_question_names_its_part() {
    let krog = Krog::new();
    for (path, status, part) in [
        ("/api/v1/position/analyze?fen=x", 400, "fen"),
        ("/api/v1/position/analyze", 400, "query"),
        (
            "/api/v1/position/analyze?fen=startpos&engineDepth=99",
            400,
            "engineDepth",
        ),
        ("/api/v1/position/analyze?fen=startpos&lang=fr", 400, "lang"),
        (
            "/api/v1/position/moves?fen=startpos&context=blitz",
            400,
            "context",
        ),
        ("/api/v1/position/moves?fen=startpos&limit=0", 400, "limit"),
        ("/api/v1/move/analyze?fen=startpos&move=e5", 400, "move"),
        ("/api/v1/rules?kind=openings", 400, "kind"),
    ] {
        let (found, problem) = krog.get(path).await;
        assert_eq!(found.as_u16(), status, "{path}: {problem}");
        assert_eq!(problem["part"], part, "{path}: {problem}");
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
}

async fn refused(krog: &Krog, path: &str, body: &Value, status: u16, part: &str) {
    let (found, problem) = krog.post(path, body).await;
    assert_eq!(found.as_u16(), status, "{path} {body}: {problem}");
    assert_eq!(problem["part"], part, "{path} {body}: {problem}");
}

#[tokio::test]
async fn bad_games_name_their_part() {
    let krog = Krog::new();
    for (path, body, status, part) in [
        (
            "/api/v1/game/record",
            json!({ "moves": [], "result": "1-0" }),
            400,
            "moves",
        ),
        (
            "/api/v1/game/record",
            json!({ "moves": ["e5"], "result": "1-0" }),
            400,
            "moves[0]",
        ),
        (
            "/api/v1/game/record",
            json!({ "moves": ["e4"], "result": "2-0" }),
            400,
            "result",
        ),
        ("/api/v1/game/review", json!({}), 400, "body"),
        (
            "/api/v1/game/review",
            json!({ "pgn": "nothing" }),
            400,
            "pgn",
        ),
        (
            "/api/v1/game/review",
            json!({ "pgn": GAME, "profile": "x" }),
            400,
            "profile",
        ),
        (
            "/api/v1/game/review",
            json!({ "pgn": GAME, "nodes": 0 }),
            400,
            "nodes",
        ),
        (
            "/api/v1/import",
            json!({ "source": "/etc/passwd" }),
            400,
            "source",
        ),
        ("/api/v1/puzzles/make", json!({}), 400, "body"),
    ] {
        refused(&krog, path, &body, status, part).await;
    }
}

#[tokio::test]
async fn what_is_not_there_is_a_problem_too() {
    let krog = Krog::new();
    for path in [
        "/nothing",
        "/api/v1/rules/none",
        "/api/v1/jobs/none",
        "/api/v1/reviews/none",
        "/api/v1/games/none",
        "/api/v1/puzzles/none",
        "/api/v1/jobs/n%20one/events",
    ] {
        let (status, headers, text) = krog.get_text(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {text}");
        assert_eq!(headers["content-type"], "application/problem+json");
    }
    assert_eq!(
        krog.get("/api/v1/check").await.0,
        StatusCode::METHOD_NOT_ALLOWED
    );
    let (status, _) = krog.post_text("/api/v1/import", "image/png", "x").await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn the_service_says_what_it_is() {
    let krog = Krog::new();
    let (_, info) = krog.get("/api/v1/server").await;
    assert!(info["engine"].as_str().unwrap().contains("krog"), "{info}");
    let (_, health) = krog.get("/healthz").await;
    assert_eq!(health["status"], "ok");
    let (status, _, docs) = krog.get_text("/api/docs/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(docs.contains("swagger"), "{docs}");
}

/// The committed description is the one that the code gives. `cargo xtask
/// openapi` writes it.
#[test]
fn the_committed_description_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let written = krog_server::openapi();
    if std::env::var_os("KROG_WRITE").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == written,
        "docs/openapi.json is not current: KROG_WRITE=1 cargo test -p krog-server --test rest writes it"
    );
}
