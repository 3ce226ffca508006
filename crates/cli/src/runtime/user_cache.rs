//! The table cache of this program: a folder of the user, limited by FEWEST_CACHE_LIMIT.

use std::env::var;
use std::io::Write;
use std::sync::OnceLock;

use fewest_store::FileCache;
use fewest_store::table_cache::{DEFAULT_LIMIT, user_folder};

use crate::runtime::limits::parse_size;

/// Returns the table cache. The first call decides whether it prints notes about files.
pub fn cache(quiet: bool) -> &'static FileCache {
    static CACHE: OnceLock<FileCache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = FileCache::new(user_folder()).with_limit(limit());
        if quiet { cache } else { cache.with_notes(note) }
    })
}

/// Returns the bytes that tables may take on disk.
///
/// # Errors
/// That FEWEST_CACHE_LIMIT is no size.
pub fn limit() -> Result<u64, String> {
    match var("FEWEST_CACHE_LIMIT") {
        Ok(text) if !text.is_empty() => parse_size(&text).map_err(|why| format!("FEWEST_CACHE_LIMIT: {why}")),
        _ => Ok(DEFAULT_LIMIT),
    }
}

fn note(what: &str) {
    // A closed standard error is ignored.
    let _ = writeln!(anstream::stderr(), "note: {what}");
}
