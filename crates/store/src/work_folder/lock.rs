//! The lock of a folder: one process at a time. The system releases it when the process ends, in
//! whatever way.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::names::{LOCK, NameKind};
use super::own_files;
use crate::trouble::{Kind, Trouble};

/// The maximum size of a lock file.
const MAX_BYTES: u64 = 1024;

/// Takes the lock of a folder; it is held as long as the file is open.
///
/// # Errors
/// Another process holds it, or the file was not written by this program; it is then unchanged.
pub(crate) fn take(folder: &Path) -> Result<File, Trouble> {
    let path = folder.join(LOCK);
    let denied = |trouble| match trouble {
        // A missing folder is not damage.
        Trouble { kind: Kind::Corrupt, what } => Trouble { kind: Kind::Denied, what },
        other => other,
    };
    let trouble = |error: std::io::Error| denied(Trouble::of(&error, &path));
    let mut file = own_files::open_or_make(&path).map_err(denied)?;
    let is_free = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => return Err(trouble(error)),
    };
    let mut who = Vec::new();
    let read = (&file).take(MAX_BYTES).read_to_end(&mut who);
    let who = String::from_utf8_lossy(&who);
    let who = who.as_ref();
    if !is_free {
        let who: String = who.chars().filter(|c| !c.is_control()).collect();
        let who = if who.is_empty() { "another process" } else { &who };
        return Err(Trouble::new(Kind::Busy, format!("`{}` is in use by {who}", folder.display())));
    }
    read.map_err(trouble)?;
    let (begin, rest) = who.split_at_checked(NameKind::Lock.begins().len()).unwrap_or((who, ""));
    let is_ours = NameKind::Lock.begins().starts_with(begin.as_bytes())
        && (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) && who.lines().count() <= 1);
    if !is_ours {
        return Err(Trouble::new(
            Kind::NotOurs,
            format!("`{}` was not written by this program", path.display()),
        ));
    }
    let line = format!("process {}{}\n", std::process::id(), host());
    let write = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
    write.and_then(|_| file.write_all(line.as_bytes())).map_err(trouble)?;
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
