//! Who asks, and in which language.

use std::{convert::Infallible, net::SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Path},
    http::request::Parts,
};
use krog_text::Language;

use crate::{
    door::Place,
    engines::{Client, Urgency},
    language,
    problem::Refusal,
};

/// A request's client, as far as it is known.
pub(crate) struct Caller {
    pub(crate) client: Client,
    pub(crate) language: Language,
    /// Its place among the `WebSocket`s, if it asks for one.
    pub(crate) place: Option<Place>,
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let name = address.map_or_else(|| "local".to_owned(), |it| it.0.ip().to_string());
        Ok(Caller {
            client: Client::new(&name, Urgency::Interactive),
            language: language::preferred(&parts.headers),
            place: parts.extensions.get().cloned(),
        })
    }
}

/// The id in the path of a request.
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Refusal> {
        let Path(id) = Path::<String>::from_request_parts(parts, state).await?;
        Ok(Id(id))
    }
}
