//! One store into another, also where both have some of the games.

use krog_chess::{
    Color, Outcome, Position as _, PositionKey,
    pgn::{MainLine, Start},
};
use krog_stats::CountedGame;
use krog_store::{
    ClickHouse, Embedded, KeptGame, KeptGames, Load, Plies, Postgres, Store, StoreError,
};

use crate::{choice, identity::identity};

/// A batch is handed on when it has so many increments.
const BATCH: usize = 4 << 20;

/// A store that grows by the games of a directory.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// A directory.
    Embedded(&'a Embedded),
    /// A PostgreSQL database.
    Postgres(&'a Postgres),
    /// A ClickHouse cluster.
    ClickHouse(&'a ClickHouse),
}

/// Adds the games of a directory to a store. Where they share none, counters are
/// taken over; where they do, the games that are kept are counted again, as they
/// always are in a database.
pub fn rejoin(target: Target<'_>, other: &Embedded) -> Result<(), StoreError> {
    match target {
        Target::Embedded(store) => store.join(other, &mut |name, shared| {
            recount(store, other, name, shared)
        }),
        Target::ClickHouse(store) => store.join(other, &mut |name, shared| {
            recount(store, other, name, shared)
        }),
        Target::Postgres(store) => {
            for known in other.collections()? {
                recount(store, other, &known.name, 0)?;
            }
            Ok(())
        }
    }
}

/// Counts the kept games of a collection again.
fn recount(
    target: &dyn Store,
    other: &Embedded,
    name: &str,
    shared: u64,
) -> Result<(), StoreError> {
    let collections = other.collections()?;
    let plies = collections.iter().find(|known| known.name == name);
    let max_ply = match plies.map(|known| known.plies) {
        Some(Plies::First(plies)) => Some(plies),
        Some(Plies::All) | None => None,
        Some(Plies::Mixed) => {
            return Err(StoreError::Shared {
                shared,
                reason: "some are counted to other plies than others",
            });
        }
    };
    let intake = target.intake(name)?;
    let mut load = Load {
        kept: Some(KeptGames::default()),
        origin: other.root().display().to_string(),
        max_ply,
        ..Load::default()
    };
    other.kept_games(name, |game| {
        let added = add(&mut load, &game, &|id| intake.claim(id));
        if added.is_none() {
            return Err(StoreError::Shared {
                shared,
                reason: "one of them cannot be replayed",
            });
        }
        match load.batch.increments().len() {
            0..BATCH => Ok(()),
            _ => intake.add(&mut load).map(drop),
        }
    })?;
    intake.add(&mut load)?;
    intake.finish()
}

/// Adds a kept game to a batch; none if it cannot be replayed.
fn add(load: &mut Load, game: &KeptGame, claim: &dyn Fn(krog_stats::GameId) -> bool) -> Option<()> {
    let played = game.steps()?;
    let steps: Vec<_> = played
        .iter()
        .map(|(board, m)| (PositionKey::of(board), *m))
        .collect();
    let start = game.start()?;
    let tags = game.tags.iter();
    let line = MainLine {
        tags: tags
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        steps: &steps,
        start: if start == krog_chess::Chess::default() {
            Start::Initial
        } else {
            Start::At(&start)
        },
        outcome: Outcome::Known(game.outcome),
    };
    let counted = CountedGame {
        id: identity(&line),
        outcome: game.outcome,
        ratings: choice::ratings(&line),
    };
    if !claim(counted.id) {
        return Some(());
    }
    let plies = load.max_ply.and_then(|plies| usize::try_from(plies).ok());
    let first: Color = start.turn();
    load.batch.add(
        counted,
        first,
        &steps[..steps.len().min(plies.unwrap_or(usize::MAX))],
    );
    if let Some(kept) = &mut load.kept {
        let tags = game
            .tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        kept.push(tags, game.outcome, steps.iter().map(|(_, m)| *m));
    }
    let through = choice::date(&line).map(|date| date.to_string());
    load.through = load.through.take().max(through);
    Some(())
}
