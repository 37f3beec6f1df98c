//! How long a worker waits before it asks again.

use std::time::Duration;

use krog_chess::random::Dice;

/// The first wait, which doubles with every further one ...
const FIRST: Duration = Duration::from_millis(500);
/// ... up to this.
const LONGEST: Duration = Duration::from_mins(1);
/// While there is only nothing to do, work is not left lying for long.
const LONGEST_IDLE: Duration = Duration::from_secs(5);

/// The waits of one worker. They are scattered, so that workers which were sent
/// away together do not come back together.
#[derive(Debug)]
pub struct Pace {
    dice: Dice,
    waits: u32,
}

impl Pace {
    /// Waits that differ from those of other seeds.
    pub fn new(seed: u64) -> Pace {
        Pace {
            dice: Dice::new(seed),
            waits: 0,
        }
    }

    /// There was something to do.
    pub fn worked(&mut self) {
        self.waits = 0;
    }

    /// How long to wait when there was nothing to do.
    pub fn idle(&mut self) -> Duration {
        self.next(LONGEST_IDLE)
    }

    /// How long to wait when the service was away or had too much to do, and
    /// maybe said for how long.
    pub fn away(&mut self, told: Option<Duration>) -> Duration {
        let own = self.next(LONGEST);
        // Who was told a time comes after it, scattered like the others.
        told.map_or(own, |told| told + own / 4)
    }

    /// Between a half and the whole of the doubled time.
    fn next(&mut self, longest: Duration) -> Duration {
        let whole = FIRST
            .saturating_mul(2_u32.saturating_pow(self.waits))
            .min(longest);
        self.waits = self.waits.saturating_add(1);
        let half = whole / 2;
        let part = u32::try_from(self.dice.below(1_001)).unwrap_or(0);
        half + half * part / 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_scatter_and_end_with_work() {
        let mut pace = Pace::new(1);
        let waits: Vec<Duration> = (0..20).map(|_| pace.away(None)).collect();
        for (count, wait) in (0_u32..).zip(&waits) {
            let whole = FIRST
                .saturating_mul(2_u32.saturating_pow(count))
                .min(LONGEST);
            assert!(whole / 2 <= *wait && *wait <= whole, "{count}: {wait:?}");
        }
        assert!(waits[10..].windows(2).any(|pair| pair[0] != pair[1]));
        assert!(pace.idle() <= LONGEST_IDLE);
        let told = Duration::from_secs(90);
        assert!(pace.away(Some(told)) >= told);
        pace.worked();
        assert!(pace.idle() <= FIRST);
    }
}
