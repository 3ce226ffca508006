//! The marker of a work folder, which distinguishes it from other folders, and its lock, which
//! admits one process at a time.
//!
//! | the folder | what happens |
//! |---|---|
//! | is missing or empty | it gets a marker |
//! | has a marker | it is used |
//! | holds only what the version without markers left there | it gets a marker |
//! | anything else | it is refused, unchanged |
//!
//! The folder itself may be a symbolic link; nothing in it may be one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::files::{self, LOCK, MANIFEST, MARKER, MARKER_MAGIC, NameKind, entries};
use super::manifest;
use crate::error::{StoreError, StoreErrorKind};

/// The version of the folder's format.
const VERSION: u32 = 1;

/// The maximum size of a marker of any version.
const MAX_BYTES: u64 = 4096;

fn text() -> String {
    let magic = String::from_utf8_lossy(MARKER_MAGIC);
    format!(
        "{magic}{VERSION}\n\n`fewest … --work` keeps the layers of a search in this folder, and removes files that it wrote.\n\
         The same command again goes on from here. When nothing is to go on, the folder can be deleted.\n"
    )
}

/// The kind of a work folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// With a marker.
    Ours,
    /// Made by the version without markers.
    Older,
}

/// Creates the folder if it is missing, and checks whether it is a work folder. `is_inside` says
/// that it is a subfolder of one.
///
/// # Errors
/// It is not a work folder, or cannot be used.
pub(crate) fn claim(folder: &Path, is_inside: bool) -> Result<Claim, StoreError> {
    let made = if is_inside { fs::create_dir(folder) } else { fs::create_dir_all(folder) };
    match made {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && is_inside => {}
        made => made.map_err(|error| {
            let what = format!("the folder `{}` cannot be made: {error}", folder.display());
            StoreError::new(StoreErrorKind::Denied, what)
        })?,
    }
    // A subfolder was created by this program, so it is never a link; the folder that the user
    // names may be.
    let found = if is_inside { fs::symlink_metadata(folder) } else { fs::metadata(folder) };
    let found = found.map_err(|error| StoreError::of(&error, folder))?;
    if let Some(why) = files::foreign_reason(&found, true) {
        return Err(StoreError::new(StoreErrorKind::NotOurs, format!("`{}` {why}", folder.display())));
    }
    let names = entries(folder)?;
    let path = folder.join(MARKER);
    match files::read(&path, MAX_BYTES)? {
        // Created a moment ago, by this process or another, or truncated by a full disk.
        Some(bytes) if bytes.is_empty() && names.len() == 1 => write(folder)?,
        Some(bytes) => is_marker(&path, &bytes)?,
        None if names.is_empty() => write(folder)?,
        None if is_of_older(folder, &names, is_inside) => return Ok(Claim::Older),
        // Another process may have been faster.
        None if names.iter().any(|name| name == MARKER) => return claim(folder, is_inside),
        None => {
            let what =
                format!("`{}` is not empty and has no `{MARKER}`, so it is no work folder", folder.display());
            return Err(StoreError::new(StoreErrorKind::NotOurs, what));
        }
    }
    Ok(Claim::Ours)
}

fn is_marker(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let refused = |kind, why: &str| Err(StoreError::new(kind, format!("`{}` {why}", path.display())));
    let Some(rest) = bytes.strip_prefix(MARKER_MAGIC) else {
        return refused(StoreErrorKind::NotOurs, "was not written by this program");
    };
    let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match std::str::from_utf8(version).ok().and_then(|version| version.parse::<u32>().ok()) {
        Some(VERSION) => Ok(()),
        Some(newer) if newer > VERSION => refused(StoreErrorKind::Foreign, "was written by a newer program"),
        _ => refused(StoreErrorKind::NotOurs, "was not written by this program"),
    }
}

/// Writes the marker. Two processes that do so at once write the same bytes.
fn write(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join(MARKER);
    let made = OpenOptions::new().write(true).create_new(true).open(&path);
    let mut file = match made {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => files::open_or_make(&path)?,
        made => made.map_err(|error| StoreError::of(&error, &path))?,
    };
    let written = file.write_all(text().as_bytes()).and_then(|()| file.sync_all());
    written.map_err(|error| StoreError::of(&error, &path))
}

