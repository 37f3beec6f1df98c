//! The tables of the source that are filled from elsewhere: principles and bands
//! from their registries, positions worth a row of their own from the counters.

use std::{
    collections::{HashSet, VecDeque},
    fmt::Write as _,
};

use krog_chess::{
    Chess, Position as _, PositionKey, fen,
    notation::{self, Form},
};
use krog_stats::{Counter, Counts, MoveCounts, SOURCE, Statistics as _, model};
use sqlx::{Connection as _, PgConnection, Row as _};

use super::{Postgres, book};
use crate::contract::{Store as _, StoreError};

/// A principle of play as the database has it. The registry lives elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrincipleRow {
    /// Its code.
    pub code: String,
    /// The part of the game it is taught for.
    pub category: String,
    /// Its name in English.
    pub name_en: String,
    /// Its name in Norwegian.
    pub name_no: String,
    /// `O`, `P` or `F`.
    pub krog_type: String,
    /// When it holds of a move.
    pub krog_formula: String,
    /// How much it counts.
    pub base_weight: i16,
    /// How much it counts in each phase, as a JSON object.
    pub phase_weights: String,
    /// What it advises, in English.
    pub explanation_en: String,
    /// What it advises, in Norwegian.
    pub explanation_no: String,
    /// Moves that show it, as a JSON array.
    pub examples: String,
}

/// How many games make a position worth a row: the source's own number.
const POPULAR: u64 = 100;

impl Postgres {
    /// Puts the registry of principles in the place of what the database has.
    pub fn set_principles(&self, rows: &[PrincipleRow]) -> Result<(), StoreError> {
        self.inner.work(async |connection| {
            let mut change = connection.begin().await?;
            let codes: Vec<&str> = rows.iter().map(|row| row.code.as_str()).collect();
            sqlx::query("DELETE FROM krog_principles WHERE code <> ALL($1)")
                .bind(codes)
                .execute(&mut *change)
                .await?;
            for row in rows {
                put_principle(&mut change, row).await?;
            }
            change.commit().await
        })
    }

    /// Renews the rows of the positions that a hundred games or more went
    /// through, and the views over them; says how many positions there are.
    pub fn materialize(&self) -> Result<u64, StoreError> {
        let mut positions = 0;
        for collection in self.collections()? {
            positions += self.materialize_collection(&collection.name, POPULAR)?;
        }
        self.inner.work(book::tie_openings)?;
        self.refresh_views()?;
        Ok(positions)
    }

    /// Renews the materialized views, while others read them.
    pub fn refresh_views(&self) -> Result<(), StoreError> {
        self.inner.work(async |connection| {
            for refresh in [
                "REFRESH MATERIALIZED VIEW CONCURRENTLY popular_positions",
                "REFRESH MATERIALIZED VIEW CONCURRENTLY best_moves",
            ] {
                sqlx::query(refresh).execute(&mut *connection).await?;
            }
            Ok(())
        })
    }

    /// Walks from the initial position along moves of enough games.
    fn materialize_collection(&self, collection: &str, least: u64) -> Result<u64, StoreError> {
        let mut queue = VecDeque::from([Chess::default()]);
        let mut seen = HashSet::from([PositionKey::of(&Chess::default())]);
        let mut written = 0;
        while let Some(position) = queue.pop_front() {
            let counts = self
                .counts(collection, &position)
                .map_err(|error| StoreError::failed(self.inner.place.clone())(error.into()))?;
            let total = counts.total();
            if total.total().games() < least {
                continue;
            }
            self.inner.work(async |connection| {
                let mut change = connection.begin().await?;
                put_position(&mut change, &position, &counts, &total).await?;
                change.commit().await
            })?;
            written += 1;
            for row in &counts.moves {
                let mut next = position.clone();
                next.play_unchecked(row.played);
                let popular = row.counter.total().games() >= least;
                if popular && seen.insert(PositionKey::of(&next)) {
                    queue.push_back(next);
                }
            }
        }
        Ok(written)
    }
}

async fn put_principle(change: &mut PgConnection, row: &PrincipleRow) -> sqlx::Result<()> {
    let put = "INSERT INTO krog_principles (code, category, name_en, name_no, krog_type,
            krog_formula, base_weight, phase_weights, explanation_en, explanation_no, examples,
            detection_func)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10, $11::text::jsonb, $1)
        ON CONFLICT (code) DO UPDATE SET category = excluded.category,
            name_en = excluded.name_en, name_no = excluded.name_no,
            krog_type = excluded.krog_type, krog_formula = excluded.krog_formula,
            base_weight = excluded.base_weight, phase_weights = excluded.phase_weights,
            explanation_en = excluded.explanation_en, explanation_no = excluded.explanation_no,
            examples = excluded.examples";
    sqlx::query(put)
        .bind(&row.code)
        .bind(&row.category)
        .bind(&row.name_en)
        .bind(&row.name_no)
        .bind(&row.krog_type)
        .bind(&row.krog_formula)
        .bind(row.base_weight)
        .bind(&row.phase_weights)
        .bind(&row.explanation_en)
        .bind(&row.explanation_no)
        .bind(&row.examples)
        .execute(change)
        .await?;
    Ok(())
}

