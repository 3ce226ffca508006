//! One process at a time in a folder. The system drops the lock with the process, however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::trouble::{Kind, Trouble};

pub(crate) const LOCK: &str = "LOCK";

/// Takes the lock of a folder; it is held as long as the file is open.
pub(crate) fn take(folder: &Path) -> Result<File, Trouble> {
    let path = folder.join(LOCK);
    let trouble = |error: std::io::Error| match Trouble::of(&error, &path) {
        // A folder that is not there is nobody's damage.
        Trouble { kind: Kind::Corrupt, what } => Trouble { kind: Kind::Denied, what },
        other => other,
    };
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(trouble)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut who = String::new();
            let _ = file.read_to_string(&mut who);
            let who = if who.trim().is_empty() { "another process" } else { who.trim() };
            return Err(Trouble::new(Kind::Busy, format!("`{}` is in use by {who}", folder.display())));
        }
        Err(TryLockError::Error(error)) => return Err(trouble(error)),
    }
    let write = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
    write.and_then(|_| writeln!(file, "process {}{}", std::process::id(), host())).map_err(trouble)?;
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