/// Whether a folder without a marker was made by the version before markers: every entry has a
/// known name, is of the right kind and belongs to this user, and a manifest, here or below, has a
/// valid checksum.
fn is_of_older(folder: &Path, names: &[String], is_inside: bool) -> bool {
    let right = |name: &String| {
        let kind = NameKind::read(name).filter(|kind| *kind != NameKind::Marker);
        kind.is_some_and(|kind| files::look(&folder.join(name), kind.is_folder()).is_ok())
    };
    names.iter().all(right) && (is_inside || has_manifest(folder, names, 2))
}

fn has_manifest(folder: &Path, names: &[String], below: u32) -> bool {
    let here = manifest::read_file(&folder.join(MANIFEST));
    let inside = |name: &String| {
        let path = folder.join(name);
        let is_folder =
            NameKind::read(name).is_some_and(NameKind::is_folder) && files::look(&path, true).is_ok();
        is_folder && entries(&path).is_ok_and(|names| has_manifest(&path, &names, below - 1))
    };
    matches!(here, Ok(Some(_))) || below > 0 && names.iter().any(inside)
}

/// Gives a marker to a folder of the version without markers, whose lock is held. What a crash left
/// there is removed first, because later it could not be distinguished from foreign files.
pub(crate) fn adopt(folder: &Path) -> Result<(), StoreError> {
    if let Ok(kept) = manifest::read_file(&folder.join(MANIFEST)) {
        let named: Vec<String> = kept
            .into_iter()
            .flat_map(|saved| saved.layers)
            .flat_map(|layer| layer.parts)
            .map(|part| part.name)
            .collect();
        for name in entries(folder)?.into_iter().filter(|name| !named.contains(name)) {
            let is_left = matches!(
                NameKind::read(&name),
                Some(NameKind::Blocks | NameKind::NewBlocks | NameKind::NewManifest)
            );
            if is_left && files::look(&folder.join(&name), false).is_ok() {
                let _ = fs::remove_file(folder.join(&name));
            }
        }
    }
    write(folder)
}

/// The maximum size of a lock file.
const MAX_LOCK_BYTES: u64 = 1024;

/// Takes the lock of a folder; it is held as long as the file is open. The system releases it when
/// the process ends, in whatever way.
///
/// # Errors
/// Another process holds it, or the file was not written by this program; it is then unchanged.
pub(crate) fn take_lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let denied = |error| match error {
        // A missing folder is not damage.
        StoreError { kind: StoreErrorKind::Corrupt, what } => {
            StoreError { kind: StoreErrorKind::Denied, what }
        }
        other => other,
    };
    let failed = |error: std::io::Error| denied(StoreError::of(&error, &path));
    let mut file = files::open_or_make(&path).map_err(denied)?;
    let is_free = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    };
    let mut who = Vec::new();
    let read = (&file).take(MAX_LOCK_BYTES).read_to_end(&mut who);
    let who = String::from_utf8_lossy(&who);
    let who = who.as_ref();
    if !is_free {
        let who: String = who.chars().filter(|c| !c.is_control()).collect();
        let who = if who.is_empty() { "another process" } else { &who };
        return Err(StoreError::new(
            StoreErrorKind::Busy,
            format!("`{}` is in use by {who}", folder.display()),
        ));
    }
    read.map_err(failed)?;
    let (begin, rest) = who.split_at_checked(NameKind::Lock.begins().len()).unwrap_or((who, ""));
    let is_ours = NameKind::Lock.begins().starts_with(begin.as_bytes())
        && (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) && who.lines().count() <= 1);
    if !is_ours {
        return Err(StoreError::new(
            StoreErrorKind::NotOurs,
            format!("`{}` was not written by this program", path.display()),
        ));
    }
    let line = format!("process {}{}\n", std::process::id(), host());
    let write = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
    write.and_then(|_| file.write_all(line.as_bytes())).map_err(failed)?;
    Ok(file)
}

#[cfg(unix)]
fn host() -> String {
    format!(" on {}", rustix::system::uname().nodename().to_string_lossy())
}

#[cfg(not(unix))]
fn host() -> String {
    String::new()
}
