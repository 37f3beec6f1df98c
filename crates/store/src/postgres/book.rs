//! The opening book: every named line, and what is taught about the main ones.
//! It is written at every migration, so that it says what this version knows.

use std::{collections::HashMap, fmt::Write as _};

use krog_chess::{
    Chess, Color, Line, PositionKey,
    notation::{self, Form},
};
use krog_stats::{
    opening::{self, Opening},
    teaching::{self, Lesson},
};
use sqlx::{Connection as _, PgConnection};

/// Rows, column by column, as the server takes many at once.
#[derive(Default)]
struct Book {
    eco: Vec<&'static str>,
    name: Vec<&'static str>,
    variation: Vec<Option<&'static str>>,
    moves: Vec<String>,
    ply: Vec<i16>,
    hash: Vec<i64>,
    evaluation: Vec<Option<&'static str>>,
    ideas: Vec<Option<String>>,
    principles: Vec<Option<String>>,
    plans: Vec<Option<String>>,
}

impl Book {
    /// The named lines, each with the lesson about its position, and the lessons
    /// whose position has no line of its own.
    fn written() -> Book {
        let mut lessons: HashMap<PositionKey, &Lesson> = teaching::lessons()
            .iter()
            .map(|lesson| (PositionKey::of(lesson.position()), lesson))
            .collect();
        let mut book = Book::default();
        for (opening, moves) in opening::lines() {
            let line = Line::parse(Chess::default(), moves).expect("a test plays every line");
            let lesson = lessons.remove(&PositionKey::of(line.end()));
            book.add(opening, moves.to_owned(), &line, lesson);
        }
        for lesson in lessons.into_values() {
            let steps = lesson.line.steps();
            let moves: Vec<String> = steps
                .map(|(position, m)| notation::write(&position, m, Form::San))
                .collect();
            let moves = moves.join(" ");
            book.add(lesson.opening, moves, &lesson.line, Some(lesson));
        }
        book
    }

    fn add(&mut self, opening: Opening, moves: String, line: &Line, lesson: Option<&Lesson>) {
        self.eco.push(opening.eco);
        self.name.push(opening.name);
        self.variation.push(opening.variation);
        self.moves.push(moves);
        let ply = i16::try_from(line.moves().len());
        self.ply.push(ply.expect("openings are short"));
        let key = PositionKey::of(line.end());
        self.hash.push(key.0.cast_signed());
        self.evaluation
            .push(lesson.map(|lesson| lesson.sign.symbol()));
        self.ideas.push(lesson.map(ideas));
        self.principles
            .push(lesson.map(|lesson| list(&lesson.principles)));
        self.plans.push(lesson.map(plans));
    }
}

/// Writes the book, and takes out what is in it no more.
pub(super) async fn put_openings(connection: &mut PgConnection) -> sqlx::Result<()> {
    let put = "INSERT INTO opening_book (eco, opening_name, variation_name, moves, ply, fen_hash,
            evaluation, key_ideas, krog_principles, typical_plans)
        SELECT eco, name, variation, moves, ply, hash, evaluation, ideas::jsonb,
            principles::jsonb, plans::jsonb
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[],
            $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
            AS book (eco, name, variation, moves, ply, hash, evaluation, ideas, principles, plans)
        ON CONFLICT (moves) DO UPDATE SET eco = excluded.eco,
            opening_name = excluded.opening_name, variation_name = excluded.variation_name,
            ply = excluded.ply, fen_hash = excluded.fen_hash,
            evaluation = excluded.evaluation, key_ideas = excluded.key_ideas,
            krog_principles = excluded.krog_principles, typical_plans = excluded.typical_plans";
    let book = Book::written();
    let mut change = connection.begin().await?;
    sqlx::query("DELETE FROM opening_book WHERE moves <> ALL($1)")
        .bind(&book.moves)
        .execute(&mut *change)
        .await?;
    sqlx::query(put)
        .bind(&book.eco)
        .bind(&book.name)
        .bind(&book.variation)
        .bind(&book.moves)
        .bind(&book.ply)
        .bind(&book.hash)
        .bind(&book.evaluation)
        .bind(&book.ideas)
        .bind(&book.principles)
        .bind(&book.plans)
        .execute(&mut *change)
        .await?;
    change.commit().await
}

/// Ties the lines to the positions that have rows of their own; where several
/// collections have one, to that of the oldest.
pub(super) async fn tie_openings(connection: &mut PgConnection) -> sqlx::Result<()> {
    let tie = "UPDATE opening_book SET position_id = found.id
        FROM (SELECT DISTINCT ON (fen_hash) fen_hash, id FROM positions
            ORDER BY fen_hash, collection) AS found
        WHERE found.fen_hash = opening_book.fen_hash
            AND opening_book.position_id IS DISTINCT FROM found.id";
    sqlx::query(tie).execute(connection).await?;
    Ok(())
}

/// `{"en": […], "no": […]}`
fn ideas(lesson: &Lesson) -> String {
    let en: Vec<&str> = lesson.ideas.iter().map(|idea| idea.en.as_str()).collect();
    let no: Vec<&str> = lesson.ideas.iter().map(|idea| idea.no.as_str()).collect();
    format!(r#"{{"en": {}, "no": {}}}"#, list(&en), list(&no))
}

/// `{"white": {"en": […], "no": […]}, "black": {…}}`
fn plans(lesson: &Lesson) -> String {
    let of = |side: Color| {
        let en: Vec<&str> = lesson
            .plans_of(side)
            .map(|plan| plan.text.en.as_str())
            .collect();
        let no: Vec<&str> = lesson
            .plans_of(side)
            .map(|plan| plan.text.no.as_str())
            .collect();
        format!(r#"{{"en": {}, "no": {}}}"#, list(&en), list(&no))
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    format!(r#"{{"white": {white}, "black": {black}}}"#)
}

/// Texts as a JSON array.
fn list(texts: &[&str]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", quoted.join(", "))
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for ch in text.chars() {
        match ch {
            '"' | '\\' => quoted.extend(['\\', ch]),
            control if control.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(control)).expect("text grows");
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}
