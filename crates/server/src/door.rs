//! The door of the service: who comes in, how often, with how much in hand; and
//! what is written down about it.
//!
//! Handlers know nothing of this. [`Door::before`] puts it before a router.

mod body;
mod client;
pub(crate) mod keys;
mod origin;
mod rate;
mod records;
mod sockets;

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, HttpBody as _},
    extract::{ConnectInfo, Request, State},
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{
            AUTHORIZATION, CONNECTION, CONTENT_LENGTH, RETRY_AFTER, UPGRADE, WWW_AUTHENTICATE,
        },
    },
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
};
pub use client::{Network, ProxyHeader};
pub use keys::{Keys, Scope};
pub use origin::Origin;
pub(crate) use rate::Bucket;
use rate::Buckets;
pub use rate::Rate;
pub(crate) use sockets::Place;
use sockets::Sockets;

use crate::{listen::Slot, metrics::Metrics, problem::Refusal};

/// The longest address and the most bytes of headers that are looked at.
const LONGEST_ADDRESS: usize = 8 << 10;
const MOST_HEADERS: usize = 16 << 10;

/// Questions that come with a body and change nothing.
const QUESTIONS: [&str; 3] = ["/api/v1/validate", "/api/v1/check", "/api/v1/say"];

/// Answers for those who watch the service: they always pass.
const SIGNS: [&str; 2] = ["/healthz", "/readyz"];

/// How the door is kept.
pub struct DoorSettings {
    /// Whether others than this machine can reach the service. Then whatever
    /// writes needs a key.
    pub exposed: bool,
    /// The keys that open it.
    pub keys: Option<Keys>,
    /// How often a client may ask; none for as often as it likes.
    pub rate: Option<Rate>,
    /// Whether clients of this machine are counted too.
    pub count_local: bool,
    /// Proxies that are believed when they name their clients.
    pub proxies: Vec<Network>,
    /// Where they name them.
    pub proxy_header: ProxyHeader,
    /// Origins of pages from elsewhere that may use the service.
    pub origins: Vec<Origin>,
    /// How many connections are kept at once.
    pub connections: usize,
    /// How long slow clients are waited for.
    pub patience: Patience,
}

/// How long slow clients are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, and for the next request.
    pub head: Duration,
    /// For a body, beyond the time that its size earns it.
    pub body: Duration,
    /// For a client that takes nothing of its answer.
    pub answer: Duration,
    /// For what is under way when the service stops.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            answer: Duration::from_secs(20),
            stop: Duration::from_secs(5),
        }
    }
}

impl Default for DoorSettings {
    fn default() -> DoorSettings {
        DoorSettings {
            exposed: false,
            keys: None,
            rate: None,
            count_local: false,
            proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            origins: Vec::new(),
            connections: 1_000,
            patience: Patience::default(),
        }
    }
}

/// The door: cheap to clone, one and the same.
#[derive(Clone)]
pub struct Door(Arc<Inner>);

struct Inner {
    settings: DoorSettings,
    buckets: Option<Buckets>,
    sockets: Arc<Sockets>,
    metrics: Arc<Metrics>,
}

/// An answer in place of the one that was asked for.
struct Instead(Box<Response>);

impl From<Response> for Instead {
    fn from(response: Response) -> Instead {
        Instead(Box::new(response))
    }
}

impl From<Refusal> for Instead {
    fn from(refusal: Refusal) -> Instead {
        refusal.into_response().into()
    }
}

impl Door {
    /// A door.
    pub fn new(settings: DoorSettings) -> Door {
        Door(Arc::new(Inner {
            buckets: settings.rate.map(Buckets::new),
            settings,
            sockets: Arc::default(),
            metrics: Arc::default(),
        }))
    }

    pub(crate) fn settings(&self) -> &DoorSettings {
        &self.0.settings
    }

    pub(crate) fn metrics(&self) -> &Arc<Metrics> {
        &self.0.metrics
    }

    /// How many `WebSocket`s are open.
    pub(crate) fn sockets(&self) -> usize {
        self.0.sockets.open()
    }

