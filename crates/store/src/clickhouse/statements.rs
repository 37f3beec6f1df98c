//! Every statement that a server of a cluster is sent, in words that servers from
//! 18.16 on understand.

use super::rows;
use crate::postgres::runs::Run;

/// How many rows a mark of the index stands for. A lookup reads so many at least:
/// a few marks' worth of memory makes it cheaper.
const GRANULARITY: u32 = 1024;

/// What a lookup asks for, in the order in which rows are read.
const VALUES: &str = "move, band, toUInt64(white), toUInt64(draws), toUInt64(black), \
    mover_ratings, opponent_ratings, example";

/// The same of several runs together.
const SUMS: &str = "move, band, sum(white), sum(draws), sum(black), \
    sum(mover_ratings), sum(opponent_ratings), max(example)";

/// The tables of a server.
pub(super) fn make(database: &str) -> [String; 3] {
    let columns = rows::columns();
    [
        format!("CREATE DATABASE IF NOT EXISTS {database}"),
        format!(
            "CREATE TABLE IF NOT EXISTS {database}.move_counts ({columns}) ENGINE = MergeTree
             PARTITION BY run ORDER BY (hash, move, band)
             SETTINGS index_granularity = {GRANULARITY}"
        ),
        format!(
            "CREATE TABLE IF NOT EXISTS {database}.shard (cluster String, number UInt32)
             ENGINE = MergeTree ORDER BY number"
        ),
    ]
}

/// Whether a server has been told its number.
pub(super) fn is_told(database: &str) -> String {
    format!("SELECT count() FROM {database}.shard")
}

/// Tells a server its number.
pub(super) fn tell(database: &str, cluster: &str, number: usize) -> String {
    format!("INSERT INTO {database}.shard (cluster, number) VALUES ('{cluster}', {number})")
}

/// Whether a server has the table of its number.
pub(super) fn is_shard(database: &str) -> String {
    format!("SELECT count() FROM system.tables WHERE database = '{database}' AND name = 'shard'")
}

/// Which shard it is.
pub(super) fn which_shard(database: &str) -> String {
    format!("SELECT cluster, number FROM {database}.shard")
}

/// How many shards a cluster has in the server's own settings.
pub(super) fn known_shards(cluster: &str) -> String {
    format!("SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = '{cluster}'")
}

/// The table over all shards.
pub(super) fn distribute(database: &str, cluster: &str) -> String {
    let columns = rows::columns();
    format!(
        "CREATE TABLE IF NOT EXISTS {database}.all_move_counts ({columns})
         ENGINE = Distributed({cluster}, {database}, move_counts, hash)"
    )
}

/// Takes the rows that follow.
pub(super) fn insert(table: &str) -> String {
    format!("INSERT INTO {table} FORMAT Native")
}

/// All moves of a position.
pub(super) fn lookup(table: &str, key: u64, runs: &[Run]) -> String {
    let runs = numbers(runs);
    format!("SELECT {VALUES} FROM {table} WHERE hash = {key} AND run IN ({runs}) FORMAT RowBinary")
}

/// The sums of a range of keys, in order.
pub(super) fn portion(table: &str, runs: &[Run], (first, last): (u64, u64)) -> String {
    let runs = numbers(runs);
    format!(
        "SELECT hash, {SUMS} FROM {table}
         WHERE run IN ({runs}) AND hash >= {first} AND hash <= {last}
         GROUP BY hash, move, band ORDER BY hash, move, band FORMAT RowBinary"
    )
}

/// The same into a run.
pub(super) fn gather(table: &str, run: i32, runs: &[Run], (first, last): (u64, u64)) -> String {
    let runs = numbers(runs);
    format!(
        "INSERT INTO {table} SELECT toUInt32({run}), hash, {SUMS} FROM {table}
         WHERE run IN ({runs}) AND hash >= {first} AND hash <= {last}
         GROUP BY hash, move, band"
    )
}

/// How many rows a run has.
pub(super) fn count(table: &str, run: i32) -> String {
    format!("SELECT count() FROM {table} WHERE run = {run}")
}

/// How many rows each run has that belong to the shard.
pub(super) fn shares(table: &str, number: usize, many: usize) -> String {
    format!("SELECT run, countIf(hash % {many} = {number}) FROM {table} GROUP BY run")
}

/// How many bytes each run takes.
pub(super) fn sizes(database: &str) -> String {
    format!(
        "SELECT partition, sum(bytes_on_disk) FROM system.parts
         WHERE active AND database = '{database}' AND table = 'move_counts' GROUP BY partition"
    )
}

/// Drops a run, if it is there.
pub(super) fn drop_run(table: &str, run: i32) -> String {
    format!("ALTER TABLE {table} DROP PARTITION {run}")
}

fn numbers(runs: &[Run]) -> String {
    let numbers: Vec<String> = runs.iter().map(|run| run.number.to_string()).collect();
    numbers.join(", ")
}

/// One of each that can be run alone, in the order in which a store lives.
pub(super) fn all(database: &str) -> Vec<String> {
    let table = format!("{database}.move_counts");
    let run = |number| Run {
        number,
        cells: Vec::new(),
    };
    let runs = [run(1), run(2)];
    let all = (0, u64::MAX);
    let mut statements = make(database).to_vec();
    statements.extend([
        is_told(database),
        tell(database, "a1b2", 0),
        is_shard(database),
        which_shard(database),
        known_shards("krog"),
        lookup(&table, 7, &runs),
        gather(&table, 3, &runs, all),
        count(&table, 3),
        portion(&table, &runs, all),
        shares(&table, 0, 2),
        sizes(database),
        drop_run(&table, 3),
    ]);
    statements
}
