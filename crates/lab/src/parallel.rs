//! Work shared out over the cores of the machine. The result does not depend
//! on how many there are.

use std::{
    num::NonZero,
    sync::{Mutex, PoisonError},
    thread,
};

use krog_chess::{Chess, random};

use crate::figure::Figure;

/// Random play is cut into this many games of chance, whatever the machine.
const SHARDS: usize = 16;

/// Examines each item on some thread; the figures are added in the order of the items.
pub(crate) fn over<T: Send>(items: Vec<T>, examine: impl Fn(T) -> Figure + Sync) -> Figure {
    map(items, examine)
        .into_iter()
        .fold(Figure::default(), Figure::merge)
}

/// Turns each item into something else on some thread; the order is kept.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, turn: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let queue = Mutex::new(items.into_iter().enumerate());
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, item)) = next(&queue) {
                    let result = turn(item);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.push((index, result));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Examines `count` positions of random play.
pub(crate) fn over_random_positions(
    seed: u64,
    count: usize,
    examine: impl Fn(&mut Figure, &Chess) + Sync,
) -> Figure {
    let shards: Vec<usize> = (0..SHARDS).collect();
    over(shards, |shard| {
        let share = count / SHARDS + usize::from(shard < count % SHARDS);
        let mut figure = Figure::default();
        let seed = seed * SHARDS as u64 + shard as u64;
        for position in random::positions(seed).take(share) {
            examine(&mut figure, &position);
        }
        figure
    })
}

fn next<T>(queue: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_examined_once() {
        let figure = over((0..1_000).collect(), |number| {
            let mut figure = Figure::default();
            figure.judge(number % 2 == 0, || number.to_string());
            figure
        });
        assert_eq!((figure.cases, figure.agreed), (1_000, 500));
        assert_eq!(figure.failures, ["1", "3", "5", "7", "9"]);
    }

    #[test]
    fn as_many_positions_are_examined_as_asked_for() {
        let figure = over_random_positions(1, 37, |figure, _| figure.judge(true, String::new));
        assert_eq!(figure.cases, 37);
    }
}
