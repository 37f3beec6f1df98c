//! Work for engines that nobody uses: popular positions that none has looked at.
//! Whoever asks for something comes first, at once.

use std::{
    thread,
    time::{Duration, Instant},
};

use krog_chess::{Chess, Limit};

use super::{
    Bell,
    background::{self, Look, POPULARITY, Trouble, Walk},
};
use crate::{
    engines::{Client, Urgency},
    service::{Service, Weak},
};

/// Nobody has asked for so long before idle work begins.
const QUIET: Duration = Duration::from_secs(1);

/// How often that is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// When all is done, new games may have come after this time.
const REST: Duration = Duration::from_mins(1);

/// Works until the bell says to stop.
pub(super) fn work(service: &Weak, bell: &Bell) {
    let mut walk = Walk::new(POPULARITY);
    let mut left: Option<Chess> = None;
    while wait_for_quiet(service, bell) {
        let Some(service) = service.upgrade() else {
            return;
        };
        let next = match left.take() {
            Some(position) => Ok(Some(position)),
            None => walk.next(&service),
        };
        if let Ok(Some(position)) = next {
            if look(&service, &position).is_err() {
                // Somebody came, or something is wrong; later, then.
                left = Some(position);
            }
        } else {
            // All was looked at, or the store does not answer.
            drop(service);
            rest(bell);
            walk = Walk::new(POPULARITY);
        }
    }
}

fn look(service: &Service, position: &Chess) -> Result<Look, Trouble> {
    let client = Client::new("idle", Urgency::Idle);
    let Some(asker) = service.asker(&client) else {
        return Ok(Look::Old);
    };
    let most = service.settings().most_nodes;
    let limit = Limit::depth(background::DEPTH).and(Limit::nodes(most));
    background::look_at(service, &asker, position, limit)
}

/// Waits until the engines were free for a while; false when it is time to end.
fn wait_for_quiet(service: &Weak, bell: &Bell) -> bool {
    loop {
        let engines = service.upgrade().and_then(|it| it.engines().cloned());
        let Some(engines) = engines.filter(|_| !bell.is_stopped()) else {
            return false;
        };
        if engines.are_quiet(QUIET) {
            return true;
        }
        drop(engines);
        thread::sleep(GLANCE);
    }
}

/// Waits for new games, or for the end.
fn rest(bell: &Bell) {
    let start = Instant::now();
    while start.elapsed() < REST && !bell.is_stopped() {
        bell.wait(GLANCE * 10);
    }
}