/// Writes the source's bands; the top one has no end but that of its type.
pub(super) async fn put_bands(connection: &mut PgConnection) -> sqlx::Result<()> {
    let put = "INSERT INTO elo_bands (name, min_elo, max_elo, statistical_weight)
        VALUES ($1, $2, $3, $4::float8::decimal(3, 2))
        ON CONFLICT (min_elo, max_elo) DO UPDATE SET name = excluded.name,
            statistical_weight = excluded.statistical_weight";
    for group in SOURCE.groups() {
        let bound = |rating: u16| i16::try_from(rating).unwrap_or(i16::MAX);
        sqlx::query(put)
            .bind(group.name)
            .bind(bound(group.floor))
            .bind(group.ceiling.map_or(i16::MAX, bound))
            .bind(group.statistical_weight)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Writes the row of a position and those of its moves; gives its number.
pub(super) async fn put_position(
    change: &mut PgConnection,
    position: &Chess,
    counts: &Counts,
    total: &Counter,
) -> sqlx::Result<i64> {
    let put = "INSERT INTO positions (fen_position, fen_hash, collection, total_games,
            white_wins, draws, black_wins, stats_by_elo)
        VALUES ($1, $2, (SELECT id FROM collections WHERE name = $3), $4, $5, $6, $7,
            $8::text::jsonb)
        ON CONFLICT (fen_hash, fen_position, collection) DO UPDATE SET
            total_games = excluded.total_games, white_wins = excluded.white_wins,
            draws = excluded.draws, black_wins = excluded.black_wins,
            stats_by_elo = excluded.stats_by_elo, last_seen = now()
        RETURNING id";
    let sum = total.total();
    let id: i64 = sqlx::query(put)
        .bind(placement(position))
        .bind(PositionKey::of(position).0.cast_signed())
        .bind(&counts.collection)
        .bind(signed(sum.games()))
        .bind(signed(sum.white))
        .bind(signed(sum.draws))
        .bind(signed(sum.black))
        .bind(by_band(total))
        .fetch_one(&mut *change)
        .await?
        .try_get(0)?;
    for row in &counts.moves {
        put_move(change, id, position, row).await?;
    }
    Ok(id)
}

async fn put_move(
    change: &mut PgConnection,
    position_id: i64,
    position: &Chess,
    row: &MoveCounts,
) -> sqlx::Result<()> {
    let put = "INSERT INTO move_statistics (position_id, move_uci, move_san, times_played,
            white_wins, draws, black_wins, avg_elo_player, performance, stats_by_elo)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb)
        ON CONFLICT (position_id, move_uci) DO UPDATE SET
            times_played = excluded.times_played, white_wins = excluded.white_wins,
            draws = excluded.draws, black_wins = excluded.black_wins,
            avg_elo_player = excluded.avg_elo_player, performance = excluded.performance,
            stats_by_elo = excluded.stats_by_elo, last_played = now()";
    let (sum, rated) = (row.counter.total(), row.counter.rated());
    let mean = rated.mover_ratings.checked_div(rated.games());
    let mean = mean.and_then(|mean| i32::try_from(mean).ok());
    #[expect(clippy::cast_possible_truncation, reason = "a rating, rounded")]
    let performance = model::performance(&rated, position.turn()).map(|sum| sum.round() as i32);
    sqlx::query(put)
        .bind(position_id)
        .bind(notation::write(position, row.played, Form::Uci))
        .bind(notation::write(position, row.played, Form::San))
        .bind(signed(sum.games()))
        .bind(signed(sum.white))
        .bind(signed(sum.draws))
        .bind(signed(sum.black))
        .bind(mean)
        .bind(performance)
        .bind(by_band(&row.counter))
        .execute(change)
        .await?;
    Ok(())
}

/// The games of each band as the source writes them:
/// `{"1000-1200": {"games": 100, "w": 40, "d": 30, "b": 30}}`.
fn by_band(counter: &Counter) -> String {
    let mut text = String::from("{");
    for (cell, tally) in counter.cells().filter(|(_, tally)| tally.games() > 0) {
        let comma = if text.len() > 1 { ", " } else { "" };
        let (games, w, d, b) = (tally.games(), tally.white, tally.draws, tally.black);
        write!(
            text,
            r#"{comma}"{cell}": {{"games": {games}, "w": {w}, "d": {d}, "b": {b}}}"#
        )
        .expect("text grows");
    }
    text.push('}');
    text
}

/// A position as the source writes it: a FEN without its counters.
pub(super) fn placement(position: &Chess) -> String {
    let fen = fen::write(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
