//! The servers that stores lie on: one PostgreSQL and two ClickHouse shards for
//! the whole campaign, gone with it, and what happens to them.

use std::{sync::OnceLock, thread, time::Duration};

use krog_chess::random::Dice;

use super::proxy::Weather;
use crate::{cluster::Cluster, shards::Shards};

/// The database server.
pub(super) fn database() -> &'static Cluster {
    static DATABASE: OnceLock<Cluster> = OnceLock::new();
    // It is the server that dies, not the machine: what it wrote is there.
    DATABASE.get_or_init(|| Cluster::start(&["fsync = off"]))
}

/// The shards, whose catalogs lie on the database server.
pub(super) fn shards() -> &'static Shards {
    static SHARDS: OnceLock<Shards> = OnceLock::new();
    SHARDS.get_or_init(|| Shards::start(database()))
}

/// What can happen to the database server.
#[derive(Clone, Copy, Debug)]
pub(super) enum Blow {
    /// One of its processes is killed, whereupon it ends all and recovers.
    Backend,
    /// It is stopped as by a power cut, and comes back after a while.
    Crash(Duration),
    /// Its keeper restarts it.
    Restart,
}

impl Blow {
    pub(super) fn draw(dice: &mut Dice) -> Blow {
        match dice.below(3) {
            0 => Blow::Backend,
            1 => Blow::Crash(millis(dice, 0..800)),
            _ => Blow::Restart,
        }
    }

    /// Strikes; gives what to call it.
    pub(super) fn strike(self) -> String {
        let database = database();
        match self {
            Blow::Backend => database.kill_backend(),
            Blow::Crash(pause) => {
                database.crash();
                thread::sleep(pause);
                database.restart();
            }
            Blow::Restart => database.restart_in_order(),
        }
        format!("PostgreSQL {self:?}")
    }
}

/// What happens to a network, and for how long.
pub(super) fn weather(dice: &mut Dice) -> (Weather, Duration) {
    match dice.below(4) {
        0 => (Weather::Cut, millis(dice, 0..1_200)),
        1 => (Weather::Deaf, millis(dice, 100..1_200)),
        2 => (Weather::Slow(millis(dice, 5..80)), millis(dice, 300..1_500)),
        _ => (Weather::Still, millis(dice, 100..2_500)),
    }
}

/// A time within limits, in milliseconds.
pub(super) fn millis(dice: &mut Dice, within: std::ops::Range<usize>) -> Duration {
    let drawn = within.start + dice.below(within.len());
    Duration::from_millis(drawn as u64)
}
