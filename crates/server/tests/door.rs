//! The door without a socket: keys, limits, origins, sizes. Every row is a
//! request and the status it gets.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/service.rs"]
mod common;

use std::{fs, net::SocketAddr};

use axum::{
    Router,
    body::{self, Body},
    extract::ConnectInfo,
    http::{HeaderMap, Request},
};
use common::Krog;
use krog_server::{Door, DoorSettings, Keys, Rate, Scope, guarded, new_key};
use serde_json::Value;
use tower::ServiceExt as _;

/// A service behind a door, with a key for each scope.
struct House {
    krog: Krog,
    app: Router,
    keys: [String; 3],
}

impl House {
    fn new(settings: impl FnOnce(&Krog) -> DoorSettings) -> House {
        let krog = Krog::new();
        let scopes = [Scope::Read, Scope::Write, Scope::Admin];
        let made = scopes.map(|scope| new_key(&scope.to_string(), &[scope]).unwrap());
        let lines: Vec<&str> = made.iter().map(|made| made.line.as_str()).collect();
        fs::write(krog.folder.join("keys"), lines.join("\n")).unwrap();
        let door = Door::new(settings(&krog));
        House {
            app: guarded(&krog.service, &door),
            krog,
            keys: made.map(|made| made.key),
        }
    }

    /// A service that others can reach.
    fn open() -> House {
        House::new(|krog| DoorSettings {
            exposed: true,
            keys: Some(Keys::open(&krog.folder.join("keys")).unwrap()),
            ..DoorSettings::default()
        })
    }

    async fn send(&self, request: Request<Body>) -> (u16, HeaderMap, String) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = body::to_bytes(response.into_body(), 16 << 20)
            .await
            .unwrap();
        (
            status,
            headers,
            String::from_utf8_lossy(&bytes).into_owned(),
        )
    }

    async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> (u16, HeaderMap, String) {
        self.send(request(method, path, headers, "{}", "127.0.0.1:4711"))
            .await
    }

    async fn status(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
        self.ask(method, path, headers).await.0
    }
}

fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    text: &str,
    peer: &str,
) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let with_body = method == "POST";
    if with_body {
        request = request.header("content-type", "application/json");
    }
    let text = if with_body {
        text.to_owned()
    } else {
        String::new()
    };
    let mut request = request.body(Body::from(text)).unwrap();
    let peer: SocketAddr = peer.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

const WRITING: [(&str, &str); 5] = [
    ("POST", "/api/v1/game/record"),
    ("POST", "/api/v1/game/review"),
    ("POST", "/api/v1/import"),
    ("POST", "/api/v1/puzzles/make"),
    ("DELETE", "/api/v1/jobs/x"),
];

const READING: [(&str, &str); 7] = [
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/api/v1/server"),
    ("GET", "/api/v1/jobs"),
    ("POST", "/api/v1/validate"),
    ("POST", "/api/v1/check"),
    ("POST", "/api/v1/say"),
];

