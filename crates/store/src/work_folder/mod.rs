//! The work folder: the store of a search in files.

mod blocks;
mod files;
mod manifest;
mod marker;
#[cfg(all(test, unix))]
mod tests;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use fewest_search::{BlockReader, BlockWriter, Saved, SavedPart, Stop, Store};

use crate::error::{StoreError, StoreErrorKind};
use crate::failpoint::reach;
use blocks::{BlockFileReader, BlockFileWriter, FolderState, Quota, locked};
use files::{BLOCKS_MAGIC, LOCK, MANIFEST, MARKER, NameKind, STATUS};
#[doc(hidden)]
pub use manifest::read_manifest;
use marker::Claim;

/// A folder that keeps the layers of one search.
#[derive(Debug)]
pub struct WorkFolder {
    pub(crate) shared: Arc<FolderState>,
    /// Held as long as the folder is open.
    _lock: File,
}

impl WorkFolder {
    /// Opens or creates a folder for searches that may use `limit` bytes there. With `None`, 1/20
    /// of the space that is free now stays free. The folder may be a symbolic link.
    ///
    /// # Errors
    /// It cannot be used, another process uses it, or it contains something other than a search. It
    /// is then unchanged.
    pub fn open(folder: &Path, limit: Option<u64>) -> Result<Self, StoreError> {
        let lock = Self::taken(folder, false)?;
        let limit = limit.or_else(|| free_bytes(folder).map(|free| free / 20 * 19)).unwrap_or(u64::MAX);
        let (used, peak, error) = (AtomicU64::new(0), AtomicU64::new(0), Mutex::default());
        Ok(Self::of(folder, Quota { limit, used, peak, error }.into(), lock))
    }

    /// Checks that a folder is a work folder, and takes its lock.
    pub(crate) fn taken(folder: &Path, is_inside: bool) -> Result<File, StoreError> {
        let claim = marker::claim(folder, is_inside)?;
        let lock = marker::take_lock(folder)?;
        if claim == Claim::Older {
            marker::adopt(folder)?;
        }
        Ok(lock)
    }

    pub(crate) fn of(folder: &Path, quota: Arc<Quota>, lock: File) -> Self {
        let (files, named) = (Mutex::default(), Mutex::default());
        let shared = FolderState { folder: folder.to_owned(), quota, files, named };
        Self { shared: Arc::new(shared), _lock: lock }
    }

