//! Answers: what was played, how large everything is, and all of it as text.

use std::{collections::HashMap, io, thread};

use krog_chess::PositionKey;
use krog_stats::{Counter, StepBits};

use super::{
    Inner,
    rows::{Row, Rows},
    shard::Shard,
    statements,
};
use crate::{
    contract::{Collection, StoreError},
    export::Lines,
    postgres::runs::{self, Rack, Run},
};

/// A lookup is one thread's work; more would only wait for one another.
const LOOKUP: &str = "&max_threads=1";

/// How many rows of each shard are brought at once.
const PORTION: u64 = 1 << 19;

/// The moves of a position, on the shard that has it.
pub(super) fn moves(
    shard: &Shard,
    rack: &Rack,
    key: PositionKey,
) -> Result<Vec<(StepBits, Counter)>, StoreError> {
    let mut moves: Vec<(StepBits, Counter)> = Vec::new();
    if rack.runs.is_empty() {
        return Ok(moves);
    }
    let ask = statements::lookup(&shard.table, key.0, &rack.runs);
    let answer = shard.ask(&ask, LOOKUP)?;
    for row in Rows::new(&answer, Some(key)) {
        let Row { step, counter, .. } = row.ok_or_else(|| strange(shard))?;
        match moves.iter_mut().find(|(known, _)| *known == step) {
            Some((_, sum)) => sum.merge(&counter),
            None => moves.push((step, counter)),
        }
    }
    Ok(moves)
}

fn strange(shard: &Shard) -> StoreError {
    StoreError::failed(shard.table.clone())("found bytes that are no rows of counters".into())
}

/// What the collections hold: the catalog knows all but the bytes of the counters.
pub(super) fn collections(inner: &Inner) -> Result<Vec<Collection>, StoreError> {
    let mut bytes: HashMap<i32, u64> = HashMap::new();
    for shard in &inner.shards {
        let ask = statements::sizes(&shard.database);
        for (run, size) in pairs(&shard.ask(&ask, "")?) {
            *bytes.entry(run).or_default() += size;
        }
    }
    let list = inner.fresh_list()?;
    let mut collections = inner.catalog.catalogued()?;
    for collection in &mut collections {
        let rack = list.rack(&collection.name)?;
        let of_runs = rack.runs.iter().filter_map(|run| bytes.get(&run.number));
        collection.bytes += of_runs.sum::<u64>();
        collection.parts = (rack.runs.len() * inner.shards.len()) as u64;
    }
    Ok(collections)
}

/// Lines of two numbers.
fn pairs(answer: &[u8]) -> Vec<(i32, u64)> {
    let text = String::from_utf8_lossy(answer);
    let pair = |line: &str| {
        let (one, other) = line.split_once('\t')?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    text.lines().filter_map(pair).collect()
}

pub(super) fn export(inner: &Inner, out: &mut dyn io::Write) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::failed("the export")(error.into());
    let work = |racks: Vec<Rack>| {
        let mut lines = Lines::new(out).map_err(failed)?;
        for rack in racks.iter().filter(|rack| !rack.runs.is_empty()) {
            for range in ranges(rack.runs.iter().map(Run::rows).sum()) {
                for row in portion(inner, rack, range)? {
                    lines
                        .write(&rack.name, row.key, row.step, &row.counter)
                        .map_err(failed)?;
                }
            }
        }
        lines.finish().map_err(failed)
    };
    let catalog = inner.catalog.inner();
    catalog.work(async |connection| runs::while_reading(connection, work).await)?
}

/// Ranges of keys, each with about a portion of so many rows: keys are as good as
/// random.
pub(super) fn ranges(rows: u64) -> impl Iterator<Item = (u64, u64)> {
    let bits = rows.div_ceil(PORTION).next_power_of_two().ilog2().min(24);
    (0..1_u64 << bits).map(move |number| {
        let first = number.checked_shl(64 - bits).unwrap_or(0);
        (first, first | u64::MAX.checked_shr(bits).unwrap_or(0))
    })
}

/// The counters of a range of keys, from all shards, in order.
fn portion(inner: &Inner, rack: &Rack, range: (u64, u64)) -> Result<Vec<Row>, StoreError> {
    let of_shard = |shard: &Shard| {
        let ask = statements::portion(&shard.table, &rack.runs, range);
        let answer = shard.ask(&ask, "")?;
        let mut moves: Vec<Row> = Vec::new();
        for row in Rows::new(&answer, None) {
            let row = row.ok_or_else(|| strange(shard))?;
            match moves.last_mut() {
                Some(last) if last.key == row.key && last.step == row.step => {
                    last.counter.merge(&row.counter);
                }
                _ => moves.push(row),
            }
        }
        Ok(moves)
    };
    let found = each_shard(inner, |_, shard| of_shard(shard))?;
    let mut all: Vec<Row> = found.into_iter().flatten().collect();
    all.sort_by_key(|row| (row.key, row.step));
    Ok(all)
}

/// Does something with every shard at once.
pub(super) fn each_shard<T: Send>(
    inner: &Inner,
    work: impl Fn(usize, &Shard) -> Result<T, StoreError> + Sync,
) -> Result<Vec<T>, StoreError> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = inner
            .shards
            .iter()
            .enumerate()
            .map(|(number, shard)| scope.spawn(move || work(number, shard)))
            .collect();
        threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
}

/// What differs between the shards and the catalog.
pub(super) fn verify(inner: &Inner) -> Result<Vec<String>, StoreError> {
    let work = |racks: Vec<Rack>| {
        let found = each_shard(inner, |number, shard| {
            let ask = statements::shares(&shard.table, number, inner.shards.len());
            Ok(pairs(&shard.ask(&ask, "")?)
                .into_iter()
                .collect::<HashMap<_, _>>())
        })?;
        let mut findings = Vec::new();
        for run in racks.iter().flat_map(|rack| &rack.runs) {
            for ((number, rows), expected) in found.iter().enumerate().zip(&run.cells) {
                let rows = rows.get(&run.number).copied().unwrap_or(0);
                if u64::try_from(*expected) != Ok(rows) {
                    let run = run.number;
                    findings.push(format!(
                        "shard {number}, run {run}: found {rows} rows, expected {expected}"
                    ));
                }
            }
        }
        Ok(findings)
    };
    let catalog = inner.catalog.inner();
    catalog.work(async |connection| runs::while_reading(connection, work).await)?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_every_key_once() {
        for rows in [0, 1, PORTION, PORTION + 1, PORTION * 5, u64::MAX] {
            let mut next = Some(0);
            let mut many = 0;
            for (first, last) in ranges(rows) {
                assert_eq!(Some(first), next, "{rows}");
                next = last.checked_add(1);
                many += 1;
            }
            assert_eq!(next, None, "{rows}");
            assert!(many >= rows.div_ceil(PORTION).min(1 << 24), "{many}");
        }
    }
}
