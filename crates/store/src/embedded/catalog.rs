//! The catalog: which files there are, what they hold, and the ledger of what
//! came in. It is what makes a change happen whole or not at all.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use xxhash_rust::xxh3::Xxh3;

use super::{damage::Damage, segment::Extent, sqlite};
use crate::contract::{Plies, StoreError};

/// The format of the whole store.
const FORMAT: i64 = 1;

/// Stands in the ledger where not every game is counted to the same ply.
const MIXED: i64 = -1;

const TABLES: &str = "
CREATE TABLE collections (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    through TEXT
) STRICT;
CREATE TABLE segments (
    number INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (id),
    positions INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    games INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE packs (
    number INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (id),
    bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (id),
    origin TEXT NOT NULL,
    games INTEGER NOT NULL,
    duplicates INTEGER NOT NULL,
    max_ply INTEGER,
    added_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
CREATE TABLE seal (hash INTEGER NOT NULL) STRICT;
INSERT INTO seal (hash) VALUES (0);
";

/// Every row that the seal covers, as text and in order.
const SEALED: &str = "
SELECT json_array('collection', id, name, through) FROM collections
UNION ALL SELECT json_array('segment', number, collection, positions, moves, games, bytes) FROM segments
UNION ALL SELECT json_array('pack', number, collection, bytes) FROM packs
UNION ALL SELECT json_array('ledger', id, collection, origin, games, duplicates, max_ply, added_at) FROM ledger
ORDER BY 1";

/// Adds to the last line of the ledger if that is of the same origin and day:
/// games that are recorded one by one make a line a day, not one each.
const GOES_ON: &str = "
UPDATE ledger SET games = games + ?3, duplicates = duplicates + ?4
WHERE id = (SELECT max(id) FROM ledger WHERE collection = ?1)
    AND origin = ?2 AND max_ply IS ?5 AND added_at > unixepoch() - 86400";

/// A file of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SegmentRow {
    pub(super) number: u32,
    pub(super) extent: Extent,
}

/// Files, and the one that takes their place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replaced<'a, T> {
    pub(super) old: &'a [u32],
    pub(super) new: T,
}

/// A collection as the catalog has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rack {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) through: Option<String>,
    pub(super) segments: Vec<SegmentRow>,
    /// Numbers and sizes.
    pub(super) packs: Vec<(u32, u64)>,
    /// Games that the ledger says came in.
    pub(super) games: u64,
    pub(super) plies: Plies,
}

/// A line of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Receipt<'a> {
    pub(super) origin: &'a str,
    pub(super) games: u64,
    pub(super) duplicates: u64,
    pub(super) through: Option<&'a str>,
    pub(super) plies: Plies,
}

#[derive(Debug)]
pub(super) struct Catalog {
    connection: Connection,
    file: PathBuf,
}

fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::failed("the catalog")(sqlite::complaint(error))
}

impl Catalog {
    /// Opens the catalog in a file; makes it if it may.
    pub(super) fn open(file: &Path, create: bool) -> Result<Catalog, StoreError> {
        let place = || file.display().to_string();
        if !create && !file.is_file() {
            return Err(StoreError::Absent { place: place() });
        }
        let mut connection = sqlite::open(file).map_err(failed)?;
        // A commit is on disk when it returns.
        connection
            .execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
            .map_err(failed)?;
        let version = |connection: &Connection| {
            connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
        };
        if create && version(&connection).map_err(failed)? == 0 {
            let change = connection.transaction().map_err(failed)?;
            change.execute_batch(TABLES).map_err(failed)?;
            change
                .pragma_update(None, "user_version", FORMAT)
                .map_err(failed)?;
            commit(change)?;
        }
        match version(&connection).map_err(failed)? {
            FORMAT => Ok(Catalog {
                connection,
                file: file.to_owned(),
            }),
            found => Err(StoreError::Format {
                place: place(),
                found: found.to_string(),
                expected: FORMAT.to_string(),
            }),
        }
    }

