//! A table cache in files: large tables of a solver, such as pattern databases, are built once and
//! read afterwards.
//!
//! A file is written under a temporary name, synced and renamed, so it is never visible incomplete,
//! and concurrent programs do no harm. It is used only if its name, its version and the checksum of
//! all its bytes are right; otherwise the table is built again. If files cannot be written, tables
//! last as long as the program.
//!
//! The cache has a size limit. A file counts against it, and may be removed or replaced, only if
//! its name is one that the cache makes *and* it begins with the magic of tables; links are not
//! followed.

pub mod record;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use fewest_search::{TableBytes, TableCache};

pub use record::LargePages;
use record::{RecordError, Table};

/// The default limit in bytes on disk: more than all tables of all common boards together.
pub const DEFAULT_LIMIT: u64 = 16 << 30;

/// Receives a message about a file.
pub type Note = fn(&str);

/// A table cache in a folder.
pub struct FileCache {
    /// The folder, if there is one.
    folder: Option<PathBuf>,
    /// The size limit in bytes, or the reason why it is unknown; then nothing is written.
    limit: Result<u64, String>,
    /// Tables that were read or built already.
    open: Mutex<HashMap<String, TableBytes>>,
    note: Note,
}

impl FileCache {
    /// Returns a cache in a folder, which is created when the first table is written. Without a
    /// folder, tables last as long as the program.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, limit: Ok(DEFAULT_LIMIT), open: Mutex::default(), note: |_| () }
    }

    /// Sets another limit, or the reason why it is unknown.
    #[must_use]
    pub fn with_limit(self, limit: Result<u64, String>) -> Self {
        Self { limit, ..self }
    }

    /// Sets the receiver of messages about files.
    #[must_use]
    pub fn with_notes(self, note: Note) -> Self {
        Self { note, ..self }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
        Some(self.folder.as_ref()?.join(name.chars().map(plain).collect::<String>() + ".table"))
    }

    /// Makes room for a table at `path` within the limit.
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
            Err(error) => {
                (self.note)(&format!("{} {error}; it is built again", path.display()));
                None
            }
        }
    }

    fn keep(&self, name: &str, bytes: Vec<u8>) -> TableBytes {
        if let Some(path) = self.path(name)
            && let Err(error) = check_replaceable(&path)
                .and_then(|()| self.room_for(&path, bytes.len()))
                .and_then(|()| write(&path, name, &bytes))
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
        // As when it is read; if memory for a copy is missing, it stays where it is.
        let large = (bytes.len() >= LargePages::FROM).then(|| LargePages::read(&bytes[..], bytes.len()));
        match large {
            Some(Ok(large)) => Arc::new(large),
            _ => Arc::new(bytes),
        }
    }
}

/// Checks that no file is lost by writing a table at `path`: nothing is there, or a regular file
/// that begins as a table does. A file that was truncated within the magic counts as a table.
///
/// # Errors
/// A foreign file is there, or it cannot be read.
fn check_replaceable(path: &Path) -> io::Result<()> {
    let is_regular = match fs::symlink_metadata(path) {
        Ok(found) => found.is_file(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        // If a folder of the path is a file, it is reported when the table is written.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut first = Vec::new();
    if is_regular {
        File::open(path)?.take(record::MAGIC.len() as u64).read_to_end(&mut first)?;
    }
    if is_regular && record::MAGIC.starts_with(&first) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "this file is no table and is left as it is"))
}

/// Writes a table atomically.
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
        // Again, because a large table takes time to write.
        check_replaceable(path)?;
        fs::rename(&unfinished, path)
    })();
    if written.is_err() {
        // The incomplete file is useless.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Returns the folder for caches: `FEWEST_CACHE`, or `fewest` in the system's folder for caches.
/// None if there is none, or `FEWEST_CACHE` is empty.
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
        // The XDG specification says that relative paths are to be ignored.
        let named = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        named.or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("fewest"))
}

/// A table on disk.
#[derive(Debug)]
pub struct CachedTable {
    /// Its file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    changed: SystemTime,
}

/// Returns the tables in a folder, the oldest first; empty if there is no such folder.
///
/// # Errors
/// Those of the file system.
pub fn kept(folder: &Path) -> io::Result<Vec<CachedTable>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry?;
        // For a link this is the link itself, which is not a regular file.
        let about = entry.metadata()?;
        let path = entry.path();
        if about.is_file() && is_our_name(&path) && begins_as_ours(&path) {
            all.push(CachedTable { path, bytes: about.len(), changed: about.modified()? });
        }
    }
    all.sort_by(|a, b| (a.changed, &a.path).cmp(&(b.changed, &b.path)));
    Ok(all)
}

/// `tiles-4x4-pattern-1.2-v1.table`, or the same while it is written: `….17-0.unfinished`.
fn is_our_name(path: &Path) -> bool {
    let plain = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b".-".contains(&b))
    };
    let numbers = |text: &str| {
        let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split_once('-').is_some_and(|(process, attempt)| number(process) && number(attempt))
    };
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    match name.rsplit_once('.') {
        Some((stem, "table")) => plain(stem),
        Some((stem, "unfinished")) => {
            stem.rsplit_once('.').is_some_and(|(stem, attempt)| plain(stem) && numbers(attempt))
        }
        _ => false,
    }
}

fn begins_as_ours(path: &Path) -> bool {
    let mut first = [0; record::MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == record::MAGIC
}

/// Makes room for a table of `bytes` by removing the oldest ones.
///
/// # Errors
/// The table alone exceeds the limit, or an error of the file system.
pub fn make_room(folder: &Path, bytes: u64, limit: u64) -> io::Result<()> {
    if bytes > limit {
        let what = format!("it takes {bytes} bytes, and FEWEST_CACHE_LIMIT is {limit}");
        return Err(io::Error::new(io::ErrorKind::QuotaExceeded, what));
    }
    let all = kept(folder)?;
    let mut held: u64 = all.iter().map(|table| table.bytes).sum();
    for table in all {
        if held + bytes <= limit {
            break;
        }
        remove(&table)?;
        held -= table.bytes;
    }
    Ok(())
}

/// Removes a table. A table that another program has removed already is no error.
///
/// # Errors
/// Those of the file system.
pub fn remove(table: &CachedTable) -> io::Result<()> {
    match fs::remove_file(&table.path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
