//! The work folder: its files, its quota, its manifest.

mod blocks;
mod lock;
mod manifest;
mod marker;
mod names;
mod own_files;
mod subfolders;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest_search::{BlockReader, BlockWriter, Saved, SavedPart, Stop, Store};

use crate::failpoint::reach;
use crate::trouble::{Kind, Trouble};
use blocks::{BlockFileReader, BlockFileWriter};
#[doc(hidden)]
pub use manifest::read_manifest;
use marker::Claim;
use names::{BLOCKS_MAGIC, MANIFEST, NameKind, STATUS};

/// A folder that keeps the layers of one search.
#[derive(Debug)]
pub struct WorkFolder {
    pub(crate) shared: Arc<Shared>,
    /// Held as long as the folder is open.
    _lock: File,
}

/// What open files need to know about their folder.
#[derive(Debug)]
pub(crate) struct Shared {
    folder: PathBuf,
    /// Shared with the subfolders.
    pub(crate) quota: Arc<Quota>,
    /// The size and path of every file, by name.
    files: Mutex<HashMap<String, (u64, PathBuf)>>,
    /// The files that the last manifest names.
    named: Mutex<Vec<SavedPart>>,
}

/// The quota of a folder and its subfolders together, and the first error in any of them.
#[derive(Debug)]
pub(crate) struct Quota {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
    trouble: Mutex<Option<Trouble>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn temporary(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.tmp"))
    }

    /// Records the first error. Returns how it stops the search.
    pub(crate) fn tell(&self, trouble: Trouble) -> Stop {
        let stop = if trouble.kind == Kind::Full { Stop::Disk } else { Stop::Storage };
        locked(&self.quota.trouble).get_or_insert(trouble);
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
            return Err(self.tell(Trouble::new(Kind::Full, what)));
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

    fn drop_file(&self, name: &str) {
        if let Some((bytes, path)) = locked(&self.files).remove(name) {
            // A file that cannot be removed now is removed at the next start.
            let _ = fs::remove_file(path);
            self.quota.used.fetch_sub(bytes, Relaxed);
        }
    }
}

impl WorkFolder {
    /// Opens or creates a folder for searches that may use `limit` bytes there. With `None`, 1/20
    /// of the space that is free now stays free. The folder may be a symbolic link.
    ///
    /// # Errors
    /// It cannot be used, another process uses it, or it contains something other than a search. It
    /// is then unchanged.
    pub fn open(folder: &Path, limit: Option<u64>) -> Result<Self, Trouble> {
        let lock = Self::taken(folder, false)?;
        let limit = limit.or_else(|| free_bytes(folder).map(|free| free / 20 * 19)).unwrap_or(u64::MAX);
        let (used, peak, trouble) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::default());
        Ok(Self::of(folder, Quota { limit, used, peak, trouble }.into(), lock))
    }

    /// Checks that a folder is a work folder, and takes its lock.
    pub(crate) fn taken(folder: &Path, is_inside: bool) -> Result<File, Trouble> {
        let claim = marker::claim(folder, is_inside)?;
        let lock = lock::take(folder)?;
        if claim == Claim::Older {
            marker::adopt(folder)?;
        }
        Ok(lock)
    }

    pub(crate) fn of(folder: &Path, quota: Arc<Quota>, lock: File) -> Self {
        let (files, named) = (Mutex::default(), Mutex::default());
        let shared = Shared { folder: folder.to_owned(), quota, files, named };
        Self { shared: Arc::new(shared), _lock: lock }
    }

    /// Returns the last committed manifest, of whichever search. None if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn kept(&self) -> Result<Option<Saved>, Trouble> {
        manifest::read_file(&self.shared.path(MANIFEST))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.shared.folder
    }

    /// The error, if the search ended with [`Stop::Storage`] or [`Stop::Disk`].
    pub fn trouble(&self) -> Option<Trouble> {
        locked(&self.shared.quota.trouble).clone()
    }

    /// The bytes in the folder.
    pub fn used(&self) -> u64 {
        self.shared.quota.used.load(Relaxed)
    }

    /// The peak of the bytes in the folder while this process was running.
    pub fn peak(&self) -> u64 {
        self.shared.quota.peak.load(Relaxed)
    }

    /// Whether there is a search to resume, here or in a subfolder.
    pub fn is_resumable(&self) -> bool {
        let inside = self.names_inside("part-").unwrap_or_default();
        let has = |folder: PathBuf| fs::symlink_metadata(folder.join(MANIFEST)).is_ok();
        has(self.shared.folder.clone()) || inside.iter().any(|name| has(self.shared.path(name)))
    }

    /// Replaces the status file, without the durability that layers need.
    ///
    /// # Errors
    /// Those of the system, and that the file was not written by this program.
    pub fn write_status(&self, text: &str) -> io::Result<()> {
        let (temporary, good) = (self.shared.temporary(STATUS), self.shared.path(STATUS));
        if own_files::look(&good, false).map_err(io::Error::other)?.is_some()
            && !own_files::wrote(&good, NameKind::Status)
        {
            return Err(io::Error::other(format!("`{}` was not written by this program", good.display())));
        }
        own_files::make(&temporary, NameKind::NewStatus)
            .map_err(io::Error::other)?
            .write_all(text.as_bytes())?;
        fs::rename(temporary, good)
    }

    fn failed<T>(&self, name: &str, result: io::Result<T>) -> Result<T, Stop> {
        result.map_err(|error| self.shared.tell(Trouble::of(&error, &self.shared.path(name))))
    }

    /// Syncs the folder, so that renames are durable.
    fn sync_names(&self) -> Result<(), Stop> {
        self.failed("", File::open(&self.shared.folder).and_then(|folder| folder.sync_all()))
    }

    fn replace_manifest(&self, text: &[u8]) -> Result<(), Stop> {
        let (temporary, good) = (self.shared.temporary(MANIFEST), self.shared.path(MANIFEST));
        let made =
            own_files::make(&temporary, NameKind::NewManifest).map_err(|trouble| self.shared.tell(trouble));
        let mut file = made?;
        self.failed(MANIFEST, file.write_all(text).and_then(|()| file.sync_all()))?;
        reach("manifest-written");
        self.failed(MANIFEST, fs::rename(temporary, good))?;
        reach("manifest-renamed");
        self.sync_names()
    }

    /// Removes what a crash may have left: files that this program wrote and that are not in use.
    fn drop_leftovers(&self) -> Result<(), Stop> {
        let names = marker::names(self.path()).map_err(|trouble| self.shared.tell(trouble))?;
        for name in names {
            let left = NameKind::read(&name).filter(|kind| {
                use NameKind::{Blocks, NewBlocks, NewManifest, NewStatus};
                matches!(kind, Blocks | NewBlocks | NewManifest | NewStatus)
            });
            if let Some(kind) = left
                && !locked(&self.shared.files).contains_key(&name)
            {
                // A foreign file stays.
                let _ = own_files::remove(&self.shared.path(&name), kind);
            }
        }
        Ok(())
    }

    /// Charges a file that a manifest names to the quota, after checking that it is the one that
    /// was written.
    pub(crate) fn count_named(&self, part: &SavedPart) -> Result<(), Stop> {
        let bytes = part.index.offset + u64::from(part.index.length);
        BlockFileReader::open(self.shared.clone(), &part.name, bytes)?.check(part.index)?;
        let file = (bytes, self.shared.path(&part.name));
        if locked(&self.shared.files).insert(part.name.clone(), file).is_none() {
            self.shared.quota.used.fetch_add(bytes, Relaxed);
        }
        Ok(())
    }
}

