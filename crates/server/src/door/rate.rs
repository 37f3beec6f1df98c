//! How often a client may ask: a bucket of tokens for each, which fills again
//! with time. The clock is the caller's.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How many clients are remembered; those beyond share one bucket.
const MOST: usize = 100_000;

/// How many are remembered before anybody is forgotten.
const FEW: usize = 1_024;

/// How often a client may ask.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Requests a second, in the long run.
    pub per_second: u32,
    /// Requests at once.
    pub burst: u32,
}

impl Rate {
    /// A bucket is full again after so long.
    fn window(self) -> Duration {
        Duration::from_secs_f64(f64::from(self.burst) / f64::from(self.per_second.max(1)))
    }

    /// The limit as a header of its own.
    pub(crate) fn policy(self) -> String {
        let window = seconds(self.window());
        format!("\"default\";q={};w={window}", self.burst)
    }
}

/// Where a client stands after asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// Requests that are left at once.
    pub(crate) left: u64,
    /// Until the bucket is full again.
    pub(crate) full: Duration,
    /// Until the next request may come, if this one may not.
    pub(crate) wait: Option<Duration>,
}

impl Standing {
    /// Where a client stands, as a header.
    pub(crate) fn header(self) -> String {
        format!("\"default\";r={};t={}", self.left, seconds(self.full))
    }
}

/// Whole seconds, rounded up.
pub(crate) fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// A bucket for each client.
pub(crate) struct Buckets {
    rate: Rate,
    table: Mutex<HashMap<IpAddr, Bucket>>,
    most: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket {
            tokens: f64::from(rate.burst),
            at: now,
        }
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let gained =
            now.saturating_duration_since(self.at).as_secs_f64() * f64::from(rate.per_second);
        self.tokens = (self.tokens + gained).min(f64::from(rate.burst));
        self.at = self.at.max(now);
    }

    /// Takes a token if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Standing {
        self.fill(rate, now);
        let may = self.tokens >= 1.0;
        if may {
            self.tokens -= 1.0;
        }
        let until = |tokens: f64| {
            let lacking = (tokens - self.tokens).max(0.0);
            Duration::from_secs_f64(lacking / f64::from(rate.per_second.max(1)))
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the burst"
        )]
        let left = self.tokens as u64;
        Standing {
            left,
            full: until(f64::from(rate.burst)),
            wait: (!may).then(|| until(1.0)),
        }
    }
}

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets {
            rate,
            table: Mutex::default(),
            most: MOST,
        }
    }

    pub(crate) fn rate(&self) -> Rate {
        self.rate
    }

    /// A client asks.
    pub(crate) fn take(&self, client: IpAddr, now: Instant) -> Standing {
        let rate = self.rate;
        let mut buckets = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        // Each time the table is about to grow, whoever has all tokens is forgotten.
        if buckets.len() >= FEW.min(self.most) && buckets.len() == buckets.capacity()
            || buckets.len() >= self.most
        {
            let window = rate.window();
            buckets.retain(|_, bucket| now.saturating_duration_since(bucket.at) < window);
        }
        let known = buckets.contains_key(&client) || buckets.len() < self.most;
        let client = if known {
            client
        } else {
            IpAddr::V6(Ipv6Addr::UNSPECIFIED)
        };
        let bucket = buckets.entry(client).or_insert(Bucket::full(rate, now));
        bucket.take(rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        per_second: 2,
        burst: 3,
    };

    fn client(number: u32) -> IpAddr {
        IpAddr::V4(number.into())
    }

    #[test]
    fn a_bucket_empties_at_once_and_fills_with_time() {
        let buckets = Buckets::new(RATE);
        let start = Instant::now();
        // After so many milliseconds: may this request pass, and what is left?
        for (at, may, left) in [
            (0, true, 2),
            (0, true, 1),
            (0, true, 0),
            (0, false, 0),
            (499, false, 0),
            (500, true, 0),
            (900, false, 0),
            (1_000, true, 0),
            (60_000, true, 2),
        ] {
            let standing = buckets.take(client(1), start + Duration::from_millis(at));
            assert_eq!(
                (standing.wait.is_none(), standing.left),
                (may, left),
                "{at}"
            );
        }
    }

    #[test]
    fn a_refusal_tells_how_long_to_wait() {
        let buckets = Buckets::new(RATE);
        let start = Instant::now();
        for _ in 0..3 {
            buckets.take(client(1), start);
        }
        let refused = buckets.take(client(1), start + Duration::from_millis(100));
        assert_eq!(refused.wait, Some(Duration::from_millis(400)));
        assert_eq!(refused.header(), "\"default\";r=0;t=2");
        assert_eq!(RATE.policy(), "\"default\";q=3;w=2");
        assert_eq!(seconds(Duration::from_millis(400)), 1);
    }

    #[test]
    fn clients_do_not_pay_for_each_other() {
        let buckets = Buckets::new(RATE);
        let start = Instant::now();
        for _ in 0..9 {
            buckets.take(client(1), start);
        }
        assert_eq!(buckets.take(client(2), start).left, 2);
    }

    #[test]
    fn a_flood_of_clients_takes_no_more_memory() {
        let buckets = Buckets {
            most: 10,
            ..Buckets::new(RATE)
        };
        let start = Instant::now();
        let passed = (0..1_000).filter(|n| buckets.take(client(*n), start).wait.is_none());
        assert_eq!(passed.count(), 10 + 3);
        assert!(buckets.table.lock().unwrap().len() <= 11);
        // When the flood is over, newcomers are known again.
        let later = start + Duration::from_secs(2);
        assert_eq!(buckets.take(client(5_000), later).left, 2);
        assert!(buckets.table.lock().unwrap().len() <= 2);
    }
}
