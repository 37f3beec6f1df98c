//! Numbers as bytes, and bytes that can be trusted: what every file of the
//! embedded store is made of. The whole format is in `docs/formats.md`.

use std::{
    cell::RefCell,
    ops::{Deref, DerefMut},
};

use xxhash_rust::xxh3::xxh3_64;

/// How many bytes a checksum takes.
pub(super) const CHECKSUM: usize = 8;

/// Appends the checksum of everything from `start` on.
pub(crate) fn seal(bytes: &mut Vec<u8>, start: usize) {
    let sum = xxh3_64(&bytes[start..]);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// What was sealed; none if a bit of it has changed.
pub(crate) fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (inside, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
    (xxh3_64(inside).to_le_bytes() == sum).then_some(inside)
}

/// Appends a number, seven bits in a byte, the lowest first.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    while {
        let more = number >> 7 != 0;
        bytes.push(number as u8 & 0x7f | u8::from(more) << 7);
        number >>= 7;
        more
    } {}
}

/// Bytes from which parts are taken one after the other. Every part may be
/// missing: a block whose checksum holds may still have been written wrongly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Parts<'a> {
        Parts(bytes)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        // Eight bytes at once, if the number ends in them.
        if let Some(chunk) = self.0.first_chunk() {
            let word = u64::from_le_bytes(*chunk);
            let ends = !word & 0x8080_8080_8080_8080;
            if ends != 0 {
                let length = ends.trailing_zeros() / 8 + 1;
                self.0 = &self.0[length as usize..];
                return Some(squeezed(word & (u64::MAX >> (64 - 8 * length))));
            }
        }
        self.long_number()
    }

    fn long_number(&mut self) -> Option<u64> {
        let mut number = 0;
        for (index, byte) in self.0.iter().take(10).enumerate() {
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                self.0 = &self.0[index + 1..];
                return Some(number);
            }
        }
        None
    }

    /// A number of things that take at least a byte each, so that a wrong one
    /// cannot ask for more memory than there are bytes.
    pub(crate) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let length = self.count()?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }
}

/// The low seven bits of each byte, one behind the other.
fn squeezed(word: u64) -> u64 {
    let word = word & 0x7f7f_7f7f_7f7f_7f7f;
    let word = word & 0x007f_007f_007f_007f | (word & 0x7f00_7f00_7f00_7f00) >> 1;
    let word = word & 0x0000_3fff_0000_3fff | (word & 0x3fff_0000_3fff_0000) >> 2;
    word & 0x0fff_ffff | (word & 0x0fff_ffff_0000_0000) >> 4
}

/// Bytes for reading into, taken from those that this thread has used before.
#[derive(Debug)]
pub(super) struct Buffer(Vec<u8>);

thread_local! {
    static SPARE: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Buffers above this size are not kept.
const LARGEST_SPARE: usize = 64 << 10;

impl Buffer {
    /// A buffer of so many bytes, whatever they are.
    pub(super) fn new(length: usize) -> Buffer {
        let mut bytes = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
        bytes.resize(length, 0);
        Buffer(bytes)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.0.capacity() <= LARGEST_SPARE {
            let bytes = std::mem::take(&mut self.0);
            SPARE.with_borrow_mut(|spare| spare.push(bytes));
        }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = (0..64).flat_map(|bit| [1_u64 << bit, (1 << bit) - 1, u64::MAX >> bit]);
        for number in numbers {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            let mut parts = Parts::new(&bytes);
            assert_eq!(parts.number(), Some(number));
            assert!(parts.is_empty());
            assert_eq!(Parts::new(&bytes[..bytes.len() - 1]).number(), None);
            // The same with something behind it.
            let length = bytes.len();
            bytes.extend([0xff; 9]);
            let mut parts = Parts::new(&bytes);
            assert_eq!(parts.number(), Some(number));
            assert_eq!(parts.len(), bytes.len() - length);
        }
    }

    #[test]
    fn every_changed_bit_breaks_the_seal() {
        let mut bytes = b"one block".to_vec();
        seal(&mut bytes, 0);
        assert_eq!(unseal(&bytes), Some(&b"one block"[..]));
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unseal(&changed), None, "bit {bit}");
        }
        assert_eq!(unseal(&bytes[..3]), None);
    }
}
