//! Imports through a network that is cut, loses answers, slows down and stands
//! still: between krog and PostgreSQL, and between krog and a cluster.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use super::{
    Scenario, Trial,
    games::Games,
    proxy::{Behind, Proxy, Weather},
    servers::{database, shards, weather},
    tally::Tally,
};
use crate::krog::{Running, krog, told};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "network",
    threat: "The network to a store is cut, deaf, slow or still; no game is lost or counted twice.",
    weight: 8,
    run,
};

/// How many games, and how many faults before an import may finish.
const GAMES: u32 = 400;
const GROUP: usize = 4;

/// An import ends, well or not, before that.
const PATIENCE: Duration = Duration::from_mins(3);

/// A store, by its address and by the one that leads through the network.
struct Place {
    direct: String,
    through: String,
    network: Vec<Proxy>,
}

impl Place {
    fn postgres() -> io::Result<Place> {
        let direct = database().database();
        let catalog = Proxy::before(Behind::Socket(database().socket()))?;
        Ok(Place {
            through: through(&direct, &catalog),
            direct,
            network: vec![catalog],
        })
    }

    fn cluster() -> io::Result<Place> {
        let direct = shards().store();
        let (servers, catalog) = direct.split_once("?catalog=").unwrap_or_default();
        let (hosts, name) = servers
            .strip_prefix("clickhouse://")
            .and_then(|rest| rest.split_once('/'))
            .unwrap_or_default();
        let before = |host: &str| Proxy::before(Behind::Port(host.to_owned()));
        let mut network = hosts
            .split(',')
            .map(before)
            .collect::<io::Result<Vec<_>>>()?;
        let hosts: Vec<&str> = network.iter().map(|proxy| proxy.address.as_str()).collect();
        let hosts = hosts.join(",");
        let before_catalog = Proxy::before(Behind::Socket(database().socket()))?;
        let catalog = through(catalog, &before_catalog);
        let through = format!("clickhouse://{hosts}/{name}?catalog={catalog}");
        network.push(before_catalog);
        Ok(Place {
            direct,
            through,
            network,
        })
    }
}

/// The address of a database by another way.
pub(super) fn through(direct: &str, proxy: &Proxy) -> String {
    let path = direct.split('?').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    format!("postgres://krog@{}/{name}", proxy.address)
}

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let games = Games::make(&trial.folder.0, GAMES, 1)?;
    for (number, group) in trial.faults.chunks(GROUP).enumerate() {
        database().wait();
        let place = if number % 2 == 0 {
            Place::postgres()
        } else {
            Place::cluster()
        };
        let place = place.map_err(|error| error.to_string())?;
        told(["db", "migrate", "--db", &place.through])?;
        let mut usual = Duration::from_millis(1_500);
        for dice in group {
            let mut dice = dice.clone();
            let share = u32::try_from(dice.below(1_000)).unwrap_or(0);
            let start = Instant::now();
            let mut importer = Running::quiet(krog(games.import(&place.through))?)?;
            thread::sleep(usual * share / 1_000);
            let struck = dice.below(place.network.len());
            let (weather, time) = weather(&mut dice);
            place.network[struck].set(weather);
            thread::sleep(time);
            place.network[struck].set(Weather::Fair);
            let where_to = if struck + 1 == place.network.len() {
                "PostgreSQL"
            } else {
                "a shard"
            };
            tally.strike(format!("network to {where_to} {weather:?} for {time:?}"));
            let ended = importer.wait(PATIENCE);
            tally.check(ended.is_some(), || "the importer does not end".to_owned());
            if matches!(weather, Weather::Slow(_) | Weather::Still) {
                let well = ended.is_some_and(|status| status.success());
                tally.check(well, || format!("a delay ends an import: {ended:?}"));
                usual = usual.min(start.elapsed());
            }
            games.check_part(&place.direct, tally);
        }
        tally.good("import", told(games.import(&place.direct)));
        games.check(&place.direct, tally);
        tally.settle();
    }
    Ok(())
}
