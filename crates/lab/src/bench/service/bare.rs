//! A handler that does nothing but give out bytes: what HTTP alone costs.

use std::net::SocketAddr;

use axum::{Router, body::Bytes, http::header::CONTENT_TYPE, routing::get};
use tokio::{net::TcpListener, runtime::Runtime};

/// A server of its own, gone when it is dropped.
pub(super) struct Bare {
    pub(super) address: String,
    runtime: Option<Runtime>,
}

impl Bare {
    /// Gives out these bytes whatever path is asked for.
    pub(super) fn start(bytes: String) -> Result<Bare, String> {
        let bytes = Bytes::from(bytes);
        let failed = |error: std::io::Error| error.to_string();
        let runtime = Runtime::new().map_err(failed)?;
        let here = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = runtime.block_on(TcpListener::bind(here)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?.to_string();
        let kind = [(CONTENT_TYPE, "application/json")];
        let app = Router::new().route("/{*path}", get(async move || (kind, bytes)));
        runtime.spawn(async move { axum::serve(listener, app).await });
        Ok(Bare {
            address,
            runtime: Some(runtime),
        })
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
