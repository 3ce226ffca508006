//! Output files with atomic replacement: a file takes its name when it is complete, so a failure
//! leaves the previous file.
//!
//! The bytes go to a temporary file in the same folder, which is renamed when the command has
//! succeeded. Devices, pipes and other files that are not regular are written directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use fewest::service::visible;

/// A file that is renamed to its path when it is complete.
pub struct NewFile {
    path: PathBuf,
    /// None if it is written directly.
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
}

impl NewFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// Those of the system, with the name of the file.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::begin(path).map_err(|error| named(path, &error))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        let (path, is_device) = followed(path);
        // A file behind `/dev/stdout` is appended to.
        let direct = || match is_device {
            true => OpenOptions::new().append(true).open(&path),
            false => OpenOptions::new().write(true).create(true).truncate(true).open(&path),
        };
        let there = match fs::metadata(&path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (file, temporary) = match there {
            Some(there) if is_device || !there.is_file() => (direct()?, None),
            Some(there) => {
                // A file without write permission is not replaced.
                OpenOptions::new().write(true).open(&path)?;
                match beside(&path) {
                    Ok((file, temporary)) => {
                        // Some file systems refuse this; the file then has the permissions of a
                        // new one.
                        let _ = file.set_permissions(there.permissions());
                        (file, Some(temporary))
                    }
                    // The file can be written, but not its folder.
                    Err(error) if error.kind() == io::ErrorKind::PermissionDenied => (direct()?, None),
                    Err(error) => return Err(error),
                }
            }
            None if is_device => (direct()?, None),
            None => beside(&path).map(|(file, temporary)| (file, Some(temporary)))?,
        };
        Ok(Self { path, temporary, file: BufWriter::new(file) })
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    /// Those of the system, with the name of the file; the previous file is unchanged then.
    pub fn finish(mut self) -> io::Result<()> {
        let ended = self.end();
        ended.map_err(|error| named(&self.path, &error))
    }

    fn end(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(temporary) = &self.temporary {
            self.file.get_ref().sync_all()?;
            fs::rename(temporary, &self.path)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| named(&self.path, &error))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a file at once.
///
/// # Errors
/// Those of the system, with the name of the file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Returns an error with the name of its file.
pub fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", visible(&path.display().to_string())))
}

/// Returns the target of a path with symbolic links followed, and whether it passes through `/dev`
/// or `/proc`: `/dev/stdout` may be a regular file and must not be replaced.
fn followed(path: &Path) -> (PathBuf, bool) {
    let is_device = |path: &Path| path.starts_with("/dev") || path.starts_with("/proc");
    let mut path = path.to_owned();
    // The number of links that Linux follows.
    for _ in 0..40 {
        if is_device(&path) {
            return (path, true);
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    (path, false)
}

/// Creates a temporary file in the folder of `path`.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy().into_owned();
    let number = NUMBER.fetch_add(1, Relaxed);
    let temporary = path.with_file_name(format!(".{name}.{}-{number}.unfinished", std::process::id()));
    Ok((File::create_new(&temporary)?, temporary))
}

/// Files that are completed when the command has succeeded, and errors of writing output.
static LEFT: Mutex<Vec<io::Result<NewFile>>> = Mutex::new(Vec::new());

/// Adds a file that is completed when the command has succeeded, or an error that makes it fail.
pub fn leave(file: io::Result<NewFile>) {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner).push(file);
}

fn left() -> Vec<io::Result<NewFile>> {
    std::mem::take(&mut *LEFT.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Completes all files that were left.
///
/// # Errors
/// The first error. No file takes its name after it.
pub fn finish_all() -> io::Result<()> {
    left().into_iter().try_for_each(|file| file.and_then(NewFile::finish))
}

/// Drops all files that were left; the previous files are unchanged.
pub fn discard_all() {
    drop(left());
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_takes_its_name_when_it_is_complete() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("out.txt");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
        let mut file = NewFile::create(&path).expect("begun");
        file.write_all(b"new").and_then(|()| file.flush()).expect("written");
        assert_eq!(fs::read(&path).expect("the file"), b"old");
        drop(file);
        assert_eq!(
            (fs::read(&path).expect("the file"), names(folder.path())),
            (b"old".to_vec(), vec!["out.txt".to_owned()])
        );
        write(&path, b"new").expect("written");
        assert_eq!((fs::read(&path).expect("the file"), names(folder.path()).len()), (b"new".to_vec(), 1));
        assert_eq!(fs::metadata(&path).expect("the file").permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn links_stay_and_devices_are_written_directly() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").expect("a file");
        symlink("target", &link).expect("a link");
        write(&link, b"new").expect("written");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        assert_eq!(fs::read(&target).expect("the file"), b"new");
        write(Path::new("/dev/null"), b"new").expect("written");
        assert!(!fs::metadata("/dev/null").expect("the device").is_file());
        assert!(followed(Path::new("/dev/stdout")).1 && followed(Path::new("/proc/self/fd/1")).1);
    }
}
