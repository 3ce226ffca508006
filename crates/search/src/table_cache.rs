//! The interface of table caches, which keep large tables such as pattern databases between
//! searches.
//!
//! A search asks for a table by name, builds it if it is absent, and hands it over. How long it is
//! kept is up to the cache: as long as the program runs, or in files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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
