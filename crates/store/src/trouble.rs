//! Errors of a work folder.

use std::io;
use std::path::Path;

/// An error, with a text that names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The kind of error.
    pub kind: Kind,
    /// The text.
    pub what: String,
}

/// A kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

impl Trouble {
    pub(crate) fn new(kind: Kind, what: String) -> Self {
        Self { kind, what }
    }

    /// Converts an error of the system for a file.
    pub(crate) fn of(error: &io::Error, path: &Path) -> Self {
        let path = path.display();
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::new(Kind::Corrupt, format!("`{path}` is cut off")),
            io::ErrorKind::NotFound => Self::new(Kind::Corrupt, format!("`{path}` is gone")),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::new(Kind::Full, format!("`{path}`: {error}"))
            }
            _ => Self::new(Kind::Denied, format!("`{path}`: {error}")),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Trouble {}
