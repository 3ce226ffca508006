//! What can be wrong with a work folder.

use std::io;
use std::path::Path;

/// What is wrong, in words that name the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What sort of trouble it is.
    pub kind: Kind,
    /// In words.
    pub what: String,
}

/// A sort of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file is damaged or gone.
    Corrupt,
    /// The system does not let us read or write.
    Denied,
    /// The folder belongs to another puzzle or to a newer program.
    Foreign,
    /// Something is there that this program did not write.
    NotOurs,
    /// Another process works in the folder.
    Busy,
    /// The disk, or the part of it that may be used, is full.
    Full,
}

impl Trouble {
    pub(crate) fn new(kind: Kind, what: String) -> Self {
        Self { kind, what }
    }

    /// The trouble that an error of the system means for a file.
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
