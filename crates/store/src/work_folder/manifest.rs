//! The manifest: one line of JSON, and its checksum on the next.
//!
//! A checksum detects accidents, not intent: a manifest is also checked to be one that this program
//! could have written, so that no name leads out of the folder and no number can overflow.

use std::path::Path;

use fewest_search::{BlockLocation, Saved, SavedLayer, SavedPart};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::files::{self, is_checkpoint, layer_part};
use crate::error::{StoreError, StoreErrorKind};

/// The version of the folder's format.
const VERSION: u32 = 1;

/// The maximum size of a manifest: room for a million files.
pub(crate) const MAX_BYTES: u64 = 64 << 20;
/// The maximum number of layers.
const MAX_LAYERS: usize = 1 << 20;
/// An upper bound on numbers, so that sums of two never overflow.
const MAX_NUMBER: u64 = 1 << 62;

#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    walk: String,
    sizes: Vec<u64>,
    goals: Vec<u64>,
    goal: Option<(u64, Vec<u64>)>,
    expanded: u64,
    generated: u64,
    layers: Vec<LayerRecord>,
}

#[derive(Serialize, Deserialize)]
struct LayerRecord {
    depth: u64,
    files: Vec<FileRecord>,
}

/// A file: its name, its keys, and its index as offset, length and checksum.
#[derive(Serialize, Deserialize)]
struct FileRecord(String, u64, u64, u32, u64);

/// The field that all versions share.
#[derive(Deserialize)]
struct VersionOnly {
    version: u64,
}

/// Why a manifest cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    Damaged,
    Newer,
}

pub(crate) fn write(saved: &Saved) -> Vec<u8> {
    let layers = saved.layers.iter().map(|layer| LayerRecord {
        depth: layer.depth,
        files: layer
            .parts
            .iter()
            .map(|part| {
                FileRecord(
                    part.name.clone(),
                    part.keys,
                    part.index.offset,
                    part.index.length,
                    part.index.check,
                )
            })
            .collect(),
    });
    let document = Document {
        version: VERSION,
        walk: saved.fingerprint.clone(),
        sizes: saved.sizes.clone(),
        goals: saved.goals.clone(),
        goal: saved.goal.clone(),
        expanded: saved.expanded,
        generated: saved.generated,
        layers: layers.collect(),
    };
    let mut text = serde_json::to_vec(&document).expect("numbers and strings can be written");
    let check = xxh3_64(&text);
    text.extend_from_slice(format!("\n{check:016x}\n").as_bytes());
    text
}

pub(crate) fn read(bytes: &[u8]) -> Result<Saved, Unusable> {
    let line_end = bytes.iter().position(|&byte| byte == b'\n').ok_or(Unusable::Damaged)?;
    let (text, check) = bytes.split_at(line_end);
    if check != format!("\n{:016x}\n", xxh3_64(text)).as_bytes() {
        return Err(Unusable::Damaged);
    }
    let any: VersionOnly = serde_json::from_slice(text).map_err(|_| Unusable::Damaged)?;
    if any.version > u64::from(VERSION) {
        return Err(Unusable::Newer);
    }
    let document: Document = serde_json::from_slice(text).map_err(|_| Unusable::Damaged)?;
    let layers = document.layers.into_iter().map(|layer| SavedLayer {
        depth: layer.depth,
        parts: layer
            .files
            .into_iter()
            .map(|FileRecord(name, keys, offset, length, check)| SavedPart {
                name,
                keys,
                index: BlockLocation { offset, length, check },
            })
            .collect(),
    });
    let saved = Saved {
        fingerprint: document.walk,
        sizes: document.sizes,
        goals: document.goals,
        goal: document.goal,
        expanded: document.expanded,
        generated: document.generated,
        layers: layers.collect(),
    };
    if is_possible(&saved) { Ok(saved) } else { Err(Unusable::Damaged) }
}

/// Reads a manifest; for fuzzing. None if it cannot be used.
#[doc(hidden)]
pub fn read_manifest(bytes: &[u8]) -> Option<Saved> {
    read(bytes).ok()
}

