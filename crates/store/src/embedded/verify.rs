//! Looks at every byte: whether files are as they were written, in order, and
//! in agreement with the catalog and its ledger.

use std::{collections::HashMap, fs, sync::Arc};

use thiserror::Error;

use super::{
    Embedded, Inner, PACKS, SEGMENTS, TRIES,
    export::Source,
    pack::Pack,
    segment::Segment,
    view::{RackView, View},
};
use crate::{Damage, contract::StoreError};

/// What is wrong with a store.
#[derive(Debug, Error)]
pub enum Finding {
    /// A file is damaged or gone.
    #[error(transparent)]
    Damage(#[from] Damage),
    /// A file does not hold what the catalog says.
    #[error("{file}: found {found} {what}, the catalog says {expected}")]
    Extent {
        /// The file.
        file: String,
        /// What was counted.
        what: &'static str,
        /// What is there.
        found: u64,
        /// What should be.
        expected: u64,
    },
    /// The ledger and the segments disagree.
    #[error("collection {collection}: the ledger says {ledger} games, the segments hold {found}")]
    Ledger {
        /// Which collection.
        collection: String,
        /// What came in.
        ledger: u64,
        /// What is there.
        found: u64,
    },
    /// A game stands in two segments of a collection.
    #[error("collection {collection}: {games} games are counted twice")]
    Twice {
        /// Which collection.
        collection: String,
        /// How many.
        games: u64,
    },
    /// A kept game is not where the table says.
    #[error("{file}: {games} games are not in the packs where they should be")]
    Lost {
        /// The segment.
        file: String,
        /// How many.
        games: u64,
    },
    /// The catalog's database is unsound.
    #[error("the catalog: {0}")]
    Catalog(String),
    /// The desk's database is unsound.
    #[error("the desk: {0}")]
    Desk(String),
}

/// What was looked at, and what was found.
#[derive(Debug, Default)]
pub struct Verification {
    /// Segments and packs that were read to the end.
    pub files: u64,
    /// Moves with their counters.
    pub moves: u64,
    /// Games.
    pub games: u64,
    /// Files that belong to nothing: left behind by a crash, no harm.
    pub remains: u64,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

impl Embedded {
    /// Reads the whole store and tells what is wrong with it.
    pub fn verify(&self) -> Result<Verification, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let before = self.inner.view()?;
            let report = self.look_through(&before)?;
            // What somebody writes meanwhile may look like a loss.
            let still = Arc::ptr_eq(&before, &self.inner.view()?);
            if report.findings.is_empty() || still || tries == TRIES {
                return Ok(report);
            }
        }
    }

    fn look_through(&self, view: &View) -> Result<Verification, StoreError> {
        let mut report = Verification::default();
        if let Some(text) = self.inner.catalog().soundness()? {
            report.findings.push(Finding::Catalog(text));
        }
        if let Some(text) = self.inner.desk.0.soundness() {
            report.findings.push(Finding::Desk(text));
        }
        let mut known = 0;
        for rack in &view.racks {
            known += rack.segments.len() + rack.row.packs.len();
            self.inner.verify_rack(rack, &mut report);
        }
        for folder in [SEGMENTS, PACKS] {
            let entries = fs::read_dir(self.inner.root.join(folder));
            report.remains += entries.map_err(self.inner.failed())?.count() as u64;
        }
        report.remains = report.remains.saturating_sub(known as u64);
        Ok(report)
    }
}

impl Inner {
    fn verify_rack(&self, rack: &RackView, report: &mut Verification) {
        let mut kept = HashMap::new();
        for (number, _) in &rack.row.packs {
            match self.pack_blocks(*number) {
                Ok(blocks) => {
                    kept.extend(blocks.into_iter().map(|(at, games)| ((*number, at), games)));
                }
                Err(damage) => report.findings.push(damage.into()),
            }
            report.files += 1;
        }
        let mut ids = Vec::new();
        for segment in &rack.segments {
            if let Err(finding) = verify_segment(segment, &kept, &mut ids, report) {
                report.findings.push(finding);
            }
            report.files += 1;
        }
        let found = ids.len() as u64;
        report.games += found;
        ids.sort_unstable();
        ids.dedup();
        let collection = || rack.row.name.clone();
        let twice = found - ids.len() as u64;
        if twice > 0 {
            report.findings.push(Finding::Twice {
                collection: collection(),
                games: twice,
            });
        }
        if found != rack.row.games {
            report.findings.push(Finding::Ledger {
                collection: collection(),
                ledger: rack.row.games,
                found,
            });
        }
    }

    /// Where the blocks of a pack begin, and how many games are in each.
    fn pack_blocks(&self, number: u32) -> Result<Vec<(u64, usize)>, Damage> {
        let pack = Pack::open(&self.pack_path(number))?;
        let blocks = pack
            .blocks()
            .map(|block| block.map(|(at, games)| (at, games.len())));
        blocks.collect()
    }
}

fn verify_segment(
    segment: &Segment,
    kept: &HashMap<(u32, u64), usize>,
    ids: &mut Vec<u128>,
    report: &mut Verification,
) -> Result<(), Finding> {
    let file = || segment.path().display().to_string();
    let extent = segment.extent();
    let (before, mut lost) = (ids.len(), 0);
    for row in segment.all_rows() {
        let row = row?;
        if ids[before..]
            .last()
            .is_some_and(|last| *last >= row.game.id.0)
        {
            return Err(Damage::changed(segment.path(), "table").into());
        }
        ids.push(row.game.id.0);
        let there = row.kept.is_none_or(|place| {
            let games = kept.get(&(place.pack.get(), place.block));
            games.is_some_and(|games| usize::from(place.index) < *games)
        });
        lost += u64::from(!there);
    }
    let (mut positions, mut moves) = (0, 0);
    let mut source = Source::new(segment)?;
    while source.key.is_some() {
        positions += 1;
        moves += source.take()?.len() as u64;
    }
    report.moves += moves;
    let games = (ids.len() - before) as u64;
    let counts = [
        ("positions", positions, extent.positions),
        ("moves", moves, extent.moves),
        ("games", games, extent.games),
    ];
    for (what, found, expected) in counts {
        if found != expected {
            return Err(Finding::Extent {
                file: file(),
                what,
                found,
                expected,
            });
        }
    }
    match lost {
        0 => Ok(()),
        games => Err(Finding::Lost {
            file: file(),
            games,
        }),
    }
}
