//! Forged files of the store, in two targets. No input may cause a panic.
//!
//! `store`: files with correct checksums and any content, layers of a search and tables of the
//! cache. The first byte says which. Of a layer, the next three are the number of keys and the
//! length of the index; then come the blocks and the index, in which checksums are corrected.
//!
//! `manifests`: manifests with a correct checksum, for the reader, and for a search that resumes
//! from a folder with such a manifest. No file outside the folder is changed.
//!
//! The files are those of a small breadth-first search in a work folder.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, Tier, bfs};
use fewest_store::WorkFolder;
use fewest_store::table_cache::record::{self, Table};

use xxhash_rust::xxh3::xxh3_64;

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
    write_folder(&folder);
    let name = kept("").0;
    let text = manifest();
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

/// Returns the manifest of a stopped search, and some forgeries of it.
pub fn manifest_seeds() -> Vec<(String, Vec<u8>)> {
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
pub fn drive_manifest(data: &[u8]) {
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
    write_folder(&folder);
    fs::write(folder.join("MANIFEST"), bytes).expect("a file");
    let _ = explored(&folder);
    nothing_outside(&folder);
}

/// The identity of the search of the seeds.
fn seed_fingerprint() -> String {
    let (_, bytes) = half_way().iter().find(|(name, _)| name == "MANIFEST").expect("a manifest");
    fewest_store::read_bytes(bytes).expect("a good one").fingerprint
}

/// The corners of a cube of six dimensions; any word is a key.
struct Cube;

const BITS: u32 = 6;

impl StateSpace for Cube {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn positions(&self) -> Option<u64> {
        Some(1 << BITS)
    }

    fn side(&self, key: &[u64]) -> Option<bool> {
        Some(key[0].count_ones() % 2 == 1)
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(0);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        out.extend(parents.iter().flat_map(|key| (0..BITS).map(move |bit| key ^ 1 << bit)));
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(keys.iter().enumerate().filter(|(_, key)| **key == 63).map(|(at, _)| at));
    }

    fn fingerprint(&self) -> String {
        "cube".to_owned()
    }
}

/// Polls before a search is stopped: more than all its layers need.
const POLLS: u32 = 100;

/// The result of a search: why it was stopped, or the sizes of its layers.
fn explore(folder: &Path, polls: u32) -> Result<Vec<u64>, Stop> {
    let store = match WorkFolder::open(folder, Some(1 << 24)) {
        Ok(store) => store,
        Err(_) => return Err(Stop::Storage),
    };
    let seen = AtomicU32::new(0);
    let patience = |_: &Counters| match seen.fetch_add(1, Relaxed) {
        polled if polled >= polls => ControlFlow::Break(Stop::Time),
        _ => ControlFlow::Continue(()),
    };
    let mut cx = Context::new(1, 2 << 20, &patience);
    cx.tier = Some(Tier::Disk);
    cx.store = Some(&store);
    let walked = bfs(&Cube, &cx, Aim::Everything);
    match walked.stopped() {
        Some(stop) => Err(stop),
        None => Ok(walked.layer_sizes()),
    }
}

/// Runs the search without a limit of polls.
fn explored(folder: &Path) -> Result<Vec<u64>, Stop> {
    explore(folder, POLLS)
}

/// The work folder of this thread, in memory if possible. A file beside it must not be changed.
fn place() -> PathBuf {
    thread_local! {
        static OUTER: tempfile::TempDir = {
            let shared = Path::new("/dev/shm");
            let base = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
            let outer = tempfile::Builder::new().prefix("fewest-fuzz-").tempdir_in(base).expect("a folder");
            fs::write(outer.path().join(PRECIOUS), PRECIOUS).expect("a file");
            outer
        };
    }
    OUTER.with(|outer| outer.path().join("work"))
}

/// A file beside the work folder, with a name like those of layers.
const PRECIOUS: &str = "layer-000-00000";

/// Checks that no file outside the folder was changed.
fn nothing_outside(folder: &Path) {
    let outer = folder.parent().expect("a folder around it");
    assert_eq!(fs::read_to_string(outer.join(PRECIOUS)).expect("it is there"), PRECIOUS);
    assert_eq!(fs::read_dir(outer).expect("a folder").count(), 2);
}

/// Returns a folder in which a search was stopped after some layers, as names and contents of
/// files.
fn half_way() -> &'static [(String, Vec<u8>)] {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = place().with_file_name("seed");
        let ended = (1..POLLS).map(|polls| {
            let _ = fs::remove_dir_all(&folder);
            explore(&folder, polls)
        });
        let mut wanted = None;
        for ended in ended {
            let layers = fs::read_dir(&folder).expect("a folder").count();
            if ended.is_err() && layers >= 5 {
                wanted = Some(read(&folder));
            }
        }
        let _ = fs::remove_dir_all(&folder);
        wanted.expect("a search can be stopped in the middle")
    })
}

fn read(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let file = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    entries.map(file).collect()
}

/// The manifest of [`half_way`], without its checksum.
fn manifest() -> &'static str {
    let (_, bytes) = half_way().iter().find(|(name, _)| name == "MANIFEST").expect("a manifest");
    std::str::from_utf8(bytes).expect("text").lines().next().expect("a line")
}

/// Fills a folder with [`half_way`]. A filled folder is emptied first.
fn write_folder(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).expect("a folder");
    for (name, bytes) in half_way() {
        fs::write(folder.join(name), bytes).expect("a file");
    }
}
