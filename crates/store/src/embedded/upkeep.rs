//! Merges in the background: when enough segments of about the same size
//! have come together, they become one, so that their number grows with the
//! logarithm of what is stored. Their small packs become one with them.
//! Readers and writers do not wait.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::{
    Inner,
    catalog::{Replaced, SegmentRow},
    disk::Step,
    intake::Numbers,
    repack::{Repacked, repack},
    segment::{self, Extent, MergeError, Row, Segment},
};
use crate::{chore::Chore, contract::StoreError};

/// So many small segments of one size make one of the next.
const FAN: u64 = 8;

/// The same of large ones. A merge reads and writes all of them once more, while a
/// lookup passes over a segment without the position in a fraction of a
/// microsecond: with eight, four million games came in at 0.68 of the rate of
/// 400,000 (2026-11-16, `bench growth`, `bench lookup`).
const LARGE_FAN: u64 = 32;

/// Segments below this are of one size, in bytes: some hundred games.
const SMALLEST: u64 = 64 << 10;

/// Segments from this on are large; those below are of so many sizes.
const LARGE: u64 = SMALLEST * FAN.pow(SMALL_SIZES);
const SMALL_SIZES: u32 = 3;

/// Who brings less than so many bytes does not wait for merges of more than
/// [`LIGHT_WORK`]: one recorded game must not pay for a million.
const FEW: u64 = 1 << 20;
const LIGHT_WORK: u64 = 16 << 20;

#[derive(Debug)]
pub(super) struct Upkeep {
    work: Work,
    chore: Chore,
}

#[derive(Clone, Debug)]
struct Work {
    inner: Arc<Inner>,
    name: String,
    numbers: Arc<Numbers>,
    /// Bytes that came in.
    brought: Arc<AtomicU64>,
}

impl Upkeep {
    pub(super) fn new(inner: &Arc<Inner>, name: &str, numbers: &Arc<Numbers>) -> Upkeep {
        Upkeep {
            work: Work {
                inner: Arc::clone(inner),
                name: name.to_owned(),
                numbers: Arc::clone(numbers),
                brought: Arc::default(),
            },
            chore: Chore::default(),
        }
    }

    /// Begins to merge if there is something to merge and nobody at it, now that
    /// so many bytes more came in.
    pub(super) fn begin(&self, brought: u64) {
        self.work.brought.fetch_add(brought, Ordering::Relaxed);
        let work = self.work.clone();
        self.chore.begin(
            || self.work.candidates().is_ok_and(|found| found.is_some()),
            move |called_off| work.merge_all(called_off),
        );
    }

    /// Merges all that is to be merged.
    pub(super) fn finish(&self) -> Result<(), StoreError> {
        self.chore.wait()?;
        self.work.merge_all(self.chore.called_off())
    }
}

impl Work {
    /// The segments that should become one.
    fn candidates(&self) -> Result<Option<(i64, Candidates)>, StoreError> {
        let view = self.inner.view()?;
        let rack = view.rack(&self.name)?;
        let numbers = rack.row.segments.iter().map(|row| row.number);
        let mut found: Candidates = numbers.zip(rack.segments.iter().cloned()).collect();
        found.sort_by_key(|(_, segment)| size_class(segment.extent()));
        let alike = |(_, one): &Candidate, (_, other): &Candidate| {
            size_class(one.extent()) == size_class(other.extent())
        };
        let few = self.brought.load(Ordering::Relaxed) < FEW;
        let light = |due: &[Candidate]| {
            let bytes = due.iter().map(|(_, segment)| segment.extent().bytes);
            bytes.sum::<u64>() <= LIGHT_WORK
        };
        let due = found
            .chunk_by(alike)
            .find(|alike| is_enough(alike) && (!few || light(alike)));
        Ok(due.map(|due| (rack.row.id, due.to_vec())))
    }

    fn merge_all(&self, called_off: &AtomicBool) -> Result<(), StoreError> {
        while let Some((collection, due)) = self.candidates()? {
            match self.merge(collection, &due, &|| !called_off.load(Ordering::Relaxed)) {
                Err(MergeError::CalledOff) => return Ok(()),
                Err(MergeError::Damage(damage)) => return Err(damage.into()),
                Err(MergeError::Io(error)) => return Err(self.inner.failed()(error)),
                Err(MergeError::Store(error)) => return Err(*error),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn merge(
        &self,
        collection: i64,
        due: &[Candidate],
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), MergeError> {
        let inner = &self.inner;
        let sources: Vec<&Segment> = due.iter().map(|(_, segment)| segment.as_ref()).collect();
        let repacked = repack(inner, &self.name, &sources, &self.numbers)?;
        let rename = |mut row: Row| {
            if let (Some(kept), Some(repacked)) = (&mut row.kept, &repacked) {
                *kept = repacked.place(*kept)?;
            }
            Some(row)
        };
        let number = self.numbers.next_segment();
        let draft = inner.disk.draft(&inner.segment_path(number))?;
        let (draft, extent) = segment::merge(&sources, draft, &rename, go_on)?;
        draft.keep()?;
        inner.disk.step(Step::Commit)?;
        let old: Vec<u32> = due.iter().map(|(number, _)| *number).collect();
        let segments = Replaced {
            old: &old,
            new: SegmentRow { number, extent },
        };
        let packs = repacked.as_ref().map(Repacked::replaced);
        {
            let mut catalog = inner.catalog();
            catalog.replace(collection, segments, packs)?;
            // Whatever happens now, what was merged is not to be seen again.
            let committed = inner.disk.step(Step::Committed);
            inner.reload(&mut catalog)?;
            committed?;
        }
        for segment in sources {
            inner.disk.remove(segment.path());
        }
        for number in packs.iter().flat_map(|packs| packs.old) {
            inner.disk.remove(&inner.pack_path(*number));
        }
        Ok(())
    }
}

type Candidate = (u32, Arc<Segment>);
type Candidates = Vec<Candidate>;

/// Segments of one class differ in size by less than the number that makes one of
/// the next.
fn size_class(extent: Extent) -> u32 {
    match extent.bytes / LARGE {
        0 => (extent.bytes / SMALLEST).max(1).ilog(FAN),
        times => SMALL_SIZES + times.ilog(LARGE_FAN),
    }
}

/// Whether segments of one class are as many as become one.
fn is_enough(alike: &[Candidate]) -> bool {
    let large = |(_, segment): &Candidate| size_class(segment.extent()) >= SMALL_SIZES;
    let fan = if alike.iter().any(large) {
        LARGE_FAN
    } else {
        FAN
    };
    alike.len() as u64 >= fan
}
