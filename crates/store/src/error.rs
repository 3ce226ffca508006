//! Errors of a work folder.

use std::io;
use std::path::Path;

/// An error of a work folder, with a text that names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The kind of error.
    pub kind: StoreErrorKind,
    /// The text.
    pub what: String,
}

/// The kind of a [`StoreError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreErrorKind {
    /// A file is damaged or missing.
    Corrupt,
    /// The system refused to read or write.
    Denied,
    /// The folder belongs to another puzzle or to a newer program.
    Foreign,
    /// A file is there that this program did not write.
    NotOurs,
    /// Another process uses the folder.
    Busy,
    /// The disk, or the quota, is full.
    Full,
}

impl StoreError {
    pub(crate) fn new(kind: StoreErrorKind, what: String) -> Self {
        Self { kind, what }
    }

    /// Converts an error of the system for a file.
    pub(crate) fn of(error: &io::Error, path: &Path) -> Self {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                Self::new(StoreErrorKind::Corrupt, format!("`{path}` is cut off"))
            }
            io::ErrorKind::NotFound => Self::new(StoreErrorKind::Corrupt, format!("`{path}` is gone")),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::new(StoreErrorKind::Full, format!("`{path}`: {error}"))
            }
            _ => Self::new(StoreErrorKind::Denied, format!("`{path}`: {error}")),
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for StoreError {}
