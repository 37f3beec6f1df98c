//! Who asks, and in which language.

use std::{convert::Infallible, net::SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use krog_text::Language;

use crate::{
    door::Place,
    engines::{Client, Urgency},
    language,
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
