//! The fuzz targets. A target takes any bytes; it panics if a property of the code under test does
//! not hold.
//!
//! All targets are in one program, so that they are built once; the environment variable
//! `FEWEST_FUZZ` names the one to run. A new target is a pair of functions and a line in
//! [`TARGETS`].

mod counted;
mod everything;
mod requests;
mod store;

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Its name, as `cargo xtask fuzz NAME` takes it.
    pub name: &'static str,
    /// The longest input that the fuzzer makes.
    pub longest: usize,
    /// Runs one input.
    pub drive: fn(&[u8]),
    /// The seeds, each with a valid file name.
    pub seeds: fn() -> Vec<(String, Vec<u8>)>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "everything", longest: 2048, drive: everything::drive, seeds: everything::seeds },
    // The messages that a process of a cluster reads: handshakes, frames, heartbeats and keys. The
    // first byte of an input chooses what reads the rest. Frames are sealed with a key, changed as
    // the input says, and opened: the accepted data must be a prefix of what was sent.
    Target {
        name: "messages",
        longest: 1024,
        drive: fewest_cluster::fuzz::drive,
        seeds: fewest_cluster::fuzz::seeds,
    },
    Target { name: "manifests", longest: 4096, drive: store::drive_manifest, seeds: store::manifest_seeds },
    Target { name: "store", longest: 4096, drive: store::drive, seeds: store::seeds },
    Target { name: "requests", longest: 4096, drive: requests::drive, seeds: requests::seeds },
];

/// The target of that name. None if there is no such target.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
