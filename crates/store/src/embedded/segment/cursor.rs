//! Goes through the positions of a segment in order.

use krog_stats::StepBits;

use super::{Entry, Segment};
use crate::embedded::{
    bytes::{self, Buffer, Parts},
    damage::Damage,
};

/// Stands in place of a move where a position has more than one game. No move
/// has these bits.
pub(super) const SEVERAL: u16 = u16::MAX;

/// How much is read at once, in bytes.
const READ: u64 = 256 << 10;

/// What stands for a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::embedded) enum Found<'a> {
    /// One move, played in one game.
    Single(StepBits, u32),
    /// More than that, not yet taken apart.
    Several(&'a [u8]),
}

impl Found<'_> {
    /// The moves; none if they cannot be read.
    pub(in crate::embedded) fn entries(self) -> Option<Vec<Entry>> {
        match self {
            Found::Single(step, game) => Some(vec![Entry {
                step,
                games: super::entry::Games::Listed(vec![game]),
            }]),
            Found::Several(body) => Entries::new(body)?.collect(),
        }
    }
}

/// The moves of a position, one after the other; none stands for bytes that
/// cannot be read.
pub(super) struct Entries<'a> {
    left: usize,
    parts: Parts<'a>,
}

impl<'a> Entries<'a> {
    pub(super) fn new(body: &'a [u8]) -> Option<Entries<'a>> {
        let mut parts = Parts::new(body);
        let left = parts.count()?;
        Some(Entries { left, parts })
    }
}

impl Iterator for Entries<'_> {
    type Item = Option<Entry>;

    fn next(&mut self) -> Option<Option<Entry>> {
        if self.left == 0 {
            // Something behind the last move is as wrong as a missing one.
            return (!self.parts.is_empty()).then(|| {
                self.parts = Parts::new(&[]);
                None
            });
        }
        self.left -= 1;
        Some(Entry::read(&mut self.parts))
    }
}

/// The positions of a block. `Err` stands for bytes that cannot be read.
#[derive(Clone, Debug)]
pub(super) struct Items<'a> {
    last: u64,
    parts: Parts<'a>,
}

impl<'a> Items<'a> {
    /// The items of a block without its seal.
    pub(super) fn new(inside: &'a [u8]) -> Option<Items<'a>> {
        let mut parts = Parts::new(inside);
        let last = u64::from_le_bytes(parts.array()?);
        Some(Items { last, parts })
    }

    fn item(&mut self) -> Option<(u64, Found<'a>)> {
        self.last = self.last.checked_add(self.parts.number()?)?;
        let bits = u16::from_le_bytes(self.parts.array()?);
        let found = if bits == SEVERAL {
            let length = self.parts.count()?;
            Found::Several(self.parts.bytes(length)?)
        } else {
            let game = u32::try_from(self.parts.number()?).ok()?;
            Found::Single(StepBits::from_bits(bits)?, game)
        };
        Some((self.last, found))
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<(u64, Found<'a>), ()>;

    fn next(&mut self) -> Option<Self::Item> {
        (!self.parts.is_empty()).then(|| self.item().ok_or(()))
    }
}

/// A place in a segment that moves on from position to position.
#[derive(Debug)]
pub(in crate::embedded) struct Cursor<'s> {
    segment: &'s Segment,
    /// The next block to read.
    block: usize,
    /// Some blocks in a row.
    buffer: Buffer,
    /// What is left of the buffer, after the current block.
    rest: std::ops::Range<usize>,
    /// What is left of the current block, without its seal.
    inside: std::ops::Range<usize>,
    last: u64,
    /// The first block of the buffer that is not taken out yet.
    next_in_buffer: usize,
}

impl<'s> Cursor<'s> {
    /// The start of a segment.
    pub(in crate::embedded) fn new(segment: &'s Segment) -> Cursor<'s> {
        Cursor {
            segment,
            block: 0,
            buffer: Buffer::new(0),
            rest: 0..0,
            inside: 0..0,
            last: 0,
            next_in_buffer: 0,
        }
    }

    /// The next position and what stands for it.
    pub(in crate::embedded) fn advance(&mut self) -> Result<Option<(u64, Found<'_>)>, Damage> {
        if self.inside.is_empty() && !self.next_block()? {
            return Ok(None);
        }
        let changed = || self.segment.changed("block");
        let mut items = Items {
            last: self.last,
            parts: Parts::new(&self.buffer[self.inside.clone()]),
        };
        let (key, found) = items.item().ok_or_else(changed)?;
        self.last = key;
        self.inside.start = self.inside.end - items.parts.len();
        Ok(Some((key, found)))
    }

    /// Goes to the next block; false at the end.
    fn next_block(&mut self) -> Result<bool, Damage> {
        if self.rest.is_empty() && !self.fill()? {
            return Ok(false);
        }
        let offsets = &self.segment.offsets[self.next_in_buffer..];
        let changed = || self.segment.changed("block");
        let length = usize::try_from(offsets[1] - offsets[0]).map_err(|_| changed())?;
        let sealed = self.rest.start..self.rest.start + length;
        let inside = bytes::unseal(&self.buffer[sealed.clone()]).ok_or_else(changed)?;
        let items = Items::new(inside).ok_or_else(changed)?;
        if items.parts.is_empty() || items.last != self.segment.keys[self.next_in_buffer] {
            return Err(changed());
        }
        self.last = items.last;
        self.inside = sealed.start + 8..sealed.start + inside.len();
        self.rest.start = sealed.end;
        self.next_in_buffer += 1;
        Ok(true)
    }

    /// Reads some blocks; false if there are no more.
    fn fill(&mut self) -> Result<bool, Damage> {
        let offsets = &self.segment.offsets;
        if self.block + 1 >= offsets.len() {
            return Ok(false);
        }
        let start = offsets[self.block];
        let wanted = offsets.partition_point(|offset| *offset <= start + READ) - 1;
        let end = wanted.max(self.block + 1);
        self.buffer = self.segment.read(start, offsets[end] - start)?;
        self.rest = 0..self.buffer.len();
        self.next_in_buffer = self.block;
        self.block = end;
        Ok(true)
    }
}