/// Reads a manifest file. None if there is none.
///
/// # Errors
/// It cannot be used.
pub(crate) fn read_file(path: &Path) -> Result<Option<Saved>, StoreError> {
    let Some(bytes) = files::read(path, MAX_BYTES)? else { return Ok(None) };
    let refused = |kind, why: &str| StoreError::new(kind, format!("`{}` {why}", path.display()));
    read(&bytes).map(Some).map_err(|why| match why {
        Unusable::Damaged => refused(StoreErrorKind::Corrupt, "is damaged"),
        Unusable::Newer => refused(StoreErrorKind::Foreign, "was written by a newer program"),
    })
}

/// Whether this could be the state of a breadth-first search, of a partition of one, or of IDA\*.
fn is_possible(saved: &Saved) -> bool {
    let Saved { sizes, goals, goal, expanded, generated, layers, .. } = saved;
    let complete = sizes.split_last().map_or(&[][..], |(_, complete)| complete);
    let sum = sizes.iter().try_fold(0_u64, |sum, &size| sum.checked_add(size));
    sizes.len() == goals.len()
        && sizes.len() <= MAX_LAYERS
        && complete.iter().all(|&size| size > 0)
        && sum.is_some_and(|sum| sum < MAX_NUMBER)
        && sizes.iter().zip(goals).all(|(size, goals)| goals <= size)
        && *expanded < MAX_NUMBER
        && *generated < MAX_NUMBER
        && goal.as_ref().is_none_or(|(depth, _)| *depth <= sizes.len() as u64 && !sizes.is_empty())
        && layers.windows(2).all(|pair| pair[0].depth < pair[1].depth)
        && match sizes.len() {
            0 => is_search(layers),
            // The last layer is always stored, since the search continues from it.
            all => {
                layers.last().is_some_and(|last| last.depth == all as u64 - 1)
                    && layers.iter().all(|layer| is_layer(layer, sizes))
            }
        }
}

/// Whether a layer, or a worker's partition of it, could belong to a search with these sizes.
fn is_layer(layer: &SavedLayer, sizes: &[u64]) -> bool {
    let Some(&size) = usize::try_from(layer.depth).ok().and_then(|depth| sizes.get(depth)) else {
        return false;
    };
    let mut keys = 0_u64;
    let mut next = 0;
    layer.parts.iter().all(|part| {
        let Some((depth, number)) = layer_part(&part.name) else { return false };
        // Ascending, so none occurs twice.
        let in_order = depth == layer.depth && number >= next;
        next = number + 1;
        keys = keys.saturating_add(part.keys);
        in_order && part.keys > 0 && keys <= size && has_end(part)
    })
}

/// Whether the layers are a checkpoint of IDA\*: one file.
fn is_search(layers: &[SavedLayer]) -> bool {
    match layers {
        [SavedLayer { depth, parts }] => {
            *depth <= u32::MAX.into()
                && matches!(&parts[..], [part] if is_checkpoint(&part.name) && has_end(part))
        }
        _ => layers.is_empty(),
    }
}

