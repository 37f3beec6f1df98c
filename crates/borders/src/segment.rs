//! Segments of the embedded store: a file that is not as it was written is
//! noticed, and one that was written wrongly under good seals neither ends the
//! program nor asks for more memory than its size.
//!
//! An input that begins with a zero is a list of changes to a good segment, each
//! two bytes of place and one that is added to it; any other is a whole file
//! behind its first byte, read as it is and with its seals made good.

use std::{
    fs,
    path::PathBuf,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use krog_store::{Damage, SegmentContents, read_segment};
use xxhash_rust::xxh3::xxh3_64;

/// A good segment, of the older games in `data/samples`.
const GOOD: &[u8] = include_bytes!("../data/good.segment");

/// What it holds.
static HELD: LazyLock<SegmentContents> =
    LazyLock::new(|| read(GOOD).expect("the good segment is good"));

const HEADER: usize = 16;
const SEAL: usize = 8;
const TRAILER: usize = 5 * 8 + SEAL;
const INDEX_ROW: usize = 8 + 4 + 64;
const TABLE_BLOCK: usize = 32 * 32 + SEAL;

/// A changed file is refused or answers as before; any file is refused or read.
pub fn law(bytes: &[u8]) {
    match bytes.split_first() {
        Some((0, changes)) => {
            if let Ok(found) = read(&changed(changes)) {
                assert!(found == *HELD, "changed, and not noticed");
            }
        }
        Some((_, file)) => {
            // To refuse it is allowed; what counts is that nothing breaks.
            let _refused = read(file);
            if let Some(file) = sealed(file) {
                let _refused = read(&file);
            }
        }
        None => {}
    }
}

fn changed(changes: &[u8]) -> Vec<u8> {
    let mut file = GOOD.to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[place] = file[place].wrapping_add(change[2]);
    }
    file
}

/// A file with header, length and all seals made good, as far as its index can
/// be followed; none if it is too short.
fn sealed(file: &[u8]) -> Option<Vec<u8>> {
    let mut file = file.to_vec();
    let at = file.len().checked_sub(TRAILER).filter(|at| *at >= HEADER)?;
    file[..HEADER].copy_from_slice(&GOOD[..HEADER]);
    let number = |file: &[u8], place: usize| {
        let bytes = file[place..place + 8].try_into().expect("eight bytes");
        usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX)
    };
    let index = number(&file, at);
    let games = number(&file, at + 24);
    if (HEADER..=at).contains(&index) {
        let mut start = HEADER;
        for length in block_lengths(&file[index..at]) {
            seal(&mut file[..index], start, length);
            start = start.saturating_add(length);
        }
        let blocks = games.div_ceil(32).min(index / TABLE_BLOCK + 1);
        for block in 0..blocks {
            let rows = (games - block * 32).min(32);
            seal(&mut file[..index], start, rows * 32 + SEAL);
            start = start.saturating_add(TABLE_BLOCK);
        }
        seal(&mut file, index, at - index);
    }
    let length = file.len() as u64;
    file[at + 32..at + 40].copy_from_slice(&length.to_le_bytes());
    seal(&mut file, at, TRAILER);
    Some(file)
}

/// The lengths of blocks that an index tells, as far as it goes.
fn block_lengths(index: &[u8]) -> Vec<usize> {
    let digits = index.iter().take_while(|byte| **byte & 0x80 != 0).count();
    let rows = index.get(digits + 1..).unwrap_or_default();
    let count = index.iter().take(digits + 1).enumerate().take(9);
    let count = count.fold(0, |sum, (place, byte)| {
        sum | usize::from(byte & 0x7f) << (7 * place)
    });
    rows.chunks_exact(INDEX_ROW)
        .take(count)
        .filter_map(|row| Some(u32::from_le_bytes(*row[8..].first_chunk()?) as usize))
        .collect()
}

/// Puts the seal of a part at its end, if the part lies in the file.
fn seal(file: &mut [u8], start: usize, length: usize) {
    let part = start
        .checked_add(length)
        .and_then(|end| file.get_mut(start..end));
    if let Some((inside, seal)) = part.and_then(<[u8]>::split_last_chunk_mut::<SEAL>) {
        *seal = xxh3_64(inside).to_le_bytes();
    }
}

/// Reads bytes as a segment: through a file, as segments are.
fn read(bytes: &[u8]) -> Result<SegmentContents, Damage> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("krog-border-{}-{number}.segment", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(name);
    fs::write(&path, bytes).expect("a file can be written");
    let found = read_segment(&path);
    fs::remove_file(&path).expect("a file can be removed");
    found
}
