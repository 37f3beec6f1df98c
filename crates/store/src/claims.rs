//! Games in batches that have not been added yet.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use krog_stats::GameId;

use crate::contract::Load;

/// The games that somebody fills a batch with.
#[derive(Debug, Default)]
pub(crate) struct Claims(Mutex<HashSet<GameId>>);

impl Claims {
    /// Claims a game; false if it is claimed already.
    pub(crate) fn claim(&self, id: GameId) -> bool {
        let mut claimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.insert(id)
    }

    /// Empties a load, whatever became of it; its games may be claimed again.
    pub(crate) fn release(&self, load: &mut Load) {
        {
            let mut claimed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for game in load.batch.games() {
                claimed.remove(&game.id);
            }
        }
        load.batch.clear();
        if let Some(kept) = &mut load.kept {
            kept.clear();
        }
        load.through = None;
    }
}
