//! A whole service over a real store in a folder of its own, with the builtin
//! engine at a small limit.

#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // not every test uses everything

use std::{
    fs,
    num::{NonZeroU8, NonZeroUsize},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::{self, Body},
    http::{HeaderMap, Request, StatusCode, header},
};
use krog_analyst::{Choice, open};
use krog_chess::Limit;
use krog_importer::{Services, ServicesSettings};
use krog_server::{Lending, QueueSettings, Service, Settings, Sources, app};
use krog_store::{Embedded, Store};
use serde_json::Value;
use tower::ServiceExt as _;

/// A service and its folder, which goes with it.
pub struct Krog {
    pub service: Service,
    pub folder: PathBuf,
}

impl Krog {
    pub fn new() -> Krog {
        Krog::at(Krog::fresh())
    }

    /// A folder that nobody has.
    pub fn fresh() -> PathBuf {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("krog-server-{}-{number}", std::process::id());
        std::env::temp_dir().join(name)
    }

    /// A service over the store in a folder.
    pub fn at(folder: PathBuf) -> Krog {
        let store = Embedded::create(&folder).unwrap();
        Krog::over(Arc::new(store), folder, false)
    }

    /// The same, which may lend out work.
    pub fn lending(folder: PathBuf, lending: Lending) -> Krog {
        let store = Embedded::create(&folder).unwrap();
        Krog::set(Arc::new(store), folder, false, lending)
    }

    /// A service over a store, whose engines are at work without being asked or
    /// are not.
    pub fn over(store: Arc<dyn Store>, folder: PathBuf, use_idle: bool) -> Krog {
        Krog::set(store, folder, use_idle, Lending::default())
    }

    fn set(store: Arc<dyn Store>, folder: PathBuf, use_idle: bool, lending: Lending) -> Krog {
        let engines = NonZeroUsize::new(2).unwrap();
        let settings = krog_analyst::Settings {
            engines,
            ..krog_analyst::Settings::default()
        };
        let engine = open(&Choice::Builtin, &settings).unwrap();
        let service = Service::new(
            Sources {
                store: Some(store),
                engine: Some(Box::new(engine)),
                services: Services::new(&ServicesSettings::default()).unwrap(),
            },
            Settings {
                collection: "main".to_owned(),
                limit: Limit::nodes(2_000),
                most_nodes: 50_000_000,
                lines: NonZeroU8::new(2).unwrap(),
                queue: QueueSettings {
                    engines,
                    most_waiting: 64,
                },
                lending,
                use_idle,
            },
        );
        Krog { service, folder }
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
        let response = app(&self.service).oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = body::to_bytes(response.into_body(), 16 << 20)
            .await
            .unwrap();
        (status, headers, String::from_utf8(bytes.to_vec()).unwrap())
    }

    pub async fn get_text(&self, path: &str) -> (StatusCode, HeaderMap, String) {
        self.send(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        let (status, _, text) = self.get_text(path).await;
        (status, serde_json::from_str(&text).expect(&text))
    }

    pub async fn delete(&self, path: &str) -> (StatusCode, Value) {
        let request = Request::delete(path).body(Body::empty()).unwrap();
        let (status, _, text) = self.send(request).await;
        (status, serde_json::from_str(&text).expect(&text))
    }

    pub async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        self.post_text(path, "application/json", &body.to_string())
            .await
    }

    pub async fn post_text(&self, path: &str, kind: &str, body: &str) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body.to_owned()))
            .unwrap();
        let (status, _, text) = self.send(request).await;
        (status, serde_json::from_str(&text).expect(&text))
    }

    /// The job after it has ended.
    pub async fn ended(&self, id: &str) -> Value {
        let start = Instant::now();
        loop {
            let (status, job) = self.get(&format!("/api/v1/jobs/{id}")).await;
            assert_eq!(status, StatusCode::OK, "{job}");
            if !matches!(job["state"].as_str(), Some("waiting" | "running")) {
                return job;
            }
            assert!(start.elapsed() < Duration::from_mins(2), "{job}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Krog {
    fn drop(&mut self) {
        let _may_be_gone = fs::remove_dir_all(&self.folder);
    }
}

/// A text as a part of a query.
pub fn quoted(text: &str) -> String {
    use std::fmt::Write as _;
    let mut quoted = String::new();
    for byte in text.bytes() {
        write!(quoted, "%{byte:02X}").unwrap();
    }
    quoted
}

/// Every key that a value has, with those of its parts: `a`, `a.b`, `a[].c`.
pub fn has(value: &Value, path: &str) -> bool {
    let mut here = value;
    for key in path.split('.') {
        let (key, list) = match key.strip_suffix("[]") {
            Some(key) => (key, true),
            None => (key, false),
        };
        let Some(next) = here.get(key) else {
            return false;
        };
        here = match next.as_array() {
            Some(items) if list => match items.first() {
                Some(first) => first,
                None => return true,
            },
            _ => next,
        };
    }
    true
}
