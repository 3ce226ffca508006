//! The interface of stores: where layers are kept that do not fit in memory.
//!
//! The engine knows no files. It writes blocks of bytes and commits a manifest ([`Saved`]) that
//! names what makes up the search so far. The store must keep both so that a crash at any moment
//! leaves the last manifest, and every file it names, intact.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::Stop;

/// A store for layers, usually a folder.
pub trait Store: Sync {
    /// Returns the last committed manifest if it belongs to this fingerprint. None if there is
    /// none.
    ///
    /// # Errors
    /// [`Stop::Storage`] if it belongs to something else or cannot be read.
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop>;

    /// Creates a file of blocks under a new name.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`], as for the methods below.
    fn create(&self, name: &str) -> Result<Box<dyn BlockWriter>, Stop>;

    /// Opens a file that the manifest names.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    fn open(&self, name: &str) -> Result<Box<dyn BlockReader>, Stop>;

    /// Removes a file that no manifest names.
    fn remove(&self, name: &str);

    /// Replaces the manifest, then removes every file that it does not name.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`]; the previous manifest is then still in force.
    fn commit(&self, saved: &Saved) -> Result<(), Stop>;

    /// Removes every file that the last manifest does not name.
    fn tidy(&self);
}

/// Whether a file must survive a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A temporary file.
    Temporary,
    /// A file that a manifest will name.
    Durable,
}

/// The location of a block and the checksum that the store computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockLocation {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u32,
    /// Its checksum.
    pub check: u64,
}

/// A file being written.
pub trait BlockWriter: Send {
    /// Appends a block.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn append(&mut self, block: &[u8]) -> Result<BlockLocation, Stop>;

    /// Completes the file and opens it for reading.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn finish(self: Box<Self>, durability: Durability) -> Result<Box<dyn BlockReader>, Stop>;
}

/// A file being read, by several threads at once.
pub trait BlockReader: Send + Sync {
    /// Replaces `out` by the bytes of a block.
    ///
    /// # Errors
    /// [`Stop::Storage`] if they are not what was written.
    fn read(&self, place: BlockLocation, out: &mut Vec<u8>) -> Result<(), Stop>;
}

/// The manifest of a search: all that is needed to resume it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Identifies the search.
    pub fingerprint: String,
    /// States at each depth.
    pub sizes: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The depth of the first goal and its key.
    pub goal: Option<(u64, Vec<u64>)>,
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The layers that are stored.
    pub layers: Vec<SavedLayer>,
}

/// A stored layer: files of sorted keys, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedLayer {
    /// Its depth.
    pub depth: u64,
    /// Its files.
    pub parts: Vec<SavedPart>,
}

/// A file of sorted keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedPart {
    /// Its name.
    pub name: String,
    /// The number of keys.
    pub keys: u64,
    /// The block that holds the index of the others.
    pub index: BlockLocation,
}

/// The shared bytes of a table: a vector, or a file mapped into memory.
pub type TableBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A cache for large tables. The name covers everything that the bytes depend on, including the
/// version of their layout.
pub trait TableCache: Sync {
    /// Whether a table is present, as far as can be told without reading it.
    fn has(&self, name: &str) -> bool;

    /// Returns a table, complete and undamaged. None if it is absent.
    fn get(&self, name: &str) -> Option<TableBytes>;

    /// Stores a table if possible, and returns it for use.
    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes;

    /// Returns a table that is not stored, in the kind of memory that is best for lookups.
    fn hold(&self, bytes: Vec<u8>) -> TableBytes {
        Arc::new(bytes)
    }
}

/// A cache that lasts as long as the program.
#[derive(Default)]
pub struct MemoryCache {
    tables: Mutex<HashMap<String, TableBytes>>,
}

impl std::fmt::Debug for MemoryCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryCache").finish_non_exhaustive()
    }
}

impl TableCache for MemoryCache {
    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<TableBytes> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // The first one wins: both were built from the same name.
        tables.entry(name.to_owned()).or_insert_with(|| Arc::new(bytes)).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there() {
        let table_cache = MemoryCache::default();
        assert!(!table_cache.has("a") && table_cache.get("a").is_none());
        assert_eq!((*table_cache.keep("a", vec![1, 2])).as_ref(), [1, 2]);
        assert!(table_cache.has("a") && !table_cache.has("b"));
        assert_eq!(table_cache.get("a").map(|blob| (*blob).as_ref().to_vec()), Some(vec![1, 2]));
    }
}