impl Store for WorkFolder {
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop> {
        let saved = match self.kept().map_err(|trouble| self.shared.tell(trouble))? {
            Some(saved) => saved,
            None => {
                self.drop_leftovers()?;
                return Ok(None);
            }
        };
        if saved.fingerprint != fingerprint {
            let path = self.shared.path(MANIFEST);
            let what =
                format!("`{}` belongs to another puzzle, or to another question about it", path.display());
            return Err(self.shared.tell(Trouble::new(Kind::Foreign, what)));
        }
        let named: Vec<SavedPart> = saved.layers.iter().flat_map(|layer| layer.parts.clone()).collect();
        named.iter().try_for_each(|part| self.count_named(part))?;
        self.shared.quota.peak.fetch_max(self.used(), Relaxed);
        *locked(&self.shared.named) = named;
        self.drop_leftovers()?;
        Ok(Some(saved))
    }

    fn create(&self, name: &str) -> Result<Box<dyn BlockWriter>, Stop> {
        debug_assert_eq!(NameKind::read(name), Some(NameKind::Blocks), "{name}");
        let (path, good) = (self.shared.temporary(name), self.shared.path(name));
        let is_known = locked(&self.shared.files).contains_key(name);
        let made = match own_files::look(&good, false) {
            // It would be replaced at the end.
            Ok(Some(_)) if !is_known && !own_files::wrote(&good, NameKind::Blocks) => {
                let what = format!("`{}` was not written by this program", good.display());
                Err(Trouble::new(Kind::NotOurs, what))
            }
            Ok(_) => own_files::make(&path, NameKind::NewBlocks),
            Err(trouble) => Err(trouble),
        };
        let file = made.map_err(|trouble| {
            // A file that cannot be created is not damaged.
            let kind = if trouble.kind == Kind::Corrupt { Kind::Denied } else { trouble.kind };
            self.shared.tell(Trouble { kind, ..trouble })
        })?;
        let offset = BLOCKS_MAGIC.len() as u64;
        locked(&self.shared.files).insert(name.to_owned(), (0, path));
        self.shared.take(name, offset)?;
        let mut file = BufWriter::with_capacity(1 << 16, file);
        self.failed(name, file.write_all(BLOCKS_MAGIC))?;
        Ok(Box::new(BlockFileWriter { shared: self.shared.clone(), name: name.to_owned(), file, offset }))
    }

    fn open(&self, name: &str) -> Result<Box<dyn BlockReader>, Stop> {
        let length = locked(&self.shared.files).get(name).map_or(0, |(bytes, _)| *bytes);
        Ok(Box::new(BlockFileReader::open(self.shared.clone(), name, length)?))
    }

    fn remove(&self, name: &str) {
        self.shared.drop_file(name);
        reach("run-removed");
    }

    fn commit(&self, saved: &Saved) -> Result<(), Stop> {
        self.sync_names()?;
        reach("names-synced");
        self.replace_manifest(&manifest::write(saved))?;
        reach("committed");
        *locked(&self.shared.named) = saved.layers.iter().flat_map(|layer| layer.parts.clone()).collect();
        self.tidy();
        Ok(())
    }

    fn tidy(&self) {
        let named = locked(&self.shared.named);
        let is_named = |name: &String| named.iter().any(|part| part.name == *name);
        let old: Vec<String> =
            locked(&self.shared.files).keys().filter(|name| !is_named(name)).cloned().collect();
        for name in old {
            self.shared.drop_file(&name);
            reach("old-removed");
        }
    }
}

/// The free bytes of the file system of a folder.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}
