//! What was found before: in memory, and in the store.

use std::{
    num::{NonZeroU8, NonZeroUsize},
    sync::Arc,
};

use krog_chess::{Chess, EngineLine, Limit, Line, PositionKey, fen};
use krog_store::{Asked, KeptEvaluation, Store};
use krog_wire::{read_lines, write_lines};
use moka::{Entry, sync::Cache};

/// How many positions are remembered.
const MOST: u64 = 50_000;

/// With so many moves since the last capture or pawn move, what the fifty-move
/// rule leaves matters more than the position.
const LATE: u32 = 60;

/// The position that a question is about, where it is about nothing else: not
/// when the game has been there before, nor when the fifty-move rule is near.
pub(super) fn key(game: &Line) -> Option<String> {
    use krog_chess::Position as _;
    let end = game.end();
    if end.halfmoves() >= LATE {
        return None;
    }
    let here = PositionKey::of(end);
    let repeated = game
        .steps()
        .any(|(before, _)| PositionKey::of(&before) == here);
    let text = fen::write(end);
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    (!repeated).then(|| fields.join(" "))
}

/// Whether a search with one limit goes at least as far as one with another.
pub(super) fn covers(limit: Limit, other: Limit) -> bool {
    fn at_least<T: PartialOrd>(limit: Option<T>, other: Option<T>) -> bool {
        match (limit, other) {
            (None, _) => true,
            (Some(limit), Some(other)) => limit >= other,
            (Some(_), None) => false,
        }
    }
    at_least(limit.max_depth(), other.max_depth())
        && at_least(limit.max_nodes(), other.max_nodes())
        && at_least(limit.max_time(), other.max_time())
}

/// Whether what is known by now is as much as a limit asks for.
pub(super) fn reaches(lines: &[EngineLine], limit: Limit) -> bool {
    let Some(best) = lines.first() else {
        return false;
    };
    let nodes = lines.iter().filter_map(|line| line.nodes).max();
    limit.max_depth().is_some_and(|depth| best.depth >= depth)
        || limit.max_nodes().is_some_and(|most| nodes >= Some(most))
}

/// How far a search went, in depth and nodes: as far as its limit that ended it
/// allowed, even if it was done before, and by the other as far as it came. A
/// shallow search that was allowed many nodes is a shallow one.
fn reach(limit: Limit, depth: u32, nodes: u64) -> (u32, u64) {
    match (limit.max_depth(), limit.max_nodes()) {
        (Some(most), _) if depth >= most => (depth, nodes),
        (_, Some(most)) => (depth, nodes.max(most)),
        (Some(most), None) => (most, nodes),
        (None, None) => (depth, nodes),
    }
}

/// An evaluation that was found.
struct Known {
    lines: Vec<EngineLine>,
    /// How many were asked for; fewer lines than that are all there are.
    count: u8,
    /// How far the search went or would have been allowed to go.
    depth: u32,
    nodes: u64,
}

impl Known {
    fn serves(&self, limit: Limit, count: NonZeroU8) -> bool {
        let reached = limit.max_depth().is_some_and(|depth| self.depth >= depth)
            || limit.max_nodes().is_some_and(|nodes| self.nodes >= nodes);
        reached && self.count >= count.get()
    }

    /// The lines, from a position that may differ in its move counters.
    fn lines(&self, position: &Chess, count: NonZeroU8) -> Vec<EngineLine> {
        let lines = self.lines.iter().take(NonZeroUsize::from(count).get());
        let here = |line: &EngineLine| {
            let mut moves = Line::at(position.clone());
            for m in line.line.moves() {
                if moves.push(*m).is_err() {
                    break;
                }
            }
            EngineLine {
                line: moves,
                ..line.clone()
            }
        };
        lines.map(here).collect()
    }
}

pub(super) struct Memory {
    engine: String,
    cache: Cache<String, Arc<Known>>,
    store: Option<Arc<dyn Store>>,
}

impl Memory {
    pub(super) fn new(engine: String, store: Option<Arc<dyn Store>>) -> Memory {
        Memory {
            engine,
            cache: Cache::new(MOST),
            store,
        }
    }

