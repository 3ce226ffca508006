//! Manifests with a correct checksum: the reader, and a search that resumes from a folder with such
//! a manifest. It must not panic, and no file outside the folder is changed.

use std::fs;

use xxhash_rust::xxh3::xxh3_64;

use crate::walk::{explored, fill, half_way, manifest, nothing_outside, place};

/// Returns the manifest of a stopped search, and some forgeries of it.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let good = manifest();
    let changed = [
        ("good", "", ""),
        ("absolute", "layer-", "/layer-"),
        ("above", "layer-", "../layer-"),
        ("sizes", "\"sizes\":[1,", "\"sizes\":[18446744073709551615,"),
        ("counters", "\"generated\":", "\"generated\":9"),
        ("goal", "\"goal\":null", "\"goal\":[1,[63]]"),
    ];
    changed.map(|(name, from, to)| (name.to_owned(), good.replacen(from, to, 1).into_bytes())).to_vec()
}

/// Reads a manifest and resumes from it.
pub fn drive(data: &[u8]) {
    let line: Vec<u8> = data.iter().copied().filter(|&byte| byte != b'\n').collect();
    let bytes = [&line[..], format!("\n{:016x}\n", xxh3_64(&line)).as_bytes()].concat();
    let Some(saved) = fewest_store::read_bytes(&bytes) else { return };
    let parts = saved.layers.iter().flat_map(|layer| &layer.parts);
    for part in parts {
        assert!(!part.name.contains(['/', '\\', '.']), "{}", part.name);
    }
    assert_eq!(saved.sizes.len(), saved.goals.len());
    // Only then there is a search to resume.
    if saved.fingerprint != seed_fingerprint() {
        return;
    }
    let folder = place();
    fill(&folder);
    fs::write(folder.join("MANIFEST"), bytes).expect("a file");
    let _ = explored(&folder);
    nothing_outside(&folder);
}

/// The identity of the search of the seeds.
fn seed_fingerprint() -> String {
    let (_, bytes) = half_way().iter().find(|(name, _)| name == "MANIFEST").expect("a manifest");
    fewest_store::read_bytes(bytes).expect("a good one").fingerprint
}
