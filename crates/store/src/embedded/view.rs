//! The store as of one moment: the files that counted then, held open.

use std::{collections::HashMap, path::Path, sync::Arc};

use super::{
    TRIES,
    catalog::{Catalog, Rack},
    damage::Damage,
    segment::Segment,
    segment_path,
};
use crate::contract::StoreError;

#[derive(Debug)]
pub(super) struct View {
    /// The catalog's version when this was read.
    pub(super) version: i64,
    /// The collections, by name.
    pub(super) racks: Vec<RackView>,
}

/// A collection and its open files.
#[derive(Debug)]
pub(super) struct RackView {
    pub(super) row: Rack,
    pub(super) segments: Vec<Arc<Segment>>,
}

impl View {
    /// Reads the catalog and opens what is not open in an earlier view.
    pub(super) fn load(
        root: &Path,
        catalog: &mut Catalog,
        earlier: Option<&View>,
    ) -> Result<View, StoreError> {
        let mut open: HashMap<u32, Arc<Segment>> = HashMap::new();
        for rack in earlier.iter().flat_map(|view| &view.racks) {
            let numbers = rack.row.segments.iter().map(|row| row.number);
            open.extend(numbers.zip(rack.segments.iter().cloned()));
        }
        let mut tries = 0;
        loop {
            tries += 1;
            match View::try_load(root, catalog, &open) {
                // Another process merged the file away between list and file.
                Err(StoreError::Damage(damage)) if damage.is_absence() && tries < TRIES => {}
                done => return done,
            }
        }
    }

    fn try_load(
        root: &Path,
        catalog: &mut Catalog,
        open: &HashMap<u32, Arc<Segment>>,
    ) -> Result<View, StoreError> {
        let version = catalog.version()?;
        let mut racks = Vec::new();
        for row in catalog.racks()? {
            let segment = |number: u32| match open.get(&number) {
                Some(segment) => Ok(Arc::clone(segment)),
                None => Segment::open(&segment_path(root, number)).map(Arc::new),
            };
            let segments = row.segments.iter().map(|row| segment(row.number));
            let segments = segments.collect::<Result<Vec<_>, Damage>>()?;
            racks.push(RackView { row, segments });
        }
        Ok(View { version, racks })
    }

    /// A collection by its name.
    pub(super) fn rack(&self, name: &str) -> Result<&RackView, StoreError> {
        let found = self.racks.iter().find(|rack| rack.row.name == name);
        found.ok_or_else(|| StoreError::NoCollection {
            found: name.to_owned(),
            known: self
                .racks
                .iter()
                .map(|rack| rack.row.name.clone())
                .collect(),
        })
    }
}
