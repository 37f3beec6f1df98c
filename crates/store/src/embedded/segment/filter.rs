//! Which keys a block may hold, in as many bits as a cache line has: most
//! positions lie in one segment, and the others need not be read for them.

/// How many bytes a filter takes.
pub(super) const BYTES: usize = 64;

/// How many bits stand for a key.
const PROBES: u32 = 4;

/// The keys of a block. It may say yes to a key that is not there, one in
/// twenty, and never no to one that is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Filter([u64; 8]);

impl Filter {
    /// A filter that says yes to all keys.
    pub(super) const OPEN: Filter = Filter([u64::MAX; 8]);

    pub(super) fn add(&mut self, key: u64) {
        for (word, bit) in places(key) {
            self.0[word] |= bit;
        }
    }

    pub(super) fn may_hold(&self, key: u64) -> bool {
        places(key).all(|(word, bit)| self.0[word] & bit != 0)
    }

    pub(super) fn bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; BYTES]) -> Filter {
        let mut filter = Filter::default();
        for (word, place) in filter.0.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(place.try_into().expect("eight bytes"));
        }
        filter
    }
}

/// Nine bits of the key for each probe, from the lowest on: they are as good as
/// random, and the highest are alike in all keys of a block.
fn places(key: u64) -> impl Iterator<Item = (usize, u64)> {
    (0..PROBES).map(move |probe| {
        let bits = key >> (9 * probe);
        ((bits >> 6 & 7) as usize, 1 << (bits & 63))
    })
}

#[cfg(test)]
mod tests {
    use krog_chess::random::Dice;

    use super::*;

    #[test]
    fn what_was_added_may_be_there_and_little_else() {
        let mut dice = Dice::new(3);
        let (mut wrong, mut asked) = (0, 0);
        for _ in 0..200 {
            let mut filter = Filter::default();
            let keys: Vec<u64> = (0..80).map(|_| dice.roll()).collect();
            for key in &keys {
                filter.add(*key);
            }
            let read = Filter::from_bytes(filter.bytes());
            assert_eq!(read, filter);
            assert!(keys.iter().all(|key| read.may_hold(*key)));
            for _ in 0..500 {
                wrong += u32::from(read.may_hold(dice.roll()));
                asked += 1;
            }
            assert!(Filter::OPEN.may_hold(dice.roll()));
        }
        assert!(wrong * 100 < asked * 7, "{wrong} of {asked}");
    }
}
