//! The announcement that two processes exchange after the handshake, and the check that they are
//! compatible.
//!
//! An announcement is a JSON document of bounded size. Every version can read the field `version`,
//! so a version mismatch is reported as such.

use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::error::excerpt;
use crate::partition::BUCKETS;
use crate::plan::PartInventory;

/// The size limit of an announcement. A process with 64 parts of 1000 layers needs 3 MB.
pub const MOST_BYTES: usize = 1 << 24;

/// The purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// Keys and reports.
    Keys,
    /// Heartbeats.
    Life,
}

/// The description that a process sends of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The version of the program.
    pub version: String,
    /// The identity of the search: words per key and fingerprint of the state space.
    #[serde(rename = "walk")]
    pub search: String,
    /// The addresses of all processes.
    pub hosts: Vec<String>,
    /// The index of the process in `hosts`.
    pub process: usize,
    /// A random number that identifies this start of the process.
    pub instance: u64,
    /// The number of threads that it may use.
    pub threads: usize,
    /// The parts in its work folder.
    pub held: Vec<PartInventory>,
    /// The purpose of the link.
    pub purpose: Purpose,
}

/// The field of an announcement that every version has.
#[derive(Deserialize)]
struct Version {
    version: String,
}

/// The reason why a message is not an announcement of this version.
#[derive(Debug)]
pub enum AnnouncementError {
    /// The message is not an announcement.
    Malformed,
    /// The announcement is of another version.
    Version(String),
}

impl Announcement {
    /// Returns the announcement as bytes.
    ///
    /// # Errors
    /// If it is longer than [`MOST_BYTES`].
    pub fn message(&self) -> Result<Vec<u8>, ClusterError> {
        let message = serde_json::to_vec(self).unwrap_or_default();
        if message.is_empty() || message.len() > MOST_BYTES {
            return Err(ClusterError::Hosts {
                what: format!("{} parts in one folder are too many to tell others of", self.held.len()),
                remedy: "spread the folders `part-…` over more processes",
            });
        }
        Ok(message)
    }

    /// Parses a message.
    ///
    /// # Errors
    /// If it is not an announcement of this version.
    pub fn read(message: &[u8]) -> Result<Self, AnnouncementError> {
        match serde_json::from_slice::<Version>(message) {
            Ok(other) if other.version != crate::fault::version() => {
                Err(AnnouncementError::Version(excerpt(&other.version)))
            }
            Ok(_) => serde_json::from_slice(message).map_err(|_| AnnouncementError::Malformed),
            Err(_) => Err(AnnouncementError::Malformed),
        }
    }

    /// Checks that the announcement of another process is compatible with this one.
    ///
    /// # Errors
    /// The difference.
    pub fn check_compatible(&self, other: &Self) -> Result<(), ClusterError> {
        let (number, place) =
            (other.process, other.hosts.get(other.process).map_or(String::new(), |place| excerpt(place)));
        let wrong = |what: String, remedy| Err(ClusterError::Hosts { what, remedy });
        if other.hosts != self.hosts {
            let what =
                format!("process {number} ({place}) has another list of hosts than process {}", self.process);
            return wrong(what, "give every process the same list");
        }
        if other.process >= self.hosts.len() || other.process == self.process {
            let what = format!("two processes say that they are number {number}");
            return wrong(what, "give every process another number, that of its line");
        }
        if other.search != self.search {
            let what = format!("process {number} ({place}) has another puzzle, or another question about it");
            return wrong(what, "give every process the same puzzle and the same options");
        }
        if !(1..=BUCKETS / self.hosts.len()).contains(&other.threads) {
            let what = format!(
                "process {number} ({place}) says that it has {} threads; all processes together have 1 to {BUCKETS}",
                other.threads
            );
            return wrong(what, "give `--threads`");
        }
        if let Some(part) = other.held.iter().find(|part| !part.is_sound()) {
            let what = format!(
                "process {number} ({place}) tells of a part `{}` that cannot be one",
                part.name.folder()
            );
            return wrong(what, "run the same program on all hosts");
        }
        Ok(())
    }
}

/// Returns the error about a process of another version.
pub fn version_mismatch(who: &str, theirs: &str) -> ClusterError {
    ClusterError::Hosts {
        what: format!("{who} is fewest {theirs}, and this is {}", crate::fault::version()),
        remedy: "run the same version on all hosts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(process: usize) -> Announcement {
        Announcement {
            version: crate::fault::version(),
            search: "tiles".to_owned(),
            hosts: vec!["a:1".to_owned(), "b:2".to_owned()],
            process,
            instance: 5,
            threads: 2,
            held: Vec::new(),
            purpose: Purpose::Keys,
        }
    }

    #[test]
    fn announcements_round_trip_and_other_messages_are_refused() {
        let bytes = announcement(1).message().expect("a message");
        assert_eq!(Announcement::read(&bytes).expect("an announcement"), announcement(1));
        for cut in 0..bytes.len() {
            assert!(Announcement::read(&bytes[..cut]).is_err(), "{cut} bytes");
        }
        assert!(matches!(Announcement::read(b"GET / HTTP/1.1\r\n\r\n"), Err(AnnouncementError::Malformed)));
        let newer = Announcement { version: "99.0\x1b[2J".to_owned(), ..announcement(1) }
            .message()
            .expect("a message");
        assert!(
            matches!(Announcement::read(&newer), Err(AnnouncementError::Version(other)) if other == "99.0\\u{1b}[2J")
        );
        let long = Announcement { search: "x".repeat(MOST_BYTES), ..announcement(1) };
        assert!(long.message().is_err());
    }

    #[test]
    fn implausible_announcements_are_refused() {
        let first = announcement(0);
        for threads in [0, BUCKETS / 2 + 1, usize::MAX] {
            let told = first
                .check_compatible(&Announcement { threads, ..announcement(1) })
                .expect_err("no such number")
                .to_string();
            assert!(told.contains(&format!("process 1 (b:2) says that it has {threads} threads")), "{told}");
        }
        let name = crate::plan::PartName { generation: 0, index: 0, of: 1 };
        let part = PartInventory {
            name,
            sizes: vec![1],
            goals: vec![0],
            expanded: 0,
            generated: 0,
            layers: vec![(0, 1)],
        };
        let with = |part: PartInventory| {
            first.check_compatible(&Announcement { held: vec![part], ..announcement(1) })
        };
        assert_eq!(with(part.clone()), Ok(()));
        let named = |generation, index, of| crate::plan::PartName { generation, index, of };
        for wrong in [
            PartInventory { name: named(0, 1, 1), ..part.clone() },
            PartInventory { name: named(u32::MAX, 0, 1), ..part.clone() },
            PartInventory { name: named(0, 0, u32::MAX), ..part.clone() },
            PartInventory { goals: Vec::new(), ..part.clone() },
            PartInventory { layers: vec![(1, 1)], ..part.clone() },
            PartInventory { layers: vec![(0, 1), (0, 1)], ..part },
        ] {
            assert!(with(wrong.clone()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn incompatibilities_are_reported() {
        let first = announcement(0);
        assert_eq!(first.check_compatible(&announcement(1)), Ok(()));
        let told = |other: &Announcement| first.check_compatible(other).expect_err("they differ").to_string();
        assert!(told(&announcement(0)).contains("two processes say that they are number 0"));
        assert!(
            told(&Announcement { search: "pegs".to_owned(), ..announcement(1) })
                .contains("(b:2) has another puzzle")
        );
        let hosts = vec!["a:1".to_owned(), "c:2".to_owned()];
        assert!(told(&Announcement { hosts, ..announcement(1) }).contains("another list of hosts"));
    }
}
