//! Files of blocks, written once and read by several threads.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use fewest_search::{BlockLocation, BlockReader, BlockWriter, Durability, Stop};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::Shared;
use super::own_files;
use crate::failpoint::reach;
use crate::trouble::{Kind, Trouble};

/// A file being written under a temporary name.
pub(crate) struct BlockFileWriter {
    pub(crate) shared: Arc<Shared>,
    pub(crate) name: String,
    pub(crate) file: BufWriter<File>,
    pub(crate) offset: u64,
}

/// A file being read.
pub(crate) struct BlockFileReader {
    shared: Arc<Shared>,
    path: PathBuf,
    file: File,
    length: u64,
}

impl BlockFileWriter {
    fn failed(&self, error: &io::Error) -> Stop {
        self.shared.tell(Trouble::of(error, &self.shared.temporary(&self.name)))
    }
}

impl BlockWriter for BlockFileWriter {
    fn append(&mut self, block: &[u8]) -> Result<BlockLocation, Stop> {
        let length = u32::try_from(block.len()).expect("a block has fewer than 2^32 bytes");
        self.shared.take(&self.name, block.len() as u64)?;
        self.file.write_all(block).map_err(|error| self.failed(&error))?;
        let place = BlockLocation { offset: self.offset, length, check: xxh3_64(block) };
        self.offset += u64::from(length);
        Ok(place)
    }

    fn finish(mut self: Box<Self>, durability: Durability) -> Result<Box<dyn BlockReader>, Stop> {
        self.file.flush().map_err(|error| self.failed(&error))?;
        let mut path = self.shared.temporary(&self.name);
        reach("written");
        if durability == Durability::Durable {
            self.file.get_ref().sync_all().map_err(|error| self.failed(&error))?;
            reach("synced");
            let good = self.shared.path(&self.name);
            std::fs::rename(&path, &good).map_err(|error| self.failed(&error))?;
            path = good;
            reach("renamed");
        }
        self.shared.written(&self.name, &path);
        let Self { shared, file, offset: length, .. } = *self;
        match file.into_inner() {
            Ok(file) => Ok(Box::new(BlockFileReader { shared, path, file, length })),
            Err(error) => Err(shared.tell(Trouble::of(error.error(), &path))),
        }
    }
}

impl BlockFileReader {
    /// Opens a file that must have exactly this length.
    pub(crate) fn open(shared: Arc<Shared>, name: &str, length: u64) -> Result<Self, Stop> {
        let path = shared.path(name);
        let file = own_files::open(&path).map_err(|trouble| shared.tell(trouble))?;
        match file.metadata().map(|found| found.len()) {
            Ok(found) if found == length => Ok(Self { shared, path, file, length }),
            Ok(found) => {
                let what = format!("`{}` has {found} bytes instead of {length}", path.display());
                Err(shared.tell(Trouble::new(Kind::Corrupt, what)))
            }
            Err(error) => Err(shared.tell(Trouble::of(&error, &path))),
        }
    }
}

impl BlockFileReader {
    fn damaged_at(&self, offset: u64) -> Stop {
        let what = format!("`{}` is damaged at byte {offset}", self.path.display());
        self.shared.tell(Trouble::new(Kind::Corrupt, what))
    }

    /// Whether a block lies in the file.
    fn has(&self, place: BlockLocation) -> bool {
        place.offset.checked_add(place.length.into()).is_some_and(|end| end <= self.length)
    }

    fn read_at(&self, out: &mut [u8], offset: u64) -> Result<(), Stop> {
        let read = read_at(&self.file, out, offset);
        read.map_err(|error| self.shared.tell(Trouble::of(&error, &self.path)))
    }

    /// Compares a block with its checksum, a piece at a time, so that its length needs no memory.
    pub(crate) fn check(&self, place: BlockLocation) -> Result<(), Stop> {
        if !self.has(place) {
            return Err(self.damaged_at(place.offset));
        }
        let (mut hash, mut piece) = (Xxh3Default::new(), [0; 1 << 14]);
        let mut at = 0;
        while at < u64::from(place.length) {
            let few = (u64::from(place.length) - at).min(piece.len() as u64);
            self.read_at(&mut piece[..few as usize], place.offset + at)?;
            hash.update(&piece[..few as usize]);
            at += few;
        }
        if hash.digest() == place.check { Ok(()) } else { Err(self.damaged_at(place.offset)) }
    }
}

impl BlockReader for BlockFileReader {
    fn read(&self, place: BlockLocation, out: &mut Vec<u8>) -> Result<(), Stop> {
        out.clear();
        // No memory is reserved for bytes that are not there.
        if !self.has(place) {
            return Err(self.damaged_at(place.offset));
        }
        out.resize(place.length as usize, 0);
        self.read_at(out, place.offset)?;
        if xxh3_64(out) == place.check { Ok(()) } else { Err(self.damaged_at(place.offset)) }
    }
}

#[cfg(unix)]
fn read_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut out: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !out.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, out, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                out = &mut out[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}
