//! Laws, formulas, spoken moves and registries over HTTP.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use axum::http::StatusCode;
use common::{Krog, quoted};
use serde_json::{Value, json};

/// 64⁴ squares to look at.
const ENDLESS: &str = "forall a in squares: forall b in squares: forall c in squares: \
    forall d in squares: near_file(a, b) | ~near_file(c, d) | ~near_file(a, b)";

const LOSS: &str = "forces(opponent, won(opponent, 200)) after move";

/// A queen that takes a rook and is taken: two pawns' worth are lost by it.
const LOST_QUEEN: &str = "r1b1kb1r/ppppnpp1/7p/3Pq3/2B5/8/PPPP1PPP/R1BQR1K1 b kq - 1 9";

async fn refused(krog: &Krog, path: &str, body: &Value, status: u16, part: &str) {
    let (found, problem) = krog.post(path, body).await;
    assert_eq!(found.as_u16(), status, "{path} {body}: {problem}");
    assert_eq!(problem["part"], part, "{path} {body}: {problem}");
}

#[tokio::test]
async fn bad_moves_name_their_part() {
    let krog = Krog::new();
    for (path, body, status, part) in [
        (
            "/api/v1/validate",
            json!({ "fen": "x", "move": "e4" }),
            400,
            "fen",
        ),
        (
            "/api/v1/validate",
            json!({ "fen": "startpos", "move": "?" }),
            400,
            "move",
        ),
        (
            "/api/v1/validate",
            json!({ "fen": "startpos" }),
            422,
            "body",
        ),
        (
            "/api/v1/say",
            json!({ "text": "banana", "fen": "startpos" }),
            400,
            "text",
        ),
    ] {
        refused(&krog, path, &body, status, part).await;
    }
}

#[tokio::test]
async fn bad_formulas_name_their_part() {
    let krog = Krog::new();
    for (path, body, status, part) in [
        (
            "/api/v1/check",
            json!({ "formula": "P(", "fen": "startpos" }),
            400,
            "formula",
        ),
        ("/api/v1/check", json!({ "formula": "PV" }), 400, "body"),
        (
            "/api/v1/check",
            json!({ "formula": "PV", "pgn": "hello world" }),
            400,
            "pgn",
        ),
        (
            "/api/v1/check",
            json!({ "formula": "PV", "fen": "startpos", "ply": 1 }),
            400,
            "ply",
        ),
        (
            "/api/v1/check",
            json!({ "formula": "PV", "fen": "startpos", "lines": [["e4"], ["e5"]] }),
            400,
            "lines[1]",
        ),
        (
            "/api/v1/check",
            json!({ "formula": "PV", "fen": "startpos", "move": "e4", "lines": [["e4"]] }),
            400,
            "move",
        ),
        (
            "/api/v1/check",
            json!({ "formula": ENDLESS, "fen": "startpos" }),
            400,
            "formula",
        ),
    ] {
        refused(&krog, path, &body, status, part).await;
    }
}

#[tokio::test]
async fn laws_formulas_and_spoken_moves() {
    let krog = Krog::new();
    let body = json!({ "fen": "startpos", "move": "Be3" });
    let (status, answer) = krog.post("/api/v1/validate", &body).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["laws"], json!(["bishop_movement"]));
    assert_eq!(
        answer["explanation"]["no"],
        "Løperen på c1 er sperret av bonden på d2."
    );
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
        // What a side can force rests on lines.
        (
            json!({ "formula": LOSS, "fen": LOST_QUEEN, "lines": [["e5e1", "d1e1"]] }),
            true,
        ),
        (
            json!({ "formula": LOSS, "fen": LOST_QUEEN, "move": "e5e1" }),
            false,
        ),
    ] {
        let (status, answer) = krog.post("/api/v1/check", &body).await;
        assert_eq!(
            (status, &answer["holds"]),
            (StatusCode::OK, &json!(holds)),
            "{body}"
        );
    }
    for (text, lang, san) in [("knight f3", "en", "Nf3"), ("springer f3", "no", "Nf3")] {
        let body = json!({ "text": text, "fen": "startpos", "lang": lang });
        assert_eq!(krog.post("/api/v1/say", &body).await.1["san"], san);
    }
}

#[tokio::test]
async fn registries_are_listed() {
    let krog = Krog::new();
    for (kind, count) in [("laws", 26), ("principles", 14), ("profiles", 6)] {
        let (_, rules) = krog.get(&format!("/api/v1/rules?kind={kind}")).await;
        assert_eq!(rules.as_array().unwrap().len(), count);
    }
    for (id, name) in [("castling", "Rokade"), ("fork", "Gaffel")] {
        let (_, rule) = krog.get(&format!("/api/v1/rules/{id}")).await;
        assert_eq!(rule["name"]["no"], name);
    }
    let (_, opening) = krog
        .get(&format!(
            "/api/v1/opening?fen={}",
            quoted("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        ))
        .await;
    assert_eq!(opening["eco"], "B00");
}
