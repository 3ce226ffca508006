//! Large tables in files of the user's cache folder, built once and read afterwards.
//!
//! A file is written under another name, synced and renamed, so that nobody ever sees half of it and two programs at once do each other
//! no harm. It is believed only if its name, its version and the checksum of all its bytes are right; otherwise the table is
//! built again. Where nothing can be written, tables last as long as the program.

pub mod bounds;
mod folder;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fewest::{TableBytes, TableCache};
use fewest_store::LargePages;

use fewest_store::record::{self, Table, Trouble};

/// A shelf of files.
pub struct Files {
    /// Where the files are, if there is such a place.
    folder: Option<PathBuf>,
    /// Tables that were asked for already.
    open: Mutex<HashMap<String, TableBytes>>,
    /// Tells the person what happened.
    say: fn(&str),
}

/// The shelf of this program; the first to ask decides whether it says what happens to files.
pub fn shelf(quiet: bool) -> &'static Files {
    static SHELF: OnceLock<Files> = OnceLock::new();
    SHELF.get_or_init(|| Files::new(folder::of_user(), if quiet { |_| () } else { note }))
}

fn note(what: &str) {
    // Whoever has closed standard error does not want to know.
    let _ = writeln!(anstream::stderr(), "note: {what}");
}

impl Files {
    fn new(folder: Option<PathBuf>, say: fn(&str)) -> Self {
        Self { folder, open: Mutex::default(), say }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
        Some(self.folder.as_ref()?.join(name.chars().map(plain).collect::<String>() + ".table"))
    }

    fn opened(&self) -> std::sync::MutexGuard<'_, HashMap<String, TableBytes>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableCache for Files {
    fn has(&self, name: &str) -> bool {
        self.opened().contains_key(name) || self.path(name).is_some_and(|path| path.is_file())
    }

    fn get(&self, name: &str) -> Option<TableBytes> {
        if let Some(blob) = self.opened().get(name) {
            return Some(blob.clone());
        }
        let path = self.path(name)?;
        match Table::open(&path, name) {
            Ok(table) => {
                let blob: TableBytes = Arc::new(table);
                self.opened().insert(name.to_owned(), blob.clone());
                Some(blob)
            }
            Err(Trouble::Missing) => None,
            Err(trouble) => {
                (self.say)(&format!("{} {trouble}; it is built again", path.display()));
                None
            }
        }
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        if let Some(path) = self.path(name)
            && let Err(error) = room_for(&path, bytes.len()).and_then(|()| write(&path, name, &bytes))
        {
            let what =
                format!("{} cannot be written ({error}); the table is kept in memory only", path.display());
            (self.say)(&what);
        }
        let blob = self.hold(bytes);
        self.opened().insert(name.to_owned(), blob.clone());
        blob
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

/// Keeps the cache within its limit, which a table at `path` is about to be written into.
fn room_for(path: &Path, bytes: usize) -> io::Result<()> {
    let limit = bounds::limit().map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
    bounds::make_room(path.parent().unwrap_or(Path::new(".")), bytes as u64, limit)
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
