//! Refusals as problem documents.

use std::{collections::BTreeMap, fmt::Display};

use axum::{
    Json,
    extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    http::{
        HeaderValue, Method, StatusCode,
        header::{CONTENT_TYPE, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use krog_advisor::session::SessionError;
use krog_stats::StatisticsError;
use krog_store::StoreError;
use krog_wire::Problem;
use utoipa::{
    IntoResponses,
    openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, response::Response as Described},
};

/// How many seconds to wait before asking again.
const LATER: HeaderValue = HeaderValue::from_static("2");

/// What an answer says went wrong, for the log.
#[derive(Clone, Debug)]
pub(crate) struct Told(pub(crate) String);

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    title: &'static str,
    part: Option<String>,
    detail: String,
}

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        title: &'static str,
        detail: impl Into<String>,
    ) -> Refusal {
        Refusal {
            status,
            title,
            part: None,
            detail: detail.into(),
        }
    }

    /// A part of the request is bad: which, and what was expected.
    pub(crate) fn bad(part: &str, error: impl Display) -> Refusal {
        let detail = format!("{part}: {error}");
        Refusal {
            part: Some(part.to_owned()),
            ..Refusal::new(StatusCode::BAD_REQUEST, "bad request", detail)
        }
    }

    /// Something went wrong that is not the client's fault.
    pub(crate) fn internal(detail: &str) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error", detail)
    }

    /// The path is known, the method is not.
    pub(crate) fn wrong_method(method: &Method) -> Refusal {
        let detail = format!("found {method}, expected another method for this path");
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed", detail)
    }

    /// There is no such thing here.
    pub(crate) fn not_found(detail: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, "not found", detail)
    }

    /// The body is of the wrong kind.
    pub(crate) fn wrong_media(detail: impl Into<String>) -> Refusal {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Refusal::new(status, "unsupported media type", detail)
    }

    /// The body is too large, or broke off.
    pub(crate) fn too_large(rejection: &BytesRejection) -> Refusal {
        Refusal {
            part: Some("body".to_owned()),
            ..Refusal::new(rejection.status(), "bad body", rejection.body_text())
        }
    }

    /// It may work later.
    pub(crate) fn unavailable(detail: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail)
    }

    /// Too much is waiting.
    pub(crate) fn busy() -> Refusal {
        Refusal::unavailable("too many searches are waiting; ask again in a moment")
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        Refusal {
            part: Some("body".to_owned()),
            ..Refusal::new(rejection.status(), "bad body", rejection.body_text())
        }
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Refusal {
        Refusal::bad("path", rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        Refusal::bad("query", rejection.body_text())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        match error {
            StoreError::NoCollection { .. } => Refusal::bad("in", error),
            StoreError::Name { .. } => Refusal::bad("into", error),
            other => Refusal::unavailable(other.to_string()),
        }
    }
}

impl From<StatisticsError> for Refusal {
    fn from(error: StatisticsError) -> Refusal {
        match error {
            StatisticsError::NoCollection { .. } => Refusal::bad("in", error),
            StatisticsError::Store(_) => Refusal::unavailable(error.to_string()),
        }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Refusal {
        match error {
            SessionError::Statistics(error) => error.into(),
            SessionError::Engine(error) => Refusal::unavailable(error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let told = Told(self.detail.clone());
        let body = Problem {
            kind: "about:blank",
            title: self.title,
            status: self.status.as_u16(),
            detail: self.detail,
            part: self.part,
        };
        let mut response = (self.status, Json(body)).into_response();
        let media_type = HeaderValue::from_static(Problem::MEDIA_TYPE);
        response.headers_mut().insert(CONTENT_TYPE, media_type);
        response.extensions_mut().insert(told);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, LATER);
        }
        response
    }
}

/// The problems that any answer may be, for the description of the API.
pub(crate) struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        [
            ("400", "A part of the request is bad; it is named."),
            ("401", "A key is needed, or the one shown is not known."),
            (
                "403",
                "The key is not good for this, or the page comes from elsewhere.",
            ),
            ("404", "There is no such thing."),
            ("405", "The path takes another method."),
            ("408", "The request came too slowly."),
            ("413", "The body is too large."),
            ("414", "The address is too long."),
            ("415", "The body is of another kind."),
            (
                "422",
                "The body lacks a field, or has one that is not known.",
            ),
            ("429", "Too many requests; wait as told."),
            ("431", "The headers are too large."),
            ("500", "Something went wrong here."),
            (
                "503",
                "Too much is waiting, or a part of the service does not answer.",
            ),
        ]
        .into_iter()
        .map(|(status, description)| {
            let schema = Ref::from_schema_name("Problem");
            let content = ContentBuilder::new().schema(Some(schema)).build();
            let response = ResponseBuilder::new()
                .description(description)
                .content(Problem::MEDIA_TYPE, content)
                .build();
            (status.to_owned(), response.into())
        })
        .collect()
    }
}