    /// Returns the last committed manifest, of whichever search. None if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn kept(&self) -> Result<Option<Saved>, StoreError> {
        manifest::read_file(&self.shared.path(MANIFEST))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.shared.folder
    }

    /// The error, if the search ended with [`Stop::Storage`] or [`Stop::Disk`].
    pub fn error(&self) -> Option<StoreError> {
        locked(&self.shared.quota.error).clone()
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
        if files::look(&good, false).map_err(io::Error::other)?.is_some()
            && !files::wrote(&good, NameKind::Status)
        {
            return Err(io::Error::other(format!("`{}` was not written by this program", good.display())));
        }
        files::make(&temporary, NameKind::NewStatus).map_err(io::Error::other)?.write_all(text.as_bytes())?;
        fs::rename(temporary, good)
    }

    fn failed<T>(&self, name: &str, result: io::Result<T>) -> Result<T, Stop> {
        result.map_err(|error| self.shared.tell(StoreError::of(&error, &self.shared.path(name))))
    }

    /// Syncs the folder, so that renames are durable.
    fn sync_names(&self) -> Result<(), Stop> {
        self.failed("", File::open(&self.shared.folder).and_then(|folder| folder.sync_all()))
    }

    fn replace_manifest(&self, text: &[u8]) -> Result<(), Stop> {
        let (temporary, good) = (self.shared.temporary(MANIFEST), self.shared.path(MANIFEST));
        let made = files::make(&temporary, NameKind::NewManifest).map_err(|error| self.shared.tell(error));
        let mut file = made?;
        self.failed(MANIFEST, file.write_all(text).and_then(|()| file.sync_all()))?;
        reach("manifest-written");
        self.failed(MANIFEST, fs::rename(temporary, good))?;
        reach("manifest-renamed");
        self.sync_names()
    }

    /// Removes what a crash may have left: files that this program wrote and that are not in use.
    fn drop_leftovers(&self) -> Result<(), Stop> {
        let names = files::entries(self.path()).map_err(|error| self.shared.tell(error))?;
        for name in names {
            let left = NameKind::read(&name).filter(|kind| {
                use NameKind::{Blocks, NewBlocks, NewManifest, NewStatus};
                matches!(kind, Blocks | NewBlocks | NewManifest | NewStatus)
            });
            if let Some(kind) = left
                && !locked(&self.shared.files).contains_key(&name)
            {
                // A foreign file stays.
                let _ = files::remove(&self.shared.path(&name), kind);
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

/// Subfolders: the partitions of a search that several workers make together, each with its own
/// manifest.
impl WorkFolder {
    /// Opens or creates a subfolder. Its contents count against the quota of this folder.
    ///
    /// # Errors
    /// It cannot be used, another process uses it, or it is a foreign folder.
    pub fn inside(&self, name: &str) -> Result<Self, StoreError> {
        let folder = self.shared.path(name);
        if !NameKind::read(name).is_some_and(NameKind::is_folder) {
            return Err(StoreError::new(
                StoreErrorKind::NotOurs,
                format!("`{}` is no subfolder of a work folder", folder.display()),
            ));
        }
        let lock = Self::taken(&folder, true)?;
        Ok(Self::of(&folder, Arc::clone(&self.shared.quota), lock))
    }

    /// Returns the names of the subfolders with this prefix, sorted. Folders with other names than
    /// those of processes and workers are omitted, and so are links and folders of other users.
    ///
    /// # Errors
    /// This folder cannot be read.
    pub fn names_inside(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        let is_ours = |name: &String| {
            NameKind::read(name).is_some_and(NameKind::is_folder)
                && matches!(files::look(&self.shared.path(name), true), Ok(Some(_)))
        };
        let mut names = files::entries(self.path())?;
        names.retain(|name| name.starts_with(beginning) && is_ours(name));
        names.sort();
        Ok(names)
    }

    /// Moves the subfolders with this prefix into another folder.
    ///
    /// # Errors
    /// One of them is a foreign folder, exists there already, or cannot be moved.
    pub fn move_inside(&self, beginning: &str, to: &Self) -> Result<(), StoreError> {
        for name in self.names_inside(beginning)? {
            drop(self.inside(&name)?);
            let (from, to) = (self.shared.path(&name), to.shared.path(&name));
            if fs::symlink_metadata(&to).is_ok() {
                let what =
                    format!("`{}` is there already, and in `{}` too", to.display(), self.path().display());
                return Err(StoreError::new(StoreErrorKind::Foreign, what));
            }
            fs::rename(&from, &to).map_err(|error| StoreError::of(&error, &from))?;
        }
        Ok(())
    }

    /// Removes everything in the folder that this program wrote, and the folder itself if nothing
    /// else is in it.
    pub fn demolish(self) {
        // Files of an older version are known by the manifest only.
        let kept = self.kept().ok().flatten().into_iter();
        let named = kept.flat_map(|saved| saved.layers).flat_map(|layer| layer.parts);
        let named: Vec<String> =
            named.filter(|part| self.count_named(part).is_ok()).map(|part| part.name).collect();
        self.shared.give_back();
        // The manifest first: a half-removed folder must not be mistaken for a partition. What
        // cannot be removed now is removed at the next start.
        let remove = |name: &str, kind: NameKind| {
            let _ = files::remove(&self.shared.path(name), kind);
        };
        remove(MANIFEST, NameKind::Manifest);
        for name in files::entries(self.path()).unwrap_or_default() {
            match NameKind::read(&name) {
                Some(NameKind::Marker | NameKind::Lock | NameKind::Part | NameKind::Process) | None => {}
                Some(NameKind::Blocks) if named.contains(&name) => {
                    let _ = fs::remove_file(self.shared.path(&name));
                }
                Some(kind) => remove(&name, kind),
            }
        }
        // With foreign files in it, the folder stays, and stays a work folder.
        let is_left = |name: &String| ![LOCK, MARKER].contains(&name.as_str());
        if files::entries(self.path()).is_ok_and(|names| !names.iter().any(is_left)) {
            remove(LOCK, NameKind::Lock);
            remove(MARKER, NameKind::Marker);
            let _ = fs::remove_dir(self.path());
        }
    }
}

impl Store for WorkFolder {
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop> {
        let saved = match self.kept().map_err(|error| self.shared.tell(error))? {
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
            return Err(self.shared.tell(StoreError::new(StoreErrorKind::Foreign, what)));
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
        let made = match files::look(&good, false) {
            // It would be replaced at the end.
            Ok(Some(_)) if !is_known && !files::wrote(&good, NameKind::Blocks) => {
                let what = format!("`{}` was not written by this program", good.display());
                Err(StoreError::new(StoreErrorKind::NotOurs, what))
            }
            Ok(_) => files::make(&path, NameKind::NewBlocks),
            Err(error) => Err(error),
        };
        let file = made.map_err(|error| {
            // A file that cannot be created is not damaged.
            let kind =
                if error.kind == StoreErrorKind::Corrupt { StoreErrorKind::Denied } else { error.kind };
            self.shared.tell(StoreError { kind, ..error })
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