#[tokio::test]
async fn writing_needs_a_key_where_others_can_reach_the_service() {
    let house = House::open();
    let [read, write, admin] = &house.keys;
    let bearer = format!("Bearer {write}");
    let basic = format!("Basic {write}");
    for (method, path) in WRITING {
        for (headers, expected) in [
            (vec![], Some(401)),
            (vec![("x-api-key", "krog_wrong")], Some(401)),
            (vec![("x-api-key", "")], Some(401)),
            (vec![("authorization", basic.as_str())], Some(401)),
            (vec![("authorization", write.as_str())], Some(401)),
            (vec![("x-api-key", read.as_str())], Some(403)),
            (vec![("x-api-key", write.as_str())], None),
            (vec![("x-api-key", admin.as_str())], None),
            (vec![("authorization", bearer.as_str())], None),
        ] {
            let (status, answer, text) = house.ask(method, path, &headers).await;
            match expected {
                Some(expected) => {
                    assert_eq!(status, expected, "{method} {path} {headers:?}");
                    assert_eq!(answer["content-type"], "application/problem+json");
                    assert!(
                        answer["www-authenticate"]
                            .to_str()
                            .unwrap()
                            .starts_with("Bearer")
                    );
                    let problem: Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(problem["status"], expected);
                }
                None => assert!(![401, 403].contains(&status), "{method} {path}: {status}"),
            }
        }
    }
    for (method, path) in READING {
        let status = house.status(method, path, &[]).await;
        assert!(![401, 403].contains(&status), "{method} {path}: {status}");
    }
    for (key, expected) in [(read, 403), (write, 403), (admin, 200)] {
        assert_eq!(
            house.status("GET", "/metrics", &[("x-api-key", key)]).await,
            expected
        );
    }
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_at_once() {
    let house = House::open();
    let key = house.keys[1].clone();
    let ask = async || {
        house
            .status("DELETE", "/api/v1/jobs/x", &[("x-api-key", &key)])
            .await
    };
    assert_eq!(ask().await, 404);
    fs::write(house.krog.folder.join("keys"), "# none\n").unwrap();
    assert_eq!(ask().await, 401);
}

#[tokio::test]
async fn without_keys_nobody_writes_from_elsewhere_and_everybody_at_home() {
    for (exposed, expected) in [(true, 401), (false, 404)] {
        let house = House::new(|_| DoorSettings {
            exposed,
            ..DoorSettings::default()
        });
        assert_eq!(
            house.status("DELETE", "/api/v1/jobs/x", &[]).await,
            expected
        );
    }
    // A proxy that is trusted brings others here.
    let house = House::new(|_| DoorSettings {
        proxies: vec!["127.0.0.1".parse().unwrap()],
        ..DoorSettings::default()
    });
    assert_eq!(house.status("DELETE", "/api/v1/jobs/x", &[]).await, 401);
}

/// A house where each client may ask three times at once.
fn counting() -> House {
    House::new(|_| DoorSettings {
        rate: Some(Rate {
            per_second: 1,
            burst: 3,
        }),
        proxies: vec!["10.0.0.0/8".parse().unwrap()],
        ..DoorSettings::default()
    })
}

#[tokio::test]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let house = counting();
    let ask = async |peer: &str, headers: &[(&str, &str)]| {
        house
            .send(request("GET", "/api/v1/rules/castling", headers, "", peer))
            .await
    };
    let flood = async |peer: &str, headers: &[(&str, &str)]| {
        let mut statuses = Vec::new();
        for _ in 0..4 {
            statuses.push(ask(peer, headers).await.0 == 429);
        }
        statuses
    };
    let limited = [false, false, false, true];
    assert_eq!(flood("192.0.2.1:1", &[]).await, limited);
    assert_eq!(flood("192.0.2.2:1", &[]).await, limited);
    // A forged header makes nobody somebody else.
    let forged = [
        ("x-forwarded-for", "203.0.113.5"),
        ("forwarded", "for=203.0.113.6"),
    ];
    assert_eq!(flood("192.0.2.2:9", &forged).await, [true; 4]);
    // All of a /64 are one client, its neighbours are not.
    assert_eq!(flood("[2001:db8:0:1::1]:1", &[]).await, limited);
    assert_eq!(flood("[2001:db8:0:1:ffff::2]:1", &[]).await, [true; 4]);
    assert_eq!(flood("[2001:db8:0:2::1]:1", &[]).await, limited);
    // Behind a trusted proxy each client has a bucket.
    assert_eq!(
        flood("10.1.1.1:1", &[("x-forwarded-for", "203.0.113.7")]).await,
        limited
    );
    assert_eq!(
        flood("10.1.1.1:1", &[("x-forwarded-for", "203.0.113.8")]).await,
        limited
    );
    let spoofed = [("x-forwarded-for", "198.51.100.1, 203.0.113.8")];
    assert_eq!(flood("10.1.1.1:1", &spoofed).await, [true; 4]);
    let (status, headers, _) = ask("192.0.2.1:1", &[]).await;
    assert_eq!(status, 429);
    assert_eq!(headers["retry-after"], "1");
    assert_eq!(headers["ratelimit-policy"], "\"default\";q=3;w=3");
    assert!(
        headers["ratelimit"]
            .to_str()
            .unwrap()
            .starts_with("\"default\";r=0;t=")
    );
}