    /// Puts the door before a router.
    pub(crate) fn before(&self, router: Router) -> Router {
        let guarded = router.layer(middleware::from_fn_with_state(self.clone(), pass));
        let origins: Vec<HeaderValue> = self
            .0
            .settings
            .origins
            .iter()
            .filter_map(Origin::header)
            .collect();
        let guarded = if origins.is_empty() {
            guarded
        } else {
            guarded.layer(records::cors(origins))
        };
        guarded.layer(middleware::from_fn_with_state(
            self.clone(),
            records::record,
        ))
    }

    /// Whether whatever writes needs a key.
    fn needs_keys(&self) -> bool {
        let settings = &self.0.settings;
        settings.exposed || settings.keys.is_some() || !settings.proxies.is_empty()
    }

    /// The client of a request.
    fn client(&self, request: &Request) -> IpAddr {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let local = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let peer = peer.map_or(local, |peer| peer.0);
        let settings = &self.0.settings;
        let client = client::address(
            peer,
            request.headers(),
            &settings.proxies,
            settings.proxy_header,
        );
        client::counted(client)
    }

    /// Counts a request; an answer if there were too many.
    fn count(&self, client: IpAddr, path: &str) -> Result<Vec<(HeaderName, HeaderValue)>, Instead> {
        let Some(buckets) = &self.0.buckets else {
            return Ok(Vec::new());
        };
        let is_free = client.is_loopback() && !self.0.settings.count_local;
        if is_free || SIGNS.contains(&path) {
            return Ok(Vec::new());
        }
        let standing = buckets.take(client, Instant::now());
        let policy = buckets.rate().policy();
        let headers = [
            ("ratelimit", standing.header()),
            ("ratelimit-policy", policy),
        ]
        .into_iter()
        .filter_map(|(name, text)| {
            let value = HeaderValue::from_str(&text).ok()?;
            Some((HeaderName::from_static(name), value))
        })
        .collect::<Vec<_>>();
        let Some(wait) = standing.wait else {
            return Ok(headers);
        };
        self.0.metrics.limited.fetch_add(1, Ordering::Relaxed);
        let detail = "too many requests; ask again after the time that Retry-After tells";
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many requests", detail);
        let mut response = refusal.into_response();
        response.headers_mut().extend(headers);
        let wait = rate::seconds(wait).max(1);
        response.headers_mut().insert(RETRY_AFTER, wait.into());
        Err(response.into())
    }

    /// Whether a request may do what it asks for.
    fn check(&self, request: &Request) -> Result<(), Instead> {
        check_sizes(request)?;
        let settings = &self.0.settings;
        let headers = request.headers();
        if !self.needs_keys() && !origin::is_local_name(headers, &settings.origins) {
            let detail = "Host: found a name from elsewhere, expected one of this machine; \
                --allow-origin or --trusted-proxy makes others known";
            let status = StatusCode::MISDIRECTED_REQUEST;
            return Err(Refusal::new(status, "misdirected request", detail).into());
        }
        let writes = writes(request.method(), request.uri().path());
        if (writes || is_socket(request)) && !origin::is_welcome(headers, &settings.origins) {
            let detail = "Origin: found a page from elsewhere, expected one of this service \
                or of --allow-origin";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "forbidden", detail).into());
        }
        if self.needs_keys() {
            self.check_key(request, writes)?;
        }
        Ok(())
    }

    fn check_key(&self, request: &Request, writes: bool) -> Result<(), Instead> {
        let needed = match request.uri().path() {
            "/metrics" => Scope::Admin,
            _ if writes => Scope::Write,
            _ => Scope::Read,
        };
        let keys = self.0.settings.keys.as_ref();
        let Some(shown) = shown(request) else {
            if needed == Scope::Read {
                return Ok(());
            }
            let detail = if keys.is_some() {
                "found no key, expected one in Authorization: Bearer or X-API-Key"
            } else {
                "found no keys, expected the service to be started with --api-keys"
            };
            return Err(unknown(detail));
        };
        let holder = keys.and_then(|keys| keys.holder(shown));
        let Some(holder) = holder else {
            return Err(unknown(
                "found a key that is not known, expected one that is",
            ));
        };
        if holder.scope < needed {
            let detail = format!(
                "found a key for {}, expected one for {needed}",
                holder.scope
            );
            let refusal = Refusal::new(StatusCode::FORBIDDEN, "forbidden", detail);
            let mut response = refusal.into_response();
            let challenge = "Bearer realm=\"krog\", error=\"insufficient_scope\"";
            let challenge = HeaderValue::from_static(challenge);
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            return Err(response.into());
        }
        tracing::debug!(holder = holder.name, "a key was shown");
        Ok(())
    }

    /// Reads the body of a request, within its limits.
    async fn body(&self, request: Request) -> Result<Request, Instead> {
        let (parts, body) = request.into_parts();
        if body.is_end_stream() {
            return Ok(Request::from_parts(parts, body));
        }
        let most = body::largest(parts.uri.path());
        let told = parts.headers.get(CONTENT_LENGTH);
        let told = told.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let read = match told {
            Some(length) if length > most => Err(body::too_large(most)),
            _ => body::read(body, most, self.0.settings.patience.body).await,
        };
        match read {
            Ok(bytes) => Ok(Request::from_parts(parts, Body::from(bytes))),
            Err(refusal) => {
                // What was not read stands before the next request.
                let mut response = refusal.into_response();
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(CONNECTION, close);
                Err(response.into())
            }
        }
    }
}

