//! Foreign folders and files are never changed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use fewest_search::{BlockLocation, Durability, Saved, SavedLayer, SavedPart, Store};
use tempfile::TempDir;

use super::files::MARKER;
use super::manifest;
use crate::{StoreErrorKind, WorkFolder};

/// Returns every entry of a folder with its contents.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        let inside = || format!("{:?}", content(&entry.path())).into_bytes();
        (name, if is_folder { inside() } else { fs::read(entry.path()).unwrap_or_default() })
    };
    entries.map(read).collect()
}

fn refused(folder: &Path) {
    let before = content(folder);
    let error = WorkFolder::open(folder, None).expect_err("it is not ours");
    assert_eq!(error.kind, StoreErrorKind::NotOurs, "{error}");
    assert_eq!(content(folder), before, "nothing is touched");
}

fn place() -> TempDir {
    TempDir::new().expect("a folder")
}

/// A work folder that is not in use.
fn marked() -> TempDir {
    let place = place();
    drop(WorkFolder::open(place.path(), None).expect("an empty folder is taken"));
    place
}

const STRANGERS: [&str; 8] = [
    "run-tests.sh",
    "MANIFEST.in",
    "MANIFEST.bak",
    "layer-notes.txt",
    "join-us",
    "status.json.bak",
    "layer-003-00000.gz",
    "notes",
];

#[test]
fn folders_without_a_marker_are_refused_as_they_are() {
    let ours = ["LOCK", "MANIFEST", "status.json", "layer-000-00000", "run-000-00000", "process-9"];
    for name in STRANGERS.iter().chain(&ours) {
        let place = place();
        fs::write(place.path().join(name), "mine").expect("a file");
        refused(place.path());
    }
    let place = place();
    fs::create_dir(place.path().join("process-0")).expect("a folder");
    refused(place.path());
}

#[test]
fn missing_and_empty_folders_get_a_marker() {
    let place = place();
    let folder = place.path().join("some/where");
    for _ in 0..2 {
        drop(WorkFolder::open(&folder, None).expect("a new folder"));
        let text = fs::read_to_string(folder.join(MARKER)).expect("a marker");
        assert!(text.starts_with("fewest work folder 1\n") && text.contains("--work"), "{text}");
    }
    // A crash, or a full disk, between creating and writing it.
    let cut = place.path().join("cut");
    fs::create_dir(&cut).expect("a folder");
    fs::write(cut.join(MARKER), "").expect("a file");
    drop(WorkFolder::open(&cut, None).expect("taken up"));
    assert!(fs::metadata(cut.join(MARKER)).expect("a marker").len() > 0);
}

#[test]
fn markers_of_others_and_of_newer_programs_are_refused() {
    let (other, newer) = (place(), place());
    fs::write(other.path().join(MARKER), "something else\n").expect("a file");
    refused(other.path());
    fs::write(newer.path().join(MARKER), "fewest work folder 2\nsomething\n").expect("a file");
    assert_eq!(WorkFolder::open(newer.path(), None).expect_err("newer").kind, StoreErrorKind::Foreign);
}

#[test]
fn files_of_others_in_a_marked_folder_stay() {
    let place = marked();
    let path = |name: &str| place.path().join(name);
    // Some have known names, but were not written by this program.
    let names =
        STRANGERS.into_iter().chain(["run-001-00000", "join-001-00000.tmp", "round-000001", "MANIFEST.tmp"]);
    names.clone().for_each(|name| fs::write(path(name), "mine").expect("a file"));
    fs::write(path("run-001-00007.tmp"), b"fewest blocks 1\nleft by a crash").expect("a file");
    fs::write(path("status.json"), "mine").expect("a file");
    let folder = WorkFolder::open(place.path(), None).expect("it is ours");
    assert_eq!(folder.resume("a walk"), Ok(None));
    assert!(folder.write_status("{\"process\":1}").is_err());
    assert!(!path("run-001-00007.tmp").exists(), "that was ours");
    for name in names.chain(["status.json"]) {
        assert_eq!(fs::read(path(name)).expect("it is there"), b"mine", "{name}");
    }
    assert!(folder.create("run-001-00000").is_err() && folder.create("join-001-00000").is_err());
    assert_eq!(folder.error().map(|error| error.kind), Some(StoreErrorKind::NotOurs));
    assert!(folder.commit(&Saved::default()).is_err(), "it would replace MANIFEST.tmp");
    assert_eq!(fs::read(path("run-001-00000")).expect("it is there"), b"mine");
}

#[test]
fn locks_of_others_are_not_overwritten() {
    for text in ["mine", "process of making it\n", "process 12 on host\nand more\n"] {
        let place = marked();
        fs::write(place.path().join("LOCK"), text).expect("a file");
        refused(place.path());
    }
}

