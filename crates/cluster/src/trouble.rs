//! Why a walk by many did not come to its end.

/// What ended it, in words that name the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The list of hosts is wrong, or processes do not fit together: nothing was begun.
    Hosts {
        /// In words.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// The memory limit of this process leaves too little for the links to the others: nothing was begun.
    Memory(String),
    /// Another process is gone, silent, or has ended by itself.
    Peer(String),
    /// A folder cannot be used.
    Store(fewest_store::Trouble),
    /// A worker of this process panicked.
    Bug(String),
}

impl From<fewest_store::Trouble> for Trouble {
    fn from(trouble: fewest_store::Trouble) -> Self {
        Self::Store(trouble)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hosts { what, .. } | Self::Memory(what) | Self::Peer(what) | Self::Bug(what) => {
                f.write_str(what)
            }
            Self::Store(trouble) => trouble.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}
