//! Files of blocks, written once and read by several threads, and the quota that they count
//! against.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest_search::{BlockLocation, BlockReader, BlockWriter, Durability, SavedPart, Stop};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use super::files;
use crate::error::{StoreError, StoreErrorKind};
use crate::failpoint::reach;

/// The state of an open folder, shared with its open files.
#[derive(Debug)]
pub(crate) struct FolderState {
    pub(crate) folder: PathBuf,
    /// FolderState with the subfolders.
    pub(crate) quota: Arc<Quota>,
    /// The size and path of every file, by name.
    pub(crate) files: Mutex<HashMap<String, (u64, PathBuf)>>,
    /// The files that the last manifest names.
    pub(crate) named: Mutex<Vec<SavedPart>>,
}

/// The quota of a folder and its subfolders together, and the first error in any of them.
#[derive(Debug)]
pub(crate) struct Quota {
    pub(crate) limit: u64,
    pub(crate) used: AtomicU64,
    pub(crate) peak: AtomicU64,
    pub(crate) error: Mutex<Option<StoreError>>,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FolderState {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn temporary(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.tmp"))
    }

    /// Records the first error. Returns how it stops the search.
    pub(crate) fn tell(&self, error: StoreError) -> Stop {
        let stop = if error.kind == StoreErrorKind::Full { Stop::Disk } else { Stop::Storage };
        locked(&self.quota.error).get_or_insert(error);
        stop
    }

    /// Charges bytes of a file to the quota.
    pub(crate) fn take(&self, name: &str, bytes: u64) -> Result<(), Stop> {
        let used = self.quota.used.fetch_add(bytes, Relaxed) + bytes;
        if let Some((size, _)) = locked(&self.files).get_mut(name) {
            *size += bytes;
        }
        if used > self.quota.limit {
            let (folder, limit) = (self.folder.display(), self.quota.limit);
            let what = format!("`{folder}` may not hold more than {limit} bytes");
            return Err(self.tell(StoreError::new(StoreErrorKind::Full, what)));
        }
        self.quota.peak.fetch_max(used, Relaxed);
        Ok(())
    }

    /// Records the final path of a file.
    pub(crate) fn written(&self, name: &str, path: &Path) {
        if let Some((_, place)) = locked(&self.files).get_mut(name) {
            path.clone_into(place);
        }
    }

    /// Returns the bytes of all files to the quota, without removing them.
    pub(crate) fn give_back(&self) {
        let bytes: u64 = locked(&self.files).drain().map(|(_, (bytes, _))| bytes).sum();
        self.quota.used.fetch_sub(bytes, Relaxed);
    }

    /// Removes a file and returns its bytes to the quota.
    pub(crate) fn drop_file(&self, name: &str) {
        if let Some((bytes, path)) = locked(&self.files).remove(name) {
            // A file that cannot be removed now is removed at the next start.
            let _ = fs::remove_file(path);
            self.quota.used.fetch_sub(bytes, Relaxed);
        }
    }
}

/// A file being written under a temporary name.
pub(crate) struct BlockFileWriter {
    pub(crate) shared: Arc<FolderState>,
    pub(crate) name: String,
    pub(crate) file: BufWriter<File>,
    pub(crate) offset: u64,
}

/// A file being read.
pub(crate) struct BlockFileReader {
    shared: Arc<FolderState>,
    path: PathBuf,
    file: File,
    length: u64,
}

impl BlockFileWriter {
    fn failed(&self, error: &io::Error) -> Stop {
        self.shared.tell(StoreError::of(error, &self.shared.temporary(&self.name)))
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
            Err(error) => Err(shared.tell(StoreError::of(error.error(), &path))),
        }
    }
}

impl BlockFileReader {
    /// Opens a file that must have exactly this length.
    pub(crate) fn open(shared: Arc<FolderState>, name: &str, length: u64) -> Result<Self, Stop> {
        let path = shared.path(name);
        let file = files::open(&path).map_err(|error| shared.tell(error))?;
        match file.metadata().map(|found| found.len()) {
            Ok(found) if found == length => Ok(Self { shared, path, file, length }),
            Ok(found) => {
                let what = format!("`{}` has {found} bytes instead of {length}", path.display());
                Err(shared.tell(StoreError::new(StoreErrorKind::Corrupt, what)))
            }
            Err(error) => Err(shared.tell(StoreError::of(&error, &path))),
        }
    }
}

impl BlockFileReader {
    fn damaged_at(&self, offset: u64) -> Stop {
        let what = format!("`{}` is damaged at byte {offset}", self.path.display());
        self.shared.tell(StoreError::new(StoreErrorKind::Corrupt, what))
    }

    /// Whether a block lies in the file.
    fn has(&self, place: BlockLocation) -> bool {
        place.offset.checked_add(place.length.into()).is_some_and(|end| end <= self.length)
    }

    fn read_at(&self, out: &mut [u8], offset: u64) -> Result<(), Stop> {
        let read = read_at(&self.file, out, offset);
        read.map_err(|error| self.shared.tell(StoreError::of(&error, &self.path)))
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

#[cfg(test)]
mod tests {
    use fewest_search::Store;

    use super::*;
    use crate::WorkFolder;

    #[test]
    fn what_is_inside_counts_and_is_given_back() {
        const ONE: &str = "part-0000-0000-of-0002";
        const TWO: &str = "part-0000-0001-of-0002";
        let place = tempfile::TempDir::new().expect("a folder");
        let outer = WorkFolder::open(place.path(), Some(1000)).expect("it is ours");
        let (one, two) = (outer.inside(ONE).expect("new"), outer.inside(TWO).expect("new"));
        let write = |folder: &WorkFolder, bytes: usize| {
            let mut file = folder.create("layer-000-00000")?;
            file.append(&vec![7; bytes])?;
            file.finish(Durability::Durable).map(|_| ())
        };
        assert_eq!(write(&one, 600), Ok(()));
        assert_eq!((outer.used(), two.used()), (616, 616));
        assert_eq!(write(&two, 600), Err(Stop::Disk), "together they may hold 1000");
        assert!(outer.error().is_some(), "the outer folder knows why");
        assert_eq!(outer.names_inside("part-").expect("a folder"), [ONE, TWO]);
        assert!(outer.inside(ONE).is_err(), "one process at a time");
        one.demolish();
        two.demolish();
        assert_eq!((outer.used(), outer.names_inside("part-").expect("a folder").len()), (0, 0));
    }
}
