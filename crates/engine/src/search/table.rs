//! The transposition table: what is known of positions already searched,
//! shared by all threads without locks.
//!
//! An entry is two atomic words, the content and the key xored with it (Hyatt
//! and Mann 2002): a torn write gives a key that fits no position. Relaxed
//! loads and stores are enough, for each word stands for itself.

use std::{
    iter::successors,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use super::score::MATE_FOUND;
use crate::board::Mv;

/// Which side of the truth a score lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    None,
    Upper,
    Lower,
    Exact,
}

impl Bound {
    /// Whether a score on this side of the truth says more than `value` does.
    pub(super) fn allows(self, score: i32, value: i32) -> bool {
        match self {
            Bound::Lower => score > value,
            Bound::Upper => score < value,
            Bound::Exact => true,
            Bound::None => false,
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) m: Mv,
    /// Mates counted from this position.
    pub(super) score: i32,
    /// The static value, [`NO_EVAL`] for none.
    pub(super) eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Whether it was once on the principal variation.
    pub(super) on_line: bool,
}

/// The static value of a position in check.
pub(super) const NO_EVAL: i32 = i16::MIN as i32;

#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    key: AtomicU64,
    content: AtomicU64,
}

const SLOTS: usize = 4;

#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Bucket([Slot; SLOTS]);

/// The memory of a table from one search to the next: pages of its own, large
/// ones where the system has them, for finding a page took search a thirtieth of
/// its time.
#[derive(Debug)]
pub(super) struct Room {
    pages: MmapMut,
    age: u8,
}

/// The table during one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    buckets: &'a [Bucket],
    age: u8,
}

const AGES: u8 = 32;

/// Bytes of the smallest page that a system has.
const PAGE: usize = 4_096;

impl Room {
    /// Room for a table of about so many mebibytes.
    pub(super) fn new(mebibytes: usize) -> Room {
        let count = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        // Where the system refuses so much memory the table is smaller.
        let mut pages = successors(Some(count), |count| (*count > 1).then_some(count / 2))
            .find_map(|count| MmapMut::map_anon(count * size_of::<Bucket>()).ok())
            .expect("there is room for 64 bytes");
        // A system without large pages says so, and small ones do.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        // Pages come into being when they are first written to, which for large ones
        // takes a millisecond: now, for a search that is told to stop has no time.
        for first in pages.iter_mut().step_by(PAGE) {
            *first = 0;
        }
        Room { pages, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.pages.fill(0);
        self.age = 0;
    }

    /// The table for a new search: what is there becomes older.
    pub(super) fn open(&mut self) -> Table<'_> {
        self.age = (self.age + 1) % AGES;
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.pages);
        Table {
            buckets: buckets.expect("pages begin at a bucket and hold whole ones"),
            age: self.age,
        }
    }
}

impl Entry {
    /// Whether it knows a mate, and the other one none or a longer one: mates found
    /// by way of this table grow longer and longer where the short one is forgotten.
    fn proves_more_than(&self, other: &Entry) -> bool {
        let wins = self.score >= MATE_FOUND && matches!(self.bound, Bound::Lower | Bound::Exact);
        let loses = self.score <= -MATE_FOUND && matches!(self.bound, Bound::Upper | Bound::Exact);
        wins && other.score < self.score || loses && other.score > self.score
    }
}

impl Table<'_> {
    /// Calls what is known of a position into the processor's cache, for it is
    /// about to be asked for. Waiting for it took a sixth of the time of search.
    #[inline]
    pub(super) fn fetch(&self, key: u64) {
        prefetch_index(self.buckets, self.index(key));
    }

    /// What is known of a position.
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let content = slot.content.load(Relaxed);
            let fits = slot.key.load(Relaxed) ^ content == key && content != 0;
            fits.then(|| unpack(content))
        })
    }

    /// Remembers a position; a much deeper result or a shorter mate is kept.
    pub(super) fn keep(&self, key: u64, mut entry: Entry) {
        let age = self.age;
        let mut chosen = None;
        let mut lowest = i32::MAX;
        for slot in &self.bucket(key).0 {
            let content = slot.content.load(Relaxed);
            if slot.key.load(Relaxed) ^ content == key && content != 0 {
                let old = unpack(content);
                if entry.m.is_none() {
                    entry.m = old.m;
                }
                let kept = entry.bound != Bound::Exact && entry.depth + 4 < old.depth
                    || old.proves_more_than(&entry);
                if kept {
                    return;
                }
                chosen = Some(slot);
                break;
            }
            let staleness = i32::from((age + AGES - age_of(content)) % AGES);
            let worth = if content == 0 {
                i32::MIN
            } else {
                unpack(content).depth - 8 * staleness
            };
            if worth < lowest {
                lowest = worth;
                chosen = Some(slot);
            }
        }
        if let Some(slot) = chosen {
            let content = pack(entry, age);
            slot.content.store(content, Relaxed);
            slot.key.store(key ^ content, Relaxed);
        }
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(super) fn fullness(&self) -> usize {
        let age = self.age;
        let sample = self.buckets.iter().take(1_000 / SLOTS);
        let slots = sample.flat_map(|bucket| &bucket.0);
        let used = |slot: &&Slot| {
            let content = slot.content.load(Relaxed);
            content != 0 && age_of(content) == age
        };
        slots.filter(used).count()
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        let wide = u128::from(key) * self.buckets.len() as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.index(key)]
    }
}

