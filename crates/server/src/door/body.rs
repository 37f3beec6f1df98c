//! Bodies: how large each may be, and how slowly it may come.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    http::StatusCode,
};
use futures_util::StreamExt as _;
use tokio::time::{Instant, timeout_at};

use crate::problem::Refusal;

/// A body comes at least at this pace, in bytes a second, after some patience.
const SLOWEST: f64 = 16_384.0;

/// The largest body that a path takes.
pub(super) fn largest(path: &str) -> usize {
    match path {
        "/api/v1/import" => 32 << 20,
        "/api/v1/game/record" | "/api/v1/game/review" | "/api/v1/puzzles/make" => 4 << 20,
        "/api/v1/check" => 256 << 10,
        _ => 64 << 10,
    }
}

/// The body is larger than its path takes.
pub(super) fn too_large(most: usize) -> Refusal {
    let detail = format!("found a body beyond {most} bytes, expected at most so many");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "content too large", detail)
}

/// Reads a body whole.
pub(super) async fn read(body: Body, most: usize, patience: Duration) -> Result<Bytes, Refusal> {
    let start = Instant::now();
    let mut stream = body.into_data_stream();
    let mut read: Vec<u8> = Vec::new();
    loop {
        #[expect(clippy::cast_precision_loss, reason = "a pace needs no more")]
        let earned = Duration::from_secs_f64(read.len() as f64 / SLOWEST);
        let chunk = timeout_at(start + patience + earned, stream.next()).await;
        match chunk {
            Err(_) => {
                let detail = "the body came too slowly";
                let status = StatusCode::REQUEST_TIMEOUT;
                return Err(Refusal::new(status, "request timeout", detail));
            }
            Ok(None) => return Ok(read.into()),
            Ok(Some(Err(_))) => return Err(Refusal::bad("body", "it broke off")),
            Ok(Some(Ok(chunk))) if read.len() + chunk.len() > most => return Err(too_large(most)),
            Ok(Some(Ok(chunk))) => read.extend_from_slice(&chunk),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;
    use futures_util::stream;

    use super::*;

    /// A body of chunks, each after a pause.
    fn dripping(count: usize, size: usize, pause: Duration) -> Body {
        Body::from_stream(stream::unfold(count, move |left: usize| async move {
            let left = left.checked_sub(1)?;
            tokio::time::sleep(pause).await;
            Some((Ok::<_, std::io::Error>(vec![b'x'; size]), left))
        }))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_may_be_slow_but_not_endless() {
        let second = Duration::from_secs(1);
        for (count, size, pause, expected) in [
            (3, 10, second, Ok(30)),
            // One byte each second: patience ends.
            (100_000, 1, second, Err(408)),
            (1, 1, Duration::from_hours(1), Err(408)),
            // A slow line that keeps its pace for minutes.
            (200, 20_000, second, Ok(4_000_000)),
            (300, 20_000, second, Err(413)),
        ] {
            let body = dripping(count, size, pause);
            let found = read(body, 5_000_000, 15 * second).await;
            let found = found.map(|bytes| bytes.len());
            let found = found.map_err(|refusal| refusal.into_response().status().as_u16());
            assert_eq!(found, expected, "{count} x {size}");
        }
    }
}