    /// What is known that answers a question.
    pub(super) fn find(
        &self,
        key: &str,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
    ) -> Option<Vec<EngineLine>> {
        if let Some(known) = self.cache.get(key)
            && known.serves(limit, count)
        {
            return Some(known.lines(game.end(), count));
        }
        let asked = Asked {
            position: key,
            engine: &self.engine,
            lines: count.get(),
        };
        // A store that fails here costs a search, not the answer.
        let kept = self.store.as_ref()?.desk().evaluation(&asked).ok()??;
        let known = Known {
            lines: read_lines(game.end(), &kept.document)?,
            count: kept.lines,
            depth: kept.depth,
            nodes: kept.nodes,
        };
        let lines = known
            .serves(limit, count)
            .then(|| known.lines(game.end(), count));
        if lines.is_some() {
            self.cache.insert(key.to_owned(), Arc::new(known));
        }
        lines
    }

    /// Remembers what was found.
    pub(super) fn keep(&self, key: &str, lines: &[EngineLine], limit: Limit, count: NonZeroU8) {
        let Some(best) = lines.first() else { return };
        let nodes = lines.iter().filter_map(|line| line.nodes).max();
        let (depth, nodes) = reach(limit, best.depth, nodes.unwrap_or(0));
        let known = Arc::new(Known {
            lines: lines.to_vec(),
            count: count.get(),
            depth,
            nodes,
        });
        let deeper = |other: &Known| other.count >= known.count && other.nodes > known.nodes;
        // In one step: two searches of a position may end at the same moment.
        let entry = self.cache.entry_by_ref(key).and_upsert_with(|old| {
            let old = old.map(Entry::into_value);
            old.filter(|old| deeper(old))
                .unwrap_or_else(|| Arc::clone(&known))
        });
        if !Arc::ptr_eq(entry.value(), &known) {
            return;
        }
        if let Some(store) = &self.store {
            let kept = KeptEvaluation {
                depth: known.depth,
                nodes: known.nodes,
                lines: known.count,
                document: write_lines(lines),
            };
            let asked = Asked {
                position: key,
                engine: &self.engine,
                lines: known.count,
            };
            let _costs_a_search_later = store.desk().keep_evaluation(&asked, &kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{Color, Score, Value};

    use super::*;

    /// Whether what a search found answers a question.
    #[track_caller]
    fn check(limit: Limit, reached: (u32, u64), question: Limit, expected: bool) {
        let memory = Memory::new("engine".to_owned(), None);
        let game = Line::at(Chess::default());
        let line = EngineLine {
            score: Score::seen_by(Color::White, Value::Cp(7)),
            depth: reached.0,
            nodes: Some(reached.1),
            line: game.clone(),
        };
        let key = key(&game).expect("a position");
        memory.keep(&key, &[line], limit, NonZeroU8::MIN);
        let found = memory.find(&key, &game, question, NonZeroU8::MIN);
        assert_eq!(
            found.is_some(),
            expected,
            "{limit:?} {reached:?} {question:?}"
        );
    }

    #[test]
    fn the_deeper_of_two_that_end_together_stays() {
        let game = Line::at(Chess::default());
        let key = key(&game).expect("a position");
        for _ in 0..200 {
            let memory = Memory::new("engine".to_owned(), None);
            std::thread::scope(|scope| {
                for nodes in [100, 200, 300] {
                    let line = EngineLine {
                        score: Score::seen_by(Color::White, Value::Cp(7)),
                        depth: 1,
                        nodes: Some(nodes),
                        line: game.clone(),
                    };
                    let (memory, key) = (&memory, &key);
                    scope.spawn(move || {
                        memory.keep(key, &[line], Limit::nodes(nodes), NonZeroU8::MIN);
                    });
                }
            });
            let found = memory.find(&key, &game, Limit::nodes(300), NonZeroU8::MIN);
            assert!(found.is_some());
        }
    }

    #[test]
    fn a_search_answers_what_it_went_far_enough_for() {
        let both = |depth: u32, nodes: u64| Limit::depth(depth).and(Limit::nodes(nodes));
        let (shallow, deep) = (both(4, 1_000_000), both(9, 1_000_000));
        check(shallow, (4, 2_000), shallow, true);
        check(shallow, (4, 2_000), deep, false);
        check(shallow, (4, 2_000), Limit::nodes(1_000), true);
        check(shallow, (4, 2_000), Limit::nodes(500_000), false);
        check(deep, (9, 50_000), shallow, true);
        // Nodes ran out, or a mate ended it before.
        check(deep, (7, 990_000), deep, true);
        check(deep, (7, 990_000), Limit::depth(9), false);
        check(Limit::nodes(1_000), (3, 980), Limit::nodes(1_000), true);
        check(Limit::depth(9), (5, 300), Limit::depth(9), true);
    }
}