    /// A number that changes when somebody else changes the catalog.
    pub(super) fn version(&self) -> Result<i64, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("PRAGMA data_version")
            .map_err(failed)?;
        statement.query_row([], |row| row.get(0)).map_err(failed)
    }

    /// Everything, as of one moment.
    pub(super) fn racks(&mut self) -> Result<Vec<Rack>, StoreError> {
        let moment = self.connection.transaction().map_err(failed)?;
        let racks = racks(&moment).map_err(failed)?;
        let kept: i64 = moment
            .query_row("SELECT hash FROM seal", [], |row| row.get(0))
            .map_err(failed)?;
        if kept != seal(&moment).map_err(failed)? {
            return Err(Damage::changed(&self.file, "catalog").into());
        }
        moment.commit().map_err(failed)?;
        Ok(racks)
    }

    /// The number of a collection, which is made if it is not there.
    pub(super) fn collection(&mut self, name: &str) -> Result<i64, StoreError> {
        let change = self.connection.transaction().map_err(failed)?;
        let find = "SELECT id FROM collections WHERE name = ?1";
        let known = change.query_row(find, [name], |row| row.get(0)).optional();
        if let Some(id) = known.map_err(failed)? {
            return Ok(id);
        }
        let make = "INSERT INTO collections (name) VALUES (?1) RETURNING id";
        let id = change.query_row(make, [name], |row| row.get(0));
        let id = id.map_err(failed)?;
        commit(change)?;
        Ok(id)
    }

    /// Takes in a segment, and a pack if there is one, with their receipt.
    pub(super) fn add(
        &mut self,
        collection: i64,
        segment: SegmentRow,
        packs: &[(u32, u64)],
        receipt: &Receipt<'_>,
    ) -> Result<(), StoreError> {
        let max_ply = match receipt.plies {
            Plies::All => None,
            Plies::First(plies) => Some(i64::from(plies)),
            Plies::Mixed => Some(MIXED),
        };
        let change = self.connection.transaction().map_err(failed)?;
        let done = (|| {
            insert_segment(&change, collection, segment)?;
            for pack in packs {
                insert_pack(&change, collection, *pack)?;
            }
            let line = params![
                collection,
                receipt.origin,
                signed(receipt.games),
                signed(receipt.duplicates),
                max_ply
            ];
            if change.execute(GOES_ON, line)? == 0 {
                change.execute(
                    "INSERT INTO ledger (collection, origin, games, duplicates, max_ply) VALUES (?1, ?2, ?3, ?4, ?5)",
                    line,
                )?;
            }
            change.execute(
                "UPDATE collections SET through = max(coalesce(through, ?2), ?2) WHERE id = ?1 AND ?2 IS NOT NULL",
                params![collection, receipt.through],
            )
        })();
        done.map_err(failed)?;
        commit(change)
    }

    /// Puts one segment in the place of several, and one pack if there is one.
    pub(super) fn replace(
        &mut self,
        collection: i64,
        segments: Replaced<'_, SegmentRow>,
        packs: Option<Replaced<'_, (u32, u64)>>,
    ) -> Result<(), StoreError> {
        let change = self.connection.transaction().map_err(failed)?;
        let done = (|| {
            // What is not there any more was merged before, and would count twice.
            let there = |changed: usize| match changed {
                0 => Err(rusqlite::Error::StatementChangedRows(changed)),
                _ => Ok(()),
            };
            for number in segments.old {
                there(change.execute("DELETE FROM segments WHERE number = ?1", [number])?)?;
            }
            insert_segment(&change, collection, segments.new)?;
            if let Some(packs) = packs {
                for number in packs.old {
                    there(change.execute("DELETE FROM packs WHERE number = ?1", [number])?)?;
                }
                insert_pack(&change, collection, packs.new)?;
            }
            Ok(())
        })();
        done.map_err(failed)?;
        commit(change)
    }

    /// Whether the database itself is sound, in its own words if not.
    pub(super) fn soundness(&self) -> Result<Option<String>, StoreError> {
        let check = "PRAGMA integrity_check";
        let text: Option<String> = self
            .connection
            .query_row(check, [], |row| row.get(0))
            .optional()
            .map_err(failed)?;
        Ok(text.filter(|text| text != "ok"))
    }
}

