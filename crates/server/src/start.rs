//! The start page: what runs here, where the page proper was not built.

use std::sync::LazyLock;

use axum::{http::HeaderMap, response::Html};
use krog_text::{Args, Language, Messages};
use krog_wire::Health;

use crate::language;

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});

pub(crate) fn page(headers: &HeaderMap) -> Html<String> {
    Html(render(language::preferred(headers)))
}

fn render(language: Language) -> String {
    let args = Args::new().text("version", Health::ok().version);
    let text = |id: &str| MESSAGES.text(language, id, &args);
    let tag = match language {
        Language::English => "en",
        Language::Norwegian => "nb",
    };
    format!(
        include_str!("start.html"),
        language = tag,
        title = text("start-title"),
        what = text("start-what"),
        api = text("start-api"),
        laws = text("start-laws"),
        build = text("start-build"),
        running = text("start-running"),
        health = text("start-health"),
    )
}
