//! Refusals as problem documents.

use axum::{
    Json,
    extract::rejection::JsonRejection,
    http::{HeaderValue, Method, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use krog_wire::Problem;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    title: &'static str,
    detail: String,
}

impl Refusal {
    /// A part of the request is bad: which, and what was expected.
    pub(crate) fn bad(part: &str, error: impl std::fmt::Display) -> Refusal {
        Refusal {
            status: StatusCode::BAD_REQUEST,
            title: "bad request",
            detail: format!("{part}: {error}"),
        }
    }

    /// Something went wrong that is not the client's fault.
    pub(crate) fn internal(detail: &str) -> Refusal {
        Refusal {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            title: "internal error",
            detail: detail.to_owned(),
        }
    }

    /// The path is known, the method is not.
    pub(crate) fn wrong_method(method: &Method) -> Refusal {
        Refusal {
            status: StatusCode::METHOD_NOT_ALLOWED,
            title: "method not allowed",
            detail: format!("found {method}, expected another method for this path"),
        }
    }

    /// There is no such thing here.
    pub(crate) fn not_found(detail: String) -> Refusal {
        Refusal {
            status: StatusCode::NOT_FOUND,
            title: "not found",
            detail,
        }
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        Refusal {
            status: rejection.status(),
            title: "bad body",
            detail: rejection.body_text(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = Problem {
            title: self.title,
            status: self.status.as_u16(),
            detail: self.detail,
        };
        let mut response = (self.status, Json(body)).into_response();
        let media_type = HeaderValue::from_static(Problem::MEDIA_TYPE);
        response.headers_mut().insert(CONTENT_TYPE, media_type);
        response
    }
}
