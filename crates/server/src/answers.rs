//! Answers that were given: the same question again costs nothing, and asked by
//! many at once it is worked on once.

use std::{
    future::Future,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use axum::{
    body::Bytes,
    http::{HeaderValue, Uri, header::CONTENT_TYPE, uri::PathAndQuery},
    response::{IntoResponse as _, Response},
};
use krog_text::Language;
use moka::future::Cache;

use crate::problem::Refusal;

/// How long an answer is given again: games may come in from elsewhere.
const FRESH: Duration = Duration::from_secs(30);

/// How many bytes of answers are kept.
const MOST: u64 = 64 << 20;

pub(crate) struct Answers {
    cache: Cache<String, Bytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Default for Answers {
    fn default() -> Answers {
        let size = |key: &String, bytes: &Bytes| {
            u32::try_from(key.len() + bytes.len()).unwrap_or(u32::MAX)
        };
        Answers {
            cache: Cache::builder()
                .max_capacity(MOST)
                .weigher(size)
                .time_to_live(FRESH)
                .build(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }
}

impl Answers {
    /// The answer to a question that was asked in these very words, if it is
    /// still known: nothing has to be understood for it.
    pub(crate) async fn again(&self, question: &str) -> Option<Response> {
        let bytes = self.cache.get(question).await?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(written(bytes))
    }

    /// The answer to a question, as JSON.
    pub(crate) async fn get(
        &self,
        question: String,
        work: impl Future<Output = Result<String, Refusal>>,
    ) -> Result<Response, Refusal> {
        self.misses.fetch_add(1, Ordering::Relaxed);
        let work = async { work.await.map(Bytes::from) };
        let answer = self.cache.try_get_with(question, work).await;
        Ok(written(answer.map_err(|refusal| Refusal::clone(&refusal))?))
    }

    /// How often an answer was given again, and how often it was worked out.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (count(&self.hits), count(&self.misses))
    }

    /// Forgets everything: games came in.
    pub(crate) fn forget(&self) {
        self.cache.invalidate_all();
    }
}

/// A request in its own words, and in which language it wants its answer.
pub(crate) fn question(uri: &Uri, language: Language) -> String {
    let words = uri.path_and_query().map_or("", PathAndQuery::as_str);
    format!("{} {words}", language.code())
}

fn written(bytes: Bytes) -> Response {
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (json, bytes).into_response()
}
