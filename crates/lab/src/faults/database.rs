//! A service over PostgreSQL, by a network: the server behind it dies, the network
//! fails, and the service itself is killed, under load.

use std::thread;

use super::{
    Scenario, Trial,
    load::{Host, Load},
    network::through,
    proxy::{Behind, Proxy, Weather},
    servers::{Blow, database, millis, weather},
    tally::Tally,
};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "database",
    threat: "PostgreSQL or the way to it fails behind a service; it says so, and needs no restart.",
    weight: 8,
    run,
};

/// How many faults one store sees.
const GROUP: usize = 5;

const LEASE_OVER: i64 = 61;

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    for group in trial.faults.chunks(GROUP) {
        database().wait();
        let direct = database().database();
        let network = Proxy::before(Behind::Socket(database().socket()));
        let network = network.map_err(|error| error.to_string())?;
        let mut host = Host::start(&trial.folder, &through(&direct, &network), &[])?;
        let load = Load::on(&host);
        for dice in group {
            let mut dice = dice.clone();
            let time = millis(&mut dice, 0..600);
            load.during(|| -> Result<(), String> {
                load.review();
                thread::sleep(time);
                match dice.below(5) {
                    0 | 1 => tally.strike(Blow::draw(&mut dice).strike()),
                    2 | 3 => {
                        let (weather, time) = weather(&mut dice);
                        network.set(weather);
                        thread::sleep(time);
                        network.set(Weather::Fair);
                        tally.strike(format!("network {weather:?} for {time:?}"));
                    }
                    _ => {
                        host.die();
                        tally.strike("service killed");
                        host.clock.jump(LEASE_OVER)?;
                        tally.good("a start", host.go_on());
                    }
                }
                load.check_alive(tally);
                Ok(())
            })?;
        }
        database().wait();
        // A job whose end could not be written down is lent for a while yet.
        host.clock.jump(LEASE_OVER)?;
        load.check(tally);
        host.die();
        tally.settle();
    }
    Ok(())
}
