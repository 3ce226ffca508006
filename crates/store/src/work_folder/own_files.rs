//! Files that this program wrote, distinguished from foreign ones and opened without following
//! links.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::names::NameKind;
use crate::trouble::{Kind, Trouble};

/// Returns why a path is not a regular file, or a folder, of this user. None if it is one.
pub(crate) fn foreign_reason(found: &Metadata, is_folder: bool) -> Option<&'static str> {
    if found.is_symlink() {
        return Some("is a symbolic link, and links are not followed here");
    }
    match is_folder {
        true if !found.is_dir() => return Some("is no folder"),
        false if !found.is_file() => return Some("is no regular file"),
        _ => {}
    }
    (!is_of_user(found)).then_some("belongs to another user")
}

#[cfg(unix)]
fn is_of_user(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(found) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_of_user(_: &Metadata) -> bool {
    true
}

/// Returns the metadata of a path, without following links. None if there is nothing.
///
/// # Errors
/// It is not a regular file, or folder, of this user.
pub(crate) fn look(path: &Path, is_folder: bool) -> Result<Option<Metadata>, Trouble> {
    match fs::symlink_metadata(path) {
        Ok(found) => match foreign_reason(&found, is_folder) {
            None => Ok(Some(found)),
            Some(why) => Err(Trouble::new(Kind::NotOurs, format!("`{}` {why}", path.display()))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Trouble::of(&error, path)),
    }
}

/// Opens a file of this user.
pub(crate) fn open(path: &Path) -> Result<File, Trouble> {
    opened(path, OpenOptions::new().read(true))
}

/// Opens a file of this user for reading and writing; creates it if it is missing.
pub(crate) fn open_or_make(path: &Path) -> Result<File, Trouble> {
    opened(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

fn opened(path: &Path, options: &mut OpenOptions) -> Result<File, Trouble> {
    // Checked before opening, because opening a pipe waits for its other end; and after, because it
    // may have been exchanged.
    look(path, false)?;
    let file = not_followed(options).open(path).map_err(|error| Trouble::of(&error, path))?;
    let found = file.metadata().map_err(|error| Trouble::of(&error, path))?;
    match foreign_reason(&found, false) {
        None => Ok(file),
        Some(why) => Err(Trouble::new(Kind::NotOurs, format!("`{}` {why}", path.display()))),
    }
}

#[cfg(unix)]
fn not_followed(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags.bits() as i32)
}

#[cfg(not(unix))]
fn not_followed(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether this program wrote the file: a regular file of this user that begins with the bytes of
/// that kind. A file that was truncated within those bytes counts.
pub(crate) fn wrote(path: &Path, kind: NameKind) -> bool {
    let Ok(file) = open(path) else { return false };
    let mut begin = Vec::new();
    let expected = kind.begins();
    file.take(expected.len() as u64).read_to_end(&mut begin).is_ok() && expected.starts_with(&begin)
}

/// Creates a new file. A leftover of the same kind that this program wrote is replaced.
///
/// # Errors
/// A foreign file is there.
pub(crate) fn make(path: &Path, kind: NameKind) -> Result<File, Trouble> {
    if look(path, false)?.is_some() {
        remove(path, kind)?;
    }
    // `create_new` does not follow links.
    let made = OpenOptions::new().read(true).write(true).create_new(true).open(path);
    made.map_err(|error| Trouble::of(&error, path))
}

/// Removes a file if this program wrote it.
///
/// # Errors
/// It is a foreign file.
pub(crate) fn remove(path: &Path, kind: NameKind) -> Result<(), Trouble> {
    if !wrote(path, kind) {
        return Err(Trouble::new(
            Kind::NotOurs,
            format!("`{}` was not written by this program", path.display()),
        ));
    }
    fs::remove_file(path).map_err(|error| Trouble::of(&error, path))
}

/// Reads a small file of this user. None if there is none.
///
/// # Errors
/// It has more bytes than `most`, or cannot be read.
pub(crate) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Trouble> {
    let Some(found) = look(path, false)? else { return Ok(None) };
    let too_long = || Trouble::new(Kind::Corrupt, format!("`{}` has more than {most} bytes", path.display()));
    if found.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Trouble::of(&error, path))?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(Some(bytes)) }
}
