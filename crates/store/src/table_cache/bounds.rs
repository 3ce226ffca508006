//! The size limit of the table cache, and which files in its folder belong to it.
//!
//! A file belongs to the cache if its name is one that the cache makes *and* it begins with the
//! magic of tables. No other file is ever counted or removed, and links are not followed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::record;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn table(folder: &Path, name: &str, bytes: usize, age: u64) {
        let path = folder.join(name);
        fs::write(&path, [&record::MAGIC[..], &vec![0; bytes - record::MAGIC.len()]].concat())
            .expect("a file");
        let then = SystemTime::now() - std::time::Duration::from_secs(age);
        File::options().write(true).open(path).expect("the file").set_modified(then).expect("a time");
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut all: Vec<String> = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        all.sort();
        all
    }

    #[test]
    fn the_oldest_go_first_and_foreign_files_never() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let folder = folder.path();
        table(folder, "old.table", 100, 30);
        table(folder, "middle.table", 100, 20);
        table(folder, "new.17-0.unfinished", 100, 10);
        // Matching by name only, by content only, and by neither.
        fs::write(folder.join("dinner.table"), "six chairs").expect("a file");
        table(folder, "notes.txt", 100, 40);
        table(folder, "my results.table", 100, 40);
        fs::create_dir(folder.join("folder.table")).expect("a folder");
        assert_eq!(kept(folder).expect("the tables").len(), 3);
        make_room(folder, 150, 350).expect("there is room");
        let foreign = ["dinner.table", "folder.table", "my results.table", "notes.txt"];
        let mut left: Vec<&str> = foreign.to_vec();
        left.extend(["new.17-0.unfinished", "middle.table"]);
        left.sort_unstable();
        assert_eq!(names(folder), left);
        assert!(make_room(folder, 351, 350).is_err());
        make_room(folder, 350, 350).expect("there is room");
        assert_eq!(names(folder), foreign);
        assert!(kept(&folder.join("nowhere")).expect("no folder").is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_left_alone() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let elsewhere = tempfile::TempDir::new().expect("a folder");
        table(elsewhere.path(), "a.table", 100, 0);
        std::os::unix::fs::symlink(elsewhere.path().join("a.table"), folder.path().join("a.table"))
            .expect("a link");
        assert!(kept(folder.path()).expect("the tables").is_empty());
    }
}
