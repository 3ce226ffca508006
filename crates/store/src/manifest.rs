//! The manifest: one line of JSON, and its checksum on the next.

use fewest_search::{Place, Saved, SavedLayer, SavedPart};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

pub(crate) const MANIFEST: &str = "MANIFEST";

/// The version of everything in the folder.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    walk: String,
    sizes: Vec<u64>,
    goals: Vec<u64>,
    goal: Option<(u64, Vec<u64>)>,
    expanded: u64,
    generated: u64,
    layers: Vec<Layer>,
}

#[derive(Serialize, Deserialize)]
struct Layer {
    depth: u64,
    files: Vec<Part>,
}

/// A file: its name, its keys, and its index as offset, length and checksum.
#[derive(Serialize, Deserialize)]
struct Part(String, u64, u64, u32, u64);

/// Why a manifest cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    Damaged,
    Newer,
}

pub(crate) fn write(saved: &Saved) -> Vec<u8> {
    let layers = saved.layers.iter().map(|layer| Layer {
        depth: layer.depth,
        files: layer
            .parts
            .iter()
            .map(|part| {
                Part(part.name.clone(), part.keys, part.index.offset, part.index.length, part.index.check)
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
    let any: serde_json::Value = serde_json::from_slice(text).map_err(|_| Unusable::Damaged)?;
    if any["version"].as_u64().is_some_and(|version| version > u64::from(VERSION)) {
        return Err(Unusable::Newer);
    }
    let document: Document = serde_json::from_value(any).map_err(|_| Unusable::Damaged)?;
    let layers = document.layers.into_iter().map(|layer| SavedLayer {
        depth: layer.depth,
        parts: layer
            .files
            .into_iter()
            .map(|Part(name, keys, offset, length, check)| SavedPart {
                name,
                keys,
                index: Place { offset, length, check },
            })
            .collect(),
    });
    Ok(Saved {
        fingerprint: document.walk,
        sizes: document.sizes,
        goals: document.goals,
        goal: document.goal,
        expanded: document.expanded,
        generated: document.generated,
        layers: layers.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_and_nothing_else() {
        let index = Place { offset: 1, length: 2, check: u64::MAX };
        let part = SavedPart { name: "layer-003-00000".to_owned(), keys: 7, index };
        let saved = Saved {
            fingerprint: "a \"walk\"\n".to_owned(),
            sizes: vec![1, 2],
            goals: vec![0, 1],
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
}