fn has_end(part: &SavedPart) -> bool {
    part.index.offset < MAX_NUMBER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_and_nothing_else() {
        let index = BlockLocation { offset: 1, length: 2, check: u64::MAX };
        let part = SavedPart { name: "layer-003-00000".to_owned(), keys: 7, index };
        let saved = Saved {
            fingerprint: "a \"walk\"\n".to_owned(),
            sizes: vec![1, 2, 3, 7],
            goals: vec![0, 1, 0, 0],
            goal: Some((1, vec![u64::MAX])),
            expanded: 5,
            generated: 6,
            layers: vec![SavedLayer { depth: 3, parts: vec![part] }],
        };
        let text = write(&saved);
        assert_eq!(read(&text), Ok(saved));
        for cut in 0..text.len() {
            assert_eq!(read(&text[..cut]), Err(Unusable::Damaged), "{cut} bytes");
        }
        for at in 0..text.len() {
            let mut flipped = text.clone();
            flipped[at] ^= 4;
            assert!(read(&flipped).is_err(), "byte {at}");
        }
        let newer = br#"{"version":2}"#;
        let text = [&newer[..], format!("\n{:016x}\n", xxh3_64(newer)).as_bytes()].concat();
        assert_eq!(read(&text), Err(Unusable::Newer));
    }

    /// A manifest with a valid checksum in which one text is replaced by another.
    fn forged(saved: &Saved, from: &str, to: &str) -> Vec<u8> {
        let text = String::from_utf8(write(saved)).expect("text");
        let line = text.lines().next().expect("a line");
        assert!(line.contains(from), "{line}");
        let line = line.replacen(from, to, 1);
        format!("{line}\n{:016x}\n", xxh3_64(line.as_bytes())).into_bytes()
    }

    #[test]
    fn forged_manifests_with_a_right_checksum_are_damaged() {
        let part = |number: u64| SavedPart {
            name: format!("layer-001-{number:05}"),
            keys: 2,
            index: BlockLocation { offset: 100, length: 20, check: 7 },
        };
        let walk = Saved {
            fingerprint: "walk".to_owned(),
            sizes: vec![1, 4],
            goals: vec![0, 1],
            goal: Some((1, vec![9])),
            expanded: 5,
            generated: 6,
            layers: vec![SavedLayer { depth: 1, parts: vec![part(0), part(1)] }],
        };
        assert_eq!(read(&forged(&walk, "walk", "walk")), Ok(walk.clone()));
        let name = |name: &str| ("layer-001-00000".to_owned(), name.to_owned());
        let plain = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        let huge = "18446744073709551615";
        for (from, to) in [
            name("/etc/passwd"),
            name("../layer-001-00000"),
            name("layer-001-00000/../../x"),
            name("layer-002-00000"),
            name("layer-001-00001"),
            name("run-001-00000"),
            name("MANIFEST"),
            name(""),
            plain("\"sizes\":[1,4]", "\"sizes\":[1,4,4]"),
            plain("\"sizes\":[1,4]", "\"sizes\":[]"),
            plain("\"sizes\":[1,4]", "\"sizes\":[0,4]"),
            plain("\"sizes\":[1,4]", "\"sizes\":[1,3]"),
            plain("\"sizes\":[1,4]", &format!("\"sizes\":[{huge},{huge}]")),
            plain("\"sizes\":[1,4]", "\"sizes\":[1,-4]"),
            plain("\"goals\":[0,1]", "\"goals\":[0]"),
            plain("\"goals\":[0,1]", "\"goals\":[0,5]"),
            plain("\"goal\":[1,", "\"goal\":[3,"),
            plain("\"depth\":1", "\"depth\":2"),
            plain("\"depth\":1", "\"depth\":0"),
            plain("\"depth\":1", &format!("\"depth\":{huge}")),
            plain("\"expanded\":5", &format!("\"expanded\":{huge}")),
            plain("\"generated\":6", &format!("\"generated\":{huge}")),
            plain("00000\",2,100,", &format!("00000\",{huge},100,")),
            plain("00000\",2,100,", "00000\",0,100,"),
            plain("00000\",2,100,", &format!("00000\",2,{huge},")),
            plain("00000\",2,100,20,", "00000\",2,100,4294967296,"),
        ] {
            assert_eq!(read(&forged(&walk, &from, &to)), Err(Unusable::Damaged), "{to}");
        }
        let round = SavedPart { name: "round-000007".to_owned(), keys: 0, ..part(0) };
        let layers = vec![SavedLayer { depth: 40, parts: vec![round] }];
        let search = Saved { fingerprint: "walk".to_owned(), layers, ..Saved::default() };
        assert_eq!(read(&write(&search)), Ok(search.clone()));
        for name in ["layer-040-00000", "round-7", "../round-000007", "round-000007.tmp"] {
            assert_eq!(read(&forged(&search, "round-000007", name)), Err(Unusable::Damaged), "{name}");
        }
    }
}
