//! Why a walk by many did not come to its end.

/// What ended it, in words that name the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClusterError {
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

impl From<fewest_store::Trouble> for ClusterError {
    fn from(trouble: fewest_store::Trouble) -> Self {
        Self::Store(trouble)
    }
}

impl std::fmt::Display for ClusterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hosts { what, .. } | Self::Memory(what) | Self::Peer(what) | Self::Bug(what) => {
                f.write_str(what)
            }
            Self::Store(trouble) => trouble.fmt(f),
        }
    }
}

impl std::error::Error for ClusterError {}

/// The longest text of another process that is printed.
const MOST: usize = 400;

/// Returns a foreign text as it may be printed: control characters, except tabs, and marks of
/// direction are escaped.
fn escape_control(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(letter.escape_unicode());
            }
            _ if letter.is_control() && letter != '\t' => out.extend(letter.escape_unicode()),
            _ => out.push(letter),
        }
    }
    out
}

/// The same of the beginning of a text, where it is a part of a message.
pub fn excerpt(text: &str) -> String {
    let cut: String = text.chars().take(MOST).collect();
    escape_control(&cut) + if cut.len() < text.len() { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(
            escape_control("fünf\t\x1b[2J\r\n\u{9b}0m\u{202e}x"),
            "fünf\t\\u{1b}[2J\\u{d}\\u{a}\\u{9b}0m\\u{202e}x"
        );
        assert_eq!(excerpt(&"ü".repeat(500)).chars().count(), MOST + 1);
        assert_eq!(excerpt("short"), "short");
    }
}
