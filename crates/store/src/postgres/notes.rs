//! Notes in the tables of the source.

use krog_chess::{
    Chess, Color, PositionKey, Score, Value,
    notation::{self, Form},
};
use krog_stats::{GameId, Statistics as _};
use sqlx::{Connection as _, PgConnection, Row as _, postgres::PgRow};

use super::{Postgres, derived};
use crate::{
    contract::StoreError,
    notes::{GameNote, MoveNote, Notes, PositionNote},
};

const DEPTH: &str = "SELECT engine_depth FROM positions
    WHERE fen_hash = $1 AND fen_position = $2
        AND collection = (SELECT id FROM collections WHERE name = $3)";

const POSITION: &str = "UPDATE positions SET engine_eval = $2, engine_mate = $3,
        engine_depth = $4, krog_analysis = $5::text::jsonb, eval_updated_at = now()
    WHERE id = $1";

/// Places of an earlier search mean nothing beside those of this one.
const FORGET_RANKS: &str = "UPDATE move_statistics SET engine_rank = NULL, is_best_move = FALSE
    WHERE position_id = $1";

/// A move that an engine likes and nobody played gets a row as well.
const MOVE: &str = "INSERT INTO move_statistics (position_id, move_uci, move_san, engine_eval,
        engine_mate, engine_rank, is_best_move, is_book_move, krog_score, krog_analysis,
        first_played, last_played)
    VALUES ($1, $2, $3, $4, $5, $6, coalesce($6 = 1, FALSE), $7, $8, $9::text::jsonb, NULL, NULL)
    ON CONFLICT (position_id, move_uci) DO UPDATE SET
        engine_eval = CASE WHEN $10 THEN excluded.engine_eval
            ELSE move_statistics.engine_eval END,
        engine_mate = CASE WHEN $10 THEN excluded.engine_mate
            ELSE move_statistics.engine_mate END,
        engine_rank = excluded.engine_rank, is_best_move = excluded.is_best_move,
        is_book_move = excluded.is_book_move, krog_score = excluded.krog_score,
        krog_analysis = excluded.krog_analysis";

const GAME: &str = "UPDATE games SET analyzed = TRUE, avg_centipawn_loss_white = $2,
        avg_centipawn_loss_black = $3, blunders_white = $4, blunders_black = $5,
        analyzed_at = now()
    WHERE identity = $1::text::uuid";

impl Notes for Postgres {
    fn noted_depth(&self, collection: &str, position: &Chess) -> Result<Option<u32>, StoreError> {
        let depth = self.inner.work(async |connection| {
            let row = sqlx::query(DEPTH)
                .bind(PositionKey::of(position).0.cast_signed())
                .bind(derived::placement(position))
                .bind(collection)
                .fetch_optional(connection)
                .await?;
            let depth = |row: &PgRow| row.try_get::<Option<i16>, _>(0);
            row.as_ref().map_or(Ok(None), depth)
        })?;
        Ok(depth.and_then(|depth| u32::try_from(depth).ok()))
    }

    fn note_position(&self, note: &PositionNote<'_>) -> Result<(), StoreError> {
        let counts = self
            .counts(note.collection, note.position)
            .map_err(|error| StoreError::failed(self.inner.place.clone())(error.into()))?;
        let total = counts.total();
        self.inner.work(async |connection| {
            let mut change = connection.begin().await?;
            let id = derived::put_position(&mut change, note.position, &counts, &total).await?;
            let (eval, mate) = white(note.score);
            sqlx::query(POSITION)
                .bind(id)
                .bind(eval)
                .bind(mate)
                .bind(small(note.depth))
                .bind(&note.krog)
                .execute(&mut *change)
                .await?;
            sqlx::query(FORGET_RANKS)
                .bind(id)
                .execute(&mut *change)
                .await?;
            for of_move in &note.moves {
                put_move(&mut change, id, note.position, of_move).await?;
            }
            change.commit().await
        })
    }

    fn note_game(&self, id: GameId, note: &GameNote) -> Result<u64, StoreError> {
        #[expect(clippy::cast_possible_truncation, reason = "small works on the result")]
        let loss = |loss: Option<f64>| loss.map(|loss| small(loss.round() as i64));
        self.inner.work(async |connection| {
            let changed = sqlx::query(GAME)
                .bind(format!("{:032x}", id.0))
                .bind(loss(note.acpl.white))
                .bind(loss(note.acpl.black))
                .bind(small(note.blunders.white))
                .bind(small(note.blunders.black))
                .execute(connection)
                .await?;
            Ok(changed.rows_affected())
        })
    }
}

async fn put_move(
    change: &mut PgConnection,
    position_id: i64,
    position: &Chess,
    note: &MoveNote,
) -> sqlx::Result<()> {
    let (eval, mate) = note.score.map_or((None, None), white);
    sqlx::query(MOVE)
        .bind(position_id)
        .bind(notation::write(position, note.played, Form::Uci))
        .bind(notation::write(position, note.played, Form::San))
        .bind(eval)
        .bind(mate)
        .bind(note.rank.map(small))
        .bind(note.is_book)
        .bind(small(note.krog_score))
        .bind(&note.krog)
        .bind(note.score.is_some())
        .execute(change)
        .await?;
    Ok(())
}

/// A score as White sees it: centipawns, or moves to mate.
fn white(score: Score) -> (Option<i16>, Option<i16>) {
    match score.pov(Color::White) {
        Value::Cp(cp) => (Some(small(cp)), None),
        Value::MateIn(moves) => (None, Some(small(moves))),
        Value::MatedIn(moves) => (None, Some(-small(moves))),
    }
}

/// A number in a column of the source's width; one that is too large counts as
/// the largest.
fn small<N: TryInto<i16> + PartialOrd + Default>(number: N) -> i16 {
    let negative = number < N::default();
    let most = if negative { i16::MIN + 1 } else { i16::MAX };
    number.try_into().unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_whites_and_fit_their_columns() {
        let seen = |side: Color, value: Value| white(Score::seen_by(side, value));
        for (side, value, expected) in [
            (Color::White, Value::Cp(35), (Some(35), None)),
            (Color::Black, Value::Cp(35), (Some(-35), None)),
            (Color::White, Value::Cp(99_999), (Some(32_767), None)),
            (Color::Black, Value::Cp(99_999), (Some(-32_767), None)),
            (Color::White, Value::MateIn(3), (None, Some(3))),
            (Color::Black, Value::MateIn(3), (None, Some(-3))),
        ] {
            assert_eq!(seen(side, value), expected, "{side:?} {value:?}");
        }
    }
}
