//! A table cache in files: large tables of a solver, such as pattern databases, are built once and read afterwards.
//!
//! A file is written under another name, synced and renamed, so that nobody ever sees half of it and two programs at once do each other
//! no harm. It is believed only if its name, its version and the checksum of all its bytes are right; otherwise the table is
//! built again. Where nothing can be written, tables last as long as the program.

mod bounds;
mod large_pages;
pub mod record;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use fewest_search::{TableBytes, TableCache};

pub use bounds::{CachedTable, kept, make_room, remove};
pub use large_pages::LargePages;
use record::{RecordError, Table};

/// The bytes that tables may take on disk if nothing else is said: all tables up to the large ones of the 24 puzzle.
pub const DEFAULT_LIMIT: u64 = 16 << 30;

/// Says what happened to a file.
pub type Note = fn(&str);

/// A table cache in the files of a folder.
pub struct FileCache {
    /// Where the files are, if there is such a place.
    folder: Option<PathBuf>,
    /// The bytes that they may take together, or why that is not known; then nothing is written.
    limit: Result<u64, String>,
    /// Tables that were asked for already.
    open: Mutex<HashMap<String, TableBytes>>,
    note: Note,
}

impl FileCache {
    /// A cache in a folder, which is made when the first table is written. Without a folder, tables last as long as the program.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, limit: Ok(DEFAULT_LIMIT), open: Mutex::default(), note: |_| () }
    }

    /// The same cache with another limit, or with the reason why there is none.
    #[must_use]
    pub fn with_limit(self, limit: Result<u64, String>) -> Self {
        Self { limit, ..self }
    }

    /// The same cache, which says what happens to its files.
    #[must_use]
    pub fn with_notes(self, note: Note) -> Self {
        Self { note, ..self }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
        Some(self.folder.as_ref()?.join(name.chars().map(plain).collect::<String>() + ".table"))
    }

    /// Keeps the cache within its limit, which a table at `path` is about to be written into.
    fn room_for(&self, path: &Path, bytes: usize) -> io::Result<()> {
        let limit = self.limit.clone().map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
        make_room(path.parent().unwrap_or(Path::new(".")), bytes as u64, limit)
    }

    fn opened(&self) -> std::sync::MutexGuard<'_, HashMap<String, TableBytes>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableCache for FileCache {
    fn has(&self, name: &str) -> bool {
        self.opened().contains_key(name) || self.path(name).is_some_and(|path| path.is_file())
    }

    fn get(&self, name: &str) -> Option<TableBytes> {
        if let Some(table) = self.opened().get(name) {
            return Some(table.clone());
        }
        let path = self.path(name)?;
        match Table::open(&path, name) {
            Ok(table) => {
                let table: TableBytes = Arc::new(table);
                self.opened().insert(name.to_owned(), table.clone());
                Some(table)
            }
            Err(RecordError::Missing) => None,
            Err(trouble) => {
                (self.note)(&format!("{} {trouble}; it is built again", path.display()));
                None
            }
        }
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        if let Some(path) = self.path(name)
            && let Err(error) = self.room_for(&path, bytes.len()).and_then(|()| write(&path, name, &bytes))
        {
            let what =
                format!("{} cannot be written ({error}); the table is kept in memory only", path.display());
            (self.note)(&what);
        }
        let table = self.hold(bytes);
        self.opened().insert(name.to_owned(), table.clone());
        table
    }

    fn hold(&self, bytes: Vec<u8>) -> TableBytes {
        // As when it is opened; if there is no room for a copy, it stays where it is.
        let large = (bytes.len() >= LargePages::FROM).then(|| LargePages::read(&bytes[..], bytes.len()));
        match large {
            Some(Ok(large)) => Arc::new(large),
            _ => Arc::new(bytes),
        }
    }
}

/// Writes a table so that it is there as a whole or not at all.
fn write(path: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let unfinished =
        path.with_extension(format!("{}-{}.unfinished", std::process::id(), NUMBER.fetch_add(1, Relaxed)));
    let written = (|| {
        let mut file = File::create_new(&unfinished)?;
        file.write_all(&record::header(name, bytes))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    })();
    if written.is_err() {
        // What is left of the attempt is of no use to anybody.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// `FEWEST_CACHE`, or `fewest` in the place that the system has for caches; nothing if it has none, or if `FEWEST_CACHE` is empty.
pub fn user_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("FEWEST_CACHE") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // A relative path there is to be ignored, says the standard.
        let named = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        named.or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("fewest"))
}
