//! The error type of the crate, and quoted text of other processes in its messages.

/// The reason why a search on many hosts ended, in words that name the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterError {
    /// The list of hosts is wrong, or processes are not compatible. The search was not started.
    Hosts {
        /// The message.
        what: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The memory limit of this process is too small for the links to the other processes. The
    /// search was not started.
    Memory(String),
    /// Another process is gone, silent, or has ended.
    Peer(String),
    /// A folder cannot be used.
    Store(fewest_store::StoreError),
    /// A worker of this process panicked.
    Bug(String),
}

impl From<fewest_store::StoreError> for ClusterError {
    fn from(error: fewest_store::StoreError) -> Self {
        Self::Store(error)
    }
}

impl std::fmt::Display for ClusterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hosts { what, .. } | Self::Memory(what) | Self::Peer(what) | Self::Bug(what) => {
                f.write_str(what)
            }
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClusterError {}

/// The number of characters to which quoted text is cut.
const MOST: usize = 400;

/// Returns the text of another process with control characters (except tabs) and bidirectional
/// controls escaped, so that printing it is safe.
fn escape_control(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(character.escape_unicode());
            }
            _ if character.is_control() && character != '\t' => out.extend(character.escape_unicode()),
            _ => out.push(character),
        }
    }
    out
}

/// Returns the escaped beginning of a text of another process, to be quoted in a message.
pub fn excerpt(text: &str) -> String {
    let cut: String = text.chars().take(MOST).collect();
    escape_control(&cut) + if cut.len() < text.len() { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            escape_control("fünf\t\x1b[2J\r\n\u{9b}0m\u{202e}x"),
            "fünf\t\\u{1b}[2J\\u{d}\\u{a}\\u{9b}0m\\u{202e}x"
        );
        assert_eq!(excerpt(&"ü".repeat(500)).chars().count(), MOST + 1);
        assert_eq!(excerpt("short"), "short");
    }
}
