//! Damages files of a search that is half done, and repairs them.

use std::fs;
use std::path::PathBuf;

use super::Walk;
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    walk.half_way()?;
    let work = walk.folder.join("work");
    let mut layers: Vec<PathBuf> = fs::read_dir(&work)?.flatten().map(|entry| entry.path()).collect();
    layers.retain(|path| path.to_string_lossy().contains("layer-"));
    layers.sort();
    let (first, last) = (layers[0].clone(), layers[layers.len() - 1].clone());
    for path in [&first, &last] {
        let whole = fs::read(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        let damages: [(&str, Option<&[u8]>); 4] = [
            ("cut off", Some(&whole[..whole.len() / 2])),
            ("one bit changed", Some(&flipped)),
            ("empty", Some(&[])),
            ("gone", None),
        ];
        for (what, bytes) in damages {
            match bytes {
                Some(bytes) => fs::write(path, bytes)?,
                None => fs::remove_file(path)?,
            }
            let mut command = walk.on_disk(2);
            walk.must_end(&format!("{name} {what}"), 74, &name, &mut command)?;
        }
        fs::write(path, whole)?;
    }
    let (one, other) = (fs::read(&first)?, fs::read(&last)?);
    fs::write(&first, &other)?;
    fs::write(&last, &one)?;
    let mut command = walk.on_disk(1);
    walk.must_end("two files exchanged", 74, "layer-", &mut command)?;
    fs::write(&first, one)?;
    fs::write(&last, other)?;
    let path = work.join("MANIFEST");
    let manifest = fs::read(&path)?;
    fs::write(&path, &manifest[..manifest.len() / 2])?;
    let mut command = walk.on_disk(3);
    walk.must_end("MANIFEST cut off", 74, "MANIFEST", &mut command)?;
    fs::write(&path, NEWER)?;
    let mut command = walk.on_disk(3);
    walk.must_end("MANIFEST of a newer program", 65, "newer program", &mut command)?;
    fs::write(&path, &manifest)?;
    let mut command = walk.on_disk(3);
    walk.must_end("MANIFEST of another question", 65, "another puzzle", command.arg("--farthest=1"))?;
    walk.goes_on("all of it mended", 1, "", 3)
}

/// A manifest of a later version, with its checksum.
const NEWER: &str = include_str!("../../../crates/cli/tests/cli/explore/newer-manifest.txt");
