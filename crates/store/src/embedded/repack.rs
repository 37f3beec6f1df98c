//! Small packs become one: games that came in one by one would lie in a file
//! each. Every pack belongs to one segment, so those of segments that are being
//! merged can be replaced together with them.

use std::{
    collections::{BTreeSet, HashMap},
    num::NonZeroU32,
};

use super::{
    Inner,
    catalog::Replaced,
    intake::Numbers,
    pack::{self, Pack},
    segment::{KeptAt, MergeError, Segment},
};
use crate::kept::KeptGames;

/// Packs below this are joined, in bytes.
const SMALL: u64 = 1 << 20;

/// Not more than so many bytes of packs at once: they are held in memory.
const AT_ONCE: u64 = 16 << 20;

/// A pack that takes the place of others.
#[derive(Debug)]
pub(super) struct Repacked {
    old: Vec<u32>,
    new: (u32, u64),
    places: HashMap<KeptAt, KeptAt>,
}

impl Repacked {
    /// Where a game is kept now.
    pub(super) fn place(&self, kept: KeptAt) -> Option<KeptAt> {
        if self.old.contains(&kept.pack.get()) {
            self.places.get(&kept).copied()
        } else {
            Some(kept)
        }
    }

    pub(super) fn replaced(&self) -> Replaced<'_, (u32, u64)> {
        Replaced {
            old: &self.old,
            new: self.new,
        }
    }
}

/// Writes the games of the small packs of some segments into one; nothing if
/// there are not two.
pub(super) fn repack(
    inner: &Inner,
    collection: &str,
    sources: &[&Segment],
    numbers: &Numbers,
) -> Result<Option<Repacked>, MergeError> {
    let view = inner.view()?;
    let packs = &view.rack(collection)?.row.packs;
    let small: HashMap<u32, u64> = packs
        .iter()
        .copied()
        .filter(|(_, bytes)| *bytes < SMALL)
        .collect();
    if small.len() < 2 {
        return Ok(None);
    }
    let mut kept = BTreeSet::new();
    for row in sources.iter().flat_map(|segment| segment.all_rows()) {
        let place = row?.kept;
        kept.extend(place.filter(|place| small.contains_key(&place.pack.get())));
    }
    let mut old: Vec<u32> = kept.iter().map(|place| place.pack.get()).collect();
    old.dedup();
    let bytes: u64 = old.iter().filter_map(|number| small.get(number)).sum();
    if old.len() < 2 || bytes > AT_ONCE {
        return Ok(None);
    }
    let games = gather(inner, &kept)?;
    let number = numbers.next_pack();
    let mut draft = inner.disk.draft(&inner.pack_path(number))?;
    let (blocks, bytes) = pack::write(&mut draft, games.blocks(), |_| true)?;
    draft.keep()?;
    let pack = NonZeroU32::new(number).expect("packs are numbered from one");
    let new = games.places().iter().map(|(block, index)| KeptAt {
        pack,
        block: blocks[*block as usize],
        index: *index,
    });
    Ok(Some(Repacked {
        old,
        new: (number, bytes),
        places: kept.iter().copied().zip(new).collect(),
    }))
}

/// The games at some places, in their order, packed anew.
fn gather(inner: &Inner, places: &BTreeSet<KeptAt>) -> Result<KeptGames, MergeError> {
    let mut gathered = KeptGames::default();
    let mut pack: Option<(u32, Pack)> = None;
    let mut block = None;
    for place in places {
        let number = place.pack.get();
        if pack.as_ref().is_none_or(|(open, _)| *open != number) {
            pack = Some((number, Pack::open(&inner.pack_path(number))?));
            block = None;
        }
        let (_, pack) = pack.as_ref().expect("opened above");
        if block.as_ref().is_none_or(|(open, _)| *open != place.block) {
            block = Some((place.block, pack.block(place.block)?.0));
        }
        let games = block.as_ref().map_or(&[][..], |(_, games)| games);
        let game = games.get(usize::from(place.index));
        gathered.push_kept(game.ok_or_else(|| pack.changed())?);
    }
    gathered.close();
    Ok(gathered)
}