#[tokio::test]
async fn signs_of_life_and_this_machine_are_not_counted() {
    let house = counting();
    for _ in 0..9 {
        let sign = request("GET", "/healthz", &[], "", "192.0.2.1:1");
        assert_eq!(house.send(sign).await.0, 200);
        let own = request("GET", "/api/v1/rules/castling", &[], "", "127.0.0.1:1");
        assert_eq!(house.send(own).await.0, 200);
    }
}

#[tokio::test]
async fn what_is_too_large_is_refused_by_name() {
    let house = House::new(|_| DoorSettings::default());
    let long = |count| "x".repeat(count);
    let json = |key: &str, count| format!("{{\"fen\":\"startpos\",\"{key}\":\"{}\"}}", long(count));
    let query = format!("/api/v1/position/analyze?fen={}", long(9_000));
    let fen = format!("/api/v1/position/analyze?fen={}", long(300));
    let deep = format!(
        "{{\"fen\":\"startpos\",\"formula\":\"{}\"}}",
        "(".repeat(4_000)
    );
    let nested = "[".repeat(50_000);
    for (method, path, text, expected) in [
        ("GET", query.as_str(), String::new(), 414),
        ("GET", fen.as_str(), String::new(), 400),
        ("POST", "/api/v1/validate", long(65_537), 413),
        ("POST", "/api/v1/say", json("text", 2_000), 400),
        ("POST", "/api/v1/check", json("formula", 5_000), 400),
        ("POST", "/api/v1/check", deep, 400),
        ("POST", "/api/v1/check", long((256 << 10) + 1), 413),
        ("POST", "/api/v1/game/review", long((4 << 20) + 1), 413),
        ("POST", "/api/v1/import", long((32 << 20) + 1), 413),
        ("POST", "/api/v1/say", nested, 422),
    ] {
        let (status, headers, answer) = house
            .send(request(method, path, &[], &text, "127.0.0.1:1"))
            .await;
        assert_eq!(
            status,
            expected,
            "{method} {}: {answer:.300}",
            &path[..path.len().min(30)]
        );
        assert_eq!(headers["content-type"], "application/problem+json");
        assert!(answer.len() < 2_000, "{} bytes", answer.len());
    }
    let value = long(17_000);
    assert_eq!(
        house
            .status("GET", "/api/v1/rules", &[("x-long", &value)])
            .await,
        431
    );
    let told = [("content-length", "99999999")];
    assert_eq!(house.status("POST", "/api/v1/validate", &told).await, 413);
}

#[tokio::test]
async fn pages_from_elsewhere_neither_write_nor_open_sockets() {
    let house = House::new(|_| DoorSettings {
        origins: vec!["https://friend.example".parse().unwrap()],
        ..DoorSettings::default()
    });
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("host", "localhost:8080"),
    ];
    for (origin, refused) in [
        (None, false),
        (Some("http://localhost:8080"), false),
        (Some("https://friend.example"), false),
        (Some("https://evil.example"), true),
        (Some("http://localhost:9090"), true),
        (Some("null"), true),
    ] {
        let own: Vec<_> = origin
            .map(|origin| ("origin", origin))
            .into_iter()
            .collect();
        let socket: Vec<_> = upgrade.iter().copied().chain(own.clone()).collect();
        let status = house.status("GET", "/api/v1/analysis", &socket).await;
        assert_eq!(status == 403, refused, "{origin:?}: {status}");
        let write: Vec<_> = [("host", "localhost:8080")]
            .into_iter()
            .chain(own)
            .collect();
        let status = house.status("DELETE", "/api/v1/jobs/x", &write).await;
        assert_eq!(status, if refused { 403 } else { 404 }, "{origin:?}");
        let (status, headers, _) = house.ask("GET", "/api/v1/rules/castling", &write).await;
        assert_eq!(status, 200);
        let shared = headers.get("access-control-allow-origin");
        let friend = origin == Some("https://friend.example");
        assert_eq!(shared.is_some(), friend, "{origin:?}");
    }
}

