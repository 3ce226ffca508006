//! Files with correct checksums and any content: layers of a search, and tables of the cache.
//!
//! The first byte says which. Of a layer, the next three are the number of keys and the length of
//! the index; then come the blocks and the index, in which checksums are corrected. No
//! input may cause a panic.

use std::fs;

use fewest_store::table_cache::record::{self, Table};
use xxhash_rust::xxh3::xxh3_64;

use crate::walk::{explored, fill, half_way, nothing_outside, place};

const NAME: &str = "a table";

/// Returns the layers of a stopped search, and a table.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let layers = half_way().iter().filter(|(name, _)| name.starts_with("layer-"));
    let layer = |(name, bytes): &(String, Vec<u8>)| {
        let keys = kept(name).1;
        (name.clone(), [&[1, keys as u8, 0, ENTRY as u8][..], bytes].concat())
    };

    let table = [&[0][..], &record::header(NAME, b"some bytes"), b"some bytes"].concat();
    layers.map(layer).chain([("table".to_owned(), table)]).collect()
}

/// Bytes of an entry of an index: the first key, its number, offset, length, checksum.
const ENTRY: usize = 36;

/// Reads a file of the kind that its first byte selects.
pub fn drive(data: &[u8]) {
    match data {
        [0, file @ ..] => table(file),
        [_, keys, more, index, file @ ..] => {
            layer(u64::from(*keys) + 256 * u64::from(*more), usize::from(*index), file);
        }
        _ => {}
    }
}

fn table(file: &[u8]) {
    let mut file = file.to_vec();
    if let (Some(length), Some(rest)) = (file.get(12..16), file.get(32..)) {
        let length = length.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
        let (name, table) = rest.split_at(length.min(rest.len()));
        let name = String::from_utf8_lossy(name).into_owned();
        let check = record::header(&name, table)[24..32].to_vec();
        file[24..32].copy_from_slice(&check);
    }
    if let Ok(table) = Table::read(&file[..], file.len() as u64, NAME) {
        assert!(file.ends_with(table.as_ref()));
    }
}

/// The depth of the last layer that is kept in the seed, and the keys of a file.
fn kept(name: &str) -> (String, u64) {
    let manifest = half_way().iter().find(|(name, _)| name == "MANIFEST").expect("a manifest");
    let saved = fewest_store::read_bytes(&manifest.1).expect("a good one");
    let last = saved.layers.last().expect("a layer").parts[0].name.clone();
    let mut parts = saved.layers.into_iter().flat_map(|layer| layer.parts);
    (last, parts.find(|part| part.name == name).map_or(1, |part| part.keys))
}

fn layer(keys: u64, index_bytes: usize, file: &[u8]) {
    let mut file = file.to_vec();
    let Some(at) = file.len().checked_sub(index_bytes) else { return };
    let (blocks, index) = file.split_at_mut(at);
    for entry in index.chunks_exact_mut(ENTRY) {
        let number =
            |from: usize, to: usize| entry[from..to].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let (from, length) = (number(16, 24), number(24, 28));
        let block = usize::try_from(from).ok().and_then(|from| blocks.get(from..)?.get(..length as usize));
        if let Some(check) = block.map(xxh3_64) {
            entry[28..36].copy_from_slice(&check.to_le_bytes());
        }
    }
    let check = xxh3_64(index);
    let folder = place();
    fill(&folder);
    let name = kept("").0;
    let text = crate::walk::manifest();
    let mut document: serde_json::Value = serde_json::from_str(text).expect("a document");
    let depth = document["sizes"].as_array().map_or(0, |sizes| sizes.len() - 1);
    document["sizes"][depth] = keys.into();
    document["goals"][depth] = 0.into();
    let layers = document["layers"].as_array_mut().expect("layers");
    let last = layers.last_mut().expect("a layer");
    last["files"] = serde_json::json!([[name, keys, at, index_bytes, check]]);
    let line = document.to_string();
    fs::write(folder.join("MANIFEST"), format!("{line}\n{:016x}\n", xxh3_64(line.as_bytes())))
        .expect("a file");
    fs::write(folder.join(&name), &file).expect("a file");
    let _ = explored(&folder);
    nothing_outside(&folder);
}
