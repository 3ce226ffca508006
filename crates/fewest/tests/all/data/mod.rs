//! Instances with known answers: those in `instances/`, and those in the folder that `FEWEST_DATA`
//! names, which were transcribed from other projects.

use std::path::{Path, PathBuf};

mod blackout_clingo;
mod blocks;
mod lights;
mod pegs;
mod tiles;

/// The folder of a family in the repository.
fn shipped(family: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(family)
}

/// The folder of a family in `FEWEST_DATA`; None if that is not set, which is printed.
fn foreign(family: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("FEWEST_DATA").map(|folder| Path::new(&folder).join(family));
    if folder.is_none() {
        println!("NOT RUN: FEWEST_DATA is not set");
    }
    folder
}
