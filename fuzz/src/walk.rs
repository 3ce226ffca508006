//! A small breadth-first search in a work folder, for the targets that forge files in it.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, Tier, bfs};
use fewest_store::WorkFolder;

/// The corners of a cube of six dimensions; any word is a key.
pub struct Cube;

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
pub fn explore(folder: &Path, polls: u32) -> Result<Vec<u64>, Stop> {
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
pub fn explored(folder: &Path) -> Result<Vec<u64>, Stop> {
    explore(folder, POLLS)
}

/// The work folder of this thread, in memory if possible. A file beside it must not be changed.
pub fn place() -> PathBuf {
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
pub fn nothing_outside(folder: &Path) {
    let outer = folder.parent().expect("a folder around it");
    assert_eq!(fs::read_to_string(outer.join(PRECIOUS)).expect("it is there"), PRECIOUS);
    assert_eq!(fs::read_dir(outer).expect("a folder").count(), 2);
}

/// Returns a folder in which a search was stopped after some layers, as names and contents of
/// files.
pub fn half_way() -> &'static [(String, Vec<u8>)] {
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
        wanted.expect("a walk can be stopped in the middle")
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
pub fn manifest() -> &'static str {
    let (_, bytes) = half_way().iter().find(|(name, _)| name == "MANIFEST").expect("a manifest");
    std::str::from_utf8(bytes).expect("text").lines().next().expect("a line")
}

/// Fills a folder with [`half_way`]. A filled folder is emptied first.
pub fn fill(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).expect("a folder");
    for (name, bytes) in half_way() {
        fs::write(folder.join(name), bytes).expect("a file");
    }
}
