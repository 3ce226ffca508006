//! The fuzz targets, one file each. A target takes any bytes; it panics if a property of the
//! code under test does not hold.
//!
//! All targets are in one program, so that they are built once; the environment variable
//! `FEWEST_FUZZ` names the one to run. A new target is a file here and a line in [`TARGETS`].

mod counted;
mod everything;
mod manifests;
mod messages;
mod requests;
mod store;
mod walk;

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
    Target { name: "messages", longest: 1024, drive: messages::run, seeds: messages::seeds },
    Target { name: "manifests", longest: 4096, drive: manifests::drive, seeds: manifests::seeds },
    Target { name: "store", longest: 4096, drive: store::drive, seeds: store::seeds },
    Target { name: "requests", longest: 4096, drive: requests::drive, seeds: requests::seeds },
];

/// The target of that name. None if there is no such target.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