#[tokio::test]
async fn pages_of_the_list_may_ask_what_they_may_do() {
    let house = House::new(|_| DoorSettings {
        origins: vec!["https://friend.example".parse().unwrap()],
        ..DoorSettings::default()
    });
    let preflight = [
        ("origin", "https://friend.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization"),
    ];
    let (status, headers, _) = house.ask("OPTIONS", "/api/v1/import", &preflight).await;
    assert_eq!(status, 200);
    assert_eq!(
        headers["access-control-allow-origin"],
        "https://friend.example"
    );
    assert!(
        headers["access-control-allow-headers"]
            .to_str()
            .unwrap()
            .contains("authorization")
    );
    // A name that was made to mean this machine.
    let status = house
        .status("GET", "/api/v1/rules", &[("host", "evil.example")])
        .await;
    assert_eq!(status, 421);
}

#[tokio::test]
async fn answers_carry_the_rules_for_browsers_and_an_id() {
    let house = House::open();
    for (path, policy) in [
        ("/api/v1/rules", "default-src 'none'"),
        ("/none", "default-src 'none'"),
        ("/api/docs/", "script-src 'self'"),
        ("/healthz", "default-src 'none'"),
        ("/", "default-src"),
    ] {
        let (_, headers, _) = house.ask("GET", path, &[]).await;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        let found = headers["content-security-policy"].to_str().unwrap();
        assert!(found.contains(policy), "{path}: {found}");
        assert!(!headers["x-request-id"].is_empty());
    }
    for (told, kept) in [
        ("abc-1.2_3", true),
        ("a b", false),
        ("", false),
        ("ø", false),
    ] {
        let (_, headers, _) = house
            .ask("GET", "/healthz", &[("x-request-id", told)])
            .await;
        assert_eq!(headers["x-request-id"] == told, kept, "{told:?}");
    }
}

/// The page of the API's description runs no script of its own text, so that
/// its policy holds.
#[tokio::test]
async fn the_docs_page_works_under_its_policy() {
    let house = House::open();
    let (status, _, page) = house.ask("GET", "/api/docs/", &[]).await;
    assert_eq!(status, 200);
    let mut scripts = 0;
    for tag in page.split("<script").skip(1) {
        scripts += 1;
        let (head, rest) = tag.split_once('>').unwrap();
        assert!(head.contains("src="), "{tag}");
        assert!(rest.trim_start().starts_with("</script"), "{tag}");
        let source = head
            .split("src=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let source = source.trim_start_matches("./");
        assert!(!source.contains("//"), "{source}");
        let path = format!("/api/docs/{source}");
        assert_eq!(house.status("GET", &path, &[]).await, 200, "{path}");
    }
    assert!(scripts > 0);
}

#[tokio::test]
async fn what_is_measured_is_told_and_what_is_not_ready_named() {
    let house = House::new(|_| DoorSettings::default());
    let explorer = "/api/v1/opening?fen=startpos";
    for path in [explorer, explorer, "/api/v1/jobs/none", "/nowhere"] {
        house.ask("GET", path, &[]).await;
    }
    let (status, headers, text) = house.ask("GET", "/metrics", &[]).await;
    assert_eq!(status, 200);
    assert!(
        headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/plain; version=0.0.4")
    );
    for line in [
        "krog_http_requests_total{route=\"/api/v1/jobs/{id}\",method=\"GET\",status=\"404\"} 1",
        "krog_http_requests_total{route=\"none\",method=\"GET\",status=\"404\"} 1",
        "krog_searches{state=\"waiting\"} 0",
        "krog_jobs{state=\"waiting\"} 0",
        "krog_websockets 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let (status, _, text) = house.ask("GET", "/readyz", &[]).await;
    assert_eq!((status, text.contains("\"ready\"")), (200, true), "{text}");
    house.krog.service.shut_down().await;
    let (status, _, text) = house.ask("GET", "/readyz", &[]).await;
    assert_eq!(status, 503, "{text}");
    let answer: Value = serde_json::from_str(&text).unwrap();
    let parts = answer["parts"].as_array().unwrap();
    let unready = parts.iter().filter(|part| part["ready"] == false);
    let unready: Vec<_> = unready.map(|part| part["name"].as_str().unwrap()).collect();
    assert!(unready.contains(&"service"), "{text}");
}
