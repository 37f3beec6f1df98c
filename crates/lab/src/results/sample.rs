//! Positions of real games with their results: four random plies of each
//! game, with the engine's score, the ratings and the fold the game is in.

use krog_chess::{
    ByColor, Chess, Color, Game, KnownOutcome, Outcome, PositionKey, Score, pgn, random::Dice,
};
use krog_stats::forecast::{Pool, Situation};

use super::scores;
use crate::shared;

/// Games are divided into so many parts, each held back once.
pub(crate) const FOLDS: usize = 5;

const MASTERS: &str = "games/masters-with-evals.pgn.zst";
const LICHESS: &str = "games/lichess.pgn.zst";

/// Decides plies, folds and which games of Lichess are taken.
const SEED: u64 = 20_261_116;
/// The opening before it says nothing about the game.
const FIRST_PLY: usize = 6;
const PLIES: usize = 4;
/// Positions are counted up to here; later ones are hardly ever met again.
const COUNTED_PLIES: usize = 40;

/// A position of a game.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) game: usize,
    pub(crate) fold: usize,
    pub(crate) situation: Situation,
    pub(crate) key: PositionKey,
    /// 0 White wins, 1 a draw, 2 Black wins.
    pub(crate) outcome: usize,
}

/// A game that can be used.
pub(crate) struct Source {
    number: usize,
    game: Game,
    ratings: ByColor<u16>,
    outcome: usize,
}

/// The samples of master games, scored by the comments.
pub(crate) fn masters(games: usize) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    walk_masters(games, |source, _| {
        let wanted = plies(source.number, source.scored());
        samples.extend(source.walk().filter_map(|(ply, position, score)| {
            wanted.contains(&ply).then_some(())?;
            Some(source.sample(&position, score?, Pool::Board))
        }));
    })?;
    Ok(samples)
}

/// Tells of every early position of the master games: its key, the fold and
/// the result of its game, and the ratings.
pub(crate) fn masters_counted(
    games: usize,
    mut tell: impl FnMut(&Chess, usize, usize, ByColor<u16>),
) -> Result<(), String> {
    walk_masters(games, |source, fold| {
        for (_, position, _) in source.walk().take(COUNTED_PLIES) {
            tell(&position, fold, source.outcome, source.ratings);
        }
    })
}

/// The samples of some games of Lichess, scored by an engine.
pub(crate) fn lichess(games: usize) -> Result<Vec<Sample>, String> {
    let mut sources = sources(LICHESS)?;
    sources.sort_by_key(|source| Dice::new(7 * SEED + source.number as u64).roll());
    sources.truncate(games);
    let mut asked = Vec::new();
    for source in &sources {
        let candidates = (FIRST_PLY..source.game.line().moves().len()).collect();
        let wanted = plies(source.number, candidates);
        let met = source.walk().filter(|(ply, ..)| wanted.contains(ply));
        asked.extend(met.map(|(_, position, _)| (source, position)));
    }
    let positions: Vec<&Chess> = asked.iter().map(|(_, position)| position).collect();
    let scores = scores::of(&positions)?;
    let samples = asked.iter().zip(scores);
    Ok(samples
        .map(|((source, position), score)| source.sample(position, score, Pool::Online))
        .collect())
}

fn walk_masters(games: usize, mut visit: impl FnMut(&Source, usize)) -> Result<(), String> {
    for source in sources(MASTERS)?.iter().take(games) {
        visit(source, fold(source.number));
    }
    Ok(())
}

fn sources(path: &str) -> Result<Vec<Source>, String> {
    let readings = pgn::games(shared::unpacked(path)?).enumerate();
    let sources: Vec<Source> = readings
        .filter_map(|(number, reading)| Source::new(number, reading.ok()?.game))
        .collect();
    if sources.is_empty() {
        return Err(format!("{path}: no rated game with a result"));
    }
    Ok(sources)
}

/// Some plies of a game, the same ones in every run.
fn plies(game: usize, mut candidates: Vec<usize>) -> Vec<usize> {
    let mut dice = Dice::new(SEED + game as u64);
    let count = candidates.len().min(PLIES);
    for index in 0..count {
        let other = index + dice.below(candidates.len() - index);
        candidates.swap(index, other);
    }
    candidates.truncate(count);
    candidates
}

fn fold(game: usize) -> usize {
    Dice::new(3 * SEED + game as u64).below(FOLDS)
}

impl Source {
    fn new(number: usize, game: Game) -> Option<Source> {
        let rating = |tag: &str| game.tags.get(tag)?.parse::<u16>().ok();
        let ratings = ByColor {
            white: rating("WhiteElo")?,
            black: rating("BlackElo")?,
        };
        let Outcome::Known(outcome) = game.outcome else {
            return None;
        };
        let outcome = match outcome {
            KnownOutcome::Decisive { winner } => winner.fold_wb(0, 2),
            KnownOutcome::Draw => 1,
        };
        let ordinary = *game.start() == Chess::default() && game.len() > FIRST_PLY;
        ordinary.then_some(Source {
            number,
            game,
            ratings,
            outcome,
        })
    }

    /// The positions of the game after each number of plies, with the score
    /// that the comment gives.
    fn walk(&self) -> impl Iterator<Item = (usize, Chess, Option<Score>)> + '_ {
        let mut position = self.game.start().clone();
        let steps = self.game.main_line().map_while(move |id| {
            position = self.game.step(id)?.play(&position)?;
            let score = self.game.notes(id).and_then(krog_chess::game::Notes::eval);
            Some((position.clone(), score.map(|(score, _)| score)))
        });
        steps
            .enumerate()
            .map(|(ply, (position, score))| (ply + 1, position, score))
    }

    /// The plies with a score.
    fn scored(&self) -> Vec<usize> {
        let ids = self.game.main_line().enumerate();
        ids.filter(|(_, id)| {
            self.game
                .notes(*id)
                .and_then(krog_chess::game::Notes::eval)
                .is_some()
        })
        .map(|(ply, _)| ply + 1)
        .filter(|ply| *ply >= FIRST_PLY)
        .collect()
    }

    fn sample(&self, position: &Chess, score: Score, pool: Pool) -> Sample {
        let situation = Situation::new(position, score)
            .rated(Some(self.ratings))
            .played(Some(pool));
        Sample {
            game: self.number,
            fold: fold(self.number),
            situation,
            key: PositionKey::of(position),
            outcome: self.outcome,
        }
    }
}

impl Sample {
    /// The score in centipawns as White sees it, within ± so many.
    pub(crate) fn cp(&self, most: i32) -> f64 {
        use krog_chess::Value::{Cp, MateIn, MatedIn};
        f64::from(match self.situation.score.pov(Color::White) {
            Cp(cp) => cp.clamp(-most, most),
            MateIn(_) => most,
            MatedIn(_) => -most,
        })
    }

    /// The ratings, which every sample has.
    pub(crate) fn ratings(&self) -> [f64; 2] {
        let ratings = self.situation.ratings.unwrap_or_default();
        [f64::from(ratings.white), f64::from(ratings.black)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_plies_are_taken_once_each() {
        for game in 0..200 {
            let mut taken = plies(game, (6..20).collect());
            taken.sort_unstable();
            taken.dedup();
            assert_eq!(taken.len(), PLIES);
            assert!(taken.iter().all(|ply| (6..20).contains(ply)));
            assert_eq!(plies(game, vec![6, 7]).len(), 2);
            assert!(fold(game) < FOLDS);
        }
    }
}
