//! What two processes tell each other first, and whether they fit together.
//!
//! A hello is eight bytes that nobody else begins with, the length, and a document. It is the same in all versions, so that a
//! process of another one is told what is wrong.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::plan::Held;
use crate::trouble::Trouble;

const MAGIC: [u8; 8] = *b"\x89fewest\n";
/// More than any hello has.
const MOST_BYTES: u32 = 1 << 26;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Keys and reports.
    Keys,
    /// Signs of life.
    Life,
}

/// What a process says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of its program.
    pub version: String,
    /// What it walks through.
    pub walk: String,
    /// All processes, as its list has them.
    pub hosts: Vec<String>,
    /// Its number in the list.
    pub process: usize,
    /// Threads that it may use.
    pub threads: usize,
    /// The parts in its folder.
    pub held: Vec<Held>,
    /// What this link is for.
    pub purpose: Purpose,
}

/// The part of a hello that every version has.
#[derive(Deserialize)]
struct Version {
    version: String,
}

/// Why a hello cannot be understood.
#[derive(Debug)]
pub enum Unheard {
    /// The other side is no such program, or is gone: perhaps the next one is.
    Stranger,
    /// It is one, of another version.
    Version(String),
}

impl From<io::Error> for Unheard {
    fn from(_: io::Error) -> Self {
        Self::Stranger
    }
}

impl Hello {
    /// Says it.
    pub fn say(&self, mut to: impl Write) -> io::Result<()> {
        let text = serde_json::to_vec(self)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        to.write_all(&[&MAGIC[..], &length.to_be_bytes(), &text].concat())?;
        to.flush()
    }

    /// Listens to what the other side says.
    pub fn hear(mut from: impl Read) -> Result<Self, Unheard> {
        let (mut magic, mut length) = ([0; 8], [0; 4]);
        from.read_exact(&mut magic)?;
        from.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length);
        if magic != MAGIC || length > MOST_BYTES {
            return Err(Unheard::Stranger);
        }
        let mut text = vec![0; length as usize];
        from.read_exact(&mut text)?;
        match serde_json::from_slice::<Version>(&text) {
            Ok(other) if other.version != crate::fault::version() => Err(Unheard::Version(other.version)),
            Ok(_) => serde_json::from_slice(&text).map_err(|_| Unheard::Stranger),
            Err(_) => Err(Unheard::Stranger),
        }
    }

    /// Whether we fit together.
    ///
    /// # Errors
    /// What differs.
    pub fn fits(&self, other: &Self) -> Result<(), Trouble> {
        let (number, place) = (other.process, other.hosts.get(other.process).map_or("", String::as_str));
        let wrong = |what: String, remedy| Err(Trouble::Hosts { what, remedy });
        if other.hosts != self.hosts {
            let what =
                format!("process {number} ({place}) has another list of hosts than process {}", self.process);
            return wrong(what, "give every process the same list");
        }
        if other.process >= self.hosts.len() || other.process == self.process {
            let what = format!("two processes say that they are number {number}");
            return wrong(what, "give every process another number, that of its line");
        }
        if other.walk != self.walk {
            let what = format!("process {number} ({place}) has another puzzle, or another question about it");
            return wrong(what, "give every process the same puzzle and the same options");
        }
        Ok(())
    }
}

/// What to say to a process of another version.
pub fn other_version(who: &str, theirs: &str) -> Trouble {
    Trouble::Hosts {
        what: format!("{who} is fewest {theirs}, and this is {}", crate::fault::version()),
        remedy: "run the same version on all hosts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(process: usize) -> Hello {
        Hello {
            version: crate::fault::version(),
            walk: "tiles".to_owned(),
            hosts: vec!["a:1".to_owned(), "b:2".to_owned()],
            process,
            threads: 2,
            held: Vec::new(),
            purpose: Purpose::Keys,
        }
    }

    fn said(hello: &Hello) -> Vec<u8> {
        let mut bytes = Vec::new();
        hello.say(&mut bytes).expect("room");
        bytes
    }

    #[test]
    fn what_is_said_is_heard_and_nothing_else() {
        let bytes = said(&hello(1));
        assert_eq!(Hello::hear(&bytes[..]).expect("a hello"), hello(1));
        for cut in 0..bytes.len() {
            assert!(Hello::hear(&bytes[..cut]).is_err(), "{cut} bytes");
        }
        assert!(matches!(Hello::hear(&b"GET / HTTP/1.1\r\n\r\n"[..]), Err(Unheard::Stranger)));
        let newer = said(&Hello { version: "99.0".to_owned(), ..hello(1) });
        assert!(matches!(Hello::hear(&newer[..]), Err(Unheard::Version(other)) if other == "99.0"));
    }

    #[test]
    fn what_differs_is_told() {
        let first = hello(0);
        assert_eq!(first.fits(&hello(1)), Ok(()));
        let told = |other: &Hello| first.fits(other).expect_err("they differ").to_string();
        assert!(told(&hello(0)).contains("two processes say that they are number 0"));
        assert!(told(&Hello { walk: "pegs".to_owned(), ..hello(1) }).contains("(b:2) has another puzzle"));
        let hosts = vec!["a:1".to_owned(), "c:2".to_owned()];
        assert!(told(&Hello { hosts, ..hello(1) }).contains("another list of hosts"));
    }
}
