//! The cloud for the opening, where it knows nearly every position deeply;
//! engines for the rest.

use std::{num::NonZeroU8, ops::ControlFlow, sync::Arc};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};

use crate::{
    analysis::{Analysis, Found, Report},
    cloud::Cloud,
    pool::Pool,
};

/// Positions up to this ply may be asked of the cloud. Later ones are hardly
/// ever known, and each request costs the service something.
const OPENING_PLIES: usize = 30;

/// A cloud and a pool. Whenever the cloud does not answer, the engines do.
pub(crate) struct Hybrid {
    cloud: Arc<Cloud>,
    pool: Pool,
}

impl Hybrid {
    pub(crate) fn new(cloud: Cloud, pool: Pool) -> Hybrid {
        Hybrid {
            cloud: Arc::new(cloud),
            pool,
        }
    }

    /// Asks the cloud from the start until it misses for the first time, then
    /// leaves the rest of the game to the engines.
    pub(crate) fn analyse(&self, game: &Line, limit: Limit, count: NonZeroU8) -> Analysis {
        let cloud = self.cloud.clone();
        let team = self.pool.team();
        Analysis::spawn(self.name(), game, move |lines, report| {
            let known = opening(&cloud, lines, limit, count, report);
            team.analyse(lines, known..lines.len(), limit, count, report);
        })
    }
}

/// Reports the positions that the cloud knows; how many they are.
fn opening(
    cloud: &Cloud,
    lines: &[Line],
    limit: Limit,
    count: NonZeroU8,
    report: &Report,
) -> usize {
    let source: Arc<str> = cloud.name().into();
    for (ply, line) in lines.iter().enumerate().take(OPENING_PLIES + 1) {
        if report.is_cancelled() {
            return lines.len();
        }
        let answer = cloud.evaluate(line, limit, count, &mut |_| ControlFlow::Continue(()));
        let Ok(lines) = answer else {
            return ply;
        };
        report.found(Found {
            ply,
            lines,
            source: source.clone(),
        });
    }
    lines.len().min(OPENING_PLIES + 1)
}

impl Evaluate for Hybrid {
    fn name(&self) -> String {
        format!("{}, {}", self.cloud.name(), self.pool.name())
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        if game.moves().len() <= OPENING_PLIES
            && let Ok(lines) = self.cloud.evaluate(game, limit, count, watch)
        {
            return Ok(lines);
        }
        self.pool.evaluate(game, limit, count, watch)
    }
}