/// Lets a request through the door, or answers in its place.
async fn pass(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let client = door.client(&request);
    let standing = match door.count(client, request.uri().path()) {
        Ok(standing) => standing,
        Err(Instead(response)) => return *response,
    };
    if let Err(Instead(response)) = door.check(&request) {
        return *response;
    }
    if is_socket(&request) {
        let Some(place) = door.0.sockets.take(client) else {
            let detail = "too many WebSockets are open; close some first";
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut response = Refusal::new(status, "too many requests", detail).into_response();
            let wait = HeaderValue::from_static("10");
            response.headers_mut().insert(RETRY_AFTER, wait);
            return response;
        };
        request.extensions_mut().insert(place);
    }
    // From here on the client is whom the door takes it for.
    let known = ConnectInfo(SocketAddr::new(client, 0));
    request.extensions_mut().insert(known);
    let request = match door.body(request).await {
        Ok(request) => request,
        Err(Instead(response)) => return *response,
    };
    let slot = request.extensions().get::<Arc<Slot>>().cloned();
    let _busy = slot.as_ref().map(Slot::busy);
    let mut response = next.run(request).await;
    response.headers_mut().extend(standing);
    response
}

fn check_sizes(request: &Request) -> Result<(), Instead> {
    let address = request.uri().path_and_query();
    let length = address.map_or(0, |address| address.as_str().len());
    if length > LONGEST_ADDRESS {
        let detail =
            format!("found an address of {length} bytes, expected at most {LONGEST_ADDRESS}");
        let refusal = Refusal::new(StatusCode::URI_TOO_LONG, "uri too long", detail);
        return Err(refusal.into());
    }
    let headers = request.headers().iter();
    let size: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if size > MOST_HEADERS {
        let detail = format!("found headers of {size} bytes, expected at most {MOST_HEADERS}");
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Err(Refusal::new(status, "headers too large", detail).into());
    }
    Ok(())
}

fn unknown(detail: &str) -> Instead {
    let refusal = Refusal::new(StatusCode::UNAUTHORIZED, "unauthorized", detail);
    let mut response = refusal.into_response();
    let challenge = HeaderValue::from_static("Bearer realm=\"krog\"");
    response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    response.into()
}

/// The key that a request shows. What cannot be read as one is a key that
/// nobody has.
fn shown(request: &Request) -> Option<&str> {
    if let Some(value) = request.headers().get(AUTHORIZATION) {
        let words = value.to_str().ok().and_then(|text| text.split_once(' '));
        let bearer = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        return Some(bearer.map_or("", |(_, key)| key.trim()));
    }
    let value = request.headers().get("x-api-key")?;
    Some(value.to_str().unwrap_or_default().trim())
}

fn writes(method: &Method, path: &str) -> bool {
    let asks = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
    let is_question = method == Method::POST && QUESTIONS.contains(&path);
    !asks && !is_question
}

fn is_socket(request: &Request) -> bool {
    let upgrade = request.headers().get(UPGRADE);
    upgrade.is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}
