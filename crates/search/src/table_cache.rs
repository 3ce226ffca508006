//! Where large tables are kept from one search to the next.
//!
//! A search asks for a table by name, builds it if it is not there, and hands it over to be kept. What *kept* means is the front end's
//! business: in memory as long as the program runs, or in files for years.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that many may look at: a vector, or a file mapped into memory.
pub type TableBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A place for large tables. The name says everything that the bytes depend on, the version of their layout included.
pub trait TableCache: Sync {
    /// Whether a table is there, as far as can be told without reading it.
    fn has(&self, name: &str) -> bool;

    /// A table, whole and undamaged; nothing if it is not there.
    fn get(&self, name: &str) -> Option<TableBytes>;

    /// Keeps a table if it can, and gives it back to be used.
    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes;

    /// Gives a table back that is not to be kept, in such memory as is best for looking things up.
    fn hold(&self, bytes: Vec<u8>) -> TableBytes {
        Arc::new(bytes)
    }
}

/// A shelf that lasts as long as the program.
#[derive(Default)]
pub struct MemoryCache {
    tables: Mutex<HashMap<String, TableBytes>>,
}

impl std::fmt::Debug for MemoryCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryShelf").finish_non_exhaustive()
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
        // Whoever was first wins: both built the same.
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