/// Sixteen bits each of move, score and value, eight of depth, five of age,
/// one for the line, two of bound.
fn pack(entry: Entry, age: u8) -> u64 {
    let word = |number: i32| {
        let short = i16::try_from(number).unwrap_or(0);
        u64::from(short.cast_unsigned())
    };
    let depth = u64::from(u8::try_from(entry.depth.clamp(0, 255)).unwrap_or(0));
    let bound = entry.bound as u64;
    u64::from(entry.m.0)
        | word(entry.score) << 16
        | word(entry.eval) << 32
        | depth << 48
        | u64::from(age) << 56
        | u64::from(entry.on_line) << 61
        | bound << 62
}

fn unpack(content: u64) -> Entry {
    let [m0, m1, s0, s1, e0, e1, depth, rest] = content.to_le_bytes();
    Entry {
        m: Mv(u16::from_le_bytes([m0, m1])),
        score: i32::from(i16::from_le_bytes([s0, s1])),
        eval: i32::from(i16::from_le_bytes([e0, e1])),
        depth: i32::from(depth),
        on_line: rest >> 5 & 1 == 1,
        bound: match rest >> 6 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(content: u64) -> u8 {
    content.to_le_bytes()[7] & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use krog_chess::random::Dice;

    use super::*;
    use crate::search::score::MATE;

    fn entry(m: u16, score: i32, depth: i32, bound: Bound) -> Entry {
        Entry {
            m: Mv(m),
            score,
            eval: -score / 2,
            depth,
            bound,
            on_line: score % 2 == 0,
        }
    }

    #[test]
    fn what_is_kept_is_found() {
        let mut room = Room::new(1);
        let table = room.open();
        let mut dice = Dice::new(1);
        for number in 0..1_000u16 {
            let key = dice.roll();
            let score = i32::from(number) * 60 - 30_000;
            let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
            let kept = entry(
                number,
                score,
                i32::from(number % 100),
                bounds[dice.below(3)],
            );
            table.keep(key, kept);
            assert_eq!(table.find(key), Some(kept));
            assert_eq!(table.find(!key), None);
        }
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_until_it_is_old() {
        let mut room = Room::new(0);
        let table = room.open();
        table.keep(1, entry(7, 10, 30, Bound::Lower));
        for key in 2..40 {
            table.keep(key, entry(8, 10, 3, Bound::Lower));
        }
        assert!(table.find(1).is_some());
        for _ in 0..5 {
            room.open();
        }
        let table = room.open();
        for key in 50..60 {
            table.keep(key, entry(8, 10, 3, Bound::Lower));
        }
        assert!(table.find(1).is_none());
    }

    #[test]
    fn what_was_found_stays_until_it_is_cleared() {
        let mut room = Room::new(1);
        room.open().keep(5, entry(9, 10, 3, Bound::Lower));
        assert!(room.open().find(5).is_some());
        room.clear();
        assert!(room.open().find(5).is_none());
    }

    #[test]
    fn a_known_move_is_not_forgotten_for_none() {
        let mut room = Room::new(1);
        let table = room.open();
        table.keep(5, entry(9, 10, 3, Bound::Lower));
        table.keep(5, entry(0, 10, 4, Bound::Upper));
        assert_eq!(table.find(5).map(|entry| entry.m), Some(Mv(9)));
    }

    #[test]
    fn a_known_mate_is_not_forgotten_for_a_longer_one() {
        let mut room = Room::new(1);
        let table = room.open();
        let check = |score, bound, expected| {
            table.keep(5, entry(9, score, 3, bound));
            assert_eq!(table.find(5).map(|entry| entry.score), Some(expected));
        };
        let mate = MATE - 9;
        check(mate, Bound::Lower, mate);
        check(mate - 2, Bound::Lower, mate);
        check(40, Bound::Exact, mate);
        check(mate + 2, Bound::Exact, mate + 2);
        table.keep(6, entry(9, 8 - MATE, 3, Bound::Upper));
        table.keep(6, entry(9, -40, 9, Bound::Lower));
        assert_eq!(table.find(6).map(|entry| entry.score), Some(8 - MATE));
    }
}
