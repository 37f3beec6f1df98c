//! The language a client asks for.

use axum::http::{HeaderMap, header::ACCEPT_LANGUAGE};
use krog_text::Language;

/// The first language of `Accept-Language` that krog speaks, by the client's
/// weights; English when there is none.
pub(crate) fn preferred(headers: &HeaderMap) -> Language {
    let header = headers
        .get(ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok());
    let mut wishes: Vec<(f32, Language)> = header
        .unwrap_or_default()
        .split(',')
        .filter_map(wish)
        .collect();
    // Stable, so that equal weights keep the client's order.
    wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
    wishes.first().map(|wish| wish.1).unwrap_or_default()
}

fn wish(entry: &str) -> Option<(f32, Language)> {
    let (tag, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
    let weight = weight.trim().strip_prefix("q=")?.parse().ok()?;
    Some((weight, tag.trim().parse().ok()?))
}