/// Seals the catalog as it is now, and makes the change last.
fn commit(change: Transaction<'_>) -> Result<(), StoreError> {
    let hash = seal(&change).map_err(failed)?;
    let keep = "UPDATE seal SET hash = ?1";
    change.execute(keep, [hash]).map_err(failed)?;
    change.commit().map_err(failed)
}

/// The hash of all that the catalog says. The database itself would not notice
/// a changed byte.
fn seal(moment: &Transaction<'_>) -> rusqlite::Result<i64> {
    let mut hash = Xxh3::new();
    let mut rows = moment.prepare_cached(SEALED)?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0)?;
        hash.update(text.as_bytes()?);
        hash.update(b"\n");
    }
    Ok(hash.digest().cast_signed())
}

fn insert_segment(
    change: &Transaction<'_>,
    collection: i64,
    segment: SegmentRow,
) -> rusqlite::Result<usize> {
    let Extent {
        positions,
        moves,
        games,
        bytes,
    } = segment.extent;
    change.execute(
        "INSERT INTO segments (number, collection, positions, moves, games, bytes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![segment.number, collection, signed(positions), signed(moves), signed(games), signed(bytes)],
    )
}

fn insert_pack(
    change: &Transaction<'_>,
    collection: i64,
    (number, bytes): (u32, u64),
) -> rusqlite::Result<usize> {
    change.execute(
        "INSERT INTO packs (number, collection, bytes) VALUES (?1, ?2, ?3)",
        params![number, collection, signed(bytes)],
    )
}

/// The database has signed numbers; ours stay far below their end.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn racks(moment: &Transaction<'_>) -> rusqlite::Result<Vec<Rack>> {
    let mut collections = moment.prepare_cached(
        "SELECT id, name, through,
             (SELECT coalesce(sum(games), 0) FROM ledger WHERE collection = collections.id),
             (SELECT count(DISTINCT coalesce(max_ply, 0)) FROM ledger WHERE collection = collections.id),
             (SELECT max(max_ply) FROM ledger WHERE collection = collections.id)
         FROM collections ORDER BY name",
    )?;
    let mut segments = moment.prepare_cached(
        "SELECT number, positions, moves, games, bytes FROM segments WHERE collection = ?1 ORDER BY number",
    )?;
    let mut packs = moment
        .prepare_cached("SELECT number, bytes FROM packs WHERE collection = ?1 ORDER BY number")?;
    let found = collections.query_map([], |row| {
        let plies = match (row.get(4)?, row.get(5)?) {
            (0 | 1, None) => Plies::All,
            (1, Some(plies)) => u32::try_from(plies).map_or(Plies::Mixed, Plies::First),
            (_, Some(_) | None::<i64>) => Plies::Mixed,
        };
        let games = unsigned(row, 3)?;
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, games, plies))
    })?;
    let mut racks = Vec::new();
    for row in found {
        let (id, name, through, games, plies) = row?;
        let segment = |row: &rusqlite::Row<'_>| {
            Ok(SegmentRow {
                number: row.get(0)?,
                extent: Extent {
                    positions: unsigned(row, 1)?,
                    moves: unsigned(row, 2)?,
                    games: unsigned(row, 3)?,
                    bytes: unsigned(row, 4)?,
                },
            })
        };
        racks.push(Rack {
            id,
            name,
            through,
            segments: segments
                .query_map([id], segment)?
                .collect::<Result<_, _>>()?,
            packs: packs
                .query_map([id], |row| Ok((row.get(0)?, unsigned(row, 1)?)))?
                .collect::<Result<_, _>>()?,
            games,
            plies,
        });
    }
    Ok(racks)
}
