//! What the service measures about itself, in the text format of Prometheus.
//! Labels are routes, methods and statuses: a client cannot make up new ones.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::State,
    http::{Method, header::CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use krog_store::JobState;

use crate::{door::Door, service::Service};

/// Borders of the histogram in seconds.
const BORDERS: [f64; 11] = [
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// How many of the newest jobs are counted.
const JOBS: usize = 200;

#[derive(Default)]
pub(crate) struct Metrics {
    routes: Mutex<BTreeMap<Route, Times>>,
    /// Requests that were turned away for coming too often.
    pub(crate) limited: AtomicU64,
    /// Connections that made room for others.
    pub(crate) evicted: AtomicU64,
    /// Connections that are open.
    pub(crate) connections: AtomicUsize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    path: String,
    method: &'static str,
    status: u16,
}

#[derive(Clone, Copy, Default)]
struct Times {
    within: [u64; BORDERS.len()],
    count: u64,
    sum: f64,
}

impl Metrics {
    /// A request was answered.
    pub(crate) fn count(&self, path: &str, method: &Method, status: u16, took: Duration) {
        let method = match method.as_str() {
            "GET" => "GET",
            "HEAD" => "HEAD",
            "POST" => "POST",
            "PUT" => "PUT",
            "DELETE" => "DELETE",
            "OPTIONS" => "OPTIONS",
            _ => "other",
        };
        let path = path.to_owned();
        let route = Route {
            path,
            method,
            status,
        };
        let seconds = took.as_secs_f64();
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let times = routes.entry(route).or_default();
        times.count += 1;
        times.sum += seconds;
        for (within, border) in times.within.iter_mut().zip(BORDERS) {
            *within += u64::from(seconds <= border);
        }
    }

    fn write(&self, page: &mut Page) {
        let routes = self.routes.lock();
        let routes = routes.unwrap_or_else(PoisonError::into_inner).clone();
        page.about(
            "krog_http_requests_total",
            "counter",
            "Requests by route and status.",
        );
        for (route, times) in &routes {
            page.line("krog_http_requests_total", &route.labels(), times.count);
        }
        let name = "krog_http_request_duration_seconds";
        page.about(name, "histogram", "How long requests took, by route.");
        let mut by_path: BTreeMap<&str, Times> = BTreeMap::new();
        for (route, times) in &routes {
            by_path.entry(&route.path).or_default().add(times);
        }
        for (path, times) in by_path {
            for (border, within) in BORDERS.iter().zip(times.within) {
                let labels = format!("route=\"{path}\",le=\"{border}\"");
                page.line(&format!("{name}_bucket"), &labels, within);
            }
            let labels = format!("route=\"{path}\"");
            let all = format!("{labels},le=\"+Inf\"");
            page.line(&format!("{name}_bucket"), &all, times.count);
            page.line(&format!("{name}_sum"), &labels, times.sum);
            page.line(&format!("{name}_count"), &labels, times.count);
        }
        for (name, kind, text, value) in [
            (
                "krog_http_limited_total",
                "counter",
                "Requests that came too often.",
                self.limited.load(Ordering::Relaxed),
            ),
            (
                "krog_connections_evicted_total",
                "counter",
                "Quiet connections that made room for others.",
                self.evicted.load(Ordering::Relaxed),
            ),
            (
                "krog_connections",
                "gauge",
                "Connections that are open.",
                self.connections.load(Ordering::Relaxed) as u64,
            ),
        ] {
            page.single(name, kind, text, value);
        }
    }
}

impl Route {
    fn labels(&self) -> String {
        let Route {
            path,
            method,
            status,
        } = self;
        format!("route=\"{path}\",method=\"{method}\",status=\"{status}\"")
    }
}

impl Times {
    fn add(&mut self, other: &Times) {
        self.count += other.count;
        self.sum += other.sum;
        for (mine, others) in self.within.iter_mut().zip(other.within) {
            *mine += others;
        }
    }
}

/// The text of all measurements.
#[derive(Default)]
struct Page(String);

impl Page {
    fn about(&mut self, name: &str, kind: &str, text: &str) {
        let _strings_do_not_fail = writeln!(self.0, "# HELP {name} {text}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let _strings_do_not_fail = if labels.is_empty() {
            writeln!(self.0, "{name} {value}")
        } else {
            writeln!(self.0, "{name}{{{labels}}} {value}")
        };
    }

    fn single(&mut self, name: &str, kind: &str, text: &str, value: u64) {
        self.about(name, kind, text);
        self.line(name, "", value);
    }
}

/// The measurements of the service.
pub(crate) async fn page(State((service, door)): State<(Service, Door)>) -> Response {
    let mut page = Page::default();
    door.metrics().write(&mut page);
    page.single(
        "krog_websockets",
        "gauge",
        "WebSockets that are open.",
        door.sockets() as u64,
    );
    let (waiting, running) = service.engines().map_or((0, 0), |engines| engines.load());
    page.about("krog_searches", "gauge", "Searches that wait and that run.");
    page.line("krog_searches", "state=\"waiting\"", waiting);
    page.line("krog_searches", "state=\"running\"", running);
    let (hits, misses) = service.answers().counts();
    page.about(
        "krog_answers_total",
        "counter",
        "Answers given again, and worked out.",
    );
    page.line("krog_answers_total", "cache=\"hit\"", hits);
    page.line("krog_answers_total", "cache=\"miss\"", misses);
    let client = crate::service::own_client("metrics");
    let jobs = service.work(&client, |service| Ok(service.desk()?.jobs(JOBS)?));
    if let Ok(jobs) = jobs.await {
        page.about("krog_jobs", "gauge", "The newest 200 jobs by state.");
        for (name, state) in [
            ("waiting", JobState::Waiting),
            ("running", JobState::Running),
            ("done", JobState::Done),
            ("failed", JobState::Failed),
            ("cancelled", JobState::Cancelled),
        ] {
            let count = jobs.iter().filter(|job| job.state == state).count();
            page.line("krog_jobs", &format!("state=\"{name}\""), count);
        }
    }
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, page.0).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fall_into_all_borders_above_them() {
        let metrics = Metrics::default();
        for (status, took) in [(200, 3), (200, 30), (404, 20_000)] {
            let took = Duration::from_millis(took);
            metrics.count("/a/{id}", &Method::GET, status, took);
        }
        let mut page = Page::default();
        metrics.write(&mut page);
        for line in [
            "krog_http_requests_total{route=\"/a/{id}\",method=\"GET\",status=\"200\"} 2",
            "krog_http_requests_total{route=\"/a/{id}\",method=\"GET\",status=\"404\"} 1",
            "krog_http_request_duration_seconds_bucket{route=\"/a/{id}\",le=\"0.001\"} 0",
            "krog_http_request_duration_seconds_bucket{route=\"/a/{id}\",le=\"0.005\"} 1",
            "krog_http_request_duration_seconds_bucket{route=\"/a/{id}\",le=\"10\"} 2",
            "krog_http_request_duration_seconds_bucket{route=\"/a/{id}\",le=\"+Inf\"} 3",
            "krog_http_request_duration_seconds_count{route=\"/a/{id}\"} 3",
        ] {
            assert!(
                page.0.lines().any(|found| found == line),
                "{line}: {}",
                page.0
            );
        }
    }

    #[test]
    fn made_up_methods_are_one() {
        let metrics = Metrics::default();
        for name in ["BREW", "X1", "X2"] {
            let method = Method::from_bytes(name.as_bytes()).unwrap();
            metrics.count("none", &method, 405, Duration::ZERO);
        }
        assert_eq!(metrics.routes.lock().unwrap().len(), 1);
    }
}
