//! Places for `WebSocket`s: so many for each client, so many in all.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// How many `WebSocket`s a client may have open.
const EACH: usize = 16;

/// How many there may be.
const ALL: usize = 1_024;

/// The `WebSocket`s of each client.
#[derive(Default)]
pub(super) struct Sockets {
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A place that is taken until it is dropped.
#[derive(Clone)]
pub(crate) struct Place {
    _taken: Arc<Taken>,
}

struct Taken {
    sockets: Arc<Sockets>,
    client: IpAddr,
}

impl Sockets {
    /// A place for a client, if there is one.
    pub(super) fn take(self: &Arc<Self>, client: IpAddr) -> Option<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.entry(client).or_default();
        if *own >= EACH || all >= ALL {
            return None;
        }
        *own += 1;
        let taken = Taken {
            sockets: self.clone(),
            client,
        };
        Some(Place {
            _taken: Arc::new(taken),
        })
    }

    /// How many are open.
    pub(super) fn open(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.values().sum()
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let open = self.sockets.open.lock();
        let mut open = open.unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_for_each_and_come_back() {
        let sockets = Arc::<Sockets>::default();
        let client = |n: u32| IpAddr::V4(n.into());
        let mut places: Vec<Place> = (0..EACH).map_while(|_| sockets.take(client(1))).collect();
        assert_eq!(places.len(), EACH);
        assert!(sockets.take(client(1)).is_none());
        assert!(sockets.take(client(2)).is_some());
        places.pop();
        assert!(sockets.take(client(1)).is_some());
        drop(places);
        assert_eq!(sockets.open(), 0);
    }
}
