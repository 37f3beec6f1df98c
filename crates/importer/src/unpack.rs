//! Packed streams, known by their first bytes. Whatever they hold, memory
//! stays bounded.

use std::{
    io::{self, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// No PGN shrinks to less than a four-hundredth.
const LARGEST_RATIO: u64 = 400;

/// So much may be unpacked before the ratio is looked at, in bytes.
const HARMLESS: u64 = 64 << 20;

/// How a stream is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Packing {
    /// How a stream is packed that begins like this.
    pub(crate) fn of(start: &[u8]) -> Packing {
        match start {
            // A skippable frame may stand before the first frame.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
            [0x1f, 0x8b, ..] => Packing::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Packing::Bzip2,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Packing::Zip,
            _ => Packing::Plain,
        }
    }
}

/// The first bytes of a reader, and the reader as if they had not been read.
pub(crate) fn peek<R: Read>(mut reader: R) -> io::Result<(Packing, impl Read + use<R>)> {
    let mut start = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut start)?;
    let packing = Packing::of(&start);
    Ok((packing, io::Cursor::new(start).chain(reader)))
}

/// What a stream holds, unpacked.
pub(crate) fn unpack<R: Read + Send + 'static>(reader: R) -> io::Result<Box<dyn Read + Send>> {
    let (packing, reader) = peek(reader)?;
    unpack_as(packing, reader)
}

/// What a stream holds that is packed like this.
pub(crate) fn unpack_as<R: Read + Send + 'static>(
    packing: Packing,
    reader: R,
) -> io::Result<Box<dyn Read + Send>> {
    let packed = Arc::new(AtomicU64::new(0));
    let counted = Counted {
        inner: reader,
        count: Arc::clone(&packed),
    };
    let reader = BufReader::with_capacity(1 << 17, counted);
    let inner: Box<dyn Read + Send> = match packing {
        Packing::Plain => return Ok(Box::new(reader)),
        Packing::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(reader)?),
        Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
        Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(reader)),
        Packing::Zip => {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "found a zip archive in a stream, expected it in a file of its own",
            ));
        }
    };
    Ok(Box::new(Guarded {
        inner,
        packed,
        unpacked: 0,
    }))
}

/// Counts what is read through it.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Ends a stream that unpacks to more than any games would.
pub(crate) struct Guarded<R> {
    pub(crate) inner: R,
    pub(crate) packed: Arc<AtomicU64>,
    pub(crate) unpacked: u64,
}

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.unpacked += count as u64;
        let packed = self.packed.load(Ordering::Relaxed);
        if self.unpacked > HARMLESS && self.unpacked / LARGEST_RATIO > packed {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "the archive unpacks to more than {LARGEST_RATIO} times its size; no games do"
                ),
            ));
        }
        Ok(count)
    }
}
