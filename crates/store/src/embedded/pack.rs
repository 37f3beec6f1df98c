//! Kept games on disk: sealed blocks one after the other, behind a header.

use std::{
    fs::File,
    io::{self, Write},
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
};

use super::damage::Damage;
use crate::kept::{self, KeptGame};

/// The first bytes of every pack: a name and a version.
pub(super) const HEADER: [u8; 16] = *b"krog games 1\r\n\0\0";

/// A pack that was opened.
#[derive(Debug)]
pub(super) struct Pack {
    file: File,
    path: PathBuf,
}

impl Pack {
    pub(super) fn open(path: &Path) -> Result<Pack, Damage> {
        let failed = |error| Damage::io(path, error);
        let file = File::open(path).map_err(failed)?;
        let mut header = HEADER;
        file.read_exact_at(&mut header, 0).map_err(failed)?;
        if header != HEADER {
            return Err(Damage::changed(path, "header"));
        }
        Ok(Pack {
            file,
            path: path.to_owned(),
        })
    }

    /// The damage of a block that does not hold what it should.
    pub(super) fn changed(&self) -> Damage {
        Damage::changed(&self.path, "block")
    }

    /// The games of the block at a place, and where the next one begins.
    pub(super) fn block(&self, at: u64) -> Result<(Vec<KeptGame>, u64), Damage> {
        let changed = || self.changed();
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => changed(),
            _ => Damage::io(&self.path, error),
        };
        let mut head = [0; 8];
        self.file.read_exact_at(&mut head, at).map_err(failed)?;
        let length = kept::block_length(head).ok_or_else(changed)?;
        let mut block = vec![0; length];
        self.file.read_exact_at(&mut block, at).map_err(failed)?;
        let games = kept::unpack(&block).ok_or_else(changed)?;
        Ok((games, at + length as u64))
    }

    /// Every block with its place.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Result<(u64, Vec<KeptGame>), Damage>> + '_ {
        let mut at = Some(HEADER.len() as u64);
        std::iter::from_fn(move || {
            let place = at.take()?;
            match self.file.metadata() {
                Err(error) => return Some(Err(Damage::io(&self.path, error))),
                Ok(whole) if whole.len() == place => return None,
                Ok(_) => {}
            }
            Some(self.block(place).map(|(games, next)| {
                at = Some(next);
                (place, games)
            }))
        })
    }
}

/// Writes the blocks that are wanted; gives back where each begins.
pub(super) fn write<W: Write>(
    out: &mut W,
    blocks: &[Vec<u8>],
    wanted: impl Fn(usize) -> bool,
) -> io::Result<(Vec<u64>, u64)> {
    out.write_all(&HEADER)?;
    let mut at = HEADER.len() as u64;
    let mut places = Vec::with_capacity(blocks.len());
    for (index, block) in blocks.iter().enumerate() {
        places.push(at);
        if wanted(index) {
            out.write_all(block)?;
            at += block.len() as u64;
        }
    }
    Ok((places, at))
}
