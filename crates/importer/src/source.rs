//! The streams that an import reads, one after the other.

use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{self, Read, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicU64},
};

use crate::{
    Origin,
    blocks::{Block, Blocks},
    piece::Piece,
    run::Supply,
    unpack::{self, Counted, Guarded, Packing},
};

/// The endings of files that are read from a directory.
const ENDINGS: [&str; 5] = ["pgn", "zst", "gz", "bz2", "zip"];

type Stream = Box<dyn Read + Send>;

/// The blocks of some streams.
pub(crate) struct Feed {
    queue: VecDeque<Item>,
    open: Option<(Arc<str>, Blocks<Stream>)>,
    /// What was read so far of what lies on disk, in bytes.
    read: Arc<AtomicU64>,
    /// What could not be read, and why.
    pub(crate) broken: Vec<String>,
}

#[derive(Clone, Debug)]
enum Item {
    Stdin,
    File(PathBuf),
    Piece(Piece),
    Zipped(PathBuf, Entry),
}

/// A file in a zip archive.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    start: u64,
    length: u64,
    deflated: bool,
    checksum: u32,
}

impl Feed {
    /// The streams of some origins; directories are searched for games.
    pub(crate) fn new(origins: &[Origin], read: Arc<AtomicU64>) -> io::Result<Feed> {
        let mut queue = VecDeque::new();
        for origin in origins {
            match origin {
                Origin::Stdin => queue.push_back(Item::Stdin),
                Origin::Piece(piece) if !piece.is_whole() => {
                    queue.push_back(Item::Piece(piece.clone()));
                }
                Origin::Piece(piece) => queue.push_back(Item::File(piece.path.clone())),
                Origin::Path(path) => {
                    queue.extend(files_of(path)?.into_iter().map(Item::File));
                }
            }
        }
        Ok(Feed {
            queue,
            open: None,
            read,
            broken: Vec::new(),
        })
    }

    /// How many bytes lie on disk, if that is known.
    pub(crate) fn size(&self) -> Option<u64> {
        let size = |item: &Item| match item {
            Item::File(path) => fs::metadata(path).ok().map(|file| file.len()),
            Item::Piece(piece) => {
                let end = || fs::metadata(&piece.path).ok().map(|file| file.len());
                Some(piece.to.or_else(end)?.saturating_sub(piece.from))
            }
            Item::Stdin | Item::Zipped(..) => None,
        };
        self.queue.iter().map(size).sum()
    }

    /// The stream of an item; none if it stands for others, which come next.
    fn open_item(&mut self, item: Item) -> io::Result<Option<Stream>> {
        let counted = |inner| Counted {
            inner,
            count: Arc::clone(&self.read),
        };
        match item {
            Item::Stdin => unpack::unpack(io::stdin()).map(Some),
            Item::Zipped(path, entry) => entry.open(&path).map(Some),
            Item::Piece(piece) => {
                let read = Arc::clone(&self.read);
                let counted = move |inner| {
                    let count = Arc::clone(&read);
                    Box::new(Counted { inner, count }) as Stream
                };
                piece.open(counted).map(Some)
            }
            Item::File(path) => {
                let mut file = File::open(&path)?;
                let (packing, _) = unpack::peek(&mut file)?;
                file.seek(SeekFrom::Start(0))?;
                if packing != Packing::Zip {
                    return unpack::unpack(counted(file)).map(Some);
                }
                for entry in entries(file)?.into_iter().rev() {
                    self.queue.push_front(Item::Zipped(path.clone(), entry));
                }
                Ok(None)
            }
        }
    }
}

impl Supply for Feed {
    /// A stream that breaks off is noted, and the next one begun.
    fn next_block(&mut self) -> Option<(Arc<str>, Block)> {
        loop {
            if let Some((name, blocks)) = &mut self.open {
                match blocks.next_block() {
                    Ok(Some(block)) => return Some((Arc::clone(name), block)),
                    Ok(None) => {}
                    Err(error) => self.broken.push(format!("{name}: {error}")),
                }
                self.open = None;
            }
            let item = self.queue.pop_front()?;
            let name = item.name();
            match self.open_item(item) {
                Ok(Some(reader)) => self.open = Some((name.into(), Blocks::new(reader))),
                Ok(None) => {}
                Err(error) => self.broken.push(format!("{name}: {error}")),
            }
        }
    }
}

impl Item {
    fn name(&self) -> String {
        match self {
            Item::Stdin => "standard input".to_owned(),
            Item::File(path) => path.display().to_string(),
            Item::Piece(piece) => Origin::Piece(piece.clone()).to_string(),
            Item::Zipped(path, entry) => format!("{}: {}", path.display(), entry.name),
        }
    }
}

/// The files of some origins; directories are searched for games.
pub(crate) fn files(origins: &[Origin]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for origin in origins {
        match origin {
            Origin::Path(path) => files.extend(files_of(path)?),
            Origin::Piece(piece) => files.push(piece.path.clone()),
            Origin::Stdin => {
                let message = "found standard input, expected files that others can read, too";
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        }
    }
    Ok(files)
}

/// A file, or those of a directory.
fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    if !fs::metadata(path).map_err(named)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    search(path, &mut files).map_err(named)?;
    files.sort();
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if entry.file_type()?.is_dir() {
            search(&path, files)?;
        } else if ending.is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str())) {
            files.push(path);
        }
    }
    Ok(())
}

/// The files of a zip archive.
fn entries(file: File) -> io::Result<Vec<Entry>> {
    let mut archive = zip::ZipArchive::new(file)?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index)?;
        if entry.is_dir() {
            continue;
        }
        let name = entry.name()?.into_owned();
        let deflated = match entry.compression() {
            zip::CompressionMethod::Stored => false,
            zip::CompressionMethod::Deflated => true,
            other => {
                let message = format!("{name} is packed by {other}, expected deflate");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        };
        let Some(start) = entry.data_start() else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "an entry has no place",
            ));
        };
        entries.push(Entry {
            name,
            start,
            length: entry.compressed_size(),
            deflated,
            checksum: entry.crc32(),
        });
    }
    Ok(entries)
}

impl Entry {
    fn open(&self, path: &Path) -> io::Result<Stream> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(self.start))?;
        let packed = Arc::new(AtomicU64::new(0));
        let inner = Counted {
            inner: file.take(self.length),
            count: Arc::clone(&packed),
        };
        let inner: Box<dyn Read + Send> = if self.deflated {
            Box::new(flate2::read::DeflateDecoder::new(inner))
        } else {
            Box::new(inner)
        };
        Ok(Box::new(Checked {
            inner: flate2::CrcReader::new(Guarded {
                inner,
                packed,
                unpacked: 0,
            }),
            checksum: self.checksum,
        }))
    }
}

/// Compares the checksum at the end.
struct Checked<R> {
    inner: flate2::CrcReader<R>,
    checksum: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if count == 0 && !buffer.is_empty() && self.inner.crc().sum() != self.checksum {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the checksum is not that of the archive",
            ));
        }
        Ok(count)
    }
}
