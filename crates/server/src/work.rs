//! The questions that several doors lead to: each validates nothing, asks the
//! sources, calls the core and converts. They block.

use std::{num::NonZeroU8, ops::ControlFlow};

use krog_advisor::{
    about,
    session::{Sources, advise},
    suggest::{Advice, Question},
};
use krog_chess::{Chess, EngineLine, Evaluate, Limit, Line, Move, Position as _};
use krog_insight::{Counsel, Given, explain, report};
use krog_stats::{Counts, Filter, Statistics, forecast::Situation, opening};
use krog_store::Store;
use krog_text::Language;
use krog_wire::{
    EngineVerdict, Explorer, MoveAnalysis, Opening, PositionAnalysis, PositionEvaluation,
    PositionFacts, PositionKrog, PositionStatistics, Prediction,
};

use crate::{
    engines::{Asker, Client},
    problem::Refusal,
    service::Service,
};

/// What an engine may search for each position of a proof.
const FURTHER: Limit = Limit::nodes(40_000);

/// Somebody with a question about positions.
pub(crate) struct Desk<'a> {
    service: &'a Service,
    asker: Option<Asker>,
    /// The collection to ask, if there is a store with it.
    collection: Option<String>,
}

impl<'a> Desk<'a> {
    /// A desk for a client. A collection that was not named may be missing.
    pub(crate) fn new(
        service: &'a Service,
        client: &Client,
        collection: Option<&str>,
    ) -> Result<Desk<'a>, Refusal> {
        let collection = match (service.store(), collection) {
            (None, None) => None,
            (None, Some(_)) => {
                let refusal = "found a name, expected none: the service has no store";
                return Err(Refusal::bad("in", refusal));
            }
            (Some(_), Some(named)) => Some(named.to_owned()),
            (Some(store), None) => {
                let usual = &service.settings().collection;
                let known = store.collections()?;
                let there = known.iter().any(|known| known.name == *usual);
                there.then(|| usual.clone())
            }
        };
        Ok(Desk {
            service,
            asker: service.asker(client),
            collection,
        })
    }

    /// A refusal, or that the queue is full.
    fn refused(&self, error: impl Into<Refusal>) -> Refusal {
        match &self.asker {
            Some(asker) if asker.was_sent_away() => Refusal::busy(),
            _ => error.into(),
        }
    }

    fn statistics(&self) -> Option<(&dyn Statistics, &str)> {
        let store: &dyn Store = self.service.store()?.as_ref();
        Some((store as &dyn Statistics, self.collection.as_deref()?))
    }

    fn counts(&self, position: &Chess) -> Result<Option<Counts>, Refusal> {
        let Some((statistics, collection)) = self.statistics() else {
            return Ok(None);
        };
        Ok(Some(statistics.counts(collection, position)?))
    }

    /// An engine's lines from the end of a game; none if it is over or there is
    /// no engine.
    fn lines(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
    ) -> Result<Vec<EngineLine>, Refusal> {
        match &self.asker {
            Some(asker) if !game.end().legal_moves().is_empty() => {
                let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
                let lines = asker.evaluate(game, limit, count, watch);
                lines.map_err(|error| {
                    self.refused(krog_advisor::session::SessionError::Engine(error))
                })
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What is known about a position, for somebody with a rating.
    pub(crate) fn position(
        &self,
        position: &Chess,
        limit: Option<Limit>,
        rating: Option<u16>,
        language: Language,
    ) -> Result<PositionAnalysis, Refusal> {
        let counts = self.counts(position)?;
        let lines = match limit {
            Some(limit) => {
                let count = self.service.settings().lines;
                self.lines(&Line::at(position.clone()), limit, count)?
            }
            None => Vec::new(),
        };
        let engine = self.service.engines().map_or("", |engines| engines.name());
        Ok(PositionAnalysis {
            position: PositionFacts::of(position),
            statistics: counts
                .as_ref()
                .map(PositionStatistics::of)
                .unwrap_or_default(),
            chances: lines.first().map(|best| {
                let situation = Situation::new(position, best.score);
                let situation = situation.rated(about::both(rating, rating));
                Prediction::with_games(&situation, engine, counts.as_ref())
            }),
            evaluation: PositionEvaluation::new(engine, &lines),
            krog: PositionKrog::new(&report(position), language),
            opening: opening::at(position).map(Opening::from),
        })
    }

    /// All moves of a position, weighed.
    pub(crate) fn advice(
        &self,
        position: &Chess,
        question: Question<'_>,
    ) -> Result<Advice, Refusal> {
        let settings = self.service.settings();
        let engine = self.asker.as_ref().map(|asker| {
            let engine: &dyn Evaluate = asker;
            (engine, settings.limit, settings.lines)
        });
        let sources = Sources {
            engine,
            statistics: self.statistics(),
            theory: Some(&opening::at),
        };
        advise(position, sources, question).map_err(|error| self.refused(error))
    }

    /// What a move does.
    pub(crate) fn one_move(
        &self,
        position: &Chess,
        m: Move,
        question: Question<'_>,
    ) -> Result<MoveAnalysis, Refusal> {
        let settings = self.service.settings();
        let illegal = |_| Refusal::bad("move", "the move is not legal");
        let before = self.lines(&Line::at(position.clone()), settings.limit, settings.lines)?;
        let mut played = Line::at(position.clone());
        played.push(m).map_err(illegal)?;
        let after = self.lines(&played, settings.limit, NonZeroU8::MIN)?;
        let counsel = self.asker.as_ref().map(|engine| Counsel {
            engine,
            limit: FURTHER.and(settings.limit),
        });
        let given = Given {
            before: &before,
            after: &after,
            hint: None,
            counsel,
        };
        let explanation = explain(position, m, given)
            .map_err(|_| Refusal::bad("move", "the move is not legal"))?;
        let mut analysis = MoveAnalysis::from(&explanation);
        analysis.engine = self
            .asker
            .as_ref()
            .map(|asker| EngineVerdict::new(asker.name(), &before, &after));
        analysis.weigh(&self.advice(position, question)?);
        Ok(analysis)
    }

    /// What people played in a position.
    pub(crate) fn explorer(&self, position: &Chess, filter: Filter) -> Result<Explorer, Refusal> {
        let store = self.service.need_store()?;
        let usual = &self.service.settings().collection;
        let collection = self.collection.as_ref().unwrap_or(usual);
        let counts = store.counts(collection, position)?;
        let mut failed = None;
        let explorer = Explorer::new(position, &counts, filter, |id| {
            match store.game(collection, id) {
                Ok(game) => game.map(|game| game.tags),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        failed.map_or(Ok(explorer), |error| Err(error.into()))
    }
}