#[test]
fn links_are_not_followed() {
    let (place, target) = (marked(), place());
    let outside = target.path().join("precious");
    for name in ["LOCK", "MANIFEST", "FEWEST-WORK", "layer-000-00000", "layer-000-00000.tmp", "status.json"] {
        let path = place.path().join(name);
        let before = fs::read(&path).ok();
        let _ = fs::remove_file(&path);
        fs::write(&outside, b"").expect("a file");
        symlink(&outside, &path).expect("a link");
        if let Ok(folder) = WorkFolder::open(place.path(), None) {
            assert!(folder.resume("a walk").is_err() || name != "MANIFEST", "{name}");
            assert!(folder.create("layer-000-00000").is_err() || !name.starts_with("layer"), "{name}");
            assert!(folder.write_status("{}").is_err() || name != "status.json", "{name}");
        } else {
            assert!(name == "LOCK" || name == "FEWEST-WORK", "{name}");
        }
        assert!(fs::read(&outside).expect("it is there").is_empty(), "{name}");
        assert!(fs::symlink_metadata(&path).expect("it is there").is_symlink(), "{name}");
        fs::remove_file(&path).expect("the link");
        before.into_iter().for_each(|bytes| fs::write(&path, bytes).expect("a file"));
    }
    // The folder that the user names may be a link.
    let link = target.path().join("link");
    symlink(place.path(), &link).expect("a link");
    assert!(WorkFolder::open(&link, None).is_ok());
    // A subfolder may not.
    symlink(target.path(), place.path().join("part-0000-0000-of-0001")).expect("a link");
    let folder = WorkFolder::open(place.path(), None).expect("ours");
    assert!(folder.inside("part-0000-0000-of-0001").is_err());
    assert_eq!(folder.names_inside("part-").expect("names"), Vec::<String>::new());
    assert!(folder.inside("../other").is_err() && folder.inside("/tmp").is_err());
}

/// Writes what the version without markers would have written: one layer, a run that a crash left,
/// and a lock.
fn of_older(folder: &Path) {
    let block = b"keys";
    let index = BlockLocation { offset: 0, length: 4, check: xxhash_rust::xxh3::xxh3_64(block) };
    let part = SavedPart { name: "layer-000-00000".to_owned(), keys: 1, index };
    let layers = vec![SavedLayer { depth: 0, parts: vec![part] }];
    let saved = Saved {
        fingerprint: "a walk".to_owned(),
        sizes: vec![1],
        goals: vec![0],
        layers,
        ..Saved::default()
    };
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("MANIFEST"), manifest::write(&saved)).expect("a file");
    fs::write(folder.join("layer-000-00000"), block).expect("a file");
    fs::write(folder.join("run-001-00000.tmp"), b"keys").expect("a file");
    fs::write(folder.join("LOCK"), "process 12 on host\n").expect("a file");
}

#[test]
fn folders_of_the_version_without_markers_are_taken_up() {
    let place = place();
    of_older(place.path());
    for _ in 0..2 {
        let folder = WorkFolder::open(place.path(), None).expect("it is ours");
        assert!(place.path().join(MARKER).exists() && !place.path().join("run-001-00000.tmp").exists());
        let saved = folder.resume("a walk").expect("it can be read").expect("there is one");
        assert_eq!(saved.sizes, [1]);
        assert_eq!(folder.used(), 4);
    }
    let folder = WorkFolder::open(place.path(), None).expect("it is ours");
    folder.resume("a walk").expect("it can be read");
    folder.commit(&Saved { fingerprint: "a walk".to_owned(), ..Saved::default() }).expect("it can be kept");
    assert!(!place.path().join("layer-000-00000").exists(), "the manifest named it, and names it no more");
}

#[test]
fn of_processes_of_the_version_without_markers_too() {
    let place = place();
    let part = place.path().join("process-1/part-0000-0001-of-0002");
    of_older(&part);
    fs::write(place.path().join("LOCK"), "").expect("a file");
    let folder = WorkFolder::open(place.path(), None).expect("it is ours");
    let process = folder.inside("process-1").expect("ours");
    let part = process.inside("part-0000-0001-of-0002").expect("ours");
    part.demolish();
    process.demolish();
    assert!(!place.path().join("process-1").exists(), "{:?}", content(place.path()));
}

#[test]
fn an_older_folder_with_anything_else_in_it_is_refused() {
    for name in STRANGERS {
        let place = place();
        of_older(place.path());
        fs::write(place.path().join(name), "mine").expect("a file");
        refused(place.path());
    }
    let damaged = place();
    of_older(damaged.path());
    fs::write(damaged.path().join("MANIFEST"), "graft src\n").expect("a file");
    refused(damaged.path());
}

#[test]
fn what_is_demolished_keeps_files_of_others() {
    let place = marked();
    let folder = WorkFolder::open(place.path(), None).expect("ours");
    let part = folder.inside("part-0000-0000-of-0001").expect("new");
    let mut file = part.create("layer-000-00000").expect("new");
    file.append(b"keys").and_then(|_| file.finish(Durability::Durable).map(drop)).expect("written");
    let path = place.path().join("part-0000-0000-of-0001");
    fs::write(path.join("run-tests.sh"), "mine").expect("a file");
    part.demolish();
    let left: Vec<String> = content(&path).into_keys().collect();
    assert_eq!(left, [MARKER, "LOCK", "run-tests.sh"]);
}

#[test]
fn folders_and_files_of_other_users_are_refused() {
    use std::os::unix::fs::chown;
    let (folder, file) = (marked(), marked());
    if chown(folder.path(), Some(12345), None).is_err() {
        return; // Only the superuser can give files away.
    }
    refused(folder.path());
    chown(file.path().join("LOCK"), Some(12345), None).expect("given away");
    refused(file.path());
    chown(file.path().join("LOCK"), Some(0), None).expect("taken back");
    let run = file.path().join("run-001-00000");
    fs::write(&run, b"fewest blocks 1\nof another user").expect("a file");
    chown(&run, Some(12345), None).expect("given away");
    WorkFolder::open(file.path(), None).expect("ours").resume("a walk").expect("nothing is kept");
    assert!(run.exists());
}
